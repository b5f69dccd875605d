# Two commands do it all on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# One thread each for the numeric libraries: the tests run side by side.
export OMP_NUM_THREADS ?= 1
# The workers must collect the same tests in the same order.
export PYTHONHASHSEED ?= 0

.PHONY: help demo test lint bench soak mutants test-picamera test-arm64 lock train evaluate rules-table golden install install-dev clean

help:
	@echo "make demo    install and replay the bundled recording; look into demo-output/"
	@echo "make test    install and run the whole test suite"
	@echo "make lint    ruff, mypy, import contracts"
	@echo "make bench   accuracy and speed -> docs/BENCHMARKS.md (needs the footage beside the project)"
	@echo "make soak    the long proofs"
	@echo "make lock    pin the dependencies again"

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit("callshot needs Python 3.11 or newer, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: $(BIN)/python requirements/run.txt pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@sh .ci/system-packages
	@touch $@

install: $(VENV)/.run

install-dev: $(VENV)/.dev

demo: install
	$(BIN)/callshot demo

test: install-dev
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not soak"

lint: install-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=. $(BIN)/lint-imports

bench: install-dev
	$(BIN)/python -m tests.benchmarks.bench

soak: install-dev
	$(BIN)/python -m pytest -m soak

# The Pi camera's adapter on the real libcamera and picamera2 in a Debian 13 tree: root, debootstrap, 1.5 GB.
test-picamera:
	sh tests/hardware/picamera/build_tree.sh

# The program in 64 bit ARM form under qemu: the rules' tests, one inference, a short replay. debootstrap, qemu, 1 GB.
test-arm64: install-dev
	sh tests/hardware/arm64/run.sh

# Mutants of the rules against their tests: hours on two cores; a seeded sample, in a copy of the tree.
mutants: install-dev
	$(BIN)/python -m tests.mutation.run --work ../callshot-mutants

rules-table: install-dev
	$(BIN)/python -m tests.rules.table

# What the rules made of their cases, written anew after a change that was meant; read the difference before it goes in.
golden: install-dev
	for part in parts evenings refusals congestion.games table; do $(BIN)/python -m tests.rules.$$part || exit 1; done

train: install-dev
	$(BIN)/python -m pip install --quiet -r requirements/train.txt
	$(BIN)/python -m callshot.models.training.train

evaluate: install-dev
	$(BIN)/python -m tests.models.evaluate

lock: install-dev
	sh .ci/lock

clean:
	rm -rf $(VENV) build dist demo-output bench-output *.egg-info
