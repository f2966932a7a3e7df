"""What came of campaigns, and who shows their figures to a server."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision.

    Nobody shows anything. What came of campaigns that are over already is worked out when somebody
    asks for it.
    """
    op.create_table(
        "results",
        sa.Column("campaign", sa.Text(), sa.ForeignKey("campaigns.id"), primary_key=True),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("winner", sa.Text()),
        sa.Column("dice", sa.Text()),
    )
    op.create_table(
        "shown_figures",
        sa.Column("guild_id", sa.BigInteger(), primary_key=True),
        sa.Column(
            "person",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            primary_key=True,
        ),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )
    op.create_index("shown_figures_by_person", "shown_figures", ["person"])


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
