#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bulk.py [-o FILE] [--programs NAME,...] BUILD [BUILD...]

What an execution costs of programs that copy or go through much memory
(bench/programs/bulk): instructions of the test process for one more execution,
in both ways of going back in one process, by callgrind ((those of 24 executions
less those of 8) / 16), those of a run of a plain build, and their quotient.
Besides, the processor seconds of the fastest of five searches of 40 executions
in each mode, less one of one execution, and of plain runs.  The first repeat to
within a thousandth; the others are those of a machine with other work.
"""
import argparse
import os
import resource
import subprocess
import tempfile

import callgrind

FEW, MORE, TIMED = 8, 24, 40
FOLDER = os.path.join(callgrind.HERE, "programs", "bulk")
RANDOM = ("--strategy", "random")


def run(*command, **options):
    return subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)


def seconds(*command, **options):
    """Of the processor, with those of its children; the fastest of five."""
    best = float("inf")
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run(*command, **options)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def instructions_plain(program, folder):
    out = os.path.join(folder, "plain.out")
    run("valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={out}", program, cwd=folder)
    return callgrind.total(out, "main")


def search(scarp, program, mode, executions, folder):
    return seconds(scarp, "check", "-q", *RANDOM, "--mode", mode, "--max-executions", str(executions), program,
                   cwd=folder)


def rows(name, scarps, folder):
    source, plain = os.path.join(FOLDER, name + ".c"), os.path.join(folder, name)
    run("gcc", "-O2", "-pthread", source, "-o", plain)
    native, native_s = instructions_plain(plain, folder), seconds(plain)
    yield f"| {name} | plain build | {native:,} | | {1000 * native_s:.1f} | |"
    for i, scarp in enumerate(scarps, 1):
        program = f"{plain}-{i}"
        run(scarp, "cc", "-O2", "-g", source, "-o", program)
        for mode in ("checkpoint", "restart", "fork"):
            cost = "| |"
            if mode != "fork":
                few, more = (callgrind.check(scarp, program, mode, n, folder, "sched_point", RANDOM)[1]
                             for n in (FEW, MORE))
                each = (more - few) / (MORE - FEW)
                cost = f"{each:,.0f} | {each / native:.1f} |"
            each = (search(scarp, program, mode, TIMED, folder) - search(scarp, program, mode, 1, folder)) / (TIMED - 1)
            yield f"| {name} | build {i}, {mode} | {cost} {1000 * each:.1f} | {each / native_s:.1f} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output")
    parser.add_argument("--programs", default="copies,pack")
    parser.add_argument("build", nargs="+")
    o = parser.parse_args()
    scarps = [os.path.abspath(os.path.join(b, "bin", "scarp")) for b in o.build]
    lines = ["| program | | instructions | times plain | ms | times plain |", "|---|---|--:|--:|--:|--:|"]
    print("\n".join(lines), flush=True)
    with tempfile.TemporaryDirectory(prefix="scarp-bench-") as folder:
        for name in o.programs.split(","):
            for line in rows(name, scarps, folder):
                lines.append(line)
                print(line, flush=True)
    if o.output:
        with open(o.output, "w") as f:
            f.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
