#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""alternate.py - executions per second of several builds, on a noisy machine

alternate.py [-o FILE] [--rounds N] BUILD BUILD...: the programs of bench/programs
in each mode, the builds in turn, N times (7); of each the fastest round, in
nanoseconds of processor time an execution, and the median of the rounds' ratios
of the last build to the first.  A round whose neighbour was disturbed spoils one
ratio, not the median.
"""
import argparse
import datetime
import os
import statistics
import tempfile

import run

SECONDS = float(os.environ.get("BENCH_SECONDS", 0.5))


def each_ns(scarp, program, mode, folder):
    r = run.check(scarp, program, ["--mode", mode, "--budget", f"{SECONDS:g}s"], folder)
    return r["processor"] * 1e9 / max(r["executions"], 1), r["mode"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("build", nargs="+")
    o = parser.parse_args()
    scarps = [os.path.abspath(os.path.join(b, "bin", "scarp")) for b in o.build]
    lines = ["# Executions of several builds, in turn", "",
             f"command: `BENCH_SECONDS={SECONDS:g} bench/alternate.py --rounds {o.rounds} "
             f"{' '.join('BUILD' for _ in scarps)}`",
             *(f"build {i}: {run.run([s, '--version']).strip()}" for i, s in enumerate(scarps, 1)),
             f"machine: {run.machine()}", f"date: {datetime.date.today()}", "",
             "| program | mode | " + " | ".join(f"build {i}, ns" for i in range(1, len(scarps) + 1)) + " | last / first |",
             "|---|---|" + "---|" * (len(scarps) + 1)]
    print("\n".join(lines), flush=True)
    with tempfile.TemporaryDirectory(prefix="scarp-bench-") as folder:
        places = [os.path.join(folder, str(i)) for i in range(len(scarps))]
        for name, source, _ in run.PROGRAMS:
            programs = []
            for scarp, place in zip(scarps, places):
                os.makedirs(place, exist_ok=True)
                programs.append(run.build(scarp, source, place))
            for mode in run.MODES:
                rounds = [[each_ns(s, p, mode, d) for s, p, d in zip(scarps, programs, places)]
                          for _ in range(o.rounds)]
                best = [min(column)[0] for column in zip(*rounds)]
                ratio = statistics.median(r[-1][0] / r[0][0] for r in rounds)
                really = {m for r in rounds for _, m in r}
                lines.append(f"| {name} | {' or '.join(sorted(really))} | {' | '.join(f'{b:.0f}' for b in best)} | {ratio:.2f} |")
                print(lines[-1], flush=True)
    if o.output:
        with open(o.output, "w") as f:
            f.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
