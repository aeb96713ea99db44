# PG_CONFIG names the server to build for; without it the scripts look for one (see make help).
# A value is passed on as it stands, so that `make PG_CONFIG=... target` and the environment agree.
export PG_CONFIG DATA PROFILE ROWS

.DEFAULT_GOAL := help
.PHONY: help setup demo start stop test install installcheck bench quality clean

help:
	@echo "make demo          install what is missing, build, load a sample brain, show what each verb answers and why"
	@echo "make test          install what is missing, build, run every test"
	@echo "make stop          end the demo's cluster (its data stays until make clean or make demo)"
	@echo "make start         start the demo's cluster again as it was left"
	@echo "make setup         install what is missing: packages, cargo-pgrx"
	@echo "make install       build for release and install into the server that PG_CONFIG names"
	@echo "make installcheck  run the SQL tests against the installed extension"
	@echo "make bench         measure speed (ROWS=500000)"
	@echo "make quality       measure ranking quality (DATA=folder of the public data)"
	@echo "make clean         delete clusters and build results"

setup:
	@scripts/setup.sh

demo: setup
	@scripts/install.sh
	@scripts/demo.sh

start:
	@scripts/demo.sh start

stop:
	@scripts/demo.sh stop

test: setup
	@scripts/test.sh

install: setup
	@scripts/install.sh

installcheck:
	@INSTALL=no scripts/test.sh regress isolation

bench: install
	@bench/run.sh

quality: install
	@bench/quality/run.sh

clean:
	@scripts/clean.sh
