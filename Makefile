# Everything goes through make: `make demo` and `make test` need Python 3.11 or newer, make and a
# package index, nothing else. Programs run as `python -m`, so the folder may be renamed or moved.

PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || command -v python3)
VENV   := .venv
PY     := $(VENV)/bin/python
STAMP  := $(VENV)/.stamp
RUNNING := $(VENV)/.stamp-running
AUDIT  := .venv-audit
CHECKED := bot engine render data tests docs
LOCKING := --python-version 3.11 --universal --fork-strategy fewest --generate-hashes --no-emit-index-url --no-header --quiet

.DEFAULT_GOAL := help
.PHONY: help venv demo run test test-long lint format types imports unit fuzz mutants bench load kill-trials gallery data-check conformance lock audit clean

help: ## Show what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## /  make \1\t/' | expand -t 20

venv: $(STAMP) ## Set up .venv from requirements-dev.lock, with all that developing takes

# The environment, then what a lock names: requirements.lock is what the bot itself needs.
define install
	@test -n "$(PYTHON)" && "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Adjutant needs Python 3.11 or newer: install it, or say where it is with 'make PYTHON=/path/to/python3'." >&2; exit 1; }
	@if ! "$(PYTHON)" -m venv $(VENV) >/dev/null 2>&1; then \
	  rm -rf $(VENV); \
	  { "$(PYTHON)" -m venv --without-pip $(VENV) && \
	    "$(PYTHON)" -m pip --python $(PY) install --quiet pip; } >/dev/null 2>&1 || \
	  { rm -rf $(VENV); echo "Python's venv module is missing: install it (on Debian: apt-get install python3-venv) and run make again." >&2; exit 1; }; \
	fi
	@echo "Installing what $(1) names into $(VENV) ..."
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r $(1)
endef

$(STAMP): requirements-dev.lock
	$(call install,requirements-dev.lock)
	@touch $(STAMP) $(RUNNING)

$(RUNNING): requirements.lock
	$(call install,requirements.lock)
	@touch $(RUNNING)

demo: $(STAMP) ## The bot in a simulated Discord on this machine (GAME=... OPPONENT=computer PORT=8300 LANGUAGE=es DATABASE=...)
	@$(PY) -m bot demo $(if $(GAME),--game $(GAME)) $(if $(OPPONENT),--opponent $(OPPONENT)) $(if $(PORT),--port $(PORT)) $(if $(LANGUAGE),--language $(LANGUAGE)) $(if $(DATABASE),--database $(DATABASE))

run: $(RUNNING) ## The bot on Discord, with the token from .env
	@$(PY) -m bot run

test: $(STAMP) ## Everything that must hold before a change is merged
	@$(MAKE) --no-print-directory --jobs=2 lint imports
	@$(MAKE) --no-print-directory --jobs=2 types unit

lint: $(STAMP) ## Style: ruff's checks and its formatting
	$(PY) -m ruff check $(CHECKED)
	$(PY) -m ruff format --check $(CHECKED)

format: $(STAMP) ## Format the code
	$(PY) -m ruff check --fix-only --quiet $(CHECKED)
	$(PY) -m ruff format --quiet $(CHECKED)

types: $(STAMP) ## mypy --strict
	$(PY) -m mypy

imports: $(STAMP) ## The layers: engine <- render <- bot
	$(PY) -c 'from importlinter.cli import lint_imports_command as lint; lint(["--no-logo"])'

# What is compiled is kept, also where a machine says that it should not be: three workers and every
# program that a test starts would compile everything anew.
unit test-long bench load kill-trials: export PYTHONDONTWRITEBYTECODE =

# Three at a time on two cores: whoever waits for the simulated Discord to settle leaves theirs idle.
unit: $(STAMP) ## The tests, in random order, side by side
	$(PY) -m pytest -n 3 --dist worksteal -q -m "not long" --durations 20 --durations-min 1

# One at a time to whoever is free: the most telling come first, and none is begun too late.
test-long: $(STAMP) ## The long tests left out of `make test`, the most telling first (SHARD=2/4)
	$(PY) -m pytest -n 2 --dist load --maxschedchunk 1 -q -m long --durations 20 $(if $(SHARD),--shard $(SHARD))

fuzz: $(STAMP) ## 200 random games of each system, checked and replayed (GAME=... GAMES=200)
	@$(PY) -m bot fuzz $(GAME) $(if $(GAMES),--games $(GAMES))

mutants: $(STAMP) ## Break the rules in 300 places a game: the cases must notice (GAME=... SAMPLE=300 SEED=...)
	@$(PY) -m tests.mutants $(if $(GAME),--game $(subst -,_,$(GAME))) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

bench: $(STAMP) ## Times against the budget in docs/architecture.md (TOPIC=engine,render, or AGAINST=REVISION GAME=...)
	@$(PY) -m tests.bench $(TOPIC) $(if $(AGAINST),--against $(AGAINST)) $(if $(GAME),--game $(GAME)) $(if $(ROUNDS),--rounds $(ROUNDS))

load: $(STAMP) ## 200 live and 10,000 finished campaigns, 8 orders a second for a minute (RATE=8 or most, SECONDS=60 LIVE=200 FINISHED=10000 STARTS=3 GAME=... DATABASE=postgresql PROCESSES=3)
	@$(PY) -m tests.load $(if $(RATE),--rate $(RATE)) $(if $(SECONDS),--seconds $(SECONDS)) $(if $(LIVE),--live $(LIVE)) $(if $(FINISHED),--finished $(FINISHED)) $(if $(STARTS),--starts $(STARTS)) $(if $(GAME),--game $(subst -,_,$(GAME))) $(if $(DATABASE),--database $(DATABASE)) $(if $(PROCESSES),--processes $(PROCESSES))

kill-trials: $(STAMP) ## 300 kills of processes, PostgreSQL and connections while games go on; the same on SQLite (KILLS=300 UPDATES=0 DATABASE=... or AGAINST=REVISION)
	@$(PY) -m tests.kills $(if $(AGAINST),--against $(AGAINST)) $(if $(KILLS),--kills $(KILLS)) $(if $(UPDATES),--updates $(UPDATES)) $(if $(DATABASE),--database $(DATABASE))

gallery: $(STAMP) ## Every picture in every theme on one page, build/gallery/index.html (GAME=...)
	@$(PY) -m tests.gallery $(GAME)

data-check: $(STAMP) ## Validate every file under data/
	@$(PY) -m bot data check

conformance: $(STAMP) ## Write docs/conformance anew: clauses, rulings and cases of every game
	@$(PY) -m tests.conformance

lock: $(STAMP) ## Renew requirements.lock and requirements-dev.lock from pyproject.toml (needs the network)
	@{ $(PY) -m pip install --quiet --disable-pip-version-check uv && \
	  $(PY) -m uv pip compile pyproject.toml --all-extras $(LOCKING) --upgrade -o requirements-dev.new && \
	  $(PY) -m uv pip compile pyproject.toml $(LOCKING) --no-annotate -c requirements-dev.new -o requirements.new && \
	  mv requirements-dev.new requirements-dev.lock && mv requirements.new requirements.lock; } || \
	  { rm -f requirements-dev.new requirements.new; echo "The locks are as they were: is the package index within reach, and pyproject.toml in order?" >&2; exit 2; }

audit: $(STAMP) ## Ask whether a package of the locks has a vulnerability that is known (needs the network)
	@test -x $(AUDIT)/bin/pip-audit || { "$(PYTHON)" -m venv $(AUDIT) && $(AUDIT)/bin/python -m pip install --quiet --disable-pip-version-check "pip-audit>=2.9,<3"; } || \
	  { rm -rf $(AUDIT); echo "pip-audit cannot be installed: is the package index within reach?" >&2; exit 2; }
	@$(PY) -m tests.audit $(AUDIT)/bin/python

clean: ## Remove the environment and the caches
	rm -rf $(VENV) $(AUDIT) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
