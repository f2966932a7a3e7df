"""Setting up: armies, terrain, battle plans, deployment, ambushes, flank marches (11)."""
