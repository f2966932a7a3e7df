"""Night colours, for Discord's dark grounds: nothing glares, figures are light on deep tones."""

from __future__ import annotations

from types import MappingProxyType

from render.themes.model import Ground, Livery, Theme

_CHILE = Livery((44, 100, 196), (255, 255, 255), (150, 188, 244), (24, 56, 120))
_PERU = Livery((226, 221, 212), (158, 14, 28), (158, 14, 28), (232, 160, 156))
_BOLIVIA = Livery((16, 92, 54), (255, 220, 80), (140, 206, 150), (52, 136, 84))
_REPUBLICAN = Livery((120, 44, 40), (255, 232, 214), (236, 160, 140), (236, 84, 70))
_NATIONALIST = Livery((38, 84, 110), (226, 242, 250), (150, 200, 226), (236, 84, 70))
_SOUTH = Livery((142, 34, 40), (255, 236, 222), (248, 176, 164), (255, 190, 70))
_NORTH = Livery((30, 74, 140), (230, 242, 255), (158, 200, 246), (255, 190, 70))

DARK = Theme(
    name="dark",
    sea=((44, 66, 80), (39, 59, 74), (34, 53, 68), (30, 47, 62), (27, 42, 56)),
    shore=(84, 120, 140),
    coast=(132, 158, 170),
    sea_ink=(164, 198, 220),
    area_ink=(138, 188, 236),
    abroad=Ground((58, 58, 54), 0.3),
    grounds=MappingProxyType(
        {
            "rough": Ground((70, 76, 52), 0.5),
            "mountain": Ground((82, 66, 56), 0.55),
            "desert": Ground((96, 86, 64), 0.4),
            "salt_desert": Ground((108, 106, 100), 0.12),
        }
    ),
    snow=(138, 140, 142),
    river=(104, 166, 224),
    lake=(60, 96, 120),
    barrier=(240, 150, 104),
    rail=(222, 216, 204),
    rail_gap=(40, 38, 36),
    grid=(28, 26, 24),
    grid_sea=(66, 92, 110),
    number=(226, 218, 202),
    number_sea=(150, 182, 204),
    label=(246, 240, 228),
    label_halo=(24, 24, 26),
    city=(255, 140, 120),
    victory=(236, 190, 40),
    victory_ink=(36, 26, 0),
    paper=(43, 45, 49),
    paper_line=(112, 108, 100),
    paper_ink=(232, 228, 218),
    paper_faint=(158, 154, 146),
    highlight=(255, 226, 84),
    battle=(255, 104, 88),
    order=(222, 156, 255),
    veil=(8, 8, 10),
    shadow=(6, 6, 8),
    flame=(255, 214, 60),
    flame_edge=(255, 244, 224),
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
            "desert": Ground((98, 88, 66), 0.45),
            "road": Ground((94, 84, 62), 0.4),
            "river": Ground((74, 78, 54), 0.4),
            "steep": Ground((82, 66, 48), 0.7),
            "hill": Ground((66, 52, 42), 0.75),
            "field": Ground((80, 82, 50), 0.3),
            "wood": Ground((58, 68, 42), 0.35),
            "scrub": Ground((78, 76, 54), 0.4),
            "town": Ground((92, 84, 70), 0.3),
            "level_0": Ground((66, 70, 50), 0.5),
            "level_1": Ground((82, 78, 54), 0.5),
            "level_2": Ground((98, 84, 60), 0.5),
            "level_3": Ground((112, 94, 70), 0.5),
            "level_4": Ground((124, 104, 82), 0.5),
        }
    ),
    inks=MappingProxyType(
        {
            "water": (58, 112, 156),
            "deep": (96, 156, 208),
            "bank": (60, 66, 42),
            "foam": (112, 146, 164),
            "road": (156, 142, 112),
            "road_edge": (58, 46, 32),
            "hachure": (44, 32, 22),
            "rock": (48, 40, 34),
            "rock_light": (124, 110, 92),
            "leaf": (58, 86, 44),
            "leaf_dark": (30, 48, 26),
            "leaf_light": (88, 116, 60),
            "furrow": (52, 66, 32),
            "soil": (82, 68, 44),
            "shade": (18, 14, 10),
            "wall": (160, 148, 128),
            "roof": (134, 72, 50),
            "roof_light": (164, 132, 96),
            "contour": (190, 150, 108),
            "wheat": (120, 104, 52),
            "wheat_dark": (150, 128, 66),
            "floor": (52, 66, 40),
            "marsh": (56, 84, 78),
            "ap": (255, 222, 66),
            "at": (255, 255, 255),
            "art": (255, 150, 44),
        }
    ),
)
