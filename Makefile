# SPDX-License-Identifier: MIT
# A thin face on CMake: the words that C people expect.
BUILD ?= build
# As many jobs as make was given (-j N), or else as there are processors.
JOBS ?= $(or $(patsubst -j%,%,$(filter -j%,$(MAKEFLAGS))),$(shell nproc))
# The make that CMake calls has jobs of its own.
CMAKE_BUILD = env -u MAKEFLAGS cmake --build $(BUILD) -j $(JOBS)

.PHONY: all tests deps deps-check configure check check-wide demo bench check-long deb install clean format

# The tool; its tests are many times as much.
all: configure
	$(CMAKE_BUILD) --target core runtime plugins resources scarp manual

tests: configure
	$(CMAKE_BUILD)

# Says what is missing and installs it; does nothing when all is there.
deps:
	@sh tools/deps.sh

configure: deps
	@test -f $(BUILD)/CMakeCache.txt || \
		cmake -S . -B $(BUILD) $(CMAKE_FLAGS) >/dev/null

# What the tests use besides; where it cannot be had, says what is left out.
deps-check:
	@sh tools/deps.sh --check

# One more than there are processors: some tests wait, for what never ends.
# A fixed sample of the programs; check-wide has all of them.
check: deps-check tests
	ctest --test-dir $(BUILD) --output-on-failure -LE '^(long|wide)$$' -j $$((2 * $(JOBS)))

check-wide: deps-check tests
	ctest --test-dir $(BUILD) --output-on-failure -LE '^long$$' -j $$((2 * $(JOBS)))

check-long: deps-check tests
	sh tools/check-long.sh $(BUILD)

demo: all
	@sh tools/demo.sh $(BUILD)

bench: tests
	@sh bench/run.sh $(BUILD)

# build/scarp_VERSION_ARCHITECTURE.deb
deb: all
	cd $(BUILD) && cpack -G DEB

install: all
	cmake --install $(BUILD)

format:
	clang-format -i $$(git ls-files '*.c' '*.h')

clean:
	rm -rf $(BUILD)
