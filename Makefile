# What people who work on the project need. `make run` and `make test` also work on a fresh machine.

N ?= 10000
SECONDS ?= 5
KILLS ?= 20
CUTS ?= 2000
BLOG_APP_BIN ?= $(CURDIR)/target/debug/blog-app

.PHONY: run test lint fmt bench bench-growth durability lighthouse audit types tools

run:
	cargo run --release -- serve

# Everything: rules of style, unit and integration tests, the client's tests, journeys in a real browser.
test: tools lint
	cargo test --lib --bins --tests
	cd web && npm test
	cd web && BLOG_APP_BIN=$(BLOG_APP_BIN) npm run e2e

lint: tools
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- --deny warnings
	cd web && npm run lint

# What others know about what the project takes: faults of packages, licences, sources. It asks npm's registry, and
# cargo-deny where it is installed, so it is for people and for machines that may reach out.
audit:
	cd web && npm audit --omit=dev --audit-level=high
	@if command -v cargo-deny > /dev/null; then cargo deny check bans licenses sources; \
	else echo 'cargo-deny is not installed, so the crates were not looked at: cargo install cargo-deny --locked'; fi

fmt:
	cargo fmt --all
	cd web && npm run format

# How fast the site is beside what its stack can do at best, into benches/RESULTS.md; exit code 1 when a target is
# missed. It needs wrk and nginx (Debian: apt-get install wrk nginx). N=100000 for a larger site, SECONDS=2 for a quick
# look; the sites are kept in target/bench.
bench:
	N=$(N) SECONDS=$(SECONDS) cargo bench --bench site

# How answers slow down from 1,000 to 100,000 posts, into benches/RESULTS-growth.md.
bench-growth:
	GROWTH=1 SECONDS=$(SECONDS) cargo bench --bench site

# What Lighthouse says of the pages that readers come to, as a phone sees them.
lighthouse: tools
	cargo build --release
	cd web && BLOG_APP_BIN=$(CURDIR)/target/release/blog-app npm run lighthouse

# Kills the site twenty times while sixteen readers write, takes the power away at 2000 moments of a recorded run, and
# looks for what was lost; `make test` does it thrice, and at 240 moments.
durability:
	KILLS=$(KILLS) CUTS=$(CUTS) cargo test --test integration durability -- --nocapture

# After a change of the API: its description, and the client's types made from it.
types:
	UPDATE_OPENAPI=1 cargo test --test integration openapi
	cd web && npm run types

# Node's packages as the lock file names them, and a browser for the journeys where the system has none.
tools: web/node_modules/.installed-lock.json
	@command -v $${CHROMIUM:-/usr/bin/chromium} > /dev/null || ./scripts/install-chromium

web/node_modules/.installed-lock.json: web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	cp web/package-lock.json $@
