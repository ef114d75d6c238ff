#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""explore_test.py - the brute force itself, on programs with numbers known by hand

Lowered programs are written down directly: one list of points a thread.  The
numbers are those of docs/design/002-decision-points.md, or counted as noted.
"""
import math
import sys

sys.dont_write_bytecode = True
import explore

failures = 0


def point(effect, ways="1"):
    space = {}
    exec(f"def f(m, way):\n\t{effect}\ndef g(m):\n\treturn {ways}\n", space)
    return ("point", space["g"], space["f"])


def do(effect):
    space = {}
    exec(f"def f(m):\n\t{effect}\n", space)
    return ("do", space["f"])


def expect(name, threads, memory, executions, lines, deadlocks=0):
    """Main creates the threads, joins them, and its output is slot 0."""
    global failures
    count = range(1, len(threads) + 1)
    main = [("spawn", t) for t in count] + [("join", t) for t in count]
    main.append(do("m[0] = ' '.join(map(str, m[1:]))"))
    found = explore.Explorer([main, *threads], ["", *memory], 0, 100000, 10 ** 9).run()
    wanted = (executions, set(lines), deadlocks)
    if (found.executions, found.lines, found.deadlocks) != wanted:
        failures += 1
        print(f"FAILED {name}: {found.executions, found.lines, found.deadlocks}, expected {wanted}")


# Store buffering: two operations each, the first thread's join after its own.
expect("sb", [[point("m[1] = 1"), point("m[3] = m[2]")], [point("m[2] = 1"), point("m[4] = m[1]")]],
       [0, 0, 8, 8], math.comb(5, 2), ["1 1 0 1", "1 1 1 0", "1 1 1 1"])
# N increments: 1 * 3 * 5 * ... * (2N - 1).
for n in (2, 3, 4):
    expect(f"ainc {n}", [[point("m[1] += 1")]] * n, [0], math.prod(range(1, 2 * n, 2)), [str(n)])
# Without atomicity: of the C(5,2) = 10, those of loads and stores that lose one.
expect("lost update", [[point("m[2] = m[1]"), point("m[1] = m[2] + 1")], [point("m[3] = m[1]"), point("m[1] = m[3] + 1")]],
       [0, 0, 0], 10, ["1 0 0", "2 1 0", "2 0 1"])
# Lock and unlock: one order after the other; main's first join interleaves with
# the second thread's two if the first thread was first: 3 + 1.
lock, unlock = point("m[1] = 1", "m[1] == 0"), point("m[1] = 0")
expect("mutex", [[lock, unlock]] * 2, [0], 4, ["0"])
# Two locks in opposite order.  The first thread gets both: then the second's
# first lock comes after its last unlock (main's join at one of 5 places among the
# second's four) or before it (4 places among the rest): 9.  The second thread gets
# both: the same two, and the joins are last: 2.  Each gets one: 2, one deadlock.
a, free_a = point("m[1] = 1", "m[1] == 0"), point("m[1] = 0")
b, free_b = point("m[2] = 1", "m[2] == 0"), point("m[2] = 0")
expect("abba", [[a, b, free_b, free_a], [b, a, free_a, free_b]], [0, 0], 9 + 2 + 2, ["0 0"], 1)
# A point with three ways of going on is three executions.
expect("ways", [[point("m[1] = way", "3")]], [0], 3, ["0", "1", "2"])
# Who creates whom does not matter: a thread runs at once up to its first point.
found = explore.Explorer([[("spawn", 1), ("join", 1), do("m[0] = str(m[1])")],
                          [("spawn", 2), point("m[1] = m[1] * 2 + 1"), ("join", 2)], [point("m[1] = m[1] * 2")]],
                         ["", 1], 0, 1000, 1000).run()
if (found.executions, found.lines) != (2, {"5", "6"}):
    failures += 1
    print(f"FAILED nested: {found.executions, found.lines}")
# The process ends with all its threads: what the other has done until then stays.
found = explore.Explorer([[("spawn", 1), point("pass"), ("over",)], [point("m[0] += 'a'"), point("m[0] += 'b'")]],
                         [""], 0, 1000, 1000).run()
if (found.executions, found.lines, found.deadlocks) != (3, {"", "a", "ab"}, 0):
    failures += 1
    print(f"FAILED over: {found.executions, found.lines}")
# glibc's rand(), as man 3 rand's implementation prints it after srand(1) and srand(3).
if [explore.dice(1, 0), explore.dice(1, 1), explore.dice(3, 2)] != [1804289383, 846930886, 844158168]:
    failures += 1
    print("FAILED dice")
print(f"{failures} failed")
sys.exit(1 if failures else 0)
