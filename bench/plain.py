#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""plain.py - does `scarp check`, without any option, find the bugs of SCTBench?

    bench/plain.py --scarp build/bin/scarp --programs DIR \\
        --results FILE.jsonl --out TABLE.md

DIR holds programs of the public collection that you built with this scarp
(`scarp cc`, `scarp c++`), each under the name that sctbench-expected.json gives
it; DIR/NAME.files is copied to where NAME runs, DIR/NAME.txt says, in one line,
what is special about the program, or why there is none.  Each program gets one
`scarp check` with a budget and nothing else, at the lowest priority, and counts
as found with the kind and line that are expected.  A correct twin runs with
--twins, and has to be silent.

FILE keeps each run as it ends: the same command again goes on from there.  Runs
that another scarp, budget or number of processes made are made again.

Exit status: 0 all found but MISSED_AT_MOST and safestack, 1 not so, 2 usage.
"""
import argparse
import datetime
import fnmatch
import json
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import sctbench

MISSED_AT_MOST = 3
UNFOUND = ("Misc.safestack",)  # by every technique of the study as well
GRACE = 60  # seconds for the rest of a check: confirmation, the report


def options():
    p = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add = p.add_argument
    add("--scarp", required=True, help="the scarp to measure")
    add("--programs", required=True, help="where the built programs are")
    add("--results", required=True, help="runs as they ended, JSON lines")
    add("--out", default="-", help="where the table goes (standard output)")
    add("--budget", default=60, type=float, help="seconds a program (60)")
    add("--jobs", "-j", default=1, type=int, help="scarp's own -j (1)")
    add("--only", action="append", help="a program; * and ? work; repeatable")
    add("--twins", action="store_true", help="the correct ones instead")
    add("--print", action="store_true", help="the table only, without runs")
    o = p.parse_args()
    o.scarp = os.path.abspath(o.scarp)
    o.programs = os.path.abspath(o.programs)
    if not os.access(o.scarp, os.X_OK):
        p.error(f"'{o.scarp}' is not a program")
    if not os.path.isdir(o.programs):
        p.error(f"'{o.programs}' is not a folder")
    return o


def first_bug(path):
    """Seconds from the start to the first bug; None without one."""
    with open(path, errors="replace") as f:
        for line in f:
            try:
                event = json.loads(line)
            except ValueError:  # cut short
                continue
            if event.get("event") == "bug":
                return event["seconds"]
    return None


def jobs_of(answer):
    """How many jobs were begun and finished, for a miss."""
    jobs = answer.get("jobs") or []
    begun = sum(j["executions"] > 0 for j in jobs)
    finished = sum(j["state"] in ("finished", "settled") for j in jobs)
    return f"{begun} of {len(jobs)} jobs begun, {finished} done" if jobs else ""


def measure(o, name, want):
    """What a run was, as it is kept."""
    program = os.path.join(o.programs, name)
    with tempfile.TemporaryDirectory(prefix="sctbench-") as where:
        if os.path.isdir(program + ".files"):
            shutil.copytree(program + ".files", where, dirs_exist_ok=True)
        result, events = (os.path.join(where, f"scarp.{x}")
                          for x in ("json", "events"))
        start = time.monotonic()
        done = subprocess.run(
            ["nice", "-n", "19", "timeout", "-k", "5", str(o.budget + GRACE),
             o.scarp, "check", "--budget", f"{o.budget:g}s", "-j", str(o.jobs),
             "--json", result, "--events", events, program,
             *want.get("args", [])],
            cwd=where, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace")
        run = {"name": name, "wall": round(time.monotonic() - start, 3),
               "load": round(os.getloadavg()[0], 1), "exit": done.returncode}
        try:
            with open(result) as f:
                answer = json.load(f)
            o.executions = 0  # no number of them was asked for
            hit = sctbench.judge(o, want, answer)
            run |= {"verdict": answer["verdict"], "label": hit.label,
                    "executions": hit.executions, "found": hit.hit,
                    "mode": hit.mode, "seconds": first_bug(events),
                    "jobs": jobs_of(answer)}
        except (OSError, ValueError, KeyError, TypeError):
            run |= {"verdict": "none", "found": False, "executions": 0,
                    "seconds": None, "label":
                    f"no result: {sctbench.last_line(done.stdout)}"}
    return run


def kept(o, version):
    """name -> run, of those that this command would make alike."""
    runs = {}
    if os.path.exists(o.results):
        with open(o.results) as f:
            for line in f:
                try:
                    run = json.loads(line)
                except ValueError:  # cut short
                    continue
                if run["of"] == [version, o.budget, o.jobs]:
                    runs[run["name"]] = run
    return runs


def remark(o, name, otherwise):
    """What the folder says of a program."""
    try:
        with open(os.path.join(o.programs, name + ".txt")) as f:
            return [f.read().strip().replace("|", "/")]
    except OSError:
        return otherwise


def end_of(o, run):
    if run is None:
        return "not built"
    if o.twins:
        return "silent" if run["verdict"] in ("verified", "partial") \
            else "not silent"
    return "found" if run["found"] else "missed"


def note(o, name, want, run):
    said = [want["note"]] if "note" in want else []
    said += remark(o, name, [])
    if run["label"] and run["verdict"] != "partial":
        said.append(run["label"])
    if not run["found"] and not o.twins and run.get("jobs"):
        said.append(run["jobs"])
    return "; ".join(said + ["fork mode"] * (run.get("mode") == "fork"))


def row(o, name, want, run):
    end = end_of(o, run)
    if run is None:
        cells = [name, want.get("threads", ""), end, "", "", "",
                 *remark(o, name, ["no such program in the folder"])]
    else:
        seconds = f"{run['seconds']:.3f}" if run["found"] else "-"
        cells = [name, want.get("threads", ""), end, seconds,
                 run["executions"], run["verdict"], note(o, name, want, run)]
    return f"| {' | '.join(map(str, cells))} |"


def table(o, version, programs, runs, out):
    present = {n: os.access(os.path.join(o.programs, n), os.X_OK)
               for n in programs}
    rows, ends = [], {}
    for name, want in programs.items():
        if name in runs or not present[name]:
            run = runs.get(name)
            rows.append(row(o, name, want, run))
            ends.setdefault(end_of(o, run), []).append(name)
    left = len(programs) - len(rows)
    times = sorted(runs[n]["seconds"] if runs[n]["found"] else math.inf
                   for n in programs if n in runs)
    loads = sorted(runs[n]["load"] for n in programs if n in runs)
    middle = statistics.median(times) if times else math.inf
    lines = [
        f"{version}, {datetime.date.today()}, {sctbench.machine()}"
        + (f", load {loads[0]} to {loads[-1]}" if loads else "") + ".", "",
        f"    scarp check --budget {o.budget:g}s -j {o.jobs} ./PROGRAM", "",
        "| program | threads | end | seconds to the bug | executions | verdict "
        "| note |", "|---|--:|---|--:|--:|---|---|", *rows, "",
        "; ".join(f"{end}: {len(names)}" for end, names in ends.items())
        + (f"; still to be run: {left}" if left else "")
        + ("" if middle == math.inf or o.twins
           else f"; median of the seconds, misses infinite: {middle:.3f}"),
        *(f"- {end}: {', '.join(ends[end])}" for end in ends
          if end not in ("found", "silent")), ""]
    print("\n".join(lines), file=out)
    return ends


def main():
    o = options()
    with open(pathlib.Path(__file__).with_name("sctbench-expected.json")) as f:
        programs = json.load(f)["programs"]
    programs = {n: w for n, w in programs.items()
                if bool(w.get("silent")) == o.twins and (
                    not o.only or any(fnmatch.fnmatch(n, k) for k in o.only))}
    version = sctbench.last_line(subprocess.run(
        [o.scarp, "--version"], text=True, capture_output=True).stdout)
    runs = kept(o, version)
    for name, want in programs.items():
        if o.print or name in runs or \
                not os.access(os.path.join(o.programs, name), os.X_OK):
            continue
        run = measure(o, name, want)
        runs[name] = run
        with open(o.results, "a") as f:
            print(json.dumps(run | {"of": [version, o.budget, o.jobs]}), file=f)
        print(f"{name}: {end_of(o, run)} {run['seconds']}", file=sys.stderr,
              flush=True)
    if o.out == "-":
        ends = table(o, version, programs, runs, sys.stdout)
    else:
        with open(o.out, "w") as out:
            ends = table(o, version, programs, runs, out)
    missed = [n for n in ends.get("missed", []) if n not in UNFOUND]
    return int(len(missed) > MISSED_AT_MOST or "not silent" in ends)


if __name__ == "__main__":
    sys.exit(main())
