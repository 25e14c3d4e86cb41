# What people who work on the project need. `make run` and `make test` also work on a fresh machine.

N ?= 10000
SECONDS ?= 5
KILLS ?= 20
CUTS ?= 2000
SEED ?= 1
SCHEMATHESIS := 4.32.5
FUZZ_TOOLS := target/fuzz-tools-$(SCHEMATHESIS)
BLOG_APP_BIN ?= $(CURDIR)/target/debug/blog-app

.PHONY: run test lint fmt bench bench-growth durability lighthouse crates audit release-check clean-tree fuzz types tools

run:
	cargo run --release -- serve

# Everything: rules of style, unit and integration tests, the client's tests, journeys in a real browser. What fails
# keeps nothing else from running.
test: tools
	BLOG_APP_BIN=$(BLOG_APP_BIN) ./scripts/test

lint: tools crates
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- --deny warnings
	cd web && npm run lint

# Licences, sources and doubles of the crates, as deny.toml allows them.
crates:
	@if command -v cargo-deny > /dev/null; then cargo deny check bans licenses sources; \
	else echo 'NOT RUN: cargo deny (install it by: cargo install cargo-deny --locked)'; fi

# What others know of faults in the packages: RustSec's list and npm's registry. It fails when there is something to mend;
# what cannot be asked is NOT RUN, with the reason, and fails with STRICT=1 alone.
audit:
	./scripts/audit

# Everything that holds before a version goes out: nothing uncommitted, all tests and rules, no known fault in a package,
# and nothing that the checks themselves would have changed.
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

# More than ten thousand calls made from the API's own description, as a visitor, a reader and an administrator.
fuzz: $(FUZZ_TOOLS)/ready
	cargo build
	./scripts/fuzz-api --program $(BLOG_APP_BIN) --schemathesis $(FUZZ_TOOLS)/bin/schemathesis --seed $(SEED)

$(FUZZ_TOOLS)/ready:
	python3 -m venv $(FUZZ_TOOLS)
	$(FUZZ_TOOLS)/bin/pip install --quiet schemathesis==$(SCHEMATHESIS)
	touch $@

# After a change of the API: its description, and the client's types made from it.
types:
	UPDATE_OPENAPI=1 cargo test --test integration openapi
	cd web && npm run types

# Node's packages as the lock file names them, and a browser for the journeys where the system has none.
tools: web/node_modules/.installed-lock.json
	@command -v $${CHROMIUM:-/usr/bin/chromium-headless-shell} > /dev/null || \
	command -v $${CHROMIUM:-/usr/bin/chromium} > /dev/null || ./scripts/install-chromium

web/node_modules/.installed-lock.json: web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	cp web/package-lock.json $@
