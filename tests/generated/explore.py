# SPDX-License-Identifier: MIT
"""explore.py - every outcome of a generated program, by trying all its states

Knows nothing of scarp.  A program is lowered (blocks.py) to one list of
instructions a thread over a memory of slots with immutable values:

    ("do", effect)             effect(m): silent
    ("branch", test, target)   goes on if test(m), else at target
    ("jump", target)
    ("spawn", thread)          which runs at once up to its first point
    ("point", ways, effect)    ways(m): in how many ways it can go on, 0: it
                               must wait; effect(m, way)
    ("join", thread)           a point that waits for the thread's end
    ("over",)                  the process ends, with all of its threads

The number of executions is that of the maximal sequences of choices at points:
docs/design/002-decision-points.md, which also says why creation, start and end
of a thread are no points.
"""
import sys

sys.setrecursionlimit(10000)
ABSENT, ENDED = -1, -2


class TooLarge(Exception):
    """More states or executions than asked for."""


class Outcome:
    def __init__(self, executions, lines, deadlocks):
        self.executions, self.lines, self.deadlocks = executions, lines, deadlocks


class Explorer:
    def __init__(self, code, memory, out, states_max, executions_max):
        self.code, self.first, self.out = code, memory, out
        self.states_max, self.executions_max = states_max, executions_max
        self.known, self.lines, self.deadlocks = {}, set(), 0

    def silent(self, m, at, t):
        """Runs thread t up to its next point, or its end."""
        code, pc, steps = self.code[t], at[t], 0
        while pc < len(code):
            ins = code[pc]
            kind = ins[0]
            pc += 1
            if kind == "do":
                ins[1](m)
            elif kind == "branch":
                if not ins[1](m):
                    pc = ins[2]
            elif kind == "jump":
                pc = ins[1]
            elif kind == "spawn":
                at[ins[1]] = 0
                self.silent(m, at, ins[1])
                if at[t] == ENDED:  # with the process
                    return
            elif kind == "over":
                at[:] = [ENDED] * len(at)
                return
            else:
                at[t] = pc - 1
                return
            steps += 1
            if steps > 10000:
                raise TooLarge("a silent loop")
        at[t] = ENDED

    def choices(self, m, at):
        for t, pc in enumerate(at):
            if pc >= 0:
                ins = self.code[t][pc]
                ways = (at[ins[1]] == ENDED) if ins[0] == "join" else int(ins[1](m))
                for way in range(ways):
                    yield t, way

    def count(self, memory, places):
        """The number of executions from here on."""
        key = (memory, places)
        if key in self.known:
            return self.known[key]
        if len(self.known) >= self.states_max:
            raise TooLarge("states")
        total, m, at = 0, list(memory), list(places)
        for t, way in list(self.choices(m, at)):
            m, at = list(memory), list(places)
            ins = self.code[t][at[t]]
            if ins[0] == "point":
                ins[2](m, way)
            at[t] += 1
            self.silent(m, at, t)
            total += self.count(tuple(m), tuple(at))
        if total == 0:
            total = 1
            if all(pc < 0 for pc in places):
                self.lines.add(memory[self.out])
            else:
                self.deadlocks += 1
        if total > self.executions_max:
            raise TooLarge("executions")
        self.known[key] = total
        return total

    def run(self):
        m, at = list(self.first), [0] + [ABSENT] * (len(self.code) - 1)
        self.silent(m, at, 0)
        total = self.count(tuple(m), tuple(at))
        return Outcome(total, self.lines, self.deadlocks)


# --- what the Python half of operations.py may use

def wrapped(bits, signed):
    def wrap(value):
        value = int(value) & ((1 << bits) - 1)
        return value - (1 << bits) if signed and value >> (bits - 1) else value
    return wrap


def put(values, at, value):
    return values[:at] + (value,) + values[at + 1:]


def store(pairs, key, value):
    return tuple(sorted([p for p in pairs if p[0] != key] + [(key, value)]))


def fetch(pairs, key, otherwise):
    return dict(pairs).get(key, otherwise)


def prefix(text):
    """How many characters strtol takes."""
    n = 1 if text[:1] in ("-", "+") else 0
    end = n
    while end < len(text) and text[end].isdigit():
        end += 1
    return end if end > n else 0


def leading(text):
    return int(text[:prefix(text)] or 0)


def text(values):
    """Bytes up to the first 0."""
    return "".join(map(chr, values[:values.index(0)] if 0 in values else values))


def dice(seed, n):
    """Number n of glibc's rand() after srand(seed): the additive generator of degree 31."""
    if (seed, n) not in DRAWN:
        r = [seed]
        for _ in range(30):
            r.append(16807 * r[-1] % 2147483647)
        r += r[:3]
        for i in range(34, 345 + n):
            r.append((r[i - 31] + r[i - 3]) & 0xffffffff)
        DRAWN[seed, n] = r[344 + n] >> 1
    return DRAWN[seed, n]


def told(values):
    """How many there are, and each of them: a number of one digit each."""
    return int("".join(map(str, (len(values), *values))))


def letter(k):
    """What is told of a datagram of k + 1 digits from k on, of which two are read: 1000 more if it is cut off."""
    return told(tuple(range(k, k + min(k + 1, 2)))) + 1000 * (k > 1)


def written(values, at, more):
    """A file's bytes after these were written there."""
    values += (0,) * (at - len(values))
    return values[:at] + more + values[at + len(more):]


DRAWN = {}
WORDS = {"text": text, "dice": dice, "told": told, "letter": letter, "written": written, "wrap_s8": wrapped(8, True), "wrap_u8": wrapped(8, False), "wrap_s16": wrapped(16, True),
         "wrap_s32": wrapped(32, True), "wrap_s64": wrapped(64, True),
         "wrap_s128": wrapped(128, True), "put": put, "store": store,
         "fetch": fetch, "prefix": prefix, "leading": leading}
