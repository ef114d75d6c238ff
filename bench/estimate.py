#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""estimate.py - how good the estimates of a search's size are

estimate.py BUILD [-o FILE] [--programs N] [--least N] [--most N] [--reduce NAME]

Programs of bench/estimate/programs.py are explored to their end, with the reduction that a user
gets (`scarp check --exhaustive`): the truth.  One with fewer than --least executions, or more
than --most, is left out.  Then

- the same search stopped after 1, 10 and 50 % of the executions: what it said the size
  is, over what it is: 1 is exact, 0.5 half of it.  This depends on nothing but the program.  Does
  the part that is said to be explored ever become less?
- `scarp check --budget B` with B twice the seconds that the search took, and one more: is it
  `verified`, as it could be; what did 1,000 random executions say; if it was not, had the search
  that proves all made way for something else?  This is what the machine makes of it.
"""
import argparse
import datetime
import itertools
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "estimate"))
sys.dont_write_bytecode = True  # the tree stays clean
import programs  # noqa: E402

PARTS = (1, 10, 50)
SIZE_WALKS = 1000


class Program:
    def __init__(self, o, path, folder):
        self.o, self.path, self.folder = o, path, folder

    def events(self, *words):
        path = os.path.join(self.folder, "events")
        subprocess.run([self.o.scarp, "check", "-q", "--state", "none", "--events", path, *words, self.path],
                       cwd=self.folder, capture_output=True, check=False, stdin=subprocess.DEVNULL)
        with open(path, encoding="utf-8") as f:
            return [json.loads(line) for line in f]

    def search(self, *limits):
        """How it ended, its last progress, seconds of the search."""
        told = self.events("--exhaustive", "--reduce", self.o.reduce, *limits)
        steps = [e for e in told if e["event"] == "progress"]
        begun = [e for e in told if e["event"] == "search"]
        if not steps or not begun:
            return told[-1], None, 0
        return told[-1], steps[-1], steps[-1]["seconds"] - begun[-1]["seconds"]


def built(o, sources, flags, folder):
    out = os.path.join(folder, "program")
    done = subprocess.run([o.scarp, "cc", "-O1", "-g", f"-I{HERE}/../include", f"-I{HERE}/../tests/programs", *flags,
                           *map(str, sources), "-o", out], check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"estimate.py: {sources}: {done.stderr}")
    return Program(o, out, folder)


def proven(program, budget):
    """(verified, the search that proves all was suspended at the end, what random executions said)"""
    told = program.events("--budget", f"{budget * 1000:.0f}ms")
    jobs = [e for e in told if e["event"] == "job" and e.get("kind") == "maximal"]
    return told[-1].get("verdict") == "verified", bool(jobs) and jobs[-1].get("state") == "suspended"


def measured(o, name, sources, flags, folder):
    """A row; None: it is left out."""
    program = built(o, sources, flags, folder)
    end, last, seconds = program.search("--max-executions", str(o.most))
    if end.get("verdict") != "verified" or not last or last["fraction"] != 1 or last["total"] < o.least:
        print(f"{name}: left out ({end.get('verdict')}, {last and last['executions']} executions)", file=sys.stderr)
        return None
    size, before = last["total"], last["executions"] - last["total"]
    row = {"name": name, "size": int(size), "seconds": seconds, "said": {}, "part": {}}
    for part in PARTS:
        most = int(before + max(1, size * part // 100))
        _, then, _ = program.search("--max-executions", str(most))
        if then and then["total"] is not None:
            row["said"][part] = then["total"] / size
            row["part"][part] = then["fraction"]
    row["walks"] = None
    try:
        if o.walks:
            program.events("--strategy", "size", "--max-executions", str(SIZE_WALKS), "--json", "size.json")
        with open(os.path.join(folder, "size.json"), encoding="utf-8") as f:
            row["walks"] = json.load(f)["size"]["traces"] / size
    except (OSError, KeyError, TypeError):
        pass
    if not o.no_budgets:
        row["verified"], row["suspended"] = proven(program, 2 * seconds + 1)
    return row


def of_error(values):
    """Median, 10th and 90th percentile, worst either way, within a factor of 2."""
    values = sorted(values)
    at = [values[min(len(values) - 1, int(q * len(values)))] for q in (0.1, 0.9)]
    near = sum(0.5 <= v <= 2 for v in values)
    worst = max(values, key=lambda v: abs(math.log(v)))
    return f"{statistics.median(values):.2f} | {at[0]:.2f} | {at[1]:.2f} | {worst:.3g} | {near} of {len(values)}"


def backwards(row):
    parts = [row["part"][p] for p in PARTS if p in row["part"]]
    return any(later < earlier for earlier, later in zip(parts, parts[1:]))


def table(o, rows):
    yield "| what was said, over what is true | median | 10th percentile | 90th | worst | within a factor of 2 |"
    yield "|---|--:|--:|--:|--:|--:|"
    for part in PARTS:
        said = [row["said"][part] for row in rows if part in row["said"]]
        if said:
            yield f"| after {part} % | {of_error(said)} |"
    walks = [row["walks"] for row in rows if row["walks"]]
    if walks:
        yield f"| {SIZE_WALKS:,} random executions (`--strategy size`) | {of_error(walks)} |"
    yield ""
    yield (f"- {len(rows)} programs, {min(r['size'] for r in rows):,} to {max(r['size'] for r in rows):,} executions, "
           f"in {min(r['seconds'] for r in rows):.2f} to {max(r['seconds'] for r in rows):.1f} s.")
    yield (f"- In {sum(map(backwards, rows))} of them the part that was said to be explored became less from one of "
           f"{', '.join(map(str, PARTS))} % to the next.")
    if not o.no_budgets:
        late = [r for r in rows if not r["verified"]]
        yield (f"- `scarp check` with a budget of twice the time and a second: {len(rows) - len(late)} verified; of the "
               f"others the search that proves all had made way in {sum(r['suspended'] for r in late)}"
               f"{': ' if late else ''}{', '.join(r['name'] for r in late)}.")
    yield ""
    yield "| program | executions | s |" + "".join(f" at {p} % |" for p in PARTS) + " random executions |"
    yield "|---|--:|--:|" + "--:|" * (len(PARTS) + 1)
    for r in rows:
        cells = [f"{r['said'][p]:.2f}" if p in r["said"] else "-" for p in PARTS]
        cells.append(f"{r['walks']:.2f}" if r["walks"] else "-")
        yield f"| {r['name']} | {r['size']} | {r['seconds']:.2f} | {' | '.join(cells)} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output")
    parser.add_argument("--programs", type=int, default=120, help="no more than so many")
    parser.add_argument("--least", type=int, default=500)
    parser.add_argument("--most", type=int, default=20000)
    parser.add_argument("--reduce", default="optimal")
    parser.add_argument("--no-budgets", action="store_true", help="sizes alone")
    parser.add_argument("--walks", action="store_true", help="also what 1,000 random executions say")
    parser.add_argument("--rows", help="also write all numbers, as JSON")
    parser.add_argument("build")
    o = parser.parse_args()
    o.scarp = os.path.abspath(os.path.join(o.build, "bin", "scarp"))
    version = subprocess.run([o.scarp, "--version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]
    rows = []
    with tempfile.TemporaryDirectory(prefix="scarp-bench-") as folder:
        chance = 0
        for name, sources, flags in itertools.chain(programs.named(), programs.by_chance(folder)):
            by_chance = name.startswith("random")
            if len(rows) >= o.programs or (by_chance and chance >= programs.RANDOM):
                break
            row = measured(o, name, sources, flags, folder)
            if row:
                rows.append(row)
                chance += by_chance
                print(row, file=sys.stderr, flush=True)
    if o.rows:
        with open(o.rows, "w", encoding="utf-8") as f:
            json.dump(rows, f, indent=1)
    words = " ".join(w for w in sys.argv[1:] if w != o.build and not w.startswith("/"))
    lines = ["# How good estimates are", "", f"command: `bench/estimate.py BUILD {words}`, {version}".replace(" `", "`"),
             f"date: {datetime.date.today()}, {platform.machine()}, {os.cpu_count()} processors", "",
             *table(o, rows)]
    print("\n".join(lines))
    if o.output:
        with open(o.output, "w", encoding="utf-8") as f:
            f.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
