# SPDX-License-Identifier: MIT
"""sb.c: two threads, each stores one variable and loads the other's."""


def thread(run, mine, other, result):
    yield "store", mine, 1
    run.memory[result] = yield "load", other


def program():
    def main(run):
        yield "store", "x", 0
        yield "store", "y", 0
        a = run.spawn(thread, "x", "y", "a")
        b = run.spawn(thread, "y", "x", "b")
        yield "join", a
        yield "join", b
    return main, lambda m: {v: m.get(v) for v in "ab"}


RUNS = [{}]
