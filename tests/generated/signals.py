#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""signals.py - random programs with signals against brute force

signals.py --scarp build/bin/scarp [--first SEED] [--count N] [--print]

Threads send signals to each other and to the process, block them and let them in, look
which ones wait, wait for a semaphore (EINTR), add and read, as handlers do, or allocate
memory, which may fail once (--fail). The
brute force has the rules of docs/design/021-signals.md and knows nothing of scarp:
what a thread sends to itself or lets in it takes before the call returns, all else at any
of its points or not at all. Its set of lines must be that of each mode and reduction;
natively no other line may be printed. Programs with a deadlock, or with too many states,
are thrown away and the next one tried.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.setrecursionlimit(100000)
SIGNALS = ("SIGUSR1", "SIGUSR2")    # lower numbers are taken first
STATES, STATES_OF_ALL = 2000, 500   # at most; the same where every execution is made
LAST = [("join",), ("block", 0), ("block", 1)]  # of main, before it prints
SEARCHES = [(m, r) for m in ("checkpoint", "restart") for r in ("none", "optimal")] \
    + [("checkpoint", "source"), ("fork", "optimal")]


class TooLarge(Exception):
    pass


# --- programs: a list of (word, ...) for each thread, main first ---------------

def operation(rng, t, threads):
    word = rng.choice(("add", "see", "see", "kill", "kill", "all", "block", "unblock", "pend", "post", "wait", "alloc"))
    if word in ("add", "see"):
        return word, rng.randrange(2)
    if word == "kill":  # whose handle it has
        return word, rng.randrange(t + 1 if t else threads), rng.randrange(len(SIGNALS))
    if word in ("post", "wait", "alloc"):
        return (word,)
    return word, rng.randrange(len(SIGNALS))


def make(seed):
    rng = random.Random(seed)
    threads = rng.choice((2, 2, 3))
    most = 3 if threads == 2 else 2
    return [[operation(rng, t, threads) for _ in range(rng.randint(1, most))] for t in range(threads)]


# --- brute force ----------------------------------------------------------------

class State:
    """Of a thread: what it is in the middle of, innermost last.  ("main", n): operation n; ("handler",
    s, step, what was blocked by handlers); "due": it takes what waits; "ended" (of a wait): it would."""

    def __init__(self, program):
        n = len(program)
        self.a, self.hits, self.sem, self.pend, self.failed = [0, 0], [0] * len(SIGNALS), 0, 0, False
        self.stack = [(("main", 0),)] * n
        self.mask, self.handling, self.waits, self.result = [0] * n, [0] * n, [0] * n, [0] * n

    def key(self):
        return tuple(tuple(v) if isinstance(v, list) else v for v in self.__dict__.values())

    def copy(self):
        new = State.__new__(State)
        new.__dict__ = {k: v[:] if isinstance(v, list) else v for k, v in self.__dict__.items()}
        return new


class Explorer:
    def __init__(self, program):
        self.program, self.known, self.lines, self.stuck = list(program), set(), set(), False
        self.program[0] = program[0] + LAST
        first = State(program)
        for t in range(len(program)):
            self.silent(first, t)
        todo = [first]
        while todo:
            s = todo.pop()
            if s.key() in self.known:
                continue
            self.known.add(s.key())
            if len(self.known) > STATES:
                raise TooLarge
            ways = list(self.ways(s))
            if not ways:
                if any(s.stack):
                    self.stuck = True
                else:
                    self.lines.add(" ".join(map(str, s.a + s.hits + s.result)))
            todo += ways

    def due(self, s, t):
        return (s.waits[t] | s.pend) & ~(s.mask[t] | s.handling[t])

    def silent(self, s, t):
        """On to where something is to be done."""
        while s.stack[t]:
            top = s.stack[t][-1]
            if top == "due" and not self.due(s, t):
                s.stack[t] = s.stack[t][:-1]
            elif top[0] == "handler" and top[2] == 2:
                s.handling[t] = top[3]
                s.stack[t] = s.stack[t][:-1] + ("due",)
            else:
                return

    def handler(self, s, t, number):
        s.stack[t] += (("handler", number, 0, s.handling[t]), "due")
        s.handling[t] |= 1 << number

    def takes(self, s, t):
        """What was sent to the thread first, then by number."""
        open_ = ~(s.mask[t] | s.handling[t])
        own, all_ = s.waits[t] & open_, s.pend & open_
        if not own and not all_:
            return False
        number = ((own or all_) & -(own or all_)).bit_length() - 1
        if own:
            s.waits[t] &= ~(1 << number)
        else:
            s.pend &= ~(1 << number)
        self.handler(s, t, number)
        return True

    def sends(self, s, t, to, number):
        bit = 1 << number
        if to is not None:
            if to == t and not (s.mask[t] | s.handling[t]) & bit:
                self.handler(s, t, number)
            elif s.stack[to]:
                s.waits[to] |= bit
            return
        others = any(s.stack[o] and not s.mask[o] & bit for o in range(len(s.stack)) if o != t)
        if not (s.mask[t] | s.handling[t]) & bit and not others:
            self.handler(s, t, number)
        else:
            s.pend |= bit

    def make(self, s, t, op):
        """False: it has to wait."""
        word, *what = op
        if word == "add":
            s.a[what[0]] += 1
        elif word == "see":
            s.result[t] = s.result[t] * 4 + s.a[what[0]] % 4
        elif word == "post":
            s.sem += 1
        elif word == "wait":
            if not s.sem:
                return False
            s.sem -= 1
        elif word == "pend":
            s.result[t] = s.result[t] * 4 + ((s.waits[t] | s.pend) >> what[0] & 1)
        elif word == "alloc":
            s.result[t] *= 4
        elif word == "join":
            if any(s.stack[1:]):
                return False
        elif word == "block":
            s.mask[t] |= 1 << what[0]
            s.handling[t] &= ~s.mask[t]
            s.stack[t] += ("due",)
        elif word == "unblock":
            s.mask[t] &= ~(1 << what[0])
            s.handling[t] &= ~(1 << what[0])
            s.stack[t] += ("due",)
        elif word == "kill":
            self.sends(s, t, *what)
        elif word == "all":
            self.sends(s, t, None, what[0])
        return True

    def goes_on(self, s, t, top):
        """The operation at which t is, made in a copy; None: it has to wait."""
        s = s.copy()
        below = s.stack[t][:-1]
        if top == "due":
            self.takes(s, t)
        elif top[0] == "handler":
            number, step, before = top[1:4]
            if step == 0:
                below += (("handler", number, 1, before, s.a[0] % 4),)
            else:
                s.hits[number] += 1 + 4 * top[4]
                below += (("handler", number, 2, before),)
            s.stack[t] = below
        elif top[0] == "ended":
            s.stack[t] = below
            if self.due(s, t):
                s.stack[t] = below[:-1] + (("main", below[-1][1] + 1), "due")
                s.result[t] = s.result[t] * 4 + 3
                self.takes(s, t)
        else:
            n, ops = top[1], self.program[t]
            if n == len(ops):
                s.stack[t] = ()
                return s
            s.stack[t] = below + (("main", n + 1),)
            if not self.make(s, t, ops[n]):
                return None
        self.silent(s, t)
        return s

    def ways(self, s):
        for t, stack in enumerate(s.stack):
            if not stack:
                continue
            top = stack[-1]
            new = self.goes_on(s, t, top)
            if new:
                yield new
            if new and top[0] == "main" and self.program[t][top[1]:top[1] + 1] == [("alloc",)] and not s.failed:
                new_ = new.copy()
                new_.failed = True
                new_.result[t] += 1
                yield new_
            if top == "due" or top[0] == "ended" or not self.due(s, t):
                continue
            new_ = s.copy()
            new_.stack[t] += ("due",)
            self.takes(new_, t)
            self.silent(new_, t)
            yield new_
            if not new and top[0] == "main" and self.program[t][top[1]][0] == "wait":
                new_ = s.copy()
                new_.stack[t] += (("ended",),)
                yield new_


# --- the same in C ----------------------------------------------------------------

HEAD = """#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int a[2], hits[2];
static sem_t sem;
static pthread_t thread[3];
static int result[3];
static const int number[] = {%s};

static void handle(int n)
{
	int seen = atomic_load(&a[0]) %% 4;

	atomic_fetch_add(&hits[n == number[1]], 1 + 4 * seen);
}

static void mask(int how, int n)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, n);
	pthread_sigmask(how, &set, NULL);
}

static int waits(int n)
{
	sigset_t set;

	sigpending(&set);
	return sigismember(&set, n);
}
"""
WORDS = {
    "add": lambda t, i: f"atomic_fetch_add(&a[{i}], 1);",
    "see": lambda t, i: f"result[{t}] = result[{t}] * 4 + atomic_load(&a[{i}]) % 4;",
    "kill": lambda t, to, s: f"pthread_kill({'pthread_self()' if to == t else f'thread[{to}]'}, {SIGNALS[s]});",
    "all": lambda t, s: f"kill(getpid(), {SIGNALS[s]});",
    "block": lambda t, s: f"mask(SIG_BLOCK, {SIGNALS[s]});",
    "unblock": lambda t, s: f"mask(SIG_UNBLOCK, {SIGNALS[s]});",
    "pend": lambda t, s: f"result[{t}] = result[{t}] * 4 + waits({SIGNALS[s]});",
    "post": lambda t: "sem_post(&sem);",
    "alloc": lambda t: f"{{ void *p = malloc(1); result[{t}] = result[{t}] * 4 + !p; free(p); }}",
    "wait": lambda t: f"if (sem_wait(&sem)) result[{t}] = result[{t}] * 4 + 3;",
}


def text(program):
    out = [HEAD % ", ".join(SIGNALS)]
    for t, ops in enumerate(program):
        body = "\n".join("\t" + WORDS[word](t, *what) for word, *what in ops)
        out.append(f"static void *body{t}(void *unused)\n{{\n{body}\n\treturn NULL;\n}}\n")
    n = len(program)
    start = "".join(f"\tpthread_create(&thread[{t}], NULL, body{t}, &ready);\n" for t in range(1, n))
    wait = "".join(f"\tpthread_join(thread[{t}], NULL);\n" for t in range(n - 1, 0, -1))
    shown = ", ".join([f"a[{i}]" for i in range(2)] + [f"hits[{i}]" for i in range(2)] + [f"result[{t}]" for t in range(n)])
    return "\n".join(out) + f"""
int main(void)
{{
	static int ready;

	sem_init(&sem, 0, 0);
	for (int i = 0; i < 2; i++)
		sigaction(number[i], &(struct sigaction){{.sa_handler = handle}}, NULL);
	thread[0] = pthread_self();
{start}	body0(NULL);
{wait}	mask(SIG_BLOCK, number[0]);
	mask(SIG_BLOCK, number[1]);
	printf("{' '.join(['%d'] * (4 + n))}\\n", {shown});
	return 0;
}}
"""


# --- and compared ------------------------------------------------------------------

def search(o, program, binary, mode, reduction, folder):
    lines = os.path.join(folder, "lines")
    fails = ["--fail", "malloc"] if any(("alloc",) in ops for ops in program) else []
    done = subprocess.run([o.scarp, "check", "--exhaustive", "-q", "--mode", mode, "--reduce", reduction, *fails,
                           "--budget", "100s", "--require", "verified", "--out", os.path.join(folder, "out"), binary],
                          capture_output=True, text=True, cwd=folder, env={**os.environ, "SCARP_OUTCOMES": lines})
    found = set()
    if os.path.exists(lines):
        with open(lines, encoding="utf-8") as f:
            found = {line.rstrip("\n").removesuffix("\\n") for line in f}
        os.remove(lines)
    return done, found


def compare(o, seed, program, expected, states, folder):
    source, binary = os.path.join(folder, "p.c"), os.path.join(folder, "p")
    with open(source, "w", encoding="utf-8") as f:
        f.write(text(program))
    subprocess.run([o.scarp, "cc", "-g", "-w", source, "-o", binary], check=True, capture_output=True)
    wrong = 0
    for mode, reduction in SEARCHES:
        if reduction == "none" and states > STATES_OF_ALL:
            continue
        done, found = search(o, program, binary, mode, reduction, folder)
        if done.returncode or found != expected:
            wrong += 1
            print(f"FAILED seed {seed}, {mode}, reduction {reduction}: exit code {done.returncode}, "
                  f"missing {sorted(expected - found)[:5]}, never to be seen {sorted(found - expected)[:5]}; "
                  f"{program}\n{done.stdout[-300:] if done.returncode else ''}", flush=True)
    for _ in range(o.runs):
        line = subprocess.run([binary], capture_output=True, text=True, timeout=60).stdout.rstrip("\n")
        if line not in expected:
            wrong += 1
            print(f"FAILED seed {seed} natively: {line}; {program}", flush=True)
    return wrong


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scarp", required=True)
    p.add_argument("--first", type=int, default=0)
    p.add_argument("--count", type=int, default=10)
    p.add_argument("--runs", type=int, default=5, help="without scarp, of each program")
    p.add_argument("--print", action="store_true")
    o = p.parse_args()
    o.scarp = os.path.abspath(o.scarp)
    seed, made, wrong, lines = o.first, 0, 0, 0
    with tempfile.TemporaryDirectory(prefix="scarp-signals-") as folder:
        while made < o.count:
            program = make(seed)
            try:
                e = Explorer(program)
            except TooLarge:
                e = None
            if e and not e.stuck and len(e.lines) > 1:
                made += 1
                lines += len(e.lines)
                if o.print:
                    print(text(program), sorted(e.lines))
                wrong += compare(o, seed, program, e.lines, len(e.known), folder)
            seed += 1
    print(f"{made} programs with {lines} outcomes, seeds {o.first} to {seed - 1}: {wrong} failed")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
