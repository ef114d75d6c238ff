#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sctbench.py - how soon random and pct find the bugs of SCTBench

    bench/sctbench.py --scarp build/bin/scarp --programs DIR --out TABLE.md

DIR holds CS, CHESS and stringbuffer programs of the public collection
(github.com/mc-imperial/sctbench, no part of this project) that you built with
this scarp, at -O0 as the collection does (a C++ thread function there ends
without a return), each under its name in sctbench-expected.json.  They are
checked with random and with pct for seeds 1..N.  Every run ends at its first bug: its `executions` lead to it.

A bug counts only with the kind and line that sctbench-expected.json names; the
note tells the rest.  A program is found when one of the strategies finds it in
three quarters of the seeds; a correct twin is silent when every run makes all
its executions without a bug.  A run without the bug is infinite in a median.

Exit status: 0 as required (all built, at most 5 missed, all twins silent),
1 not so, 2 usage.
"""
import argparse
import collections
import concurrent.futures
import datetime
import fnmatch
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

STRATEGIES = ("random", "pct")
ENDS = ("found", "missed", "silent", "not silent", "not built")
MISSED_AT_MOST, FACTOR = 5, 10

# label: what there is to say of a run without the expected bug, else None.
Run = collections.namedtuple("Run", "executions hit label mode")


def options():
    p = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add = p.add_argument
    add("--scarp", required=True, help="the scarp to measure")
    add("--programs", required=True, help="where the programs are")
    add("--out", default="-", help="where the table goes (standard output)")
    add("--seeds", type=int, default=20, help="seeds 1..N (20)")
    add("--executions", type=int, default=10000, help="at most, a run (10000)")
    add("--only", action="append", help="a program; * and ? work; repeatable")
    add("--jobs", type=int, default=2, help="runs at a time (2)")
    add("--timeout", type=float, default=900, help="seconds a run (900)")
    o = p.parse_args()
    o.scarp = os.path.abspath(o.scarp)
    if not os.access(o.scarp, os.X_OK):
        p.error(f"'{o.scarp}' is not a program")
    return p, o


def last_line(text):
    return text.strip().rpartition("\n")[2].replace("|", "/")[:120]


def find(folder, name):
    """Path of the program, and what is wrong or None."""
    program = os.path.abspath(os.path.join(folder, name))
    return program, None if os.access(program, os.X_OK) \
        else f"no program '{program}'"


def check(o, want, program, strategy, seed):
    """One scarp check, in a folder of its own that goes away with it."""
    with tempfile.TemporaryDirectory(prefix="sctbench-") as where:
        result = os.path.join(where, "result.json")
        done = subprocess.run(
            ["timeout", "-k", "5", str(o.timeout), o.scarp, "check",
             "--strategy", strategy, "--max-executions", str(o.executions),
             "--seed", str(seed), "--stop-after", "1", "--json", result,
             program, *want.get("args", [])],
            cwd=where, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace")
        try:
            with open(result) as f:
                return judge(o, want, json.load(f))
        except (OSError, ValueError, KeyError, TypeError):
            return Run(0, False, f"no result, exit {done.returncode}: "
                       f"{last_line(done.stdout) or 'no message'}", "")


def judge(o, want, answer):
    verdict, executions = answer["verdict"], int(answer["executions"])
    mode, bugs = str(answer.get("mode", "")), answer["bugs"]
    hit, label = False, None
    if verdict == "bug" and bugs:
        kind = bugs[0]["kind"].replace("-", "_").replace(" ", "_")
        file = os.path.basename(bugs[0].get("file") or "?")
        place = f"{file}:{bugs[0].get('line')}"
        label = f"{kind} at {place}"
        hit = kind in want.get("kinds", []) and \
            (not want["places"] or place in want["places"])
    elif verdict not in ("partial", "verified"):
        label = f"verdict {verdict}"
    elif verdict == "partial" and executions < o.executions:
        label = "fewer executions than asked"
    return Run(executions, hit, None if hit else label, mode)


def machine():
    """The processor's own name, and how many there are."""
    with open("/proc/cpuinfo") as f:
        names = [x.partition(":")[2] for x in f if x.startswith("model name")]
    return f"{' '.join(names[0].split()) if names else 'unknown'}, " \
        f"{os.cpu_count()} processors"


def median(runs):
    return statistics.median(r.executions if r.hit else math.inf for r in runs)


def show(x):
    return "-" if x in (None, math.inf) else f"{x:g}"


def ratio(mine, theirs):
    """As text; a factor beyond FACTOR either way carries a mark."""
    if not theirs or mine == math.inf:
        return "-"
    r = mine / theirs
    return f"{r:.2f}" + ("" if 1 / FACTOR <= r <= FACTOR else " (!)")


def implied(want):
    """The median that the published share of buggy schedules implies."""
    share = (want["rand_buggy"] or 0) / want.get("rand_limit", 100000)
    if not 0 < share < 1:
        return 1 if share else None
    return max(1, math.ceil(math.log(0.5) / math.log(1 - share)))


def notes(want, results):
    said = ["fails on every schedule"] if want.get("every_schedule") else []
    said += [want["note"]] if "note" in want else []
    for s in STRATEGIES:
        odd = collections.Counter(r.label for r in results[s] if r.label)
        said += [f"{n}x {s}: {label}" for label, n in odd.most_common(3)]
    forked = any(r.mode == "fork" for s in STRATEGIES for r in results[s])
    return "; ".join(said + ["fork mode"] * forked)


def row(o, name, want, results):
    """(what is concluded, the cells of the table)"""
    random, pct = results.values()
    if want.get("silent"):
        quiet = [sum(r.label is None for r in runs) for runs in (random, pct)]
        return "silent" if min(quiet) == o.seeds else "not silent", \
            [name, *(f"{n}/{o.seeds}" for n in quiet),
             min(r.executions for r in random + pct), notes(want, results)]
    hits = [sum(r.hit for r in runs) for runs in (random, pct)]
    first, due, middle = want["rand_first"], implied(want), median(random)
    mark = "?" if want.get("uncertain") else ""
    return "found" if max(hits) >= 0.75 * o.seeds else "missed", \
        [name, " ".join([want["kinds"][0], *want["places"][:1]]),
         f"{hits[0]}/{o.seeds}", show(middle),
         f"{hits[1]}/{o.seeds}", show(median(pct)),
         show(first) + mark, ratio(middle, first),
         show(due) + mark, ratio(middle, due), notes(want, results)]


def table(o, version, rows, left):
    """Writes what there is so far; how many programs came to which end."""
    ends = collections.defaultdict(list)
    bugs, twins, unbuilt = [], [], []
    for end, cells in rows:
        ends[end].append(cells[0])
        part = {"not built": unbuilt, "found": bugs, "missed": bugs}
        part.get(end, twins).append(f"| {' | '.join(map(str, cells))} |")
    text = "\n".join([
        "# SCTBench: executions to the first bug", "",
        f"{version}, {datetime.date.today()}, {machine()}, "
        f"seeds 1 to {o.seeds}.", "",
        "    scarp check --strategy random|pct --max-executions "
        f"{o.executions} --seed S --stop-after 1 --json FILE ./prog", "",
        "| program | expected | random | median | pct | median | first | ratio "
        "| implied | ratio | note |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|---|", *bugs, "",
        "first: the first buggy random schedule in the thesis, one sample; "
        "implied: the median that its share of buggy schedules implies; ratio: "
        f"median of random to it, (!) beyond {FACTOR} either way; ?: digits "
        "illegible or reconstructed; -: none.", "",
        "| correct twin | random silent | pct silent | executions, at least | "
        "note |", "|---|--:|--:|--:|---|", *twins, "",
        *(unbuilt and ["| not built | why |", "|---|---|", *unbuilt, ""]),
        "; ".join(f"{end}: {len(ends[end])}" for end in ENDS)
        + (f"; still to be run: {left}" if left else ""),
        *(f"- {end}: {', '.join(ends[end])}" for end in ENDS
          if ends[end] and end not in ("found", "silent")), ""])
    if o.out != "-":
        pathlib.Path(o.out).write_text(text)
    elif not left:
        sys.stdout.write(text)
    return {end: len(ends[end]) for end in ENDS}


def main():
    p, o = options()
    with open(pathlib.Path(__file__).with_name("sctbench-expected.json")) as f:
        programs = {n: w for n, w in json.load(f)["programs"].items()
                    if "sources" in w}
    if o.only:
        programs = {n: w for n, w in programs.items() if any(
            fnmatch.fnmatch(n, k) or fnmatch.fnmatch(n.partition(".")[2], k)
            for k in o.only)}
    rows = []
    if not programs:
        p.error("no such program")
    version = last_line(subprocess.run([o.scarp, "--version"], text=True,
                                       capture_output=True).stdout)
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        try:
            for name, want in programs.items():
                program, error = find(o.programs, name)
                if error:
                    rows.append(("not built", [name, error]))
                else:
                    runs = {s: [pool.submit(check, o, want, program, s, seed)
                                for seed in range(1, o.seeds + 1)]
                            for s in STRATEGIES}
                    rows.append(row(o, name, want, {
                        s: [r.result() for r in runs[s]] for s in STRATEGIES}))
                print(f"{name}: {rows[-1][0]}", file=sys.stderr, flush=True)
                ends = table(o, version, rows, len(programs) - len(rows))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    return int(ends["missed"] > MISSED_AT_MOST
               or ends["not silent"] + ends["not built"] > 0)


if __name__ == "__main__":
    sys.exit(main())
