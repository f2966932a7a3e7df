"""The colours of a printed wargame, on Discord's light ground."""

from __future__ import annotations

from types import MappingProxyType

from render.themes.model import Ground, Livery, Theme

_CHILE = Livery((30, 80, 162), (255, 255, 255), (12, 36, 84), (98, 142, 212))
_PERU = Livery((252, 250, 245), (196, 22, 36), (196, 22, 36), (246, 196, 190))
_BOLIVIA = Livery((16, 106, 58), (255, 220, 64), (6, 60, 32), (96, 168, 112))
_REPUBLICAN = Livery((240, 184, 150), (52, 8, 8), (138, 22, 30), (206, 24, 34))
_NATIONALIST = Livery((150, 182, 196), (6, 26, 44), (20, 56, 84), (206, 24, 34))
_SOUTH = Livery((148, 28, 36), (255, 244, 226), (70, 8, 14), (255, 196, 64))
_NORTH = Livery((30, 72, 124), (236, 246, 255), (8, 28, 58), (255, 196, 64))

STANDARD = Theme(
    name="standard",
    sea=((186, 214, 222), (168, 202, 216), (150, 189, 209), (134, 177, 202), (121, 166, 195)),
    shore=(96, 142, 170),
    coast=(58, 84, 98),
    sea_ink=(38, 74, 110),
    area_ink=(38, 92, 150),
    abroad=Ground((201, 198, 172), 0.3),
    grounds=MappingProxyType(
        {
            "rough": Ground((184, 186, 126), 0.55),
            "mountain": Ground((180, 148, 116), 0.6),
            "desert": Ground((236, 217, 164), 0.42),
            "salt_desert": Ground((244, 242, 236), 0.12),
        }
    ),
    snow=(250, 248, 244),
    river=(38, 104, 176),
    lake=(126, 176, 206),
    barrier=(96, 34, 20),
    rail=(34, 30, 30),
    rail_gap=(250, 246, 236),
    grid=(72, 56, 36),
    grid_sea=(90, 134, 164),
    number=(64, 48, 32),
    number_sea=(66, 106, 138),
    label=(26, 20, 16),
    label_halo=(250, 244, 226),
    city=(150, 30, 24),
    victory=(252, 210, 36),
    victory_ink=(40, 28, 0),
    paper=(243, 234, 211),
    paper_line=(120, 92, 58),
    paper_ink=(44, 32, 22),
    paper_faint=(142, 120, 92),
    highlight=(255, 236, 92),
    battle=(214, 30, 18),
    order=(128, 40, 132),
    veil=(26, 20, 16),
    shadow=(20, 14, 8),
    flame=(255, 214, 60),
    flame_edge=(255, 255, 255),
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
            "desert": Ground((236, 216, 168), 0.5),
            "road": Ground((232, 210, 162), 0.4),
            "river": Ground((196, 196, 132), 0.4),
            "steep": Ground((202, 164, 114), 0.8),
            "hill": Ground((158, 120, 90), 0.85),
            "field": Ground((206, 202, 130), 0.3),
            "wood": Ground((160, 174, 104), 0.35),
            "scrub": Ground((196, 190, 132), 0.4),
            "town": Ground((226, 206, 168), 0.3),
            "level_0": Ground((222, 218, 166), 0.5),
            "level_1": Ground((229, 209, 152), 0.5),
            "level_2": Ground((216, 182, 128), 0.5),
            "level_3": Ground((194, 154, 108), 0.5),
            "level_4": Ground((170, 132, 98), 0.5),
        }
    ),
    inks=MappingProxyType(
        {
            "water": (74, 140, 186),
            "deep": (38, 98, 158),
            "bank": (120, 132, 78),
            "foam": (206, 228, 234),
            "road": (250, 238, 206),
            "road_edge": (150, 116, 74),
            "hachure": (122, 84, 52),
            "rock": (108, 84, 66),
            "rock_light": (222, 200, 168),
            "leaf": (92, 124, 60),
            "leaf_dark": (48, 76, 38),
            "leaf_light": (140, 168, 86),
            "furrow": (112, 134, 58),
            "soil": (176, 148, 92),
            "shade": (64, 46, 28),
            "wall": (244, 232, 208),
            "roof": (186, 96, 62),
            "roof_light": (214, 178, 132),
            "contour": (146, 104, 66),
            "wheat": (232, 204, 110),
            "wheat_dark": (184, 146, 62),
            "floor": (150, 170, 98),
            "marsh": (150, 182, 150),
            "ap": (255, 222, 66),
            "at": (255, 255, 255),
            "art": (255, 150, 44),
        }
    ),
)
