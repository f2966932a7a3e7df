"""What a table's posts show, and what happened that no post has told yet."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision."""
    posts = sa.Column("posts", sa.Text(), nullable=False, server_default="changes")
    op.add_column("campaigns", posts)
    op.add_column("campaigns", sa.Column("untold", sa.Text()))


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
