#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""traces.py - the programs of the literature, one execution of each trace

traces.py [--scarp build/bin/scarp] [--reduce optimal] [--budget 60s] [--rounds 3] [--level=-O2]

Complete executions must be the published number; a difference is exit code 1.  It is that
of checkers that know no commuting additions, hence --refine none, and that cut waiting
loops, as the default does.  Beside the rate stand those of other checkers, measured on another machine of two cores (their
time includes their start, about 0.1 to 0.2 s): compare ratios.  Processor time is that of
the command and its processes, start included, the least of --rounds; `filesystem N=13` is
one execution: what it takes to start.  Memory is the most that the test process, in which
the search is, had resident, in runs of their own: after a tenth of the executions and after
all of them (0: it ended before it was looked at).
"""
import argparse
import glob
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# program, macros, traces, executions a second: GenMC 0.13 and Nidhugg 0.4 (optimal)
PROGRAMS = [
    ("ainc", "N=8", 40320, "12 k", "-"),
    ("readers", "N=15", 32768, "31 k", "3.2 k"),
    ("mutexinc", "N=8", 40320, "9.1 k", "5.5 k"),
    ("mutexinc", "N=3 R=3", 1680, "6.2 k", "3.7 k"),
    ("fib_bench", "N=6", 73789, "20 k", "8.9 k"),
    ("lastzero", "N=13", 32768, "7.8 k", "2.0 k"),
    ("indexer", "N=15", 4096, "1.2 k", "0.8 k"),
    ("filesystem", "N=13", 1, "-", "-"),
    ("filesystem", "N=22", 512, "0.6 k", "0.4 k"),
    ("philos", "N=4 ROUNDS=2", 786, "3.7 k", "2.1 k"),
    ("dekker", "R=2", 71, "-", "-"),
    ("peterson", "R=2", 48, "-", "-"),
    ("sb", "", 3, "-", "-"),
    ("mp", "", 3, "-", "-"),
]


def used():
    """Processor seconds of all processes that have ended."""
    r = resource.getrusage(resource.RUSAGE_CHILDREN)
    return r.ru_utime + r.ru_stime


def build(o, folder, name, macros):
    test = os.path.join(folder, "test")
    subprocess.run([o.scarp, "cc", o.level, "-g", "-pthread", *[f"-D{m}" for m in macros.split()],
                    f"{TOP}/tests/programs/{name}.c", "-o", test], check=True)
    return test


def measure(o, folder, test):
    out, before = os.path.join(folder, "json"), used()
    subprocess.run([o.scarp, "check", "-q", "--exhaustive", "--reduce", o.reduce, "--refine", "none",
                    "--budget", o.budget, "--json", out, test], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   check=False)
    with open(out, encoding="utf-8") as f:
        return json.load(f) | {"processor": used() - before}


def resident(pid, test):
    """Most so far, if it executes the test (and is not just a copy of its creator)."""
    with open(f"/proc/{pid}/status") as f:
        told = dict(line.rstrip().split(":", 1) for line in f)
    if os.readlink(f"/proc/{pid}/exe") != os.path.realpath(test):
        return 0
    return int(told.get("VmHWM", "0").split()[0])


def memory(o, folder, test, *more):
    """KiB; a test process that ends is looked at no more, so this is a lower bound by a moment."""
    process = subprocess.Popen([o.scarp, "check", "-q", "--exhaustive", "--reduce", o.reduce, "--refine", "none",
                                "--budget", o.budget, *more, test], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    most = 0
    while process.poll() is None:
        for path in glob.glob(f"/proc/{process.pid}/task/*/children"):
            try:
                with open(path) as f:
                    for child in f.read().split():
                        most = max(most, resident(child, test))
            except OSError:
                pass
        time.sleep(0.002)
    return most


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scarp", default=f"{TOP}/build/bin/scarp")
    p.add_argument("--reduce", default="optimal")
    p.add_argument("--budget", default="60s")
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--level", default="-O2", help="how the programs are compiled (--level=-O0)")
    o = p.parse_args()
    o.scarp, wrong = os.path.abspath(o.scarp), 0
    print(f"| program | published | {o.reduce} | in vain | s | executions/s | CPU s | executions/CPU s | GenMC | Nidhugg "
          "| KiB at 1/10 | KiB |")
    print("|---|" + "--:|" * 11)
    for name, macros, traces, genmc, nidhugg in PROGRAMS:
        with tempfile.TemporaryDirectory(prefix="scarp-traces-") as folder:
            test = build(o, folder, name, macros)
            runs = [measure(o, folder, test) for _ in range(o.rounds)]
            kib = [memory(o, folder, test, "--max-executions", str(max(1, runs[0]["executions"] // 10))),
                   memory(o, folder, test)]
        r = runs[0] | {k: min(x[k] for x in runs) for k in ("seconds", "processor")}
        made = {x["last_round"] for x in runs}
        right = made == {traces} and all(x["verdict"] == "verified" for x in runs)
        made = ", ".join(map(str, sorted(made)))
        wrong += not right
        print(f"| {name} {macros} | {traces} | {made}{'' if right else ' (' + r['verdict'] + ')'} "
              f"| {r['blocked']} | {r['seconds']:.2f} | {r['executions'] / max(r['seconds'], 1e-9):,.0f} "
              f"| {r['processor']:.3f} | {r['executions'] / max(r['processor'], 1e-9):,.0f} | {genmc} | {nidhugg} | {kib[0]:,} | {kib[1]:,} |", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
