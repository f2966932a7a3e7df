"""Pictures of Batalla de Calama."""
