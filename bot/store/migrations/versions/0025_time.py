"""Clocks, what people prefer, who is away, seats that are looked for, who is barred."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _partial(name: str, table: str, columns: list[str], where: str) -> None:
    condition = sa.text(where)
    op.create_index(name, table, columns, sqlite_where=condition, postgresql_where=condition)


def upgrade() -> None:
    """Go to this revision.

    Every campaign is played as fast as its people like, as before, and has its clocks from its next
    step on. Nobody has said anything of themselves yet: reminders and receipts are as usual.
    """
    op.add_column("people", sa.Column("speaks", sa.Text()))
    op.add_column("people", sa.Column("zone", sa.Text()))
    op.add_column("people", sa.Column("quiet", sa.Text()))
    op.add_column("people", sa.Column("reminders", sa.Text()))
    op.add_column(
        "people", sa.Column("receipts", sa.Boolean(), nullable=False, server_default=sa.true())
    )
    op.add_column("people", sa.Column("experience", sa.Text()))
    op.add_column("campaigns", sa.Column("pace", sa.Text()))
    op.add_column("campaigns", sa.Column("paused_at", sa.BigInteger()))
    op.add_column("campaigns", sa.Column("stand_ins", sa.Text()))
    _partial("campaigns_open", "campaigns", ["created_at"], "status = 'open'")
    op.add_column("members", sa.Column("came_in_at", sa.BigInteger()))
    op.add_column("members", sa.Column("handover", sa.Text()))
    _partial("members_came_in", "members", ["person"], "came_in_at IS NOT NULL")
    op.add_column(
        "plans", sa.Column("late", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.drop_index("offers_open", "offers", if_exists=True)  # of an earlier form of 0024
    op.add_column("offers", sa.Column("terms", sa.Text()))
    op.add_column("asks", sa.Column("granted_at", sa.BigInteger()))
    op.create_table(
        "clocks",
        sa.Column("campaign", sa.Text(), sa.ForeignKey("campaigns.id"), primary_key=True),
        sa.Column("seat", sa.Text(), primary_key=True),
        sa.Column("awaited_at", sa.BigInteger()),
        sa.Column("asked", sa.Text(), nullable=False, server_default="[]"),
        sa.Column("turn", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("left_ms", sa.BigInteger()),
        sa.Column("since", sa.BigInteger()),
        sa.Column("due_at", sa.BigInteger()),
        sa.Column("called_by", sa.Text()),
        sa.Column("used_ms", sa.BigInteger(), nullable=False, server_default=sa.text("0")),
        sa.Column("rests", sa.Text(), nullable=False, server_default="[]"),
        sa.Column("away_left_ms", sa.BigInteger()),
        sa.Column("fallen", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("grace_until", sa.BigInteger()),
        sa.Column("nudged_at", sa.BigInteger()),
    )
    _partial("clocks_running", "clocks", ["due_at"], "due_at IS NOT NULL")
    _partial("clocks_called", "clocks", ["campaign"], "called_by IS NOT NULL")
    op.create_table(
        "reminders",
        sa.Column("person", _ID, primary_key=True),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
    )
    op.create_index("reminders_by_time", "reminders", ["due_at"])
    op.create_table(
        "aways",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("person", _ID, nullable=False),
        sa.Column("from_at", sa.BigInteger(), nullable=False),
        sa.Column("until_at", sa.BigInteger(), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("aways_by_person", "aways", ["person", "until_at"])
    op.create_index("aways_by_end", "aways", ["until_at"])
    op.create_table(
        "vacancies",
        sa.Column("campaign", sa.Text(), sa.ForeignKey("campaigns.id"), primary_key=True),
        sa.Column("seat", sa.Text(), primary_key=True),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("person", _ID),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("note", sa.Text()),
    )
    op.create_index("vacancies_by_person", "vacancies", ["person"])
    op.create_table(
        "bars",
        sa.Column("guild_id", sa.BigInteger(), primary_key=True),
        sa.Column("person", _ID, primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )
    op.create_index("bars_by_person", "bars", ["person"])


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
