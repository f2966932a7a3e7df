"""The smallest game there is: no secrets, no dice, no computer.

Heaps of matches lie on the table. In turn ``first`` and ``second`` take as many as they like of one
heap; whoever takes the last match wins (or loses, where the table chose so).
"""

from tests.support.nim.game import NIM

__all__ = ["NIM"]
