# SPDX-License-Identifier: MIT
"""philos.c: N philosophers, forks in ascending order, or with BUG the left one
first; ROUNDS=1."""


def philosopher(run, i, first, second):
    yield "lock", first
    yield "lock", second
    run.memory[f"meals[{i}]"] = 1
    yield "unlock", second
    yield "unlock", first


def program(N, BUG=0):
    def main(run):
        for i in range(N):
            yield "init", i
        t = []
        for i in range(N):
            forks = [i, (i + 1) % N]
            t.append(run.spawn(philosopher, i, *(forks if BUG else sorted(forks))))
        for i in range(N):
            yield "join", t[i]
    return main, lambda m: {k: v for k, v in m.items() if v}


RUNS = [{"N": 2}, {"N": 2, "BUG": 1}]
