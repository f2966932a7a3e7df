"""Referees, and a journal of what happens at a table beside the game."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Go to this revision.

    No server has a role of referees and no campaign a referee; journals begin now. What was secret
    in the campaigns that there are opens at their end, as it did.
    """
    op.add_column("campaigns", sa.Column("opens_ms", sa.BigInteger()))
    op.add_column("campaigns", sa.Column("unsealed_by", sa.Text()))
    op.add_column("guilds", sa.Column("referee_role", sa.BigInteger()))
    op.add_column(
        "traces", sa.Column("looked", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.add_column("offers", sa.Column("about", _ID))
    op.create_index(
        "offers_about",
        "offers",
        ["about"],
        sqlite_where=sa.text("about IS NOT NULL"),
        postgresql_where=sa.text("about IS NOT NULL"),
    )
    op.create_table(
        "referees",
        sa.Column("campaign", sa.Text(), nullable=False),
        sa.Column("person", _ID, nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("secrets", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("left_at", sa.BigInteger()),
        sa.Column("looked_at", sa.BigInteger()),
        sa.Column("name", sa.Text()),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"]),
        sa.PrimaryKeyConstraint("campaign", "person"),
    )
    op.create_index("referees_by_person", "referees", ["person"])
    op.create_table(
        "journal",
        sa.Column("id", _ID, nullable=False),
        sa.Column("campaign", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("person", _ID),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("audience", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"]),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("journal_by_campaign", "journal", ["campaign", "id"])
    op.create_index(
        "journal_by_person",
        "journal",
        ["person"],
        sqlite_where=sa.text("person IS NOT NULL"),
        postgresql_where=sa.text("person IS NOT NULL"),
    )


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
