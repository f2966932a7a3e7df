"""Of which campaign one is the rematch."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision."""
    op.add_column("campaigns", sa.Column("rematch_of", sa.Text()))
    op.create_index(
        "campaigns_by_rematch",
        "campaigns",
        ["rematch_of"],
        sqlite_where=sa.text("rematch_of IS NOT NULL"),
        postgresql_where=sa.text("rematch_of IS NOT NULL"),
    )


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
