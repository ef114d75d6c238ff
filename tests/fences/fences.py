#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""fences.py - `scarp fences`: its answer, and that no smaller set of lines would do

fences.py SCARP [CASE]...
fences.py --list

The programs are those of tests/programs/fences.  That an answer is a smallest one is
found out by trying: with each smaller set of lines that store, `scarp check --fence`
has to find a bug.
"""
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, "../programs/fences")
sys.path.insert(0, os.path.join(HERE, ".."))
sys.dont_write_bytecode = True  # the tree stays clean
from cases import main  # noqa: E402

SCARP = None
CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def run(code, *words):
    done = subprocess.run([SCARP, *words], capture_output=True, text=True, errors="replace", timeout=110, stdin=subprocess.DEVNULL)
    assert done.returncode == code, (done.returncode, done.stdout + done.stderr)
    return done.stdout + done.stderr


def build(source, *flags):
    """As ./test; its source beside it, so that places are short."""
    name = os.path.basename(source)
    with open(source) as f, open(name, "w") as to:
        to.write(f.read())
    run(0, "cc", "-g", "-O1", "-o", "test", name, *flags)
    return name


def write(text, *flags):
    with open("a.c", "w") as f:
        f.write(text)
    run(0, "cc", "-g", "-O1", "-o", "test", "a.c", *flags)


def answer(code=0, *options):
    said = run(code, "fences", "--json", "out.json", *options, "./test")
    with open("out.json") as f:
        return said, json.load(f)


def line_of(source, mark):
    with open(source) as f:
        return next(i for i, line in enumerate(f, 1) if f"/* {mark} */" in line)


def stores(source):
    """The lines that --fence takes."""
    with open(source) as f:
        n = len(f.readlines())
    told = []
    line = 1
    while line <= n:
        done = subprocess.run([SCARP, "check", "-q", "--model", "tso", "--max-executions", "1", "--state", "none",
                               "--fence", f"{source}:{line}", "./test"], capture_output=True, text=True, timeout=60)
        if done.returncode != 2:
            told.append(line)
        line += 1
    return told


def fails(source, lines, model="tso"):
    words = [w for line in lines for w in ("--fence", f"{source}:{line}")]
    done = subprocess.run([SCARP, "check", "-q", "--exhaustive", "--shrink", "0", "--model", model, "--out", "other", *words, "./test"],
                          capture_output=True, text=True, timeout=110)
    assert done.returncode in (0, 1), done.stderr
    return done.returncode == 1


def smallest(name, marks, *flags, model="tso"):
    """The answer is those lines; and with fewer it fails, whichever they are."""
    source = build(os.path.join(PROGRAMS, name), *flags)
    said, result = answer(0, "--model", model)
    wanted = [f"{source}:{line_of(source, mark)}" for mark in marks]
    assert result["answer"] == "fences" and result["exit"] == 0, result
    assert [f["fence"] for f in result["fences"]] == wanted, (result["fences"], wanted)
    n = len(marks)
    first = f"1 fence makes it right under {model}: after " if n == 1 else f"{n} fences make it right under {model}: after "
    assert first + wanted[0] + " (write " in said, said
    assert f"checked: verified with {'it' if n == 1 else 'them'}, bug without" in said, said
    assert len(result["traces"]) == result["checks"] - 2, result  # sc, and the one that passes
    assert not fails(source, [line_of(source, mark) for mark in marks], model)
    lines = stores(source)
    assert set(line_of(source, mark) for mark in marks) <= set(lines), lines
    for less in itertools.combinations(lines, n - 1):
        assert fails(source, less, model), less
    return said, result


@case
def dekker():
    smallest("dekker.c", ["WANTS"])


@case
def blocks_are_told_by_their_lines():
    """A letter would be another block's in the next execution."""
    write("""#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int *volatile x, *volatile y;
static void *f(void *p)
{
	x[0] = 1;
	return y[0] ? p : 0;
}
static void *g(void *p)
{
	y[0] = 1;
	return x[0] ? p : 0;
}
int main(void)
{
	pthread_t a, b;
	void *r, *s;
	x = calloc(1, 4), y = calloc(1, 4);
	pthread_create(&a, 0, f, &a), pthread_create(&b, 0, g, &b);
	pthread_join(a, &r), pthread_join(b, &s);
	assert(r || s);
}
""")
    said, result = answer()
    assert "after a.c:7 (write to a block: x[0] = 1;), a.c:12 (write to a block: y[0] = 1;)" in said, said
    assert [f["store"] for f in result["fences"]] == ["to a block: x[0] = 1;", "to a block: y[0] = 1;"], result


@case
def peterson():
    smallest("peterson.c", ["TURN"])


@case
def bakery():
    smallest("bakery.c", ["CHOOSING", "NUMBER"])


@case
def latch():
    said, result = smallest("latch.c", ["WORK"])
    source = "latch.c"
    assert re.search(r"under tso: assertion .*\n  T1's store to work \(latch.c:\d+\) was not yet visible when T1 read latch \(latch.c:\d+\)\n"
                     r"  scarp replay scarp.out/001/bug-1.schedule\n", said), said
    assert result["traces"][0]["with"] == "" and result["traces"][0]["late"][0]["line"] == line_of(source, "WORK"), result
    run(1, "replay", "scarp.out/001/bug-1.schedule")


@case
def repaired_latches_need_none():
    for repair in ("FENCE", "ALWAYS", "LOCK"):
        build(os.path.join(PROGRAMS, "latch.c"), "-D" + repair)
        said, result = answer()
        assert said == "right under tso without a fence\n", said
        assert result["answer"] == "none_needed" and result["fences"] == [] and result["checks"] == 2, result


@case
def probed_table():
    smallest("probed_table.c", ["VALUE"])
    build(os.path.join(PROGRAMS, "probed_table.c"), "-DORDERED")
    assert answer()[1]["answer"] == "none_needed"


@case
def chase_lev():
    smallest("chase_lev.c", ["TAKE"])


@case
def hazard():
    smallest("hazard.c", ["SAYS"])


@case
def seqlock():
    smallest("seqlock.c", ["ODD", "READS"], "-DPUBLISH")
    build(os.path.join(PROGRAMS, "seqlock.c"))
    assert answer()[1]["answer"] == "none_needed"


@case
def hash_table():
    smallest("hash_table.c", ["PUT"])
    build(os.path.join(PROGRAMS, "hash_table.c"), "-DORDERED")
    assert answer()[1]["answer"] == "none_needed"


@case
def dekker_by_pso():
    """What is stored inside may be seen after the lock is given back."""
    smallest("dekker.c", ["LEAVES", "WANTS"], model="pso")


@case
def peterson_by_pso():
    """And the turn before the flag."""
    smallest("peterson.c", ["LEAVES", "FLAG", "TURN"], model="pso")


@case
def latch_by_pso():
    """There is no second store of a thread that could overtake the first one."""
    smallest("latch.c", ["WORK"], model="pso")


@case
def seqlock_by_pso():
    """The two words stay behind the odd number, and before the even one: a fence behind the second
    of them does for both."""
    said, result = smallest("seqlock.c", ["ODD", "RIGHT"], model="pso")
    assert "was not yet visible when its later one to " in said, said


@case
def messages_by_pso():
    """x=1; y=1 | b=y; a=x is right by tso.  A fence behind y=1 comes too late."""
    write("""#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define put(p) atomic_store_explicit(p, 1, memory_order_relaxed)
#define get(p) atomic_load_explicit(p, memory_order_relaxed)
_Alignas(8) static atomic_int x;
_Alignas(8) static atomic_int y;
static void *other(void *u)
{
	assert(!get(&y) || get(&x));
	return u;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	put(&x);
	put(&y);
	return pthread_join(t, 0);
}
""")
    assert answer()[1]["answer"] == "none_needed"
    said, result = answer(0, "--model", "pso")
    assert "T0's store to x (a.c:17) was not yet visible when its later one to y (a.c:18) was\n" in said, said
    assert "1 fence makes it right under pso: after a.c:17 (write x)\n" in said, said
    assert [f["fence"] for f in result["fences"]] == ["a.c:17"] and result["model"] == "pso", result
    assert fails("a.c", [18], "pso") and not fails("a.c", [17], "pso")


@case
def valois():
    for flags in [], ["-DDELETES"], ["-DMIXED"]:
        build(os.path.join(PROGRAMS, "valois.c"), *flags)
        assert answer()[1]["answer"] == "none_needed", flags


@case
def what_is_wrong_by_sc_is_told_so():
    write("#include <assert.h>\n#include <stdatomic.h>\n#include <pthread.h>\n"
          "static atomic_int x;\nstatic void *f(void *u)\n{\n\tatomic_store_explicit(&x, 1, memory_order_relaxed);\n\treturn u;\n}\n"
          "int main(void)\n{\n\tpthread_t t;\n\tpthread_create(&t, 0, f, 0);\n\tassert(!atomic_load(&x));\n\treturn pthread_join(t, 0);\n}\n")
    said, result = answer(1)
    assert said.startswith('wrong under sc already, where every store is seen at once: assertion "!atomic_load(&x)" failed'), said
    assert result["answer"] == "wrong_under_sc" and result["fences"] == [] and result["traces"] == [], result


NOT_BY_SC = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y, go;
static int a, b;
static void *left(void *u)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	a = atomic_load_explicit(&y, memory_order_relaxed);
	return u;
}
static void *right(void *u)
{
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	b = atomic_load_explicit(&x, memory_order_relaxed);
	return u;
}
static void two(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, left, 0);
	pthread_create(&t, 0, right, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
}
int main(void)
{
	two();
	assert(WRONG);
}
"""


@case
def without_lines_no_fence_can_be_tried():
    write(NOT_BY_SC, "-DWRONG=a||b")
    subprocess.run(["strip", "--strip-debug", "test"], check=True)
    said, result = answer(1)
    assert "no fence can be tried: the lines of the stores" in said, said
    assert result["answer"] == "no_line", result


@case
def too_many_lines_are_told_so():
    """All stores behind one that is late are late."""
    text = NOT_BY_SC.replace("static int a, b;", "static int a, b;\nstatic atomic_int more[70];")
    stores = "".join(f"\tatomic_store_explicit(&more[{i}], 1, memory_order_relaxed);\n" for i in range(70))
    write(text.replace("\ta = ", stores + "\ta = "), "-DWRONG=a||b")
    said, result = answer(5)
    assert "error: stores of more than 64 lines are late where the test fails [SC634]" in said, said
    assert result["answer"] == "error", result


@case
def what_waits_overtakes_nothing():
    """A thread that has come to a fence and waits for its store, when another one fails, has overtaken nothing."""
    write("#include <assert.h>\n#include <stdatomic.h>\n#include <pthread.h>\nstatic atomic_int x;\n"
          "static void *f(void *u)\n{\n\tatomic_store_explicit(&x, 1, memory_order_relaxed);\n"
          "\tatomic_thread_fence(memory_order_seq_cst);\n\treturn u;\n}\n"
          "int main(void)\n{\n\tpthread_t t;\n\tpthread_create(&t, 0, f, 0);\n"
          "\tassert(atomic_load_explicit(&x, memory_order_relaxed) > 1);\n\treturn pthread_join(t, 0);\n}\n")
    waited = False
    for seed in range(1, 60):
        run(1, "check", "-q", "--model", "tso", "--strategy", "random", "--seed", str(seed), "--max-executions", "1",
            "--shrink", "0", "--no-html", "--json", "out.json", "./test")
        with open("out.json") as f:
            bug = json.load(f)["bugs"][0]
        assert bug["late"] == [] and bug["right_under_sc"] is False, (seed, bug["late"])
        waited |= any("buffer" in s["text"] for s in bug["trace"]["steps"])
    assert waited


@case
def who_is_seen_before_the_next_load_is_not_overtaken():
    """By the rows of the trace: the load of a thread comes before its store becomes visible, or behind it."""
    write(NOT_BY_SC, "-DWRONG=0")
    seen = set()
    for seed in range(1, 80):
        run(1, "check", "-q", "--model", "tso", "--strategy", "random", "--seed", str(seed), "--max-executions", "1",
            "--shrink", "0", "--no-html", "--json", "out.json", "./test")
        with open("out.json") as f:
            bug = json.load(f)["bugs"][0]
        late = {one["thread"] for one in bug["late"]}
        for thread in ("T1", "T2"):
            rows = [s for s in bug["trace"]["steps"] if s["thread"] == thread and not s.get("blocked")]
            at = {s["operation"]: i for i, s in enumerate(rows)}
            store = rows[at["atomic_store"]]
            buffered = "buffer" in store["text"]
            overtaken = buffered and at["atomic_load"] < at["flush"]
            assert (thread in late) == overtaken, (seed, thread, late, rows)
            seen.add((buffered, overtaken))
        if len(seen) == 3:
            return
    raise AssertionError(seen)


@case
def what_was_not_tried_by_sc_is_not_said_to_be_right():
    """Without --shrink the order is not followed by sc."""
    build(os.path.join(PROGRAMS, "latch.c"))
    for shrink, told in (("0", False), ("1s", True)):
        said = run(1, "check", "--model", "tso", "--shrink", shrink, "--json", "out.json", "./test")
        with open("out.json") as f:
            bug = json.load(f)["bugs"][0]
        assert len(bug["late"]) == 1 and bug["right_under_sc"] == told and ("right under sc" in said) == told, (said, bug)


@case
def a_line_that_is_needed_twice_is_one():
    """Both threads store by one function."""
    text = NOT_BY_SC.replace("static int a, b;", "static int a, b;\nstatic __attribute__((noinline)) void set(atomic_int *p)\n"
                             "{\n\tatomic_store_explicit(p, 1, memory_order_relaxed);\n}")
    for p in "xy":
        text = text.replace(f"atomic_store_explicit(&{p}, 1, memory_order_relaxed)", f"set(&{p})")
    write(text, "-DWRONG=a||b")
    said, result = answer()
    assert [f["fence"] for f in result["fences"]] == ["a.c:8"], result


@case
def a_search_that_proves_nothing_is_told_so():
    write(NOT_BY_SC, "-DWRONG=1")
    said, result = answer(4, "--strategy", "random", "--max-executions", "20")
    assert said.startswith("no bug was found under tso without a fence\nthat is not proven: partial: no bug in 20 sampled executions"), said
    assert result["answer"] == "not_proven", result


@case
def the_budget_is_for_all_checks():
    write(NOT_BY_SC, "-DWRONG=a||b")
    said, result = answer(4, "--budget", "1ms")
    assert "not finished: the budget ended" in said and result["answer"] == "ended", (said, result)


@case
def ctrl_c_ends_with_what_is_known():
    write(NOT_BY_SC.replace("two();", "for (int i = 0; i < 60; i++) two();"), "-DWRONG=1")
    p = subprocess.Popen([SCARP, "fences", "--exhaustive", "--json", "out.json", "./test"], stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, text=True, start_new_session=True)
    time.sleep(2)
    os.killpg(p.pid, signal.SIGINT)
    said = "".join(p.communicate(timeout=60))
    assert p.returncode == 130 and "not finished: it was interrupted" in said, (p.returncode, said)
    with open("out.json") as f:
        assert json.load(f)["answer"] == "ended"


@case
def wrong_options_are_refused():
    write(NOT_BY_SC, "-DWRONG=1")
    assert "[SC633]" in run(2, "fences", "--model", "sc", "./test")
    assert "one at a time" in run(2, "fences", "--model", "all", "./test")
    assert "'--fence' is not for 'scarp fences' [SC633]" in run(2, "fences", "--model", "tso", "--fence", "a.c:8", "./test")
    assert "[SC633]" in run(2, "fences", "--list", "./test")
    assert "[SC411]" in run(2, "fences")
    assert "[SC408]" in run(2, "fences", "--cache", "hbr", "./test")
    assert "[SC454]" in run(2, "fences", "./absent")


def begin(scarp, _moments, _seed):
    global SCARP
    SCARP = scarp


if __name__ == "__main__":
    sys.exit(main(CASES, begin))
