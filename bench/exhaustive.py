#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""exhaustive.py - what optimal reduction costs on programs of the literature

exhaustive.py [--rounds N] [--top N] BUILD [BUILD...]: six programs of tests/programs,
`scarp check --exhaustive --reduce optimal --refine none`.  Of each build the
executions per processor second, start included, the best of N rounds (7) in which
the builds take turns; instructions of one more execution, by callgrind: (those of
3,000 executions less those of 1,000) / 2,000, of a search with fewer than 3,000 half
of them; decision points made anew for each.  With --top the functions of the last
build that this goes to.
"""
import argparse
import collections
import os
import re
import resource
import subprocess
import tempfile

import callgrind
import hot

PROGRAMS = [("readers", 15, 32768), ("mutexinc", 8, 40320), ("fib_bench", 6, 73789), ("lastzero", 13, 32768),
            ("indexer", 15, 4096), ("filesystem", 22, 512)]
HOW = ("--exhaustive", "--reduce", "optimal", "--refine", "none", "--budget", "20m")


def build(scarp, name, n, folder):
    out = os.path.join(folder, name)
    subprocess.run([scarp, "cc", "-O2", f"-DN={n}", f"{callgrind.HERE}/../tests/programs/{name}.c", "-o", out], check=True)
    return out


def seconds(scarp, program, traces, folder):
    """Processor time of a whole search, which has to find what there is."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run([scarp, "check", *HOW, program], cwd=folder, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if f"in all {traces} traces, one execution of each" not in said:
        raise SystemExit(f"{program}: {said}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def calls(path, function):
    """How often it was called."""
    names, count, callee = {}, 0, None
    with open(path) as f:
        for line in f:
            if m := re.match(r"c?fn=\((\d+)\)(?: (.*))?", line):
                names[m[1]] = m[2] or names[m[1]]
                callee = names[m[1]] if line[0] == "c" else callee
            elif line.startswith("calls=") and callee.split("'")[0] == function:
                count += int(line[6:].split()[0])
    return count


def counted(scarp, program, traces, folder):
    """Instructions, new decision points and each function's instructions of one more."""
    more = min(3000, traces)
    few = more // 3 if more == 3000 else more // 2
    seen = []
    for n in (few, more):
        path, total = callgrind.check(scarp, program, "checkpoint", n, folder, "sched_point", HOW)
        own = collections.Counter()
        for (_, function), instructions in hot.own(path).items():
            own[re.sub(r"\.(?:part|isra|constprop|cold).*|'\d+$", "", function or "")] += instructions
        seen.append((total, calls(path, "nodes_add"), own))
    each = [(b - a) / (more - few) for a, b in zip(seen[0][:2], seen[1][:2])]
    return *each, {f: (seen[1][2][f] - seen[0][2][f]) / (more - few) for f in seen[1][2]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--top", type=int, default=0)
    parser.add_argument("build", nargs="+")
    o = parser.parse_args()
    scarps = [os.path.abspath(os.path.join(b, "bin", "scarp")) for b in o.build]
    print("| program | " + " | ".join(f"build {i}: each s | instructions | points"
                                      for i in range(1, len(scarps) + 1)) + " | first / last: time | instructions |")
    print("|---|" + "--:|" * (3 * len(scarps) + 2))
    with tempfile.TemporaryDirectory(prefix="scarp-bench-") as folder:
        places = [os.path.join(folder, str(i)) for i in range(len(scarps))]
        for name, n, traces in PROGRAMS:
            for place in places:
                os.makedirs(place, exist_ok=True)
            programs = [build(s, name, n, d) for s, d in zip(scarps, places)]
            rounds = [[seconds(s, p, traces, d) for s, p, d in zip(scarps, programs, places)] for _ in range(o.rounds)]
            best = [min(column) for column in zip(*rounds)]
            counts = [counted(s, p, traces, d) for s, p, d in zip(scarps, programs, places)]
            cells = [f"{traces / t:,.0f} | {c[0]:,.0f} | {c[1]:.1f}" for t, c in zip(best, counts)]
            print(f"| {name} {n} | {' | '.join(cells)} | {best[0] / best[-1]:.2f} | {counts[0][0] / counts[-1][0]:.2f} |", flush=True)
            for function, each in sorted(counts[-1][2].items(), key=lambda f: -f[1])[:o.top]:
                print(f"    {each:8,.0f}  {function}")


if __name__ == "__main__":
    main()
