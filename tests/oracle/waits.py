# SPDX-License-Identifier: MIT
"""waits.c: a semaphore that a thread posts; main takes it when its own timer has
run down, too.  Timers as in timers.c."""
from timers import timer


def thread(run, n):
    mine = run.spawn(timer, n)
    yield "store", "x", 1
    yield "add", "posted", 1
    yield "join", mine


def program(N):
    def main(run):
        mine = run.spawn(timer, N)
        yield "store", "posted", 0
        t = run.spawn(thread, N)
        yield "take", "posted", mine
        yield "join", t
    return main, lambda m: {"x": m.get("x")}


RUNS = [{"N": 1}]
