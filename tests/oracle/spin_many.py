#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""spin_many.py - spin_random.py with every kind of loop, compiler and level

spin_many.py --scarp build/bin/scarp [--programs N] [--first SEED] [-j JOBS]

N random programs, 60 a seed.  Prints what differs, and a line of numbers; fails if anything did."""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys

EACH = 60  # programs of a seed
LOOPS = ([], ["--counted"], ["--anew"], ["--ring"], ["--ring", "--counted"])
BUILDS = [(c, level) for level in "1023" for c in ("gcc", "clang")]
MODES = ("checkpoint", "checkpoint", "checkpoint", "restart", "fork")
LINE = re.compile(r"(\d+) programs, (\d+) of them may spin for ever, (\d+) searched to the end, (\d+) failed")


def run(scarp, seed):
    compiler, level = BUILDS[seed % len(BUILDS)]
    return subprocess.run(
        [sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "spin_random.py"), "--scarp", scarp,
         "--seed", str(seed), "--programs", str(EACH), "--turns", ("auto", "auto", "erased")[seed // 3 % 3],
         *LOOPS[seed % len(LOOPS)], "--compiler", compiler, "--level", level, "--mode", MODES[seed // 2 % len(MODES)],
         *(["--audit", "10"] if seed % 7 == 0 else []), "--executions", "5000"],
        capture_output=True, text=True, timeout=3600)


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scarp", required=True)
    p.add_argument("--programs", type=int, default=20000)
    p.add_argument("--first", type=int, default=1000)
    p.add_argument("-j", "--jobs", type=int, default=1)
    o = p.parse_args()
    totals, wrong = [0, 0, 0, 0], 0
    seeds = range(o.first, o.first + (o.programs + EACH - 1) // EACH)
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for done, (seed, r) in enumerate(zip(seeds, pool.map(lambda s: run(o.scarp, s), seeds)), 1):
            line = LINE.search(r.stdout)
            if line:
                totals = [a + int(b) for a, b in zip(totals, line.groups())]
            if r.returncode:
                wrong += 1
                print(f"seed {seed}: {' '.join(r.args[2:])}\n{r.stdout}{r.stderr}", flush=True)
            if done % 20 == 0:
                print(f"{done} of {len(seeds)} seeds, {totals[0]} programs, {totals[3]} failed", file=sys.stderr, flush=True)
    print(f"{totals[0]} programs, {totals[1]} of them may spin for ever, {totals[2]} searched to the end, "
          f"{totals[3]} failed, {wrong} of {len(seeds)} runs")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
