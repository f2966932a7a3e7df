"""How Alembic finds the connection: ``bot.store.migrate`` hands it in."""

from alembic import context

from bot.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    render_as_batch=True,
    transaction_per_migration=False,
)
# The caller commits: all missing migrations hold, or none.
context.run_migrations()
