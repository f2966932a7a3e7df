"""The tables of the game as data: most are the house's, and a host may lay others over them."""
