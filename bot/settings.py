"""Settings of the bot, from the environment and the file `.env`.

`.env.example` lists every one with its meaning; tests/test_settings.py keeps the two equal.
"""

import difflib
import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Self, TypeVar

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.shares import WHOLE, Share, read_share

PREFIX = "ADJUTANT_"
LANGUAGES = ("en", "es")
DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
"""What a database URL is taken for that names no driver."""


LOOPBACK = "127.0.0.1"
"""This machine alone."""
MOST_PORT = 65535


class SettingsError(Exception):
    """A setting is missing or wrong; the message is one line telling the operator what to do."""


class KeepingSettings(BaseSettings):
    """What the commands need that look after the database, and no token."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
        validate_default=False,
    )

    database: str = Field(
        default="adjutant.sqlite3",
        description="Where games are kept: a file path, or postgresql://USER:PASSWORD@HOST/NAME.",
    )
    backup_folder: Path = Field(
        default=Path("backups"),
        description="The folder that `python -m bot backup` writes to.",
    )
    backup_days: int = Field(
        default=7,
        ge=1,
        le=3650,
        description="Days after which the newest copy there is called old, by the log and by "
        "`python -m bot doctor`.",
    )

    @field_validator("database")
    @classmethod
    def _database_is_understood(cls, value: str) -> str:
        if "://" in value:
            try:
                make_url(value).get_backend_name()
            except (ArgumentError, ValueError):
                raise ValueError("it is neither a file path nor a database URL") from None
        return value

    @property
    def database_url(self) -> URL:
        """The database as an asynchronous SQLAlchemy URL; a plain path means SQLite."""
        if "://" not in self.database:
            return URL.create("sqlite+aiosqlite", database=str(Path(self.database).expanduser()))
        url = make_url(self.database)
        return url.set(drivername=DRIVERS.get(url.drivername, url.drivername))

    @property
    def database_shown(self) -> str:
        """The database as it may be printed: without its password."""
        if "://" not in self.database:
            return self.database
        return make_url(self.database)._replace(password=None).render_as_string()

    @property
    def drawn_folder(self) -> Path | None:
        """Where printed maps are kept; ``None`` where nothing is.

        Beside the database. Where that is on a server, beside the backups: there the bot may write,
        and its processes share what any of them has drawn.
        """
        url = self.database_url
        if url.get_backend_name() != "sqlite":
            return self.backup_folder.parent / "adjutant.drawn"
        return None if url.database in {None, "", ":memory:"} else Path(f"{url.database}.drawn")


class HostSettings(KeepingSettings):
    """Everything an operator can set; each field is the variable ADJUTANT_<NAME>."""

    token: SecretStr = Field(
        description="The bot's token, from the page Bot of the Discord developer portal.",
    )
    language: Literal["en", "es"] = Field(
        default="en",
        description="Language of a channel whose campaign has chosen none: en or es.",
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO",
        description="How much the log tells: DEBUG, INFO, WARNING or ERROR.",
    )
    log_format: Literal["text", "json"] = Field(
        default="text",
        description="How the log's lines are written: text or json.",
    )
    metrics: str | None = Field(
        default=None,
        description="Where /metrics, /healthz and /readyz are: a port of this machine alone, or "
        "HOST:PORT; empty: nowhere.",
    )
    sync_guild: int | None = Field(
        default=None,
        ge=1,
        description="Only for development: a server id whose commands are updated at once.",
    )
    report_channel: int | None = Field(
        default=None,
        ge=1,
        description=(
            "A channel's id to which /report and faults of the bot go; empty: the owner, by direct "
            "message."
        ),
    )
    shards: str | None = Field(
        default=None,
        description="Number of gateway shards, or with PostgreSQL which of them this process has "
        "(0-3/16); empty: as many as Discord recommends.",
    )
    thinkers: int = Field(
        default=2,
        ge=1,
        le=64,
        description="Processes beside the bot that work out pages, suggestions and odds; each "
        "takes up to 250 MB.",
    )

    data: Path | None = Field(
        default=None,
        description="A folder of your own data files, <game>/<file>, for new campaigns; "
        "docs/hosting says more.",
    )
    keep_days: int = Field(
        default=30,
        ge=1,
        le=3650,
        description="Days that campaigns are kept of a server that has put the bot out.",
    )
    most_campaigns: int | None = Field(
        default=None,
        ge=1,
        description="Campaigns that may be open or under way at a time in all servers together; "
        "empty: any number.",
    )
    gather_minutes: float = Field(
        default=10,
        ge=0,
        le=1440,
        description="Minutes that a post which calls nobody waits for what the same player does "
        "next; 0: each phase at once.",
    )

    @field_validator("token")
    @classmethod
    def _token_is_plausible(cls, value: SecretStr) -> SecretStr:
        text = value.get_secret_value()
        if not text.strip() or any(c.isspace() for c in text.strip()):
            raise ValueError("it must be one word without spaces")
        if text.strip().lower().startswith("bot "):
            raise ValueError("leave out the word 'Bot'")
        return SecretStr(text.strip())

    @field_validator("metrics")
    @classmethod
    def _metrics_are_somewhere(cls, value: str | None) -> str | None:
        if value is not None and _address(value) is None:
            raise ValueError("it is neither a port nor HOST:PORT")
        return value

    @field_validator("log_format", mode="before")
    @classmethod
    def _format_in_small_letters(cls, value: Any) -> Any:
        return value.lower() if isinstance(value, str) else value

    @field_validator("log_level", mode="before")
    @classmethod
    def _level_in_capitals(cls, value: Any) -> Any:
        return value.upper() if isinstance(value, str) else value

    @field_validator("shards", mode="before")
    @classmethod
    def _shards_are_some(cls, value: Any) -> Any:
        return value if value is None else str(read_share(str(value)))

    @model_validator(mode="after")
    def _a_share_is_kept_by_a_server(self) -> Self:
        if not self.share.is_whole and self.database_url.get_backend_name() != "postgresql":
            raise ValueError(
                f"ADJUTANT_SHARDS names a share ({self.share}), and a file is for one process "
                "alone: several processes need PostgreSQL, as docs/hosting/postgresql.md says"
            )
        return self

    @property
    def share(self) -> Share:
        """Which of the bot's shards this process has."""
        return WHOLE if self.shards is None else read_share(self.shards)

    @property
    def metrics_address(self) -> tuple[str, int] | None:
        """Host and port at which the bot tells how it does; ``None``: nowhere."""
        return None if self.metrics is None else _address(self.metrics)

    @property
    def log_level_number(self) -> int:
        """The log level as the logging module counts it."""
        return logging.getLevelNamesMapping()[self.log_level]


def _address(text: str) -> tuple[str, int] | None:
    """Return the host, which is this machine where none is said, and the port of an address."""
    host, _, port = text.strip().rpartition(":")
    if not (port.isascii() and port.isdigit() and int(port) <= MOST_PORT):
        return None
    return host.removeprefix("[").removesuffix("]") or LOOPBACK, int(port)


def load_settings(
    overrides: Mapping[str, Any] | None = None, *, env_file: Path | str | None = ".env"
) -> HostSettings:
    """Return the settings of this process; *overrides* win over environment and file.

    Raises:
        SettingsError: A setting is missing or wrong. Its message is one line saying which, and
            what to do; it never holds the value, which could be the token.
    """
    return _loaded(HostSettings, overrides, env_file)


def load_keeping_settings(*, env_file: Path | str | None = ".env") -> KeepingSettings:
    """Return the settings of the commands that look after the database.

    Raises:
        SettingsError: as :func:`load_settings` does.
    """
    return _loaded(KeepingSettings, None, env_file)


_ALIKE = 0.85
"""How much a name must be like a setting's to be taken for a slip."""


def unknown(*, env_file: Path | str | None = ".env") -> tuple[str, ...]:
    """Return the variables of the environment and of *env_file* that look like settings of ours.

    Raises:
        OSError: The file cannot be read.
        UnicodeDecodeError: It is no text.
    """
    given = set(os.environ)
    if env_file is not None and Path(env_file).is_file():
        given |= set(dotenv_values(env_file, encoding="utf-8"))
    named = {name.upper() for name in given}
    return tuple(sorted(n for n in named if n.startswith(PREFIX) and n not in _names()))


def _names() -> tuple[str, ...]:
    return tuple(PREFIX + name.upper() for name in HostSettings.model_fields)


_S = TypeVar("_S", bound=KeepingSettings)


def _loaded(kind: type[_S], overrides: Mapping[str, Any] | None, env_file: Path | str | None) -> _S:
    try:
        for name in unknown(env_file=env_file):
            meant = difflib.get_close_matches(name, _names(), n=1, cutoff=_ALIKE)
            if meant:
                raise SettingsError(f"{name} is no setting: did you mean {meant[0]}?")
        return kind(_env_file=env_file, **dict(overrides or {}))
    except ValidationError as error:
        raise SettingsError(_one_line(error)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"The file {env_file} cannot be read: {type(error).__name__}."
        ) from None


def _one_line(error: ValidationError) -> str:
    """Say the first thing wrong in one line, without the value given."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    name = str(first["loc"][0]) if first["loc"] else "settings"
    variable = PREFIX + name.upper()
    if first["type"] == "missing":
        return (
            f"{variable} is missing: put it into the file .env or the environment "
            "(.env.example says where to get it)."
        )
    reason = str(first["msg"]).removeprefix("Value error, ")
    if not first["loc"]:
        return f"{reason}."
    field = HostSettings.model_fields.get(name)
    meaning = f" {field.description}" if field is not None and field.description else ""
    return f"{variable} is wrong ({reason}).{meaning}"
