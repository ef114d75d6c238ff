# SPDX-License-Identifier: MIT
"""ainc.c: N threads, one fetch_add each on one counter."""


def thread(run):
    yield "add", "x", 1


def program(N):
    def main(run):
        yield "store", "x", 0
        t = [run.spawn(thread) for i in range(N)]
        for i in range(N):
            yield "join", t[i]
        x = yield "load", "x"
        assert x == N
    return main, lambda m: {"x": m.get("x")}


RUNS = [{"N": 2}, {"N": 3}]
