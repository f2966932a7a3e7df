"""What shooting, melee and rout look up."""
