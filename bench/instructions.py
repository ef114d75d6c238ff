#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""instructions.py - what one execution costs, counted, not timed

instructions.py [-o FILE] BUILD [BUILD...]: instructions of the test process for
one more execution of each program of bench/programs, in both ways of going back
in one process, by callgrind: (those of 3,000 executions less those of 1,000) /
2,000.  Repeats to within a thousandth on any machine, however busy.  Of several
builds the last column is the last one over the first.
"""
import argparse
import datetime
import os
import subprocess
import tempfile

import callgrind

FEW, MORE = 1000, 3000


def marginal(scarp, name, mode, folder):
    """None: it falls back under valgrind."""
    program = callgrind.build(scarp, name, folder)
    if callgrind.falls_back(scarp, program, mode, folder):
        return None
    few, more = (callgrind.check(scarp, program, mode, n, folder, "sched_point")[1] for n in (FEW, MORE))
    return (more - few) / (MORE - FEW)


def row(cost):
    return [*("-" if c is None else f"{c:.0f}" for c in cost),
            f"{cost[-1] / cost[0]:.3f}" if cost[0] and cost[-1] else "-"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output")
    parser.add_argument("build", nargs="+")
    o = parser.parse_args()
    scarps = [os.path.abspath(os.path.join(b, "bin", "scarp")) for b in o.build]
    names = [subprocess.run([s, "--version"], capture_output=True, text=True).stdout.split("\n")[0] for s in scarps]
    lines = ["# Instructions an execution", "", f"command: `bench/instructions.py {' '.join('BUILD' for _ in names)}`",
             *(f"build {i}: {n}" for i, n in enumerate(names, 1)), f"date: {datetime.date.today()}", "",
             "| program | mode | " + " | ".join(f"build {i}" for i in range(1, len(names) + 1)) + " | last / first |",
             "|---|---|" + "---|" * (len(names) + 1)]
    print("\n".join(lines), flush=True)
    with tempfile.TemporaryDirectory(prefix="scarp-bench-") as folder:
        for name in sorted(callgrind.PROGRAMS):
            for mode in ("checkpoint", "restart"):
                cost = [marginal(s, name, mode, folder) for s in scarps]
                lines.append(f"| {name} | {mode} | {' | '.join(row(cost))} |")
                print(lines[-1], flush=True)
    if o.output:
        with open(o.output, "w") as f:
            f.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
