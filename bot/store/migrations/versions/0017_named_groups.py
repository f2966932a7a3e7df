"""Pieces that people have given a name together."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Go to this revision."""
    op.create_table(
        "named_groups",
        sa.Column("campaign", sa.Text(), nullable=False),
        sa.Column("person", _ID, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("pieces", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"]),
        sa.PrimaryKeyConstraint("campaign", "person", "name"),
    )
    op.create_index("named_groups_by_person", "named_groups", ["person"])


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
