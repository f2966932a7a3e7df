"""Campaigns that are archived, and threads that are to be closed."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision. Nothing is archived yet."""
    op.add_column("campaigns", sa.Column("archived_at", sa.BigInteger()))
    op.create_table(
        "closings",
        sa.Column("campaign", sa.Text(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"]),
        sa.PrimaryKeyConstraint("campaign"),
    )


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
