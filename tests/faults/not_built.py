#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""not_built.py - `make` builds the tool: neither tests nor planted faults, and says so in its targets

not_built.py ROOT
"""
import subprocess
import sys


def commands(root, target):
    """What make would run for it; nothing is run."""
    done = subprocess.run(["make", "-n", "-C", root, target], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return [line for line in done.stdout.splitlines() if "cmake --build" in line]


def main(root):
    [built] = commands(root, "all")
    targets = built.split(" --target ")[1].split()
    assert "scarp" in targets and "runtime" in targets and "plugins" in targets, built
    assert not [t for t in targets if "test" in t or "fault" in t or t == "all"], built
    assert commands(root, "demo") == [built]
    # What check builds besides is all there is.
    assert any("--target" not in line for line in commands(root, "check")), commands(root, "check")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
