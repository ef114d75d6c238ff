#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""helgrind.py - helgrind says no more of what scarp cc built than of plain builds

helgrind.py --scarp build/bin/scarp [--compiler C] PROGRAM...

Programs of tests/programs whose header says `native: sc` have no races.  Still
helgrind reports some of them, because it knows locks and not atomics.  So each
is built by the plain compiler (-O1) and by scarp cc, both run under helgrind,
and an error of the second must be one of the first: of the same kind, at the
same line of the program, for the thread that ran into it and, of races, for
the other one.  What is seen depends on who came first, so a difference counts
only when it comes again in each of TRIES pairs of runs.

Exit: 0 no difference, 1 some (printed), 77 no valgrind.
"""
import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

sys.dont_write_bytecode = True  # the tree stays clean
TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
PROGRAMS = os.path.join(TOP, "tests", "programs")
sys.path.insert(0, PROGRAMS)
from header import apply_oracle, read_header
from native import is_sc

# What helgrind cannot know, and sees or not, depending on who comes first.
EXPLAINED = {
    "atomics/wide.c": {"wide.c:96"},  # reads only after an atomic load has seen the store
}
# Keeps tables that it fills under pthread_once, which helgrind does not know: for
# each byte the first line that gets there is told.
OWN_DATA = ("libgcc_s.so",)
TRIES = 3
TIME = 300  # seconds


def build(scarp, compiler, path, check, out):
    cxx = path.endswith(".cc")
    driver = {"gcc": ("gcc", "g++"), "clang": ("clang", "clang++")}[compiler][cxx]
    command = [scarp, "c++" if cxx else "cc", "--compiler", compiler] if scarp else [driver]
    folder = os.path.dirname(path)
    done = subprocess.run(
        # valgrind 3.19 cannot read all of what clang writes by default.
        [*command, "-O1", "-gdwarf-4", "-pthread", "-fno-builtin", f"-I{TOP}/include", f"-I{PROGRAMS}", path,
         *[os.path.join(folder, s) for s in check.get("sources", "").split()], "-o", out,
         *shlex.split(check.get("flags", ""))], capture_output=True, text=True)
    return done.returncode == 0


def place(stack):
    """The innermost line of the program itself; or the library whose own it is."""
    for frame in stack.iter("frame"):
        inside = os.path.basename(frame.findtext("obj") or "")
        if inside.startswith(OWN_DATA):
            return inside
        if (frame.findtext("dir") or "").startswith(PROGRAMS):
            return f"{frame.findtext('file')}:{frame.findtext('line')}"
    return "elsewhere"


def errors(program, check, folder):
    """What helgrind reports: (kind, places) -> its words; None: it could not."""
    out = os.path.join(folder, "helgrind.xml")
    try:
        subprocess.run(["valgrind", "--tool=helgrind", "--xml=yes", f"--xml-file={out}", program,
                        *shlex.split(check.get("args", ""))], stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, timeout=TIME)
        found = xml.parse(out).getroot()
    except (subprocess.TimeoutExpired, xml.ParseError, OSError):
        return None
    seen = {}
    for error in found.iter("error"):
        what = error.findtext("xwhat/text") or error.findtext("what") or ""
        key = (error.findtext("kind"), *[place(s) for s in error.iter("stack")][:2])
        frames = [f"{f.findtext('fn')} ({f.findtext('file')}:{f.findtext('line')})"
                  for s in error.iter("stack") for f in s.iter("frame")][:12]
        seen[key] = what + "\n      " + "\n      ".join(frames)
    return seen


def differences(plain, ours, check, folder, explained):
    """What only ours has, in every try, None for no result; and how many errors
    plain has, None where valgrind fails on the plain build."""
    left, known = None, set()
    for _ in range(TRIES):
        first = errors(plain, check, folder)
        if first is None:
            return None, None
        second = errors(ours, check, folder)
        if second is None:
            return None, 0
        known |= first.keys()
        more = {k: v for k, v in second.items()
                if k not in known and k[:1] + k[:0:-1] not in known and not explained & set(k)}
        left = more if left is None else {k: v for k, v in left.items() if k in more}
        if not left:
            break
    return left, len(known)


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scarp", required=True)
    p.add_argument("--compiler", help="only this one")
    p.add_argument("program", nargs="+")
    o = p.parse_args()
    if not shutil.which("valgrind"):
        sys.exit(77)
    o.scarp = os.path.abspath(o.scarp)
    ran = failed = silent = beyond = 0
    for path in map(os.path.abspath, o.program):
        done = set()
        for check in read_header(path)[0]:
            if not is_sc(check):
                continue
            apply_oracle(path, check)
            key = (check.get("flags"), check.get("args"), check.get("sources"))
            if key in done:
                continue
            done.add(key)
            for compiler in check.get("compilers", "gcc clang").split():
                if o.compiler not in (None, compiler) or not shutil.which(compiler):
                    continue
                with tempfile.TemporaryDirectory() as folder:
                    plain, ours = (os.path.join(folder, n) for n in ("plain", "ours"))
                    name = f"{os.path.relpath(path, PROGRAMS)} {compiler} {check.get('flags', '')}".strip()
                    if not build(None, compiler, path, check, plain) or \
                            not build(o.scarp, compiler, path, check, ours):
                        print(f"{name}: needs scarp cc, not compared")
                        continue
                    more, known = differences(plain, ours, check, folder,
                                              EXPLAINED.get(os.path.relpath(path, PROGRAMS), set()))
                if known is None:
                    beyond += 1
                    print(f"{name}: helgrind has no result of the plain build, not compared")
                    continue
                ran += 1
                if more is None:
                    failed += 1
                    print(f"FAILED {name}: no result of helgrind")
                    continue
                silent += not known
                failed += bool(more)
                for key, text in more.items():
                    print(f"FAILED {name}: {' '.join(key)}: {text}")
    print(f"{ran} programs, {silent} without a report of the plain build, {failed} failed, "
          f"{beyond} on which valgrind itself fails")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
