#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""classic.py - dynamic partial-order reduction as published, execution by execution

classic.py --reduce-test FILE [--programs N] [--seed S]: random programs; how many
executions FILE completes (and stops) with the reductions classic, classic-sleep and
classic-covered has to be what the algorithm here does.

The algorithm is that of Thomson (Practical systematic concurrency testing, 2016,
algorithm 5), written down step by step: in each state, what each thread has pending,
enabled or not, is compared with all events that it races with.  With sleep sets as
there (4.5): a thread that sleeps is as one that is not enabled.  An unlock and the
next lock cannot change places: the lock before it is taken.  What classic-covered
leaves out is as in src/search/reduce/classic.c, found again from the definition.
"""
import argparse
import math
import random
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from first_discovery import State  # noqa: E402


def depend(a, b):
    """(thread, operation) both."""
    return a[0] == b[0] or (a[1][1:2] == b[1][1:2] != ("-",) and
                            not a[1][0] == b[1][0] == "read")


def before(events):
    """The set of pairs i, j: event i happens before event j."""
    pairs = set()
    for j in range(len(events)):
        for i in reversed(range(j)):
            if depend(events[i], events[j]) or any((i, k) in pairs and (k, j) in pairs for k in range(i, j)):
                pairs.add((i, j))
    return pairs


def races(events):
    """Events that the last one could come before, instead of after."""
    n, hb = len(events) - 1, before(events)
    mine = [k for k in range(n) if events[k][0] == events[n][0]]
    for i in range(n):
        if events[i][0] == events[n][0] or not depend(events[i], events[n]):
            continue
        if events[n][1][0] == "lock":
            # The last to take it, whether it gave it back or not.
            if events[i][1][0] == "lock" and not any((i, k) in hb for k in mine) and \
                    not any(events[k][1] == events[i][1] for k in range(i + 1, n)):
                yield i
        elif not any((i, k) in hb and (k, n) in hb for k in range(i + 1, n)):
            yield i


class Search:
    def __init__(self, program, kind):
        self.program, self.kind = program, kind
        self.schedule, self.backtrack, self.asleep, self.enabled, self.pending = [], [], [], [], []
        self.executions = self.stopped = 0
        self.explore(set(), None)

    def add(self, events, whole=None):
        for i in races(events):
            t = events[-1][0]
            if t not in self.enabled[i] or self.kind == "classic-sleep" and t in self.asleep[i]:
                self.backtrack[i].update(self.enabled[i])
            elif not (whole and t in self.asleep[i] and self.begins(whole, i, (t, self.pending[i][t]))):
                self.backtrack[i].add(t)

    def begins(self, events, i, first):
        """Nothing that is not after event i, and comes before the thread's next, depends on it."""
        hb = before(events)
        for k in range(i + 1, len(events)):
            if (i, k) not in hb:
                if events[k][0] == first[0]:
                    return True
                if depend(events[k], first):
                    return False
        return True

    def explore(self, asleep, preferred):
        state = State(self.program)
        events = [(t, state.step(t)) for t in self.schedule]
        enabled = state.enabled()
        pending = {t: state.pending(t) for t in range(len(self.program)) if state.pending(t)}
        if self.kind != "classic-covered":
            for t in pending:
                self.add(events + [(t, pending[t])])
        elif not enabled:  # what covers a reversal is seen at the end
            for k in range(len(events)):
                self.add(events[:k + 1], events)
            for t in pending:
                self.add(events + [(t, pending[t])], events)

        def around(start):  # the threads from one on
            return sorted(enabled, key=lambda t: (t - start) % len(self.program))
        last = self.schedule[-1] if self.schedule else 0
        awake = [t for t in around(last) if self.kind != "classic-sleep" or t not in asleep]
        if not enabled:
            self.executions += 1
        elif not awake:
            self.stopped += 1
        else:
            first = awake[0]
            if self.kind == "classic-covered" and preferred is not None and first != last:
                first = around(preferred)[0]
            stacks = self.enabled, self.backtrack, self.asleep, self.pending
            for stack, top in zip(stacks, (enabled, {first}, asleep, pending)):
                stack.append(top)
            done, t = set(), first
            while True:
                self.schedule.append(t)
                self.explore({u for u in asleep | done if not depend((u, pending[u]), (t, pending[t]))}
                             if self.kind != "classic" else set(), t if done else preferred)
                self.schedule.pop()
                done.add(t)
                left = [t for t in awake if t in self.backtrack[-1] and t not in done]
                if not left:
                    break
                t = left[0]
            for stack in stacks:
                stack.pop()


def generate(rng):
    """Two to four threads; a lock may be taken again or never given back."""
    threads = rng.randint(2, 4)

    def statements():
        out, left = [], rng.randint(1, {2: 5, 3: 3, 4: 2}[threads])
        while left > 0:
            left -= 1
            v = rng.choice("xy")
            kind = rng.randrange(6)
            if kind == 0:
                m = rng.randrange(2)
                out += [("lock", m), ("write", v, 1)] + [("unlock", m)] * (rng.random() < .9)
                left -= 1
            else:
                out.append(("read", v) if kind < 4 else ("write", v, 1) if kind < 5 else ("yield", "-"))
        return out

    return [statements() for _ in range(threads)]


WORDS = {"read": "a={}", "write": "{}={}", "lock": "lock m{}", "unlock": "unlock m{}", "yield": "yield"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--reduce-test", required=True)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    executions = stopped = 0
    left = options.programs
    while left > 0:
        program = generate(rng)
        sizes = [len(t) for t in program]
        if math.factorial(sum(sizes)) // math.prod(map(math.factorial, sizes)) > 2000:
            continue
        left -= 1
        text = " | ".join("; ".join(WORDS[o[0]].format(*o[1:]) for o in t) for t in program)
        for reduce in "classic", "classic-sleep", "classic-covered":
            search = Search(program, reduce)
            output = subprocess.run([options.reduce_test, "--reduce", reduce, "--single", text],
                                    capture_output=True, text=True).stdout
            found = re.search(r"(\d+) executions, (\d+) blocked", output)
            if not found or (int(found[1]), int(found[2])) != (search.executions, search.stopped):
                sys.exit(f"{reduce}: {search.executions} executions and {search.stopped} stopped, as published\n"
                         f"  {text}\n{output}")
            executions, stopped = executions + search.executions, stopped + search.stopped
    print(f"{options.programs} programs, {executions} executions and {stopped} stopped, as published")


if __name__ == "__main__":
    main()
