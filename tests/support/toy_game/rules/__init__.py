"""The rules by chapter: what is offered, what is refused, what is done, who is asked."""
