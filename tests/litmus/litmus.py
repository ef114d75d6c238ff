#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Litmus tests under memory models: what scarp says of C programs, against models.py.

    litmus.py --scarp FILE [--programs N] [--seed S] [--unnamed] [--compiler NAME]
              [--only NUMBER] [--mode MODE...] [--model MODEL...] [--keep DIR]

The tests that have names in tests/oracle/models.py, and random ones, are threads of one C
program, which takes the test's number. By sc, tso and pso each must come to just the
outcomes that the model as a machine has, without a reduction and with the optimal one,
which completes one execution for each way of reading and writing (fewer where additions
commute, more where accesses of several widths meet); where all is atomic it begins no
other.

Variables are atomic, with relaxed loads and stores, and each is a place of its own. In
every second random test stores and loads of some variables, or some single ones, are plain
(volatile) ones, which race; or a plain access stands right before each of some atomic ones of
the same variable, or one plain store before one, with nothing else by which it were found. In every third one a variable is a word of which others
use halves, or two are neighbours in one word. Of some main makes the first thread's part itself:
what it does first belongs to its transition that creates the last one. With some of the atomic
stores behind --fence, the program has to come by tso to what the machine has where these are
sequentially consistent, and by pso to what it has with a fence behind each. No outcome is taken from scarp."""
import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "oracle"))
from models import LITMUS, WAYS, at_random  # noqa: E402
from widths import HALVES, halves, wide_machine, with_halves  # noqa: E402

MODELS = ("sc", "tso", "pso")
TYPES = {"w": "WHOLE", "l": "HALF", "h": "HALF", "p": "int", "q": "int"}
WIDE = {8: ("unsigned short", "unsigned char"), 16: ("unsigned", "unsigned short"),
        32: ("unsigned long long", "unsigned")}  # by the bits of a half
WAYS_MOST = 200      # of a random test
STATES_MOST = 12     # operations of a test that is run without a reduction
CAS = 0.1            # how often an update is a compare and swap
DEAD = 0.3           # how often nobody uses the results of additions, which then commute

HEAD = r"""#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#define RELAXED __ATOMIC_RELAXED
#define SEQ __ATOMIC_SEQ_CST
static int test;
#define PLACE static _Alignas(8) volatile
PLACE TYPE x;
PLACE TYPE y;
PLACE TYPE z;
PLACE TYPE v;
PLACE TYPE i;
PLACE TYPE j;
PLACE union {
	WHOLE all;
	HALF half[2];
} parts;
#define w parts.all
#define l parts.half[0]
#define h parts.half[1]
PLACE int neighbour[2];
#define p neighbour[0]
#define q neighbour[1]
static long long got[4][16];
#define R(t, n, var) got[t][n] = (long long)(var)
#define PRINT(t, n) printf("%d.%d=%lld,", t, n, got[t][n])
#define SHOW(var) printf(#var "=%lld,", (long long)var)
"""


def type_of(rng):
    return rng.choice(("char", "short", "int", "int", "long long"))


def value(t, what):
    if isinstance(what, int):
        return f"{what}u"
    parts = [str(p) if isinstance(p, int) else
             f"got[{t}][{p[0]}]" if p[1] == "old" else f"(got[{t}][{p[0]}] == {p[1]})"
             for p in what]
    return f"({' + '.join(parts)})"


def statement(t, n, op, plain):
    """One operation of thread t, its n-th, in C."""
    kind, *a = op
    is_plain = (t, n) in plain or op[0] in "rw" and a[0] in plain
    if kind == "f":
        return "__atomic_thread_fence(SEQ);"
    if kind == "rf":
        return "__atomic_thread_fence(__ATOMIC_RELEASE);"
    if kind == "r":
        return f"R({t}, {n}, {a[0] if is_plain else f'__atomic_load_n(&{a[0]}, RELAXED)'});"
    if kind == "d":
        return f"__atomic_fetch_add(&{a[0]}, {a[1]}, {'RELAXED' if n % 2 else '__ATOMIC_RELEASE'});"
    if kind == "u":
        return f"R({t}, {n}, __atomic_fetch_add(&{a[0]}, {a[1]}, RELAXED));"
    if kind == "c":
        return (f"{{ {TYPES.get(a[0], 'TYPE')} e = {a[1]}; __atomic_compare_exchange_n(&{a[0]}, &e, {a[2]}, 0, SEQ, SEQ);"
                f" R({t}, {n}, e); }}")
    if kind == "w" and is_plain:
        return f"{a[0]} = {value(t, a[1])};"
    order = {"w": "RELAXED", "s": "__ATOMIC_RELEASE", "x": "SEQ"}[kind]
    return f"__atomic_store_n(&{a[0]}, {value(t, a[1])}, {order});"


def reads(program):
    return [(t, n) for t, thread in enumerate(program) for n, op in enumerate(thread)
            if op[0] in "ruc"]


def variables(program):
    """Those that are stored to, and halves in place of the whole."""
    return sorted({half for thread in program for op in thread if op[0] in "wsxucd"
                   for half in halves(op[1])})


def is_mixed(program):
    names = {op[1] for thread in program for op in thread if len(op) > 1}
    return any(x in names and names & set(HALVES[x]) for x in HALVES)


def source(tests, plains, kind, bits):
    types = (("TYPE", kind), ("WHOLE", WIDE[bits][0]), ("HALF", WIDE[bits][1]))
    text = HEAD.replace("static int test;", "".join(
        f"typedef {c} {name};\n" for name, c in types) + "static int test;")
    threads = max(len(p) for p in tests)
    for t in range(threads):
        text += f"static void *thread_{t}(void *unused)\n{{\n\tswitch (test) {{\n"
        for number, program in enumerate(tests):
            if t < len(program):
                lines = "\n\t\t".join(f"{statement(t, n, op, plains[number])} /* {number}.{t}.{n} */"
                                      for n, op in enumerate(program[t]))
                text += f"\tcase {number}:\n\t\t{lines}\n\t\tbreak;\n"
        text += "\t}\n\treturn unused;\n}\n"
    text += "static void *(*const body[])(void *) = {"
    text += ", ".join(f"thread_{t}" for t in range(threads)) + "};\n"
    text += f"static const int threads[] = {{{', '.join(str(len(p)) for p in tests)}}};\n"
    text += """int main(int argc, char **argv)
{
	pthread_t t[4];
	int first = argc > 2;

	test = argc > 1 ? atoi(argv[1]) : 0;
	for (int n = first; n < threads[test]; n++)
		pthread_create(&t[n], NULL, body[n], NULL);
	if (first)
		body[0](NULL);
	for (int n = first; n < threads[test]; n++)
		pthread_join(t[n], NULL);
	switch (test) {
"""
    for number, program in enumerate(tests):
        show = "".join(f"PRINT({t}, {n}); " for t, n in reads(program))
        show += "".join(f"SHOW({name}); " for name in variables(program))
        text += f"\tcase {number}:\n\t\t{show}break;\n"
    return text + '\t}\n\tputs("");\n}\n'


def outcomes(program, ways):
    """As the program prints them."""
    lines = set()
    printed = set(reads(program))
    for got, memory in ways.values():
        values = dict(memory)
        got = [(at, v) for at, v in got if at in printed]
        lines.add("".join(f"{t}.{n}={v}," for (t, n), v in got) +
                  "".join(f"{name}={values.get(name, 0)}," for name in variables(program)))
    return lines


def run(o, binary, number, *options):
    with tempfile.TemporaryDirectory(prefix="scarp-litmus-") as folder:
        out, states = os.path.join(folder, "json"), os.path.join(folder, "states")
        done = subprocess.run(
            ["timeout", "300", o.scarp, "check", "--out", os.path.join(folder, "out"), "--json",
             out, *options, binary, str(number), *(["main"] if number % 4 > 1 else [])], capture_output=True, text=True,
            env={**os.environ, "SCARP_OUTCOMES": states}, cwd=folder)
        if not os.path.exists(out):
            sys.exit(f"FAILED: {' '.join(done.args)}\n{done.stdout}{done.stderr}")
        with open(out) as f:
            result = json.load(f)
        with open(states) as f:
            seen = {line.rstrip("\n").removesuffix("\\n") for line in f}
    return result, seen


def compare(o, binary, number, program, plain, bits):
    modes = o.mode
    size = sum(map(len, program))
    dead = any(op[0] == "d" for thread in program for op in thread)
    known = [[("u", *op[1:]) if op[0] == "d" else op for op in thread] for thread in program]
    wrong = []
    for model in o.model:
        ways = wide_machine(known, model, bits)
        wanted = outcomes(program, ways)
        kinds = [("optimal", mode) for mode in modes]
        if size <= 6:
            kinds.append(("none", modes[0]))
        for reduce, mode in kinds:
            options = ["--model", model, "--mode", mode]
            options += ["--exhaustive", "--reduce", reduce]
            result, seen = run(o, binary, number, *options)
            what = f"test {number} {' '.join(options)}"
            if result["verdict"] != "verified":
                wrong.append(f"{what}: {result['sentence']}")
            if seen != wanted:
                wrong.append(f"{what}: missing {sorted(wanted - seen)}, "
                             f"never to be seen {sorted(seen - wanted)}")
            made, mixed = result["last_round"], is_mixed(program)
            if reduce == "optimal" and (made > len(ways) and not mixed or
                                        made < len(ways) and not dead):
                wrong.append(f"{what}: {made} executions, {len(ways)} ways")
            if reduce == "optimal" and result["blocked"] and not plain and not mixed:
                wrong.append(f"{what}: {result['blocked']} begun in vain")
    for line in wrong:
        print(f"FAILED: {line}\n  {program}" + (f" plain: {sorted(plain, key=str)}" if plain else ""))
    return not wrong


def moved(what, at):
    return what if isinstance(what, int) else [p if isinstance(p, int) else (at[p[0]], p[1]) for p in what]


def with_fences(program, chosen):
    """A fence behind each of them, and where everything was before."""
    made, was = [], {}
    for t, thread in enumerate(program):
        made.append([])
        at = {}
        for n, op in enumerate(thread):
            at[n] = len(made[t])
            was[t, at[n]] = t, n
            made[t].append((*op[:2], moved(op[2], at)) if op[0] in "wsx" else op)
            if (t, n) in chosen:
                made[t].append(("f",))
    return made, was


def fenced_outcomes(program, known, chosen, model, bits):
    """What it may print, and how many ways there are.  known: without dead additions."""
    if model == "tso":
        made = [[("x", *op[1:]) if (t, n) in chosen else op for n, op in enumerate(thread)]
                for t, thread in enumerate(known)]
        ways = wide_machine(made, model, bits)
    else:
        made, was = with_fences(known, chosen)
        ways = {way: (tuple((was[at], v) for at, v in got), memory)
                for way, (got, memory) in wide_machine(made, model, bits).items()}
    return outcomes(program, ways), len(ways)


def fenced(o, path, binary, number, program, plain, bits):
    """The same with some stores fenced: those that are atomic, which are points in any case. By
    tso they are sequentially consistent; by pso a fence behind a store orders it with what
    follows, and not with what is before it."""
    rng = random.Random(f"{o.seed} {number}")
    stores = [(t, n) for t, thread in enumerate(program) for n, op in enumerate(thread)
              if op[0] in "ws" and (t, n) not in plain and op[1] not in plain]
    if not stores:
        return True
    chosen = rng.sample(stores, rng.randint(1, len(stores)))
    dead = any(op[0] == "d" for thread in program for op in thread)
    known = [[("u", *op[1:]) if op[0] == "d" else op for op in thread] for thread in program]
    with open(path) as f:
        line_of = {m[1]: i for i, line in enumerate(f, 1) if (m := re.search(r"/\* (\S+) \*/$", line))}
    good = True
    for model in set(o.model) & {"tso", "pso"}:
        options = ["--model", model, "--exhaustive", "--mode", o.mode[0]]
        for t, n in chosen:
            options += ["--fence", f"litmus.c:{line_of[f'{number}.{t}.{n}']}"]
        wanted, ways = fenced_outcomes(program, known, chosen, model, bits)
        result, seen = run(o, binary, number, *options)
        if o.compiler == "clang" and "no store is at" in (result["error"] or ""):
            continue  # it made one store of two lines, of which the other one is told
        count = result["last_round"]
        if result["verdict"] == "verified" and seen == wanted and (
                count == ways or dead and count < ways or is_mixed(program) and count > ways):
            continue
        print(f"FAILED: test {number} {' '.join(options)}: {result['sentence']}\n  {program} plain: {sorted(plain, key=str)}\n"
              f"  missing {sorted(wanted - seen)}, never to be seen {sorted(seen - wanted)}; {count} executions, {ways} ways")
        good = False
    return good


def drawn(rng, bits, split, way):
    """A program, and its plain accesses: (thread, position), or a variable.  way: -1: none."""
    while True:
        program, plain = at_random(rng), set()
        program = [[("c", op[1], rng.choice((0, 1)), 2) if op[0] == "u" and rng.random() < CAS
                    else op for op in thread] for thread in program]
        if split:
            program = with_halves(rng, program, bits)
        if rng.random() < DEAD:
            program = [[("d", *op[1:]) if op[0] == "u" else op for op in t] for t in program]
        some = some_plain(rng, program, way) if way >= 0 else (program, plain)
        if not some:
            continue
        program, plain = some
        known = [[("u", *op[1:]) if op[0] == "d" else op for op in t] for t in program]
        if len(wide_machine(known, "pso", bits)) <= WAYS_MOST:
            return program, plain


def some_plain(rng, program, way):
    """All of a variable or two; single operations, among atomic ones of the same place; or
    one right before each of some atomic stores and loads."""
    if way == 3:
        return lone_plain(rng, [thread[:2] for thread in program])
    if way == 0:
        return program, set(rng.sample("xywlp", rng.randint(1, 2)))
    if way == 1:
        return program, {(t, n) for t, thread in enumerate(program)
                         for n, op in enumerate(thread) if op[0] in "rw" and rng.random() < 0.5}
    plain, after = set(), []
    for t, thread in enumerate(program):
        after.append([])
        for op in thread:
            if op[0] in "rws" and rng.random() < 0.4:
                plain.add((t, len(after[-1])))
                # A number of its own, that it can be told from all others.
                after[-1].append(("w", op[1], 5 + t) if rng.random() < 0.6 else ("r", op[1]))
            after[-1].append(op)
    return after, plain


def lone_plain(rng, program):
    """One before an access of a thread whose others are atomic, as are all others: only what
    that one is found to race with makes it a decision point."""
    read = [{op[1] for op in thread if op[0] == "r"} for thread in program]
    at = [(t, n) for t, thread in enumerate(program) for n, op in enumerate(thread)
          if op[0] in "ws" and any(op[1] in names for u, names in enumerate(read) if u != t)]
    if not at:
        return None
    t, n = rng.choice(at)
    program[t].insert(n, ("w", program[t][n][1], 5))
    return program, {(t, n)}


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--scarp", required=True)
    args.add_argument("--programs", type=int, default=12)
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--only", type=int)
    args.add_argument("--compiler", default="gcc")
    args.add_argument("--unnamed", action="store_true", help="random ones alone")
    args.add_argument("--mode", nargs="*", default=["checkpoint"])
    args.add_argument("--model", nargs="*", default=MODELS)
    args.add_argument("--keep")
    o = args.parse_args()

    o.scarp = os.path.abspath(o.scarp)
    rng = random.Random(o.seed)
    tests = [p for p, *_ in LITMUS.values()] + [p for p, _ in WAYS.values()]
    if o.unnamed:
        tests = []
    plains = [set() for _ in tests]
    bits = rng.choice(sorted(WIDE))
    for number in range(o.programs):
        program, plain = drawn(rng, bits, number % 3 == 2, number // 2 % 4 if number % 2 else -1)
        tests.append(program)
        plains.append(plain)
    with tempfile.TemporaryDirectory(prefix="scarp-litmus-") as folder:
        folder = o.keep or folder
        path, binary = os.path.join(folder, "litmus.c"), os.path.join(folder, "litmus")
        with open(path, "w") as f:
            f.write(source(tests, plains, type_of(rng), bits))
        if not shutil.which(o.compiler):
            sys.exit(77)
        subprocess.run([o.scarp, "cc", "--compiler", o.compiler, "-O1", "-g", path, "-o", binary],
                       check=True)
        good = [compare(o, binary, n, p, plains[n], bits) and fenced(o, path, binary, n, p, plains[n], bits)
                for n, p in enumerate(tests) if o.only is None or n == o.only]
    print(f"{sum(good)} of {len(good)} litmus tests agree")
    sys.exit(not all(good))


if __name__ == "__main__":
    main()
