"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_APPEND_ONLY = ("actions", "snapshots")


def upgrade() -> None:
    """Go to this revision."""
    op.create_table('campaigns',
    sa.Column('id', sa.Text(), nullable=False),
    sa.Column('game', sa.Text(), nullable=False),
    sa.Column('name', sa.Text(), nullable=False),
    sa.Column('guild_id', sa.BigInteger(), nullable=False),
    sa.Column('channel_id', sa.BigInteger(), nullable=False),
    sa.Column('language', sa.Text(), nullable=False),
    sa.Column('settings', sa.Text(), nullable=False),
    sa.Column('status', sa.Text(), nullable=False),
    sa.Column('creator', _ID, nullable=True),
    sa.Column('seed', sa.LargeBinary(), nullable=False),
    sa.Column('head', sa.Integer(), nullable=False),
    sa.Column('version', sa.Integer(), nullable=False),
    sa.Column('bulletin', sa.Integer(), nullable=False),
    sa.Column('told', sa.Integer(), nullable=False),
    sa.Column('ending', sa.Text(), nullable=True),
    sa.Column('created_at', sa.BigInteger(), nullable=False),
    sa.Column('ended_at', sa.BigInteger(), nullable=True),
    sa.PrimaryKeyConstraint('id')
    )
    op.create_index('campaigns_by_guild', 'campaigns', ['guild_id'], unique=False)
    op.create_index('one_campaign_a_channel', 'campaigns', ['channel_id'], unique=True, sqlite_where=sa.text("status <> 'over'"), postgresql_where=sa.text("status <> 'over'"))
    op.create_table('people',
    sa.Column('id', _ID, nullable=False),
    sa.Column('discord_id', sa.BigInteger(), nullable=False),
    sa.Column('language', sa.Text(), nullable=True),
    sa.Column('closed_at', sa.BigInteger(), nullable=True),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('discord_id'),
    sqlite_autoincrement=True
    )
    op.create_table('actions',
    sa.Column('campaign', sa.Text(), nullable=False),
    sa.Column('seq', sa.Integer(), nullable=False),
    sa.Column('seat', sa.Text(), nullable=True),
    sa.Column('person', _ID, nullable=True),
    sa.Column('kind', sa.Text(), nullable=False),
    sa.Column('secret', sa.Boolean(), nullable=False),
    sa.Column('body', sa.Text(), nullable=False),
    sa.Column('rolls', sa.Text(), nullable=False),
    sa.Column('dice', sa.Integer(), nullable=False),
    sa.Column('events', sa.Text(), nullable=False),
    sa.Column('ruleset', sa.Integer(), nullable=False),
    sa.Column('request', sa.Text(), nullable=False),
    sa.Column('version', sa.Integer(), nullable=False),
    sa.Column('turn', sa.Integer(), nullable=False),
    sa.Column('phase', sa.Text(), nullable=False),
    sa.Column('at', sa.BigInteger(), nullable=False),
    sa.ForeignKeyConstraint(['campaign'], ['campaigns.id'], ),
    sa.PrimaryKeyConstraint('campaign', 'seq'),
    sa.UniqueConstraint('request')
    )
    op.create_table('drafts',
    sa.Column('id', sa.Text(), nullable=False),
    sa.Column('campaign', sa.Text(), nullable=False),
    sa.Column('person', sa.BigInteger(), nullable=False),
    sa.Column('kind', sa.Text(), nullable=False),
    sa.Column('filled', sa.Text(), nullable=False),
    sa.Column('expires_at', sa.BigInteger(), nullable=False),
    sa.ForeignKeyConstraint(['campaign'], ['campaigns.id'], ),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('campaign', 'person', 'kind')
    )
    op.create_table('members',
    sa.Column('campaign', sa.Text(), nullable=False),
    sa.Column('person', _ID, nullable=False),
    sa.Column('seat', sa.Text(), nullable=False),
    sa.Column('joined_at', sa.BigInteger(), nullable=False),
    sa.Column('left_at', sa.BigInteger(), nullable=True),
    sa.ForeignKeyConstraint(['campaign'], ['campaigns.id'], ),
    sa.PrimaryKeyConstraint('campaign', 'person')
    )
    op.create_index('members_by_person', 'members', ['person'], unique=False)
    op.create_table('outbox',
    sa.Column('id', _ID, nullable=False),
    sa.Column('campaign', sa.Text(), nullable=False),
    sa.Column('kind', sa.Text(), nullable=False),
    sa.Column('person', _ID, nullable=True),
    sa.Column('first_seq', sa.Integer(), nullable=False),
    sa.Column('last_seq', sa.Integer(), nullable=False),
    sa.Column('body', sa.Text(), nullable=False),
    sa.Column('nonce', sa.Text(), nullable=False),
    sa.Column('status', sa.Text(), nullable=False),
    sa.Column('attempts', sa.Integer(), nullable=False),
    sa.Column('due_at', sa.BigInteger(), nullable=False),
    sa.Column('message_id', sa.BigInteger(), nullable=True),
    sa.Column('error', sa.Text(), nullable=True),
    sa.Column('created_at', sa.BigInteger(), nullable=False),
    sa.ForeignKeyConstraint(['campaign'], ['campaigns.id'], ),
    sa.PrimaryKeyConstraint('id'),
    sa.UniqueConstraint('nonce'),
    sqlite_autoincrement=True
    )
    op.create_index('outbox_waiting', 'outbox', ['due_at'], unique=False, sqlite_where=sa.text("status IN ('ready', 'sending')"), postgresql_where=sa.text("status IN ('ready', 'sending')"))
    op.create_table('panels',
    sa.Column('campaign', sa.Text(), nullable=False),
    sa.Column('channel_id', sa.BigInteger(), nullable=True),
    sa.Column('message_id', sa.BigInteger(), nullable=True),
    sa.Column('shown', sa.Integer(), nullable=False),
    sa.Column('posting', sa.Text(), nullable=True),
    sa.Column('posted_at', sa.BigInteger(), nullable=True),
    sa.Column('attempts', sa.Integer(), nullable=False),
    sa.Column('due_at', sa.BigInteger(), nullable=False),
    sa.Column('error', sa.Text(), nullable=True),
    sa.ForeignKeyConstraint(['campaign'], ['campaigns.id'], ),
    sa.PrimaryKeyConstraint('campaign')
    )
    op.create_table('snapshots',
    sa.Column('campaign', sa.Text(), nullable=False),
    sa.Column('seq', sa.Integer(), nullable=False),
    sa.Column('ruleset', sa.Integer(), nullable=False),
    sa.Column('body', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['campaign'], ['campaigns.id'], ),
    sa.PrimaryKeyConstraint('campaign', 'seq')
    )
    op.create_table('states',
    sa.Column('campaign', sa.Text(), nullable=False),
    sa.Column('seq', sa.Integer(), nullable=False),
    sa.Column('ruleset', sa.Integer(), nullable=False),
    sa.Column('body', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['campaign'], ['campaigns.id'], ),
    sa.PrimaryKeyConstraint('campaign')
    )
    if op.get_bind().dialect.name == "sqlite":
        # History is never changed or deleted, by whatever hand.
        for table in _APPEND_ONLY:
            for verb in ("UPDATE", "DELETE"):
                op.execute(
                    f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
                )


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
