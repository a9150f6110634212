# Everything needs only Python 3.11+ (with venv), make and git: each target sets itself up.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
LINE ?= held

.PHONY: demo test check bench-eye bench-table bench-kill bench-read bench-changed bench-traced bench-traced-clips bench-twin bench-motion bench-rolls bench-stats bench-walls bench-edges bench-rules bench-panel clean

demo: $(READY) ## an evening at the simulated table
	$(BIN)/stickman demo

# As many tests run at a time as there are cores, each on one.
test: export OPENBLAS_NUM_THREADS = 1
test: export OPENCV_FOR_THREADS_NUM = 1
test: $(READY) ## what CI runs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest --numprocesses auto --dist worksteal

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Stickman needs Python 3.11 or newer; name one with: make PYTHON=python3.13"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
		echo "Python's venv module is missing: install it (Debian, Raspberry Pi OS: sudo apt install python3-venv)"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[twin,stats,dev]'
	@touch $@

bench-eye: $(READY) ## every figure of reading dice: scenes, photos, renders, speed, memory, calibration
	PYTHONPATH=. $(BIN)/python bench/eye.py

bench-table: $(READY) ## 500 throws at the simulated table against its truth
	$(BIN)/python bench/table.py

bench-kill: $(READY) ## 200 kills of a running session
	$(BIN)/python bench/kill.py

bench-read: $(READY) ## photos and renders, where ../shared lies beside the project
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python bench/read.py

bench-changed: $(READY) ## the path-traced stills as other cameras and rooms would show them
	PYTHONPATH=. $(BIN)/python bench/changed.py

bench-traced: $(READY) ## tables painted by following light, up to a minute a picture; painted once
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[traced]'
	PYTHONPATH=. $(BIN)/python bench/traced.py

bench-traced-clips: $(READY) ## whole throws painted by following light, minutes a throw; painted once
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[traced]'
	PYTHONPATH=. $(BIN)/python bench/traced_clips.py

bench-twin: $(READY) ## how much faster than real time the simulated table paints
	$(BIN)/python bench/twin.py

bench-rolls: $(READY) ## import ten million rolls: time and memory
	$(BIN)/python bench/rolls.py

bench-stats: $(READY) ## fairness of dice: false alarms, rolls to find a bias, ten million rolls
	PYTHONPATH=. $(BIN)/python bench/stats.py

bench-motion: $(READY) ## the motion step on one core
	PYTHONPATH=. $(BIN)/python bench/motion.py

bench-rules: $(READY) ## casino, strategies and dice beside crapssim and the source's OCaml program
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	PYTHONPATH=. $(BIN)/python bench/rules.py

bench-walls: $(READY) ## 2,000 throws at the simulated wall: which die hit; goes on where broken off (LINE=raw, ringing)
	$(BIN)/python bench/walls.py --line $(LINE)

bench-edges: $(READY) ## a minute of a thousand edges a second, from the line to the session's queue
	$(BIN)/python bench/edges.py

bench-panel: $(READY) ## the panel's firmware on this computer: scene to LED, its loop, its heap
	PYTHONPATH=. $(BIN)/python bench/panel.py

clean:
	rm -rf $(VENV) .demo build dist *.egg-info
