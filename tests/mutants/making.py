"""The mutants: mutmut's list for a file, each with its place and its text.

Only the making is mutmut's (one operator a node, its list of operators as it ships). Its runner
copies the tree and runs pytest in it; the cases are data and one function plays them, so
:mod:`tests.mutants.trying` plays them in a forked process, which takes a hundredth of the time.
"""

from __future__ import annotations

import ast
import difflib
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.file_mutation import Mutation, create_mutations, deep_replace

from tests.mutants.scope import ROOT, files_of, reached


@dataclass(frozen=True)
class Mutant:
    """One small change to a rule.

    Attributes:
        path: The file, from the root of the tree.
        function: What is changed, by its qualified name.
        line: Where the change begins.
        number: Which of the file's mutants it is, for the order.
    """

    path: str
    function: str
    line: int
    number: int
    _module: cst.Module = field(repr=False, compare=False)
    _mutation: Mutation = field(repr=False, compare=False)

    @property
    def name(self) -> str:
        """Where it is."""
        return f"{self.path}:{self.line}"

    @property
    def module(self) -> str:
        """The dotted name of the file."""
        return self.path.removesuffix(".py").replace("/", ".")

    def source(self) -> str:
        """Return the whole file with the change in it."""
        changed = deep_replace(
            self._module, self._mutation.original_node, self._mutation.mutated_node
        )
        assert isinstance(changed, cst.Module)
        return changed.code

    def change(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the lines that go and those that come, without their indentation."""
        before, after = self._module.code.splitlines(), self.source().splitlines()
        gone: list[str] = []
        come: list[str] = []
        for line in difflib.unified_diff(before, after, n=0, lineterm=""):
            if line.startswith("-") and not line.startswith("---"):
                gone.append(line[1:].strip())
            elif line.startswith("+") and not line.startswith("+++"):
                come.append(line[1:].strip())
        return tuple(gone), tuple(come)


@dataclass(frozen=True)
class Population:
    """All mutants of a game's rules.

    Attributes:
        mutants: Those that the cases must kill, in order of file and place.
        left_out: How many there are in each function that only offers (see ``scope.py``).
    """

    mutants: tuple[Mutant, ...]
    left_out: Mapping[str, int]

    def sample(self, size: int, seed: int) -> tuple[Mutant, ...]:
        """Return *size* of them, the same for the same seed; all, if there are fewer."""
        if size >= len(self.mutants):
            return self.mutants
        chosen = random.Random(seed).sample(self.mutants, size)
        return tuple(sorted(chosen, key=lambda one: (one.path, one.number)))


def population(game: str, within: str = "") -> Population:
    """Return every mutant of a game's rules; of files whose path holds *within*, if given."""
    kept: list[Mutant] = []
    left_out: Counter[str] = Counter()
    rules = reached(game)
    for path in files_of(game):
        if within not in path.as_posix():
            continue
        for mutant in mutants_of(path):
            # A method is named by no global name, so it is not known who calls it: it is kept.
            if "." in mutant.function or (mutant.path, mutant.function) in rules:
                kept.append(mutant)
            else:
                left_out[f"{path.stem}.{mutant.function}"] += 1
    return Population(tuple(kept), dict(left_out))


def mutants_of(path: Path, root: Path = ROOT) -> Sequence[Mutant]:
    """Return the mutants of one file, in the order in which mutmut finds them."""
    name, text = path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")
    module, mutations, _, _ = create_mutations(name, text)
    no_rule = set(_never_met(ast.parse(text)))
    places = MetadataWrapper(module, unsafe_skip_copy=True).resolve(PositionProvider)
    owners = dict(_owners(module.body, ""))
    found, lines = [], text.splitlines()
    for number, mutation in enumerate(mutations):
        function = mutation.contained_by_top_level_function
        # As mutmut does: what runs at import (tables, constants) is left alone.
        if function is None or function not in owners:
            continue
        line = places[mutation.original_node].start.line
        if line in no_rule or _of_strictness(mutation, lines[line - 1]):
            continue
        found.append(Mutant(name, owners[function], line, number, module, mutation))
    return found


def _never_met(tree: ast.AST) -> Iterator[int]:
    """Yield the lines that no game comes to: assertions, what is said of a wrong file, and when.

    The check of data has tests of its own; a case is played with files that are right.
    """
    for one in ast.walk(tree):
        match one:
            case ast.If(test=test, body=[ast.Raise() as told], orelse=[]) if any(_never_met(told)):
                yield from range(test.lineno, (test.end_lineno or test.lineno) + 1)
            case (
                ast.Assert()
                | ast.Raise(
                    exc=ast.Name("AssertionError")
                    | ast.Call(func=ast.Name("AssertionError" | "DataError"))
                )
            ):
                yield from range(one.lineno, (one.end_lineno or one.lineno) + 1)


def _of_strictness(mutation: Mutation, line: str) -> bool:
    """Say whether only a zip's strictness is changed: an assertion that both are as long."""
    gone, come = mutation.original_node, mutation.mutated_node
    if isinstance(gone, cst.Name):
        return gone.value == "True" and line.count("True") == line.count("strict=True") > 0
    if not (isinstance(gone, cst.Call) and isinstance(come, cst.Call)):
        return False
    before, after = (
        [one for one in call.args if one.keyword is None or one.keyword.value != "strict"]
        for call in (gone, come)
    )
    return (
        len(before) < len(gone.args)
        and len(before) == len(after)
        and all(one.value.deep_equals(two.value) for one, two in zip(before, after, strict=True))
    )


def _owners(body: Iterable[cst.CSTNode], of: str) -> Iterable[tuple[cst.CSTNode, str]]:
    """Return the functions of a module and the methods of its classes, with their names."""
    for one in body:
        if isinstance(one, cst.FunctionDef):
            yield one, of + one.name.value
        elif isinstance(one, cst.ClassDef) and isinstance(one.body, cst.IndentedBlock):
            yield from _owners(one.body.body, f"{of}{one.name.value}.")
