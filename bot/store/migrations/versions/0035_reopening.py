"""Games that are over and may go on, since all sides have agreed to it."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision. Nobody has agreed to anything of the kind yet."""
    op.add_column(
        "campaigns",
        sa.Column("may_reopen", sa.Boolean(), nullable=False, server_default=sa.false()),
    )


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
