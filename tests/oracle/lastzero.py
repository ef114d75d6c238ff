# SPDX-License-Identifier: MIT
"""lastzero.c: N writers each set arr[j] = arr[j-1] + 1, a reader looks for the
last zero from above."""


def reader(run, N):
    i = N
    while True:
        v = yield "load", f"arr[{i}]"
        if v == 0:
            break
        i -= 1


def writer(run, j):
    v = yield "load", f"arr[{j - 1}]"
    yield "store", f"arr[{j}]", v + 1


def program(N):
    def main(run):
        for i in range(N + 1):
            yield "store", f"arr[{i}]", 0
        t = [run.spawn(writer, i) if i else run.spawn(reader, N) for i in range(N + 1)]
        for i in range(N + 1):
            yield "join", t[i]
    return main, lambda m: {k: v for k, v in m.items() if v}


RUNS = [{"N": 2}]
