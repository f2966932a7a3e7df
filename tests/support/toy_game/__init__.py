"""A small complete game, to test everything around the rules without any real rules.

Two ferrymen, ``red`` and ``blue``, cross a river in turn. In one's own turn one rows (one die a
stroke) as often as one dares and lands; a six lets the other side shout (an interruption). Before
or at any time each may hide a lantern at a bank, in secret: whoever lands where the other's lantern
stands is seen, and loses his strokes. It has everything the contract knows: a secret action, dice,
an interruption with buttons, events for one seat only, a draw, a computer player, a standing order
that answers the interruption.

Where a table plays with crates, each ferry carries one that was drawn unseen: its ferryman knows
what is in it, the other sees that there is one, whoever watches sees nothing. What has been landed
counts at the end, and is told then.
"""

from tests.support.toy_game.actions import Forget, Hide, Land, Reply, Row, Settings, Shout
from tests.support.toy_game.crates import CLOSED, CRATES
from tests.support.toy_game.game import TOY, ToyGame
from tests.support.toy_game.opponent import ToyOpponent
from tests.support.toy_game.state import BANKS, SEATS, State, View, other

__all__ = [
    "BANKS",
    "CLOSED",
    "CRATES",
    "SEATS",
    "TOY",
    "Forget",
    "Hide",
    "Land",
    "Reply",
    "Row",
    "Settings",
    "Shout",
    "State",
    "ToyGame",
    "ToyOpponent",
    "View",
    "other",
]
