#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run.py - random programs against brute force and against reality (README.md)

run.py --scarp build/bin/scarp [--first SEED] [--count N] [-j N]

Seed N is always the same program with the same compiler at the same level.
Each is run natively, in pass-through mode, and by `scarp check --exhaustive` in
three modes; what was found must equal the brute-force set, contain what really
happened, and be the same in number of executions.  A disagreement is told with
its seed and kept in --keep, made smaller.  Exit: 0, 1 for any disagreement.
"""
import argparse
import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import traceback

sys.dont_write_bytecode = True  # the tree stays clean
import compare
import forms
import operations
import program
import shrink
import text

BATCH = 20  # programs compiled together
ORDER = ("c", "libc", "containers", "structs", "c++", "libc++", "exceptions", "structs++", "streams",
         "races", "fields", "calls", "objects", "state", "leaves", "objects++", "descriptors")
CONFIGURATIONS = [(c, level) for level in compare.LEVELS for c in compare.COMPILERS]


def settings(seed):
    """(profile, compiler, level): 136 batches have each profile with each of them."""
    turn, at = divmod(seed // BATCH, len(ORDER))
    compiler, level = CONFIGURATIONS[(turn + at) % len(CONFIGURATIONS)]
    return ORDER[at], compiler, level


def keep(o, p, small, compiler, level, told):
    folder = os.path.join(o.keep, f"seed-{p.seed}")
    os.makedirs(folder, exist_ok=True)
    for name, which in (("program", p), ("small", small)):
        if which:
            with open(os.path.join(folder, name + (".cc" if p.cxx else ".c")), "w", encoding="utf-8") as f:
                f.write(text.source([which]))
    with open(os.path.join(folder, "report.txt"), "w", encoding="utf-8") as f:
        f.write(f"seed {p.seed}, {p.profile.name}, {compiler} -O{level}\n{told}\n")
    return folder


def reduced(o, p, sorts, compiler, level):
    """The program made smaller, as long as it disagrees in one of these sorts."""
    def disagrees(candidate, found, exact):
        with tempfile.TemporaryDirectory(prefix="scarp-generated-") as folder:
            build = compare.Build(o.scarp, [candidate], compiler, level, folder)
            out, _ = compare.differences(build, p.seed, found, exact, o.runs)
            return any(sort in sorts for sort, _ in out)
    return shrink.shrink(p, disagrees, o.shrink)


def processor_ms():
    """Of this process and all that it has waited for."""
    t = os.times()
    return round(1000 * (t.user + t.system + t.children_user + t.children_system))


def batch(arguments):
    """One batch: (seeds, numbers, text of what went wrong)."""
    o, seeds = arguments
    began = processor_ms()
    profile, compiler, level = settings(seeds[0])
    compiler, level = o.compiler or compiler, o.level or level
    count, told = {"programs": 0, "executions": 0, "outcomes": 0, "exact": 0, "unproven": 0, "failed": 0,
                   "ms": 0}, []
    try:
        made = [program.make(seed, o.profile or profile) for seed in seeds]
        with tempfile.TemporaryDirectory(prefix="scarp-generated-") as folder:
            build = compare.Build(o.scarp, [p for p, _, _ in made], compiler, level, folder)
            for p, found, exact in made:
                out, proven = compare.differences(build, p.seed, found, exact, o.runs)
                count["programs"] += 1
                count["executions"] += found.executions
                count["outcomes"] += len(found.lines)
                count["exact"] += exact
                count["unproven"] += not proven
                if not out:
                    continue
                count["failed"] += 1
                words = "\n".join(f"  {t}" for _, t in out)
                small = None
                if o.shrink and not build.error:
                    small = reduced(o, p, {s for s, _ in out}, compiler, level)
                kept = keep(o, p, small, compiler, level, words)
                told.append(f"FAILED seed {p.seed} ({profile}, {compiler} -O{level}), kept in {kept}\n{words}\n"
                            + (text.source([small]) if small else ""))
                if build.error:
                    break
    except Exception:
        count["failed"] += 1
        told.append(f"FAILED seeds {seeds[0]} to {seeds[-1]}\n{traceback.format_exc()}")
    count["ms"] = processor_ms() - began
    return seeds, count, told


def finished(path):
    """Seeds of an earlier run that was interrupted."""
    done, totals = set(), {}
    if path and os.path.exists(path):
        with open(path, encoding="utf-8") as f:
            for line in f:
                first, last, *pairs = line.split()
                done.update(range(int(first), int(last) + 1))
                for pair in pairs:
                    name, value = pair.split("=")
                    totals[name] = totals.get(name, 0) + int(value)
    return done, totals


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scarp", required=True)
    p.add_argument("--first", type=int, default=0, help="the first seed")
    p.add_argument("--count", type=int, default=80)
    p.add_argument("--runs", type=int, default=5, help="native and pass-through runs of each program")
    p.add_argument("-j", "--jobs", type=int, default=1)
    p.add_argument("--compiler", choices=compare.COMPILERS, help="instead of the seed's")
    p.add_argument("--level", choices=compare.LEVELS, help="instead of the seed's")
    p.add_argument("--profile", choices=program.PROFILES, help="instead of the seed's")
    p.add_argument("--forms", help="those of forms.py to use: names with commas, or all")
    p.add_argument("--keep", default="generated-failures", help="folder for what disagrees")
    p.add_argument("--shrink", type=int, default=150, help="tries to make it smaller")
    p.add_argument("--progress", help="file of what is done; a run goes on there")
    p.add_argument("--print", action="store_true", help="only print the programs")
    o = p.parse_args()
    o.scarp, o.keep = os.path.abspath(o.scarp), os.path.abspath(o.keep)
    if o.forms:
        forms.AGREE = {op.form for op in operations.OPERATIONS if op.form} | {"kinds"} if o.forms == "all" else set(o.forms.split(","))
    if o.print:
        print(text.source([program.make(s, o.profile or settings(s)[0])[0]
                           for s in range(o.first, o.first + o.count)]))
        return 0
    for compiler in [o.compiler] if o.compiler else compare.COMPILERS:
        if not shutil.which(compiler):
            print(f"skipped: {compiler} is not installed (sh tools/deps.sh --check)")
            return 77
    done, totals = finished(o.progress)
    todo = {}
    for seed in range(o.first, o.first + o.count):
        if seed not in done:
            todo.setdefault(seed // BATCH, []).append(seed)
    work = [(o, seeds) for seeds in todo.values()]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))  # ends the pool, too
    with multiprocessing.Pool(o.jobs) as pool:
        for seeds, count, told in pool.imap_unordered(batch, work):
            for name, value in count.items():
                totals[name] = totals.get(name, 0) + value
            for words in told:
                print(words, flush=True)
            if o.progress:
                with open(o.progress, "a", encoding="utf-8") as f:
                    f.write(f"{seeds[0]} {seeds[-1]} " + " ".join(f"{k}={v}" for k, v in count.items()) + "\n")
    print("{programs} programs, {executions} executions by brute force ({exact} programs in exact number), "
          "{outcomes} outcomes, {ms} ms of processor time, {unproven} with a hole, {failed} disagree".format(**totals))
    return 1 if totals["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
