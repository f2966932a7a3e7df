"""No name that is on file changes without saying what becomes of the old."""

import pytest

from tests.on_file.lists import IN_PLAY, gone, listed
from tests.on_file.names import ALL

every_list = pytest.mark.parametrize("of", ALL)


@every_list
def test_names_stand_as_they_are_listed(of: str) -> None:
    """What is new is listed (python -m tests.on_file); what is no more stands in gone.toml."""
    found, before = set(ALL[of]()), set(listed(of))
    assert not found - before, "new: run python -m tests.on_file"
    missing = {line for line in before - found if line.split()[0] not in IN_PLAY}
    assert missing == set(gone().get(of, {})), "no more: say in gone.toml what becomes of it"


@every_list
def test_lists_are_in_order(of: str) -> None:
    """A change of a list shows what has changed, and nothing else."""
    assert list(listed(of)) == sorted(set(listed(of)))


def test_what_becomes_of_a_name_is_said() -> None:
    """A sentence each."""
    for names in gone().values():
        assert all(said.endswith(".") for said in names.values())
