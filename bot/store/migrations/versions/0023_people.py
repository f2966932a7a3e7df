"""How people at a table are called, and since when they are out of its server."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision."""
    op.add_column("members", sa.Column("name", sa.Text()))
    op.add_column("members", sa.Column("gone_at", sa.BigInteger()))
    op.add_column("asks", sa.Column("name", sa.Text()))
    op.create_index(
        "members_gone",
        "members",
        ["person"],
        sqlite_where=sa.text("gone_at IS NOT NULL"),
        postgresql_where=sa.text("gone_at IS NOT NULL"),
    )


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
