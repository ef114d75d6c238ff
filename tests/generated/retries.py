#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""retries.py - random programs that try to connect, each time with another socket

retries.py --scarp build/bin/scarp [--first SEED] [--count N] [--print]

One or two threads open a socket, are refused, and close it again, until a flag is set
(docs/design/018-turns.md); others open, copy, close and ask for descriptors, store what
they were given, and set flags.  The brute force keeps the table of descriptors, and makes
each call in one step.  Each search has to find its outcomes, and `verified`.  Programs in
which somebody waits for ever are thrown away.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
SEARCHES = (["--reduce", "source"], ["--reduce", "optimal"], ["--mode", "restart"], ["--mode", "fork"])
BUDGET = "20s"  # what takes more is not compared
FLAGS = 2
LOWEST = 3


class Stuck(Exception):
    pass


# --- programs: a list of (word, number) for each thread ------------------------------

def operation(rng, retries):
    words = ("open", "ask", "dup", "close", "set", "see") + (("retry", "pair") if retries else ())
    word = rng.choice(words)
    return word, rng.randint(LOWEST, LOWEST + 2) if word in ("ask", "dup", "close") else rng.randrange(FLAGS)


def program(seed):
    """The first one of this seed that always ends, with what comes out."""
    for n in range(1000):
        rng = random.Random(seed * 1000 + n)
        threads = [[operation(rng, t < 2) for _ in range(rng.randint(1, 3))] for t in range(rng.randint(2, 3))]
        if sum(o[0] in ("retry", "pair") for t in threads for o in t) not in (1, 2):
            continue
        try:
            return threads, outcomes(threads)
        except Stuck:
            continue
    sys.exit(f"seed {seed}: no program")


# --- brute force ----------------------------------------------------------------------

def steps(word):
    """What a thread does, one decision each; a loop goes back to its first."""
    loops = {"retry": ("look", "take", "refused", "give"), "pair": ("look", "take", "take2", "give2", "give")}
    return loops.get(word, (word,))


def lowest(table):
    n = LOWEST
    while n in table:
        n += 1
    return n


def step(threads, state, t):
    """The state behind the next step of a thread; None: it has ended."""
    at, part, own, table, flags, seen = state
    if at[t] == len(threads[t]):
        return None
    word, number = threads[t][at[t]]
    what = steps(word)[part[t]]
    at, part, own, flags, seen = list(at), list(part), list(own), list(flags), list(seen)
    table = set(table)
    part[t] += 1
    if what == "look":
        if flags[number]:
            part[t], at[t] = 0, at[t] + 1
    elif what in ("take", "take2"):
        own[t] = own[t] + (lowest(table),)
        table.add(own[t][-1])
    elif what in ("give", "give2"):
        table.discard(own[t][-1])
        own[t] = own[t][:-1]
        if what == "give":
            part[t] = 0
    elif what == "open":
        seen[t] += (lowest(table),)
        table.add(seen[t][-1])
    elif what == "ask":
        seen[t] += (int(number in table),)
    elif what == "dup":
        seen[t] += (lowest(table) if number in table else -1,)
        if number in table:
            table.add(seen[t][-1])
    elif what == "close":
        seen[t] += (int(number in table),)
        table.discard(number)
    elif what == "set":
        flags[number] = 1
    elif what == "see":
        seen[t] += (flags[number],)
    if len(steps(word)) == 1:
        part[t], at[t] = 0, at[t] + 1
    return tuple(at), tuple(part), tuple(own), frozenset(table), tuple(flags), tuple(seen)


def outcomes(threads):
    """All ends; a state from which none can be reached is a wait for ever."""
    n = len(threads)
    first = ((0,) * n, (0,) * n, ((),) * n, frozenset(), (0,) * FLAGS, ((),) * n)
    known, open_, ends, back = {first}, [first], set(), {}
    while open_:
        state = open_.pop()
        nexts = [s for s in (step(threads, state, t) for t in range(n)) if s]
        if not nexts:
            ends.add(state)
        for s in nexts:
            back.setdefault(s, []).append(state)
            if s not in known:
                known.add(s)
                open_.append(s)
    good, open_ = set(ends), list(ends)
    while open_:
        for s in back.get(open_.pop(), ()):
            if s not in good:
                good.add(s)
                open_.append(s)
    if good != known:
        raise Stuck
    return {"|".join(",".join(map(str, s)) for s in end[5]) + "|" for end in ends}


# --- the same in C --------------------------------------------------------------------

HEAD = """#include <arpa/inet.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

static atomic_int flag[2];
static int seen[3][8], count[3];
static struct sockaddr_in nobody;

static int take(void)
{
	return socket(AF_INET, SOCK_STREAM, 0);
}

static void refused(int s)
{
	connect(s, (void *)&nobody, sizeof nobody);
}

static void note(int t, int n)
{
	seen[t][count[t]++] = n;
}

"""
TEXT = {
    "retry": "while (!atomic_load(&flag[{n}])) {{ int s = take(); refused(s); close(s); }}",
    "pair": "while (!atomic_load(&flag[{n}])) {{ int s = take(), u = take(); close(u); close(s); }}",
    "open": "note({t}, open(\"/dev/null\", O_RDONLY));",
    "ask": "note({t}, fcntl({n}, F_GETFD) != -1);",
    "dup": "note({t}, dup({n}));",
    "close": "note({t}, close({n}) == 0);",
    "set": "atomic_store(&flag[{n}], 1);",
    "see": "note({t}, atomic_load(&flag[{n}]));",
}


def text(threads):
    out = HEAD
    for t, ops in enumerate(threads):
        body = "\n".join("\t" + TEXT[w].format(n=n, t=t) for w, n in ops)
        out += f"static void *thread{t}(void *unused)\n{{\n{body}\n\treturn unused;\n}}\n\n"
    n = len(threads)
    create = "\n".join(f"\tpthread_create(&t[{i}], NULL, thread{i}, NULL);" for i in range(n))
    return out + f"""int main(void)
{{
	pthread_t t[{n}];

	nobody.sin_family = AF_INET;
	nobody.sin_port = htons(1);
	nobody.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
{create}
	for (int i = 0; i < {n}; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < {n}; i++) {{
		for (int k = 0; k < count[i]; k++)
			printf("%s%d", k ? "," : "", seen[i][k]);
		printf("|");
	}}
	printf("\\n");
	return 0;
}}
"""


# --- what scarp finds -----------------------------------------------------------------

def found(scarp, binary, options, folder):
    """(what it printed in some execution, the verdict)"""
    file = os.path.join(folder, "outcomes")
    if os.path.exists(file):
        os.remove(file)
    run = subprocess.run([scarp, "check", "--exhaustive", "--budget", BUDGET, *options, binary], capture_output=True,
                         text=True, cwd=folder, env={**os.environ, "SCARP_OUTCOMES": file}, timeout=300, check=False)
    lines = [line for line in run.stdout.splitlines() if line.split(":")[0] in ("verified", "partial", "bug", "error")]
    ends = set()
    if os.path.exists(file):
        with open(file, encoding="utf-8") as f:
            ends = {line.strip().removesuffix("\\n") for line in f if line.strip()}
    return ends, (lines or [run.stdout + run.stderr])[0]


def compare(scarp, seed, folder):
    threads, expected = program(seed)
    rng, bad = random.Random(seed), 0
    source, binary = os.path.join(folder, f"p{seed}.c"), os.path.join(folder, f"p{seed}")
    build = ["--compiler", rng.choice(("gcc", "clang")), rng.choice(("-O0", "-O1", "-O2"))]
    with open(source, "w", encoding="utf-8") as f:
        f.write(text(threads))
    subprocess.run([scarp, "cc", *build, "-o", binary, source], check=True, capture_output=True)
    for options in SEARCHES:
        ends, verdict = found(scarp, binary, options, folder)
        large = "(not all)" in verdict
        wrong = [] if large or verdict.startswith("verified") else [verdict[:200]]
        if expected - ends and not large:
            wrong.append(f"not found: {sorted(expected - ends)[:4]}")
        if ends - expected:
            wrong.append(f"cannot be: {sorted(ends - expected)[:4]}")
        if wrong:
            print(f"seed {seed} {' '.join(build)}, {' '.join(options)}: {'; '.join(wrong)}", flush=True)
            bad = 1
    audit = subprocess.run([scarp, "check", "--exhaustive", "--budget", BUDGET, "--audit", "--audit-executions", "40", binary],
                           capture_output=True, text=True, cwd=folder, timeout=600, check=False)
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
                threads, expected = program(seed)
                print(text(threads), sorted(expected))
            else:
                bad += compare(os.path.abspath(args.scarp), seed, folder)
    if not args.print:
        print(f"{args.count} programs, {bad} wrong")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
