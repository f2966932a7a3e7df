"""The state after every action is kept, and a campaign knows which ruleset it was told of."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision: what was played before keeps the states that it has."""
    op.add_column(
        "campaigns", sa.Column("ruleset_told", sa.Integer(), nullable=False, server_default="1")
    )
    op.execute(
        "UPDATE campaigns SET ruleset_told = coalesce("
        "(SELECT ruleset FROM states WHERE states.campaign = campaigns.id), 1)"
    )
    op.create_table(
        "steps",
        sa.Column("campaign", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("ruleset", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["campaign"], ["campaigns.id"]),
        sa.PrimaryKeyConstraint("campaign", "seq"),
    )
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER steps_no_{verb.lower()} BEFORE {verb} ON steps "
                f"BEGIN SELECT RAISE(ABORT, 'steps is append-only'); END"
            )


def downgrade() -> None:
    """There is no way back: restore the copy that was made before."""
    raise RuntimeError("restore the copy <database>.<revision>.bak instead")
