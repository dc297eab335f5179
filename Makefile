# The front door. `make help` lists the rooms; CMakePresets.json holds what they build.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
DESTDIR ?=
FUZZ_SECONDS ?= 60
# More words for cmake's configure step, e.g. CMAKE_FLAGS=-DLOCKSTEP_WERROR=ON
CMAKE_FLAGS ?=
export CMAKE_BUILD_PARALLEL_LEVEL = $(JOBS)
export CTEST_PARALLEL_LEVEL = $(JOBS)
export CTEST_OUTPUT_ON_FAILURE = 1

RELEASE := build/release

##@ Use
.PHONY: run
run: build ## Install what is needed, build, audit the bundled recordings
	@scripts/run-example.sh

.PHONY: build
build: packages-build ## Build the release binary build/lockstep
	@test -f $(RELEASE)/build.ninja || cmake --preset release -DLOCKSTEP_TESTS=OFF $(CMAKE_FLAGS)
	@cmake --build $(RELEASE) --target bin/lockstep
	@cp -f $(RELEASE)/bin/lockstep build/lockstep

.PHONY: install
install: build ## Install binary, man pages and completions (PREFIX, DESTDIR)
	@DESTDIR='$(DESTDIR)' cmake --install $(RELEASE) --prefix '$(PREFIX)'

.PHONY: deb
deb: packages-package build ## Make a Debian package in build/
	@scripts/build-deb.sh

##@ Prove
.PHONY: test
test: packages-test ## Build the release with all tests and run them
	@cmake --preset release -DLOCKSTEP_TESTS=ON $(CMAKE_FLAGS)
	@cmake --build --preset release
	@ctest --preset release

.PHONY: test-long
test-long: packages-test ## Run the tests that take minutes (100 million ES6 numbers)
	@cmake --preset release -DLOCKSTEP_TESTS=ON $(CMAKE_FLAGS)
	@cmake --build --preset release
	@ctest --preset long

.PHONY: asan
asan: packages-test ## Unit tests and fuzz corpora under address and undefined-behaviour sanitizers
	@cmake --preset asan $(CMAKE_FLAGS)
	@cmake --build --preset asan
	@ctest --preset asan

.PHONY: tsan
tsan: packages-test ## The same under the thread sanitizer
	@cmake --preset tsan $(CMAKE_FLAGS)
	@cmake --build --preset tsan
	@scripts/without-aslr.sh ctest --preset tsan

.PHONY: fuzz
fuzz: packages-tools ## Run every libFuzzer target for FUZZ_SECONDS (60) each
	@cmake --preset fuzz $(CMAKE_FLAGS)
	@cmake --build --preset fuzz
	@scripts/fuzz.sh build/fuzz $(FUZZ_SECONDS)

.PHONY: bench
bench: packages-test packages-tools ## Run the benchmarks
	@cmake --preset release -DLOCKSTEP_BENCH=ON $(CMAKE_FLAGS)
	@cmake --build --preset release
	@scripts/bench.sh

##@ Keep
.PHONY: format
format: packages-tools ## Format the C++ sources
	@scripts/format.sh

.PHONY: clean
clean: ## Remove build/
	@rm -rf build

.PHONY: packages-build packages-test packages-tools packages-package
packages-build:
	@scripts/install-packages.sh build
packages-test:
	@scripts/install-packages.sh build test
packages-tools:
	@scripts/install-packages.sh build tools
packages-package:
	@scripts/install-packages.sh build package

.PHONY: help
help: ## Show this list
	@awk 'BEGIN {FS = ":.*## "} /^##@/ {printf "\n%s\n", substr($$0, 5)} \
	  /^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))
