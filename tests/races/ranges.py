#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ranges.py SCARP [--programs N] [--seed S] [--keep DIR] [--before SCARP]

Random programs of ranges: two or three threads fill, copy, move, compare, send
and receive parts of a few objects (the heap, large and small, and data), or go
through them byte by byte, under locks or not. The parts have any size up to 300
KB and any alignment, and overlap in part.

In the first execution, which nobody preempts, the threads run one after the
other. What races there is computed here for each two accesses, from the locks
alone. The machine may name no other pair of lines, and no byte that the two do not
share; and whatever bytes of an access race with earlier ones are shared by those
that it names for it (it need not name an access that a later one followed).

Then main goes beyond the end of a block, before its beginning, or into one that
it has freed, by a range that begins inside or elsewhere: the bug has to be what
the bytes say.

Both compilers, all modes, which have to tell the same races of 16 executions that
share beginnings. With --before, random schedules of another build have
to find no race that this one does not.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

SIZES = {"large": 300_007, "middle": 5_003, "small": 61, "data": 20_000}
HEAP = ["large", "middle", "small"]
HEAD = """#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static unsigned char *large, *middle, *small;
static unsigned char data[20000], scratch[3][300007];
static int ends[3][2];
static volatile int sum[3];
/* of the same bytes to themselves compilers make nothing */
static unsigned char *other(unsigned char *p) { __asm__("" : "+r"(p)); return p; }
static pthread_mutex_t m0, m1, first[3];
"""


def mask(at, n):
    return ((1 << n) - 1) << at


class Access:
    def __init__(self, line, write, name, at, n):
        self.side, self.name, self.bytes = (line, write), name, mask(at, n)
        self.thread = self.clock = self.knows = None

    def shared(self, other):
        return self.bytes & other.bytes if self.name == other.name else 0


def part(rng, name, most):
    size = SIZES[name]
    n = min(size, most, rng.choice([1, 2, 3, 7, 8, 64, 255, 256, 257, 1000, 4096, 5000, 70_000, size]))
    if rng.randrange(3) == 0:
        n = rng.randrange(1, n + 1)
    at = rng.randrange(min(size - n + 1, 2 * n if rng.randrange(2) else size))
    if rng.randrange(3) == 0:
        at -= at % rng.choice([4, 16, 256])
    if name == "large" and rng.randrange(2):  # which begins 48 bytes behind a tile
        at = min(at - at % 256 + 208, size - n)
    return at, n


def statement(rng, t, names):
    """Text; accesses as (write, object, at, size) in their order."""
    kind = rng.choice(["fill", "fill", "copy", "copy", "move", "compare", "send", "receive",
                       "store", "load", "loop_copy", "backwards", "ints"])
    name = rng.choice(names)
    most = {"send": 4096, "receive": 4096, "store": 3000, "load": 3000, "loop_copy": 3000,
            "backwards": 3000, "ints": 9000}.get(kind, 1 << 20)
    at, n = part(rng, name, most)
    p, own = f"{name} + {at}", f"scratch[{t}]"
    if kind == "fill":
        return f"memset({p}, {rng.randrange(256)}, {n});", [(1, name, at, n)]
    if kind == "copy" and rng.randrange(2):
        return f"memcpy({own}, {p}, {n});", [(0, name, at, n)]
    if kind == "copy":
        return f"memcpy({p}, {own}, {n});", [(1, name, at, n)]
    if kind == "move":
        to = rng.randrange(SIZES[name] - n + 1)
        return f"memmove({name} + {to}, other({p}), {n});", [(0, name, at, n), (1, name, to, n)]
    if kind == "compare":
        return f"sum[{t}] += memcmp({p}, other({p}), {n});", [(0, name, at, n)]
    if kind == "send":
        return (f"sum[{t}] += write(ends[{t}][1], {p}, {n}) - read(ends[{t}][0], {own}, {n});",
                [(0, name, at, n)])
    if kind == "receive":
        return (f"sum[{t}] += write(ends[{t}][1], {own}, {n}) - read(ends[{t}][0], {p}, {n});",
                [(1, name, at, n)])
    loop = f"for (int i = 0; i < {n}; i++)"
    if kind == "store":
        return f"{loop} ({p})[i] = (unsigned char)i;", [(1, name, at, n)]
    if kind == "load":
        return f"{loop} sum[{t}] += ({p})[i];", [(0, name, at, n)]
    if kind == "loop_copy":
        to = rng.randrange(SIZES[name] - n + 1)
        return f"{loop} ({name} + {to})[i] = ({p})[i] + 1;", [(0, name, at, n), (1, name, to, n)]
    if kind == "backwards":
        return f"for (int i = {n}; i--;) ({p})[i] = 1;", [(1, name, at, n)]
    at -= at % 4
    n = max(1, n // 4)
    return f"for (int i = 0; i < {n}; i++) ((int *)({name} + {at}))[i]++;", [
        (0, name, at, 4 * n), (1, name, at, 4 * n)]


def fits(made):
    """Within the objects, as the last kind may not be."""
    return all(at + n <= SIZES[name] for _, name, at, n in made[1])


def thread(rng, t, names):
    made, lock = [], None
    for _ in range(rng.randrange(2, 7)):
        if lock is None and rng.randrange(3) == 0:
            lock = rng.choice(["m0", "m1"])
            made.append((f"pthread_mutex_lock(&{lock});", ("lock", lock)))
        s = statement(rng, t, names)
        while not fits(s):
            s = statement(rng, t, names)
        made.append(s)
        if lock and rng.randrange(2):
            made.append((f"pthread_mutex_unlock(&{lock});", ("unlock", lock)))
            lock = None
    if lock:
        made.append((f"pthread_mutex_unlock(&{lock});", ("unlock", lock)))
    return made


def error(rng):
    """What main does at last, and the bug that it is."""
    name = rng.choice(HEAP)
    size = SIZES[name]
    kind = rng.choice(["heap_overflow", "heap_underflow", "use_after_free", None])
    if kind == "heap_overflow":
        at = rng.choice([0, size - 1, size, rng.randrange(size)])
        n = size - at + rng.choice([1, 2, 5, 16])
    elif kind == "heap_underflow":
        at = -rng.choice([1, 3, 16])
        n = rng.choice([1, -at, 100, size - at])
    elif kind == "use_after_free":
        at, n = part(rng, name, size)
    else:
        at, n = 0, size
    how = rng.choice([f"memset({name} + {at}, 1, {n});", f"memcpy(scratch[0], {name} + {at}, {n});",
                      f"for (int i = 0; i < {n}; i++) {name}[{at} + i]++;"])
    return (f"free({name}); " if kind == "use_after_free" else "") + how, kind


def generate(rng):
    names = rng.sample(list(SIZES), rng.randrange(1, 3))
    threads = [thread(rng, t, names) for t in range(rng.choice([2, 2, 3]))]
    lines, accesses = HEAD.splitlines(), []
    for t, made in enumerate(threads):
        lines += [f"static void *thread{t}(void *unused)", "{", f"\tpthread_mutex_lock(&first[{t}]);"]
        accesses.append([])
        for text, what in made:
            lines.append("\t" + text)
            accesses[t] += ([what] if isinstance(what, tuple) else
                            [Access(len(lines), *a) for a in what])
        lines += ["\treturn unused;", "}"]
    bad, bug = error(rng)
    lines += ["int main(int argc, char **argv)", "{", "\tpthread_t t[3];", "\t(void)argv;",
              *(f"\t{n} = malloc({SIZES[n]});" for n in HEAP)]
    lines += [f"\tif (pipe(ends[{t}])) return 1;" for t in range(len(threads))]
    lines += [f"\tpthread_create(&t[{t}], NULL, thread{t}, NULL);" for t in range(len(threads))]
    lines += [f"\tpthread_join(t[{t}], NULL);" for t in range(len(threads))]
    lines += [f"\tif (argc > 1) {{ {bad} }}", "\treturn 0;", "}"]
    return "\n".join(lines) + "\n", accesses, bug


def oracle(threads):
    """Each later access with what races before it, thread by thread."""
    clocks = [[int(i == t) for i in range(len(threads))] for t in range(len(threads))]
    known, made, found = {}, [], []
    for t, accesses in enumerate(threads):
        for a in accesses:
            if isinstance(a, tuple):
                if a[0] == "lock":
                    clocks[t] = [max(p) for p in zip(clocks[t], known.get(a[1], clocks[t]))]
                else:
                    known[a[1]] = list(clocks[t])
                    clocks[t][t] += 1
                continue
            a.thread, a.clock, a.knows = t, clocks[t][t], list(clocks[t])
            races = [b for b in made if b.thread != t and b.shared(a) and (a.side[1] or b.side[1])
                     and b.clock > a.knows[b.thread]]
            if races:
                found.append((a, races))
            made.append(a)
    return found


def check(scarp, executable, options, arguments=()):
    out = subprocess.run([scarp, "check", "-q", *options, "--json", "-", executable, *arguments],
                         capture_output=True, text=True, timeout=600, cwd=os.path.dirname(executable))
    if out.returncode not in (0, 1, 4):
        raise SystemExit(f"FAILED: exit status {out.returncode}\n{out.stdout}{out.stderr}")
    return json.loads(out.stdout)


def side(race, which):
    return race[which]["line"], int(race[which]["access"] == "write")


def offset(race):
    """Where in its object; the text says so in one of two ways."""
    text = race["object"]
    m = re.match(r"\w+\[(\d+)\]", text) or re.search(r"(?:byte|offset) (\d+)|\+ ?(\d+)", text)
    return int(next(g for g in m.groups() if g)) if m else 0


def compare(found, races):
    """What is wrong; None: nothing."""
    pairs = {(b.side, a.side): b.shared(a) for a, many in found for b in many}
    same = {}
    for a, many in found:
        for b in many:  # a line may make several accesses, to several places
            same[(b.side, a.side)] = same.get((b.side, a.side), 0) | b.shared(a)
    told = {(side(r, "first"), side(r, "second")): r for r in races}
    for pair, r in told.items():
        if pair not in pairs:
            return f"no race: {pair}"
        if not same[pair] >> offset(r) & 1:
            return f"not a byte of both: {r['object']} {pair}"
    for a, many in found:
        race = seen = 0
        for b in many:
            race |= b.shared(a)
            seen |= b.shared(a) if (b.side, a.side) in told else 0
        if race != seen:
            return f"missing: {a.side}: bytes from {(race & ~seen).bit_length() - 1} downwards"
    return None


def less(new, old):
    """A race of the old result that is not in the new one, or another bug. (An execution alone may
    know a later access of a thread that stands for an earlier one, and another build the other.)"""
    def pair(race):
        return frozenset([side(race, "first"), side(race, "second")])

    now = {pair(r) for r in new["races"]}
    bugs = [[(b["kind"], b["message"]) for b in r["bugs"]] for r in (new, old)]
    return ([r for r in old["races"] if pair(r) not in now and r["last_execution"] > 1] or
            (bugs if bugs[0] != bugs[1] else None))


def one(args, rng, number, folder):
    """How many races it has, and whether it has a bug."""
    text, threads, bug = generate(rng)
    source = os.path.join(folder, f"ranges{number}.c")
    with open(source, "w") as f:
        f.write(text)
    found = oracle(threads)

    def fail(what):
        print(f"FAILED: {source}: {what}\n{text}" if not args.keep else f"FAILED: {source}: {what}")
        sys.exit(1)

    for compiler in ("gcc", "clang"):
        executable = source[:-2] + "-" + compiler
        builds = [args.scarp] + ([args.before] if args.before else [])
        made = []
        for i, scarp in enumerate(builds):
            made.append(executable + ("-before" if i else ""))
            subprocess.run([scarp, "cc", "--compiler", compiler, "-g", "-O1", "-w", "-o", made[-1], source], check=True,
                           timeout=300)
        rounds = []
        for mode in ("restart", "checkpoint", "fork"):
            how = ["--mode", mode]
            result = check(args.scarp, made[0], ["--strategy", "dfs", "--max-executions", "1", *how])
            wrong = compare(found, result["races"])
            if wrong:
                fail(f"{compiler}, {mode}: {wrong}")
            result = check(args.scarp, made[0], ["--strategy", "dfs", "--max-executions", "1", *how], ["bad"])
            kinds = [b["kind"] for b in result["bugs"]]
            if kinds != ([bug] if bug else []):
                fail(f"{compiler}, {mode}: {kinds}, not {bug}")
            many = ["--strategy", "random", "--max-executions", "12", "--points", "sync", *how]
            orders = check(args.scarp, made[0], ["--strategy", "dfs", "--max-executions", "16", "--points", "sync",
                                                 *how])
            rounds.append(sorted((side(r, "first"), side(r, "second"), r["first_execution"], r["last_execution"])
                                 for r in orders["races"]))
            if rounds[-1] != rounds[0]:
                fail(f"{compiler}: {mode} and restart differ: {rounds[-1]}, {rounds[0]}")
            if args.before:
                for options, arguments in ((many, []), (["--strategy", "dfs", "--max-executions", "1", *how], ["bad"])):
                    got, old = (check(s, e, options, arguments) for s, e in zip(builds, made))
                    if less(got, old):
                        fail(f"{compiler}, {mode}: less than before: {less(got, old)}")
    return sum(len(many) for _, many in found), bug is not None


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("scarp")
    p.add_argument("--programs", type=int, default=20)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--keep")
    p.add_argument("--before")
    args = p.parse_args()
    args.scarp = os.path.abspath(args.scarp)
    pairs = bugs = 0
    with tempfile.TemporaryDirectory(prefix="scarp-test-") as temporary:
        folder = os.path.abspath(args.keep or temporary)
        os.makedirs(folder, exist_ok=True)
        for i in range(args.programs):
            more, bug = one(args, random.Random(args.seed * 1000 + i), i, folder)
            pairs += more
            bugs += bug
    print(f"{args.programs} programs, {pairs} races, {bugs} bugs")
    return 0 if pairs and bugs else 1


if __name__ == "__main__":
    sys.exit(main())
