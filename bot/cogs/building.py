"""Slash commands whose every word comes from the catalogues.

English stands in the command itself (as Discord wants it), Spanish in its localisations. Codes:
``<code>`` the description, ``<code>.name`` the localised name, ``<code>.option.<option>`` and
``<code>.option.<option>.name`` for options.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.text import MissingText, cut, is_strict, template_text
from bot.ui import faults
from bot.ui.timing import timed
from bot.ui.visit import Visit

log = logging.getLogger(__name__)

DESCRIPTION_LIMIT = 100
IN_SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
ANYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
INSTALLS = app_commands.AppInstallationType(guild=True, user=False)

SPANISH = {discord.Locale.spain_spanish, discord.Locale.latin_american_spanish}

Commands = app_commands.CommandTree[Any]
Handler = Callable[..., Awaitable[None]]
Completer = Callable[
    [discord.Interaction[Any], Any], Coroutine[Any, Any, list[app_commands.Choice[Any]]]
]


class CatalogueTranslator(app_commands.Translator):
    """Looks up names and descriptions in the catalogues, for both kinds of Spanish."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: Any
    ) -> str | None:
        """Return the Spanish text, or ``None`` for other languages and for texts without code."""
        del context
        code = string.extras.get("code")
        if code is None or locale not in SPANISH:
            return None
        return text_of("es", str(code), str(string.extras["domain"]))


def text_of(language: str, code: str, domain: str) -> str | None:
    """Return a text without placeholders, or ``None`` where a catalogue lacks it (and say so)."""
    found = template_text(language, domain, code) or template_text(language, "bot", code)
    if found is None:
        if is_strict():
            raise MissingText(f"{language}/{domain}.po: {code}")
        log.error("No text in %s/%s for %r", language, domain, code)
        return None
    return cut(found, DESCRIPTION_LIMIT)


def described(code: str, domain: str) -> locale_str:
    """Return a description."""
    return locale_str(text_of("en", code, domain) or code, code=code, domain=domain)


def named(name: str, code: str, domain: str) -> locale_str:
    """Return a name: the English one is fixed, since programs and habits hang on it."""
    return locale_str(name, code=f"{code}.name", domain=domain)


def group(
    name: str | locale_str, code: str, domain: str, *, parent: app_commands.Group | None = None
) -> app_commands.Group:
    """Return a group of commands for servers; a ``locale_str`` is a name that stays as it is."""
    top = {} if parent else {"allowed_contexts": IN_SERVERS, "allowed_installs": INSTALLS}
    return app_commands.Group(
        name=named(name, code, domain) if isinstance(name, str) else name,
        description=described(code, domain),
        parent=parent,
        **top,  # type: ignore[arg-type]
    )


def command(
    handler: Handler,
    name: str,
    code: str,
    *,
    domain: str = "bot",
    option_code: str | None = None,
    completers: Mapping[str, Completer] | None = None,
    choices: Mapping[str, list[app_commands.Choice[str]]] | None = None,
    parent: app_commands.Group | None = None,
    contexts: app_commands.AppCommandContext = IN_SERVERS,
) -> app_commands.Command[Any, ..., None]:
    """Return a slash command that calls *handler* with a visit and the options.

    Args:
        handler: ``async def handler(visit, option: type, ...)``; its annotations say what Discord
            asks for. What it raises for the person's sake becomes a private reply.
        name: The command's name.
        code: Code of its texts.
        domain: Catalogue of its texts.
        option_code: Code of its options' texts, where it is not ``<code>.option``.
        completers: Autocomplete, by option.
        choices: Fixed choices, by option.
        parent: The group it belongs to.
        contexts: Where it can be used, for a command without a group.
    """
    own = option_code or f"{code}.option"

    async def callback(interaction: discord.Interaction[Any], **options: Any) -> None:
        visit = Visit(interaction)
        with visit.bot.answers.one(), timed(visit):
            try:
                await visit.recall()
                visit.enter(interaction.command.qualified_name if interaction.command else name)
                await handler(visit, **options)
            except (*faults.EXPECTED, *faults.DISCORD) as error:
                await faults.reply(visit, error)

    parameters = list(inspect.signature(handler, eval_str=True).parameters.values())[1:]
    asker = inspect.Parameter(
        "interaction",
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        annotation=discord.Interaction,
    )
    callback.__signature__ = inspect.Signature([asker, *parameters])  # type: ignore[attr-defined]
    options = [parameter.name for parameter in parameters]
    if options:
        callback = app_commands.describe(**{o: described(f"{own}.{o}", domain) for o in options})(
            callback
        )
        callback = app_commands.rename(**{o: named(o, f"{own}.{o}", domain) for o in options})(
            callback
        )
    if choices:
        callback = app_commands.choices(**choices)(callback)
    if completers:
        callback = app_commands.autocomplete(**completers)(callback)
    top = {} if parent else {"allowed_contexts": contexts, "allowed_installs": INSTALLS}
    made: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=named(name, code, domain),
        description=described(code, domain),
        callback=callback,
        parent=parent,
        **top,  # type: ignore[arg-type]
    )
    if parent is not None:
        parent.add_command(made)
    return made
