"""Batalla de Calama (D. Zeballos Olmos, 2nd edition)."""
