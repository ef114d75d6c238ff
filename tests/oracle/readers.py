# SPDX-License-Identifier: MIT
"""readers.c: one writer, N readers of one variable."""


def writer(run):
    yield "store", "x", 1


def reader(run):
    yield "load", "x"


def program(N):
    def main(run):
        yield "store", "x", 0
        t = [run.spawn(reader if i else writer) for i in range(N + 1)]
        for i in range(N + 1):
            yield "join", t[i]
    return main, lambda m: {"x": m.get("x")}


RUNS = [{"N": 3}]
