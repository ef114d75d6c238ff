#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Memory models by two definitions that share nothing: what may come out of a program,
and how many ways there are.

    models.py [--programs N] [--seed S] [--long]

A program is a list of threads, a thread a list of operations:
    ("w", x, value)  store       ("r", x)  load       ("u", x, n)  add n, and know what was there
    ("s", x, value)  release store       ("x", x, value)  store, sequentially consistent
    ("c", x, value, new)  compare and swap
    ("f",)  fence                ("rf",)  release fence
A value is a number, or a list of numbers and (position, what): what the load at that
position of the thread read, or ("c") whether it was that value.  It is their sum.

A way is (who reads from which store, the order of the stores to each variable); a store
is (thread, position), and the one that nobody made is None.

machine()  the model as a machine: a buffer for each thread (tso) or for each thread and
           variable (pso), every order of steps and flushes
axioms()   the model as a definition: every assignment of stores to loads and every order
           of stores, kept if the order that SPARC's manual asks for exists (version 8,
           appendix K: LoadOp, StoreStore, Value, Atomicity; for tso that is x86-TSO of
           Owens, Sarkar, Sewell 2009: a total order of stores, and a load sees the latest
           of those before it in that order or in its own thread)

Release stores and fences are no words of SPARC's: a release store comes after all older
stores, and a store after a release fence after all that are older than the fence."""
import argparse
import itertools
import random
import sys

MODELS = ("sc", "tso", "pso")
STORES, LOADS = ("w", "s", "x", "u"), ("r", "u")
DRAINS = ("f", "x", "u", "c")


def value_of(what, read):
    """`read`: of a position, what was read there."""
    if isinstance(what, int):
        return what
    return sum(part if isinstance(part, int) else
               read(part[0]) if part[1] == "old" else int(read(part[0]) == part[1])
               for part in what)


# --- the machine ---------------------------------------------------------------------

class Machine:
    """One state: it is copied for each step."""

    def __init__(self, program, model):
        self.program, self.model = program, model
        self.at = [0] * len(program)
        self.buffer = [[] for _ in program]  # of (position, variable, value, older ones)
        self.memory = {}  # variable: (store, value)
        self.reads = {}   # (thread, position): (store, value)
        self.order = {}   # variable: stores
        self.fenced = [frozenset() for _ in program]  # older than the last release fence

    def copy(self):
        other = self.__class__.__new__(self.__class__)
        other.program, other.model = self.program, self.model
        other.at, other.buffer = self.at[:], [b[:] for b in self.buffer]
        other.memory, other.reads = dict(self.memory), dict(self.reads)
        other.order, other.fenced = dict(self.order), self.fenced[:]
        return other

    def key(self):
        return (tuple(self.at), tuple(map(tuple, self.buffer)), tuple(self.fenced), self.way())

    def way(self):
        return (tuple(sorted((k, v[0]) for k, v in self.reads.items())),
                tuple(sorted(self.order.items())))

    def outcome(self):
        return (tuple(sorted((k, v[1]) for k, v in self.reads.items())),
                tuple(sorted((x, v[1]) for x, v in self.memory.items())))

    def put(self, t, position, x, value):
        self.memory[x] = (t, position), value
        self.order[x] = self.order.get(x, ()) + ((t, position),)

    def steps(self):
        """What may come next: a thread, or a thread and the entry that leaves its buffer."""
        for t, thread in enumerate(self.program):
            drains = self.at[t] < len(thread) and thread[self.at[t]][0] in DRAINS
            if self.at[t] < len(thread) and not (drains and self.buffer[t]):
                yield t, None
            for k, (position, x, _, older) in enumerate(self.buffer[t]):
                if self.model == "tso" and k:
                    break
                waiting = {entry[0] for entry in self.buffer[t]}
                if not older & waiting and x not in [entry[1] for entry in self.buffer[t][:k]]:
                    yield t, k

    def step(self, t, k):
        if k is not None:
            position, x, value, _ = self.buffer[t].pop(k)
            self.put(t, position, x, value)
            return
        position = self.at[t]
        op, *a = self.program[t][position]
        self.at[t] += 1
        if op == "r":
            own = [e for e in self.buffer[t] if e[1] == a[0]]
            self.reads[t, position] = ((t, own[-1][0]), own[-1][2]) if own else \
                self.memory.get(a[0], (None, 0))
        elif op == "rf":
            self.fenced[t] = frozenset(e[0] for e in self.buffer[t])
        elif op == "u":
            was = self.memory.get(a[0], (None, 0))
            self.reads[t, position] = was
            self.put(t, position, a[0], was[1] + a[1])
        elif op == "c":
            self.reads[t, position] = self.memory.get(a[0], (None, 0))
            if self.reads[t, position][1] == a[1]:
                self.put(t, position, a[0], a[2])
        elif op in ("w", "s", "x"):
            value = value_of(a[1], lambda at: self.reads[t, at][1])
            if op == "x" or self.model == "sc":
                self.put(t, position, a[0], value)
                return
            older = frozenset(e[0] for e in self.buffer[t]) if op == "s" else self.fenced[t]
            self.buffer[t].append((position, a[0], value, older))


def machine(program, model):
    """way: outcome."""
    return explore(Machine(program, model))


def explore(start):
    todo, seen, ways = [start], {start.key()}, {}
    while todo:
        state, ended = todo.pop(), True
        for step in state.steps():
            ended = False
            after = state.copy()
            after.step(*step)
            if after.key() not in seen:
                seen.add(after.key())
                todo.append(after)
        if ended:
            ways[state.way()] = state.outcome()
    return ways


# --- the axioms ----------------------------------------------------------------------

def cyclic(edges):
    after = {}
    for a, b in edges:
        after.setdefault(a, set()).add(b)
    done, open_ = set(), set()

    def visit(a):
        if a in done:
            return False
        if a in open_:
            return True
        open_.add(a)
        if any(visit(b) for b in after.get(a, ())):
            return True
        open_.remove(a)
        done.add(a)
        return False
    return any(visit(a) for a in list(after))


def ordered(thread, i, j, model):
    """Does what is at i come before what is at j, in memory?  i < j."""
    one, other = thread[i][0], thread[j][0]
    between = [op[0] for op in thread[i + 1:j]]
    if model == "sc" or any(op in DRAINS for op in (one, *between, other)):
        return True
    if one == "r":
        return True  # LoadOp
    if other == "r":
        return False
    return model == "tso" or thread[i][1] == thread[j][1] or other == "s" or "rf" in between


def axioms(program, model):
    """No compare and swap: whether it stores is found out only here."""
    event = {(t, i): op for t, thread in enumerate(program) for i, op in enumerate(thread)
             if op[0] in STORES + LOADS}
    loads = [e for e in event if event[e][0] in LOADS]
    stores = {}
    for e in event:
        if event[e][0] in STORES:
            stores.setdefault(event[e][1], []).append(e)
    program_order = [(e, f) for e in event for f in event
                     if e[0] == f[0] and e[1] < f[1] and ordered(program[e[0]], e[1], f[1], model)]
    ways = {}
    variables = sorted(stores)
    for orders in itertools.product(*(itertools.permutations(stores[x]) for x in variables)):
        order = dict(zip(variables, orders))
        coherence = [pair for o in orders for pair in zip(o, o[1:])]
        if cyclic(program_order + coherence):
            continue
        for sources in itertools.product(*([None] + stores.get(event[e][1], []) for e in loads)):
            edges = program_order + coherence
            if all(fits(event, order, e, s, edges) for e, s in zip(loads, sources)) and \
                    not cyclic(edges):
                way = (tuple(sorted(zip(loads, sources))),
                       tuple((x, order[x]) for x in variables))
                ways[way] = outcome_of(event, loads, sources, order)
    return ways


def fits(event, order, load, source, edges):
    """Value and Atomicity, as edges; False: it cannot be."""
    stores = order.get(event[load][1], ())
    at = stores.index(source) if source else -1
    if source == load:
        return False
    if event[load][0] == "u" and stores.index(load) != at + 1:
        return False

    def own(s):
        return s[0] == load[0] and s[1] < load[1]
    if source and not own(source):
        edges.append((source, load))
    for s in stores[at + 1:]:
        if own(s):
            return False
        if s != load:
            edges.append((load, s))
    return True


def outcome_of(event, loads, sources, order):
    source, reads = dict(zip(loads, sources)), {}

    def read(e):
        if e not in reads:
            reads[e] = source[e], stored(source[e])
        return reads[e][1]

    def stored(e):
        if e is None:
            return 0
        op, _, what = event[e]
        if op == "u":
            return read(e) + what
        return value_of(what, lambda at: read((e[0], at)))
    return (tuple(sorted((e, read(e)) for e in loads)),
            tuple((x, stored(o[-1])) for x, o in sorted(order.items())))


# --- what is known -------------------------------------------------------------------

def w(x, value=1):
    return "w", x, value


def r(x):
    return "r", x


def x(var, value=1):
    return "x", var, value


F = ("f",)
# The ten tests of Intel's white paper as Owens, Sarkar, Sewell 2009 print them, and those
# that they add: a condition on what was read, (thread, position): value, and on memory;
# and whether tso allows it.
LITMUS = {
    "iwp2.1": ([[w("x"), w("y")], [r("y"), r("x")]], {(1, 0): 1, (1, 1): 0}, {}, False),
    "iwp2.2": ([[r("x"), w("y")], [r("y"), w("x")]], {(0, 0): 1, (1, 0): 1}, {}, False),
    "iwp2.3.a": ([[w("x"), r("y")], [w("y"), r("x")]], {(0, 1): 0, (1, 1): 0}, {}, True),
    "iwp2.3.b": ([[w("x"), r("x")], [w("y"), r("y")]], {(0, 1): 0}, {}, False),
    "iwp2.4": ([[w("x"), r("x"), r("y")], [w("y"), r("y"), r("x")]],
               {(0, 1): 1, (0, 2): 0, (1, 1): 1, (1, 2): 0}, {}, True),
    "iwp2.5": ([[w("x")], [r("x"), w("y")], [r("y"), r("x")]],
               {(1, 0): 1, (2, 0): 1, (2, 1): 0}, {}, False),
    "iwp2.6": ([[w("x")], [w("x", 2)], [r("x"), r("x")], [r("x"), r("x")]],
               {(2, 0): 1, (2, 1): 2, (3, 0): 2, (3, 1): 1}, {}, False),
    "iwp2.7": ([[x("x")], [x("y")], [r("x"), r("y")], [r("y"), r("x")]],
               {(2, 0): 1, (2, 1): 0, (3, 0): 1, (3, 1): 0}, {}, False),
    "iwp2.8.a": ([[x("x"), r("y")], [x("y"), r("x")]], {(0, 1): 0, (1, 1): 0}, {}, False),
    "iwp2.8.b": ([[x("x"), w("y")], [r("y"), r("x")]], {(1, 0): 1, (1, 1): 0}, {}, False),
    "amd5": ([[w("x"), F, r("y")], [w("y"), F, r("x")]], {(0, 2): 0, (1, 2): 0}, {}, False),
    "amd10": ([[w("x"), F, r("x"), r("y")], [w("y"), F, r("y"), r("x")]],
              {(0, 3): 0, (1, 3): 0}, {}, False),
    "n4b": ([[r("x"), w("x")], [r("x"), w("x", 2)]], {(0, 0): 2, (1, 0): 1}, {}, False),
    "n5": ([[w("x"), r("x")], [w("x", 2), r("x")]], {(0, 1): 2, (1, 1): 1}, {}, False),
    "n6": ([[w("x"), r("x"), r("y")], [w("y", 2), w("x", 2)]],
           {(0, 1): 1, (0, 2): 0}, {"x": 1}, True),
}

SB = [[w("x"), r("y")], [w("y"), r("x")]]


def ring(n):
    names = "xyzv"[:n]
    return [[w(names[i]), r(names[(i + 1) % n])] for i in range(n)]


def fib_bench(n):
    def step(a, b, k):
        return r(a), r(b), w(a, [(3 * k, "old"), (3 * k + 1, "old")])
    return [[op for k in range(n) for op in step(a, b, k)] for a, b in ("ij", "ji")]


# How many ways there are; counted here, by hand where they are few.
WAYS = {
    "sb": (SB, (3, 4, 4)),
    "sb, one side fenced": ([[w("x"), F, r("y")], SB[1]], (3, 4, 4)),
    "sb, both": ([[w("x"), F, r("y")], [w("y"), F, r("x")]], (3, 3, 3)),
    "mp": ([[w("x"), w("y")], [r("y"), r("x")]], (3, 3, 4)),
    "mp, release store": ([[w("x"), ("s", "y", 1)], [r("y"), r("x")]], (3, 3, 3)),
    "mp, release fence": ([[w("x"), ("rf",), w("y")], [r("y"), r("x")]], (3, 3, 3)),
    "2+2w": ([[w("x"), w("y", 2)], [w("y"), w("x", 2)]], (3, 3, 4)),
    "s": ([[w("x", 2), w("y")], [r("y"), w("x")]], (3, 3, 4)),
    "r": ([[w("x"), w("y")], [w("y", 2), r("x")]], (3, 4, 4)),
    "lb": ([[r("x"), w("y")], [r("y"), w("x")]], (3, 3, 3)),
    "wrc": (LITMUS["iwp2.5"][0], (7, 7, 7)),
    "iriw": ([[w("x")], [w("y")], [r("x"), r("y")], [r("y"), r("x")]], (15, 15, 15)),
    "own load": ([[w("x"), r("x")], [w("x", 2)]], (3, 3, 3)),
    "n6": ([[w("x"), r("x"), r("y")], [w("y"), w("x", 2)]], (4, 5, 6)),
    "iwp2.4": (LITMUS["iwp2.4"][0], (3, 4, 4)),
    "sb of three": (ring(3), (7, 8, 8)),
    "sb of four": (ring(4), (15, 16, 16)),
    "fib_bench 2": (fib_bench(2), (19, 20, 20)),
    "fib_bench 3": (fib_bench(3), (141, 175, 175)),
}
LONG = {"fib_bench 4": (fib_bench(4), (1107, 1764, None))}
AXIOMS_MOST = 60000  # candidates, beyond which the machine alone counts


def candidates(program):
    stores, count = {}, 1
    for op in itertools.chain(*program):
        if op[0] in STORES:
            stores[op[1]] = stores.get(op[1], 0) + 1
            count *= stores[op[1]]
    for op in itertools.chain(*program):
        if op[0] in LOADS:
            count *= 1 + stores.get(op[1], 0)
    return count


def agree(program, model):
    ways = machine(program, model)
    if candidates(program) <= AXIOMS_MOST and ways != axioms(program, model):
        sys.exit(f"FAILED: machine and axioms differ under {model}:\n  {program}")
    return ways


def allows(program, model, reads, memory):
    def is_it(outcome):
        return reads.items() <= dict(outcome[0]).items() and \
            memory.items() <= dict(outcome[1]).items()
    return any(is_it(o) for o in agree(program, model).values())


def at_random(rng):
    threads = rng.choice((2, 2, 2, 3))
    ops = (w, w, w, w, w, r, r, r, r, r, lambda v: ("s", v), lambda v: ("rf",),
           lambda v: ("u", v, 1) if rng.random() < 0.5 else ("x", v) if rng.random() < 0.5 else F)
    program = [[rng.choice(ops)(rng.choice("xy")) for _ in range(rng.randint(1, 6 - threads))]
               for _ in range(threads)]
    return [[op + (1 + (t + i) % 2,) if op[0] in "wsx" and len(op) == 2 else op
             for i, op in enumerate(thread)] for t, thread in enumerate(program)]


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--programs", type=int, default=150)
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--long", action="store_true")
    args = args.parse_args()

    for name, (program, reads, memory, allowed) in LITMUS.items():
        found = [allows(program, model, reads, memory) for model in MODELS]
        if found[:2] != [False, allowed]:
            sys.exit(f"FAILED: {name}: sc, tso and pso allow it: {found}")
    for name, (program, expected) in {**WAYS, **(LONG if args.long else {})}.items():
        for model, ways in zip(MODELS, expected):
            found = ways and len(agree(program, model))
            if found != ways:
                sys.exit(f"FAILED: {name} under {model}: {found} ways, not {ways}")
    rng, more = random.Random(args.seed), 0
    for _ in range(args.programs):
        program = at_random(rng)
        ways = [set(agree(program, model)) for model in MODELS]
        if not ways[0] <= ways[1] <= ways[2]:
            sys.exit(f"FAILED: a weaker model has less:\n  {program}")
        more += ways[0] != ways[2]
    print(f"{args.programs} programs, {more} with ways that are not sc")


if __name__ == "__main__":
    main()
