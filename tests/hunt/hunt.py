#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hunt.py - what searches by chance say of themselves, on real programs

hunt.py SCARP [CASE]...
hunt.py --list
"""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
sys.dont_write_bytecode = True  # the tree stays clean
from cases import main  # noqa: E402

PROGRAMS = os.path.join(HERE, "..", "programs")
SCARP = None
CASES = {}
STRATEGIES = ("random", "pct", "pos", "surw", "rff", "maple", "pct-modified", "portfolio", "size")


def case(function):
    CASES[function.__name__] = function
    return function


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, timeout=110, stdin=subprocess.DEVNULL)


def build(source, *flags):
    done = run(SCARP, "cc", "-g", "-O1", "-o", "test", os.path.join(PROGRAMS, source), "-I", PROGRAMS, *flags)
    assert done.returncode == 0, done.stderr
    return os.path.abspath("test")


def result(program, *options):
    done = run(SCARP, "check", "--json", "result.json", "--events", "events", *options, program)
    with open("result.json") as f:
        r = json.load(f)
    with open("events") as f:
        r["told"] = [json.loads(line) for line in f]
    r["text"] = done.stdout
    return r


@case
def every_sampler_says_what_it_has_seen():
    program = build("hunt/seen.c")
    for strategy in STRATEGIES:
        r = result(program, "--strategy", strategy, "--max-executions", "300")
        c = r["covered"]
        assert r["verdict"] == "partial" and c["executions"] == 300 and c["partly"] == 0, (strategy, r)
        for kind, seen in ("orders", 2), ("lock_orders", 2), ("pairs", 5):
            assert c[kind]["seen"] == seen and c[kind]["exact"] and c[kind]["once"] == 0, (strategy, c)
        assert c["new_at_most"] == 0.01, c  # 3 in 300
        last = [e for e in r["told"] if e["event"] == "progress"][-1]
        assert last["covered"] == c, (strategy, last)


@case
def several_processes_have_one_account():
    """The orders are the same two in both; the executions are added up."""
    c = result(build("hunt/seen.c"), "--strategy", "random", "-j", "2", "--max-executions", "301")["covered"]
    assert (c["executions"], c["orders"]["seen"], c["pairs"]["seen"]) == (301, 2, 5), c


@case
def who_comes_to_the_end_says_nothing():
    for options in ("--exhaustive",), ("--strategy", "dfs"), ("--strategy", "ipb"):
        r = result(build("hunt/seen.c"), *options)
        assert r["verdict"] == "verified" and r["covered"] is None and "seen:" not in r["text"], r


@case
def many_orders_are_an_estimate():
    """More than fit into the table."""
    r = result(build("hunt/many.c"), "--strategy", "random", "--max-executions", "20000")
    c = r["covered"]["orders"]
    assert not c["exact"] and 15000 < c["seen"] < 21000 and c["new"] > 0.5 and c["more"] > 1000, r["covered"]
    assert "seen: about " in r["text"] and "would show another order, an estimate" in r["text"], r["text"]


@case
def a_hunt_is_the_same_twice():
    """With one seed and a number of executions; and another one with another seed."""
    program = build("hunt/many.c")
    a, b, c = (result(program, "--hunt", "--max-executions", "500", "--seed", seed)["covered"] for seed in "112")
    assert a == b and a != c, (a, b, c)


@case
def deepening_adds_its_samplers_up():
    """What never ends: most of the executions that chance made are in the account."""
    r = result(build("hunt/many.c"), "--max-executions", "3000")
    assert r["verdict"] == "partial" and r["strategy"] == "deepen", r
    searched = sum(j["executions"] for j in r["jobs"])
    assert r["covered"]["executions"] == r["executions"] - searched > 0, (r["covered"], r["executions"], searched)


@case
def what_has_no_end_leaves_most_to_chance():
    """Though there are smaller spaces that may yet be explored; the last quarter and a twentieth it gets anyway.

    Where that is known from the beginning, and chance still finds something, it gets 70 % of the first three
    quarters (cli/plan/sampler.c): the searches have 30 % of these, 22.5 % of all, and what is made before it is known.
    """
    r = result(build("../deepen/racy.c", "-DN=3", "-DROUNDS=4"), "--max-executions", "20000")
    assert r["verdict"] == "partial" and r["covered"]["executions"] > 20000 * 0.5, r["covered"]
    assert sum(j["executions"] for j in r["jobs"]) > 20000 * 0.25, r["jobs"]


def begin(scarp, _moments, _seed):
    global SCARP
    SCARP = scarp


if __name__ == "__main__":
    sys.exit(main(CASES, begin))
