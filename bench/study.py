#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""study.py - bounded and depth-first search as a published study counts them

    bench/study.py --scarp build/bin/scarp --programs DIR --out TABLE.md

DIR holds CS and CHESS programs and stringbuffer of the public collection
(github.com/mc-imperial/sctbench, no part of this project), unmodified, that you
built with this scarp, with -g -O0 and the `cflags` of study-published.json, each
under its name there.  They are searched with `--points=study`: ipb and idb to the end of the
bound in which they fail first, dfs to the limit.  Beside our numbers stand the
published ones (study-published.json: facts, no code).  Racing accesses are those
of ten executions that scarp makes beforehand.

A search that the table marks with ! gave other numbers than were published; the
notes of that file say why.  Exit status: 0; 1 when a program was not built or
gave other numbers without a note; 2 usage.
"""
import argparse
import datetime
import fnmatch
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import sctbench

LIMIT = 100000
STRATEGIES = ("ipb", "idb", "dfs")


def options():
    p = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add = p.add_argument
    add("--scarp", required=True, help="the scarp to measure")
    add("--programs", required=True, help="where the programs are")
    add("--out", default="-", help="where the table goes (standard output)")
    add("--only", action="append", help="a program; * and ? work; repeatable")
    add("--timeout", type=float, default=600, help="seconds a search (600)")
    o = p.parse_args()
    o.scarp = os.path.abspath(o.scarp)
    return p, o


def search(o, want, program, strategy, where):
    """[bound, first, executions, new, failed], of dfs [first, executions,
    failed]; and what else there is to say."""
    result = os.path.join(where, "result.json")
    more = ["--stop-after", "0"] if strategy == "dfs" else ["--finish-bound"]
    done = subprocess.run(
        ["timeout", "-k", "5", str(o.timeout), o.scarp, "check", "--quiet",
         "--points=study", "--strategy", strategy, "--max-executions",
         str(LIMIT), "--max-steps", "1000000", *more, "--json", result,
         program, *want.get("args", [])],
        cwd=where, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace")
    try:
        with open(result) as f:
            r = json.load(f)
    except (OSError, ValueError):
        return None, f"{strategy}: no result, exit {done.returncode}: " \
            f"{sctbench.last_line(done.stdout)}"
    first = min((b["execution"] for b in r["bugs"]), default=None)
    if strategy == "dfs":
        numbers = [first, r["executions"], r["failed"]]
    else:
        b = r["bounds"]
        if b is None:
            return None, f"{strategy}: {r['error'] or r['verdict']}"
        numbers = [b["last"], first, r["executions"], b["new"], b["failed"]]
    stopped = f"{strategy}: {r['stopped']} cut" if r["stopped"] else None
    return numbers, stopped


def cell(ours, published):
    if ours is None:
        return "-"
    text = " ".join("X" if n is None else "L" if n == LIMIT else str(n) for n in ours)
    return text if ours == published else f"{text} !"


def row(o, name, want, program, where):
    """(equal in all, the line of the table)"""
    numbers, said = {}, []
    for strategy in STRATEGIES:
        numbers[strategy], wrong = search(o, want, program, strategy, where)
        said += [wrong] if wrong else []
    cells = [cell(numbers[s], want[s]) for s in STRATEGIES]
    equal = all(numbers[s] == want[s] for s in STRATEGIES)
    said += [want["note"]] if "note" in want and not equal else []
    said += [want["always"]] if "always" in want else []
    return equal, "| " + " | ".join([name, "ours", *cells, "; ".join(said)]) + " |"


def published(name, want):
    return "| " + " | ".join(
        [name, "published", *(cell(want[s], want[s]) for s in STRATEGIES), ""]) + " |"


def table(o, version, lines, equal, all_of):
    text = "\n".join([
        "# SCTBench by the rules of the study", "",
        f"{version}, {datetime.date.today()}, {sctbench.machine()}.", "",
        "    scarp check --points=study --strategy ipb|idb --finish-bound "
        f"--max-executions {LIMIT} --max-steps 1000000 ./prog",
        "    scarp check --points=study --strategy dfs --stop-after 0 "
        f"--max-executions {LIMIT} --max-steps 1000000 ./prog", "",
        "ipb and idb: the last bound, the number of the first failing "
        "execution, executions, those with exactly as many preemptions or "
        "delays as the bound, how many of these fail. dfs: first, executions, "
        f"failing ones. L: {LIMIT}, the limit; X: none. !: not as published. "
        "Racing accesses are those of ten executions beforehand.",
        "", "| program | | ipb | idb | dfs | note |",
        "|---|---|---|---|---|---|", *lines, "",
        f"{equal} of {all_of} programs are as published, in all numbers.", ""])
    if o.out != "-":
        pathlib.Path(o.out).write_text(text)
    else:
        print(text)


def main():
    p, o = options()
    with open(pathlib.Path(__file__).with_name("study-published.json")) as f:
        programs = json.load(f)["programs"]
    if o.only:
        programs = {n: w for n, w in programs.items()
                    if any(fnmatch.fnmatch(n, k) for k in o.only)}
    if not programs:
        p.error("no such program")
    version = sctbench.last_line(subprocess.run(
        [o.scarp, "--version"], text=True, capture_output=True).stdout)
    lines, equal, all_of, bad = [], 0, 0, 0
    with tempfile.TemporaryDirectory(prefix="study-") as where:
        for name, want in programs.items():
            program, error = sctbench.find(o.programs, name)
            lines.append(published(name, want))
            if error:
                lines.append(f"| {name} | ours | | | | not built: {error} |")
                bad += 1
                continue
            same, line = row(o, name, want, program, where)
            lines.append(line)
            equal += same
            all_of += 1
            bad += not same and "note" not in want
            print(f"{name}: {'equal' if same else 'differs'}",
                  file=sys.stderr, flush=True)
    table(o, version, lines, equal, all_of)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
