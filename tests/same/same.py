#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""same.py - does every function that scarp has for a test do what glibc's does?

same.py --scarp build/bin/scarp [--compiler C] [--list]

Each program here calls functions of the C library with ordinary and with wrong
arguments, and says what they gave, errno, and what they wrote.  It runs natively,
built by the compiler alone, and under `scarp check`: the lines have to be the same, but for
those that differs.txt names, with the reason.  Every function that the runtime
exports stands in a program, or in elsewhere.txt, with the reason: --list says which
do not.  And each has a call that fails, natively, or stands in always.txt, with why
there is none."""
import argparse
import fnmatch
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = ("text", "wide", "dates", "files", "kernel", "sockets", "local", "dual", "process", "threads", "library",
            "errors", "corners")
# Hooks of the compilers and of other tools, and C++'s.
OURS = re.compile(r"^(__tsan_|__sanitizer_|__scarp|scarp_|Annotate|WTFAnnotate|RunningOn|_Z|rt_|__atomic_|__cxa_)")


def rows(name):
    """Lines `pattern  reason`; a # begins a comment."""
    with open(os.path.join(HERE, name), encoding="utf-8") as f:
        lines = [line.strip() for line in f if line.strip() and not line.startswith("#")]
    return [re.split(r"\s{2,}", line, maxsplit=1) for line in lines]


def exports(scarp):
    runtime = os.path.join(os.path.dirname(os.path.dirname(scarp)), "lib", "scarp", "scarp-rt.o")
    out = subprocess.run(["nm", "-g", "--defined-only", "-f", "posix", runtime],
                         check=True, capture_output=True, text=True).stdout
    symbols = [line.split()[:2] for line in out.splitlines()]
    return sorted(n for n, kind in symbols if kind in "TWi" and not OURS.match(n))


def missing(scarp):
    text = ""
    for name in PROGRAMS:
        with open(os.path.join(HERE, name + ".c"), encoding="utf-8") as f:
            text += f.read()
    called = set(re.findall(r"\b(\w+)\s*\(", text))
    patterns = [p for row in rows("elsewhere.txt") for p in row[0].split()]
    return [n for n in exports(scarp) if n not in called and not any(fnmatch.fnmatchcase(n, p) for p in patterns)]


# With TMPDIR tempnam has other names, and nothing that fails.
ENV = {name: value for name, value in os.environ.items() if name != "TMPDIR"}

# Of these the result itself is the error.
RETURN_ERRORS = re.compile(r"pthread_\w+|posix_\w+|clock_nanosleep|(mtx|cnd|thrd|tss)_\w+|\w+_r|sigwait|call_once|getopt\w*")
ERRORS = ("NULL", '"(NULL)"', str(2**32 - 1))  # the last is WEOF


def failing(line):
    """The function that a line of say.h is about, if the call has failed."""
    m = re.match(r"(?:\w+ = )?(\w+)\s*\(.* = (.*?)(?:, errno (\d+))?$", line) or re.match(r"(\w+)\s*\(.*:()\s*errno (\d+)$", line)
    if not m:
        return None
    failed = m[3] not in (None, "0") or m[2].startswith("-") or m[2] in ERRORS
    if not failed and RETURN_ERRORS.fullmatch(m[1]):
        failed = m[2] not in ("0", "some", "")
    return m[1] if failed else None


def without_error(scarp, failed):
    """Functions of which no program has a call that fails, and rows of always.txt that have one."""
    here = [p for row in rows("elsewhere.txt") for p in row[0].split()]
    always = [p for row in rows("always.txt") for p in row[0].split()]
    names = exports(scarp)
    for n in names:
        if n not in failed and not any(fnmatch.fnmatchcase(n, p) for p in here + always):
            yield f"{n}: no program in tests/same has a call of it that fails, and always.txt does not say why"
    for p in always:
        if p in failed or not fnmatch.filter(names, p):
            yield f"always.txt: {p} fails in a program here, or scarp has no such function"


def natively(o, name, folder):
    binary = os.path.join(folder, name)
    subprocess.run([o.compiler, "-w", "-O1", "-fno-builtin", os.path.join(HERE, name + ".c"), "-o", binary,
                    "-lpthread", "-lm"], check=True, stderr=subprocess.DEVNULL)
    done = subprocess.run([binary], stdin=subprocess.DEVNULL, capture_output=True, cwd=folder, timeout=60,
                          env=ENV)
    if done.returncode:
        sys.exit(f"{name} ends with {done.returncode} natively")
    return done.stdout.decode(errors="replace")


def checked(o, name, folder):
    """What it says under scarp, or None and why."""
    binary, states = os.path.join(folder, name + ".scarp"), os.path.join(folder, name + ".states")
    subprocess.run([o.scarp, "cc", "--compiler", o.compiler, "-w", "-O1", os.path.join(HERE, name + ".c"), "-o", binary,
                    "-lpthread", "-lm"], check=True, stderr=subprocess.DEVNULL)
    done = subprocess.run([o.scarp, "check", "--exhaustive", "--mode", o.mode, binary], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, cwd=folder, timeout=120,
                          env={**ENV, "SCARP_OUTCOMES": states})
    if done.returncode not in (0, 4) or not os.path.exists(states):
        return None, done.stdout + done.stderr
    with open(states, encoding="utf-8", errors="replace") as f:
        lines = f.read().splitlines()
    if len(lines) != 1:
        return None, f"{len(lines)} outcomes"
    return lines[0], ""


def compare(o, name, folder, allowed, used, failed):
    wanted = natively(o, name, folder).splitlines()
    failed.update(filter(None, map(failing, wanted)))
    got, why = checked(o, name, folder)
    if got is None:
        print(f"{name}: {why}")
        return 1
    # A line end within a text is told apart from one between lines by both alike.
    got = got.replace("\\n", "\n").splitlines()
    wanted = "\n".join(wanted).replace("\\n", "\n").splitlines()
    bad = abs(len(got) - len(wanted))
    if bad:
        print(f"{name}: {len(got)} lines, {len(wanted)} natively")
    for native, ours in zip(wanted, got):
        if native == ours:
            continue
        row = next((p for p in allowed if fnmatch.fnmatchcase(native, p.replace("[", "[[]") + " = *")), None)
        if row is None:
            bad += 1
            print(f"{name}: natively  {native}\n{' ' * len(name)}  by scarp  {ours}")
        used.add(row)
    return bad


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scarp", required=True)
    p.add_argument("--compiler", default="gcc")
    p.add_argument("--mode", default="checkpoint")
    p.add_argument("--list", action="store_true", help="functions that no program calls, and no more")
    p.add_argument("--only", help="one of the programs, and nothing else")
    o = p.parse_args()
    o.scarp = os.path.abspath(o.scarp)
    lost = [] if o.only else missing(o.scarp)
    for name in lost:
        print(f"{name}: no program in tests/same calls it, and elsewhere.txt does not say why")
    if o.list:
        sys.exit(1 if lost else 0)
    allowed, used, failed, bad = [row[0] for row in rows("differs.txt")], set(), set(), len(lost)
    with tempfile.TemporaryDirectory(prefix="scarp-same-") as folder:
        for name in [o.only] if o.only else PROGRAMS:
            bad += compare(o, name, folder, allowed, used, failed)
    for row in allowed:
        if row not in used and not o.only:
            bad += 1
            print(f"differs.txt: nothing differs in '{row}'")
    for line in [] if o.only else without_error(o.scarp, failed):
        bad += 1
        print(line)
    print(f"{len(exports(o.scarp))} functions, {len(failed)} of them with a call that fails, {bad} not as natively")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
