"""What a server decides about its new tables."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision.

    Every server is as before: it has decided nothing.
    """
    for name in ("pace", "language", "games", "places"):
        op.add_column("guilds", sa.Column(name, sa.Text()))


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
