"""The Administrative Phase (4.1 I): naval orders, supply received."""
