#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""stress.py - the system as a judge of what is verified

stress.py --scarp build/bin/scarp --runner build/bin/stress_runs [PROGRAM]...

What scarp has verified cannot fail.  Each program test with `verdict: verified`,
built by scarp cc, runs without scarp again and again, with delays at random
(SCARP_STRESS, src/native/stress.h), several at once.  It may end and print only as
its header allows of a native run (tests/programs/native.py); and where it has no
`states:` and no `native:`, only what a search to the end saw it print.

A program that fails here and is verified is a lie of scarp's, or of its header.

  --count N    runs of each build, by each compiler (10000)
  --seconds S  ... but none is begun later than that (20); how many there were is said
  --every N    every Nth program only

That delays make what can fail do so: ../passthrough/delays.py.
Exit: 0 all as expected, 1 not.
"""
import argparse
import glob
import json
import multiprocessing
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

TOLD = 3  # ways to be wrong that are printed of a build
sys.dont_write_bytecode = True
PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "programs")
sys.path.insert(0, PROGRAMS)
import native
from header import apply_oracle, in_order, read_header


def all_programs():
    found = []
    for path in glob.glob(os.path.join(PROGRAMS, "**", "*.c*"), recursive=True):
        name = os.path.relpath(path, PROGRAMS)
        if not name.startswith("bad/") and not os.path.basename(name).startswith("states_"):
            found.append(name)
    return sorted(found)


def says_verified(path):
    try:
        return any(c["verdict"] == "verified" for c in read_header(path)[0])
    except SystemExit as e:  # run.py says so
        print(e)
        return False


def build(o, path, compiler, check, out):
    command = [o.scarp, "c++" if path.endswith(".cc") else "cc", "--compiler", compiler, "-O1", "-g",
               f"-I{PROGRAMS}/../../include", f"-I{PROGRAMS}", path]
    command += [os.path.join(os.path.dirname(path), s) for s in check.get("sources", "").split()]
    done = subprocess.run([*command, "-o", out, *shlex.split(check.get("flags", ""))],
                          capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else done.stdout + done.stderr


def searched(o, program, check, folder):
    """What a search to the end saw it print; None: there is no such search."""
    words = shlex.split(check["check"].replace("{dir}", check["dir"]))
    if check["verdict"] != "verified" or "{" in check["check"] or o.no_search:
        return None
    result, lines = os.path.join(folder, "json"), os.path.join(folder, "lines")
    for path in (result, lines):
        if os.path.exists(path):
            os.remove(path)
    subprocess.run([o.scarp, "check", *words, "--json", result, program, *shlex.split(check.get("args", ""))],
                   cwd=folder, capture_output=True, stdin=subprocess.DEVNULL, check=False,
                   env={**os.environ, "SCARP_OUTCOMES": lines, **native.environment(check)})
    try:
        with open(result, encoding="utf-8") as f:
            if json.load(f)["verdict"] != "verified":
                return None
        with open(lines, errors="replace", encoding="utf-8") as f:
            return {line.rstrip("\n").removesuffix("\\n") for line in f}
    except (OSError, ValueError):
        return None


def builds(o, path, compiler, folder):
    """(program, what it may do, check) of each build that a check says is verified."""
    checks, _ = read_header(path)
    made, found = {}, {}
    for check in checks:
        check["dir"] = os.path.dirname(path)
        apply_oracle(path, check)
        if compiler not in check.get("compilers", "gcc clang").split():
            continue
        flags = check.get("flags", "")
        key = (flags, check.get("args", ""), check.get("env", ""), native.option(check, "--stdin"))
        expected, verified, _ = found.setdefault(key, (native.Expected(), [], check))
        if check["verdict"] == "verified":
            verified.append(check)
        expected.add(check, ())
    for (flags, *_), (expected, verified, _) in found.items():
        if not verified:
            continue
        if flags not in made:
            made[flags] = os.path.join(folder, f"test{len(made)}")
            wrong = build(o, path, compiler, verified[0], made[flags])
            if wrong:
                raise RuntimeError(f"does not compile: {wrong}")
        program = made[flags]
        # `distinct:`: the line itself is nobody's business, and may hold addresses or times.
        if expected.any_line and not any("native" in c or "distinct" in c for c in verified):
            lines = [searched(o, program, c, folder) for c in verified]
            if lines and None not in lines:
                expected.lines |= set().union(*lines)
                expected.any_line = False
        yield program, expected, verified[0]


def judge(o, program, expected, check):
    """(runs made, sentences)"""
    runs = min(o.count, expected.most or o.count)
    limit = native.HANG_TIME[0] if native.HANGS in expected.ends else native.LIMIT
    env = {k: v for k, v in os.environ.items() if k != "SCARP_STRESS"}
    with open(native.option(check, "--stdin") or os.devnull, "rb") as given:
        done = subprocess.run(
            [o.runner, str(runs), str(o.at_once), str(o.seconds), str(limit * 1000), str(o.first), program,
             *shlex.split(check.get("args", ""))],
            stdin=given, capture_output=True, text=True, check=True, env={**env, **native.environment(check)})
    (made, _), *kinds = map(json.loads, done.stdout.splitlines())
    wrong, kinds_wrong = [], 0
    for count, first, end, out, err in kinds:
        line = out.rstrip("\n").replace("\n", "\\n")
        line = in_order(line) if "oracle" in check else line
        said = expected.wrong(native.HANGS if end == "hangs" else end, line, err)
        if said:
            kinds_wrong += 1
            if kinds_wrong > TOLD:
                continue
            wrong.append(f"{count} of {made} runs (SCARP_STRESS={first}) {said}")
    if kinds_wrong > TOLD:
        wrong.append(f"and {kinds_wrong - TOLD} other ends or lines")
    return made, wrong


def one(work):
    """(name, runs, sentences) of a program and a compiler."""
    o, name, compiler = work
    made, wrong = 0, []
    try:
        with tempfile.TemporaryDirectory(prefix="scarp-stress-") as folder:
            for built in builds(o, os.path.join(PROGRAMS, name), compiler, folder):
                runs, said = judge(o, *built)
                made, wrong = made + runs, wrong + said
    except Exception as e:  # the others still run
        wrong.append(repr(e))
    return f"{name} ({compiler})", made, wrong


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scarp", required=True)
    p.add_argument("--runner", required=True)
    p.add_argument("--count", type=int, default=10000)
    p.add_argument("--seconds", type=int, default=20)
    p.add_argument("--at-once", type=int, default=4)
    p.add_argument("--first", type=int, default=1, help="the first SCARP_STRESS")
    p.add_argument("--every", type=int, default=1)
    p.add_argument("--compiler", action="append", help="only this one")
    p.add_argument("--no-search", action="store_true", help="headers alone say what may be printed")
    p.add_argument("-j", "--jobs", type=int, default=1)
    p.add_argument("program", nargs="*")
    o = p.parse_args()
    o.scarp, o.runner = os.path.abspath(o.scarp), os.path.abspath(o.runner)
    names = [os.path.relpath(os.path.abspath(f), PROGRAMS) for f in o.program] or all_programs()[::o.every]
    names = [n for n in names if says_verified(os.path.join(PROGRAMS, n))]
    compilers = [c for c in o.compiler or ("gcc", "clang") if shutil.which(c)]
    work = [(o, n, c) for n in names for c in compilers]
    total = short = failed = 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))  # ends the pool, too
    with multiprocessing.Pool(o.jobs) as pool:
        for name, made, wrong in pool.imap_unordered(one, work):
            total += made
            short += made < o.count
            failed += bool(wrong)
            for said in wrong:
                print(f"FAILED {name}: {said}", flush=True)
    print(f"{len(names)} programs by {' and '.join(compilers)}: {total} runs, {short} of {len(work)} with fewer "
          f"than {o.count}, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
