"""The theme of a table's public pictures, and the one that a person has chosen for their own."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision."""
    theme = sa.Column("theme", sa.Text(), nullable=False, server_default="standard")
    op.add_column("campaigns", theme)
    op.add_column("people", sa.Column("theme", sa.Text()))


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
