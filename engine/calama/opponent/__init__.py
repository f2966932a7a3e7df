"""The computer player of Batalla de Calama: it sees one seat's view and returns an action."""
