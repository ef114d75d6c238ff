#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""audit.py - `scarp check --audit` on program tests

audit.py --scarp build/bin/scarp [--mode M] [--reduce R] [--cache C] [--executions N] [PROGRAM]...

Each program (default: all) is built as its first `check:` says and audited:
dfs for at most --most executions, whatever it finds, then N random ones, both
for at most half of --time.  What the audit calls a miss fails; audit.txt has what
is left out and why.  Exit: 0, or 1; every miss is printed.

Iterative deepening (--deepen) audits the state space that proves all, when it has
come to its end.  Programs in which it has not, and those that end with the error
that their first `check:` expects, are counted apart.
"""
import argparse
import json
import os
import shlex
import sys
import tempfile

sys.dont_write_bytecode = True  # the tree stays clean
import native
import run
from header import HERE, apply_oracle, read_header

NOT_EXHAUSTED = "not audited: not exhausted"
NOT_SUPPORTED = "not audited: the error that is expected"
TAKEN = {"--expect-exit": 1, "--stdin": 1, "--leak-check": 0, "--max-steps": 1, "--points": 1,
         "--within": 1, "--without": 1, "--trust": 1, "--ignore": 1, "--fail": 1, "--failures": 1, "--fail-in": 1}


def programs():
    for folder, _, names in sorted(os.walk(HERE)):
        for name in sorted(names):
            path = os.path.relpath(os.path.join(folder, name), HERE)
            if name.endswith((".c", ".cc")) and not path.startswith("bad/") \
                    and not name.startswith("states_"):
                yield path


def listed():
    """What audit.txt says: program, then why it is left out."""
    with open(os.path.join(HERE, "audit.txt")) as f:
        lines = [line.rstrip("\n") for line in f if line.strip() and line[0] != "#"]
    return dict(line.split(None, 1) for line in lines)


def options(words, directory):
    out, words = [], words.replace("{dir}", directory).split()
    while words:
        word = words.pop(0)
        more = TAKEN.get(word.split("=")[0])
        if more is not None:
            out += [word] + ([words.pop(0)] if more and "=" not in word else [])
    return out


def not_exhausted(result):
    """Iterative deepening that has not come to the end of the space that proves all, and said so."""
    jobs = result["jobs"]
    return bool(jobs) and jobs[0]["kind"] == "maximal" and jobs[0]["state"] not in ("finished", "settled") \
        and not result["error"] and result["verdict"] != "verified"


def checks_of(o, path):
    """The first check of a program; with --every those that differ in what runs."""
    full = os.path.join(HERE, path)
    checks, _ = read_header(full)
    if not run.have_all(checks):
        return
    seen = set()
    for check in checks if o.every else checks[:1]:
        key = check.get("flags", ""), check.get("args", "")
        if key not in seen:
            seen.add(key)
            apply_oracle(full, check)
            yield check, " ".join((path, *filter(None, key))) if o.every else path


def audit(o, path, check):
    """What the JSON result says of the audit; a text if there was none."""
    full = os.path.join(HERE, path)
    if o.mode not in check.get("modes", run.MODES).split():
        return "not in this mode"
    o.dir, o.now = os.path.dirname(full), path
    with tempfile.TemporaryDirectory(prefix="scarp-audit-") as folder:
        compiler = check.get("compilers", "gcc").split()[0]
        program = run.build(o, full, compiler, check, folder, {})
        if not program:
            return None
        out = os.path.join(folder, "json")
        done = run.execute(
            [o.scarp, "check", "-q", "--audit", "--audit-executions", str(o.executions),
             *(["--strategy", "deepen"] if o.deepen else ["--reduce", o.reduce, "--cache", o.cache]),
             "--stop-after", "0", "--max-executions", str(o.most), "--mode", o.mode,
             "--budget", f"{o.time // 2}s",
             *options(check["check"], o.dir), "--json", out, program,
             *shlex.split(check.get("args", ""))],
            o.time, cwd=folder, env={**os.environ, **native.environment(check)})
        try:
            with open(out) as f:
                result = json.load(f)
        except (OSError, ValueError) as e:
            return f"no result: {e}, exit code {done.returncode}: {run.tail(done)[-300:]}"
        if done.returncode == 3:
            return {**(result["audit"] or {}), "missed": run.tail(done)}
        if not result["audit"] and o.deepen and not_exhausted(result):
            return NOT_EXHAUSTED
        if not result["audit"] and o.deepen and result["verdict"] == check.get("verdict") == "error":
            return NOT_SUPPORTED
        return result["audit"] or f"no audit: {result['error'] or run.tail(done)[-300:]}"


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scarp", required=True)
    p.add_argument("--mode", default="restart")
    p.add_argument("--reduce", default="none")
    p.add_argument("--cache", default="none")
    p.add_argument("--deepen", action="store_true", help="iterative deepening, in place of --reduce and --cache")
    p.add_argument("--executions", type=int, default=20)
    p.add_argument("--most", type=int, default=300)
    p.add_argument("--time", type=int, default=120)
    p.add_argument("--every", action="store_true", help="with all flags and arguments that a program is checked with")
    p.add_argument("--part", default="0/1", help="I/N: every N-th program, from the I-th on")
    p.add_argument("program", nargs="*")
    o = p.parse_args()
    o.scarp = os.path.abspath(o.scarp)
    known, wrong, pairs, judged, done, cut = listed(), 0, 0, 0, 0, []
    without = {NOT_EXHAUSTED: [], NOT_SUPPORTED: []}
    how = "iterative deepening" if o.deepen else f"reduction {o.reduce}, cache {o.cache}"
    first, step = map(int, o.part.split("/"))
    paths = [path for path in o.program or list(programs())[first::step] if path not in known]
    for path, check, called in ((path, *c) for path in paths for c in checks_of(o, path)):
        got = audit(o, path, check)
        if got == "not in this mode":
            continue
        if isinstance(got, str) and got in without:
            without[got].append(called)
            continue
        done += 1
        if not isinstance(got, dict) or got.get("missed"):
            wrong += 1
            print(f"FAILED {called} {o.mode}, {how}: {got['missed'] if isinstance(got, dict) else got}",
                  flush=True)
            continue
        if got["executions"] < o.executions:
            cut.append(f"{called} ({got['executions']})")
        pairs += got["pairs"]
        judged += got["judged"]
    print(f"{done} programs audited in mode {o.mode}, {how}: {judged} random executions judged, "
          f"{pairs} pairs swapped, {wrong} failed")
    if cut:
        print(f"too long for all of their {o.executions} executions: {', '.join(cut)}")
    for why, which in without.items():
        if which:
            print(f"{why}: {', '.join(which)}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
