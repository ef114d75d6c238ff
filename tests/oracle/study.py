#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""study.py - schedules by the rules of a published study, counted

Prints, for the programs of tests/programs/study/rules_*.c, all executions, those
that fail, the first of these, and the lines that the rest prints: what the
headers there expect.  Knows nothing of scarp; the rules are those of
docs/design/012-study-profile.md.  `study.py --check` asks for published numbers
of two programs instead, so that the rules here are not of our making alone.

A thread is a generator of operations, which gets their results: create F, join
T, lock M, unlock M, wait C, timed wait C, signal C, broadcast C, barrier B,
yield, point (an access).  Waits are written out as unlock, wait, lock.
"""
import sys


class Failure(Exception):
    pass


class Run:
    """One execution along `prefix`, leftmost after it."""

    def __init__(self, main, prefix):
        self.shared = {"out": None}
        self.threads, self.pending, self.owner = [], [], {}
        self.waiting, self.signals, self.arrived = {}, 0, {}
        self.choices, self.failed = [], False
        try:
            self.spawn(main)
            self.go(prefix)
        except Failure:
            self.failed = True

    def spawn(self, function):
        self.threads.append(function(self.shared))
        self.pending.append(None)
        self.advance(len(self.threads) - 1, None)

    def advance(self, t, result):
        """To the next operation, which is not made; some have effects on arrival."""
        try:
            op = self.threads[t].send(result)
        except StopIteration:
            op = None
        self.pending[t] = op
        if not op:
            return
        if op[0] == "barrier":
            here = self.arrived.setdefault(op[1], [set(), op[2], set()])
            here[0].add(t)
            if len(here[0]) == here[1]:
                here[2] |= here[0]
                here[0] = set()

    def enabled(self, t):
        op = self.pending[t]
        if not op:
            return False
        if op[0] == "lock":
            return self.owner.get(op[1]) is None
        if op[0] == "join":
            return self.pending[op[1]] is None
        if op[0] == "wait":
            return bool(self.waiting[op[1]][t])
        if op[0] == "barrier":
            return t in self.arrived[op[1]][2]
        return True

    def make(self, t):
        op, result = self.pending[t], None
        if op[0] == "create":
            self.spawn(op[1])
        elif op[0] == "lock":
            self.owner[op[1]] = t
        elif op[0] == "unlock":
            self.owner[op[1]] = None
            if len(op) > 2:  # of a wait: who waits is known at once
                self.waiting.setdefault(op[2], {})[t] = set()
        elif op[0] in ("signal", "broadcast"):
            self.signals += 1
            for marks in self.waiting.get(op[1], {}).values():
                if "all" not in marks:
                    if op[0] == "broadcast":
                        marks.clear()
                    marks.add("all" if op[0] == "broadcast" else self.signals)
        elif op[0] in ("wait", "timed"):
            marks = self.waiting[op[1]].pop(t)
            result = bool(marks)
            if marks and "all" not in marks:
                for other in self.waiting[op[1]].values():
                    other.discard(min(marks))
        elif op[0] == "barrier":
            self.arrived[op[1]][2].discard(t)
        self.advance(t, result)

    def go(self, prefix):
        last, step = 0, 0
        while True:
            n = len(self.threads)
            can = [t for i in range(n) if self.enabled(t := (last + i) % n)]
            if len(can) > 1 and can[0] == last and self.pending[last][0] in ("yield", "timed"):
                can = can[1:]
            if not can:
                self.failed = self.pending[0] is not None
                return
            t = can[prefix[step]] if step < len(prefix) else can[0]
            self.choices.append((can.index(t), len(can)))
            self.make(t)
            last, step = t, step + 1


def explore(main):
    prefix, runs = [], []
    while True:
        run = Run(main, prefix)
        runs.append(run)
        prefix = [c for c, _ in run.choices]
        while prefix and prefix[-1] + 1 == run.choices[len(prefix) - 1][1]:
            prefix.pop()
        if not prefix:
            return runs
        prefix[-1] += 1


def wait(c, m, timed=False):
    yield ("unlock", m, c)
    woken = yield ("timed" if timed else "wait", c)
    yield ("lock", m)
    return woken


def crew(*functions, then=None):
    """Main: creates all, does something of its own, joins all, tells."""
    def main(s):
        for f in functions:
            yield ("create", f)
        if then:
            yield from then(s)
        for i in range(len(functions)):
            yield ("join", i + 1)
        s["out"] = s.get("tell", "")
    return main


def rules_start(s):
    def thread(s):
        s["x"] = 1
        yield from ()
    yield ("create", thread)
    x = s.get("x", 0)
    yield ("join", 1)
    s["out"] = f"x={x}"


def sleeper(name):
    def thread(s):
        yield ("lock", "m")
        yield from wait("c", "m")
        s["tell"] = s.get("tell", "") + name
        yield ("unlock", "m")
    return thread


def calls(*what):
    def then(s):
        for call in what:
            yield ("lock", "m")
            yield (call, "c")
            yield ("unlock", "m")
    return then


rules_signal = crew(sleeper("a"), sleeper("b"), then=calls("signal", "signal"))
rules_broadcast = crew(sleeper("a"), sleeper("b"), then=calls("broadcast"))


def rules_timed(s):
    def thread(s):
        yield ("lock", "m")
        s["tell"] = "woken" if (yield from wait("c", "m", True)) else "late"
        yield ("unlock", "m")
    yield from crew(thread, then=calls("signal"))(s)


def rules_barrier(s):
    def thread(s):
        yield ("barrier", "b", 2)
        yield ("point",)
        s["tell"] = s.get("tell", "") + "t"

    def then(s):
        yield ("barrier", "b", 2)
        yield ("point",)
        s["tell"] = s.get("tell", "") + "m"
    yield ("point",)  # pthread_barrier_init
    yield from crew(thread, then=then)(s)


def rules_update(s):
    def thread(s):
        yield ("point",)
        yield ("point",)
        s["x"] = s.get("x", 0) + 1
    yield from crew(thread, thread)(s)
    s["out"] = f"x={s['x']}"


def rules_unlisted(s):
    def thread(value):
        def store(s):
            s["x"] = value
            yield from ()
        return store
    yield from crew(thread(1), thread(2))(s)
    s["out"] = f"x={s['x']}"


def rules_yield(s):
    def thread(s):
        yield ("point",)
        yield ("yield",)
        yield ("point",)
        s["tell"] = s.get("tell", "") + "t"

    def then(s):
        yield ("point",)
        s["tell"] = s.get("tell", "") + "m"
    yield from crew(thread, then=then)(s)


def rules_leave(s):
    def thread(s):
        yield ("lock", "m")
        yield from wait("c", "m")
        yield ("unlock", "m")
    yield ("create", thread)
    yield ("lock", "m")
    yield ("signal", "c")
    yield ("unlock", "m")


def check():
    def section(s, body):
        yield ("lock", "m")
        body(s)
        yield ("unlock", "m")

    def judge(s):
        if s.get("paid") and s.get("taken"):
            raise Failure

    def account(s):
        for body in (judge, lambda s: s.update(paid=1), lambda s: s.update(taken=1)):
            yield ("create", lambda s, body=body: section(s, body))

    def one_slot(times, first):
        def side(mine, theirs, stuck, step):
            def thread(s):
                for _ in range(times):
                    yield ("lock", "m")
                    while stuck(s["n"]):
                        yield from wait(mine, "m")
                    s["n"] += step
                    yield ("unlock", "m")
                    yield ("signal", theirs)
            return thread

        def main(s):
            s["n"] = first
            yield from crew(side("e", "f", lambda n: n > 0, 1), side("f", "e", lambda n: n == 0, -1))(s)
        return main
    wanted = {"account": (account, 28, 4), "sync02": (one_slot(2, 2), 88, 88),
              "arithmetic": (one_slot(3, 0), 19680, 0)}
    for name, (main, executions, failed) in wanted.items():
        runs = explore(main)
        got = len(runs), sum(r.failed for r in runs)
        if got != (executions, failed):
            sys.exit(f"{name}: {got}, published {executions}, {failed}")


def main():
    if "--check" in sys.argv:
        check()
    for name, program in sorted(globals().items()):
        if not name.startswith("rules_"):
            continue
        runs = explore(program)
        failed = [i for i, r in enumerate(runs, 1) if r.failed]
        print(name, len(runs), "failed", len(failed), "first", failed[0] if failed else "-",
              "states", *sorted({r.shared["out"] or "-" for r in runs if not r.failed}))


if __name__ == "__main__":
    main()
