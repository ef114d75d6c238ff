#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""pause_test.py - ctrl-Z and fg: the test processes stop with the command

pause_test.py --list            names of the cases
pause_test.py SCARP [CASE]...   runs them, each in a directory of its own
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def state(pid):
    """X: it has ended, as the processes of fork mode do all the time."""
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "X"


def below(pid):
    """All processes that it has started, and those that they have."""
    found = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children") as f:
                for child in f.read().split():
                    found += [int(child), *below(int(child))]
    except (FileNotFoundError, ProcessLookupError):
        pass
    return found


def until(what, true):
    end = time.monotonic() + 200
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.01)


def made(path):
    """How many executions the events of the search speak of."""
    last = 0
    with open(path) as f:
        for line in f:
            try:
                last = json.loads(line).get("executions", last)
            except ValueError:
                pass  # not all of it is there yet
    return last


def paused(scarp, *options):
    source = os.path.join(HERE, "..", "programs", "bad", "endless.c")
    subprocess.run([scarp, "cc", "-O1", "-g", source, "-o", "endless"], check=True)
    began = time.monotonic()
    p = subprocess.Popen([scarp, "check", "--strategy", "random", "--budget", "3s", "--events", "e", "--json", "j",
                          *options, "./endless"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True)
    try:
        until("no test process", lambda: os.path.exists("e") and made("e") > 0)
        os.kill(p.pid, signal.SIGTSTP)
        until("the command goes on", lambda: state(p.pid) == "T")
        left = below(p.pid)
        assert left, "no test process is left"
        until(f"{[state(q) for q in left]}", lambda: all(state(q) in "TZX" for q in left))
        time.sleep(4)  # longer than the budget
        assert state(p.pid) == "T"
        before = made("e")
        os.kill(p.pid, signal.SIGCONT)
        out = p.communicate(timeout=200)[0]
    finally:
        for q in [*below(p.pid), p.pid] if p.poll() is None else []:
            os.kill(q, signal.SIGKILL)
    with open("j") as f:
        result = json.load(f)
    assert p.returncode == 0, out
    assert result["executions"] > before, f"{before}, and no more after it: {out}"
    took = time.monotonic() - began
    assert result["seconds"] < took - 3, f"{result['seconds']} of {took} s, the pause included"


@case
def ctrl_z(scarp):
    paused(scarp)


@case
def ctrl_z_in_fork_mode(scarp):
    paused(scarp, "--mode", "fork")


@case
def ctrl_z_of_several(scarp):
    paused(scarp, "-j", "2")


def main():
    if sys.argv[1:] == ["--list"]:
        print("\n".join(CASES))
        return
    scarp = os.path.abspath(sys.argv[1])
    for name in sys.argv[2:] or CASES:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            CASES[name](scarp)
            os.chdir("/")
        print(f"{name}: passed")


main()
