#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""spin_random.py - does spin detection lose a state, or invent a livelock?

spin_random.py --scarp build/bin/scarp [--seed N] [--programs N] [--compiler C] [--audit N]

Makes random programs of two or three threads that wait for each other in loops
on atomics and mutexes.  A thread is a list of instructions with jumps; the
same list is printed as C and interpreted here: an explicit search of all
states, in which a waiting loop is a cycle, knows the final states and whether
some state never comes to an end.  `scarp check --exhaustive` has to say the same.
A program with loops that are no spins is cut by scarp (`partial`, or `error`): then what it
found must still be right, and need not be all.  With --audit, scarp also doubts
itself (docs/design/006-dependence.md): whether a turn is a spin must not depend on
the order of independent operations.  With --counted, half of the loops give up after
some turns; with --anew, most tell in each turn what others may look at; with --ring, most
are back after two or three turns."""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

VARIABLES, REGISTERS, MUTEXES = "abcdef", 3, 1  # and r3, which counts and is no outcome
SHARED, OWN = VARIABLES[:3], VARIABLES[3:]  # of all; of one thread each, at which others may look
STEPS, STATES = 90, 40000



# --- making: instructions are tuples; a "jump" has register, relation, value, target;
# "count" counts in r2 and jumps but for every n-th time; "zero" and "upto" (jumps n - 1
# times) have r3 to count in, "more" adds it to another; "turn" has it go round, "ring" is an access where it points

class Maker:
    def __init__(self, rng, loops, number):
        self.rng, self.code, self.loops, self.number = rng, [], loops, number

    def var(self):
        return self.rng.choice(SHARED)

    def value(self):
        return self.rng.choice((0, 1, 1, 2))

    def put(self, *instruction):
        self.code.append(list(instruction))

    def access(self):
        kind, v = self.rng.choice(("load", "store", "store", "store", "add", "xchg", "cas")), self.var()
        if kind == "load":
            if "anew" in self.loops and self.rng.random() < 0.5:
                v = self.rng.choice(OWN)
            self.put("load", self.rng.randrange(1, REGISTERS), v)
        elif kind == "cas":
            self.put("cas", 0, v, self.value(), self.value())
        else:
            self.put(kind, 0, v, self.value())

    def pause(self):
        if self.rng.random() < 0.3:
            self.put("call", self.rng.choice(("sched_yield()", "usleep(0)", "sleep(0)", "usleep(9)", "heap()")))

    def wait(self):
        """A loop that ends when something is as it should be."""
        if "counted" in self.loops and self.rng.random() < 0.6:
            self.give_up()
            return
        if "anew" in self.loops and self.rng.random() < 0.7:
            self.set_anew()
            return
        if "ring" in self.loops and self.rng.random() < 0.7:
            self.go_round()
            return
        begin, kind = len(self.code), self.rng.randrange(20)
        v, w = self.var(), self.var()
        if kind == 0:  # plain polling
            self.put("load", 0, v)
            self.pause()
            self.put("jump", 0, self.rng.choice(("==", "!=")), self.value(), begin)
        elif kind == 1:  # test and set
            self.put("xchg", 0, v, self.value())
            self.pause()
            self.put("jump", 0, self.rng.choice(("==", "!=")), self.value(), begin)
        elif kind == 2:  # compare and swap
            old = self.value()
            self.put("cas", 0, v, old, self.value())
            self.pause()
            self.put("jump", 0, "!=", old, begin)
        elif kind == 3:  # two variables, as Peterson waits
            self.put("load", 0, v)
            self.put("jump", 0, "==", self.value(), begin + 4)
            self.put("load", 0, w)
            self.put("jump", 0, "==", self.value(), begin)
        elif kind == 4:  # taken back for a while, as Dekker
            self.put("load", 0, v)
            self.put("jump", 0, "==", self.value(), begin + 6)
            self.put("store", 0, w, 0)
            self.pause()
            self.put("store", 0, w, 1)
            self.put("jump", 0, "==", 7, 0)  # never: keeps the places below
            self.put("jump", 0, "any", 0, begin)
            self.code[begin + 1][4] = len(self.code)
        elif kind == 5:  # lock, look, unlock
            self.put("lock")
            self.put("load", 0, v)
            self.put("unlock")
            self.pause()
            self.put("jump", 0, "==", self.value(), begin)
        elif kind == 6:  # tries a mutex, then gives it back
            self.put("trylock", 0)
            self.pause()
            self.put("jump", 0, "!=", 0, begin)
            self.access()
            self.put("unlock")
        elif kind == 7:  # no spin: looks five times at most
            self.put("load", 0, v)
            self.put("jump", 0, "==", self.value(), begin + 3)
            self.put("count", 5, begin)
        elif kind == 8:  # no spin: each turn has an effect
            self.put("add", 0, v, 1)
            self.put("jump", 0, "==", self.rng.choice((0, 1)), begin)
        elif kind == 9:  # a lock bit: taken, looked under, given back
            self.put("xchg", 0, v, 1)
            self.put("jump", 0, "!=", 0, begin)
            self.put("load", 0, w)
            self.put("store", 0, v, 0)
            self.pause()
            self.put("jump", 0, self.rng.choice(("==", "!=")), self.value(), begin)
        elif kind == 10:  # counts itself in and out, as a reader
            self.put("add", 1, v, 1)
            self.put("load", 0, w)
            self.pause()
            self.put("add", 1, v, -1)
            self.put("jump", 0, "==", self.value(), begin)
            self.put("load", 1, v)
        elif kind == 11:  # two mutexes' worth: looks while it holds, if it gets it
            self.put("trylock", 1)
            self.put("jump", 1, "!=", 0, begin)
            self.put("load", 0, v)
            self.put("unlock")
            self.pause()
            self.put("jump", 0, "==", self.value(), begin)
        elif kind == 12:  # goes round with what a compare and swap found
            self.put("load", 0, v)
            self.put("retry", 0, v, self.value(), begin + 1)
        elif kind == 13:  # looks elsewhere in each turn
            self.put("load", 0, v)
            self.put("load", 1, w)
            self.pause()
            self.put("retry", 0, v, self.value(), begin + 1)
        elif kind == 14:  # and gives up for some values
            self.put("load", 0, v)
            self.put("jump", 0, "==", self.value(), begin + 3)
            self.put("retry", 0, v, self.value(), begin + 1)
        elif kind == 15:  # does something in some turns
            self.put("load", 0, v)
            self.put("jump", 0, self.rng.choice(("==", "!=")), self.value(), begin + 3)
            self.put("store", 0, w, self.value())
            self.put("retry", 0, v, self.value(), begin + 1)
        elif kind == 16:  # and goes round where the swap succeeded, too
            self.put("load", 0, v)
            self.put("retry", 0, v, self.value(), begin + 2)
            self.pause()
            self.put("jump", 0, self.rng.choice(("==", "!=")), self.value(), begin + 1)
        elif kind in (17, 18):  # an exchange that failed is not the end of the turn
            self.put("load", 0, v)
            self.put("retry", 0, v, self.value(), begin + 3)
            self.put("jump", 0, "any", 0, None)
            if self.rng.random() < 0.5:
                self.put("load", 1, w)
            if self.rng.random() < 0.5:
                self.put("store", 0, w, self.value())
            if self.rng.random() < 0.3:
                self.put("jump", 1, "==", self.value(), begin + 1)
                self.put("add", 1, w, 1)
            self.pause()
            self.put("jump", 0, "any", 0, begin + 1)
            self.code[begin + 2][4] = len(self.code)
        else:  # a bounded number of looks, then over again after a pause
            for _ in range(2):
                self.put("load", 0, v)
                self.put("jump", 0, "==", 1, None)
            self.put("call", "sched_yield()")
            self.put("jump", 0, "any", 0, begin)
            for i in self.code[begin:]:
                if i[0] == "jump" and i[4] is None:
                    i[4] = len(self.code)

    def set_anew(self):
        """A loop that begins each turn by telling something of its own."""
        begin, kind = len(self.code), self.rng.randrange(6)
        v, w, own = self.var(), self.var(), OWN[self.number]
        test = self.rng.choice(("==", "!=")), self.value()
        if kind == 0:  # pushes what it has found
            self.put("load", 0, v)
            self.put("tell", 0, own)
            self.put("retry", 0, v, self.value(), begin + 1)
            return
        if kind == 1:  # looks in each turn
            self.put("load", 0, v)
            self.put("tell", 0, own)
            self.put("load", 1, w)
        elif kind == 2:  # tells what another turn may have found
            self.put("tell", 0, own)
            self.put("load", 0, v)
        elif kind == 3:  # tells what it has just found, and what it told before
            self.put("load", 0, own)
            self.put("load", 1, v)
            self.put("tell", 1, own)
        elif kind == 4:  # where others are, too
            self.put("load", 0, v)
            self.put("tell", 0, w)
        else:
            self.put("store", 0, own, self.value())
        if self.rng.random() < 0.7:
            old = self.value()
            self.put("cas", 0, v, old, self.value())
            test = "!=", old
        else:
            self.put("load", 0, v)
        self.pause()
        self.put("jump", 0, *test, begin)

    def go_round(self):
        """A loop that goes round with another value, and is back after some turns."""
        kind, places = self.rng.randrange(7), [self.var() for _ in range(self.rng.choice((2, 2, 2, 3)))]
        own = OWN[self.number]
        self.put("zero")
        begin = len(self.code)
        if kind == 1:  # tells where it is
            self.put("tell", 3, own)
        elif kind == 2:  # what goes round lies in memory
            self.put("flip", self.rng.choice((own, places[0])))
            places[1:] = []
        elif kind == 3:  # and is put back in the other turn alone
            self.put("ring", "store", 0, (own, places[0]), self.value())
        elif kind == 4:  # holds something meanwhile
            self.put("trylock", 1)
        self.put("ring", "xchg" if kind == 5 else "load", 0, tuple(places), self.value())
        if kind == 4:
            self.put("jump", 1, "!=", 0, len(self.code) + 2)
            self.put("unlock")
        if kind == 6:  # does something in some turns
            self.put("jump", 0, "!=", self.value(), len(self.code) + 2)
            self.put("store", 0, self.var(), self.value())
        self.pause()
        self.put("turn", max(len(places), 2))
        self.put("jump", 0, self.rng.choice(("==", "!=")), self.value(), begin)
        if self.rng.random() < 0.5:
            self.put("more", 1)

    def give_up(self):
        """A loop that ends after some turns in any case."""
        kind, turns = self.rng.randrange(8), self.rng.choice((2, 2, 3, 4))
        v, w, outer = self.var(), self.var(), len(self.code)
        test = self.rng.choice(("==", "!=")), self.value()
        self.put("zero")
        begin = len(self.code)
        if kind in (0, 1):  # tries some times, then does something else; or over again
            if self.rng.random() < 0.5:
                self.put("load", 0, v)
            else:
                self.put("xchg", 0, v, self.value())
            self.put("jump", 0, *test, None)
        elif kind in (2, 3):  # looks before it takes
            self.put("load", 0, v)
            self.put("jump", 0, *test, begin + 4)
            self.put("xchg", 0, v, 1)
            self.put("jump", 0, "==", 0, None)
        elif kind in (4, 5):  # two places
            self.put("load", 0, v)
            self.put("jump", 0, *test, begin + 4)
            self.put("load", 0, w)
            self.put("jump", 0, "==", self.value(), None)
        elif kind == 6:  # a mutex
            self.put("trylock", 0)
            self.put("jump", 0, "!=", 0, begin + 4)
            self.put("unlock")
            self.put("jump", 0, "any", 0, None)
        else:  # and each turn does something, sometimes
            self.put("cas", 0, v, self.value(), self.value())
            self.put("jump", 0, *test, None)
        self.pause()
        self.put("upto", turns, begin)
        if kind in (1, 3, 5):
            self.put("call", "sched_yield()")
            self.put("jump", 0, "any", 0, outer)
        elif self.rng.random() < 0.8:
            self.access()
        for i in self.code[outer:]:
            if i[0] == "jump" and i[4] is None:
                i[4] = len(self.code)
        if self.rng.random() < 0.15:  # the count matters
            self.put("more", 1)

    def thread(self, accesses, waits):
        parts = [self.access] * accesses + [self.wait] * waits
        self.rng.shuffle(parts)
        for part in parts:
            part()
        return [tuple(i) for i in self.code]


def make(rng, loops):
    if rng.random() < 0.3:
        shapes = [(1, 1), (2, 0), (1, rng.randrange(2))]
    else:
        shapes = [(rng.randrange(1, 4), rng.randrange(1, 3)), (rng.randrange(1, 5), rng.randrange(2))]
    return [Maker(rng, loops, n).thread(*shape) for n, shape in enumerate(shapes)]


# --- as C

def in_c(code, name):
    lines = [f"static void *{name}(void *out)", "{", "\tint r0 = 0, r1 = 0, r2 = 0, r3 = 0;"]
    targets = {i[-1] for i in code if i[0] in ("jump", "count", "retry", "upto")}
    for at, i in enumerate(code):
        if at in targets:
            lines.append(f"l{at}:")
        if i[0] == "load":
            text = f"r{i[1]} = atomic_load(&{i[2]})"
        elif i[0] == "store":
            text = f"atomic_store(&{i[2]}, {i[3]})"
        elif i[0] == "tell":
            text = f"atomic_store_explicit(&{i[2]}, r{i[1]}, memory_order_relaxed)"
        elif i[0] == "add":
            text = f"r{i[1]} = atomic_fetch_add(&{i[2]}, {i[3]})"
        elif i[0] == "xchg":
            text = f"r{i[1]} = atomic_exchange(&{i[2]}, {i[3]})"
        elif i[0] == "cas":
            text = f"r{i[1]} = {i[3]}; atomic_compare_exchange_strong(&{i[2]}, &r{i[1]}, {i[4]})"
        elif i[0] == "retry":
            text = (f"if (!atomic_compare_exchange_strong(&{i[2]}, &r{i[1]}, (r{i[1]} + {i[3]}) & 3))\n"
                    f"\t\tgoto l{i[4]}")
        elif i[0] == "lock":
            text = "pthread_mutex_lock(&m)"
        elif i[0] == "unlock":
            text = "pthread_mutex_unlock(&m)"
        elif i[0] == "trylock":
            text = f"r{i[1]} = pthread_mutex_trylock(&m) != 0"
        elif i[0] == "call":
            text = i[1]
        elif i[0] == "count":
            text = f"if (++r2 % {i[1]}) goto l{i[2]}"
        elif i[0] == "flip":
            text = f"atomic_fetch_xor(&{i[1]}, 1)"
        elif i[0] == "ring":
            where = "".join(f"r3 == {n} ? &{v} : " for n, v in enumerate(i[3][:-1])) + f"&{i[3][-1]}"
            text = {"load": f"r{i[2]} = atomic_load({where})", "store": f"atomic_store({where}, {i[4]})",
                    "xchg": f"r{i[2]} = atomic_exchange({where}, {i[4]})"}[i[1]]
        elif i[0] == "turn":
            text = f"r3 = (r3 + 1) % {i[1]}"
        elif i[0] == "zero":
            text = "r3 = 0"
        elif i[0] == "upto":
            text = f"if (++r3 < {i[1]}) goto l{i[2]}"
        elif i[0] == "more":
            text = f"r{i[1]} += r3"
        elif i[2] == "any":
            text = f"goto l{i[4]}"
        else:
            text = f"if (r{i[1]} {i[2]} {i[3]}) goto l{i[4]}"
        lines.append(f"\t{text};")
    lines += [f"l{len(code)}:"] if len(code) in targets else []
    lines += ["\t((int *)out)[0] = r0;", "\t((int *)out)[1] = r1;", "\t((int *)out)[2] = r2;", "\t(void)r3;",
              "\treturn 0;", "}"]
    return "\n".join(lines)


def source(programs):
    text = ["#include <pthread.h>", "#include <sched.h>", "#include <stdatomic.h>", "#include <stdio.h>",
            "#include <stdlib.h>", "#include <unistd.h>",
            "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
            "static __attribute__((noinline)) int *make(int v) { int *p = malloc(4); *p = v; return p; }",
            "static __attribute__((noinline)) void heap(void) { free(make(1)); }",
            f"atomic_int {', '.join(VARIABLES)};"]
    rows = []
    for n, threads in enumerate(programs):
        names = [f"p{n}_{t}" for t in range(len(threads))]
        text += [in_c(code, name) for code, name in zip(threads, names)]
        rows.append("{" + ", ".join(names) + "}")
    text.append(f"static void *(*const program[][3])(void *) = {{{', '.join(rows)}}};")
    text.append("""int main(int argc, char **argv)
{
	void *(*const *body)(void *) = program[atoi(argv[1])];
	static int out[3][3];
	pthread_t t[3];
	int n;

	for (n = 0; n < 3 && body[n]; n++)
		pthread_create(&t[n], 0, body[n], out[n]);
	for (int i = 0; i < n; i++)
		pthread_join(t[i], 0);
	printf("%d,%d,%d,%d,%d,%d", a, b, c, d, e, f);
	for (int i = 0; i < n; i++)
		printf("/%d,%d,%d", out[i][0], out[i][1], out[i][2]);
	printf("\\n");
	return 0;
}
""")
    return "\n".join(text)


# --- all states

def settle(code, at, regs):
    """Jumps belong to the operation before them."""
    seen = set()
    while at < len(code) and code[at][0] in ("jump", "count", "zero", "upto", "more", "turn"):
        if (at, *regs) in seen:
            return None  # a loop that looks at nothing
        seen.add((at, *regs))
        if code[at][0] == "zero":
            regs[3], at = 0, at + 1
            continue
        if code[at][0] == "turn":
            regs[3], at = (regs[3] + 1) % code[at][1], at + 1
            continue
        if code[at][0] == "upto":
            regs[3] += 1
            at = code[at][2] if regs[3] < code[at][1] else at + 1
            continue
        if code[at][0] == "more":
            regs[code[at][1]] += regs[3]
            at += 1
            continue
        if code[at][0] == "count":
            regs[2] += 1
            at = code[at][2] if regs[2] % code[at][1] else at + 1
            continue
        _, r, relation, value, to = code[at]
        taken = relation == "any" or (regs[r] == value) == (relation == "==")
        at = to if taken else at + 1
    return at


def step(programs, state, t):
    """The state after thread t's next operation; None: it must wait."""
    memory, owner, threads = state
    at, regs = threads[t]
    code = programs[t]
    memory, regs = list(memory), list(regs)
    i, next_at = code[at], at + 1
    if i[0] in ("load", "store", "add", "xchg", "cas"):
        v = VARIABLES.index(i[2])
        old = memory[v]
        if i[0] == "store" or i[0] == "xchg" or i[0] == "cas" and old == i[3]:
            memory[v] = i[-1]
        elif i[0] == "add":
            memory[v] = old + i[3]
        if i[0] != "store":
            regs[i[1]] = old
    elif i[0] == "flip":
        memory[VARIABLES.index(i[1])] ^= 1
    elif i[0] == "ring":
        v = VARIABLES.index(i[3][min(regs[3], len(i[3]) - 1)])
        old = memory[v]
        if i[1] != "load":
            memory[v] = i[4]
        if i[1] != "store":
            regs[i[2]] = old
    elif i[0] == "tell":
        memory[VARIABLES.index(i[2])] = regs[i[1]]
    elif i[0] == "retry":
        v = VARIABLES.index(i[2])
        if memory[v] == regs[i[1]]:
            memory[v] = (memory[v] + i[3]) & 3
        else:
            regs[i[1]], next_at = memory[v], i[4]
    elif i[0] == "lock":
        if owner is not None:
            return None
        owner = t
    elif i[0] == "trylock":
        regs[i[1]] = int(owner is not None)
        owner = t if owner is None else owner
    elif i[0] == "unlock":
        owner = None
    at = settle(code, next_at, regs)
    if at is None:
        return False
    return (tuple(memory), owner, threads[:t] + ((at, tuple(regs)),) + threads[t + 1:])


def explore(programs):
    """(final states, kinds of never-ending states), or None: too many."""
    begin = []
    for code in programs:
        regs = [0] * (REGISTERS + 1)
        at = settle(code, 0, regs)
        begin.append((at, tuple(regs)))
    if any(at is None for at, _ in begin):
        return None
    begin = ((0,) * len(VARIABLES), None, tuple(begin))
    after, todo = {}, [begin]
    while todo:
        state = todo.pop()
        if state in after:
            continue
        next_ = [step(programs, state, t) for t, (at, _) in enumerate(state[2])
                 if at < len(programs[t])]
        if False in next_ or len(after) > STATES or max(state[0]) > 9 or \
                any(r[2] > 20 for _, r in state[2]):
            return None
        after[state] = [n for n in next_ if n is not None]
        todo += after[state]
    ended = [s for s in after if all(at == len(p) for (at, _), p in zip(s[2], programs))]
    before = {s: [] for s in after}
    for s, following in after.items():
        for n in following:
            before[n].append(s)
    can_end, todo = set(), list(ended)
    while todo:
        s = todo.pop()
        if s not in can_end:
            can_end.add(s)
            todo += before[s]
    stuck = {s for s in after if s not in can_end}
    kinds = {"deadlock"} if any(not after[s] for s in stuck) else set()
    # Whoever cannot come to a deadlock from here spins for ever.
    dead, todo = set(), [s for s in stuck if not after[s]]
    while todo:
        s = todo.pop()
        if s not in dead:
            dead.add(s)
            todo += before[s]
    if stuck - dead:
        kinds.add("livelock")
    states = set()
    for memory, _, threads in ended:
        states.add("/".join([",".join(map(str, memory))] + [",".join(map(str, r[:REGISTERS])) for _, r in threads]))
    return states, kinds


# --- comparing

def check(o, program, number, folder):
    files = {k: os.path.join(folder, k) for k in ("json", "states")}
    for f in files.values():
        if os.path.exists(f):
            os.remove(f)
    audit = ["--audit", "--audit-executions", str(o.audit)] if o.audit else []
    done = subprocess.run(
        [o.scarp, "check", "--mode", o.mode, "--exhaustive", "--stop-after", "0", "--max-steps", str(STEPS),
         "--max-executions", str(o.executions), "--turns", o.turns, *audit, "--json", files["json"], program, str(number)],
        cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
        env={**os.environ, "SCARP_OUTCOMES": files["states"]})
    with open(files["json"]) as f:
        result = json.load(f)
    states = set()
    if os.path.exists(files["states"]):
        with open(files["states"]) as f:
            states = {line.rstrip("\n").removesuffix("\\n") for line in f}
    return result, states, done


def fruitless(result):
    """Not one execution came to its end: an error, of which the reason is known."""
    return bool(result.get("cuts")) and "came to its end" in (result["error"] or "")


def is_cut(result):
    return fruitless(result) or any(c["kind"] == "hole" for c in result["caveats"])


def differences(expected, result, states):
    wanted, kinds = expected
    found = {b["kind"] for b in result["bugs"]}
    cut = is_cut(result)
    if states - wanted:
        yield f"never to be seen: {sorted(states - wanted)}"
    if found - kinds:
        yield f"bugs {sorted(found)}, expected {sorted(kinds)}"
    if not cut and wanted - states:
        yield f"states missing: {sorted(wanted - states)}"
    if not cut and kinds - found:
        yield f"bugs {sorted(found)}, expected {sorted(kinds)}"
    if result["error"] and not fruitless(result):
        yield f"error: {result['error']}"


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scarp", required=True)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--programs", type=int, default=40)
    p.add_argument("--compiler", default="gcc")
    p.add_argument("--mode", default="checkpoint")
    p.add_argument("--level", default="1", help="of optimization")
    p.add_argument("--executions", type=int, default=20000)
    p.add_argument("--turns", default="all", help="or erased: those without effect are no part of a trace")
    p.add_argument("--counted", action="store_true", help="loops that give up after some turns, too")
    p.add_argument("--anew", action="store_true", help="loops that set something of their own in each turn, too")
    p.add_argument("--ring", action="store_true", help="loops that are back after some turns, too")
    p.add_argument("--audit", type=int, default=0, metavar="N",
                   help="scarp audits itself, with N random executions of each program")
    p.add_argument("--least", type=float, default=0.5, help="share that must be searched to the end")
    o = p.parse_args()
    o.scarp = os.path.abspath(o.scarp)
    rng, programs, expected = random.Random(o.seed), [], []
    while len(programs) < o.programs:
        program = make(rng, {name for name in ("counted", "anew", "ring") if getattr(o, name)})
        outcome = explore(program)
        if outcome:
            programs.append(program)
            expected.append(outcome)
    failed = whole = stuck = 0
    with tempfile.TemporaryDirectory(prefix="scarp-spin-") as folder:
        path = os.path.join(folder, "random.c")
        with open(path, "w") as f:
            f.write(source(programs))
        binary = os.path.join(folder, "random")
        subprocess.run([o.scarp, "cc", "--compiler", o.compiler, f"-O{o.level}", "-g", path, "-o", binary], check=True)
        for n, threads in enumerate(programs):
            result, states, done = check(o, binary, n, folder)
            bad = list(differences(expected[n], result, states))
            if done.returncode == 3:
                bad.append(done.stdout + done.stderr)
            whole += not is_cut(result)
            stuck += bool(expected[n][1])
            if bad:
                failed += 1
                print(f"FAILED seed {o.seed} program {n}:", *bad, sep="\n  ")
                for t, code in enumerate(threads):
                    print(in_c(code, f"p{n}_{t}"))
                print("  holes", [c["name"] for c in result["caveats"] if c["kind"] == "hole"], flush=True)
    print(f"{len(programs)} programs, {stuck} of them may spin for ever, {whole} searched to the end, {failed} failed")
    if whole < o.least * len(programs):
        print("too few were searched to the end")
        failed += 1
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
