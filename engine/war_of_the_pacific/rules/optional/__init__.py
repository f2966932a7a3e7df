"""Optional rules (10): captured ships, infernal machines."""
