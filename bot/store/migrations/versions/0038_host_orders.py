"""What the host has ordered: campaigns and plans set aside, tables paused, who is shut out."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision. Nothing is ordered yet."""
    op.create_table(
        "host_orders",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("which", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("lifted_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("kind", "which"),
    )


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
