#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""dekker.c and peterson.c: how many traces, and how many without a turn of a waiting loop.

    turns.py [--scarp build/bin/scarp]

Two counts, made without scarp.  One cuts each turn that only looked: what checkers
complete that turn waiting loops into assumptions (R=3: 1344 and 588, which GenMC and
Nidhugg both give): the complete executions.  (clang copies the first turn of Dekker's
loop to another place, where it has a trace of its own.)  The other keeps
the turns and makes threads wait as docs/design/004-spinning.md says: the number of
executions with --turns all.  From two rounds on that can differ a little, since operations may share a
counter of arrivals, and because compilers copy the first turn of a loop to another
place: so it is compared where neither matters, with one round and gcc.

Traces are counted by sleep sets over states: each has one schedule that they let pass."""
import argparse
import functools
import json
import os
import shutil
import subprocess
import sys
import tempfile

PEERS = {("dekker", 3): 1344, ("peterson", 3): 588}
TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def peterson(me, rounds, at, memory):
    """What the thread does at (round, label), and where it goes on; `c`: of c++ there."""
    mine, other = f"f{me}", f"f{1 - me}"
    r, label = at
    if r == rounds:
        return None
    op = [("w", mine, 1), ("w", "turn", 1 - me), ("r", other), ("r", "turn"), ("w", mine, 0)][label]
    go = {2: 3 if memory[other] else 4, 3: 2 if memory["turn"] == 1 - me else 4}.get(label, label + 1)
    return op, (r + 1, 0) if label == 4 else (r, go), label != 4 and go == 4


def dekker(me, rounds, at, memory):
    mine, other = f"f{me}", f"f{1 - me}"
    r, label = at
    if r == rounds:
        return None
    op = [("w", mine, 1), ("r", other), ("r", "turn"), ("w", mine, 0), ("r", "turn"), ("w", mine, 1),
          ("w", "turn", 1 - me), ("w", mine, 0)][label]
    away = memory["turn"] != me
    go = {1: 2 if memory[other] else 6, 2: 3 if away else 1, 4: 4 if away else 5, 5: 1}.get(label, label + 1)
    return op, (r + 1, 0) if label == 7 else (r, go), label == 1 and go == 6


class Watch:
    """The iteration being watched (src/native/spin/watch.c)."""

    def __init__(self, anchor, reads=frozenset(), writes=(), changed=False, disturbed=False, effect=False,
                 arrivals=0, seen=frozenset()):
        self.key = anchor, reads, writes, changed, disturbed, effect, arrivals, seen
        (self.anchor, self.reads, self.writes, self.changed, self.disturbed, self.effect, self.arrivals,
         self.seen) = self.key

    def __eq__(self, other):
        return isinstance(other, Watch) and self.key == other.key

    def __hash__(self):
        return hash(self.key)

    def but(self, **new):
        names = "anchor reads writes changed disturbed effect arrivals seen".split()
        return Watch(**{**dict(zip(names, self.key)), **new})

    def note(self, op, name, value, met):
        mine = [w for w in self.writes if w[0] == name]
        if op == "r":
            own = mine and mine[0][2] == met
            return self if own else self.but(reads=self.reads | {(name, met)})
        first, reads, disturbed = met, self.reads, self.disturbed
        if mine:
            _, first, left = mine[0]
            disturbed |= left != first and name in self.seen
            if left == first and left != met:
                reads |= {(name, met)}
        rest = [w for w in self.writes if w[0] != name]
        return self.but(reads=reads, writes=tuple(sorted(rest + [(name, first, value)])), disturbed=disturbed,
                        seen=self.seen - {name})

    def stop(self):
        return self.but(changed=self.changed or any(first != left for _, first, left in self.writes))

    def names(self):
        return {r[0] for r in self.reads} | {w[0] for w in self.writes}

    def as_met(self, memory):
        return all(memory[n] == v for n, v in self.reads) and all(memory[w[0]] == w[1] for w in self.writes)

    def zero_effect(self, at, memory):
        return (self.anchor == at and not self.disturbed and all(w[1] == w[2] for w in self.writes)
                and self.as_met(memory))

    def interfered(self, memory):
        own = {w[0] for w in self.writes}
        return self.changed and (self.disturbed or any(memory[w[0]] != w[2] for w in self.writes)
                                 or any(memory[n] != v and n not in own for n, v in self.reads))


# A thread: (where, operations met and whether nothing was changed since, counters of
# loops, watch, does it wait).  FRESH: at its first operation.
FRESH = ((0, 0), frozenset([(0, True)]), (), None, False)


def arrive(at, idle, before, loops, watch, memory):
    """(watch, does it wait, what was looked at) after the arrival (src/native/spin/filter.c)."""
    label, looked = at[1], set()
    if watch and watch.anchor[1] != label:
        arrivals, due = loops.get(label, (0, 0))
        watch = watch.but(arrivals=watch.arrivals + 1)
        if watch.arrivals > 64:
            n, _ = loops.get(watch.anchor[1], (0, 0))
            loops[watch.anchor[1]], watch = (n, 2 * n + 2), None
        elif idle and watch.effect and arrivals + 1 >= due:
            watch = None  # a loop inside
    elif watch:
        looked = watch.names()
        if watch.zero_effect(at, memory):
            return watch, True, looked
        if watch.interfered(memory):
            return Watch(at), False, looked
        n, _ = loops.get(label, (0, 0))
        loops[label], watch = (n, 2 * n + 2), None
    if not watch and before:
        n, due = loops.get(label, (0, 0))
        loops[label] = n + 1, due
        if idle and n + 1 >= due:
            watch = Watch(at)
    return watch, False, looked


def step(program, rounds, me, thread, memory):
    """(thread, memory, reads, writes, did it come round, accesses) of its next transition."""
    at, met, loops, watch, waits = thread
    loops, reads, writes, memory = dict(loops), set(), set(), dict(memory)
    if waits:  # it goes on, and nothing is remembered
        reads, watch, met, loops = watch.names(), None, frozenset(), {}
    op, at, critical = program(me, rounds, at, memory)
    made = [(op[0], op[1], op[-1])]
    if critical:
        made += [("r", "c", None), ("w", "c", memory["c"] + 1)]
    names = {name for _, name, _ in made}
    for what, name, value in made:
        (writes if what == "w" else reads).add(name)
        if watch:
            watch = watch.note(what, name, value, memory[name])
        if what == "w":
            if name != "c" and memory[name] != value:  # plain writes are not counted
                met = frozenset((label, False) for label, _ in met)
                watch = watch and watch.but(effect=True)
            memory[name] = value
    watch = watch and watch.stop()
    if program(me, rounds, at, memory) is None:
        return (at, frozenset(), (), None, False), memory, reads, writes, False, names
    idle, before = (at[1], True) in met, at[1] in {label for label, _ in met}
    met = met - {(at[1], False)} | {(at[1], True)}
    watch, waits, looked = arrive(at, idle, before, loops, watch, memory)
    return (at, met, tuple(sorted(loops.items())), watch, waits), memory, reads | looked, writes, idle, names


def seen(thread, names):
    """Others touched what it has changed for a while."""
    watch = thread[3]
    away = watch and {w[0] for w in watch.writes if w[1] != w[2]} & names - watch.seen
    return thread[:3] + (watch.but(seen=watch.seen | away),) + thread[4:] if away else thread


def count(program, rounds, cut):
    """(traces, traces in which nobody came round); cut: the latter alone."""

    @functools.lru_cache(maxsize=None)
    def go(threads, values, asleep):
        memory, now = dict(values), {}
        for me in (0, 1):
            at, _, _, watch, waits = threads[me]
            if program(me, rounds, at, memory) and not (waits and watch.as_met(memory)):
                now[me] = step(program, rounds, me, threads[me], memory)
        if not now:
            return (1, 1)
        total, straight = 0, 0
        for me in sorted(set(now) - asleep):
            thread, after, reads, writes, turned, names = now[me]
            if not (cut and turned):
                other = 1 - me
                apart = other in asleep and other in now and not (
                    writes & (now[other][2] | now[other][3]) or now[other][3] & reads)
                rest = seen(threads[other], names)
                pair = (thread, rest) if me == 0 else (rest, thread)
                t, s = go(pair, tuple(sorted(after.items())), frozenset([other]) if apart else frozenset())
                total, straight = total + t, straight + (0 if turned else s)
            asleep = asleep | {me}
        return (total, straight)

    return go((FRESH, FRESH), (("c", 0), ("f0", 0), ("f1", 0), ("turn", 0)), frozenset())


def measure(scarp, name, rounds, compiler, folder, turns):
    test, out = os.path.join(folder, "test"), os.path.join(folder, "json")
    subprocess.run([scarp, "cc", "--compiler", compiler, "-O1", "-g", "-pthread", f"-DR={rounds}",
                    f"{TOP}/tests/programs/{name}.c", "-o", test], check=True)
    subprocess.run([scarp, "check", "-q", "--exhaustive", "--reduce", "optimal", "--turns", turns, "--json", out, test],
                   cwd=folder, check=True, stdout=subprocess.DEVNULL)
    with open(out, encoding="utf-8") as f:
        return json.load(f)


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scarp", default=f"{TOP}/build/bin/scarp")
    o = p.parse_args()
    o.scarp, wrong = os.path.abspath(o.scarp), 0
    sys.setrecursionlimit(10**6)
    cases = [("dekker", 1), ("peterson", 1), ("peterson", 2), ("dekker", 2), ("peterson", 3)]
    for name, published in PEERS.items():
        own = count(globals()[name[0]], name[1], cut=True)[1]
        wrong += own != published
        print(f"{name[0]} R={name[1]}: {own} without turns, published {published}")
    for name, rounds in cases:
        straight = count(globals()[name], rounds, cut=True)[1]
        total = count(globals()[name], rounds, cut=False)[0] if rounds == 1 else "?"
        for compiler in ("gcc", "clang"):
            if not shutil.which(compiler):
                print(f"{compiler} is not installed: left out")
                continue
            with tempfile.TemporaryDirectory(prefix="scarp-turns-") as folder:
                # Millions, where compilers copy a turn; compared where they do not matter.
                one = rounds == 1 and compiler == "gcc"
                kept = measure(o.scarp, name, rounds, compiler, folder, "all") if one else None
                left = measure(o.scarp, name, rounds, compiler, folder, "auto")
            same = not one or (kept["last_round"], kept["verdict"]) == (total, "verified")
            same &= left["last_round"] == straight or (name, compiler) == ("dekker", "clang")
            bad = left["verdict"] != "verified" or not same
            wrong += bad
            print(f"{name} R={rounds} {compiler}: {kept['last_round'] if one else '-'} executions, {left['last_round']} "
                  f"without turns, by all states {total} and {straight}{'  FAILED' if bad else ''}", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
