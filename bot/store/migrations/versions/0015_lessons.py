"""Lessons: first turns in threads of their own."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_UNFINISHED = sa.text("ready = 0")


def upgrade() -> None:
    """Go to this revision."""
    column = sa.Column("lesson", sa.Boolean(), nullable=False, server_default=sa.false())
    op.add_column("campaigns", column)
    op.create_table(
        "lessons",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("person", _ID, nullable=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("parent_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("campaign", sa.Text(), nullable=True),
        sa.Column("ready", sa.Boolean(), nullable=False),
        sa.Column("step", sa.Text(), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("bulletin", sa.Integer(), nullable=False),
        sa.Column("pages", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("person"),
    )
    op.create_index("lessons_by_campaign", "lessons", ["campaign"])
    op.create_index("lessons_by_channel", "lessons", ["channel_id"])
    op.create_index("lessons_by_age", "lessons", ["created_at"])
    op.create_index(
        "lessons_unfinished",
        "lessons",
        ["id"],
        sqlite_where=_UNFINISHED,
        postgresql_where=sa.text("ready = false"),
    )


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
