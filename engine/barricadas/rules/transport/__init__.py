"""Chapter 5.5: lorries, guns in tow and horses."""
