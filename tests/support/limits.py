"""Discord's limits that SimCord lets pass, checked on every call the bot makes.

`broken_limits(call)` returns one line for each limit a call breaks; the table asserts at its
teardown that no call of the test broke any. Numbers: Discord's documentation, 2026.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

MIB = 1 << 20
COMPONENTS_V2 = 1 << 15
CHAT_INPUT = 1
SUBCOMMAND, SUBCOMMAND_GROUP = 1, 2
ROW, BUTTON, SELECT, TEXT_INPUT, SECTION = 1, 2, 3, 4, 9
TEXT_DISPLAY, GALLERY, FILE, CONTAINER, LABEL = 10, 12, 13, 17, 18
SELECTS = {SELECT, 5, 6, 7, 8}
LINK, PREMIUM = 5, 6
MODAL_SUBMIT = 5
ANSWER, UPDATE, CHOICES, MODAL = 4, 7, 8, 9

# \w holds letters and digits of every script, as Discord's pattern does.
COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")
MENTION = re.compile(r"<@|@everyone|@here")


@dataclass(frozen=True, slots=True)
class Upload:
    """A file sent along with a call."""

    filename: str
    size: int
    description: str | None


@dataclass(frozen=True, slots=True)
class Call:
    """One request of the bot to Discord."""

    method: str
    path: str
    json: Any
    files: tuple[Upload, ...] = ()
    answers_modal: bool = False

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def broken_limits(call: Call) -> list[str]:
    """Name every limit of Discord's that *call* breaks."""
    found: Iterable[str] = ()
    if call.method not in {"POST", "PUT", "PATCH"}:
        return []
    if re.fullmatch(r"/applications/\d+(/guilds/\d+)?/commands(/\d+)?", call.path):
        found = _commands(call.json if isinstance(call.json, list) else [call.json or {}])
    elif re.fullmatch(r"/channels/\d+/messages(/\d+)?", call.path) or call.path.startswith(
        "/webhooks/"
    ):
        found = _message(call, call.json or {})
    elif re.fullmatch(r"/interactions/\d+/[^/]+/callback", call.path):
        found = _callback(call, call.json or {})
    elif call.path.endswith("/threads") and call.method == "POST":
        found = _length("thread name", (call.json or {}).get("name"), 1, 100)
    return [f"{call}: {problem}" for problem in found]


def _length(what: str, text: object, least: int, most: int) -> Iterator[str]:
    if not isinstance(text, str) or not least <= len(text) <= most:
        size = len(text) if isinstance(text, str) else text
        yield f"{what} must have {least} to {most} characters, not {size}"


def _at_most(what: str, count: int, most: int) -> Iterator[str]:
    if count > most:
        yield f"{count} {what}, {most} are allowed"


# Commands


def _commands(commands: list[dict[str, Any]]) -> Iterator[str]:
    for kind, most in ((CHAT_INPUT, 100), (2, 15), (3, 15)):
        of_kind = [c for c in commands if c.get("type", CHAT_INPUT) == kind]
        yield from _at_most(f"commands of type {kind}", len(of_kind), most)
        names = [c.get("name") for c in of_kind]
        if len(names) != len(set(names)):
            yield f"two commands of one name: {names}"
    for command in commands:
        where = f"/{command.get('name')}"
        if "contexts" not in command or "integration_types" not in command:
            yield f"{where}: contexts and integration types must be said, not left to the portal"
        if command.get("type", CHAT_INPUT) != CHAT_INPUT:
            yield from _length(f"{where}: name", command.get("name"), 1, 32)
            continue
        yield from _described(where, command)
        yield from _options(where, command.get("options") or [], depth=0)
        yield from _at_most(f"characters in {where}", _weight(command), 8000)


def _described(where: str, thing: dict[str, Any]) -> Iterator[str]:
    names = {"": thing.get("name"), **(thing.get("name_localizations") or {})}
    for locale, name in names.items():
        if not isinstance(name, str) or not COMMAND_NAME.fullmatch(name) or name != name.lower():
            yield f"{where}: {locale or 'base'} name {name!r} is not 1 to 32 lower-case letters"
    texts = {"": thing.get("description"), **(thing.get("description_localizations") or {})}
    for locale, text in texts.items():
        yield from _length(f"{where}: {locale or 'base'} description", text, 1, 100)


def _options(where: str, options: list[dict[str, Any]], depth: int) -> Iterator[str]:
    yield from _at_most(f"options or subcommands of {where}", len(options), 25)
    names = [option.get("name") for option in options]
    if len(names) != len(set(names)):
        yield f"{where}: two options of one name: {names}"
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        yield f"{where}: required options must come first"
    for option in options:
        inner = f"{where} {option.get('name')}"
        yield from _described(inner, option)
        if option.get("type") in {SUBCOMMAND, SUBCOMMAND_GROUP}:
            if depth >= 2 or (depth == 1 and option["type"] == SUBCOMMAND_GROUP):
                yield f"{inner}: nested too deeply"
            yield from _options(inner, option.get("options") or [], depth + 1)
        yield from _choices(inner, option.get("choices") or [])
        if option.get("choices") and option.get("autocomplete"):
            yield f"{inner}: choices and autocomplete exclude each other"


def _choices(where: str, choices: list[dict[str, Any]]) -> Iterator[str]:
    yield from _at_most(f"choices of {where}", len(choices), 25)
    for choice in choices:
        for name in (choice.get("name"), *(choice.get("name_localizations") or {}).values()):
            yield from _length(f"{where}: choice name", name, 1, 100)
        if isinstance(choice.get("value"), str):
            yield from _length(f"{where}: choice value", choice["value"], 1, 100)


def _weight(thing: dict[str, Any]) -> int:
    """Characters of names, descriptions and values, each in its longest localisation."""
    total = 0
    for field in ("name", "description"):
        texts = [thing.get(field) or "", *(thing.get(f"{field}_localizations") or {}).values()]
        total += max(len(text) for text in texts)
    if isinstance(thing.get("value"), str):
        total += len(thing["value"])
    for inner in (*(thing.get("options") or ()), *(thing.get("choices") or ())):
        total += _weight(inner)
    return total


# Answers to interactions


def _callback(call: Call, body: dict[str, Any]) -> Iterator[str]:
    kind, data = body.get("type"), body.get("data") or {}
    if kind in {ANSWER, UPDATE}:
        yield from _message(call, data, new=kind == ANSWER)
    elif kind == CHOICES:
        yield from _choices("the autocomplete", data.get("choices") or [])
    elif kind == MODAL:
        if call.answers_modal:
            yield "a modal cannot answer a modal"
        yield from _modal(data)


def _modal(data: dict[str, Any]) -> Iterator[str]:
    yield from _length("modal title", data.get("title"), 1, 45)
    yield from _length("modal custom_id", data.get("custom_id"), 1, 100)
    rows = data.get("components") or []
    if not 1 <= len(rows) <= 5:
        yield f"a modal of {len(rows)} components, 1 to 5 are allowed"
    for part in _walk(rows):
        if part.get("type") == LABEL:
            yield from _length("modal label", part.get("label"), 1, 45)
            if part.get("description") is not None:
                yield from _length("modal label's description", part["description"], 1, 100)
        elif part.get("type") == TEXT_INPUT:
            if part.get("label") is not None:
                yield from _length("text input label", part["label"], 1, 45)
            yield from _at_most(
                "characters in a placeholder", len(part.get("placeholder") or ""), 100
            )
            yield from _at_most("characters in a text input", len(part.get("value") or ""), 4000)
    yield from _interactive(list(_walk(rows)))


# Messages


def _message(call: Call, body: dict[str, Any], *, new: bool | None = None) -> Iterator[str]:
    new = call.method == "POST" if new is None else new
    content, embeds = body.get("content") or "", body.get("embeds") or []
    components = body.get("components") or []
    version_2 = bool(int(body.get("flags") or 0) & COMPONENTS_V2)
    yield from _at_most("characters of content", len(content), 2000)
    yield from _embeds(embeds)
    yield from _files(call, body)
    if body.get("nonce") is not None:
        yield from _at_most("characters of nonce", len(str(body["nonce"])), 25)
    parts = list(_walk(components))
    if version_2:
        if content or embeds:
            yield "a layout message has neither content nor embeds"
        yield from _at_most("components", len(parts), 40)
        texts = [p.get("content") or "" for p in parts if p.get("type") == TEXT_DISPLAY]
        yield from _at_most("characters over all text displays", sum(map(len, texts)), 4000)
        yield from _layout(parts)
        content = "\n".join(texts)
    else:
        yield from _at_most("rows of components", len(components), 5)
    yield from _rows(parts)
    yield from _interactive(parts)
    yield from _references(call, body, parts, new=new)
    yield from _mentions(content, body.get("allowed_mentions"))
    if new and not (content or embeds or parts or call.files or body.get("poll")):
        yield "an empty message"


def _embeds(embeds: list[dict[str, Any]]) -> Iterator[str]:
    yield from _at_most("embeds", len(embeds), 10)
    total = 0
    for embed in embeds:
        fields = embed.get("fields") or []
        footer = (embed.get("footer") or {}).get("text") or ""
        author = (embed.get("author") or {}).get("name") or ""
        title, text = embed.get("title") or "", embed.get("description") or ""
        yield from _at_most("characters of embed title", len(title), 256)
        yield from _at_most("characters of embed description", len(text), 4096)
        yield from _at_most("characters of embed footer", len(footer), 2048)
        yield from _at_most("characters of embed author", len(author), 256)
        yield from _at_most("fields of an embed", len(fields), 25)
        for field in fields:
            yield from _length("embed field name", field.get("name"), 1, 256)
            yield from _length("embed field value", field.get("value"), 1, 1024)
        lengths = (len(str(f.get("name"))) + len(str(f.get("value"))) for f in fields)
        total += len(title) + len(text) + len(footer) + len(author) + sum(lengths)
    yield from _at_most("characters over all embeds", total, 6000)


def _files(call: Call, body: dict[str, Any]) -> Iterator[str]:
    yield from _at_most("attachments", max(len(call.files), len(body.get("attachments") or ())), 10)
    described = [a.get("description") for a in body.get("attachments") or []]
    for text in (*described, *(upload.description for upload in call.files)):
        yield from _at_most("characters of alt text", len(text or ""), 1024)
    for upload in call.files:
        if upload.size > 10 * MIB:
            yield f"{upload.filename} has {upload.size} bytes, 10 MiB are allowed"
    if sum(upload.size for upload in call.files) > 25 * MIB:
        yield "the files together have over 25 MiB"
    names = [upload.filename for upload in call.files]
    if len(names) != len(set(names)):
        yield f"two files of one name: {names}"


def _rows(parts: list[dict[str, Any]]) -> Iterator[str]:
    for row in (part for part in parts if part.get("type") == ROW):
        inside = [part.get("type") for part in row.get("components") or []]
        if any(kind in SELECTS for kind in inside) and len(inside) > 1:
            yield "a select shares its row"
        if not 1 <= len(inside) <= 5:
            yield f"a row of {len(inside)} components, 1 to 5 are allowed"


def _layout(parts: list[dict[str, Any]]) -> Iterator[str]:
    for part in parts:
        kind = part.get("type")
        if kind == TEXT_DISPLAY and not part.get("content"):
            yield "an empty text display"
        elif kind == SECTION and not 1 <= len(part.get("components") or []) <= 3:
            yield "a section has one to three texts"
        elif kind == CONTAINER and not part.get("components"):
            yield "an empty container"
        elif kind == GALLERY:
            items = part.get("items") or []
            if not 1 <= len(items) <= 10:
                yield f"a gallery of {len(items)} items, 1 to 10 are allowed"
            for item in items:
                yield from _at_most(
                    "characters of alt text", len(item.get("description") or ""), 1024
                )


def _interactive(parts: list[dict[str, Any]]) -> Iterator[str]:
    ids = [part["custom_id"] for part in parts if part.get("custom_id") is not None]
    if len(ids) != len(set(ids)):
        yield f"two components of one custom_id: {ids}"
    for custom_id in ids:
        yield from _length("custom_id", custom_id, 1, 100)
    for part in parts:
        if part.get("type") == BUTTON:
            yield from _at_most("characters of a button's label", len(part.get("label") or ""), 80)
            if not part.get("label") and not part.get("emoji") and part.get("style") != PREMIUM:
                yield "a button with neither label nor emoji"
        elif part.get("type") in SELECTS:
            yield from _select(part)


def _select(menu: dict[str, Any]) -> Iterator[str]:
    yield from _at_most("characters of a placeholder", len(menu.get("placeholder") or ""), 150)
    if menu.get("type") != SELECT:
        return
    options = menu.get("options") or []
    if not 1 <= len(options) <= 25:
        yield f"a select of {len(options)} options, 1 to 25 are allowed"
    values = [option.get("value") for option in options]
    if len(values) != len(set(values)):
        yield f"two select options of one value: {values}"
    most = menu.get("max_values", 1)
    if most > max(len(options), 1) or menu.get("min_values", 1) > most:
        yield f"a select of {len(options)} options that wants {menu.get('min_values')} to {most}"
    for option in options:
        yield from _length("select option label", option.get("label"), 1, 100)
        yield from _length("select option value", option.get("value"), 1, 100)
        yield from _at_most(
            "characters of an option's text", len(option.get("description") or ""), 100
        )


def _references(
    call: Call, body: dict[str, Any], parts: list[dict[str, Any]], *, new: bool
) -> Iterator[str]:
    """`attachment://name` must name a file of this message."""
    named = [item.get("media") or {} for part in parts for item in part.get("items") or []]
    named += [part["file"] for part in parts if part.get("type") == FILE and part.get("file")]
    named += [part["media"] for part in parts if part.get("media")]
    for embed in body.get("embeds") or []:
        named += [embed[key] for key in ("image", "thumbnail") if embed.get(key)]
    sent = {upload.filename for upload in call.files}
    kept = [a for a in body.get("attachments") or [] if int(a.get("id", 0)) > 1000]
    for media in named:
        url = str(media.get("url") or "")
        name = url.removeprefix("attachment://")
        if url.startswith("attachment://") and name not in sent and (new or not kept):
            yield f"{url} names no file of this message"


def _mentions(text: str, allowed: dict[str, Any] | None) -> Iterator[str]:
    if allowed is None:
        if MENTION.search(text):
            yield "a text that could ping, without allowed_mentions"
        return
    if allowed.get("parse"):
        yield f"allowed_mentions lets {allowed['parse']} be pinged: name users instead"
    yield from _at_most("users that may be pinged", len(allowed.get("users") or ()), 100)


def _walk(components: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every component, however deeply nested."""
    for component in components:
        yield component
        yield from _walk(component.get("components") or ())
        for key in ("accessory", "component"):
            if isinstance(component.get(key), dict):
                yield from _walk([component[key]])
