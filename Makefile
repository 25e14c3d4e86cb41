# Commands for contributors (CONTRIBUTING.md). `make run` and `make test` also work on a fresh machine.

N ?= 10000
SECONDS ?= 5
KILLS ?= 20
CUTS ?= 2000
SEED ?= 1
SCHEMATHESIS := 4.32.5
FUZZ_TOOLS := target/fuzz-tools-$(SCHEMATHESIS)
CARGO_DEB := 3.8.0
DEB_TOOLS := target/cargo-deb-$(CARGO_DEB)
BLOG_APP_BIN ?= $(CURDIR)/target/debug/blog-app

.PHONY: run test lint lint-rust lint-web fmt bench bench-growth bench-moving durability lighthouse main-thread crates audit release-check clean-tree fuzz types tools servers deb test-deb

run:
	cargo run --release -- serve

# Everything: lint, unit and integration tests, the client's tests, journeys in a real browser. A failure does not stop the
# rest.
test: tools servers
	BLOG_APP_BIN=$(BLOG_APP_BIN) ./scripts/test

# Both languages at once: eslint and tsc use one processor.
lint: tools crates
	@$(MAKE) --no-print-directory --jobs=2 --output-sync lint-rust lint-web

lint-rust:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- --deny warnings

lint-web:
	cd web && npm run lint

# Licences, sources and duplicates of the crates, as deny.toml allows them.
crates:
	@if command -v cargo-deny > /dev/null; then cargo deny check bans licenses sources; \
	else echo 'NOT RUN: cargo deny (install it by: cargo install cargo-deny --locked)'; fi

# Known vulnerabilities of the packages: RustSec's list and npm's registry. It fails on findings; a list that cannot be
# reached is NOT RUN, with the reason, and fails only with STRICT=1.
audit:
	./scripts/audit

# What holds before a release: nothing uncommitted, all tests and lint, no known vulnerability, and no file changed by the
# checks themselves.
release-check: clean-tree
	$(MAKE) test
	$(MAKE) audit
	$(MAKE) clean-tree

clean-tree:
	@changes=$$(git status --porcelain); if [ -n "$$changes" ]; then \
	echo "Not committed:"; echo "$$changes"; exit 1; fi

fmt:
	cargo fmt --all
	cd web && npm run format

# Measures the site beside bare axum and nginx, and on PostgreSQL, into benches/RESULTS.md; exit code 1 when a target is
# missed. It needs wrk (Debian: apt-get install wrk), and the servers of `make servers`. N=100000 for a larger site, SECONDS=2 for a quick look; the sites are
# stored in target/bench.
bench:
	N=$(N) SECONDS=$(SECONDS) cargo bench --bench site

# How responses slow down from 1,000 to 100,000 posts, into benches/RESULTS-growth.md.
bench-growth:
	GROWTH=1 SECONDS=$(SECONDS) cargo bench --bench site

# How long 10,000 posts take in and out, and the memory of the largest exports, into benches/RESULTS-moving.md; some minutes,
# and 5 GB of disk.
bench-moving:
	N=$(N) MOVING=1 cargo bench --bench site

# Lighthouse on the pages that readers open first, as a phone sees them.
lighthouse: tools
	cargo build --release
	cd web && BLOG_APP_BIN=$(CURDIR)/target/release/blog-app npm run lighthouse

# The work of the main thread until three pages react to input, as a phone that is four times slower does it.
main-thread: tools
	cargo build --release
	cd web && BLOG_APP_BIN=$(CURDIR)/target/release/blog-app npm run main-thread

# Kills the site twenty times while sixteen readers write, cuts the power at 2000 moments of a recorded run, and looks for
# lost writes; `make test` does it three times, and at 240 moments.
durability:
	KILLS=$(KILLS) CUTS=$(CUTS) cargo test --test integration sqlite_file::durability -- --nocapture

# More than ten thousand calls generated from the API's description, as a visitor, a reader and an administrator.
fuzz: $(FUZZ_TOOLS)/ready
	cargo build
	./scripts/fuzz-api --program $(BLOG_APP_BIN) --schemathesis $(FUZZ_TOOLS)/bin/schemathesis --seed $(SEED)

$(FUZZ_TOOLS)/ready:
	python3 -m venv $(FUZZ_TOOLS)
	$(FUZZ_TOOLS)/bin/pip install --quiet schemathesis==$(SCHEMATHESIS)
	touch $@

# A package for Debian, in target/debian/, for the processor of this machine and this or a newer Debian.
deb: tools $(DEB_TOOLS)/bin/cargo-deb
	$(DEB_TOOLS)/bin/cargo-deb --quiet --locked

# Installs, upgrades, removes and purges the package on this machine, as root, where no blog-app is installed.
test-deb: deb
	./scripts/test-deb $(DEB_TOOLS)/bin/cargo-deb

$(DEB_TOOLS)/bin/cargo-deb:
	cargo install --quiet --locked --root $(DEB_TOOLS) cargo-deb --version $(CARGO_DEB)

# After a change of the API: its description, and the client's types generated from it.
types:
	UPDATE_OPENAPI=1 cargo test --test integration openapi
	cd web && npm run types

# Node's packages as the lock file names them, and a browser for the journeys where the system has none.
tools: web/node_modules/.installed-lock.json
	@command -v $${CHROMIUM:-/usr/bin/chromium-headless-shell} > /dev/null || \
	command -v $${CHROMIUM:-/usr/bin/chromium} > /dev/null || ./scripts/install-chromium

# PostgreSQL and nginx for the tests of several nodes and Pebble for those of certificates, where the system has none;
# without them they say what is not run.
servers:
	@{ ./scripts/temporary-postgres --find > /dev/null 2>&1 && test -x /usr/sbin/nginx && command -v pebble > /dev/null; } || \
	./scripts/install-servers || true

web/node_modules/.installed-lock.json: web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	cp web/package-lock.json $@
