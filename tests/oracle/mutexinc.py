# SPDX-License-Identifier: MIT
"""mutexinc.c: N threads, each locks, increments, unlocks (R=1)."""


def thread(run):
    yield "lock", "m"
    run.memory["c"] = run.memory.get("c", 0) + 1
    yield "unlock", "m"


def program(N):
    def main(run):
        yield "init", "m"
        t = [run.spawn(thread) for i in range(N)]
        for i in range(N):
            yield "join", t[i]
        assert run.memory["c"] == N
    return main, lambda m: {"c": m.get("c")}


RUNS = [{"N": 2}, {"N": 3}]
