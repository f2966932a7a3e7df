"""What may be tried, by the first column of the page: the ways to it, and where it would succeed.

A new row of the page needs its deed here; the commands and verbs of both must be the same. What is
tried on the table of a state where the page has no row of it must be refused to everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from tests.support.permissions.scenes import USUAL
from tests.support.permissions.ways import Way, aside, boxed, ordered, pressed, typed

REASON: Final = {"reason": "they asked for it"}


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody may want to do.

    Attributes:
        name: As the page has it.
        ways: What is tried; who may do it does so by the first.
        leaves: A table on file that it changes; "" for what is only looked at.
        at: In which scene it would succeed, by state, where that is not the usual one.
        letter: Who tries it by direct message, by their column.
        anew: Whether who does it does so from the position of its scene, as for what it changes.
        tells: Whether its answer names what each side has hidden, to whom it may.
        says: What else a refusal says, where it is no complaint.
    """

    name: str
    ways: tuple[Way, ...]
    leaves: str = ""
    at: Mapping[str, str] = field(default_factory=dict)
    letter: str = "awaited"
    says: str = ""
    anew: bool = False
    tells: bool = False

    def scene(self, state: str) -> str:
        """Return in which scene of a state it is tried."""
        return self.at.get(state, USUAL[state])


def _deed(
    name: str,
    *ways: Way,
    leaves: str = "",
    letter: str = "awaited",
    says: str = "",
    anew: bool = False,
    tells: bool = False,
    **at: str,
) -> Deed:
    return Deed(name, ways, leaves, at, letter, says, anew or bool(leaves), tells)


SEATS: Final = (
    _deed(
        "take a free side",
        typed("game join", side="blue"),
        pressed("join", "{c}", "blue"),
        open="opened",
        playing="empty",
        letter="watcher",
        anew=True,
    ),
    _deed(
        "ask for a side that others hold",
        typed("game join", side="red"),
        pressed("join", "{c}", "red"),
        leaves="asks",
        open="opened",
        letter="watcher",
    ),
    _deed(
        "ask for a side that is offered",
        typed("game join", side="red"),
        pressed("join", "{c}", "red"),
        leaves="asks",
        letter="watcher",
        playing="offered",
    ),
    _deed(
        "let in who asks, or turn them away",
        pressed("admit", "{c}", "{ask}"),
        pressed("turnaway", "{c}", "{ask}"),
        leaves="asks",
        open="opened",
    ),
    _deed(
        "let in at a side that its player offers",
        pressed("admit", "{c}", "{ask}"),
        pressed("turnaway", "{c}", "{ask}"),
        leaves="asks",
        playing="offered",
    ),
    _deed(
        "let in at a side for which the clock or a referee looks",
        pressed("admit", "{c}", "{ask}"),
        pressed("turnaway", "{c}", "{ask}"),
        leaves="asks",
        playing="sought",
    ),
    _deed(
        "let in at a side that nobody holds",
        pressed("admit", "{c}", "{ask}"),
        pressed("turnaway", "{c}", "{ask}"),
        leaves="asks",
        playing="empty",
    ),
    _deed(
        "let in at a side whose players left the server",
        pressed("admit", "{c}", "{ask}"),
        pressed("turnaway", "{c}", "{ask}"),
        leaves="asks",
        playing="deserted",
        letter="manager",
    ),
    _deed(
        "call for players of such a side",
        pressed("seek", "{c}", "blue"),
        playing="deserted",
        anew=True,
    ),
    _deed(
        "take or decline a side that was granted",
        pressed("takeseat", "{c}", "{ask}"),
        pressed("nothanks", "{c}", "{ask}"),
        leaves="asks",
        playing="granted",
        letter="watcher",
    ),
    _deed("look at the page of one's side", typed("game seat"), pressed("seatpage")),
    _deed(
        "offer one's side to others",
        boxed("giveseatbox", note="It burns."),
        pressed("giveseat"),
        leaves="vacancies",
    ),
    _deed("offer it no more", pressed("keepseat"), leaves="vacancies", playing="offered"),
    _deed(
        "ask for the computer, a pause, another's substitute",
        pressed("standin"),
        pressed("askpause"),
        pressed("askseat", "{c}", "blue"),
        leaves="offers",
    ),
    _deed(
        "take one's side back from the computer",
        pressed("imback"),
        leaves="campaigns",
        playing="stood_in",
    ),
    _deed(
        "leave one's side",
        pressed("leave"),
        typed("game leave"),
        pressed("leaveend"),
        leaves="members",
    ),
    _deed("open a thread for one's side", typed("game thread"), leaves="side_threads"),
)

TABLES: Final = (
    _deed(
        "say from what position it begins",
        pressed("beginoff"),
        pressed("beginopen"),
        pressed("begin", "{laying}", "drop"),
        leaves="beginnings",
        open="laid",
        letter="opener",
    ),
    _deed(
        "look at that position",
        pressed("beginlook"),
        pressed("beginwords", "{c}", "1"),
        open="laid",
    ),
    _deed(
        "confirm that position",
        pressed("beginok", "{c}", "{position}"),
        leaves="confirmations",
        open="laid",
    ),
    _deed("begin", typed("game start"), pressed("start"), leaves="actions"),
    _deed(
        "close a table at which nobody sits",
        typed("game leave", "Leave and end it"),
        pressed("leaveend"),
        leaves="campaigns",
        open="bare",
        letter="opener",
    ),
    _deed(
        "end it for the server",
        typed("game close", "End it for everyone"),
        pressed("close"),
        leaves="campaigns",
    ),
    _deed("move it to another channel", aside("game move", campaign="{c}"), leaves="campaigns"),
    _deed(
        "choose the colours of its pictures",
        typed("theme", theme="dark", table=True),
        pressed("themeall", values=["dark"]),
        leaves="campaigns",
    ),
    _deed("open a rematch", pressed("rematch"), leaves="campaigns"),
    _deed(
        "keep notes", boxed("noted", words="north!"), pressed("note"), typed("note"), leaves="notes"
    ),
    _deed(
        "report to the host",
        boxed("report", words="They cheat.", clause=""),
        typed("report"),
        leaves="reports",
    ),
    _deed(
        "decide for the server",
        typed("setup"),
        pressed("setup", "two", "1"),
        boxed("setupbox", "limit", value="7"),
        typed("game limit", campaigns=9),
        typed("game bar", person="@nora"),
        letter="manager",
    ),
)

ORDERS: Final = (
    _deed(
        "answer what one's side is asked",
        ordered("toy land", bank="north"),
        pressed("do", "{c}", "{d}", "0"),
        pressed("sure", "{c}", "{d}", "0"),
        pressed("pick", "{c}", "{d}", "0", values=["0"]),
        pressed("choices", "{c}", "{d}", "0"),
        pressed("remedy", "{c}", "{d}", "0", "0"),
        leaves="actions",
    ),
    _deed("give a secret order", ordered("toy hide", bank="island"), leaves="actions"),
    _deed(
        "begin an order",
        pressed("kind", "{c}", "-", "0", values=["hide"]),
        pressed("kinds", "{c}", "-", "0"),
        pressed("act"),
        pressed("anew", "{c}", "hide"),
        pressed("myturn"),
        leaves="drafts",
    ),
    _deed(
        "go on with an order that one has begun",
        pressed("fill", "{draft}", "0", values=["island"]),
        pressed("whole", "{draft}", "0"),
        pressed("turn", "{draft}", "0", "0"),
        pressed("ask", "{draft}", "0"),
        pressed("type", "{draft}", "0"),
        boxed("typed", "{draft}", "0", value="island"),
        pressed("undo", "{draft}"),
        pressed("again", "{draft}"),
        pressed("confirm", "{draft}"),
        pressed("mean", "{draft}", "0"),
        pressed("form", "{draft}"),
        boxed("formed", "{draft}", bank="island"),
        pressed("mend", "{draft}", "0"),
        leaves="drafts",
    ),
    _deed(
        "plan and send",
        boxed("plantyped", value="hide island"),
        pressed("plan*", values=["hide"]),
        leaves="plans",
    ),
    _deed(
        "enter what real dice show",
        boxed("dicein", "{c}", "{roll}", value="3"),
        pressed("dicebox", "{c}", "{roll}"),
        leaves="actions",
        playing="rolling",
    ),
    _deed("see one's secret orders", typed("orders show"), pressed("orders"), tells=True),
    _deed(
        "propose in private to correct a secret",
        typed("orders correct"),
        pressed("ownfix", "{draft}", "page"),
        pressed("ownback", "{c}", "-"),
    ),
    _deed(
        "let one's side rest, or give orders for then",
        pressed("resting", "{c}", "{turn}"),
        pressed("rest"),
        pressed("revoke", values=["reply"]),
        leaves="actions",
    ),
    _deed(
        "see the odds of one's orders",
        typed("odds"),
        pressed("odds"),
        pressed("oddsof", "{c}", "{d}", values=["0"]),
        pressed("oddsplan", values=["row"]),
    ),
    _deed(
        "take back what nobody learnt",
        typed("undo", "Take it back"),
        pressed("takeback", "{c}", "{number}", "{branch}"),
        pressed("goback"),
        pressed("backto", "{c}", "{branch}", values=["{number}"]),
        leaves="campaigns",
        playing="hidden",
    ),
    _deed(
        "ask to take back anything else",
        typed("undo", "Ask the others"),
        pressed("askback", "{c}", "{number}", "{branch}"),
        leaves="offers",
        playing="moved",
    ),
    _deed(
        "offer a draw, an end, a pace, more time",
        typed("offer", what="adjourn"),
        pressed("moretime"),
        leaves="offers",
        playing="hidden",
    ),
    _deed(
        "agree to another's offer, or decline it",
        pressed("agree", "{c}", "{offer}"),
        pressed("decline", "{c}", "{offer}"),
        leaves="offers",
        over="reopening",
    ),
    _deed(
        "withdraw one's own offer",
        pressed("decline", "{c}", "{offer}", "own"),
        leaves="offers",
        over="reopening",
    ),
    _deed("resign", typed("game resign", "Resign"), pressed("resign"), leaves="actions"),
    _deed("call who is awaited", pressed("nudge"), leaves="clocks"),
    _deed("go on after a pause", pressed("goon"), leaves="campaigns", playing="paused"),
    _deed(
        "claim a game that isn't played on",
        pressed("claimsure", "{c}", "win"),
        pressed("claim", "{c}", "win"),
        leaves="actions",
        playing="claimable",
        letter="waits",
    ),
)

LOOKS: Final = (
    _deed("see how it stands", typed("game status"), typed("log journal"), pressed("journal")),
    _deed(
        "look at the map and at counters",
        typed("map show"),
        pressed("map"),
        typed("map text"),
        pressed("key"),
        pressed("zone", values=["-"]),
        pressed("text", "{c}", "1", "-"),
        typed("counter", name="ferry"),
        boxed("looktyped", value="ferry"),
        pressed("lookbox"),
        pressed("lookpick", values=["ferry:red"]),
        tells=True,
    ),
    _deed(
        "read, search and export the log",
        typed("log show"),
        typed("log find", word="lantern"),
        typed("log export", format="json"),
        pressed("log"),
        pressed("logfind", "{c}", "1", "lantern", "-", "-", "-", "-"),
        tells=True,
    ),
    _deed("see how the dice fell", typed("log dice"), pressed("logdice")),
    _deed("read what is new to one's side", typed("recap"), pressed("recap")),
    _deed("see the film", typed("replay"), pressed("replay")),
    _deed("show the film to all", typed("replay", here=True)),
    _deed("open what was secret", pressed("unseal"), leaves="campaigns"),
    _deed(
        "read what was secret, once it is open",
        pressed("secrets"),
        tells=True,
        over="unsealed",
    ),
    _deed(
        "read and export the whole log, once it is open",
        typed("log export", format="json"),
        typed("log show"),
        pressed("log"),
        tells=True,
        over="unsealed",
    ),
    _deed(
        "see figures that another shows",
        typed("figures", person="@nora"),
        says="isn't in this server",
    ),
)

AFTER: Final = (
    _deed(
        "ask that it go on, once what was secret is open",
        typed("offer", what="reopen"),
        leaves="offers",
        over="unsealed",
    ),
)

REFEREES: Final = (
    _deed(
        "name a referee",
        typed("referee appoint", person="@judy"),
        leaves="referees",
        open="bare",
    ),
    _deed(
        "propose a referee, or that one stops",
        typed("referee dismiss", person="@dora"),
        typed("referee appoint", person="@dora", secrets=True),
        leaves="offers",
    ),
    _deed("stop refereeing", typed("referee leave"), leaves="referees"),
    _deed(
        "inspect what is public",
        typed("referee inspect"),
        pressed("inspect", "log", "{c}", "-", "1"),
        boxed("inspectbox", "{c}", "-", word="red", side="", turn="", clause="", die=""),
    ),
    _deed(
        "inspect what is secret",
        boxed("inspectbox", "{c}", "*", word="lantern", side="", turn="", clause="", die=""),
        pressed("inspect", "sure", "{c}", "*", "1", "log"),
        pressed("inspect", "log", "{c}", "red", "1"),
        pressed("inspect", "reports", "{c}", "*", "1"),
        tells=True,
    ),
    _deed(
        "stop clocks, give time, leave a note",
        typed("referee act", "Leave a note", REASON),
        pressed("refact"),
        pressed("refdo", "{c}", "note", "{v}"),
        boxed("refbox", "{c}", "note", "{v}", "0", reason="they asked for it"),
        leaves="journal",
    ),
    _deed(
        "answer, order, go back, replace, end",
        boxed("refbox", "{c}", "answer", "{v}", "0", seat="red", reason="they asked"),
        pressed("refdo", "{c}", "end", "{v}"),
        pressed("refdo", "{c}", "back", "{v}"),
        boxed("refbox", "{c}", "end", "{v}", "0", how="draw", reason="they asked"),
        boxed("refbox", "{c}", "rewind", "{v}", "{step}", reason="they asked"),
        leaves="actions",
    ),
    _deed(
        "let it go on from before its end",
        boxed("refbox", "{c}", "rewind", "{v}", "{step}", reason="they asked"),
        typed("referee act"),
        pressed("refact"),
        pressed("refdo", "{c}", "back", "{v}"),
        leaves="actions",
    ),
    _deed(
        "archive it",
        boxed("refbox", "{c}", "archive", "{v}", "0", reason="they asked"),
        pressed("refdo", "{c}", "archive", "{v}"),
        leaves="journal",
    ),
    _deed(
        "put the position right",
        typed("referee correct"),
        pressed("fix", "{draft}", "page"),
        pressed("fixok", "{c}", "-"),
    ),
    _deed(
        "settle what a side proposes in private",
        pressed("privlook", "{c}", "{private}", "see"),
        pressed("privlook", "{c}", "{private}", "sure"),
        pressed("privlook", "{c}", "{private}", "ok"),
        pressed("privlook", "{c}", "{private}", "why"),
        boxed("privlook", "{c}", "{private}", "no", reason="they asked for it"),
        anew=True,
        playing="proposed",
    ),
    _deed("look at another referee's motion", pressed("refmotion"), playing="moved"),
    _deed(
        "confirm it",
        pressed("refok", "{c}", "{motion}"),
        leaves="actions",
        playing="moved",
    ),
)

DEEDS: Final = {one.name: one for one in (*SEATS, *TABLES, *ORDERS, *LOOKS, *AFTER, *REFEREES)}
"""All of them, by name."""
