"""Which builds have opened the database."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision."""
    op.create_table(
        "builds",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("revision", sa.Text(), nullable=False),
        sa.Column("numbers", sa.Text(), nullable=False),
    )


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
