"""Few inks on white paper, little relief: what a printer, or a pale screen, shows best."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from render.themes.model import Colour, Ground, Livery
from render.themes.standard import STANDARD

_BLACK: Colour = (24, 24, 24)
_WHITE: Colour = (255, 255, 255)
_BLUE: Colour = (20, 70, 150)
_RED: Colour = (190, 20, 30)

_CHILE = Livery(_BLUE, _WHITE, (8, 30, 76), (112, 150, 206))
_PERU = Livery(_WHITE, _RED, _RED, (244, 196, 196))
_BOLIVIA = Livery((10, 100, 60), _WHITE, (0, 52, 30), (110, 170, 136))
_REPUBLICAN = Livery((255, 214, 196), (70, 8, 8), (170, 16, 24), (206, 24, 34))
_NATIONALIST = Livery((158, 196, 226), (4, 24, 50), (14, 50, 100), (206, 24, 34))
_SOUTH = Livery((176, 18, 30), _WHITE, (90, 4, 12), (255, 206, 70))
_NORTH = Livery((18, 66, 144), _WHITE, (6, 26, 70), (255, 206, 70))

PRINT = replace(
    STANDARD,
    name="print",
    sea=((232, 241, 246), (228, 239, 245), (224, 236, 243), (220, 233, 242), (216, 231, 240)),
    shore=(120, 150, 170),
    coast=(50, 60, 66),
    sea_ink=(44, 84, 120),
    area_ink=_BLUE,
    abroad=Ground((240, 240, 238), 0.08),
    grounds=MappingProxyType(
        {
            "rough": Ground((228, 234, 214), 0.16),
            "mountain": Ground((218, 208, 198), 0.24),
            "desert": Ground((250, 244, 226), 0.1),
            "salt_desert": Ground(_WHITE, 0.04),
        }
    ),
    snow=_WHITE,
    lake=(196, 222, 236),
    rail=_BLACK,
    rail_gap=_WHITE,
    grid=(120, 120, 116),
    grid_sea=(160, 184, 198),
    number=(70, 70, 68),
    number_sea=(72, 100, 122),
    label=_BLACK,
    label_halo=_WHITE,
    city=_RED,
    paper=_WHITE,
    paper_line=(110, 110, 110),
    paper_ink=_BLACK,
    paper_faint=(112, 112, 112),
    highlight=(255, 226, 60),
    battle=_RED,
    order=(120, 30, 130),
    veil=(60, 60, 60),
    shadow=(60, 60, 60),
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
    squares=MappingProxyType(
        {
            "desert": Ground((251, 246, 232), 0.1),
            "road": Ground((250, 244, 228), 0.1),
            "river": Ground((232, 240, 230), 0.1),
            "steep": Ground((236, 226, 212), 0.3),
            "hill": Ground((218, 206, 194), 0.34),
            "field": Ground((240, 242, 216), 0.08),
            "wood": Ground((222, 234, 208), 0.1),
            "scrub": Ground((236, 238, 222), 0.1),
            "town": Ground((246, 238, 226), 0.08),
            "level_0": Ground((246, 244, 226), 0.2),
            "level_1": Ground((244, 232, 206), 0.2),
            "level_2": Ground((236, 218, 188), 0.2),
            "level_3": Ground((224, 202, 172), 0.2),
            "level_4": Ground((212, 188, 160), 0.2),
        }
    ),
    inks=MappingProxyType(
        {
            **STANDARD.inks,
            "water": (140, 190, 220),
            "deep": (60, 120, 170),
            "bank": (170, 184, 150),
            "road": _WHITE,
            "road_edge": (130, 120, 108),
            "hachure": (140, 122, 104),
            "rock": (140, 132, 124),
            "rock_light": (240, 236, 230),
            "leaf": (150, 180, 128),
            "leaf_dark": (96, 130, 84),
            "leaf_light": (186, 208, 160),
            "furrow": (170, 184, 130),
            "soil": (222, 210, 180),
            "wall": (250, 246, 238),
            "contour": (168, 134, 100),
            "wheat": (246, 232, 176),
            "wheat_dark": (206, 180, 110),
            "floor": (206, 224, 186),
            "marsh": (200, 224, 218),
            "ap": (255, 226, 80),
            "at": (255, 255, 255),
            "art": (255, 164, 70),
        }
    ),
)
