"""The moderator has its parts: none of them is another, and each names what it is given."""

import importlib
import inspect
import pkgutil
from pathlib import Path

import bot.moderator
from bot.moderator.table.live import Live
from tests.support.river import RED, river


def classes() -> list[type]:
    """Every class that a module of the moderator defines."""
    found = []
    for module in pkgutil.walk_packages(bot.moderator.__path__, "bot.moderator."):
        members = vars(importlib.import_module(module.name)).values()
        found += [one for one in members if inspect.isclass(one) and one.__module__ == module.name]
    assert len(found) > 20
    return found


def test_no_part_is_another() -> None:
    """No class of the moderator derives from another of it, but for errors."""
    derived = {
        one.__name__: base.__name__
        for one in classes()
        if not issubclass(one, Exception)
        for base in one.__bases__
        if base.__module__.startswith("bot.")
    }

    assert not derived


def test_every_part_names_what_it_is_given() -> None:
    """No constructor takes whatever comes: mypy would check nothing of it."""
    open_to_all = {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}
    vague = {
        one.__name__
        for one in classes()
        if not issubclass(one, Exception) and not getattr(one, "_is_protocol", False)
        for parameter in inspect.signature(one).parameters.values()
        if parameter.kind in open_to_all
    }

    assert not vague


async def test_what_follows_a_step_is_a_list(tmp_path: Path) -> None:
    """Every saved step is told to each in turn, while nobody else may change the campaign."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=50)
        play, found = there.door.play, list[str]()
        locked = there.door.desk.lock(campaign.id).locked

        async def led_on(_live: Live) -> None:
            found.append(f"then, {locked()}")

        play.after_step = (
            lambda _live, row: found.append(f"{row.kind}, {locked()}"),
            *play.after_step,
            lambda live, _row: found.append(live.row.status),
        )
        play.after_action = (*play.after_action, led_on)
        await there.step(campaign)
        await play.resign(campaign.id, RED, request="enough")

        assert found == ["row, True", "playing", "then, True", "!resign, True", "over"]
