"""Every picture of every game on one page, for people who change them."""
