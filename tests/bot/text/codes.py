"""Finds in source code every sentence that it may want to say, with the values it gives.

Engines speak in codes: ``Refusal("march.no_points", "8.6", {...})``. A code that no catalogue holds
shows only when it is spoken, so the sources are read instead. Wrappers are followed: a function
that hands one of its parameters on as a code makes its own callers speak that code.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

SHARED = tuple(
    sorted(
        path
        for folder in (".", "api", "kit", "playing", "chances", "data")
        for path in (ROOT / "engine" / folder).glob("*.py")
    )
)
"""What all games share: makers of refusals and events, and what it says itself."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Spoken:
    """One place where a sentence is spoken.

    Attributes:
        kind: "Refusal", "Event", "Decision", "Text", "Option" or "Choice".
        pattern: The code; where part of it is computed, a regular expression.
        exact: Whether *pattern* is the code itself.
        given: Names of the values given, or ``None`` where the source does not show them.
        where: File and line.
    """

    kind: str
    pattern: str
    exact: bool
    given: frozenset[str] | None
    where: str

    def matches(self, code: str) -> bool:
        """Say whether *code* may be what is spoken here."""
        return code == self.pattern if self.exact else bool(re.fullmatch(self.pattern, code))


@dataclass(frozen=True, slots=True)
class Speaker:
    """A callable that speaks: which argument is the code, and which the values."""

    kind: str
    code: int
    code_name: str
    params: int | None
    params_name: str | None
    keywords_are_params: bool = False


BASE: Mapping[str, Speaker] = {
    "Refusal": Speaker("Refusal", 0, "code", 2, "params"),
    "Event": Speaker("Event", 0, "code", 2, "params"),
    "Text": Speaker("Text", 0, "code", 1, "params"),
    "Decision": Speaker("Decision", 2, "code", 4, "params"),
}


class Unclear(Exception):
    """The source does not show which code is meant."""


def spoken_in(
    *places: Path | Iterable[Path], speakers: Mapping[str, Speaker] = BASE
) -> list[Spoken]:
    """Return every sentence spoken in Python files that belong together.

    Args:
        places: Folders with all that is under them, or files.
        speakers: What speaks; wrappers of it are found.

    Raises:
        Unclear: A code is computed in a way that cannot be read from the source.
    """
    sources: dict[Path, _Source] = {}
    for place in places:
        files = sorted(place.rglob("*.py") if isinstance(place, Path) else place)
        assert files, f"no Python file under {place}"
        sources |= {path: _source(path) for path in files}
    constants = {name: value for source in sources.values() for name, value in source.constants}
    functions = {one.name: one for source in sources.values() for one in source.functions}
    known = _with_wrappers(functions.values(), speakers)
    found = []
    for path, source in sources.items():
        found += list(_Reader(path, known, constants, functions).read(source))
    return found


@dataclass(frozen=True, slots=True)
class _Heard:
    """A call as it stands in a file: the innermost function and "Option" or "Choice" round it."""

    call: ast.Call
    name: str
    function: Function | None
    inside: str


@dataclass(frozen=True, slots=True)
class _Source:
    """What is to be known of one file, whoever speaks in it."""

    constants: tuple[tuple[str, ast.expr], ...]
    functions: tuple[Function, ...]
    heard: tuple[_Heard, ...]


@cache
def _source(path: Path) -> _Source:
    """Read a file, once a process: games share many."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    constants = tuple(
        (target.id, node.value)
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    )
    functions = tuple(
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return _Source(constants, functions, tuple(_heard(tree, None, "")))


def _heard(node: ast.AST, function: Function | None, inside: str) -> Iterator[_Heard]:
    """Yield the calls of a file in their order."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        function = node
    if isinstance(node, ast.Call):
        name = _name(node)
        yield _Heard(node, name, function, inside)
        if name in {"Option", "Choice"}:
            inside = name
    for child in ast.iter_child_nodes(node):
        yield from _heard(child, function, inside)


def _with_wrappers(
    functions: Iterable[Function], speakers: Mapping[str, Speaker]
) -> dict[str, Speaker]:
    """Return *speakers* and every function that only passes a code on."""
    known = dict(speakers)
    functions = list(functions)
    while True:
        before = len(known)
        for function in functions:
            if function.name in known:
                continue
            for name, call in _calls(function):
                speaker = known.get(name)
                wrapper = speaker and _wrapper(function, call, speaker)
                if wrapper:
                    known[function.name] = wrapper
                    break
        if len(known) == before:
            return known


def _wrapper(function: Function, call: ast.Call, speaker: Speaker) -> Speaker | None:
    code = _argument(call, speaker.code, speaker.code_name)
    names = _parameters(function)
    if not isinstance(code, ast.Name) or code.id not in names:
        return None
    offset = 1 if names and names[0] in {"self", "cls"} else 0
    params = _params_argument(call, speaker)
    kwarg = function.args.kwarg.arg if function.args.kwarg else None
    passes = isinstance(params, ast.Name) and params.id == kwarg
    passes = passes or any(
        keyword.arg is None and isinstance(keyword.value, ast.Name) and keyword.value.id == kwarg
        for keyword in call.keywords
    )
    place = None
    if isinstance(params, ast.Name) and params.id in names:
        place = names.index(params.id) - offset
    return Speaker(
        speaker.kind,
        names.index(code.id) - offset,
        code.id,
        place,
        params.id if place is not None and isinstance(params, ast.Name) else None,
        keywords_are_params=kwarg is not None and passes,
    )


class _Reader:
    """Reads one file."""

    def __init__(
        self,
        path: Path,
        known: Mapping[str, Speaker],
        constants: Mapping[str, ast.expr],
        functions: Mapping[str, Function],
    ) -> None:
        self._path = path
        self._known = known
        self._constants = constants
        self._functions = functions

    def read(self, source: _Source) -> Iterator[Spoken]:
        for one in source.heard:
            speaker = self._known.get(one.name)
            if speaker is not None:
                yield from self._spoken(one.call, speaker, one.function, one.inside)

    def _spoken(
        self, call: ast.Call, speaker: Speaker, function: Function | None, inside: str
    ) -> Iterator[Spoken]:
        code = _argument(call, speaker.code, speaker.code_name)
        where = f"{self._path.relative_to(ROOT)}:{call.lineno}"
        if code is None:
            return
        if isinstance(code, ast.Name) and function and code.id in _parameters(function):
            return  # the function's callers are read
        kind = inside if inside and speaker.kind == "Text" else speaker.kind
        given = self._given(call, speaker)
        for text, exact in self._codes(code, function, where):
            yield Spoken(kind, text, exact, given, where)

    def _codes(
        self, node: ast.expr, function: Function | None, where: str
    ) -> Iterator[tuple[str, bool]]:
        match node:
            case ast.Constant(value=str(text)):
                yield text, True
            case ast.IfExp(body=first, orelse=second):
                yield from self._codes(first, function, where)
                yield from self._codes(second, function, where)
            case ast.JoinedStr(values=parts):
                yield "".join(self._piece(part, function, where) for part in parts), False
            case ast.Name(id=name):
                values = [*_assigned(function, name, self._constants)]
                if not values and name in self._constants:
                    values = [self._constants[name]]
                if not values:
                    raise Unclear(f"{where}: which code is {name}?")
                for value in values:
                    yield from self._codes(value, function, where)
            case ast.Subscript(value=ast.Name(id=name)) if name in self._constants:
                yield from self._codes(self._constants[name], function, where)
            case ast.Subscript(value=ast.Dict() | ast.Tuple() | ast.List() as table):
                yield from self._codes(table, function, where)
            case ast.Dict(values=values) | ast.Tuple(elts=values) | ast.List(elts=values):
                for value in values:
                    yield from self._codes(value, function, where)
            case ast.BoolOp(values=values):
                for value in values:
                    yield from self._codes(value, function, where)
            case ast.Call(func=ast.Attribute(attr="get", value=table), args=[_, *rest]):
                for value in (table, *rest):
                    yield from self._codes(value, function, where)
            case ast.Call(func=ast.Name(id=name)) if name in self._functions:
                maker = self._functions[name]
                for inner in ast.walk(maker):
                    if isinstance(inner, ast.Return) and inner.value is not None:
                        yield from self._codes(inner.value, maker, where)
            case ast.Attribute():
                return  # a code that came as a value: whoever made it is read
            case _:
                raise Unclear(f"{where}: {ast.unparse(node)}")

    def _piece(self, part: ast.expr, function: Function | None, where: str) -> str:
        if isinstance(part, ast.Constant):
            return re.escape(str(part.value))
        value = part.value if isinstance(part, ast.FormattedValue) else part
        try:
            found = [
                text if not exact else re.escape(text)
                for text, exact in self._codes(value, function, where)
            ]
        except Unclear:
            found = []
        return f"(?:{'|'.join(found)})" if found else r"[\w.-]+"

    def _given(self, call: ast.Call, speaker: Speaker) -> frozenset[str] | None:
        if any(keyword.arg is None for keyword in call.keywords):
            return None
        if speaker.keywords_are_params:
            own = {speaker.code_name} if speaker.kind == "bot" else {speaker.code_name, "rule"}
            return frozenset(k.arg for k in call.keywords if k.arg and k.arg not in own)
        params = _params_argument(call, speaker)
        if params is None:
            return frozenset() if speaker.params is not None else None
        if isinstance(params, ast.Dict) and all(
            isinstance(key, ast.Constant) for key in params.keys
        ):
            return frozenset(str(k.value) for k in params.keys if isinstance(k, ast.Constant))
        return None


def _params_argument(call: ast.Call, speaker: Speaker) -> ast.expr | None:
    if speaker.params is None or speaker.params_name is None:
        return None
    return _argument(call, speaker.params, speaker.params_name)


def _argument(call: ast.Call, place: int, name: str) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    if place < len(call.args) and not any(
        isinstance(a, ast.Starred) for a in call.args[: place + 1]
    ):
        return call.args[place]
    return None


def _assigned(
    function: Function | None, name: str, constants: Mapping[str, ast.expr]
) -> Iterator[ast.expr]:
    """Yield everything that a function assigns to a local name."""
    for node in ast.walk(function) if function else ():
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == name:
                    yield node.value
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr):
            if isinstance(node.target, ast.Name) and node.target.id == name and node.value:
                yield node.value
        elif isinstance(node, ast.For | ast.comprehension):
            over = node.iter
            if isinstance(over, ast.Name):
                over = constants.get(over.id, over)
            yield from _looped(node.target, over, name)


def _looped(target: ast.expr, over: ast.expr, name: str) -> Iterator[ast.expr]:
    """Yield what a loop over a literal, or over a constant that is one, gives to a name."""
    if not isinstance(over, ast.Tuple | ast.List):
        return
    if isinstance(target, ast.Name) and target.id == name:
        yield from over.elts
    elif isinstance(target, ast.Tuple):
        for place, part in enumerate(target.elts):
            if isinstance(part, ast.Name) and part.id == name:
                for item in over.elts:
                    if isinstance(item, ast.Tuple):
                        yield item.elts[place]


def _parameters(function: Function) -> list[str]:
    arguments = function.args
    return [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


@cache
def _calls(function: Function) -> tuple[tuple[str, ast.Call], ...]:
    """Return what a function calls, by name."""
    return tuple((_name(one), one) for one in ast.walk(function) if isinstance(one, ast.Call))


def _name(call: ast.Call) -> str:
    if isinstance(call.func, ast.Name):
        return call.func.id
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def strings_in(folder: Path) -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """Return every string of the sources, and a pattern for every string computed from parts."""
    plain: set[str] = set()
    patterns: set[str] = set()
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                plain.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [
                    re.escape(str(p.value)) if isinstance(p, ast.Constant) else r"[\w.-]+"
                    for p in node.values
                ]
                patterns.add("".join(parts))
    # A pattern must say something of its own, or it would match everything.
    telling = [p for p in patterns if re.match(r"[a-z_]+\\\.", p)]
    return frozenset(plain), tuple(re.compile(p) for p in telling)
