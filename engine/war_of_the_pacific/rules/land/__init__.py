"""Land operations (8.1 to 8.6): stacking, movement, attrition, who holds a hex."""
