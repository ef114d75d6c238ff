#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""states.py - every two functions that share a state, in both orders

    states.py SCARP BUILD [CASE]...
    states.py --list

A case is a state of src/channel/states.def: for each two of its functions of
which one changes it, pairs.c is run natively with the one first and with the
other first, and then `scarp check --exhaustive` with the default reduction and
without any must have seen both lines.  `table` compares states.def with what the
runtime exports, and with pairs.c.
"""
import concurrent.futures
import fnmatch
import itertools
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests"))
sys.path.insert(0, os.path.join(ROOT, "tools"))
sys.dont_write_bytecode = True  # the tree stays clean
import cases
import supported


def rows():
    with open(f"{ROOT}/src/channel/states.def") as f:
        text = re.sub(r"/\*.*?\*/", "", f.read(), flags=re.S)
    states = dict(re.findall(r"^STATE\((\w+), (\w+),", text, re.M))
    touches = re.findall(r"^TOUCHES\((\w+), (\w+), ([RW])\)", text, re.M)
    alone = [w for m in re.finditer(r'^ALONE\((?:"[^"]*"\s*)+,\s*((?:"[^"]*"\s*)+)\)', text, re.M)
             for w in " ".join(re.findall(r'"([^"]*)"', m[1])).split()]
    return states, touches, alone


STATES, TOUCHES, ALONE = rows()

# Either order comes to the same, natively: what they do is idempotent, or tells
# nothing of the other.  Everything else that does is a call in pairs.c that tells
# too little.
DRAWS = ("drand48", "lrand48", "mrand48")
HANDLERS = ("signal", "bsd_signal", "ssignal", "sysv_signal", "__sysv_signal", "sigaction")
ZONES = ("localtime", "ctime", "mktime", "timelocal", "strftime", "tzset")
SAME = {
    "pending": [("kill", "kill"), ("kill", "sigqueue"), ("sigqueue", "sigqueue"),
                *itertools.combinations_with_replacement(HANDLERS, 2)],
    "input": [("ferror", ""), ("ferror_unlocked", ""), ("clearerr", "clearerr"),
              ("clearerr_unlocked", "clearerr"), ("clearerr_unlocked", "clearerr_unlocked")],
    "drand": [(draw, of) for draw in DRAWS for of in ("erand48", "nrand48", "jrand48")],
    "mappings": [("munmap", "munmap"), ("mprotect", "mprotect"), ("madvise", "madvise"), ("madvise", "mprotect"),
                 ("mmap", "mmap"), ("mmap", "mprotect"), ("mmap", "madvise"), ("mmap", "mmap64"), ("mmap64", "mmap64"),
                 ("mmap64", "mprotect"), ("mmap64", "madvise"), ("mmap", "msync"), ("mmap64", "msync"),
                 ("mprotect", "msync"), ("madvise", "msync")],
    "environment": [("clearenv", "clearenv"), ("unsetenv", "unsetenv"), ("clearenv", "unsetenv")],
    "zone": list(itertools.combinations_with_replacement(ZONES, 2)),
    "messages": [("textdomain", "bindtextdomain"), ("textdomain", "bind_textdomain_codeset"),
                 ("bindtextdomain", "bind_textdomain_codeset")],
    "values": [("tss_delete", "tss_delete")],
    "keys": [("tss_delete", "tss_delete"), ("pthread_exit", "pthread_key_create"), ("pthread_exit", "tss_create")],
    "timers": [("timer_create", f"timer_{f}") for f in ("delete", "settime", "gettime", "getoverrun")]
              + [("timer_settime", "timer_getoverrun")],
    "handlers": [("exit", "exit")],
    "quick_handlers": [("quick_exit", "quick_exit")],
    "log": [("closelog", "closelog"), ("openlog", "setlogmask"), ("closelog", "setlogmask")],
    "users": list(itertools.combinations_with_replacement(("setpwent", "endpwent"), 2)),
    "groups": list(itertools.combinations_with_replacement(("setgrent", "endgrent"), 2)),
}
# Of one thread each: its own name.
NOT_SHARED = {"name": [("prctl", "prctl")],
              # refused: mmap at an address where nothing is mapped
              "mappings": [(m, u) for m in ("mmap", "mmap64") for u in ("munmap", "mremap")]}
# Most of these make no difference to most others: of each two one is of these
# few (of the first ones without SCARP_TEST_FULL=1), and each function must make
# one to some.
FEW = {"tree": ("unlink", "rename", "chmod", "rmdir", "remove", "stat", "open", "readdir")}
FIRST = 2
# 13,000 schedules without reduction, each in a process of its own: with
# SCARP_TEST_FULL=1 alone.
LARGE = {"zone": [("ctime", "ctime")]}
# What the thread does, never main.
BY_THREAD = ("prctl", "pthread_exit", "pthread_sigmask", "sigprocmask")


def program(folder, scarp):
    """pairs.c, built by scarp cc."""
    out = os.path.join(folder, "pairs")
    subprocess.run([scarp, "cc", "-O1", "-g", os.path.join(HERE, "pairs.c"), "-o", out], check=True)
    for name, text in ("words", "xyz xyz\nxyz\n"), ("nothing", ""):
        with open(os.path.join(folder, name), "w") as f:
            f.write(text)
    return out


def here(folder, *words):
    """A directory to begin in: its last name is always the same."""
    path = os.path.join(folder, "-".join(words).replace(":", "-"), "here")
    for name in "ab":
        os.makedirs(os.path.join(path, name))
        with open(os.path.join(path, name, "x"), "w") as f:
            f.write(name)
    return path


def source(pair):
    """What standard input holds: nothing, where its end is what matters."""
    return "nothing" if any(re.match("feof|ferror|clearerr", p) for p in pair) else "words"


def natively(folder, exe, words, pair):
    with open(os.path.join(folder, source(pair))) as text:
        done = subprocess.run([exe, *words], stdin=text, stdout=subprocess.PIPE, cwd=here(folder, *words),
                              timeout=60, check=False)
    return done.stdout.decode().splitlines()


def searched(folder, scarp, exe, words, pair, options):
    folder_of_it = here(folder, *words, *options)
    out = os.path.join(os.path.dirname(folder_of_it), "lines")
    done = subprocess.run(
        [scarp, "check", "--exhaustive", *options, "--stop-after", "0", "--stdin", os.path.join(folder, source(pair)),
         "-q", exe, *words], cwd=folder_of_it, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, env={**os.environ, "SCARP_OUTCOMES": out}, timeout=120, check=False)
    if done.returncode not in (0, 4) or not os.path.exists(out):
        return None, done.stdout.decode()
    with open(out) as f:
        return {line.rstrip("\n").removesuffix("\\n") for line in f}, done.stdout.decode()


def compare(folder, exe, state, pair):
    """What is wrong with it, or None."""
    words = [f"{state}:{name}" for name in pair]
    orders = [natively(folder, exe, [*words, order], pair) for order in ("first", "second")]
    if any(len(o) != 1 for o in orders):
        return f"{pair} prints {orders}, not a line each"
    wanted = {o[0] for o in orders}
    if state in FEW and len(wanted) == 1:
        return None
    DIFFER.update(pair)
    same = any(sorted(pair) == sorted(s) or (not s[1] and s[0] in pair) for s in SAME.get(state, []))
    if (len(wanted) == 1) != same:
        return f"{pair} prints {sorted(wanted)} natively, and {'should' if same else 'should not'} be the same"
    large = not FULL and pair in LARGE.get(state, [])
    for options in ([],) if large else ([], ["--reduce", "none"]):
        seen, text = searched(folder, SCARP, exe, words, pair, options)
        if seen is None:
            return f"{pair} {options}: {text}"
        if not wanted <= seen:
            return f"{pair} {options}: never seen {sorted(wanted - seen)}, but {sorted(seen)}"
    return None


def pairs_of(state):
    calls = {}
    for function, of, how in TOUCHES:
        if of == state:
            calls[function] = how
    for pair in itertools.combinations_with_replacement(sorted(calls, key=lambda c: c not in BY_THREAD), 2):
        few = FEW.get(state, pair)[:None if FULL or state not in FEW else FIRST]
        if "W" in (calls[pair[0]], calls[pair[1]]) and pair not in NOT_SHARED.get(state, ()) and set(few) & set(pair):
            yield pair


def case(state):
    def run():
        folder = os.getcwd()
        exe = program(folder, SCARP)
        todo = list(pairs_of(state))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            wrong = [w for w in pool.map(lambda pair: compare(folder, exe, state, pair), todo) if w]
        print(f"{state}: {len(todo)} pairs, {len(wrong)} wrong")
        for text in wrong:
            print(f"  {text}")
        assert not wrong and todo
        idle = sorted(f for f, of, _ in TOUCHES if of == state and f not in DIFFER) if FULL and state in FEW else []
        assert not idle, f"these make no difference to any: {idle}"
    return run


def table():
    touched = {function for function, _, _ in TOUCHES}
    with open(f"{BUILD}/lib/scarp/scarp-rt.symbols") as f:
        exported = {n for n in re.findall(r"^(\w+);", f.read(), re.M) if not supported.OURS.match(n)}
    fits = lambda name: next((a for a in ALONE if fnmatch.fnmatchcase(name, a)), None)
    missing = sorted(n for n in exported if n not in touched and not fits(n))
    assert not missing, f"not in states.def: {missing}"
    gone = sorted(n for n in touched if n not in exported)
    assert not gone, f"in states.def, but the runtime has no such function: {gone}"
    used = {fits(n) for n in exported - touched}
    idle = sorted(a for a in ALONE if a not in used)
    assert not idle, f"ALONE rows of states.def that no function needs: {idle}"
    assert all(state in STATES for _, state, _ in TOUCHES)
    text = ""
    for name in "pairs.c", "pairs_tree.h":
        with open(os.path.join(HERE, name)) as f:
            text += f.read()
    lacking = sorted(f"{s}:{f}" for f, s, _ in TOUCHES
                     if not re.search(rf"(?:{s.upper()}[A-Z_]*\({f},|\((?:{s}, )?{f}[,)])", text))
    assert not lacking, f"pairs.c has no call of {lacking}"


CASES = {"table": table, **{s: case(s) for s in STATES}}
SCARP = BUILD = None
FULL = os.environ.get("SCARP_TEST_FULL") == "1"
DIFFER = set()


def begin(scarp, *_):
    global SCARP, BUILD
    SCARP, BUILD = scarp, os.path.dirname(os.path.dirname(scarp))


if __name__ == "__main__":
    sys.exit(cases.main(CASES, begin))
