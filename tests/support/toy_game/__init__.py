"""A small complete game: what docs/adding-a-game.md walks through, and what tests play on.

Two ferrymen, ``red`` and ``blue``, cross a river in turn. In one's own turn one rows (one die a
stroke) as often as one dares and lands; a six lets the other side shout (an interruption). Before
or at any time each may hide a lantern at a bank, in secret: whoever lands where the other's lantern
stands is seen, and loses their strokes.

Where a table plays with *crates*, each ferry carries one that was drawn unseen: its ferryman knows
what is in it, the other sees that there is one, whoever watches sees nothing. What has been landed
counts at the end, and is told then. Where it plays with *smuggling*, each side first loads its
ferry unseen (orders made of several parts, set and then closed), may note a shoal at a point of the
river and have a bank watched; the bow can be turned by an angle, and after every landing the other
side is asked whether it searches, which it can only where its lantern stands. Where it plays with
*hoarse* ferrymen each shouts once in a game, and the next six asks them nothing.

It is made of the engine's shared parts, as every game is; ``rules/`` has a module a chapter.
"""

from engine.kit.standing_orders import Forget
from tests.support.toy_game.actions import (
    Hide,
    Land,
    Load,
    Mark,
    Point,
    Ready,
    Reply,
    Row,
    Search,
    Settings,
    Shout,
    Stow,
    Turn,
    Watch,
)
from tests.support.toy_game.game import TOY, ToyGame
from tests.support.toy_game.opponent import ToyOpponent
from tests.support.toy_game.rules.crates import CLOSED, CRATES
from tests.support.toy_game.state import BANKS, SEATS, State, Table, View, other

__all__ = [
    "BANKS",
    "CLOSED",
    "CRATES",
    "SEATS",
    "TOY",
    "Forget",
    "Hide",
    "Land",
    "Load",
    "Mark",
    "Point",
    "Ready",
    "Reply",
    "Row",
    "Search",
    "Settings",
    "Shout",
    "State",
    "Stow",
    "Table",
    "ToyGame",
    "ToyOpponent",
    "Turn",
    "View",
    "Watch",
    "other",
]
