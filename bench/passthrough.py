#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""passthrough.py - what a program built by scarp cc costs without scarp

passthrough.py BUILD [PROGRAM]... [--compiler C] [--repeat N] [--out FILE]

Each program of bench/passthrough, built by `scarp cc`, is compared with what
the plain compiler makes of it at -O1 -g and at -O2 -g:

  instructions  of the process, counted by callgrind: exact, the same each time
  time          processor time in user mode; the builds run in turns, N times
                (7; 0: not at all), and the ratio is that of the shortest ones

What starting the process costs is not in the first: it is a line of its own.
At most LIMIT is asked for, over -O1.  Exit: 1 when an instruction ratio over
-O1 is above it, or above the program's bound in MISSES, or when a start takes
START instructions more; 77 without valgrind.
"""
import argparse
import datetime
import os
import platform
import re
import resource
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, "passthrough")
LIMIT = 3.0
START = 2_000_000
# Each operation is one instruction in a plain build, and here a call of a hook,
# its arguments, and the question whether there is a search.
MISSES = {"atomics": 6.5}
# Turns for a few tenths of a second each; callgrind gets a fiftieth.
TURNS = {"accesses": 100_000, "lists": 3_000, "atomics": 10_000_000, "mutexes": 10_000_000,
         "allocation": 5_000_000, "copies": 5_000_000, "streams": 1_000_000,
         "containers": 1_000_000}
PART = 50


def run(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit(f"passthrough.py: {' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def instructions(program, turns, folder):
    out = os.path.join(folder, "callgrind")
    done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}",
                           program, str(turns)], capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or not found:
        sys.exit(f"passthrough.py: callgrind: {done.stderr.strip()[-400:]}")
    return int(found[1])


def seconds(program, turns):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    run([program, str(turns)])
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def build(scarp, source, compiler, folder):
    """scarp cc, the compiler at -O1 and at -O2."""
    cxx = source.endswith(".cc")
    plain = {"gcc": ("gcc", "g++"), "clang": ("clang", "clang++")}[compiler][cxx]
    made = []
    for name, command in (("scarp", [scarp, "c++" if cxx else "cc", "--compiler", compiler, "-O2"]),
                          ("O1", [plain, "-O1"]), ("O2", [plain, "-O2"])):
        made.append(os.path.join(folder, name))
        run([*command, "-gdwarf-4", "-pthread", os.path.join(FOLDER, source), "-o", made[-1]])
    return made


def measure(scarp, source, compiler, repeat, folder):
    name, programs = source.split(".")[0], build(scarp, source, compiler, folder)
    begin = [instructions(p, 1, folder) for p in programs]
    count = [instructions(p, max(2, TURNS[name] // PART), folder) - b for p, b in zip(programs, begin)]
    best = [min(t) for t in zip(*[[seconds(p, TURNS[name]) for p in programs]
                                 for _ in range(repeat)])]
    return name, count, best, begin


NOTES = """\
`scarp cc` compiles at `-O1` and with `-fno-builtin`, whatever the project asks for, so
over `-O2` the ratio is also that of the two levels. Left in the code are the arguments
of each hook of an access, and for each atomic operation a call of its hook.

In instructions `atomics` misses the 3 that are asked for: a plain build has one for each
operation, here it is eight, arguments and return included. In time it does not, since
the operations themselves take most of it. What would be next: loads could be put in the
place of their calls (`mov (%rdi),%eax` and a nop fit), stores could not, because their
order is known only when they run.

The start is that of the process with one turn: most of what is more are the look-ups of
library functions that scarp defines, when the first thread is created.
"""


def cpu():
    with open("/proc/cpuinfo") as f:
        return next(line.split(":")[1].strip() for line in f if line.startswith("model name"))


def report(rows, options):
    lines = ["# What pass-through mode costs", "",
             f"command: `bench/passthrough.py BUILD{options}`  ", f"date: {datetime.date.today()}  ",
             f"machine: {cpu()}, {platform.system()} {platform.release().split('-')[0]} {platform.machine()}", "",
             "Ratios of what `scarp cc` built, run without scarp, to plain builds by the same compiler.", "",
             "| program | compiler | instructions / -O1 | / -O2 | user time / -O1 | / -O2 | seconds | start, instructions / -O1 |",
             "|---|---|---|---|---|---|---|---|"]
    for compiler, (name, count, best, begin) in rows:
        times = [f"{best[0] / b:.2f}" for b in best[1:]] + [f"{best[0]:.2f}"] if best else ["-"] * 3
        lines.append(f"| {name} | {compiler} | {count[0] / count[1]:.2f} | {count[0] / count[2]:.2f} | "
                     f"{' | '.join(times)} | {begin[0]:,} / {begin[1]:,} |")
    return "\n".join(lines) + "\n\n" + NOTES


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("build")
    p.add_argument("programs", nargs="*")
    p.add_argument("--repeat", type=int, default=7)
    p.add_argument("--compiler", help="only this one")
    p.add_argument("--out", help="file that keeps the table")
    o = p.parse_args()
    if not shutil.which("valgrind"):
        sys.exit(77)
    scarp = os.path.join(os.path.abspath(o.build), "bin", "scarp")
    rows, missed = [], []
    for source in sorted(f for f in os.listdir(FOLDER) if not f.endswith(".h")):
        if o.programs and source.split(".")[0] not in o.programs:
            continue
        for compiler in ("gcc", "clang"):
            if o.compiler in (None, compiler) and shutil.which(compiler):
                with tempfile.TemporaryDirectory() as folder:
                    rows.append((compiler, measure(scarp, source, compiler, o.repeat, folder)))
                name, count, _, begin = rows[-1][1]
                if begin[0] - begin[1] > START:
                    missed.append(f"{name} ({compiler}): {begin[0]:,} instructions to start")
                if count[0] / count[1] > MISSES.get(name, LIMIT):
                    missed.append(f"{name} ({compiler}): {count[0] / count[1]:.2f}")
    text = report(rows, f" --repeat {o.repeat}" if o.repeat != 7 else "")
    print(text)
    if o.out:
        with open(o.out, "w") as f:
            f.write(text)
    for line in missed:
        print(f"above its bound: {line}")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
