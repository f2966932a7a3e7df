"""A forum as the lobby of a server, the posts of its tables; private threads of sides."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
PARTIAL = {
    "forum_posts_pending": (["guild_id", "person"], True, "campaign IS NULL"),
    "forum_posts_kept": (["id"], False, "campaign IS NOT NULL AND settled = 0"),
}


def upgrade() -> None:
    """Go to this revision.

    No server has a lobby yet, so that tables are opened where they are asked for.
    """
    op.add_column("guilds", sa.Column("lobby", sa.BigInteger()))
    op.create_table(
        "forum_posts",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("forum_id", sa.BigInteger(), nullable=False),
        sa.Column("thread_id", sa.BigInteger()),
        sa.Column("person", ID),
        sa.Column("ordered", sa.Text()),
        sa.Column("began_at", sa.BigInteger(), nullable=False),
        sa.Column("campaign", sa.Text(), sa.ForeignKey("campaigns.id")),
        sa.Column("title", sa.Text(), nullable=False, server_default=""),
        sa.Column("due_at", sa.BigInteger(), nullable=False, server_default=sa.text("0")),
        sa.Column("attempts", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("settled", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_index("forum_posts_by_thread", "forum_posts", ["thread_id"])
    op.create_index("forum_posts_by_campaign", "forum_posts", ["campaign"])
    op.create_index("forum_posts_by_person", "forum_posts", ["person"])
    for name, (columns, unique, where) in PARTIAL.items():
        op.create_index(
            name,
            "forum_posts",
            columns,
            unique=unique,
            sqlite_where=sa.text(where),
            postgresql_where=sa.text(where.replace("= 0", "= false")),
        )
    op.create_table(
        "side_threads",
        sa.Column("campaign", sa.Text(), sa.ForeignKey("campaigns.id"), primary_key=True),
        sa.Column("seat", sa.Text(), primary_key=True),
        sa.Column("parent_id", sa.BigInteger(), nullable=False),
        sa.Column("thread_id", sa.BigInteger()),
        sa.Column("began_at", sa.BigInteger(), nullable=False),
        sa.Column("greeted", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("due_at", sa.BigInteger(), nullable=False, server_default=sa.text("0")),
        sa.Column("attempts", sa.Integer(), nullable=False, server_default=sa.text("0")),
    )
    op.create_index("side_threads_by_thread", "side_threads", ["thread_id"])
    op.create_table(
        "side_thread_people",
        sa.Column("campaign", sa.Text(), sa.ForeignKey("campaigns.id"), primary_key=True),
        sa.Column("seat", sa.Text(), primary_key=True),
        sa.Column("person", ID, primary_key=True),
    )
    op.create_index("side_thread_people_by_person", "side_thread_people", ["person"])


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
