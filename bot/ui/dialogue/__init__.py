"""The dialogue that asks for an action field by field: its fields, forms, objections and words."""
