#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""macro_test.py - the thread libraries of bench/macro, and their measurement

    tests/macro/macro_test.py --scarp build/bin/scarp CASE

A sample that takes seconds; bench/macro/macro.py measures all of it.
"""
import argparse
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.dom.minidom

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench" / "macro"))
sys.dont_write_bytecode = True

import macro
import report
import variants

# One of each kind of fault, spread over the libraries.
SAMPLE = (
    ("futex", "BUG_MUTEX_IF", "mutex_test"),
    ("futex", "BUG_COND_SHARED_TURN", "paraguay"),
    ("futex", "BUG_EXIT_READS_BLOCK", "thr_exit_join"),
    ("futex", "BUG_DOWNGRADE_WITHOUT_WAKE", "rwlock_downgrade_read_test"),
    ("queue", "BUG_UNLOCK_TORN", "mutex_test"),
    ("queue", "BUG_EXIT_READS_AREA", "thr_exit_join"),
    ("queue", "BUG_SEM_UP_PEEKS", "paradise_lost"),
    ("central", "BUG_COND_TWO_STEPS", "broadcast_test"),
    ("central", "BUG_SPIN_GIVES_UP", "mutex_test"),
    ("central", "BUG_JOIN_PEEKS", "thr_exit_join"),
)


def check(o, program, *options):
    """The JSON result of one check; a bug must have been confirmed."""
    with tempfile.TemporaryDirectory(prefix="macro-") as where:
        answer = os.path.join(where, "answer.json")
        done = subprocess.run(
            [o.scarp, "check", "--quiet", "--json", answer, *options, program],
            cwd=where, capture_output=True, text=True, timeout=100)
        assert os.path.exists(answer), done.stderr
        with open(answer) as f:
            j = json.load(f)
    assert all(b["confirmed"] for b in j["bugs"]), j["bugs"]
    return j


def rows():
    return [v for v in variants.table() if v.macro]


def case_table(_):
    """The table and the sources name the same macros, and each does something"""
    used = set()
    for library in variants.LIBRARIES:
        for source in (variants.HERE / library).iterdir():
            used |= {(library, m) for m in
                     re.findall(r"\bBUG_\w+", source.read_text())}
    told = [(v.library, v.macro) for v in rows()]
    assert len(set(told)) == len(told) >= 37, told
    assert set(told) == used, set(told) ^ used
    names = (ROOT / "src/channel/bug.def").read_text()
    kinds = set(re.findall(r"^BUG\((\w+)", names, re.M))
    for v in rows():
        assert v.exposed, v
        for test, said in v.exposed.items():
            assert test in variants.TESTS, v
            assert said and set(said) <= kinds, v
    for library, macro, test in SAMPLE:
        assert any(v[:2] == (library, macro) and test in v.exposed
                   for v in rows()), macro


def case_sources(_):
    """Every variant compiles, and differs from its library"""
    def cc(v, *rest):
        return subprocess.run(
            ["cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror",
             *variants.flags(v), *rest], check=True,
            capture_output=True).stdout

    for v in variants.table():
        changed = False
        for source in variants.sources(v.library):
            if v.macro and v.macro not in source.read_text():
                continue
            cc(v, "-fsyntax-only", str(source))
            if v.macro:
                changed = changed or cc(v, "-E", "-P", str(source)) != \
                    cc(v._replace(macro=None), "-E", "-P", str(source))
        assert changed or not v.macro, v


def case_libraries(o):
    """As they are they have no bug, with each test"""
    for v in variants.table():
        if v.macro:
            continue
        for test in variants.TESTS:
            with tempfile.TemporaryDirectory(prefix="macro-") as where:
                program = variants.build(o.scarp, v, test, where)
                subprocess.run([program], check=True, timeout=100)
                for search in (["--exhaustive"], ["--strategy", "ipb"],
                               ["--strategy", "random"]):
                    j = check(o, program, *search, "--max-executions", "500")
                    assert j["verdict"] in ("verified", "partial"), (v, test, j)
                    assert j["executions"] + j["blocked"] == 500 or \
                        j["verdict"] == "verified", (v, test, j)


def case_variants(o):
    """What the table says of some is found"""
    for library, macro, test in SAMPLE:
        v = next(v for v in rows() if v[:2] == (library, macro))
        with tempfile.TemporaryDirectory(prefix="macro-") as where:
            program = variants.build(o.scarp, v, test, where)
            j = check(o, program, "--strategy", "ipb", "--max-executions",
                      "20000")
        assert j["verdict"] == "bug", (macro, j["verdict"])
        assert j["bugs"][0]["kind"] in v.exposed[test], (macro, j["bugs"])


def case_measurement(o):
    """It goes on where it was interrupted, and its tables say what was found"""
    with tempfile.TemporaryDirectory(prefix="macro-") as where:
        results, out = (os.path.join(where, x) for x in ("r.jsonl", "out"))

        def measure(*more):
            return subprocess.run(
                [sys.executable, str(variants.HERE / "macro.py"), "--scarp",
                 o.scarp, "--results", results, "--out", out, "--budget", "1",
                 "--configurations", "pure,dpor,icb",
                 "--only", "futex-mutex_test",
                 "--only", "futex/MUTEX_IF-mutex_test", *more],
                check=True, capture_output=True, text=True).stdout

        first = measure()
        with open(results) as f:
            lines = f.readlines()
        assert len(lines) == 6, lines
        # Two runs are lost, one of them in the middle of its line.
        with open(results, "w") as f:
            f.write(lines[0] + lines[1] + lines[2][:30] + "\n")
        second = measure()
        with open(results) as f:
            again = f.readlines()
        assert again[:2] == lines[:2] and len(again) == 7, again
        assert measure("--print").count("\n") == second.count("\n")
        for text in (first, second):
            # The pair with the bug by both; the one without verified by dpor.
            assert "| mutex_test | 2 | 1 | 1 | 1 |" in text, text
            assert "| variants found | 1 | 1 | 1 | 1 |" in text, text
            # Of pure and icb one ends in time.
            assert "| mutex_test | 2 | 0 | - |" in text, text
            assert re.search(r"\| dpor \| 1 \|", text), text
            assert "Variants that nobody finds: 0." in text, text
            assert "Bugs in the libraries as they are: 0." in text, text
            assert "Failures that are not in variants.md: 0." in text, text
        for name, curves in (("found.svg", 3), ("verified.svg", 3)):
            svg = xml.dom.minidom.parse(os.path.join(out, name))
            drawn = [p for p in svg.getElementsByTagName("path")
                     if p.getAttribute("fill") == "none"]
            assert len(drawn) == curves, name


def case_budget(_):
    """Who gets half of a processor has twice the time, and never four times"""
    clock = macro.Clock(10)
    assert clock.limit() == 10
    clock.heed(0.01, 0.1)
    assert clock.limit() == 10  # too short to tell
    for _ in range(100):
        clock.heed(5, 10)
    assert math.isclose(clock.limit(), 20, rel_tol=0.01)
    for _ in range(100):
        clock.heed(1, 10)
    assert clock.limit() == 40
    for _ in range(100):
        clock.heed(11, 10)  # two processes
    assert math.isclose(clock.limit(), 10, rel_tol=0.01)


def case_ratio(_):
    """Ratios of sums, and their intervals"""
    pairs = range(100)
    half = {p: p % 2 == 0 for p in pairs}
    all_of = dict.fromkeys(pairs, True)
    none = dict.fromkeys(pairs, False)
    assert report.interval(all_of, all_of, pairs) == "1.00 (1.00 to 1.00)"
    assert report.interval(none, half, pairs) == "0.00 (0.00 to 0.00)"
    assert report.interval(none, none, pairs) == "-"
    assert report.interval(half, none, pairs) == "inf (inf to inf)"
    # half / all: the share of 100 draws, 0.5 +- 1.96 * 0.05.
    said = report.interval(half, all_of, pairs)
    middle, low, high = map(float, re.findall(r"[\d.]+", said))
    assert middle == 0.5, said
    assert math.isclose(low, 0.402, abs_tol=0.015), said
    assert math.isclose(high, 0.598, abs_tol=0.015), said


CASES = {name.removeprefix("case_"): f for name, f in list(globals().items())
         if name.startswith("case_")}


def main():
    p = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    p.add_argument("--scarp", default="scarp")
    p.add_argument("--list", action="store_true")
    p.add_argument("case", nargs="*")
    o = p.parse_args()
    if o.list:
        print("\n".join(CASES))
        return 0
    o.scarp = os.path.abspath(o.scarp)
    for name in o.case or CASES:
        CASES[name](o)
        print(f"{name}: passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
