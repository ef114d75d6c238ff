#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""estimate.py - how good the estimates of a search's size and time are

estimate.py BUILD [-o FILE]: programs of tests/programs and bench/programs whose
space is explored to its end; then again, stopped after 1, 10 and 50 % of the
executions.  What was estimated there, over what was true: 1 is exact, 0.5 half of
it.  The size depends on nothing but the program.  The time is that of the search
so far and what was said to be left, over the time of the whole search, and is
what the machine makes of it.
"""
import argparse
import datetime
import json
import os
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.join(HERE, "..", "tests", "programs")
PARTS = (1, 10, 50)
# what, mode, macros, sources
PROGRAMS = [
    ("locked, 4 increments each", "checkpoint", ["BENCH_ROUNDS=1", "BENCH_EACH=4"], [f"{HERE}/programs/locked.c"]),
    ("ainc, 7 threads", "checkpoint", ["N=7"], [f"{TESTS}/ainc.c", f"{TESTS}/states_ainc.c"]),
    ("readers, 6 threads", "checkpoint", ["N=6"], [f"{TESTS}/readers.c", f"{TESTS}/states_readers.c"]),
    ("mutexinc, 4 threads", "checkpoint", ["N=4", "R=2"], [f"{TESTS}/mutexinc.c", f"{TESTS}/states_mutexinc.c"]),
    ("philos, 3 philosophers", "checkpoint", ["N=3"], [f"{TESTS}/philos.c", f"{TESTS}/states_philos.c"]),
    ("fib_bench, N=4", "checkpoint", ["N=4"], [f"{TESTS}/fib_bench.c", f"{TESTS}/states_fib_bench.c"]),
    ("lastzero, 4 threads", "checkpoint", ["N=4"], [f"{TESTS}/lastzero.c", f"{TESTS}/states_lastzero.c"]),
    ("filesystem, 3 threads", "checkpoint", ["N=3"], [f"{TESTS}/filesystem.c", f"{TESTS}/states_filesystem.c"]),
    ("dekker", "checkpoint", [], [f"{TESTS}/dekker.c", f"{TESTS}/states_dekker.c"]),
    ("dekker", "restart", [], [f"{TESTS}/dekker.c", f"{TESTS}/states_dekker.c"]),
    ("peterson", "fork", [], [f"{TESTS}/peterson.c", f"{TESTS}/states_peterson.c"]),
]


def search(scarp, program, mode, folder, *limits):
    """(how it ended, the last progress, seconds of the search); None: no end within a minute."""
    path = os.path.join(folder, "events")
    subprocess.run([scarp, "check", "-q", "--exhaustive", "--reduce", "none", "--mode", mode,
                    "--events", path, *limits, program],
                   cwd=folder, capture_output=True, check=False)
    with open(path) as f:
        told = [json.loads(line) for line in f]
    last = [e for e in told if e["event"] == "progress"][-1]
    begun = [e for e in told if e["event"] == "search"][-1]
    return told[-1], last, last["seconds"] - begun["seconds"]


def build(scarp, macros, sources, folder):
    out = os.path.join(folder, "program")
    subprocess.run([scarp, "cc", "-O1", "-g", f"-I{HERE}/../include", *(f"-D{m}" for m in macros), *sources,
                    "-o", out], check=True)
    return out


def row(scarp, mode, macros, sources):
    """Cells of the table: executions, seconds, then size and time at each part."""
    with tempfile.TemporaryDirectory(prefix="scarp-bench-") as folder:
        program = build(scarp, macros, sources, folder)
        end, last, seconds = search(scarp, program, mode, folder, "--budget", "180s")
        if last["fraction"] != 1 or last["round"] != 1:
            return [f"{last['executions']}", f"{seconds:.2f}", *["no end"] * len(PARTS) * 2]
        size, time = [], []
        for part in PARTS:
            most = max(1, last["executions"] * part // 100)
            _, then, so_far = search(scarp, program, mode, folder, "--max-executions", str(most))
            known = then["total"] is not None
            size.append(f"{then['total'] / last['executions']:.2f}" if known else "-")
            time.append(f"{(so_far + then['eta_s']) / seconds:.2f}" if known else "-")
    return [f"{last['executions']}", f"{seconds:.2f}", *size, *time]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output")
    parser.add_argument("build")
    o = parser.parse_args()
    scarp = os.path.abspath(os.path.join(o.build, "bin", "scarp"))
    name = subprocess.run([scarp, "--version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]
    lines = ["# How good estimates are", "", f"command: `bench/estimate.py BUILD`, {name}",
             f"date: {datetime.date.today()}", "",
             "| program | mode | executions | s |" + "".join(f" size at {p} % |" for p in PARTS)
             + "".join(f" time at {p} % |" for p in PARTS), "|---|---|" + "---|" * (2 + 2 * len(PARTS))]
    print("\n".join(lines), flush=True)
    for what, mode, macros, sources in PROGRAMS:
        lines.append("| " + " | ".join([what, mode, *row(scarp, mode, macros, sources)]) + " |")
        print(lines[-1], flush=True)
    if o.output:
        with open(o.output, "w") as f:
            f.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
