#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""frameworks.py NAME BUILD - the suite NAME of this folder, listed and searched

It is built by scarp as its users build theirs, against the framework as Debian
has it.  Its cases must be listed, one that is right must get the verdict that
its row says, and of all together each must get its own.

Exit: 0 all right, 1 not, 77 the framework is not installed.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
failures = 0


UNCOMPILED = "not compiled by scarp cc"


class Suite:
    def __init__(self, package, source, flags, cases, hole=None, framework=None):
        self.package, self.source, self.flags = package, source, flags
        self.cases = cases  # name: (verdict, text of its row, or a hole)
        self.hole = hole  # of a right case; None: verified
        self.framework = framework
        self.sources = hole == UNCOMPILED


LOST = ("bug", "wrong exit status")
ABBA = ("bug", "deadlock")
# Its own code stores where nobody sees it, and was compiled by somebody else.
SUITES = {
    "gtest": Suite("libgtest-dev", "gtest.cc", ["-lgtest", "-lgtest_main"], {
        "Counter.Locked": ("right", ""),
        "Counter.Racy": LOST,
        "Counter.Abba": ABBA,
        "Few/Many.IsItself/0": ("right", "")},
        hole=UNCOMPILED, framework="GoogleTest"),
    # Compiled by scarp from Debian's sources.
    "gtest_sources": Suite("libgtest-dev", "gtest.cc", [
        "-I/usr/src/googletest/googletest",
        "/usr/src/googletest/googletest/src/gtest-all.cc",
        "/usr/src/googletest/googletest/src/gtest_main.cc"], {
            "Counter.Locked": ("right", ""),
            "Counter.Racy": LOST,
            "Counter.Abba": ABBA,
            "Few/Many.IsItself/0": ("right", "")}, framework="GoogleTest"),
    "catch2": Suite("catch2", "catch2.cc", [], {
        "locked counter": ("right", ""),
        "racy, [counter] \\*": LOST,
        "abba": ABBA}, framework="Catch2"),
    "doctest": Suite("doctest-dev", "doctest.cc", [], {
        "locked counter": ("right", ""),
        "racy, counter": LOST,
        "abba": ABBA}, framework="doctest"),
    "boost": Suite("libboost-test-dev", "boost.cc", [], {
        "counter/locked": ("right", ""),
        "counter/racy": LOST,
        "abba": ABBA}, hole="files are not rewound", framework="Boost.Test"),
    "cmocka": Suite(None, "cmocka.c", ["-lcmocka"], {
        "locked": ("right", ""),
        "racy": LOST,
        "beside": ("partial", "uninstrumented"),
        "unjoined": ("partial", "uninstrumented")}, framework="cmocka"),
    "check": Suite("check", "check.c", ["-lcheck", "-lsubunit", "-lrt", "-lm"], {
        "counter:right": ("right", ""),
        "counter:wrong": LOST,
        "counter:stuck": ABBA},
        hole=UNCOMPILED, framework="Check"),
}


def expect(good, what, output=""):
    global failures
    if not good:
        failures += 1
        print(f"FAILED {what}\n{output}", flush=True)


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=250, text=True, errors="replace")
    return done.returncode, done.stdout, done.stderr


def listed(scarp, program, suite):
    code, out, err = run(scarp, "check", "--list", program)
    expect(code == 0 and sorted(out.splitlines()) == sorted(suite.cases),
           "the list of cases", out + err)
    n = len(suite.cases)
    expect(err == f"scarp: {n} test cases ({suite.framework})\n", "what the list says", err)


def notes(scarp, program, suite):
    """All cases in one search: two executions, for what is said before them."""
    code, out, err = run(scarp, "check", "--strategy", "random", "--max-executions", "2", program)
    expect(code in (0, 1, 4) and f"note: a program with {suite.framework}: --each" in out,
           "a note that there are cases", out + err)
    expect(("did not compile, nothing can be verified" in out) == bool(suite.sources),
           "a note how scarp gets to compile it", out)
    code, out, err = run(scarp, "check", "-q", "--strategy", "random", "--max-executions", "2",
                         program)
    expect("note:" not in out + err, "none with -q", out + err)


def right_ones(scarp, program, suite):
    """A right case by itself, by its name: one search, no table."""
    name = next(n for n, (verdict, _) in suite.cases.items() if verdict == "right")
    code, out, err = run(scarp, "check", "--budget", "60s", "--filter", name, program)
    if suite.hole:
        expect(code == 4 and re.search(r"^partial: no bug in all", out, re.M) and
               suite.hole in out, f"{name} is right, but for a hole", out + err)
    else:
        expect(code == 0 and re.search(r"^verified: no bug in all", out, re.M),
               f"{name} is verified", out + err)
    expect("test cases:" not in out, "one case needs no table", out)


def each_one(scarp, program, suite):
    code, out, err = run(scarp, "check", "--each", "--json", "all.json", "--budget", "60s",
                         program)
    expect(code == 1, "a bug in one case is exit code 1", out + err)
    with open("all.json", encoding="utf-8") as f:
        result = json.load(f)
    expect(result["framework"] == suite.framework and result["exit"] == 1, "the JSON of all",
           str(result)[:300])
    cases = {case["name"]: case for case in result["cases"]}
    expect(sorted(cases) == sorted(suite.cases), "a result for each", " ".join(cases))
    table = out[out.rindex("\ntest cases:"):]
    schedules = []
    for name, (verdict, text) in suite.cases.items():
        wanted = {"right": "partial" if suite.hole else "verified"}.get(verdict, verdict)
        expect(cases[name]["result"]["verdict"] == wanted, f"{name}: {wanted}",
               str(cases[name])[:500])
        row = re.search(rf"^  (\S+) +{re.escape(name)} .*((?:\n      .*)*)", table, re.M)
        expect(row and row[1] == wanted, f"the row of {name}", table)
        if wanted == "bug" and row:
            expect(text in row[2], f"the row of {name} says '{text}'", table)
            schedules += re.findall(r"scarp replay (\S+)", row[2])
        elif text:
            caveats = [c["name"] for c in cases[name]["result"]["caveats"]]
            expect(text in caveats, f"{name}: hole '{text}'", " ".join(caveats))
    expect(len(schedules) == sum(v == "bug" for v, _ in suite.cases.values()),
           "a schedule for each bug", table)
    for path in schedules[:1]:
        code, out, err = run(scarp, "replay", path)
        expect(code == 1, f"{path} comes again", out + err)


def patterns(scarp, program, suite):
    code, out, err = run(scarp, "check", "--filter", "no such case", program)
    expect(code == 2 and "no test case 'no such case'" in err and "[SC461]" in err, "an unknown name", err)
    code, out, err = run(scarp, "check", "--list", "--filter", "*ck*", program)
    expect(code == 0 and out.splitlines() ==
           [n for n in suite.cases if "ck" in n] or code == 2, "a pattern", out + err)


def main():
    name, build = sys.argv[1], os.path.abspath(sys.argv[2])
    suite = SUITES[name]
    source = os.path.join(HERE, suite.source)
    if suite.package:  # else the build needs it, too
        deps = os.path.join(HERE, "..", "..", "tools", "deps.sh")
        has = subprocess.run(["sh", deps, "--has", suite.package])
        if has.returncode:
            sys.exit(has.returncode)
    scarp = os.path.join(build, "bin", "scarp")
    os.environ.pop("SCARP_CASE", None)
    with tempfile.TemporaryDirectory() as room:
        os.chdir(room)
        compiler = [scarp, "c++" if source.endswith(".cc") else "cc"]
        code, out, err = run(*compiler, "-g", source, "-o", "suite", *suite.flags)
        expect(code == 0, "it compiles", out + err)
        if code == 0:
            listed(scarp, "./suite", suite)
            patterns(scarp, "./suite", suite)
            notes(scarp, "./suite", suite)
            right_ones(scarp, "./suite", suite)
            each_one(scarp, "./suite", suite)
        os.chdir("/")
    print(f"{failures} failed")
    sys.exit(failures != 0)


main()
