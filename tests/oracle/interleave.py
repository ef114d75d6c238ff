# SPDX-License-Identifier: MIT
"""Counts the interleavings of a small program by trying them all.

A thread is a generator: it yields its next operation and is sent the result.
Creating, starting and ending a thread is no operation.  Equal states are
visited once; a cycle means infinitely many interleavings (None)."""


class Run:
    def __init__(self, main, schedule):
        self.memory, self.held, self.threads = {}, set(), []  # [generator, pending]
        self.spawn(main)
        for t in schedule:
            self.step(t)

    def spawn(self, body, *args):
        self.threads.append([body(self, *args), None])
        return self.go(len(self.threads) - 1, None)

    def go(self, t, result):
        try:
            self.threads[t][1] = self.threads[t][0].send(result)
        except StopIteration:
            self.threads[t][1] = None
        return t

    def enabled(self):
        return [t for t, (_, op) in enumerate(self.threads) if op
                and not (op[0] == "lock" and op[1] in self.held)
                and not (op[0] == "join" and self.threads[op[1]][1])
                and not (op[0] == "take" and (self.memory[op[1]] == 0 or self.threads[op[2]][1]))]

    def step(self, t):
        op, name, *a = self.threads[t][1]
        old = self.memory.get(name, 0)
        if op == "store" or op == "cas" and old == a[0]:
            self.memory[name] = a[-1]
        elif op in ("add", "take"):
            self.memory[name] = old + (a[0] if op == "add" else -1)
        elif op in ("lock", "unlock"):
            (self.held.add if op == "lock" else self.held.remove)(name)
        self.go(t, old == a[0] if op == "cas" else old)

    def state(self):
        frames = [g.gi_frame for g, _ in self.threads]
        return repr(([f and (f.f_lasti, [v for v in f.f_locals.items() if v[1] is not self])
                      for f in frames], sorted(self.memory.items()), sorted(self.held)))


def explore(main, show):
    known, ends = {}, {True: [], False: []}

    def visit(schedule):
        run = Run(main, schedule)
        state, choices = run.state(), run.enabled()
        if state not in known:
            known[state] = None  # as long as it is open: coming back is a cycle
            counts = [visit(schedule + [t]) for t in choices] or [1]
            known[state] = None if None in counts else sum(counts)
            end = dict(sorted(show(run.memory).items()))
            deadlock = any(op for _, op in run.threads)
            if not choices and end not in ends[deadlock]:
                ends[deadlock].append(end)
        return known[state]

    total = visit([])
    return {"interleavings": total, "deadlocks": len(ends[True]),
            "states": sorted(ends[False], key=repr)}
