"""For eyes that lack a kind of cone.

What must be told apart differs in lightness, or in the one pair of hues that is left, as
``tests/render/test_themes.py`` holds by a simulation.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from render.themes.model import Colour, Livery
from render.themes.standard import STANDARD

_WHITE: Colour = (255, 255, 255)

# -- red and green look alike: blue, white and black are left -----------------------------------

_CHILE = Livery((20, 84, 190), _WHITE, (6, 36, 96), (120, 164, 232))
_PERU = Livery((255, 253, 248), (122, 52, 0), (122, 52, 0), (240, 206, 164))
_BOLIVIA = Livery((40, 38, 36), (255, 216, 48), (8, 8, 8), (122, 118, 110))
_REPUBLICAN = Livery((250, 196, 110), (52, 20, 0), (110, 50, 0), (168, 40, 0))
_NATIONALIST = Livery((130, 176, 226), (4, 24, 60), (10, 50, 110), (168, 40, 0))
_SOUTH = Livery((132, 52, 0), (255, 246, 224), (60, 20, 0), (255, 222, 80))
_NORTH = Livery((16, 66, 156), (238, 246, 255), (4, 26, 76), (255, 222, 80))

DEUTERANOPIA = replace(
    STANDARD,
    name="deuteranopia",
    barrier=(60, 28, 16),
    city=(122, 34, 0),
    battle=(168, 40, 0),
    order=(76, 40, 196),
    highlight=(255, 240, 60),
    liveries=MappingProxyType(
        {
            "chile": _CHILE,
            "peru": _PERU,
            "bolivia": _BOLIVIA,
            "republican": _REPUBLICAN,
            "nationalist": _NATIONALIST,
            "south": _SOUTH,
            "north": _NORTH,
        }
    ),
    sides=MappingProxyType(
        {
            "chile": _CHILE,
            "allies": _PERU,
            "republican": _REPUBLICAN,
            "nationalist": _NATIONALIST,
            "south": _SOUTH,
            "north": _NORTH,
        }
    ),
)
PROTANOPIA = replace(
    DEUTERANOPIA,
    name="protanopia",
    # Red is nearly black to them: an orange keeps its light.
    battle=(186, 66, 0),
)

# -- blue and green, yellow and pink look alike: red against blue-green is left ------------------

_CHILE_T = Livery((0, 92, 140), _WHITE, (0, 40, 66), (110, 176, 206))
_PERU_T = Livery((255, 252, 250), (176, 0, 32), (176, 0, 32), (248, 196, 200))
_BOLIVIA_T = Livery((38, 36, 40), (255, 196, 180), (8, 8, 8), (120, 114, 118))
_REPUBLICAN_T = Livery((244, 176, 170), (60, 0, 14), (150, 0, 40), (206, 0, 24))
_NATIONALIST_T = Livery((120, 190, 200), (0, 32, 44), (0, 70, 90), (206, 0, 24))
_SOUTH_T = Livery((152, 12, 40), (255, 244, 240), (74, 0, 18), (255, 206, 190))
_NORTH_T = Livery((0, 78, 100), (232, 250, 252), (0, 34, 46), (255, 206, 190))

TRITANOPIA = replace(
    STANDARD,
    name="tritanopia",
    river=(0, 96, 150),
    battle=(206, 0, 24),
    order=(70, 0, 96),
    highlight=(255, 238, 120),
    liveries=MappingProxyType(
        {
            "chile": _CHILE_T,
            "peru": _PERU_T,
            "bolivia": _BOLIVIA_T,
            "republican": _REPUBLICAN_T,
            "nationalist": _NATIONALIST_T,
            "south": _SOUTH_T,
            "north": _NORTH_T,
        }
    ),
    sides=MappingProxyType(
        {
            "chile": _CHILE_T,
            "allies": _PERU_T,
            "republican": _REPUBLICAN_T,
            "nationalist": _NATIONALIST_T,
            "south": _SOUTH_T,
            "north": _NORTH_T,
        }
    ),
)
