"""The published lists of clauses, rulings and cases: what each game's moderator does, and why."""
