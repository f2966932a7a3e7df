"""Which tables are offered whole suggestions: all that did not choose otherwise."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision."""
    column = sa.Column("suggests", sa.Boolean(), nullable=False, server_default=sa.true())
    op.add_column("campaigns", column)


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
