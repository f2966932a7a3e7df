"""How strong the computer is."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision: wherever the computer plays already, the strongest goes on."""
    op.add_column("campaigns", sa.Column("strength", sa.Text(), nullable=True))


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
