"""Branches of the past, what the chain covers from here on, offers, and how dice are split."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision.

    Every campaign is on its first branch, so that the buttons that are out there hold. What is in
    the log already has none of the new columns, and its links stay what they are.
    """
    op.add_column(
        "campaigns", sa.Column("branch", sa.Integer(), nullable=False, server_default=sa.text("0"))
    )
    op.add_column("campaigns", sa.Column("held", sa.Text()))
    op.add_column(
        "campaigns", sa.Column("undo", sa.Text(), nullable=False, server_default="agreed")
    )
    op.add_column(
        "campaigns",
        sa.Column("dice_scheme", sa.Integer(), nullable=False, server_default=sa.text("1")),
    )
    op.add_column("members", sa.Column("entropy", sa.LargeBinary()))
    op.add_column("actions", sa.Column("covers", sa.Integer()))
    op.add_column("actions", sa.Column("digest", sa.LargeBinary()))
    op.add_column("actions", sa.Column("cause", sa.Text()))
    op.add_column("actions", sa.Column("branch", sa.Integer()))
    op.add_column("actions", sa.Column("entered", sa.Integer()))
    rewinding = sa.text("kind = '!rewind'")
    op.create_index(
        "actions_rewinding",
        "actions",
        ["campaign", "seq"],
        sqlite_where=rewinding,
        postgresql_where=rewinding,
    )
    op.add_column(
        "drafts", sa.Column("branch", sa.Integer(), nullable=False, server_default=sa.text("0"))
    )
    op.create_table(
        "offers",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("campaign", sa.Text(), sa.ForeignKey("campaigns.id"), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("back_to", sa.Integer()),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite")),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("branch", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("agreed", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
    )
    op.create_index("offers_by_campaign", "offers", ["campaign", "made_at"])
    op.create_index("offers_by_person", "offers", ["person"])


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
