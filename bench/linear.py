#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""linear.py - how long `src/linear` takes to judge a history

linear.py BUILD [-o FILE]: runs BUILD/bin/bench_linear and writes a table.  Histories
are random ones of an object that is made atomic, as they are and with one thing
changed: a result, an end, or the order of some events.  Processor time.
"""
import argparse
import datetime
import os
import subprocess

GOALS = """\
Goals: 10,000 operations by 16 threads, nothing inserted twice, in less than 1 s; 100
operations with values that come again in less than 0.1 s at the median.
"""


def table(rows):
    yield "| object | history | threads | without a search | median ms | longest ms | right | wrong | given up |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for name, what, _, _, threads, fast, median, longest, right, wrong, unknown in rows:
        yield f"| {name} | {what} | {threads} | {fast} % | {median} | {longest} | {right} | {wrong} | {unknown} |"


def main():
    p = argparse.ArgumentParser()
    p.add_argument("build")
    p.add_argument("-o")
    o = p.parse_args()
    done = subprocess.run([os.path.join(o.build, "bin", "bench_linear")], capture_output=True, text=True, check=True)
    rows = [line.split("|") for line in done.stdout.splitlines()]
    large = [r for r in rows if int(r[3]) > 1000]
    small = [r for r in rows if int(r[3]) <= 1000]
    out = ["# Times to judge a history", "",
           f"`bench/linear.py BUILD`, {datetime.date.today()}; one shared machine of two cores, processor time. A part is",
           "an object or, of a set or map, a key. Given up: after 20 million steps.", "", GOALS,
           f"## {large[0][3]} operations, nothing inserted twice ({large[0][2]} histories each)", "", *table(large), "",
           f"## {small[0][3]} operations, values that come again ({small[0][2]} histories each)", "", *table(small), "",
           f"The slowest median: {max(float(r[6]) for r in large)} ms above, {max(float(r[6]) for r in small)} ms here.",
           "The longest times are of stacks and deques with few different values, where many operations overlap."]
    text = "\n".join(out) + "\n"
    if o.o:
        with open(o.o, "w", encoding="utf-8") as f:
            f.write(text)
    else:
        print(text, end="")


main()
