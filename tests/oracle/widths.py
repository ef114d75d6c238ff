#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The machine of models.py where accesses have several widths.

    widths.py [--programs N] [--seed S]

A variable may be two halves: "w" is "l" and "h", its low and its high one, and each of
the three is stored and loaded as a whole. "p" and "q" are two variables of one word.
All of them lie in one place each, w and p: by pso the stores of a thread to one place
become visible in order. A value of w is low + high * 2**BITS; values have no sign.

A way is as in models.py, half by half. By itself this compares the machine with that of
models.py, on programs in which no variable has halves."""
import argparse
import os
import random
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from models import DRAINS, MODELS, Machine, at_random, explore, machine, value_of  # noqa: E402

HALVES = {"w": ("l", "h")}
PLACE = {"l": "w", "h": "w", "q": "p"}


def halves(x):
    return HALVES.get(x, (x,))


class Wide(Machine):
    """In memory, in reads and in orders there are halves; in buffers, what was stored."""

    bits = 16

    def wraps(self, x, value):
        return value % 2 ** (2 * self.bits if x in HALVES else self.bits if x in "lh" else 64)

    def store(self, t, position, x, value):
        for n, half in enumerate(halves(x)):
            part = value >> n * self.bits if x in HALVES else value
            self.put(t, position, half, self.wraps("l", part) if x in HALVES else part)

    def load(self, t, x):
        """Its sources, and the value: of each half the newest own entry, else memory."""
        found = []
        for half in halves(x):
            own = [(p, v >> halves(y).index(half) * self.bits if y in HALVES else v)
                   for p, y, v, _ in self.buffer[t] if half in halves(y)]
            source, value = ((t, own[-1][0]), own[-1][1]) if own else \
                self.memory.get(half, (None, 0))
            found.append((source, self.wraps("l", value) if half in "lh" else value))
        if len(found) == 1:
            return found[0]
        return tuple(s for s, _ in found), found[0][1] + (found[1][1] << self.bits)

    def steps(self):
        for t, thread in enumerate(self.program):
            drains = self.at[t] < len(thread) and thread[self.at[t]][0] in DRAINS
            if self.at[t] < len(thread) and not (drains and self.buffer[t]):
                yield t, None
            for k, (_, x, _, older) in enumerate(self.buffer[t]):
                before = self.buffer[t][:k]
                if k and (self.model == "tso" or older & {e[0] for e in before} or
                          PLACE.get(x, x) in {PLACE.get(e[1], e[1]) for e in before}):
                    continue
                yield t, k

    def step(self, t, k):
        if k is not None:
            position, x, value, _ = self.buffer[t].pop(k)
            self.store(t, position, x, value)
            return
        position = self.at[t]
        op, *a = self.program[t][position]
        self.at[t] += 1
        if op == "rf":
            self.fenced[t] = frozenset(e[0] for e in self.buffer[t])
        elif op in "ruc":
            source, was = self.reads[t, position] = self.load(t, a[0])
            if op == "u":
                self.store(t, position, a[0], self.wraps(a[0], was + a[1]))
            elif op == "c" and was == a[1]:
                self.store(t, position, a[0], a[2])
        elif op in "wsx":
            value = self.wraps(a[0], value_of(a[1], lambda at: self.reads[t, at][1]))
            if op == "x" or self.model == "sc":
                self.store(t, position, a[0], value)
                return
            older = frozenset(e[0] for e in self.buffer[t]) if op == "s" else self.fenced[t]
            self.buffer[t].append((position, a[0], value, older))


def wide_machine(program, model, bits=16):
    return explore(type("Wide", (Wide,), {"bits": bits})(program, model))


def with_halves(rng, program, bits=16):
    """Some accesses of x are to halves of it, all others to the whole; y may be its neighbour."""
    names = {"x": ("w", "l", "h")} if rng.random() < 0.7 else {"x": ("p",), "y": ("q",)}

    def other(op):
        if len(op) < 2 or op[1] not in names:
            return op
        name = rng.choice(names[op[1]])
        high = 1 << bits if name == "w" else 0
        if op[0] in "wsx":
            more = [*(op[2] if isinstance(op[2], list) else [op[2]]), high * rng.randint(0, 2)]
            return op[0], name, more if isinstance(op[2], list) else sum(more)
        if op[0] in "ud":
            return op[0], name, op[2] + high
        return (op[0], name, *op[2:])
    return [[other(op) for op in thread] for thread in program]


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--programs", type=int, default=100)
    args.add_argument("--seed", type=int, default=1)
    args = args.parse_args()
    rng = random.Random(args.seed)
    for _ in range(args.programs):
        program = at_random(rng)
        for model in MODELS:
            if wide_machine(program, model) != machine(program, model):
                sys.exit(f"FAILED: under {model} the two machines differ:\n  {program}")
        program = with_halves(rng, program)
        ways = [set(wide_machine(program, model)) for model in MODELS]
        if not ways[0] <= ways[1] <= ways[2]:
            sys.exit(f"FAILED: a weaker model has less:\n  {program}")
    # By hand: the upper half is late when the lower one is seen; both are of one place.
    parts = [[("w", "l", 1), ("w", "h", 2)], [("r", "w")]]
    for model in MODELS:
        seen = {dict(o[0])[1, 0] for o in wide_machine(parts, model).values()}
        if seen != {0, 1, 1 + (2 << 16)}:
            sys.exit(f"FAILED: under {model} halves are seen as {sorted(seen)}")
    print(f"{args.programs} programs, two machines")


if __name__ == "__main__":
    main()
