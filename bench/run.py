#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run.py - what `make bench` measures and prints (bench/README.md)

For each program of bench/programs: nanoseconds of its body run sequentially
through empty hooks; executions per second of `scarp check --strategy dfs` in
each mode, detectors on; the ratio of the two; memory of the test process after
1e5 and after 1e7 executions.  Both times are processor time, of all processes
of the command: on a shared machine the clock on the wall says little.
"""
import datetime
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
SECONDS = float(os.environ.get("BENCH_SECONDS", 3))
LONG = int(os.environ.get("BENCH_LONG", 10**7))
# name, source, executions per second of the throw-away prototype in each mode
PROGRAMS = [
    ("sb", "sb.c", {"restart": 4.1e6, "checkpoint": 4.2e6}),
    ("locked", "locked.c", {"restart": 2.3e6, "checkpoint": 3.3e6}),
    ("atomics", "atomics.c", {"restart": 1.1e6, "checkpoint": 3.4e6}),
    ("private", "private.c", {"restart": 0.16e6, "checkpoint": 0.72e6}),
    ("cxx", "cxx.cc", {"restart": 0.6e6, "checkpoint": 0.9e6}),
]
MODES = ["checkpoint", "restart", "fork"]


def run(command, **more):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, text=True,
                          capture_output=True, **more)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n"
                 f"{done.stdout}{done.stderr}")
    return done.stdout


def sequential_ns(source, folder):
    """The same body, the same compiler flags, hooks that do nothing."""
    cc = "g++" if source.endswith(".cc") else "gcc"
    name = os.path.join(folder, "sequential")
    run(["gcc", "-O2", "-c", f"{HERE}/sequential/hooks.c", "-o", name + ".hooks.o"])
    run([cc, "-O1", "-g", "-fsanitize=thread", "-fno-builtin", "-Wno-tsan",
         "-D_GLIBCXX_ASSERTIONS", "-DBENCH_SEQUENTIAL", f"-I{ROOT}/include",
         "-c", f"{HERE}/programs/{source}", "-o", name + ".o"])
    run([cc, name + ".o", name + ".hooks.o", "-pthread", "-o", name])
    return float(run([name]))


def build(scarp, source, folder):
    out = os.path.join(folder, source.split(".")[0])
    run([scarp, "c++" if source.endswith(".cc") else "cc", "-O1", "-g",
         f"-I{ROOT}/include", f"{HERE}/programs/{source}", "-o", out])
    return out


def children(pid):
    """All descendants of a process, as far as they still live."""
    found = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children") as f:
                for child in f.read().split():
                    found += [int(child), *children(int(child))]
    except OSError:
        pass
    return found


def memory_kib(pid, name):
    try:
        with open(f"/proc/{pid}/status") as f:
            for line in f:
                if line.startswith(name + ":"):
                    return int(line.split()[1])
    except OSError:
        pass
    return 0


def check(scarp, program, options, folder, watch=False):
    """The JSON result; with `watch`, and the last RSS of the test process."""
    result = os.path.join(folder, "result.json")
    before = processor_seconds()
    p = subprocess.Popen([scarp, "check", "--strategy", "dfs", "-q", *options,
                          "--json", result, program], cwd=folder,
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True)
    last = [0]

    def sample():
        while p.poll() is None:
            for child in children(p.pid):
                last[0] = memory_kib(child, "VmRSS") or last[0]
            time.sleep(0.005)

    if watch:
        thread = threading.Thread(target=sample)
        thread.start()
    said = p.communicate()[0]
    if watch:
        thread.join()
    if p.returncode not in (0, 4):
        sys.exit(f"scarp check {' '.join(options)} {program}: exit code "
                 f"{p.returncode}\n{said}")
    with open(result) as f:
        found = json.load(f)
    found["processor"] = processor_seconds() - before
    found["rss_kib"] = found.get("rss_kib", last[0])
    return found


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def machine():
    try:
        rows = dict(line.split(":", 1) for line in
                    run(["lscpu"]).splitlines() if ":" in line)
        return f"{rows['Model name'].strip()}, {rows['CPU(s)'].strip()} CPUs"
    except (OSError, KeyError):
        return os.uname().machine


def rate(n):
    return f"{n / 1e6:.2f} M" if n >= 1e6 else f"{n / 1e3:.1f} k" if n >= 1e3 else f"{n:.0f}"


def main():
    scarp = os.path.abspath(sys.argv[1])
    print("# make bench\n")
    print(f"command: `bench/run.sh BUILD`, {SECONDS:g} s a rate, "
          f"{run([scarp, '--version']).strip()}")
    print(f"machine: {machine()}")
    print(f"date: {datetime.date.today()}\n")
    print("| program | mode | executions | s | executions/s | ns each | "
          "sequential ns | ratio | prototype/s | of prototype |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="scarp-bench-") as folder:
        for name, source, prototype in PROGRAMS:
            floor = sequential_ns(source, folder)
            program = build(scarp, source, folder)
            for mode in MODES:
                r = check(scarp, program,
                          ["--mode", mode, "--budget", f"{SECONDS:g}s"], folder)
                n = r["executions"]
                each = r["processor"] * 1e9 / max(n, 1)
                compared = "- | -"
                if mode in prototype:
                    compared = (f"{rate(prototype[mode])} | "
                                f"{1e9 / each / prototype[mode]:.2f}")
                print(f"| {name} | {r['mode']} | {n} | {r['processor']:.2f} | "
                      f"{rate(1e9 / each)} | {each:.0f} | {floor:.0f} | "
                      f"{each / floor:.1f} | {compared} |", flush=True)
        print("\n| memory: program | mode | executions | RSS KiB |")
        print("|---|---|---|---|")
        program = build(scarp, "sb.c", folder)
        for mode in MODES[:2]:
            for n in (10**5, LONG):
                r = check(scarp, program, ["--mode", mode, "--max-executions",
                                           str(n)], folder, watch=True)
                print(f"| sb | {r['mode']} | {r['executions']} | "
                      f"{r['rss_kib']} |", flush=True)


if __name__ == "__main__":
    main()
