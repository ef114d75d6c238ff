# SPDX-License-Identifier: MIT
"""programs.py - the programs whose size is estimated (bench/estimate.py)

By name: (sources, macros, options of `scarp cc`).  Those of tests/programs, with more threads or
rounds than there; shapes.c in many sizes; and random ones, which have too few executions, or too
many, as they come: bench/estimate.py takes the first RANDOM of them that have enough, and end.
"""
import pathlib

import random_program

HERE = pathlib.Path(__file__).resolve().parent
TESTS = HERE.parent.parent / "tests/programs"
RANDOM = 40

# Of tests/programs: name, macros.
NAMED = [("dekker", "R=3"), ("fib_bench", "N=4"), ("filesystem", "N=24"), ("indexer", "N=14"), ("lastzero", "N=8"),
         ("lastzero", "N=10"), ("mutexinc", "N=6"), ("mutexinc", "N=3 R=3"), ("mutexinc", "N=4 R=2"),
         ("peterson", "R=3"), ("philos", "N=4 ROUNDS=2"), ("readers", "N=10"), ("turns/mcs_lock", "N=4"),
         ("barrier/pairs", "")]

# Of shapes.c: threads, rounds, objects.
SHAPES = {
    "locks": ("2 6 1", "2 8 1", "3 3 1", "3 4 2", "4 2 2", "5 2 3", "6 1 1"),
    "lopsided": ("2 600 1", "3 30 1", "4 8 1", "5 3 1"),
    "pairs": ("3 3 2", "4 2 3", "5 1 2", "6 1 3"),
    "tries": ("3 2 1", "4 1 1", "2 5 1"),
    "readers": ("3 2 1", "4 1 1", "4 2 2", "6 1 1", "8 1 2"),
    "adds": ("2 6 1", "3 3 1", "4 2 2", "6 1 1"),
    "reads_then_stores": ("2 4 1", "3 2 1", "3 2 2", "4 1 1"),
    "stores_then_reads": ("2 5 2", "3 2 2", "4 1 2", "4 1 3"),
    "one_writer": ("3 4 1", "4 3 2", "5 2 1", "8 2 2"),
    "swaps": ("2 4 1", "3 2 1", "4 1 1", "4 2 2"),
    "claims": ("5 1 2", "4 1 3", "5 1 4"),
    "table": ("3 2 4", "4 1 3", "4 2 6"),
    "queue": ("4 1 1", "4 2 1", "4 2 2", "6 1 2"),
    "pool": ("3 2 2", "4 1 2", "5 1 4"),
    "phases": ("3 4 2", "4 2 1", "5 2 3"),
    "ticket": ("3 2 1", "4 1 1", "5 1 1"),
    "spins": ("3 2 1", "4 1 1", "2 5 1"),
    "chain": ("6 1 1", "5 2 1", "10 1 1", "3 4 1"),
    "initialised": ("3 1 2", "4 1 2", "3 2 2"),
    "rare": ("5 3 4", "5 4 3", "6 1 4"),
    "as_long": ("3 3 2", "4 3 1", "3 6 1"),
}


def named():
    """Yields (name, sources, flags)."""
    for name, macros in NAMED:
        sources = [TESTS / f"{name}.c"]
        states = TESTS / f"states_{name}.c"
        sources += [states] if states.exists() else []
        yield f"{name} {macros}".strip(), sources, [f"-D{m}" for m in macros.split()]
    for shape, sizes in SHAPES.items():
        for size in sizes:
            n, rounds, m = size.split()
            yield (f"{shape}, {n} threads, {rounds}, {m}", [HERE / "shapes.c"],
                   [f"-DSHAPE={shape}", f"-DN={n}", f"-DR={rounds}", f"-DM={m}"])


def by_chance(folder):
    """The same, for ever."""
    seed = 0
    while True:
        seed += 1
        path = pathlib.Path(folder) / f"random{seed}.c"
        path.write_text(random_program.make(seed))
        yield f"random program {seed}", [path], []
