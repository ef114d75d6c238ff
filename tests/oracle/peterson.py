# SPDX-License-Identifier: MIT
"""peterson.c, one round: final states; its waiting loops have infinitely many
interleavings."""


def thread(run, mine, other, me):
    yield "store", mine, 1
    yield "store", "turn", 1 - me
    while True:
        busy = yield "load", other
        if not busy:
            break
        turn = yield "load", "turn"
        if turn == me:
            break
    run.memory["c"] = run.memory.get("c", 0) + 1
    yield "store", mine, 0


def program(R):
    def main(run):
        yield "store", "f0", 0
        yield "store", "f1", 0
        yield "store", "turn", 0
        a = run.spawn(thread, "f0", "f1", 0)
        b = run.spawn(thread, "f1", "f0", 1)
        yield "join", a
        yield "join", b
        assert run.memory["c"] == 2
    return main, lambda m: {v: m.get(v) for v in ("c", "f0", "f1", "turn")}


RUNS = [{"R": 1}]
