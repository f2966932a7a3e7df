"""From what position a campaign is to begin, until it does: all that there are begin as always."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Go to this revision: no campaign begins from a position."""
    op.create_table(
        "beginnings",
        sa.Column("campaign", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("person", _ID, nullable=False),
        sa.Column("start", sa.Text(), nullable=False),
        sa.Column("corrections", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"]),
        sa.PrimaryKeyConstraint("campaign"),
    )
    op.create_index("beginnings_by_person", "beginnings", ["person"])
    op.create_table(
        "confirmations",
        sa.Column("campaign", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("beginning", sa.Text(), nullable=False),
        sa.Column("person", _ID, nullable=False),
        sa.Column("sitting", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"]),
        sa.PrimaryKeyConstraint("campaign", "seat"),
    )
    op.create_index("confirmations_by_person", "confirmations", ["person"])


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
