#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""fail_random.py - does --fail try every set of failures that is allowed, in every order, and no other?

fail_random.py --scarp build/bin/scarp [--seed N] [--programs N] [--compiler C]

Makes random programs of two or three threads that allocate, and do something else
where that fails: store, return with a lock held, leave something out.  The same
list is printed as C and interpreted here, in all orders: at most so many of all
allocations fail, whoever makes them.  `scarp check --fail malloc` has to come to
the same final states, with each way to search, and to a deadlock if and only if
there is one; with reductions that make one execution of each trace there have to
be as many as there are traces here.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # the tree stays clean
import rwlock_random
from rwlock_random import differences

TRACES = 3000
ROOM = 6  # calls of a thread, at most

# Ways to search, and whether they make one execution of each trace.
WAYS = {
    "optimal": (("--exhaustive", "--reduce", "optimal"), True),
    "source": (("--exhaustive", "--reduce", "source"), True),
    "classic": (("--exhaustive", "--reduce", "classic"), False),
    "classic-sleep": (("--exhaustive", "--reduce", "classic-sleep"), True),
    "classic-covered": (("--exhaustive", "--reduce", "classic-covered"), False),
    "none": (("--exhaustive", "--reduce", "none"), False),
    "resume": (("--exhaustive",), True),
    "jobs": (("--exhaustive", "-j", "2"), True),
    "ipb": (("--strategy", "ipb"), False),
    "idb": (("--strategy", "idb"), False),
    "bpor": (("--strategy", "ipb", "--bpor"), False),
    "hbr": (("--strategy", "dfs", "--cache", "hbr"), False),
    "deepen": ((), False),
}


# --- making: a thread is a list of (name, ...)

def make_thread(rng, length, races):
    code, held = [], False
    for _ in range(length):
        name = rng.choice(("alloc", "alloc", "alloc", "store", "load", "add", "lock", "try") + ("peek", "poke") * races)
        x = rng.randint(0, 1)
        if name == "alloc":
            code.append(("alloc", rng.choice(("nothing", "store", "add", "return", "skip")), x))
        elif name == "lock":
            code.append(("unlock",) if held else ("lock",))
            held = not held
        elif name == "try":
            code.append(("load", x) if held else ("try",))
        else:
            code.append((name, x))
    code += [("unlock",)] * held
    for i, after in enumerate(code[1:]):  # nobody unlocks what he did not lock
        if code[i][:2] == ("alloc", "skip") and after[0] in ("lock", "unlock"):
            code[i] = ("alloc", "nothing", 0)
    return code


# In some programs two threads also touch a plain variable without any order.
def make(rng):
    races = rng.random() < 0.3
    shape = rng.choice(((4, 4), (3, 3), (4, 2), (2, 2, 2), (3, 2, 1), (2, 1, 1)))
    return rng.choice((1, 1, 1, 2)), [make_thread(rng, n, races) for n in shape]


# --- as C

def in_c(code, name):
    lines = [f"static void *{name}(void *out)", "{", "\tint *o = out;", "\tvoid *p;", ""]
    skip = ""
    for at, (call, *how) in enumerate(code):
        after = ""
        if call == "alloc":
            reaction, x = how
            does = {"nothing": "", "store": f"atomic_store(&x[{x}], {at + 20});",
                    "add": f"o[{at}] += 10 * atomic_fetch_add(&x[{x}], 1);", "return": "return 0;",
                    "skip": f"goto {name}_{at};"}[reaction]
            text = f"p = {('malloc(8)', 'calloc(1, 8)', 'realloc(0, 8)')[at % 3]}; o[{at}] = 1 + !p; " \
                   f"if (!p) {{ {does} }} free(p);"
            if reaction == "skip":
                after = f"{name}_{at}:;"
        elif call == "store":
            text = f"atomic_store(&x[{how[0]}], {at + 10});"
        elif call == "load":
            text = f"o[{at}] = atomic_load(&x[{how[0]}]);"
        elif call == "add":
            text = f"o[{at}] = atomic_fetch_add(&x[{how[0]}], 1);"
        elif call == "peek":
            text = f"o[{at}] = y;"
        elif call == "poke":
            text = f"y = {at + 30};"
        elif call == "try":
            text = f"if ((o[{at}] = !pthread_mutex_trylock(&m))) pthread_mutex_unlock(&m);"
        else:
            text = f"pthread_mutex_{call}(&m);"
        lines.append("\t" + text)
        if skip:
            lines.append(skip)
        skip = after
    return "\n".join(lines + [skip] * bool(skip) + ["\treturn 0;", "}"])


def source(programs):
    text = ["#include <pthread.h>", "#include <stdatomic.h>", "#include <stdio.h>", "#include <stdlib.h>",
            "static atomic_int x[2]; static volatile int y;", "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"]
    rows = []
    for i, (_, threads) in enumerate(programs):
        text += [in_c(code, f"p{i}_{t}") for t, code in enumerate(threads)]
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
	printf("%%d,%%d,%%d\\n", x[0], x[1], y);
	return 0;
}
""" % (ROOM, ROOM))
    return "\n".join(text)


# --- all traces.  A state: for each thread where it is in its list, in its call,
# and its results; the variables, who holds the mutex, how many calls may still
# fail.  A trace: which calls failed, and for each object who came to it in
# which order, but for those who looked only, between two who changed it.

def put(values, at, value):
    return values[:at] + (value,) + values[at + 1:]


def steps(code, t, me, x, owner, left):
    """(object or None, changes it, label, me, x, owner, left) for all that may come next"""
    at, where, out = me
    call, *how = code[at]

    def end(result=None, to=None, obj=None, writes=True, label=0, x=x, owner=owner, left=left):
        now = out if result is None else put(out, at, result)
        return obj, writes, label, (at + 1 if to is None else to, 0, now), x, owner, left

    if where:  # the second operation of a call
        if call == "try":
            yield end(obj="m", owner=None)
        elif how[0] == "store":
            yield end(obj=how[1], x=put(x, how[1], at + 20))
        else:
            yield end(2 + 10 * x[how[1]], obj=how[1], x=put(x, how[1], x[how[1]] + 1))
    elif call == "alloc":
        yield end(1)
        if left:
            to = {"nothing": None, "return": len(code), "skip": min(at + 2, len(code))}.get(how[0], at)
            obj, writes, _, (pc, _, now), *rest = end(2, to, left=left - 1)
            yield obj, writes, 1, (pc, int(to == at), now), *rest
    elif call == "store":
        yield end(obj=how[0], x=put(x, how[0], at + 10))
    elif call == "load":
        yield end(x[how[0]], obj=how[0], writes=False)
    elif call == "peek":
        yield end(x[2], obj=2, writes=False)
    elif call == "poke":
        yield end(obj=2, x=put(x, 2, at + 30))
    elif call == "add":
        yield end(x[how[0]], obj=how[0], x=put(x, how[0], x[how[0]] + 1))
    elif call == "try" and owner is not None:
        yield end(0, obj="m", writes=False)
    elif call == "try":
        obj, writes, label, (_, _, now), *rest = end(1, obj="m", owner=t)
        yield obj, writes, label, (at, 1, now), *rest
    elif call == "unlock":
        yield end(obj="m", owner=None)
    elif owner is None:
        yield end(obj="m", owner=t)


def meet(history, obj, writes, event):
    """What is known of an object: reads since the last change, then that, and so on."""
    if obj is None:
        return history
    objects = dict(history)
    reads, before = objects.get(obj, (frozenset(), None))
    objects[obj] = (frozenset(), (event, reads, before)) if writes else (reads | {event}, before)
    return tuple(sorted(objects.items(), key=str))


def explore(most, programs):
    """(final states, is there a deadlock), how many traces; None: too many."""
    begin = (tuple((0, 0, (0,) * ROOM) for _ in programs), (0, 0, 0), None, most), (((), 0),) * len(programs), ()
    seen, todo, ended, dead, traces = {begin}, [begin], set(), False, 0
    while todo:
        (threads, *shared), done, history = todo.pop()
        after = []
        for t, (me, code) in enumerate(zip(threads, programs)):
            if me[0] >= len(code):
                continue
            labels, n = done[t]
            for obj, writes, label, now, *rest in steps(code, t, me, *shared):
                after.append(((put(threads, t, now), *rest), put(done, t, (labels + (label,), n + 1)),
                              meet(history, obj, writes, (t, n))))
        if not after:
            traces += 1
            if all(me[0] >= len(code) for me, code in zip(threads, programs)):
                ended.add("".join(f"{v}," for me in threads for v in me[2]) + ",".join(map(str, shared[0])))
            else:
                dead = True
        for s in after:
            if s not in seen:
                seen.add(s)
                todo.append(s)
        if len(seen) > 20 * TRACES or traces > TRACES:
            return None
    return (ended, dead), traces


# --- comparing

def check(o, binary, number, way, most, folder):
    """As rwlock_random.check, with other options."""
    how, _ = WAYS[way]
    files = {k: os.path.join(folder, k) for k in ("json", "states")}
    for f in files.values():
        if os.path.exists(f):
            os.remove(f)

    def scarp(*words):
        return subprocess.run(
            [o.scarp, *words], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
            env={**os.environ, "SCARP_OUTCOMES": files["states"]})

    made = 2 if way == "resume" else o.executions
    scarp("check", "--mode", o.mode, "--stop-after", "0", *how, "--fail", "malloc", "--failures", str(most),
          "--max-executions", str(made), "--json", files["json"], binary, str(number))
    result, states = rwlock_random.result_of(files)
    while way == "resume" and any(c["name"] == "budget" for c in result["caveats"]):
        scarp("resume", "--max-executions", "40", "--json", files["json"])
        before = result["executions"]
        result, states = rwlock_random.result_of(files)
        if result["executions"] == before:
            break
    return result, states


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scarp", required=True)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--programs", type=int, default=40)
    p.add_argument("--compiler", default="gcc")
    p.add_argument("--mode", default="checkpoint")
    p.add_argument("--way", action="append", choices=WAYS)
    p.add_argument("--executions", type=int, default=60000)
    o = p.parse_args()
    o.scarp = os.path.abspath(o.scarp)
    ways = o.way or list(WAYS)
    rng, programs, expected = random.Random(o.seed), [], []
    while len(programs) < o.programs:
        program = make(rng)
        outcome = explore(*program)
        if outcome and any(call[0] == "alloc" for code in program[1] for call in code):
            programs.append(program)
            expected.append(outcome)
    failed = whole = counted = 0
    with tempfile.TemporaryDirectory(prefix="scarp-fail-") as folder:
        path, binary = os.path.join(folder, "random.c"), os.path.join(folder, "random")
        with open(path, "w") as f:
            f.write(source(programs))
        subprocess.run([o.scarp, "cc", "--compiler", o.compiler, "-O1", "-g", path, "-o", binary], check=True)
        for n, (most, threads) in enumerate(programs):
            outcome, traces = expected[n]
            for way in ways:
                result, states = check(o, binary, n, way, most, folder)
                bad = list(differences(outcome, result, states))
                ended = not any(c["kind"] == "hole" for c in result["caveats"])
                whole += ended
                if ended and WAYS[way][1] and result["rounds"] == 1:
                    counted += 1
                    if result["executions"] != traces:
                        bad.append(f"{result['executions']} executions of {traces} traces")
                if bad:
                    failed += 1
                    print(f"FAILED seed {o.seed} program {n}, {way}, {most} failures:", *bad, sep="\n  ")
                    print(*threads, sep="\n", flush=True)
    print(f"{len(programs)} programs, {whole} of {len(programs) * len(ways)} searches came to their end, "
          f"{counted} were counted, {failed} failed")
    if whole < 0.9 * len(programs) * len(ways):
        print("too few were searched to the end")
        failed += 1
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
