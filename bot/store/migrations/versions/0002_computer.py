"""Campaigns against the computer."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision: whatever there is already is between people."""
    op.add_column("campaigns", sa.Column("computer", sa.Text(), nullable=True))


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
