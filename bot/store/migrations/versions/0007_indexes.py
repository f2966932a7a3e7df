"""Every question about what is to be posted, and by whom a campaign is found, has its index."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_WAITING = "status IN ('ready', 'sending')"


def upgrade() -> None:
    """Go to this revision: every panel is looked at once more."""
    op.add_column(
        "campaigns", sa.Column("behind", sa.Boolean(), nullable=False, server_default=sa.true())
    )
    op.drop_index("campaigns_by_guild", "campaigns")
    op.create_index("campaigns_by_guild", "campaigns", ["guild_id", "status", "created_at"])
    op.create_index("campaigns_by_channel", "campaigns", ["channel_id", "ended_at"])
    op.create_index("campaigns_by_creator", "campaigns", ["creator"])
    op.create_index(
        "campaigns_behind",
        "campaigns",
        ["channel_id"],
        sqlite_where=sa.text("behind = 1"),
        postgresql_where=sa.text("behind"),
    )
    op.drop_index("outbox_waiting", "outbox")
    # Before the others: SQLite takes the one made last where two would serve alike.
    op.create_index("outbox_by_campaign", "outbox", ["campaign"])
    _partial("outbox_to_channels", ["campaign", "id"], f"{_WAITING} AND person IS NULL")
    _partial("outbox_to_people", ["person", "id"], f"{_WAITING} AND person IS NOT NULL")
    _partial("outbox_done", ["due_at"], "status IN ('sent', 'failed') AND kind <> 'notice'")
    _partial("outbox_of_people", ["person"], "status IN ('sent', 'failed')")
    op.create_index("drafts_by_person", "drafts", ["person"])
    op.create_index("drafts_by_expiry", "drafts", ["expires_at"])
    # What is up to date already need not be looked at: of ten thousand campaigns most are.
    op.execute(
        "UPDATE campaigns SET behind = (0 = 1) WHERE EXISTS (SELECT 1 FROM panels "
        "WHERE panels.campaign = campaigns.id AND panels.shown >= campaigns.version "
        "AND panels.channel_id = campaigns.channel_id)"
    )


def _partial(name: str, columns: list[str], where: str) -> None:
    op.create_index(
        name, "outbox", columns, sqlite_where=sa.text(where), postgresql_where=sa.text(where)
    )


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
