"""A stored text as the bytes that it is, on either database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import LargeBinary
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import GenericFunction


class octets(GenericFunction[bytes]):  # noqa: N801 - as SQLAlchemy names functions
    """The bytes of a text in UTF-8: a text that is damaged can be read all the same."""

    type = LargeBinary()
    inherit_cache = True


@compiles(octets, "sqlite")
def _of_sqlite(element: octets, compiler: Any, **kw: Any) -> str:
    return f"CAST({compiler.process(element.clauses, **kw)} AS BLOB)"


@compiles(octets, "postgresql")
def _of_postgres(element: octets, compiler: Any, **kw: Any) -> str:
    # A cast would read backslashes as the beginnings of numbers.
    return f"convert_to({compiler.process(element.clauses, **kw)}, 'UTF8')"
