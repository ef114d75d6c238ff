#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""asked_test.py - budgets are kept, and debug information is asked once for each place

asked_test.py --list            names of the cases
asked_test.py SCARP [CASE]...   runs them, each in a directory of its own

No clock: the command's time is that of asked.c, which passes while it waits.
"""
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
sys.dont_write_bytecode = True  # the tree stays clean
from cases import main  # noqa: E402

SCARP = None
CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def run(code, *words, **more):
    done = subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=280, stdin=subprocess.DEVNULL, **more)
    assert done.returncode == code, (done.returncode, done.stdout + done.stderr)
    return done.stdout


def build(source, *flags):
    run(0, SCARP, "cc", "-g", "-O1", "-o", "test", os.path.join(HERE, "../report", source), *flags)
    return "./test"


def asked(code, *words):
    """What is printed, the time that passed for the command, in s, and how many lines it looked up."""
    if not os.path.exists("asked.so"):
        run(0, "cc", "-shared", "-fPIC", "-O1", "-o", "asked.so", os.path.join(HERE, "asked.c"), "-ldl")
    text = run(code, SCARP, *words, env={**os.environ, "LD_PRELOAD": os.path.abspath("asked.so"), "ASKED": "asked"})
    with open("asked") as f:
        ms, lines = f.read().split()
    return text, int(ms) / 1000, int(lines)


@case
def budgets_are_kept():
    """A tenth more at most: the process that is asked to stop does so at its next step.  No tenth is given away."""
    program = build("many.c", "-DBENIGN")
    for code, budget, *words in (4, 20), (0, 20, "--strategy", "random"), (4, 20, "--exhaustive"), (4, 20, "--strategy", "ipb"), (0, 6, "--hunt"):
        _, passed, _ = asked(code, "check", "--budget", f"{budget}s", *words, program)
        assert 0.9 * budget <= passed <= 1.1 * budget, (words, passed)


@case
def a_bug_at_the_end_of_a_budget_takes_no_second_one():
    """What is done with it behind the search, to make it simpler, has its own limit of 1 s of processor time."""
    _, passed, _ = asked(1, "check", "--budget", "10s", "--stop-after", "0", build("many.c"))
    assert 9 <= passed <= 20, passed


@case
def a_line_is_looked_up_once_in_a_long_execution():
    """14,000 events of 7 lines: whoever asks for each anew asks 14,000 times."""
    _, _, lines = asked(1, "check", "--shrink", "0", build("events.c"))
    with open("scarp.out/latest/check.json") as f:
        steps = json.load(f)["bugs"][0]["trace"]["steps"]
    assert len(steps) > 14000, len(steps)
    assert 0 < lines < 1000, lines
    text, _, again = asked(1, "replay", "--full")
    assert 0 < again < 1000, again
    # All of them are rows there.
    assert int(re.findall(r"^ *(\d+) \|", text, re.M)[-1]) > 14000, text[-3000:]


def begin(scarp, _moments, _seed):
    global SCARP
    SCARP = scarp


if __name__ == "__main__":
    sys.exit(main(CASES, begin))
