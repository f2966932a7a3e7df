"""New dice after a restoration; reports to the host; what the bot remembers of itself."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Go to this revision: whatever there is has its first dice."""
    op.add_column(
        "campaigns", sa.Column("epoch", sa.Integer(), nullable=False, server_default="0")
    )
    op.create_table(
        "epochs",
        sa.Column("campaign", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("first_die", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"]),
        sa.PrimaryKeyConstraint("campaign", "number"),
    )
    op.create_table(
        "reports",
        sa.Column("id", _ID, nullable=False),
        sa.Column("campaign", sa.Text(), nullable=False),
        sa.Column("person", _ID, nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("clause", sa.Text(), nullable=True),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"]),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("reports_by_campaign", "reports", ["campaign", "person", "at"])
    op.create_index("reports_by_person", "reports", ["person"])
    op.create_index("reports_by_age", "reports", ["at"])
    op.create_table(
        "remembered",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
