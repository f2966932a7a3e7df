"""The buttons of the planning page: Send, End my turn, what helps, and the rest under More."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.letters.parts import STYLES, Pressable, button
from bot.moderator import Campaign, Look, Plan
from bot.text import Raw, Words
from bot.text.rulebook import cite
from bot.ui import orders
from bot.ui.planning.planned import Planned
from engine.api import AnyGame
from engine.playing.planning import CLOSE_ALL

MORE: Final = "more"
"""What a plan's page holds while the buttons of More are shown."""
SETTING_UP: Final = "setup"
"""Key of the phase in which counters are placed before the first turn, in games that have one."""
END_PHASE: Final = "phase"
END_TURN: Final = "turn"
"""What is ended with a sending, in the custom id of the button that does it."""


def setting_up(look: Look) -> bool:
    """Say whether the game is being set up."""
    return look.status is not None and look.status.phase_key == SETTING_UP


class Controls:
    """What may be done with a plan as a whole."""

    def __init__(
        self, campaign: Campaign, look: Look, game: AnyGame, words: Words, plan: Plan
    ) -> None:
        self._campaign = campaign
        self._look = look
        self._game = game
        self._words = words.plain
        self._said = words
        self._plan = plan

    def sending(self, planned: Planned) -> Iterator[Pressable]:
        """Yield Send, and the box for orders: all there is in the middle of an entry."""
        yield from self._send(planned)
        yield self._button("plan.type", "plantype", emoji="⌨️")

    def items(self, planned: Planned, *, groups: bool) -> Iterator[Pressable]:
        """Yield the buttons: End while nothing is planned, then what helps to plan, then More.

        Args:
            planned: The plan gone through.
            groups: Whether its person has named any.
        """
        if not self._plan.entries:
            yield from self.ending(planned)
        if self._game.opponents and self._look.mine:
            code = "plan.suggest" if self._campaign.suggests else "plan.suggest_last"
            yield self._button(code, "plansuggest", emoji="💡")
        yield self._button("plan.type", "plantype", emoji="⌨️")
        if not planned.page.get(MORE):
            yield self._button("plan.more", "planmore", 1, emoji="➕")
            return
        yield self._button("plan.less", "planmore", 0, emoji="➖")
        yield from self._more(planned, groups=groups)

    def ending(self, planned: Planned) -> Iterator[Pressable]:
        """Yield Send, where there is something to be sent, and what ends the turn or phase too."""
        yield from self._send(planned)
        for what in self.ends(planned):
            name, sign = ("phase", "⏭️") if what == END_PHASE else ("turn", "🏁")
            code = f"plan.send_end_{name}" if self._plan.entries else f"plan.end_{name}"
            yield self._button(code, "plansendend", what, self._plan.revision, emoji=sign)

    def ends(self, planned: Planned) -> list[str]:
        """Return what can be ended behind the plan, the turn first; nothing that it ends already.

        What is planned before the battle is ended by itself: what follows is not seen yet. Of an
        empty plan the end of the phase is under More, where the turn can be ended.
        """
        ending = planned.ending
        if any(entry.kind == CLOSE_ALL for entry in self._plan.entries):
            return []
        turn = ending.turn and not (setting_up(self._look) and ending.closing is not None)
        found = [END_TURN] if turn else []
        if ending.closing is not None and (self._plan.entries or not turn):
            found.append(END_PHASE)
        return found

    def due(self, planned: Planned) -> list[str]:
        """Say in a line what has to be done before the turn can be ended, where it is not yet."""
        ending = planned.ending
        alone = setting_up(self._look) and ending.closing is not None
        if not ending.due or alone or any(one.kind == CLOSE_ALL for one in self._plan.entries):
            return []
        first, *others = ending.due
        why = Raw(f"{self._said.listing(1).say(first)}{cite(first.rule, self._said)}")
        line = "🏁 " + self._said.bot("plan.due", why=why)
        return [line + " " + self._said.bot("plan.due_more", n=len(others)) if others else line]

    def _send(self, planned: Planned) -> Iterator[Pressable]:
        """Yield Send, with how many entries it sends; where it would send none there is none."""
        if planned.sendable:
            label = self._words.bot("plan.send", n=planned.sendable)
            where = (self._campaign.id, self._plan.revision)
            yield button(label, "plansend", *where, style=STYLES.success, emoji="📨")

    def _more(self, planned: Planned, *, groups: bool) -> Iterator[Pressable]:
        """Yield what is not pressed every turn."""
        ends = self.ends(planned)
        if planned.closing is not None and ends and not setting_up(self._look):
            if END_PHASE not in ends:
                where = (END_PHASE, self._plan.revision)
                yield self._button("plan.end_phase", "plansendend", *where, emoji="⏭️")
            yield self._button("plan.next_phase", "planend", emoji="➡️")
        if len(planned.acting.offered) > 1:
            yield self._button("plan.several", "planseveral", emoji="👥")
        if self._plan.entries:
            yield self._button("plan.if", "planif", emoji="🔮")
            yield self._button("plan.clear", "planclear", emoji="🧹")
        if self._plan.entries and self._campaign.pace is not None:
            code = "plan.not_late" if self._plan.late else "plan.late"
            yield self._button(code, "planlate", int(not self._plan.late), emoji="⌛")
        if groups:
            yield self._button("plan.groups", "plangroups", emoji="⭐")
        yield self._button("button.odds", "odds", emoji="🎲")
        yield from orders.hint(self._campaign, self._words)

    def _button(
        self, code: str, verb: str, *parts: str | int, emoji: str | None = None
    ) -> Pressable:
        return button(self._words.bot(code), verb, self._campaign.id, *parts, emoji=emoji)
