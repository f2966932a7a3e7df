"""The computer player of War of the Pacific: it sees one seat's view and returns an action."""
