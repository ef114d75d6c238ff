#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""clocks.py - random programs that wait by the clock, against brute force

clocks.py --scarp build/bin/scarp [--first SEED] [--count N] [--print]

Threads set and read numbers, and wait for them in loops that sleep, or wait with a time
limit made from now, and look again: for ever, up to a moment, or a number of times
(native/spin/idle.h). The brute force has no clock: any time may pass at any moment, so that
who gives up may do so whenever it looks (these outcomes may be found); but after more than
0.1 s only where nobody else can go on (those must be). Each mode and reduction has to find the
same ones, and `verified`, if it comes to its end. Programs in which somebody waits for ever are thrown away.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
SEARCHES = (["--reduce", "source"], ["--reduce", "optimal"], ["--reduce", "none"],
            ["--reduce", "source", "--turns", "all"], ["--mode", "restart"], ["--mode", "fork"])
NAMES = ("x", "y")
BUDGET = "5s"    # what takes more is not compared
LONG = 100     # ms; longer limits run out where nobody else can go on
LOOPS = ("sleep", "cond", "sem", "poll", "late", "limit", "times")


class Stuck(Exception):
    pass


# --- programs: a list of (word, name, number) for each thread --------------------

def operation(rng):
    word = rng.choice(("set", "set", "see", "see") + LOOPS)
    limit = rng.choice((3, 40)) if rng.random() < .6 else rng.choice((300, 5000))
    return (word, rng.choice(NAMES), rng.randint(1, 3) if word == "set" else limit)


def program(seed):
    """The first one of this seed that always ends, with what may and what must come out."""
    for n in range(1000):
        rng = random.Random(seed * 1000 + n)
        threads = [[operation(rng) for _ in range(rng.randint(1, 3))] for _ in range(2)]
        if sum(o[0] in LOOPS for t in threads for o in t) not in (1, 2):
            continue
        try:
            return threads, outcomes(threads, True), outcomes(threads, False)
        except Stuck:
            continue
    sys.exit(f"seed {seed}: no program")


# --- brute force ------------------------------------------------------------------

def ways(threads, state, patient):
    """What can come next: soon, and where nobody can go on."""
    at, values, seen = state
    soon, late = [], []
    for t, ops in enumerate(threads):
        if at[t] == len(ops):
            continue
        word, name, number = ops[at[t]]
        there = values[NAMES.index(name)]
        on = at[:t] + (at[t] + 1,) + at[t + 1:]
        told = list(seen)
        told[t] = told[t] * 4 + there
        if word == "set":
            new = list(values)
            new[NAMES.index(name)] = number
            soon.append((on, tuple(new), seen))
        elif word == "see":
            soon.append((on, values, tuple(told)))
        elif there:
            soon.append((on, values, seen))
        elif word == "times" or (word in ("late", "limit") and
                                 (number <= LONG or not patient)):
            soon.append((on, values, seen))
        elif word in ("late", "limit"):
            late.append((on, values, seen))
    return soon or late


def outcomes(threads, patient):
    first = ((0,) * len(threads), (0,) * len(NAMES), (0,) * len(threads))
    known, open_, ends = {first}, [first], set()
    while open_:
        state = open_.pop()
        if all(n == len(ops) for n, ops in zip(state[0], threads)):
            ends.add(" ".join(map(str, state[2])))
            continue
        nexts = ways(threads, state, patient)
        if not nexts:
            raise Stuck
        for s in nexts:
            if s not in known:
                known.add(s)
                open_.append(s)
    return ends


# --- the same in C ----------------------------------------------------------------

HEAD = """#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t never;
static int x, y, seen[2];

static long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000L + t.tv_nsec / 1000000;
}

static struct timespec in(long ms)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	t.tv_nsec += ms * 1000000;
	t.tv_sec += t.tv_nsec / 1000000000;
	t.tv_nsec %= 1000000000;
	return t;
}

static int get(const int *v)
{
	pthread_mutex_lock(&m);
	int n = *v;
	pthread_mutex_unlock(&m);
	return n;
}

static void set(int *v, int n)
{
	pthread_mutex_lock(&m);
	*v = n;
	pthread_cond_broadcast(&c);
	pthread_mutex_unlock(&m);
}

"""
TEXT = {
    "set": "set(&{v}, {n});",
    "see": "seen[{t}] = seen[{t}] * 4 + get(&{v});",
    "sleep": "while (!get(&{v})) {{ long at = now(); usleep(1000); if (at < 0) abort(); }}",
    "cond": "pthread_mutex_lock(&m); while (!{v}) {{ struct timespec t = in(1); "
            "pthread_cond_timedwait(&c, &m, &t); }} pthread_mutex_unlock(&m);",
    "sem": "while (!get(&{v})) {{ struct timespec t = in(2); sem_timedwait(&never, &t); }}",
    "poll": "{{ struct pollfd never = {{-1, POLLIN, 0}}; while (!get(&{v})) {{ long at = now(); "
            "poll(&never, 1, 2); if (at < 0) abort(); }} }}",
    "late": "{{ long end = now() + {n}; while (!get(&{v}) && now() < end) usleep(1000); }}",
    "limit": "{{ struct timespec end = in({n}); pthread_mutex_lock(&m); while (!{v}) {{ "
             "struct timespec t = in(5); if (t.tv_sec > end.tv_sec || (t.tv_sec == end.tv_sec && "
             "t.tv_nsec > end.tv_nsec)) break; pthread_cond_timedwait(&c, &m, &t); }} pthread_mutex_unlock(&m); }}",
    "times": "for (int i = 0; i < 2 && !get(&{v}); i++) {{ (void)now(); usleep(1000); }}",
}


def body(ops, t):
    return "\n".join("\t" + TEXT[w].format(v=v, n=n, t=t) for w, v, n in ops)


def text(threads):
    return HEAD + f"""static void *other(void *unused)
{{
{body(threads[1], 1)}
	return unused;
}}

int main(void)
{{
	pthread_t thread;

	sem_init(&never, 0, 0);
	pthread_create(&thread, NULL, other, NULL);
{body(threads[0], 0)}
	pthread_join(thread, NULL);
	printf("%d %d\\n", seen[0], seen[1]);
	return 0;
}}
"""


# --- what scarp finds -------------------------------------------------------------

def found(scarp, binary, options, folder):
    file = os.path.join(folder, "outcomes")
    if os.path.exists(file):
        os.remove(file)
    run = subprocess.run([scarp, "check", "--exhaustive", "--budget", BUDGET, *options, binary], capture_output=True,
                         text=True, cwd=folder, env={**os.environ, "SCARP_OUTCOMES": file}, timeout=300)
    if "step limit" in run.stdout:
        return set(), "partial: a loop without end"
    lines = [line for line in run.stdout.splitlines() if line.split(":")[0] in ("verified", "partial", "bug", "error")]
    ends = set()
    if os.path.exists(file):
        with open(file, encoding="utf-8") as f:
            ends = {line.strip().removesuffix("\\n") for line in f if line.strip()}
    return ends, (lines or [run.stdout + run.stderr])[0]


def compare(scarp, seed, folder):
    threads, must, may = program(seed)
    rng = random.Random(seed)
    source, binary = os.path.join(folder, f"p{seed}.c"), os.path.join(folder, f"p{seed}")
    build = ["--compiler", rng.choice(("gcc", "clang")), rng.choice(("-O0", "-O1", "-O2"))]
    with open(source, "w", encoding="utf-8") as f:
        f.write(text(threads))
    subprocess.run([scarp, "cc", *build, "-o", binary, source], check=True, capture_output=True)
    first, bad = None, 0
    for options in SEARCHES:
        ends, verdict = found(scarp, binary, options, folder)
        large = "(not all)" in verdict
        if first is None and not large:
            first = ends
        wrong = [] if large or verdict.startswith("verified") else [verdict[:200]]
        if large:
            must_now, same = set(), ends
        else:
            must_now, same = must, first
        if must_now - ends:
            wrong.append(f"not found: {sorted(must_now - ends)[:4]}")
        if ends - may:
            wrong.append(f"cannot be: {sorted(ends - may)[:4]}")
        if ends != same:
            wrong.append(f"not as with {' '.join(SEARCHES[0])}: {sorted(ends ^ same)[:4]}")
        if wrong:
            print(f"seed {seed} {' '.join(build)}, {' '.join(options)}: {'; '.join(wrong)}", flush=True)
            bad = 1
    audit = subprocess.run([scarp, "check", "--exhaustive", "--budget", BUDGET, "--audit", "--audit-executions", "40", binary],
                           capture_output=True, text=True, cwd=folder, timeout=600)
    if "not all right" in audit.stdout + audit.stderr:
        print(f"seed {seed} {' '.join(build)}: {audit.stdout[-400:]}", flush=True)
        bad = 1
    return bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scarp", required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--print", action="store_true")
    args = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(args.first, args.first + args.count):
            if args.print:
                threads, must, may = program(seed)
                print(text(threads), "must:", sorted(must), "may:", sorted(may))
            else:
                bad += compare(os.path.abspath(args.scarp), seed, folder)
    if not args.print:
        print(f"{args.count} programs, {bad} wrong")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
