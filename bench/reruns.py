#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""reruns.py - how much of iterative deepening is made again

    bench/reruns.py --scarp build/bin/scarp --results FILE.jsonl

`scarp check --count-reruns` over the thread libraries of bench/macro, every
variant with each of its tests, and over tests/programs: the share of complete
executions that had a trace, by accesses and operations, which an earlier job
of the same check had executed (docs/design/017-iterative-deepening.md).  Every
program of tests/programs is checked with --no-memory and --stop-after 0 as
well, and without: verdicts and bugs are compared.

FILE gets one JSON object a check, as it ends; checks that are in it are not
made again.  With --print nothing is run.

Exit status: 0; 1 if verdicts differ that no budget cut; 2 usage.
"""
import argparse
import collections
import fnmatch
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # the tree stays clean

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = HERE.parent / "tests" / "programs"
sys.path.insert(0, str(HERE / "macro"))

import variants

COUNTS = ("executions", "earlier", "own", "unknown")
# Folders with programs that are checked in their own ways.
NOT = ("passthrough", "plugin", "study", "bad", "filters")


def options():
    p = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add = p.add_argument
    add("--scarp", default="scarp", help="the scarp to measure")
    add("--results", required=True, help="JSON lines: read, and added to")
    add("--budget", type=float, default=3, help="seconds a check (3)")
    add("--every", type=int, default=1, help="a sample: one of N (1)")
    add("--only", default="*", help="macro/LIBRARY/VARIANT-test or "
        "programs/PATH; * and ? work")
    add("--print", action="store_true", dest="print_only",
        help="what is in the file; run nothing")
    o = p.parse_args()
    o.scarp = os.path.abspath(o.scarp)
    return o


def kind_of(job):
    """In words: the maximal job, a seed by its classes, one for a race."""
    if job["kind"] != "seed":
        return job["kind"]
    return "seed {" + ", ".join(job["points"]["classes"]) + "}"


def check(o, program, *more):
    with tempfile.TemporaryDirectory(prefix="reruns-") as where:
        answer = os.path.join(where, "a")
        subprocess.run(
            ["timeout", "-k", "5", str(10 * o.budget + 30), o.scarp, "check",
             "--quiet", "--count-reruns", "--json", answer, "--budget",
             f"{round(o.budget * 1000)}ms", *more, program],
            cwd=where, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        try:
            with open(answer) as f:
                r = json.load(f)
        except (OSError, ValueError):
            return None
    jobs = collections.defaultdict(lambda: [0] * len(COUNTS))
    for j in r["jobs"]:
        for i, c in enumerate(COUNTS):
            jobs[kind_of(j)][i] += j["reruns"][c]
    return {"verdict": r["verdict"], "reruns": r["reruns"],
            "jobs": {k: v for k, v in jobs.items() if v[0]},
            "cut": any(c["name"] == "budget" for c in r["caveats"]),
            "bugs": sorted(f"{b['kind']} {b['file']}:{b['line']}"
                           for b in r["bugs"])}


def compile_one(o, source, where):
    word = "cc" if source.suffix == ".c" else "c++"
    out = os.path.join(where, "program")
    done = subprocess.run([o.scarp, word, "-g", "-I", str(PROGRAMS), "-o", out,
                           str(source)], capture_output=True)
    return out if done.returncode == 0 else None


def checks(o):
    """Name, how to build it, and the options of its checks."""
    for v in variants.table():
        for test in variants.TESTS:
            yield (f"macro/{variants.name(v)}-{test}",
                   lambda where, v=v, test=test:
                   variants.build(o.scarp, v, test, where), [[]])
    for source in sorted([*PROGRAMS.rglob("*.c"), *PROGRAMS.rglob("*.cc")]):
        path = source.relative_to(PROGRAMS)
        if path.parts[0] not in NOT and not path.name.startswith("states_"):
            yield (f"programs/{path}",
                   lambda where, source=source: compile_one(o, source, where),
                   [["--stop-after", "0"],
                    ["--stop-after", "0", "--no-memory"]])


def measure(o):
    done = {r["name"] for r in lines_of(o.results)}
    wanted = [c for c in checks(o) if fnmatch.fnmatch(c[0], o.only)]
    with tempfile.TemporaryDirectory(prefix="reruns-") as where, \
            open(o.results, "a") as out:
        for n, (name, build, all_options) in enumerate(wanted):
            if n % o.every or name in done:
                continue
            program = build(where)
            if not program:
                continue
            r = {"name": name, "budget": o.budget,
                 "checks": [check(o, program, *x) for x in all_options]}
            out.write(json.dumps(r) + "\n")
            out.flush()
            os.unlink(program)


def lines_of(path):
    if os.path.exists(path):
        with open(path) as f:
            for line in f:
                try:
                    yield json.loads(line)
                except ValueError:
                    pass  # the last one of a measurement that was killed


def share(n, all_of):
    return f"{n / all_of:.1%}" if all_of else "-"


def row(name, tests, sums):
    n, earlier, own, unknown = sums
    return f"| {name} | {tests} | {n} | {share(earlier, n)} | " \
        f"{share(own, n)} | {unknown} |"


def print_shares(title, runs):
    groups = collections.defaultdict(lambda: [0, [0] * len(COUNTS)])
    kinds = collections.defaultdict(lambda: [0, [0] * len(COUNTS)])
    shares = []
    for r in runs:
        first = r["checks"][0]
        if not first or not first["reruns"]["executions"]:
            continue
        counts = [first["reruns"][c] for c in COUNTS]
        shares.append(counts[1] / counts[0])
        for name in (re.split("[/-]", r["name"])[1] if title == "macro"
                     else "all", "**all**"):
            groups[name][0] += 1
            groups[name][1] = [a + b for a, b in zip(groups[name][1], counts)]
        for k, c in first["jobs"].items():
            kinds[k][0] += 1
            kinds[k][1] = [a + b for a, b in zip(kinds[k][1], c)]
    if not shares:
        return
    print(f"## {title}\n")
    print("| | checks | complete executions | had been executed by an earlier "
          "job | by the same job | not known |")
    print("|---|--:|--:|--:|--:|--:|")
    for name, (tests, sums) in groups.items():
        if title == "macro" or name != "all":
            print(row(name, tests, sums))
    print(f"\nThe mean of the checks' shares: "
          f"{sum(shares) / len(shares):.1%}; "
          f"{sum(s > 0.25 for s in shares)} of {len(shares)} are above 25 %, "
          f"{sum(s == 0 for s in shares)} are 0.\n")
    print("| job | checks | complete executions | by an earlier job | "
          "by the same job | not known |")
    print("|---|--:|--:|--:|--:|--:|")
    for name, (tests, sums) in sorted(kinds.items(), key=lambda k: -k[1][1][1]):
        print(row(name, tests, sums))
    print()


def print_verdicts(runs):
    """True: they differ, and no budget is to blame."""
    same, cut, different = 0, [], []
    for r in runs:
        if len(r["checks"]) < 2 or None in r["checks"]:
            continue
        a, b = r["checks"]
        if (a["verdict"], a["bugs"]) == (b["verdict"], b["bugs"]):
            same += 1
        else:
            (cut if a["cut"] or b["cut"] else different).append(
                f"- {r['name']}: {a['verdict']} {a['bugs']}, without memory "
                f"{b['verdict']} {b['bugs']}")
    if same + len(cut) + len(different):
        print("## Verdicts with and without memory\n")
        print(f"The same verdict and the same bugs: {same}; others, where the "
              f"budget was spent: {len(cut)}; others: {len(different)}.\n")
        print("\n".join(cut + different))
    return bool(different)


def main():
    o = options()
    if not o.print_only:
        measure(o)
    runs = [r for r in lines_of(o.results) if r["budget"] == o.budget]
    for title in "macro", "programs":
        print_shares(title, [r for r in runs if r["name"].startswith(title)])
    return int(print_verdicts(runs))


if __name__ == "__main__":
    sys.exit(main())
