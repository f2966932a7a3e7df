"""Plans: what people have put together to be sent at once."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_UNDER_WAY = sa.text("sending IS NOT NULL")


def upgrade() -> None:
    """Go to this revision."""
    op.create_table(
        "plans",
        sa.Column("campaign", sa.Text(), nullable=False),
        sa.Column("person", _ID, nullable=False),
        sa.Column("entries", sa.Text(), nullable=False),
        sa.Column("page", sa.Text(), nullable=False),
        sa.Column("sending", sa.Text(), nullable=True),
        sa.Column("stopped", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"]),
        sa.PrimaryKeyConstraint("campaign", "person"),
    )
    op.create_index("plans_by_person", "plans", ["person"])
    op.create_index(
        "plans_under_way",
        "plans",
        ["campaign"],
        sqlite_where=_UNDER_WAY,
        postgresql_where=_UNDER_WAY,
    )


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
