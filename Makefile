# The whole of it: `make play` opens the table, `make test` runs every check.
# PYTHON=... chooses the interpreter, WORKERS=... how many tests run side by side.

export PYTHON WORKERS

.PHONY: play test lock clean

play:
	@sh scripts/environment.sh play
	@exec .venv/bin/parlour serve

test:
	@sh scripts/test.sh

lock:
	@sh scripts/lock.sh

clean:
	rm -rf .venv .cache build dist
