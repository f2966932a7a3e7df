"""How far people have read, and what they have noted down for themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Go to this revision."""
    for name, column in (
        ("looks", sa.Column("place", sa.BigInteger(), nullable=False)),
        ("notes", sa.Column("words", sa.Text(), nullable=False)),
    ):
        op.create_table(
            name,
            sa.Column("campaign", sa.Text(), nullable=False),
            sa.Column("person", _ID, nullable=False),
            column,
            sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"]),
            sa.PrimaryKeyConstraint("campaign", "person"),
        )
        op.create_index(f"{name}_by_person", name, ["person"])


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
