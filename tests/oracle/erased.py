#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How many traces there are if a turn without effect ends its thread's part.

    erased.py

Counts, without scarp, over all states: complete traces, and those in which some
thread was stopped after a turn that came to nothing (docs/design/018-turns.md).
The complete ones of ../programs/turns are these, and those in vain where a turn looks at
several places (a turn that waits for one is not made where that is known to be in vain); those that
are known from elsewhere are compared.  Two more counts are of checkers that cut such turns: complete ones
of the Michael-Scott queue and of both locks (GenMC 0.13), and for Peterson's
algorithm those that were cut, too (Nidhugg 0.4).

A thread is a function of where it is and of memory: (what it reads, what it
writes, where it goes, the head of a loop if it is there then).  Traces are
counted by sleep sets: each has one schedule that they let pass."""
import functools
import sys

# complete, stopped; None: not known from elsewhere
# (a ring: by hand, each place is the first that is found set)
KNOWN = {"ring 2": (2, 1), "ring 3": (3, 1), "ticket 3": (6, None), "ticket 4": (24, None), "mcs 3": (66, None), "queue 2 2": (158, None),
         "peterson 1": (4, 6), "peterson 2": (48, 88), "peterson 3": (588, 1098)}
# stopped; of the queue and the retry tests/programs/turns expects it
OWN = {"ticket 3": 24, "ticket 4": 312, "mcs 3": 102, "queue 2 1": 44, "queue 2 2": 764, "retry 2": 2,
       "look 3": 21, "ring 2": 1, "ring 3": 1, "flip 1": 3, "flip 2": 3, "stack 2 1": 8, "stack 2 2": 56, "stack 3 1": 159}


def written(watch, v, writes):
    name, away, bad = watch
    away = dict(away)
    for at, value in writes.items():
        first, left, seen = away.get(at, (v[at], v[at], False))
        bad |= seen or left != v[at]
        away[at] = (first, value, False)
    return name, tuple(sorted(away.items())), bad


def after(watches, v, writes, head):
    """The watches of the thread that moves, one for each head since which it could be that nothing has
    come of it, and whether it is stopped."""
    watches = tuple(written(w, v, writes) for w in watches)
    if head is None:
        return watches, False
    if any(name == head and not bad and all(first == left for _, (first, left, _) in away)
           for name, away, bad in watches):
        return (), True
    return tuple(w for w in watches if loop_of(w[0]) == loop_of(head) and not w[2]) + ((head, (), False),), False


def loop_of(head):
    """Without what it carries round."""
    return head if isinstance(head, str) else head[0]


def seen(watches, touched):
    return tuple((name, tuple((at, (first, left, s or (at in touched and first != left)))
                              for at, (first, left, s) in away), bad)
                 for name, away, bad in watches)


def count(threads, memory):
    """(complete, with a thread that was stopped)"""
    @functools.lru_cache(maxsize=None)
    def go(states, values, asleep):
        now = {t: threads[t](local, dict(values)) for t, (local, _) in enumerate(states)
               if local not in ("done", "stopped")}
        if not now:
            return (0, 1) if any(local == "stopped" for local, _ in states) else (1, 0)
        total, asleep = [0, 0], set(asleep)
        for t in sorted(set(now) - asleep):
            reads, writes, local, head = now[t]
            v = dict(values)
            kept = {at: x for at, x in writes.items() if at not in getattr(threads[t], "anew", ())}
            watch, stopped = after(states[t][1], v, kept, head)
            v.update(writes)
            touched = set(reads) | set(writes)
            rest = tuple((("stopped" if stopped else local), () if local == "done" else watch) if k == t
                         else (states[k][0], seen(states[k][1], touched)) for k in range(len(threads)))
            still = frozenset(k for k in asleep if k in now and not (
                set(writes) & (set(now[k][0]) | set(now[k][1])) or set(now[k][1]) & set(reads)))
            for i, n in enumerate(go(rest, tuple(sorted(v.items())), still)):
                total[i] += n
            asleep.add(t)
        return tuple(total)

    begin = tuple(((0,), ((t.head, (), False),) if hasattr(t, "head") else ()) for t in threads)
    return go(begin, tuple(sorted(memory.items())), frozenset())


def headed(thread, head):
    """It begins at the head of its loop."""
    def step(local, m):
        return thread(local, m)
    step.head = head
    return step


def ticket(n):
    def thread(local, m):
        if local[0] == 0:
            return ["n"], {"n": m["n"] + 1}, (1, m["n"]), "wait"
        if local[0] == 1:
            mine = m["o"] == local[1]
            return ["o"], {}, (2, local[1]) if mine else local, None if mine else "wait"
        return [], {"o": local[1] + 1}, "done", None
    return [thread] * n, {"n": 0, "o": 0}


def mcs(n):
    def of(me):
        behind, waits = f"b{me}", f"w{me}"

        def thread(local, m):
            at = local[0]
            if at < 2:
                return [], {behind if at == 0 else waits: at}, (at + 1,), None
            if at == 2:
                return ["last"], {"last": me}, (3, m["last"]) if m["last"] else (5,), None
            if at == 3:
                return [], {f"b{local[1]}": me}, (4,), "wait"
            if at == 4:
                return [waits], {}, local if m[waits] else (5,), "wait" if m[waits] else None
            if at == 5:
                return [behind], {}, (8, m[behind]) if m[behind] else (6,), None
            if at == 6:
                own = m["last"] == me
                return ["last"], {"last": 0} if own else {}, "done" if own else (7,), None if own else "give"
            if at == 7:
                return [behind], {}, (8, m[behind]) if m[behind] else local, None if m[behind] else "give"
            return [], {f"w{local[1]}": 0}, "done", None
        return thread
    return ([of(i) for i in range(1, n + 1)],
            {"last": 0, **{f"{x}{i}": 0 for x in "bw" for i in range(1, n + 1)}})


def queue(puts, gets):
    def cas(m, at, old, new):
        return [at], {at: new} if m[at] == old else {}

    def put(n):
        def thread(local, m):
            at, *x = local
            if at == 0:
                return ["tail"], {}, (1, m["tail"]), None
            if at == 1:
                return [f"n{x[0]}"], {}, (2, x[0], m[f"n{x[0]}"]), None
            if at == 2:
                if m["tail"] != x[0]:
                    return ["tail"], {}, (0,), "put"
                return ["tail"], {}, (4, *x) if x[1] else (3, x[0]), None
            if at == 3:
                mine = m[f"n{x[0]}"] == 0
                return (*cas(m, f"n{x[0]}", 0, n), (5, x[0]) if mine else (0,), None if mine else "put")
            if at == 4:
                return (*cas(m, "tail", x[0], x[1]), (0,), "put")
            return (*cas(m, "tail", x[0], n), "done", None)
        return headed(thread, "put")

    def get(local, m):
        at, *x = local
        if at < 2:
            name = ("head", "tail")[at]
            return [name], {}, (at + 1, *x, m[name]), None
        if at == 2:
            return [f"n{x[0]}"], {}, (3, *x, m[f"n{x[0]}"]), None
        if at == 3:
            head, tail, following = x
            if m["head"] != head:
                return ["head"], {}, (0,), "get"
            if head == tail:
                return ["head"], {}, (4, tail, following) if following else "done", None
            return ["head"], {}, (5, head, following), None
        if at == 4:
            return (*cas(m, "tail", x[0], x[1]), (0,), "get")
        mine = m["head"] == x[0]
        return (*cas(m, "head", x[0], x[1]), "done" if mine else (0,), "get")
    return ([put(n + 2) for n in range(puts)] + [headed(get, "get")] * gets,
            {"head": 1, "tail": 1, **{f"n{i}": 0 for i in range(1, puts + 2)}})


def peterson(rounds):
    def of(me):
        mine, other = f"f{me}", f"f{1 - me}"

        def thread(local, m):
            at, r = local[0], local[1] if len(local) > 1 else 0
            if at < 2:
                return [], {mine: 1} if at == 0 else {"turn": 1 - me}, (at + 1, r), ("wait", r) if at else None
            if at == 2:
                return [other], {}, (3 if m[other] else 4, r), None
            if at == 3:
                stay = m["turn"] == 1 - me
                return ["turn"], {}, (2 if stay else 4, r), ("wait", r) if stay else None
            # the critical section counts, which the next thread depends on
            return ["c"], {"c": m["c"] + 1}, (5, r), None

        def leave(local, m):
            if local[0] == 5:
                r = local[1] + 1
                return [], {mine: 0}, "done" if r == rounds else (0, r), None
            return thread(local, m)
        return leave
    return [of(0), of(1)], {"f0": 0, "f1": 0, "turn": 0, "c": 0}


def retry(n):
    """Begins with what it has read, goes round with what it has found instead."""
    def thread(local, m):
        if local[0] == 0:
            return ["x"], {}, (1, m["x"]), None
        if m["x"] == local[1]:
            return ["x"], {"x": 3 * m["x"] + 1}, "done", None
        return ["x"], {}, (1, m["x"]), "retry"
    return [headed(thread, "retry")] * n, {"x": 0}


def stack(pushes, pops, anew=True):
    """Treiber's, each node pushed once; a pop of an empty stack ends.  What a failed push has set in its
    own node, the next turn sets anew."""
    def push(i):
        def thread(local, m):
            at = local[0]
            if at == 0:
                return ["top"], {}, (1, m["top"]), None
            if at == 1:
                return [], {f"n{i}": local[1]}, (2, local[1]), None
            if m["top"] == local[1]:
                return ["top"], {"top": i}, "done", None
            return ["top"], {}, (1, m["top"]), "push"
        thread = headed(thread, "push")
        thread.anew = {f"n{i}"} if anew else set()
        return thread

    def pop(local, m):
        at, *x = local
        top = m["top"]
        if at == 1:
            return [f"n{x[0]}"], {}, (2, x[0], m[f"n{x[0]}"]), None
        if at == 2 and top == x[0]:
            return ["top"], {"top": x[1]}, "done", None
        return ["top"], {}, (1, top) if top else "done", "pop" if at else None
    return ([push(i + 1) for i in range(pushes)] + [headed(pop, "pop")] * pops,
            {"top": 0, **{f"n{i + 1}": 0 for i in range(pushes)}})


def look(n):
    """Each turn begins with a look of its own."""
    def thread(local, m):
        if local[0] == 0:
            return ["x"], {}, (1, m["x"]), None
        if m["x"] == local[1]:
            return ["x"], {"x": m["x"] + 1}, "done", None
        return ["x"], {}, (0,), "look"
    return [headed(thread, "look")] * n, {"x": 0}


def ring(n, flips=False):
    """Goes round n places until one is set, and the others set one each; or flips a word of its own in
    each turn, at which the first of the others looks before."""
    def wait(local, m):
        at, place = local if len(local) > 1 else (0, 0)
        if at == 0 and flips:
            return [], {"own": 1 - m["own"]}, (1, place), None
        found = m[f"f{place}"]
        following = (place + 1) % n
        return [f"f{place}"], {}, "done" if found else (0, following), None if found else ("ring", following)

    def set_(i):
        def thread(local, m):
            if local[0] == 0 and flips and i == 0:
                return ["own"], {}, (1,), None
            return [], {f"f{i}": 1}, "done", None
        return thread
    return ([headed(wait, ("ring", 0))] + [set_(i) for i in range(n)],
            {"own": 0, **{f"f{i}": 0 for i in range(n)}})


def flip(n):
    return ring(n, True)


def main():
    sys.setrecursionlimit(10**6)
    wrong = 0
    for name in sorted(set(KNOWN) | set(OWN)):
        which, *sizes = name.split()
        made = count(*globals()[which](*map(int, sizes)))
        complete, stopped = KNOWN.get(name, (None, None))
        bad = complete not in (None, made[0]) or stopped not in (None, made[1]) or OWN.get(name, made[1]) != made[1]
        wrong += bad
        print(f"{name}: {made[0]} complete, {made[1]} with a thread that was stopped{'  FAILED' if bad else ''}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
