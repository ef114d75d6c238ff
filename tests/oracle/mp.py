# SPDX-License-Identifier: MIT
"""mp.c: one thread stores x and the flag f, another loads f and then x."""


def sender(run):
    yield "store", "x", 1
    yield "store", "f", 1


def receiver(run):
    f = yield "load", "f"
    x = yield "load", "x"
    assert x == 1 or not f


def program():
    def main(run):
        yield "store", "x", 0
        yield "store", "f", 0
        a = run.spawn(sender)
        b = run.spawn(receiver)
        yield "join", a
        yield "join", b
    return main, lambda m: {v: m.get(v) for v in "fx"}


RUNS = [{}]
