"""Standing orders: a campaign in which one is to answer before anybody is asked."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision: nothing is to be answered in what there is already."""
    op.add_column("campaigns", sa.Column("answering", sa.Text(), nullable=True))


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
