"""Which tables are asked everything: all those begun before forced answers."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision."""
    column = sa.Column("asks_all", sa.Boolean(), nullable=False, server_default=sa.true())
    op.add_column("campaigns", column)


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
