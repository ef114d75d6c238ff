#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""rwlock_random.py - are read-write locks of all kinds what glibc's are?

rwlock_random.py --scarp build/bin/scarp [--seed N] [--programs N] [--compiler C] [--reduce R]... [--audit N]

Makes random programs of two or three threads with one lock of each kind.  The
same list is printed as C and interpreted here, in all orders, by a model of the
lock that glibc 2.36 has: its words, not what scarp makes of them (WP and WL: a
write phase, a primary writer; R readers, RW: some wait to be counted; W writers
that wait, HO: one of them shall have the lock).  `scarp check` has to come to the same final states, and to
a deadlock if and only if there is one, with each reduction.

The model is exact but for this: a writer becomes the primary one and begins its
phase in one step where it can, and so does a reader that ends one.  In between,
glibc lets a try of another thread fail."""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

KINDS = ("PTHREAD_RWLOCK_PREFER_READER_NP", "PTHREAD_RWLOCK_PREFER_WRITER_NP",
         "PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP")
EDEADLK, EBUSY, ETIMEDOUT = 35, 16, 110
CALLS = {"rd": "pthread_rwlock_rdlock(&l)", "wr": "pthread_rwlock_wrlock(&l)",
         "tryrd": "pthread_rwlock_tryrdlock(&l)", "trywr": "pthread_rwlock_trywrlock(&l)",
         "timedrd": "pthread_rwlock_timedrdlock(&l, &later)", "timedwr": "pthread_rwlock_timedwrlock(&l, &later)"}
STATES = 60000


# --- making: a thread is a list of names of calls, `un` and `mark`

def make_thread(rng, length):
    names = ("rd", "rd", "rd", "wr", "wr", "tryrd", "trywr", "timedrd", "timedwr", "un", "un", "mark")
    code = [rng.choice(names[:9]) if n == 0 else rng.choice(names) for n in range(length)]
    return code + ["un"] * (length if rng.random() < 0.8 else 1)


def make(rng):
    shape = rng.choice(((3, 3), (4, 2), (2, 1, 2), (2, 2, 1), (3, 1, 1)))
    return rng.choice((0, 1, 2, 2, 2)), [make_thread(rng, n) for n in shape]


# --- as C: a call that writes is left out by who holds the lock, and what was
# got is given back; each call's result is part of the final state

def in_c(code, name):
    lines = [f"static void *{name}(void *out)", "{", "\tint *o = out, held = 0;"]
    for at, call in enumerate(code):
        if call == "un":
            lines.append("\tif (held) { held--; pthread_rwlock_unlock(&l); }")
        elif call == "mark":
            lines.append(f"\to[{at}] = atomic_fetch_add(&n, 1);")
        else:
            unless = "if (!held) " if "wr" in call else ""
            lines.append(f"\t{unless}{{ o[{at}] = {CALLS[call]}; held += !o[{at}]; }}")
    return "\n".join(lines + ["\treturn 0;", "}"])


def source(programs):
    text = ["#define _GNU_SOURCE", "#include <pthread.h>", "#include <stdatomic.h>", "#include <stdio.h>",
            "#include <stdlib.h>", "#include <time.h>",
            "static pthread_rwlock_t l; static struct timespec later; static atomic_int n;"]
    rows = []
    for i, (kind, threads) in enumerate(programs):
        text += [in_c(code, f"p{i}_{t}") for t, code in enumerate(threads)]
        # The static initialiser says it as well as the attribute.
        rows.append("{%s, {%s}}" % (KINDS[kind], ", ".join(f"p{i}_{t}" for t in range(len(threads)))))
    text.append("static const struct { int kind; void *(*body[4])(void *); } program[] = {%s};" % ", ".join(rows))
    text.append("""int main(int argc, char **argv)
{
	int which = atoi(argv[1]), threads = 0;
	static int out[3][16];
	pthread_rwlockattr_t a;
	pthread_t t[3];

	clock_gettime(CLOCK_REALTIME, &later);
	later.tv_sec += 3600;
	if (which % 2 && program[which].kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) {
		l = (pthread_rwlock_t)PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
	} else {
		pthread_rwlockattr_init(&a);
		pthread_rwlockattr_setkind_np(&a, program[which].kind);
		pthread_rwlock_init(&l, &a);
	}
	for (; program[which].body[threads]; threads++)
		pthread_create(&t[threads], 0, program[which].body[threads], out[threads]);
	for (int i = 0; i < threads; i++)
		pthread_join(t[i], 0);
	for (int i = 0; i < threads; i++, printf("/"))
		for (int k = 0; k < 16; k++)
			printf("%d,", out[i][k]);
	printf("\\n");
	return 0;
}
""")
    return "\n".join(text)


# --- all states.  A state: the lock's words, the counter, and of each thread
# where it is in its list, in its call, what it holds, and its results.

class Lock:
    FIELDS = ("WP", "WL", "R", "RW", "W", "HO", "owner", "n")

    def __init__(self, values, kind):
        self.__dict__.update(zip(self.FIELDS, values))
        self.kind = kind

    def values(self):
        return tuple(getattr(self, f) for f in self.FIELDS)

    def primary(self, t):
        """It has set WL.  True: it has the lock."""
        if self.WP or self.R == 0:
            self.WP, self.owner = 1, t
            return True
        return False

    def count_reader(self):
        """True: it has the lock."""
        self.R += 1
        if self.WP and not self.WL:
            self.WP = 0
        return not self.WP

    def unlock(self, t):
        if self.owner == t:
            self.owner = None
            if self.kind and self.W:
                self.HO = 1
                return
            self.WL = 0
            if self.R:
                self.WP = 0
            return
        self.R -= 1
        if self.R == 0:
            self.WP |= self.WL
            self.RW = 0


def read(l, t, where, timed):
    """(where next, result), one for each way to go on; where None: it is done."""
    waits = l.kind == 2 and not l.WP and l.WL and l.R > 0
    if where == 0:
        if l.owner == t:
            return [(None, EDEADLK, lambda: None)]
        if waits:
            return [("flag", None, lambda: setattr(l, "RW", 1))]
        return [("count", None, l.count_reader)]
    if where == "flag":
        if not l.RW:
            return [(0, None, lambda: None)]
        return [(None, ETIMEDOUT, lambda: None)] if timed else []
    if not l.WP:
        return [(None, 0, lambda: None)]
    return [(None, ETIMEDOUT, lambda: setattr(l, "R", l.R - 1))] if timed else []


def write(l, t, where, timed):
    def take_first():
        l.WL = 1
        return l.primary(t)

    def queue():
        l.W += bool(l.kind)

    def from_queue():
        l.HO, l.WL = 0, 1
        l.W -= bool(l.kind)
        return l.primary(t)

    def leave_queue():
        l.W -= bool(l.kind)

    def leave_phase():
        if l.kind and l.W:
            l.HO = 1
        else:
            l.WL = l.RW = 0

    if where == 0:
        if l.owner == t:
            return [(None, EDEADLK, lambda: None)]
        return [("queue", None, queue)] if l.WL else [("phase", None, take_first)]
    if where == "queue":
        if not l.WL or l.HO:
            return [("phase", None, from_queue)]
        return [(None, ETIMEDOUT, leave_queue)] if timed else []
    if l.owner == t:
        return [(None, 0, lambda: None)]
    if l.WP:
        return [(None, 0, lambda: setattr(l, "owner", t))]
    return [(None, ETIMEDOUT, leave_phase)] if timed else []


def attempt(l, t, call):
    if call == "tryrd":
        if (not l.WP and l.WL and l.kind == 2) or (l.WP and l.WL):
            return EBUSY
        l.count_reader()
        return 0
    if l.WL or (l.R and not (l.kind and l.WP)):
        return EBUSY
    l.WP = l.WL = 1
    l.owner = t
    return 0


def successors(kind, programs, state):
    words, threads = state
    for t, (at, where, held, out) in enumerate(threads):
        code = programs[t]
        if at == len(code):
            continue
        call = code[at]
        l = Lock(words, kind)

        def done(result):
            got = held + (result == 0 and call not in ("un", "mark"))
            me = (at + 1, 0, got - (call == "un" and held > 0), out[:at] + (result,) + out[at + 1:])
            return l.values(), threads[:t] + (me,) + threads[t + 1:]

        if call == "un":
            if held:
                l.unlock(t)
            yield done(0)
        elif call == "mark":
            l.n += 1
            yield done(l.n - 1)
        elif "wr" in call and held:
            me = (at + 1, 0, held, out)
            yield words, threads[:t] + (me,) + threads[t + 1:]
        elif call.startswith("try"):
            yield done(attempt(l, t, call))
        else:
            model = write if "wr" in call else read
            for k in range(len(model(l, t, where, call.startswith("timed")))):
                l = Lock(words, kind)
                to, result, effect = model(l, t, where, call.startswith("timed"))[k]
                effect()
                if to is None:
                    yield done(result)
                else:
                    yield l.values(), threads[:t] + ((at, to, held, out),) + threads[t + 1:]


def explore(kind, programs):
    """(final states, is there a deadlock), or None: too many."""
    begin = ((0, 0, 0, 0, 0, 0, None, 0), tuple((0, 0, 0, (0,) * len(c)) for c in programs))
    seen, todo, ended, dead = {begin}, [begin], set(), False
    while todo:
        state = todo.pop()
        after = list(successors(kind, programs, state))
        if not after and all(th[0] == len(c) for th, c in zip(state[1], programs)):
            ended.add("/".join("".join(f"{v}," for v in th[3] + (0,) * (16 - len(th[3]))) for th in state[1]) + "/")
        elif not after:
            dead = True
        for s in after:
            if s not in seen:
                seen.add(s)
                todo.append(s)
        if len(seen) > STATES:
            return None
    return ended, dead


# --- comparing

def result_of(files):
    """The result of a check, and its final states."""
    with open(files["json"]) as f:
        result = json.load(f)
    states = set()
    if os.path.exists(files["states"]):
        with open(files["states"]) as f:
            states = {line.rstrip("\n").removesuffix("\\n") for line in f}
    return result, states


def check(o, binary, number, reduce, folder, also=()):
    files = {k: os.path.join(folder, k) for k in ("json", "states")}
    for f in files.values():
        if os.path.exists(f):
            os.remove(f)
    how = ["--audit", "--audit-executions", str(o.audit)] if reduce == "audit" else ["--reduce", reduce]
    done = subprocess.run(
        [o.scarp, "check", "--mode", o.mode, "--exhaustive", "--stop-after", "0", *how, *also,
         "--max-executions", str(o.executions), "--json", files["json"], binary, str(number)],
        cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
        env={**os.environ, "SCARP_OUTCOMES": files["states"]})
    return *result_of(files), done


def differences(expected, result, states):
    wanted, dead = expected
    found = {b["kind"] for b in result["bugs"]}
    if result["error"]:
        yield f"error: {result['error']}"
    if states - wanted:
        yield f"never to be seen: {sorted(states - wanted)}"
    if found - {"deadlock"} or found and not dead:
        yield f"bugs {sorted(found)}, deadlock expected: {dead}"
    if any(c["kind"] == "hole" for c in result["caveats"]):
        return  # it was cut
    if wanted - states:
        yield f"states missing: {sorted(wanted - states)}"
    if dead and not found:
        yield "no deadlock found"


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scarp", required=True)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--programs", type=int, default=40)
    p.add_argument("--compiler", default="gcc")
    p.add_argument("--mode", default="checkpoint")
    p.add_argument("--reduce", action="append")
    p.add_argument("--executions", type=int, default=20000)
    p.add_argument("--audit", type=int, default=0, metavar="N",
                   help="scarp audits itself, with N random executions of each program")
    p.add_argument("--least", type=float, default=0.9, help="share of searches that must come to their end")
    o = p.parse_args()
    o.scarp = os.path.abspath(o.scarp)
    ways = (o.reduce or ["optimal", "none"]) + (["audit"] if o.audit else [])
    rng, programs, expected = random.Random(o.seed), [], []
    while len(programs) < o.programs:
        program = make(rng)
        outcome = explore(*program)
        if outcome:
            programs.append(program)
            expected.append(outcome)
    failed = whole = 0
    with tempfile.TemporaryDirectory(prefix="scarp-rwlock-") as folder:
        path, binary = os.path.join(folder, "random.c"), os.path.join(folder, "random")
        with open(path, "w") as f:
            f.write(source(programs))
        subprocess.run([o.scarp, "cc", "--compiler", o.compiler, "-O1", "-g", path, "-o", binary], check=True)
        for n, (kind, threads) in enumerate(programs):
            for way in ways:
                result, states, done = check(o, binary, n, way, folder)
                bad = list(differences(expected[n], result, states))
                if done.returncode == 3:
                    bad.append(done.stdout + done.stderr)
                whole += not any(c["kind"] == "hole" for c in result["caveats"])
                if bad:
                    failed += 1
                    print(f"FAILED seed {o.seed} program {n}, {way}, {KINDS[kind]}:", *bad, sep="\n  ")
                    print(*threads, sep="\n", flush=True)
    print(f"{len(programs)} programs, {sum(dead for _, dead in expected)} with a deadlock, "
          f"{whole} of {len(programs) * len(ways)} searches came to their end, {failed} failed")
    if whole < o.least * len(programs) * len(ways):
        print("too few were searched to the end")
        failed += 1
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
