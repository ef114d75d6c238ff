#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""spurious_random.py - does --spurious try all that POSIX and C allow, and no more?

spurious_random.py --scarp build/bin/scarp [--seed N] [--programs N] [--compiler C]

Makes random programs of two or three threads with weak compare-and-swaps, alone
and in loops, timed waits of one condition variable, and signals.  The same list
is printed as C and interpreted here, in all orders: each thread may have so many
failures for no reason.  `scarp check --spurious` has to come to the same final
states, with and without reduction.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # the tree stays clean
from rwlock_random import check, differences

STATES = 200000
ROOM = 4  # calls of a thread, at most


# --- making: a thread is a list of (name, variable, expected, new)

def make_thread(rng, length):
    names = ("store", "cas", "cas", "add", "wait", "signal", "load")
    return [(rng.choice(names), rng.randint(0, 1), rng.randint(0, 2), rng.randint(1, 3)) for _ in range(length)]


def make(rng):
    shape = rng.choice(((3, 3), (3, 2), (2, 2), (2, 1, 1), (2, 2, 1)))
    return rng.choice((1, 1, 2)), [make_thread(rng, n) for n in shape]


# --- as C

CALLS = {
    "store": "atomic_store(&x[{x}], {new});",
    "load": "o[{at}] = atomic_load(&x[{x}]);",
    "cas": "e = {e}; o[{at}] = 10 * atomic_compare_exchange_weak(&x[{x}], &e, {new}); o[{at}] += e;",
    "add": "e = atomic_load(&x[{x}]); while (!atomic_compare_exchange_weak(&x[{x}], &e, e + 1));",
    "wait": "pthread_mutex_lock(&m); o[{at}] = !pthread_cond_timedwait(&c, &m, &soon); pthread_mutex_unlock(&m);",
    "signal": "pthread_cond_signal(&c);",
}


def source(programs):
    text = ["#include <pthread.h>", "#include <stdatomic.h>", "#include <stdio.h>", "#include <stdlib.h>",
            "static atomic_int x[2]; static const struct timespec soon = {1, 0};",
            "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
            "static pthread_cond_t c = PTHREAD_COND_INITIALIZER;"]
    rows = []
    for i, (_, threads) in enumerate(programs):
        for t, code in enumerate(threads):
            calls = [CALLS[name].format(x=x, e=e, new=new, at=at) for at, (name, x, e, new) in enumerate(code)]
            text += [f"static void *p{i}_{t}(void *out)", "{", "\tint *o = out, e = 0;", *(f"\t{c}" for c in calls),
                     "\treturn (void *)(long)(e + !o);", "}"]
        rows.append("{%s}" % ", ".join(f"p{i}_{t}" for t in range(len(threads))))
    text.append("static void *(*const program[][4])(void *) = {%s};" % ", ".join(rows))
    text.append("""int main(int argc, char **argv)
{
	void *(*const *body)(void *) = program[atoi(argv[1])];
	static int out[3][%d];
	pthread_t t[3];

	for (int i = 1; body[i]; i++)
		pthread_create(&t[i], 0, body[i], out[i]);
	body[0](out[0]);
	for (int i = 1; body[i]; i++)
		pthread_join(t[i], 0);
	for (int i = 0; body[i]; i++)
		for (int k = 0; k < %d; k++)
			printf("%%d,", out[i][k]);
	printf("%%d,%%d\\n", x[0], x[1]);
	return 0;
}
""" % (ROOM, ROOM))
    return "\n".join(text)


# --- all states.  A thread: where it is in its list, in its call, what it expects,
# how often it may still fail, its results.  Besides: the variables, who holds the
# mutex, who waits, who was signalled.

def put(values, at, value):
    return values[:at] + (value,) + values[at + 1:]


def ways(call, t, me, x, owner, waiting, woken):
    """(result or None, where next or None: it is done, expects, failures left, x, owner, waiting, woken)"""
    name, var, e, new = call
    at, where, expects, left, _ = me
    v = x[var]

    def way(result=None, to=None, expects=expects, left=left, x=x, owner=owner, waiting=waiting, woken=woken):
        return result, to, expects, left, x, owner, waiting, woken

    if name == "store":
        yield way(x=put(x, var, new))
    elif name == "load":
        yield way(v)
    elif name == "cas":
        yield way(10 + v, x=put(x, var, new)) if v == e else way(v)
        if left and v == e:
            yield way(v, left=left - 1)
    elif name == "add" and where == 0:
        yield way(to=1, expects=v)
    elif name == "add":
        yield way(x=put(x, var, v + 1)) if v == expects else way(to=1, expects=v)
        if left and v == expects:
            yield way(to=1, left=left - 1)
    elif name == "signal":
        if not waiting:
            yield way()
        for w in waiting:
            yield way(waiting=waiting - {w}, woken=woken | {w})
    elif where in (0, 3):  # of a wait: takes the mutex
        if owner is None:
            yield way(to=where + 1, owner=t)
    elif where == 1:
        yield way(to=2, owner=None, waiting=waiting | {t})
    elif where == 4:
        yield way(owner=None)
    elif t in woken:
        yield way(1, 3, woken=woken - {t})
    else:
        yield way(0, 3, waiting=waiting - {t})  # in time
        if left:
            yield way(1, 3, left=left - 1, waiting=waiting - {t})


def explore(most, programs):
    """The final states; None: too many."""
    thread = (0, 0, 0, most, (0,) * ROOM)
    begin = ((thread,) * len(programs), (0, 0), None, frozenset(), frozenset())
    seen, todo, ended = {begin}, [begin], set()
    while todo:
        threads, *shared = todo.pop()
        if all(me[0] == len(code) for me, code in zip(threads, programs)):
            ended.add("".join(f"{v}," for me in threads for v in me[4]) + f"{shared[0][0]},{shared[0][1]}")
        for t, (me, code) in enumerate(zip(threads, programs)):
            if me[0] == len(code):
                continue
            for result, to, expects, left, *after in ways(code[me[0]], t, me, *shared):
                out = me[4] if result is None else put(me[4], me[0], result)
                place = (me[0] + 1, 0) if to is None else (me[0], to)
                state = (put(threads, t, (*place, expects, left, out)), *after)
                if state not in seen:
                    seen.add(state)
                    todo.append(state)
        if len(seen) > STATES:
            return None
    return ended


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scarp", required=True)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--programs", type=int, default=40)
    p.add_argument("--compiler", default="gcc")
    p.add_argument("--mode", default="checkpoint")
    p.add_argument("--executions", type=int, default=60000)
    o = p.parse_args()
    o.scarp, o.audit = os.path.abspath(o.scarp), 0
    reductions = ("optimal", "source", "none")
    rng, programs, expected = random.Random(o.seed), [], []
    while len(programs) < o.programs:
        program = make(rng)
        outcome = explore(*program)
        if outcome:
            programs.append(program)
            expected.append(outcome)
    failed = whole = 0
    with tempfile.TemporaryDirectory(prefix="scarp-spurious-") as folder:
        path, binary = os.path.join(folder, "random.c"), os.path.join(folder, "random")
        with open(path, "w") as f:
            f.write(source(programs))
        subprocess.run([o.scarp, "cc", "--compiler", o.compiler, "-O1", "-g", path, "-o", binary], check=True)
        for n, (most, threads) in enumerate(programs):
            for reduction in reductions:
                result, states, _ = check(o, binary, n, reduction, folder,
                                          ("--spurious", "--spurious-max", str(most)))
                bad = list(differences((expected[n], False), result, states))
                whole += not any(c["kind"] == "hole" for c in result["caveats"])
                if bad:
                    failed += 1
                    print(f"FAILED seed {o.seed} program {n}, {reduction}, {most} each:", *bad, sep="\n  ")
                    print(*threads, sep="\n", flush=True)
    print(f"{len(programs)} programs, {whole} of {len(programs) * len(reductions)} searches came to their end, "
          f"{failed} failed")
    if whole < 0.9 * len(programs) * len(reductions):
        print("too few were searched to the end")
        failed += 1
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
