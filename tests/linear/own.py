#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""own.py - `scarp check --spec own`: what is said of it, where it is not all known, and that its bugs come again

own.py SCARP [CASE]...
own.py --list
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..")]
sys.dont_write_bytecode = True  # the tree stays clean
from cases import main  # noqa: E402

SCARP = None
CASES = {}
PROGRAMS = os.path.join(HERE, "../programs/linear/own")
GOOD, BUG, USAGE, UNPROVEN = 0, 1, 2, 4


def case(function):
    CASES[function.__name__] = function
    return function


def build(name):
    subprocess.run([SCARP, "cc", "-g", "-I" + os.path.join(HERE, "../../include"), os.path.join(PROGRAMS, name + ".c"),
                    "-o", name], check=True, timeout=120)
    return "./" + name


def scarp(*words, **environment):
    return subprocess.run([SCARP, *words], capture_output=True, text=True, check=False, timeout=240,
                          env={**os.environ, **environment})


@case
def serial_executions_are_counted_apart():
    # Three calls of `next`, main's between: each order of three threads with one call each, 3! of them.
    done = scarp("check", "--exhaustive", "--spec", "own", build("counter"))
    assert done.returncode == GOOD, done
    assert "each made whole: 6 histories from 6 serial executions (sc)" in done.stdout, done.stdout


@case
def too_many_are_a_hole():
    program = build("counter_loses")
    done = scarp("check", "--exhaustive", "--spec", "own", program, SCARP_SERIAL="1")
    assert done.returncode == UNPROVEN, done
    assert "not all serial executions" in done.stdout and "(3 operations; not all serial executions were made) [SC270]" in done.stdout, done.stdout
    done = scarp("check", "--exhaustive", "--spec", "own", program)
    assert done.returncode == BUG and "next -> 0" in done.stdout, done.stdout


@case
def a_bug_comes_again_from_its_file():
    done = scarp("check", "--exhaustive", "--spec", "own", build("queue_twice"))
    assert done.returncode == BUG and "the operations that no order explains" in done.stdout, done.stdout
    again = scarp("replay")
    assert again.returncode == BUG and "the operations that no order explains" in again.stdout, again


@case
def without_it_nothing_is_judged():
    done = scarp("check", "--exhaustive", build("counter_loses"))
    assert done.returncode == UNPROVEN and "without a specification" in done.stdout, done.stdout


@case
def other_names_are_no_specification_of_a_test():
    done = scarp("check", "--spec", "queue", "./none")
    assert done.returncode == USAGE and "no '--spec queue' of a test" in done.stderr, done


def begin(scarp_, _moments, _seed):
    global SCARP
    SCARP = scarp_


sys.exit(main(CASES, begin))
