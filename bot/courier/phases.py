"""The pictures of a bulletin: one of each phase in which something happened, and the whole map."""

from __future__ import annotations

from collections.abc import Sequence

from bot.courier.pictures import Gallery, keys_named
from bot.moderator import Look, Moderator
from bot.store.log import ActionRow
from bot.store.outbox import OutboxRow
from engine.api import Event, Seat
from render.api import CHANGES, NO_PHASE_REPORT, WHOLE, PhaseReport, Picture, Section

Told = Sequence[tuple[ActionRow, tuple[Event, ...]]]
"""What a seat, or everybody, may know of some steps: each with its events."""


def always() -> bool:
    """Say that a picture is wanted, however much has happened since: it belongs to its message."""
    return True


class PhasePictures:
    """Has them drawn. They depend on the log alone, not on when they are drawn."""

    def __init__(self, moderator: Moderator, gallery: Gallery) -> None:
        self._moderator = moderator
        self._gallery = gallery

    async def of(self, row: OutboxRow, look: Look, told: Told) -> tuple[Picture, ...]:
        """Return a bulletin's pictures.

        Args:
            row: The bulletin.
            look: The public look after the last step told of.
            told: What it tells.
        """
        # What was ordered by an earlier version has one picture, of the phase that is past.
        frames = row.body.get("frames", [look.version] if row.body["map"] else [])
        ends = [done.seq for done, _ in told if done.version in frames]
        found = []
        since = row.first_seq - 1
        for seq in ends:
            here = await self._look(row.campaign, seq)
            events = [event for done, each in told if since < done.seq <= seq for event in each]
            # Never by where the row ends: that may be a step in secret, and nobody may notice.
            decisions = look.decisions if seq == ends[-1] else ()
            awaited = tuple(dict.fromkeys(one.seat for one in decisions))
            found.append(await self._phase(row.campaign, since, seq, here, events, awaited))
            since = seq
        if row.body.get("whole") and (look.campaign.posts == "changes" or not found):
            found.append(await self._picture(look, WHOLE))
        # Of a phase that changed nothing on the map the whole of it is shown: once is enough.
        return tuple({one.data: one for one in found if one is not None}.values())

    async def _phase(
        self,
        campaign: str,
        since: int,
        seq: int,
        look: Look,
        events: Sequence[Event],
        awaited: tuple[Seat, ...],
    ) -> Picture | None:
        """Return the picture of a phase that ended with step *seq*; the one before with *since*."""
        before = await self._look(campaign, since) if since > 0 else None
        if before is None or not (look.exact and before.exact):
            return await self._picture(look, WHOLE)  # what changed between them is not known
        if look.campaign.posts == "whole":
            return await self._picture(look, WHOLE, before)
        passed = await self._look(campaign, seq - 1)
        report = PhaseReport(
            passed=passed.view if passed.exact else None,
            places=tuple(dict.fromkeys(keys_named(events))),
            awaited=awaited,
            events=tuple(events),
        )
        return await self._picture(look, CHANGES, before, report)

    async def _picture(
        self,
        look: Look,
        section: Section,
        before: Look | None = None,
        report: PhaseReport = NO_PHASE_REPORT,
    ) -> Picture | None:
        return await self._gallery.picture(
            self._moderator.game(look.campaign),
            look,
            section,
            language=look.campaign.language,
            before=before,
            report=report,
            theme=look.campaign.theme,
            wanted=always,
        )

    async def _look(self, campaign: str, seq: int) -> Look:
        return await self._moderator.reader.look_back(campaign, None, seq)
