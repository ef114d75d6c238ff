#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hunt.py - executions until a bug is found, by strategy, over seeds

bench/hunt.py --scarp build/bin/scarp [--seeds N] [--most N] [--strategies a,b] [PROGRAM.c]...

Without programs: those of bench/hunt.  For each it prints the median over the
seeds, the geometric mean, and how many of them found nothing in so many
executions.  The last row is executions a
second, of all of it: what a run takes to begin is a part of that."""
import argparse
import glob
import json
import math
import os
import statistics
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
STRATEGIES = "default,hunt,random,pct,pos,surw"
OPTIONS = {"default": [], "hunt": ["--hunt"]}


def run(scarp, binary, strategy, seed, most, folder):
    """Executions to the bug, or None; executions, seconds."""
    out = os.path.join(folder, "result.json")
    words = OPTIONS.get(strategy, ["--strategy", strategy])
    subprocess.run([scarp, "check", "-q", "--shrink", "0", *words, "--seed", str(seed), "--max-executions", str(most),
                    "--json", out, binary], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   check=False)
    with open(out) as f:
        r = json.load(f)
    made = r["executions"] + r["blocked"] + r["stopped"] + r["pruned"]
    return made if r["bugs"] else None, made, r["seconds"]


def cell(found, most):
    """`median (mean)`, and what was missed."""
    missed = found.count(None)
    all_of = sorted(most if n is None else n for n in found)
    median = statistics.median(all_of)
    mean = math.exp(sum(map(math.log, all_of)) / len(all_of))
    if missed == len(found):
        return "-"
    text = f"{median:,.0f} ({mean:,.0f})"
    return text + (f", {missed} missed" if missed else "")


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--scarp", required=True)
    p.add_argument("--seeds", type=int, default=30)
    p.add_argument("--most", type=int, default=100000)
    p.add_argument("--strategies", default=STRATEGIES)
    p.add_argument("programs", nargs="*")
    a = p.parse_args()
    scarp = os.path.abspath(a.scarp)
    names = a.strategies.split(",")
    programs = a.programs or sorted(glob.glob(os.path.join(HERE, "hunt", "*.c")))
    print("| program | " + " | ".join(names) + " |")
    print("|---|" + "--:|" * len(names))
    rates = {name: [0, 0.0] for name in names}
    with tempfile.TemporaryDirectory() as folder:
        for path in programs:
            program = os.path.splitext(os.path.basename(path))[0]
            binary = os.path.join(folder, program)
            subprocess.run([scarp, "cc", "-g", os.path.abspath(path), "-o", binary], check=True)
            cells = []
            for name in names:
                found = []
                for seed in range(1, a.seeds + 1):
                    n, made, seconds = run(scarp, binary, name, seed, a.most, folder)
                    found.append(n)
                    rates[name][0] += made
                    rates[name][1] += seconds
                cells.append(cell(found, a.most))
            print(f"| {program} | " + " | ".join(cells) + " |", flush=True)
    print("| executions a second | " + " | ".join(f"{n / max(s, 1e-9):,.0f}" for n, s in rates.values()) + " |")


if __name__ == "__main__":
    main()
