#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""macro.py - which configuration finds the bugs of three thread libraries

    bench/macro/macro.py --scarp build/bin/scarp --results FILE.jsonl --out DIR

The evaluation of Quicksand (B. Blum, G. Gibson, Stateless Model Checking with
Data-Race Preemption Points, OOPSLA 2016, section 6), with libraries of our own:
every library and every variant of variants.md with each of six tests, under
each configuration, until the first bug, the end of the search, or the budget.

FILE gets one JSON object a run, as it ends.  Runs that are in it, made by the
same scarp with the same budget, are not made again, so a measurement that was
interrupted goes on; with --print nothing is run.  DIR gets tables.md, found.svg
and verified.svg.

The budget is of each run, in processor time: where runs got less than a whole
processor, the next ones have more time by the clock, four times as much at
most.  Times to a bug are processor time, too, that of the run in proportion.
Runs that ended with less than 80 % of the budget are counted as starved.

Exit status: 0; 1 if a library without a bug has one; 2 usage.
"""
import argparse
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

sys.dont_write_bytecode = True  # the tree stays clean

import report
import variants

# What each adds to the command.  One that this scarp does not know is left out.
CONFIGURATIONS = {
    "limited": ["--happens-before", "limited"],
    "pure": [],
    "sync-only": ["--points", "sync"],
    "dpor": ["--exhaustive"],
    "icb": ["--strategy", "ipb"],
    "everywhere": ["--strategy", "ipb", "--points", "everywhere"],
}


def options():
    p = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add = p.add_argument
    add("--scarp", default="scarp", help="the scarp to measure")
    add("--results", required=True, help="JSON lines: read, and added to")
    add("--out", help="folder for tables.md and the curves")
    add("--budget", type=float, default=10, help="seconds a run (10)")
    add("--jobs", type=int, default=1, help="runs at a time (1)")
    add("--configurations", default=",".join(CONFIGURATIONS),
        help="with commas (all of them)")
    add("--default", default="pure",
        help="the configuration that is compared with others (pure)")
    add("--only", action="append",
        help="library/VARIANT-test; * and ? work; repeatable")
    add("--documented", action="store_true",
        help="variants with the tests that must expose them alone")
    add("--print", action="store_true", dest="print_only",
        help="tables of what is in the file; run nothing")
    o = p.parse_args()
    o.configurations = o.configurations.split(",")
    for c in o.configurations + [o.default]:
        if c not in CONFIGURATIONS:
            p.error(f"no configuration '{c}'; there is: "
                    + ", ".join(CONFIGURATIONS))
    o.scarp = os.path.abspath(o.scarp)
    if not o.print_only and not os.access(o.scarp, os.X_OK):
        p.error(f"'{o.scarp}' is not a program")
    return p, o


def pairs(o):
    for v in variants.table():
        for test in variants.TESTS:
            label = f"{variants.name(v)}-{test}"
            if o.only and not any(fnmatch.fnmatch(label, k) for k in o.only):
                continue
            if not (o.documented and v.macro and test not in v.exposed):
                yield v, test


def version(scarp):
    """What --version says, and when it was built: options come and go."""
    said = subprocess.run([scarp, "--version"], capture_output=True, text=True)
    return f"{said.stdout.strip()}, {int(os.stat(scarp).st_mtime)}"


def known(o, program):
    """Those of the configurations that this scarp has."""
    found = []
    for c in o.configurations:
        with tempfile.TemporaryDirectory(prefix="macro-") as where:
            done = subprocess.run(
                [o.scarp, "check", *CONFIGURATIONS[c], "--max-executions", "1",
                 program], cwd=where, stdin=subprocess.DEVNULL,
                capture_output=True, text=True)
        if done.returncode == 2:
            print(f"left out: {c}: {done.stderr.strip().splitlines()[0]}",
                  file=sys.stderr)
        else:
            found.append(c)
    return found


class Clock:
    """What a budget of processor time is by the clock, from what runs got."""

    def __init__(self, budget):
        self.budget, self.share = budget, 1.0

    def heed(self, cpu, wall):
        if wall > self.budget / 4:  # short ones say more about their start
            self.share += (min(1, cpu / wall) - self.share) / 4

    def limit(self):
        return self.budget / max(self.share, 0.25)


def lines_of(path):
    with open(path) as f:
        for line in f:
            try:
                yield json.loads(line)
            except ValueError:
                pass  # the last one of a measurement that was killed


def run(o, clock, made_by, v, test, configuration, program):
    """One check, in a folder of its own that goes away with it."""
    limit = clock.limit()
    with tempfile.TemporaryDirectory(prefix="macro-") as where:
        answer, events = (os.path.join(where, x) for x in ("a", "e"))
        child = subprocess.Popen(
            ["timeout", "-k", "5", str(2 * limit + 30), o.scarp, "check",
             *CONFIGURATIONS[configuration], "--budget",
             f"{round(limit * 1000)}ms", "--quiet", "--json", answer,
             "--events", events, program],
            cwd=where, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        try:
            with open(answer) as f:
                j = json.load(f)
            told = list(lines_of(events))
        except (OSError, ValueError):
            j, told = {"verdict": "error", "error": "no result"}, []
    cpu = used.ru_utime + used.ru_stime
    wall = told[-1]["seconds"] if told else 0
    first = next((e for e in told if e["event"] == "bug"), None)
    share = min(1, cpu / wall) if wall else 1
    clock.heed(cpu, wall)
    bugs = j.get("bugs") or []
    return {
        "scarp": made_by, "budget": o.budget, "configuration": configuration,
        "library": v.library, "variant": v.macro, "test": test,
        "verdict": j["verdict"], "error": j.get("error"),
        "kind": bugs[0]["kind"] if bugs else None,
        "cpu_s": round(cpu, 4), "wall_s": round(wall, 4),
        "limit_s": round(limit, 4),
        "found_s": round(first["seconds"] * share, 4)
        if first and bugs else None,
        "found_execution": bugs[0]["execution"] if bugs else None,
        "executions": j.get("executions"), "blocked": j.get("blocked"),
        "rounds": j.get("rounds"), "points": j.get("points"),
        "races": len(j.get("races") or []),
        "again": (j.get("bounds") or {}).get("again", j.get("again")),
        "bound": (j.get("bounds") or {}).get("last"),
        "spaces": len(j.get("jobs") or []),
        "spaces_finished": sum(s["state"] in ("finished", "settled")
                               for s in j.get("jobs") or []),
        "caveats": [c["name"] for c in j.get("caveats") or []],
    }


def measure(o):
    made_by, clock = version(o.scarp), Clock(o.budget)
    done, lock = set(), threading.Lock()
    if os.path.exists(o.results):
        done = {(r["library"], r["variant"], r["test"], r["configuration"])
                for r in lines_of(o.results)
                if r["scarp"] == made_by and r["budget"] == o.budget}
    with tempfile.TemporaryDirectory(prefix="macro-") as where, \
            open(o.results, "a") as out, \
            concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        def one(v, test, wanted):
            program = variants.build(o.scarp, v, test, where)
            for c in wanted:
                r = run(o, clock, made_by, v, test, c, program)
                with lock:
                    out.write(json.dumps(r) + "\n")
                    out.flush()
            os.unlink(program)

        here, pending = None, []
        for v, test in pairs(o):
            if not here:
                here = known(o, variants.build(o.scarp, v, test, where))
            wanted = [c for c in here if (v.library, v.macro, test, c)
                      not in done]
            if wanted:
                pending.append(pool.submit(one, v, test, wanted))
        try:
            for n, p in enumerate(concurrent.futures.as_completed(pending), 1):
                p.result()
                if n % 20 == 0 or n == len(pending):
                    print(f"{n} of {len(pending)} pairs", file=sys.stderr,
                          flush=True)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    return made_by


def main():
    p, o = options()
    made_by = None if o.print_only else measure(o)
    if not os.path.exists(o.results):
        p.error(f"no file '{o.results}'")
    chosen = {(v.library, v.macro, test) for v, test in pairs(o)}
    runs = [r for r in lines_of(o.results)
            if (r["library"], r["variant"], r["test"]) in chosen
            and r["configuration"] in o.configurations
            and r["budget"] == o.budget]
    if not runs:
        p.error(f"nothing with a budget of {o.budget:g} s in '{o.results}'")
    made_by = made_by or runs[-1]["scarp"]
    runs = [r for r in runs if r["scarp"] == made_by]
    text, wrong = report.tables(runs, o)
    if o.out:
        where = pathlib.Path(o.out)
        where.mkdir(parents=True, exist_ok=True)
        (where / "tables.md").write_text(text)
        for svg, drawn in report.curves(runs, o).items():
            (where / svg).write_text(drawn)
    sys.stdout.write(text)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
