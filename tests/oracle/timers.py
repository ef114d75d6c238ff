# SPDX-License-Identifier: MIT
"""timers.c: a thread beside main, and for each a timer of N ticks, which a
thread waits for at a fence and at its end.  Run by itself: how many of the
interleavings have 0, 1, ... preemptions; a tick is none, and preempts nobody."""
import collections

from interleave import Run


def timer(run, n):
    for _ in range(n):
        yield "add", "clock", 1


def thread(run, n):
    mine = run.spawn(timer, n)
    yield "store", "x", 1
    run.memory["c"] = yield "load", "clock"
    yield "join", mine


def program(N):
    def main(run):
        mine = run.spawn(timer, N)
        t = run.spawn(thread, N)
        run.memory["a"] = yield "load", "clock"
        yield "join", t
        yield "join", mine
    return main, lambda m: {v: m.get(v) for v in "ac"}


RUNS = [{"N": 1}, {"N": 2}]


def preemptions(N):
    main, _ = program(N)
    found = collections.Counter()

    def visit(schedule, last, cost):
        run = Run(main, schedule)
        can = run.enabled()
        found[cost] += not can
        for t in can:
            ticks = run.threads[t][0].__name__ == "timer"
            visit(schedule + [t], last if ticks else t, cost + (not ticks and last in can and t != last))

    visit([], 0, 0)  # main has run up to its first decision
    return sorted(found.items())


if __name__ == "__main__":
    print({n: preemptions(n) for n in (1, 2)})
