"""Every chain of steps begins anew, and what is to be posted has a checksum."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision.

    Earlier versions stored the first step after an update as it differed from a text that was not
    on file, so what follows it may be out of reach. From the present state on, nothing is.
    """
    op.add_column("outbox", sa.Column("checksum", sa.LargeBinary()))
    op.execute(
        "INSERT INTO snapshots (campaign, seq, ruleset, body) "
        "SELECT campaign, seq, ruleset, body FROM states "
        "WHERE campaign IN (SELECT id FROM campaigns WHERE status = 'playing') "
        "AND NOT EXISTS (SELECT 1 FROM snapshots AS kept "
        "WHERE kept.campaign = states.campaign AND kept.seq = states.seq)"
    )


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
