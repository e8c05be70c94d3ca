# The whole of it: `make play` opens the table, `make test` runs every check, `make soak` what takes too long for every day.
# PYTHON=... chooses the interpreter, WORKERS=... how many tests run side by side.

export PYTHON WORKERS

.PHONY: play test soak lock clean

play:
	@sh scripts/environment.sh play
	@exec .venv/bin/parlour serve

test:
	@sh scripts/test.sh

soak:
	@sh scripts/environment.sh test
	@PARLOUR_CHANCE="$${PARLOUR_CHANCE:-$$(date +%s)}" exec .venv/bin/python -m pytest -m soak -n "$${WORKERS:-auto}" --dist worksteal --timeout 7200

lock:
	@sh scripts/lock.sh

clean:
	rm -rf .venv .cache build dist
