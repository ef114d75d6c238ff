#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""both_orders.py --scarp SCARP [--part I/N] [PROGRAM...] - every program test by
both happens-befores: the same verdict, the same kinds of bugs, and where it is
`verified`, every pair that races by one also by --happens-before=limited.

Of programs with options that choose a strategy or points only what is left of
them is kept.  Prints a line for each difference, and how many were compared.
"""
import argparse
import json
import os
import shlex
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "programs"))
sys.dont_write_bytecode = True  # the tree stays clean
import native
import run
from audit import options, programs
from header import HERE, apply_oracle, read_header


def result_of(o, check, program, order, folder):
    out = os.path.join(folder, "json")
    done = run.execute(
        [o.scarp, "check", "-q", "--exhaustive", "--stop-after", "0", "--happens-before", order,
         "--budget", f"{o.time // 2}s", *options(check["check"], o.dir), "--json", out, program,
         *shlex.split(check.get("args", ""))],
        o.time, cwd=folder, env={**os.environ, **native.environment(check)})
    try:
        with open(out) as f:
            return json.load(f)
    except (OSError, ValueError):
        return {"verdict": "none", "bugs": [], "races": [], "error": run.tail(done)[-300:]}


def pairs_of(result):
    return {tuple(sorted((r[s]["file"] or "", r[s]["line"] or 0, r[s]["access"])
                         for s in ("first", "second"))) for r in result["races"]}


def difference(pure, limited):
    if "partial" in (pure["verdict"], limited["verdict"]):
        return None
    if pure["verdict"] != limited["verdict"]:
        return f"{pure['verdict']} and {limited['verdict']} ({limited['error']})"
    if {b["kind"] for b in pure["bugs"]} != {b["kind"] for b in limited["bugs"]}:
        return "other bugs"
    if pure["verdict"] == "verified" and not pairs_of(pure) <= pairs_of(limited):
        return f"not by limited: {sorted(pairs_of(pure) - pairs_of(limited))}"
    return None


def compare(o, path):
    """A difference, None, or that there is nothing to compare."""
    full = os.path.join(HERE, path)
    check = read_header(full)[0][0]
    apply_oracle(full, check)
    o.dir, o.now = os.path.dirname(full), path
    with tempfile.TemporaryDirectory(prefix="scarp-orders-") as folder:
        program = run.build(o, full, check.get("compilers", "gcc").split()[0], check, folder, {})
        if not program:
            return "nothing to run"
        pure, limited = (result_of(o, check, program, order, folder) for order in ("pure", "limited"))
        o.more += len(pairs_of(limited) - pairs_of(pure))
        o.judged += pure["verdict"] == limited["verdict"] != "partial"
        return difference(pure, limited)


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scarp", required=True)
    p.add_argument("--time", type=int, default=20)
    p.add_argument("--part", default="0/1", help="I/N: every N-th program, from the I-th on")
    p.add_argument("program", nargs="*")
    o = p.parse_args()
    o.scarp, o.more, o.judged = os.path.abspath(o.scarp), 0, 0
    first, step = map(int, o.part.split("/"))
    done = wrong = 0
    for path in o.program or list(programs())[first::step]:
        got = compare(o, path)
        if got == "nothing to run":
            continue
        done += 1
        if got:
            wrong += 1
            print(f"FAILED {path}: {got}", flush=True)
    print(f"{done} programs, {o.judged} with the same end by both, {o.more} pairs by limited happens-before alone; {wrong} differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
