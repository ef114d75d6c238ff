#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""linear.py - how long `src/linear` takes to judge a history

linear.py BUILD [-o FILE] [--traces]: runs BUILD/bin/bench_linear and writes a table.
Histories are random ones of an object that is made atomic, as they are and with one
thing changed: a result, an end, or the order of some events.  Processor time.

Then tests that note operations, which all are right, by BUILD/bin/scarp: executions where
their histories are judged, executed, and without any: compiled so that nothing is noted.
--traces: these alone.
"""
import argparse
import datetime
import json
import os
import subprocess
import tempfile
import time

GOALS = """\
Goals: 10,000 operations by 16 threads, nothing inserted twice, in less than 1 s; 100
operations with values that come again in less than 0.1 s at the median.
"""


def table(rows):
    yield "| object | history | threads | without a search | median ms | longest ms | right | wrong | given up |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for name, what, _, _, threads, fast, median, longest, right, wrong, unknown in rows:
        yield f"| {name} | {what} | {threads} | {fast} % | {median} | {longest} | {right} | {wrong} | {unknown} |"


PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tests/programs/linear")
INCLUDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../include")
UNTOLD = ["-DSCARP_LINEARIZE_H", "-DSCARP_OPERATION(object, name, call, arguments, result)=call",
          "-Dscarp_specification(object, spec)=((void)0)"]
TESTS = [("treiber.c", "", "sc"), ("treiber.c", "", "tso"), ("michael_scott.c", "", "sc"), ("flags_lock.c", "", "sc"),
         ("forty.c", "", "sc"), ("clients.c", "1 1 1", "sc"), ("clients.c", "2 2", "sc"), ("clients.c", "2 2 2", "sc"),
         ("polls.c", "", "sc")]
BUDGET = "20s"


def explored(scarp, program, words, model, folder, *options):
    """Executions, '+' if that was not all; seconds"""
    began = time.monotonic()
    subprocess.run([scarp, "check", "--exhaustive", "--model", model, "--budget", BUDGET, *options, "--json", "r.json",
                    program, *words.split()], capture_output=True, cwd=folder)
    with open(os.path.join(folder, "r.json"), encoding="utf-8") as f:
        result = json.load(f)
    assert result["verdict"] in ("verified", "partial"), result["verdict"]
    return f"{result['executions']}{'+' if result['verdict'] == 'partial' else ''}", f"{time.monotonic() - began:.1f}"


def traces(scarp):
    """A table: executions of each way."""
    yield "| test | model | without a history | judged | executed | s, judged | s, executed |"
    yield "|---|---|---|---|---|---|---|"
    with tempfile.TemporaryDirectory(prefix="scarp-bench-") as folder:
        for source, words, model in TESTS:
            told, untold = os.path.join(folder, "told"), os.path.join(folder, "untold")
            for to, more in (told, []), (untold, UNTOLD):
                subprocess.run([scarp, "cc", "-w", "-I" + INCLUDE, *more, os.path.join(PROGRAMS, source), "-o", to],
                               check=True)
            none, _ = explored(scarp, untold, words, model, folder)
            judged, first = explored(scarp, told, words, model, folder)
            executed, second = explored(scarp, told, words, model, folder, "--history", "executed")
            yield f"| `{source}` {words} | {model} | {none} | {judged} | {executed} | {first} | {second} |"


def of_tests(build):
    return ["", "## Executions of a test with a history", "",
            "Tests of `tests/programs/linear` that are right, `--exhaustive`; `+`: not all, after " + BUDGET + ". The aim: no more",
            "executions than without a history. It is missed where a thread goes round a loop in vain, a failed compare-and-swap",
            "among them: then each order is executed, and what was judged until then is thrown away.", "",
            *traces(os.path.abspath(os.path.join(build, "bin", "scarp")))]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("build")
    p.add_argument("-o")
    p.add_argument("--traces", action="store_true")
    o = p.parse_args()
    if o.traces:
        print("\n".join(of_tests(o.build)[1:]))
        return
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
           "The longest times are of stacks and deques with few different values, where many operations overlap.",
           *of_tests(o.build)]
    text = "\n".join(out) + "\n"
    if o.o:
        with open(o.o, "w", encoding="utf-8") as f:
            f.write(text)
    else:
        print(text, end="")


main()
