"""`make audit`: whether anything that the locks name has a vulnerability that is known.

pip-audit asks a service on the network, and says "none known" also of what the service has never
heard of. So what it could not ask about is told apart here.

Exit codes: 0 nothing is known; 1 something is; 2 the service could not be asked, of some or all.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("requirements.lock", "requirements-dev.lock")
FOUND, UNASKED = 1, 2


def main(python: str) -> int:
    """Ask about every lock by the pip-audit of *python*; return the exit code."""
    codes = [judge(lock, *_ask(python, lock)) for lock in LOCKS]
    return FOUND if FOUND in codes else max(codes)


def judge(lock: str, answer: Any, said: str) -> int:
    """Tell what pip-audit answered about a lock, and return the code for it."""
    packages: list[dict[str, Any]] = [] if answer is None else answer["dependencies"]
    bad = [one for one in packages if one.get("vulns")]
    unasked = [one["name"] for one in packages if "skip_reason" in one]
    for one in bad:
        for flaw in one["vulns"]:
            mended = ", ".join(flaw.get("fix_versions", ())) or "no version yet"
            print(f"{lock}: {one['name']} {one['version']}: {flaw['id']} (mended in {mended})")
    if bad:
        return FOUND
    if not packages:
        print(f"{lock}: the service for vulnerabilities could not be asked. {_last(said)}")
        return UNASKED
    if unasked:
        print(
            f"{lock}: nothing is known of {len(packages) - len(unasked)} packages; "
            f"{len(unasked)} could not be asked about: {_some(unasked)}"
        )
        return UNASKED
    print(f"{lock}: no vulnerability is known of {len(packages)} packages.")
    return 0


def _ask(python: str, lock: str) -> tuple[Any, str]:
    """Return pip-audit's answer, ``None`` where there is none, and what it said."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "answer.json"
        asked = ["-r", str(ROOT / lock), "--require-hashes", "--disable-pip"]
        told = ["--format", "json", "-o", str(answer), "--progress-spinner", "off"]
        done = subprocess.run(
            [python, "-m", "pip_audit", *asked, *told], capture_output=True, text=True, check=False
        )
        try:
            return json.loads(answer.read_text("utf-8")), done.stderr
        except (OSError, ValueError):
            return None, done.stderr


def _last(said: str) -> str:
    lines = [line for line in said.splitlines() if line.strip()]
    return lines[-1][:200] if lines else ""


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:5]) + (" ..." if len(names) > 5 else "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
