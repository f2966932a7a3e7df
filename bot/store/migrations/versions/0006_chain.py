"""The log's chain: what there is already gets no links; the next action's covers it."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision: no row is touched."""
    op.add_column("actions", sa.Column("chain", sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
