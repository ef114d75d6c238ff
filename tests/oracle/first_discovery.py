#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""first_discovery.py - the model of the optimal reduction, against brute force

first_discovery.py [--programs N] [--seed S] [--events E]: random programs of two
to four threads (reads, writes, read-modify-writes, branches on what was read,
mutexes, also never unlocked); the reduction must execute each trace exactly
once, begin none that it does not complete, and miss none of those that all
interleavings have.  docs/design/007-optimal-reduction.md says how it works; the
names here are those there.
"""
import argparse
import itertools
import random
import sys

sys.setrecursionlimit(10000)


class State:
    """Runs a program: a list of threads, each a list of operations
    ('read', v) ('write', v, x) ('add', v, x) ('lock', m) ('unlock', m)
    ('skip', n): n operations, if the value last read is odd."""

    def __init__(self, program, schedule=()):
        self.program, self.memory, self.owner = program, {}, {}
        self.at, self.last = [0] * len(program), [0] * len(program)
        for t in range(len(program)):
            self.settle(t)
        for t in schedule:
            self.step(t)

    def settle(self, t):
        operations = self.program[t]
        while self.at[t] < len(operations) and operations[self.at[t]][0] == "skip":
            self.at[t] += 1 + (operations[self.at[t]][1] if self.last[t] & 1 else 0)

    def pending(self, t):
        return self.program[t][self.at[t]] if self.at[t] < len(self.program[t]) else None

    def enabled(self):
        return [t for t in range(len(self.program)) if (o := self.pending(t)) and
                not (o[0] == "lock" and self.owner.get(o[1]) is not None)]

    def step(self, t):
        o = self.pending(t)
        if o[0] in ("read", "add"):
            self.last[t] = self.memory.get(o[1], 0)
        if o[0] == "write":
            self.memory[o[1]] = o[2]
        elif o[0] == "add":
            self.memory[o[1]] = self.last[t] + o[2]
        elif o[0] in ("lock", "unlock"):
            self.owner[o[1]] = t if o[0] == "lock" else None
        self.at[t] += 1
        self.settle(t)
        return o


def depend(a, b):
    return a[1] == b[1] and not (a[0] == b[0] == "read")


def reversible(a, b):
    """What was released cannot be acquired before."""
    return depend(a, b) and "unlock" not in (a[0], b[0])


class Event:
    def __init__(self, name, operation, past):
        self.name, self.operation = name, operation  # (thread, number)
        self.past = past  # names of all events that happen before

    @property
    def thread(self):
        return self.name[0]


def execute(program, schedule):
    """The events of an execution, and the state it leaves."""
    state, events = State(program), []
    for t in schedule:
        o, past, number = state.step(t), frozenset(), 0
        for e in reversed(events):
            number += e.thread == t
            if e.name not in past and (e.thread == t or depend(e.operation, o)):
                past |= e.past | {e.name}
        events.append(Event((t, number), o, past))
    return events, state


def trace(program, schedule):
    return frozenset((e.name, e.operation, e.past) for e in execute(program, schedule)[0])


def all_traces(program):
    """By making every choice; what is known already is not gone into again."""
    seen, complete = set(), set()

    def go(schedule):
        t = trace(program, schedule)
        if t in seen:
            return
        seen.add(t)
        enabled = State(program, schedule).enabled()
        if not enabled:
            complete.add(t)
        for thread in enabled:
            go(schedule + [thread])
    go([])
    return complete


# --- the reduction

class Branch:
    """Where an execution left another one, `of`: at decision point `node` the
    event that stood there was put behind a later one.  `time` is when in `of`
    that was found; `head` is where in the new execution the later one is."""

    def __init__(self, node, of, time, head):
        self.node, self.of, self.time, self.head = node, of, time, head


class Execution:
    def __init__(self, schedule, fixed, branches):
        self.schedule = schedule
        self.fixed = fixed  # decision points that a branch prescribed
        self.branches = branches
        self.events = []


def revisitors(x, config):
    """The events of config that must be before x, if x comes at all: those that
    conflict with it, the first of them."""
    conflicting = [y for y in config if y.thread != x.thread and reversible(x.operation, y.operation)]
    names = {y.name for y in conflicting}
    return [y for y in conflicting if not y.past & names and
            not any(z.thread == x.thread for z in config if z.name in y.past)]


def discovered(e, j, config, end, asks=None):
    """Was `config`, events that can follow the first j of execution e, met in e
    or in what was branched off it before the time `end`?  With `asks` (thread,
    position): when that thread asked for its mutex after it."""
    config, last = list(config), max(j - 1, asks[1] if asks else -1)
    while config:
        b = next((b for b in e.branches if b.node == j), None)
        if b:
            # What is compatible with the event that was put back belongs there;
            # what is not, only to the branch of its own revisitor.
            if discovered(b.of, j, config, b.time, asks and (asks[0], -1)):
                return True
            if not revisitors(b.of.events[j], config) or e.events[b.head].name not in {y.name for y in config}:
                return False
        if (j, -1) >= end:
            return False
        x = e.events[j]
        same = next((y for y in config if y.name == x.name and y.past == x.past), None)
        if same:
            config.remove(same)
            last = max(last, j)
        elif any(y.thread == x.thread or depend(y.operation, x.operation) for y in config):
            if j in e.fixed:
                return False
            for c in revisitors(x, config):
                before = [y for y in config if y.name in c.past]
                if c.operation[0] == "lock":
                    if discovered(e, j + 1, before, end, (c.thread, j)):
                        return True
                elif discovered(e, j + 1, before + [Event(c.name, c.operation, c.past | {x.name} | x.past)], end):
                    return True
            return False
        j += 1
    return not asks or (last, asks[0]) < end


def reduce(program):
    """How often each complete trace was executed."""
    found = {}

    def reverse(e, i, before, n, thread, time):
        """Runs `thread`, whose event is or will be number n, after the events at the
        positions `before`, ahead of event i of e, unless that is executed elsewhere."""
        if i in e.fixed or any(b.node > i and b.head not in (n, *before) for b in e.branches):
            return
        schedule = e.schedule[:i] + [e.schedule[k] for k in before] + [thread]
        events = execute(program, schedule)[0]
        branches = [b for b in e.branches if b.node < i] + [Branch(i, e, time, len(schedule) - 1)]
        if any(discovered(b.of, b.node, events[b.node:], b.time) for b in branches):
            return
        explore(Execution(schedule, {k for k in e.fixed if k < i} | set(range(i, len(schedule))), branches))

    def races(e, state, new):
        """Of the last event of e, and of who asks for a mutex since then; in a new
        execution, of all who ask, as the last who took it may be another one."""
        events, n = e.events, len(e.events) - 1
        a, at = events[n], {x.name: k for k, x in enumerate(events)}
        if a.operation[0] != "lock":
            for i in range(n - 1, -1, -1):
                x = events[i]
                if x.name in a.past and x.thread != a.thread and reversible(x.operation, a.operation) and \
                        not any(x.name in events[at[f]].past for f in a.past):
                    reverse(e, i, [k for k in range(i + 1, n) if events[k].name in a.past], n, a.thread, (n, -1))
        for t in range(len(program)):
            o = state.pending(t)
            if o and o[0] == "lock" and (new or a.thread == t or a.operation == o):
                asks(e, n + 1, t, o)
        if new and a.operation[0] == "lock":
            asks(e, n, a.thread, a.operation)

    def asks(e, n, t, operation):
        """Thread t would do that next, after the first n events."""
        events = e.events[:n]
        i = max((k for k, x in enumerate(events) if x.operation == operation), default=-1)
        mine = max((k for k, x in enumerate(events) if x.thread == t), default=-1)
        past = events[mine].past | {events[mine].name} if mine >= 0 else frozenset()
        if e.branches and max(i, mine) < e.branches[-1].node:
            return  # it was asked in the execution that was left
        if i >= 0 and events[i].thread != t and events[i].name not in past:
            reverse(e, i, [k for k in range(i + 1, n) if events[k].name in past], n, t, (max(i, mine), t))

    def explore(e):
        new = True
        while True:
            e.events, state = execute(program, e.schedule)
            if e.events:
                races(e, state, new)
            enabled = state.enabled()
            if not enabled:
                t = trace(program, e.schedule)
                found[t] = found.get(t, 0) + 1
                return
            # What was put back comes next, before others can come before it, too.
            back = e.branches[-1].of.events[e.branches[-1].node].thread if new and e.branches else None
            e.schedule = e.schedule + ([back] if back in enabled else enabled[:1])
            new = False

    explore(Execution([], set(), []))
    return found


# --- random programs

def operations(rng, variables):
    """One operation, or a few that belong together."""
    v, kind = rng.choice(variables), rng.random()
    if kind < 0.15:
        m = rng.choice("mn")
        inside = [rng.choice([("read", v), ("write", v, rng.randint(1, 3))])] if rng.random() < 0.8 else []
        return [("lock", m), *inside, *([("unlock", m)] if rng.random() < 0.9 else [])]
    if kind < 0.45:
        return [("read", v)]
    if kind < 0.75:
        return [("write", v, rng.randint(0, 3))]
    return [("add", v, 1)] if kind < 0.85 else [("read", v), ("skip", 1), (rng.choice(("read", "add")), v, 1)]


def random_program(rng, most):
    while True:
        variables = "xyz"[:rng.randint(1, 3)]
        program = [[o for _ in range(rng.randint(1, 4)) for o in operations(rng, variables)]
                   for _ in range(rng.randint(2, 4))]
        if sum(map(len, program)) <= most:
            return program


def program(*threads):
    """'lock m, write x 3' for each thread."""
    return [[tuple(int(w) if w.isdigit() else w for w in o.split()) for o in t.split(", ")] for t in threads]


# Each is the smallest known that a missing condition of the reduction loses, or
# executes twice; random programs that do are one in thousands.
KNOWN = [
    program("write x 3, write y 2", "write y 5", "read x", "read y, read x"),
    program("add x 1, lock m, unlock m, read x, lock m, read y", "read z, lock m, write x 2, unlock m"),
    program("lock n, unlock n, lock n, write x 3, unlock n, write x 0, read y", "lock n, write x 2, unlock n"),
    program("lock n, read x", "add x 1", "lock n, unlock n, read x"),
    program("lock n, read x, unlock n, read x", "lock n, read y, unlock n", "lock n, read x, unlock n"),
    program("lock m, write x 1, unlock m, read z, write x 3, lock m, read y, unlock m", "lock m, unlock m"),
    program("add x 1, lock n, unlock n", "lock n, unlock n, write y 3, write y 3", "lock n, unlock n", "read y"),
]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--events", type=int, default=7)
    o = parser.parse_args()
    rng, traces = random.Random(o.seed), 0
    for each in itertools.chain(KNOWN, (random_program(rng, o.events) for _ in range(o.programs))):
        all_of_them, found = all_traces(each), reduce(each)
        traces += len(all_of_them)
        missed, more = all_of_them - set(found), sum(found.values()) - len(found)
        if missed or more or set(found) - all_of_them:
            sys.exit(f"{each}: {len(all_of_them)} traces, {len(missed)} missed, {more} again, "
                     f"{len(set(found) - all_of_them)} that are none")
    print(f"{len(KNOWN) + o.programs} programs, {traces} traces, each executed once")


if __name__ == "__main__":
    main()
