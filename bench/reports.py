#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""reports.py - how long reports are, and how soon they are there

reports.py BUILD [--every N] [--budget S] [-o FILE]

Programs with a bug: of tests/programs (whose header says `verdict: bug`, with the options of its
check, but for those that choose a strategy), the pairs that bench/macro/variants.md documents, and
those of tests/decisive; of each, every N-th. Each is checked as a user would, with
`scarp check --budget S`, and counted:

- rows of the table that the report has: the steps with a number, and those that fail;
- switches away from threads that could have gone on, in the schedule that was found and in the one
  that is told, and how many it takes: the bound at which `--strategy ipb` finds the same kind of bug,
  which tries all schedules with fewer before (no number where that takes more than S seconds);
- seconds from the command to its end, and of that what the search took to the bug.

Programs whose bug the check does not find in time are counted, and in no other number.
"""
import argparse
import datetime
import json
import os
import pathlib
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent
for folder in ("tests/programs", "tests/decisive", "bench/macro"):
    sys.path.insert(0, str(TOP / folder))
sys.dont_write_bytecode = True  # the tree stays clean
import decisive  # noqa: E402
import header  # noqa: E402
import variants  # noqa: E402

KEPT = {"--fail", "--races", "--leak-check", "--model", "--heap", "--stdin", "--spurious", "--suppressions", "--mode"}


def options(words):
    """Those that say what is a bug, not how it is looked for."""
    kept, taken = [], False
    for word in shlex.split(words):
        if word.startswith("-"):
            taken = word.split("=")[0] in KEPT
        if taken:
            kept.append(word)
    return kept


def of_programs():
    for path in sorted((TOP / "tests/programs").rglob("*.c*")):
        if "verdict: bug" not in path.read_text(errors="replace"):
            continue
        checks, _ = header.read_header(str(path))
        check = next((c for c in checks if c["verdict"].startswith("bug")), None)
        if check and not {"needs", "compilers", "env", "time", "bugs"} & set(check):
            yield str(path.relative_to(TOP)), path, check


def build_program(scarp, path, check, where):
    program = os.path.join(where, "test")
    sources = [str(path.parent / s) for s in check.get("sources", "").split()]
    done = subprocess.run([scarp, "c++" if path.suffix == ".cc" else "cc", "-g", "-O1", "-I", str(TOP / "tests/programs"),
                           *shlex.split(check.get("flags", "")), str(path), *sources, "-o", program], capture_output=True)
    return program if done.returncode == 0 else None


def all_of(scarp, every):
    """(group, name, what builds it in a folder, options, arguments)"""
    programs = list(of_programs())[::every]
    for name, path, check in programs:
        yield ("tests/programs", name, lambda where, p=path, c=check: build_program(scarp, p, c, where),
               options(check["check"]), shlex.split(check.get("args", "")))
    pairs = [(v, test) for v in variants.table() if v.macro for test in v.exposed][::every]
    for v, test in pairs:
        yield "bench/macro", f"{variants.name(v)} {test}", lambda where, v=v, t=test: variants.build(scarp, v, t, where), [], []
    for name, (source, flags, steps) in list(decisive.rows().items())[::every]:
        if steps and source.parent.name == "decisive":
            yield ("tests/decisive", name, lambda where, s=source, f=flags: decisive.build(scarp, s, f, where), [], [])


def check(scarp, where, budget, words):
    """The first bug's JSON or None, what is printed, seconds, the result."""
    begun = time.monotonic()
    try:
        done = subprocess.run([scarp, "check", "--budget", f"{budget}s", "--json", "result.json", *words], cwd=where,
                              capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL, timeout=3 * budget + 30)
    except subprocess.TimeoutExpired:
        return None, "", 0, {}
    seconds = time.monotonic() - begun
    if done.returncode != 1:
        return None, done.stdout, seconds, {}
    with open(os.path.join(where, "result.json")) as f:
        result = json.load(f)
    return (result["bugs"] or [None])[0], done.stdout, seconds, result


def rows(text):
    """Of the table, or of the list."""
    return len(re.findall(r"(?m)^ *\*?\d+ \| |^ *>> \| |^ +\*?\d+  T\d+ |^ +>>  ", text))


def measure(scarp, group, name, make, extra, arguments, budget):
    with tempfile.TemporaryDirectory(prefix="scarp-bench-") as where:
        program = make(where)
        bug, text, seconds, _ = check(scarp, where, budget, [*extra, program, *arguments]) if program else (None, "", 0, {})
        if not bug:
            return None
        least, _, _, of = check(scarp, where, budget, ["--strategy", "ipb", "--shrink", "0", *extra, program, *arguments])
        same = least and least["kind"] == bug["kind"]
        told = bug["preemptions"]
        if told is None:  # as it was found: the rows say it
            full = subprocess.run([scarp, "replay", "--full", os.path.join(where, bug["schedule"])], cwd=where,
                                  capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL).stdout
            told = full.count(" is preempted ")
    return {"group": group, "name": name, "rows": rows(text), "found": bug["preemptions_found"] if bug["preemptions_found"] is not None
            else told, "told": told, "least": of["bounds"]["last"] if same and of.get("bounds") else None,
            "seconds": seconds, "execution": bug["execution"]}


def table(found):
    yield "| programs | of | rows, median | 9 of 10 have at most | preemptions found | told | told are the fewest | seconds, median | 9 of 10 |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for group in ["tests/programs", "bench/macro", "tests/decisive", None]:
        of = [r for r in found if group in (None, r["group"])]
        if not of:
            continue
        known = [r for r in of if r["least"] is not None]
        tenth = lambda key: sorted(r[key] for r in of)[(9 * len(of) - 1) // 10]  # noqa: E731
        yield (f"| {group or '**all**'} | {len(of)} | {statistics.median(r['rows'] for r in of):g} | {tenth('rows')} | "
               f"{sum(r['found'] for r in of)} | {sum(r['told'] for r in of)} | "
               f"{sum(r['told'] <= r['least'] for r in known)} of {len(known)} | "
               f"{statistics.median(r['seconds'] for r in of):.2f} | {tenth('seconds'):.2f} |")
    yield ""
    more = [r for r in found if r["least"] is not None and r["told"] > r["least"]]
    yield "Told with more preemptions than it takes: " + ("; ".join(
        f"`{r['name']}` {r['told']} ({r['least']})" for r in more) or "none") + "."


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--budget", type=int, default=10)
    parser.add_argument("-o", "--output")
    o = parser.parse_args()
    scarp = os.path.abspath(os.path.join(o.build, "bin", "scarp"))
    found, missed = [], []
    for group, name, *how in all_of(scarp, o.every):
        r = measure(scarp, group, name, *how, o.budget)
        print(r or f"no bug: {name}", file=sys.stderr, flush=True)
        if r:
            found.append(r)
        else:
            missed.append(name)
    text = "\n".join([f"command: `bench/reports.py BUILD --every {o.every} --budget {o.budget}`", f"date: {datetime.date.today()}", "",
                      *table(found), "", "Not found in time, or not built: " + (", ".join(f"`{m}`" for m in missed) or "none") + ".", ""])
    print(text)
    if o.output:
        pathlib.Path(o.output).write_text(text)


if __name__ == "__main__":
    main()
