"""Settings: documented, defaulted, and refused in one line that never shows the token."""

import re
from pathlib import Path

import pytest

from bot.settings import (
    PREFIX,
    HostSettings,
    SettingsError,
    load_keeping_settings,
    load_settings,
    unknown,
)

ROOT = Path(__file__).resolve().parent.parent
SECRET = "MTA.secret-token.xyz"


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting of the developer's own reaches these tests."""
    for name in HostSettings.model_fields:
        monkeypatch.delenv(PREFIX + name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def example() -> dict[str, tuple[str, str]]:
    """Each variable of .env.example with its comment and its value."""
    found = {}
    comment: list[str] = []
    for line in (ROOT / ".env.example").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            comment.append(line.removeprefix("#").strip())
        elif match := re.fullmatch(r"([A-Z_]+)=(.*)", line):
            found[match[1]] = (" ".join(comment), match[2])
        else:
            comment = []
    return found


def test_example_lists_every_setting() -> None:
    """.env.example and HostSettings hold the same variables."""
    assert {PREFIX + name.upper() for name in HostSettings.model_fields} == set(example())


def test_example_tells_meanings_and_defaults() -> None:
    """Each variable's comment starts with its description, its value is the default."""
    for name, field in HostSettings.model_fields.items():
        comment, value = example()[PREFIX + name.upper()]
        assert field.description
        assert comment.startswith(field.description)
        shown = "" if field.is_required() or field.default is None else str(field.default)
        assert shown == value


def test_copied_example_needs_only_the_token(tmp_path: Path) -> None:
    """A copy of .env.example with a token filled in starts the bot."""
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    (tmp_path / ".env").write_text(text.replace("TOKEN=", f"TOKEN={SECRET}"), encoding="utf-8")

    settings = load_settings()

    assert settings.token.get_secret_value() == SECRET
    assert settings.sync_guild is None


def test_missing_token_is_one_clear_line() -> None:
    """Without a token the error names the variable and the file to edit, in one line."""
    with pytest.raises(SettingsError) as caught:
        load_settings()

    assert "ADJUTANT_TOKEN is missing" in str(caught.value)
    assert ".env" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("ADJUTANT_TOKEN", "two words"),
        ("ADJUTANT_TOKEN", "Bot abc.def"),
        ("ADJUTANT_LANGUAGE", "klingon"),
        ("ADJUTANT_LOG_LEVEL", "LOUD"),
        ("ADJUTANT_SYNC_GUILD", "my server"),
        ("ADJUTANT_SHARDS", "0"),
        ("ADJUTANT_LOG_FORMAT", "xml"),
        ("ADJUTANT_METRICS", "somewhere"),
        ("ADJUTANT_METRICS", "127.0.0.1:70000"),
        ("ADJUTANT_DATABASE", "://"),
    ],
)
def test_wrong_value_is_one_clear_line(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    """A wrong value is refused by the variable's name, and never repeated."""
    monkeypatch.setenv("ADJUTANT_TOKEN", SECRET)
    monkeypatch.setenv(variable, value)

    with pytest.raises(SettingsError) as caught:
        load_settings()

    assert str(caught.value).startswith(f"{variable} is wrong")
    assert "\n" not in str(caught.value)
    assert SECRET not in str(caught.value)
    assert value == "0" or variable != "ADJUTANT_TOKEN" or value not in str(caught.value)


def test_token_is_never_shown() -> None:
    """Neither repr, str nor a dump of the settings holds the token."""
    settings = load_settings({"token": SECRET})

    assert SECRET not in repr(settings)
    assert SECRET not in str(settings)
    assert SECRET not in settings.model_dump_json()
    assert SECRET not in str(settings.model_dump())


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("ADJUTANT_DATABSE", "ADJUTANT_DATABASE"),
        ("ADJUTANT_TOKNE", "ADJUTANT_TOKEN"),
        ("adjutant_loglevel", "ADJUTANT_LOG_LEVEL"),
    ],
)
@pytest.mark.parametrize("where", ["environment", "file"])
def test_a_misspelt_setting_is_named_with_the_right_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, wrong: str, right: str, where: str
) -> None:
    """Else a new, empty database would be begun in silence."""
    if where == "file":
        text = f"ADJUTANT_TOKEN={SECRET}\n{wrong}=x\n"
        (tmp_path / ".env").write_text(text, encoding="utf-8")
    else:
        monkeypatch.setenv("ADJUTANT_TOKEN", SECRET)
        monkeypatch.setenv(wrong, "x")
    for load in (load_settings, load_keeping_settings):
        with pytest.raises(SettingsError, match=f"^{wrong.upper()} is no .* mean {right}\\?$"):
            load()


def test_what_is_like_no_setting_is_let_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kubernetes puts such names into the environment of a service called adjutant."""
    monkeypatch.setenv("ADJUTANT_TOKEN", SECRET)
    monkeypatch.setenv("ADJUTANT_PORT", "tcp://10.0.0.1:80")
    monkeypatch.setenv("ADJUTANT_SERVICE_HOST", "10.0.0.1")

    load_settings()

    assert unknown() == ("ADJUTANT_PORT", "ADJUTANT_SERVICE_HOST")


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("games.sqlite3", "sqlite+aiosqlite:///games.sqlite3"),
        ("/var/lib/adjutant/games.sqlite3", "sqlite+aiosqlite:////var/lib/adjutant/games.sqlite3"),
        ("sqlite:///games.sqlite3", "sqlite+aiosqlite:///games.sqlite3"),
        ("postgresql+asyncpg://host/games", "postgresql+asyncpg://host/games"),
        ("postgresql://host/games", "postgresql+asyncpg://host/games"),
        ("postgres://host/games", "postgresql+asyncpg://host/games"),
    ],
)
def test_database_is_a_path_or_a_url(given: str, url: str) -> None:
    """A plain path means SQLite; a URL is kept, made asynchronous."""
    assert (
        load_settings({"token": SECRET, "database": given}).database_url.render_as_string() == url
    )


@pytest.mark.parametrize(
    ("given", "address"),
    [
        (None, None),
        ("9464", ("127.0.0.1", 9464)),
        (":9464", ("127.0.0.1", 9464)),
        ("0.0.0.0:9464", ("0.0.0.0", 9464)),
        ("[::1]:9464", ("::1", 9464)),
    ],
)
def test_metrics_are_for_this_machine_unless_said_otherwise(
    given: str | None, address: tuple[str, int] | None
) -> None:
    """A port alone is served on the loopback interface."""
    settings = load_settings({"token": SECRET, "metrics": given, "log_format": "JSON"})

    assert settings.metrics_address == address
    assert settings.log_format == "json"


def test_unreadable_file_is_one_clear_line(tmp_path: Path) -> None:
    """A .env that is no text is named, not dumped."""
    (tmp_path / ".env").write_bytes(b"ADJUTANT_TOKEN=\xff\xfe\n")

    with pytest.raises(SettingsError, match=r"\.env cannot be read"):
        load_settings()


def test_printed_maps_are_kept_where_the_bot_may_write() -> None:
    """Beside a file; with a server beside the backups, where its processes share them."""
    here = {"token": SECRET, "backup_folder": "/var/lib/adjutant/backups"}
    wanted = {
        "games.sqlite3": Path("games.sqlite3.drawn"),
        "sqlite+aiosqlite://": None,
        "postgresql://host/games": Path("/var/lib/adjutant/adjutant.drawn"),
    }
    for database, folder in wanted.items():
        assert load_settings({**here, "database": database}, env_file=None).drawn_folder == folder
