#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""names.py NAME BUILD - cases whose names say more than a name to their framework

The suite NAME of names/.  Each case is searched alone, or refused in words: never
is another one searched in its place, or none.

Exit: 0 all right, 1 not, 77 the framework is not installed.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ALSO = "cannot be selected by name: what selects it runs '"
OWN = "needs a process of its own"
CHECK = ["-lcheck", "-lsubunit", "-lrt", "-lm"]
SUITES = {  # source, package, flags, exit code of --each, name: word, text of its row
    "doctest": ("doctest.cc", "doctest-dev", [], 4, {
        "fine": ("verified", ""),
        "(without a name)": ("not searched", "it has no name, so that it cannot be selected")}),
    "patterns": ("patterns.cc", "doctest-dev", [], 5, {
        "get?": ("error", ALSO + "get2' as well"),
        "get2": ("verified", "")}),
    "catch2": ("catch2.cc", "catch2", [], 5, {
        "Case": ("error", ALSO + "case' as well"),
        "case": ("error", ALSO + "Case' as well"),
        "exclude:Case": ("error", ALSO),
        "-dash": ("verified", ""),
        "#number": ("verified", ""),
        "trail ": ("verified", "")}),
    "cmocka": ("cmocka.c", None, ["-lcmocka"], 1, {
        "get?": ("error", ALSO + "get2' as well"),
        "get2": ("bug", "wrong exit status"),
        "a[1]*": ("verified", "")}),
    "check": ("check.c", "check", CHECK, 1, {
        "A\\:<1>:one": ("partial", ""),
        "A\\:<1>:bad\\:x": ("bug", "wrong exit status"),
        "A\\:<1>:exits": ("error", OWN),
        "A\\:<1>:aborts": ("error", OWN),
        "B:one": ("bug", "wrong exit status")}),
}
failures = 0


def expect(good, what, output=""):
    global failures
    if not good:
        failures += 1
        print(f"FAILED {what}\n{output}", flush=True)


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=250, text=True, errors="replace")
    return done.returncode, done.stdout, done.stderr


def check(scarp, code_of_all, rows):
    named = [name for name in rows if name[0] != "("]
    code, out, err = run(scarp, "check", "--list", "./suite")
    expect(code == 0 and sorted(out.splitlines()) == sorted(named), "the list", out + err)
    expect(("a test case has no name" in err) == (len(named) < len(rows)),
           "one without a name is said", err)
    code, out, err = run(scarp, "check", "--each", "-q", "--json", "all.json", "--budget", "30s",
                         "./suite")
    expect(code == code_of_all, f"exit code {code_of_all}, not {code}", out + err)
    with open("all.json", encoding="utf-8") as f:
        why = {case["name"]: case.get("why", "") for case in json.load(f)["cases"]}
    table = out[out.rindex("\ntest cases:"):]
    for name, (word, text) in rows.items():
        row = re.search(rf"^  ({word}) +{re.escape(name)}(?: .*|)((?:\n      .*)*)", table, re.M)
        expect(row and text in row[2], f"{name}: {word}, {text}", table)
        expect((text in why[name]) if word in ("error", "not searched") else not why[name],
               f"{name}: why in JSON", str(why))
    for name, (word, text) in rows.items():
        if word != "error":
            continue
        code, out, err = run(scarp, "check", "--filter", name, "./suite")
        expect(code == 5 and text in err, f"{name} alone", out + err)


def main():
    name, build = sys.argv[1], os.path.abspath(sys.argv[2])
    source, package, flags, code_of_all, rows = SUITES[name]
    source = os.path.join(HERE, "names", source)
    if package:
        deps = os.path.join(HERE, "..", "..", "tools", "deps.sh")
        has = subprocess.run(["sh", deps, "--has", package])
        if has.returncode:
            sys.exit(has.returncode)
    scarp = os.path.join(build, "bin", "scarp")
    with tempfile.TemporaryDirectory() as room:
        os.chdir(room)
        compiler = [scarp, "c++" if source.endswith(".cc") else "cc"]
        code, out, err = run(*compiler, "-g", source, "-o", "suite", *flags)
        expect(code == 0, "it compiles", out + err)
        if code == 0:
            check(scarp, code_of_all, rows)
        os.chdir("/")
    print(f"{failures} failed")
    sys.exit(failures != 0)


main()
