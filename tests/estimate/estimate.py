#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""estimate.py SCARP - estimates and events of real searches, in each mode

A search that comes to its end has explored the whole of a space of its size,
also when executions end their process.  What is estimated in its middle follows
from the tree alone, so it is the same however the machine goes back.
"""
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
MODES = "checkpoint", "restart", "fork"


def events(scarp, program, code, *options):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "events")
        done = subprocess.run([scarp, "check", "--events", path, *options, program], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, cwd=folder, timeout=100)
        assert done.returncode == code, f"exit code {done.returncode}, not {code}: {done.stdout}{done.stderr}"
        with open(path) as f:
            told = [json.loads(line) for line in f]
    assert told[-1]["exit_code"] == code, told[-1]
    return told

EVERY = ("--exhaustive", "--reduce", "none", "--stop-after", "0")


def last(told):
    return [e for e in told if e["event"] == "progress"][-1]


def whole(scarp, program):
    """The size of the space, the same in each mode."""
    sizes = set()
    for mode in MODES:
        told = events(scarp, program, 1, *EVERY, "--mode", mode)
        p = last(told)
        assert p["fraction"] == 1 and p["total"] == p["executions"] and p["eta_s"] < 1e-3, (mode, p)
        assert [e["kind"] for e in told if e["event"] == "bug"] == ["crash"], told
        sizes.add(p["executions"])
    assert len(sizes) == 1, sizes
    return sizes.pop()


def middle(scarp, program, size):
    """Some of them are behind a crash."""
    for made in range(32, size, max(1, (size - 32) // 3)):
        said = set()
        for mode in MODES:
            p = last(events(scarp, program, 1, *EVERY, "--mode", mode,
                            "--max-executions", str(made)))
            assert p["executions"] == made and 0 < p["fraction"] < 1 and p["eta_s"] > 0, p
            said.add((p["fraction"], p["total"]))
        assert len(said) == 1, said


def points(scarp, program):
    """A read and a write of one line; each begins the search again, or both do."""
    told = events(scarp, program, 1, *EVERY)
    found = [e for e in told if e["event"] == "point"]
    assert sorted(e["access"] for e in found) == ["read", "write"], found
    assert {(e["function"], os.path.basename(e["file"]), e["line"]) for e in found} == {("add", "races.c", 11)}, found
    p = last(told)
    assert p["round"] > 1 and p["points"] == 2 and p["bugs"] == 1 and p["fraction"] == 1, p
    assert p["total"] < p["executions"], p  # those of the last round alone


def pace(scarp, program):
    """Executions that come to their end take time, too."""
    for mode in MODES:
        for reduction in "none", "optimal":
            p = last(events(scarp, program, 4, "--exhaustive", "--reduce", reduction, "--refine", "none",
                            "--mode", mode, "--max-executions", "40"))
            assert 0 < p["fraction"] < 1 and p["eta_s"] > 0, (mode, reduction, p)


def main():
    scarp = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        built = {}
        for name in "crashes", "races":
            built[name] = os.path.join(folder, name)
            subprocess.run([scarp, "cc", "-O1", "-g", os.path.join(HERE, name + ".c"), "-o", built[name]], check=True)
        size = whole(scarp, built["crashes"])
        assert size > 40, size
        middle(scarp, built["crashes"], size)
        points(scarp, built["races"])
        test = os.path.join(folder, "ainc")
        subprocess.run([scarp, "cc", "-O1", "-g", "-DN=5", os.path.join(HERE, "..", "programs", "ainc.c"), "-o", test],
                       check=True)
        pace(scarp, test)
    print(f"{size} executions, the same in {len(MODES)} modes")


if __name__ == "__main__":
    main()
