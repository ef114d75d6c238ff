# SPDX-License-Identifier: MIT
"""fib_bench.c: two threads, each N times adds the two variables into its own."""


def thread(run, mine, other, N):
    for k in range(N):
        a = yield "load", mine
        b = yield "load", other
        yield "store", mine, a + b


def program(N):
    def main(run):
        yield "store", "x", 1
        yield "store", "y", 1
        a = run.spawn(thread, "x", "y", N)
        b = run.spawn(thread, "y", "x", N)
        yield "join", a
        yield "join", b
        # The C program's assert loads y only if x passes, which is always.
        x = yield "load", "x"
        y = yield "load", "y"
        p, q = 1, 1
        for i in range(2 * N):
            p, q = q, p + q
        assert x <= q + 1 and y <= q + 1
    return main, lambda m: {v: m.get(v) for v in "xy"}


RUNS = [{"N": 2}]
