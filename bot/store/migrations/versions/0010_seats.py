"""Who asks for a seat, what must be known of the erased, servers, and erasing whole campaigns."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_LIVE = sa.text("status <> 'over'")
_GONE = sa.text("gone_at IS NOT NULL")


def upgrade() -> None:
    """Go to this revision."""
    op.create_index(
        "campaigns_open_by_creator",
        "campaigns",
        ["guild_id", "creator"],
        sqlite_where=_LIVE,
        postgresql_where=_LIVE,
    )
    op.create_table(
        "keys",
        sa.Column("campaign", sa.Text(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"]),
        sa.PrimaryKeyConstraint("campaign"),
    )
    op.create_table(
        "traces",
        sa.Column("campaign", sa.Text(), nullable=False),
        sa.Column("mark", sa.LargeBinary(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=True),
        sa.Column("created", sa.Boolean(), nullable=False),
        sa.Column("refused_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"]),
        sa.PrimaryKeyConstraint("campaign", "mark"),
    )
    op.create_table(
        "asks",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("campaign", sa.Text(), nullable=False),
        sa.Column("person", _ID, nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("refused_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("campaign", "person"),
    )
    op.create_index("asks_by_person", "asks", ["person"])
    op.create_table(
        "guilds",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("most_open", sa.Integer(), nullable=True),
        sa.Column("gone_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id"),
    )
    op.execute("INSERT INTO guilds (guild_id) SELECT DISTINCT guild_id FROM campaigns")
    op.create_index(
        "guilds_gone", "guilds", ["gone_at"], sqlite_where=_GONE, postgresql_where=_GONE
    )
    op.create_table(
        "purges",
        sa.Column("campaign", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("campaign"),
    )
    if op.get_bind().dialect.name == "sqlite":
        # History goes only with its whole campaign, and only once that is named in "purges".
        for table in ("actions", "snapshots", "steps"):
            op.execute(f"DROP TRIGGER {table}_no_delete")
            op.execute(
                f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} "
                "WHEN NOT EXISTS (SELECT 1 FROM purges WHERE campaign = OLD.campaign) "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
    else:
        # On PostgreSQL nothing was stored before: the tables get their triggers here, once.
        op.execute(
            "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "IF TG_OP = 'DELETE' "
            "AND EXISTS (SELECT 1 FROM purges WHERE campaign = OLD.campaign) THEN RETURN OLD; "
            "END IF; RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$"
        )
        op.execute(
            "CREATE FUNCTION refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$"
        )
        for table in ("actions", "snapshots", "steps"):
            op.execute(
                f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table} "
                "FOR EACH ROW EXECUTE FUNCTION refuse_change()"
            )
            op.execute(
                f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate()"
            )


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
