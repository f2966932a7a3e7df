"""Ships without an order go home (4.1.unassigned, 7.2.return): to which ports they may.

Rules:
    4.1.unassigned, 7.2.return; WP-E2, WP-R3.
    Also 2.4.any, 7.2.box.
"""

from __future__ import annotations

from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.state import CHILE
from engine.war_of_the_pacific.survey import Scene, friendly_ports


def homes(scene: Scene, side: str) -> tuple[str, ...]:
    """Return the ports to which ships of a side return that have no order.

    Rules:
        7.2.return; WP-E2 (any friendly port, or for Chile its box alone), WP-R3.
    """
    if side == CHILE and scene.settings.follows("orderless_ships") == "es":
        return (BOX,)
    return tuple(sorted(friendly_ports(scene, side), key=lambda port: (port != BOX, port)))
