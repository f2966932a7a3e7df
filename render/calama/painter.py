"""Pictures of Batalla de Calama."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PIL import Image

from engine.api import Text
from engine.calama.board import load_board
from engine.calama.state import View
from render.api import WHOLE, Choosing, Frame, Names, Picture
from render.calama import sheet
from render.calama.alt import describe_choice, describe_picture
from render.calama.changes import Changes, changes
from render.calama.choosing import WHOLE_WIDTH, aim_at, read_choice
from render.calama.fights import draw_fights, draw_lines
from render.calama.legend import HEIGHT as LEGEND
from render.calama.legend import draw_legend
from render.calama.overlay import Stage, draw_command, draw_ground, draw_table
from render.calama.panels import HEAD, draw_heading, draw_tables, tables_height
from render.calama.plans import plan_frame, zone_names
from render.calama.spotlight import draw_choice, draw_key, draw_light
from render.encoding import encode, encode_small
from render.themes import STANDARD, Theme


class CalamaPainter:
    """Draws views of Batalla de Calama; see :class:`render.api.Painter`."""

    def __init__(self, theme: Theme = STANDARD) -> None:
        self._theme = theme
        self._board = load_board()

    def paint(
        self,
        view: Any,
        frame: Frame = WHOLE,
        *,
        before: Any | None = None,
        choosing: Choosing | None = None,
        names: Names,
    ) -> Picture:
        """Return *view* drawn within *frame*.

        Raises:
            UnknownFrameError: When *frame* names what the board does not have.
        """
        assert isinstance(view, View)
        if choosing is not None:
            return self._paint_choosing(view, frame, choosing, names)
        board, theme = self._board, self._theme
        plan = plan_frame(board, frame)
        changed = changes(before.table if before is not None else None, view.table)
        image = sheet.printed_board(board, theme, plan).convert("RGB")
        stage = Stage(image, board, theme, plan, view, changed, names)
        draw_ground(stage)
        draw_command(stage)
        draw_lines(stage)
        draw_table(stage)
        draw_fights(stage)
        image = self._framed(stage)
        return Picture(
            data=encode(image, sheet.palette(board, theme)),
            suffix="png",
            width=image.size[0],
            height=image.size[1],
            alt=describe_picture(board, view, plan, changed),
        )

    def _framed(self, stage: Stage) -> Image.Image:
        """Return the board with its heading, and if it is the whole board, all panels beneath."""
        width, height = stage.image.size
        whole = stage.plan.whole
        scale = stage.scale if whole else width / 34.6
        head = round((HEAD if whole else 2.3) * scale)
        foot = round((tables_height() + LEGEND) * scale) if whole else 0
        image = Image.new("RGB", (width, head + height + foot), self._theme.paper)
        image.paste(stage.image, (0, head))
        sheet_ = replace(stage, image=image)
        draw_heading(sheet_, head)
        if whole:
            draw_tables(sheet_, head + height)
            draw_legend(sheet_, head + height + tables_height() * scale)
        return image

    def _paint_choosing(
        self, view: View, frame: Frame, choosing: Choosing, names: Names
    ) -> Picture:
        """Return a small picture of what the viewer is choosing."""
        board, theme = self._board, self._theme
        choice = read_choice(board, view, choosing)
        if frame.kind == "whole" and frame.width is None:
            frame = replace(frame, width=WHOLE_WIDTH)
        plan = plan_frame(board, frame)
        image = sheet.printed_board(board, theme, plan).convert("RGB")
        stage = Stage(image, board, theme, plan, choice.view, Changes(), names)
        draw_ground(stage)
        draw_light(stage, choice)
        draw_table(stage)
        draw_choice(stage, choice)
        head = max(24, round(image.size[0] * 0.055))
        keyed = Image.new("RGB", (image.size[0], head + image.size[1]), theme.paper)
        keyed.paste(image, (0, head))
        draw_key(keyed, theme, head, choice, names)
        return Picture(
            data=encode_small(keyed),
            suffix="webp",
            width=keyed.size[0],
            height=keyed.size[1],
            alt=(
                *describe_choice(choice),
                *describe_picture(board, choice.view, plan, Changes()),
            ),
        )

    def aim(self, view: Any, choosing: Choosing) -> Frame | None:
        """Return the closest frame that shows what is chosen and what may be."""
        assert isinstance(view, View)
        return aim_at(read_choice(self._board, view, choosing))

    def frames(self, view: Any) -> tuple[Frame, ...]:
        """Return the whole board and every zone."""
        return (WHOLE, *(Frame("zone", key) for key, _ in self.zones()))

    def zones(self) -> tuple[tuple[str, Text], ...]:
        """Return every zone's key and name."""
        return zone_names()

    def warm(self) -> None:
        """Draw the land and choose the palette, which takes some seconds."""
        sheet.warm(self._board, self._theme)
        sheet.printed_board(self._board, self._theme, plan_frame(self._board, WHOLE))
