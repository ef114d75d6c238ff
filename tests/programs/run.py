#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run.py - runs one program test as its own first comment says (README.md)

run.py --scarp build/bin/scarp PROGRAM.c [--mode M] [--full] ...

Compiles the program with each compiler, runs each `check:` in each mode, and
compares what was found with the header; the modes must agree.  Then the program
runs without scarp, in pass-through mode: native.py.

Without --full (or SCARP_TEST_FULL=1) what costs a process each is a fixed
sample: native runs, SAMPLE_FORKED executions in fork mode, plain builds, two modes
of three, one compiler of two (SCARP_TEST_MODES=all: all of them).
Exit: 0 as expected, 1 not (every difference is printed), 77 nothing to run.
"""
import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import zlib

sys.dont_write_bytecode = True  # the tree stays clean
import native
import pairs
from header import HERE, apply_oracle, in_order, read_header

MODES = "checkpoint restart fork"
EXIT = {"verified": 0, "bug": 1, "partial": 4, "error": 5}
SAMPLE_FORKED = 100
PLAIN_EVERY = 3  # of a sample, how many run as the plain compiler has them
# Where the compiler matters most; each program of the other folders has one.
TWO_COMPILERS = "programs", "atomics", "c11", "frames", "passthrough", "plugin", "race", "stack", "tls"
failures = []


def fail(where, text):
    failures.append(f"{where}: {text}")
    print(f"FAILED {where}: {text}", flush=True)


def execute(command, timeout, **more):
    timeout = round(timeout * native.patience())
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, timeout=timeout,
                              capture_output=True, text=True, errors="replace", **more)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, -1, "", f"no end after {timeout} s")


def tail(done):
    return (done.stdout + done.stderr).strip()[-1500:]


def build(o, path, compiler, check, folder, cache):
    """The program built by scarp cc, or by the plain compiler; None: failed."""
    flags = check.get("flags", "")
    if (compiler, flags) in cache:
        return cache[compiler, flags]
    out = os.path.join(folder, f"test{len(cache)}")
    cxx = path.endswith(".cc")
    if compiler == "plain":
        command = ["g++" if cxx else "gcc", "-O1", "-pthread"]
    else:
        command = [o.scarp, "c++" if cxx else "cc", "--compiler", compiler, "-O1", "-g"]
        if getattr(o, "level", None):
            command += ["--keep-O", o.level]
    command += [f"-I{HERE}/../../include", f"-I{HERE}", path]
    command += [os.path.join(o.dir, s) for s in check.get("sources", "").split()]
    done = execute([*command, "-o", out, *shlex.split(flags)], 300)
    if done.returncode != 0:
        fail(f"{compiler} {flags}".strip(), f"does not compile:\n{tail(done)}")
        out = None
    cache[compiler, flags] = out
    return out


def options(o, check):
    """Those of `check:`, with the folder and the list of racing accesses."""
    words = check["check"].replace("{dir}", o.dir).replace("{study}", f"--points=study --racing {o.racing}")
    return re.sub(r"\{study (\w+)\}", rf"--points=study --racing {o.dir}/\1.racing", words)


def first_bug_alone(check, mode):
    """What chance meets behind the first bug is as many as a clock allows, so no two
    modes meet the same: only the first one looks, and where a program says so."""
    return check["verdict"].startswith("bug") and not {"others", "says", "silent"} & set(check) \
        and mode != check.get("modes", MODES).split()[0] and "--stop-after" not in check["check"]


def by_clock(result, check):
    """Iterative deepening under a budget in seconds: who works when, and so how many
    executions there are, is the clock's.  What it proves is not."""
    return result["strategy"] == "deepen" and "--max-executions" not in check["check"].split()


def check_once(o, program, check, mode, folder, marked):
    """What one run of `scarp check` found, after comparing it with the header."""
    where = f"{o.now} {mode} {check['check']}".strip()
    files = {k: os.path.join(folder, k) for k in ("json", "states")}
    for f in files.values():
        if os.path.exists(f):
            os.remove(f)
    done = execute([*shlex.split(o.under), o.scarp, "check", "--mode", mode, *shlex.split(options(o, check)),
                    *(["--stop-after", "1"] if first_bug_alone(check, mode) else []),
                    "--json", files["json"], program, *shlex.split(check.get("args", ""))],
                   o.time or int(check.get("time", 120)), cwd=folder,
                   env={**os.environ, "SCARP_OUTCOMES": files["states"], **native.environment(check)})
    try:
        with open(files["json"]) as f:
            result = json.load(f)
    except (OSError, ValueError) as e:
        fail(where, f"no result ({e}), exit code {done.returncode}:\n{tail(done)}")
        return None
    verdict, *kinds = check["verdict"].split()
    holes = {c["name"] for c in result["caveats"] if c["kind"] == "hole"}
    listed = set(check.get("holes", "").split())
    every = bool(holes)
    if verdict == "verified" and every and holes <= listed:
        verdict = "partial"
    elif verdict == "partial" and listed and holes != listed:
        fail(where, f"holes {sorted(holes)}, expected {sorted(listed)}")
    scope = {c["name"] for c in result["caveats"] if c["kind"] == "scope"}
    missing = set(check.get("scope", "").split()) - scope
    if missing:
        fail(where, f"{sorted(missing)} not among what is said not to be covered: {sorted(scope)}")
    if result["verdict"] != verdict:
        fail(where, f"verdict '{result['verdict']}', expected '{verdict}':\n{tail(done)}")
    if result["mode"] not in (mode, check.get("fallback")):
        fail(where, f"ran in mode '{result['mode']}':\n{tail(done)}")
    if "races" in check and bool(result["races"]) != (check["races"] == "some"):
        fail(where, f"races {result['races']}, expected {check['races']}")
    wrong = pairs.compare(os.path.join(o.dir, o.source), check["pair"], result["races"]) if "pair" in check else None
    if wrong:
        fail(where, wrong)
    found = [b["kind"] for b in result["bugs"]]
    if kinds and found[:1] not in [[k] for k in kinds]:
        fail(where, f"bug {found}, expected one of {kinds}")
    others = (result["others"] or {"bugs": []})["bugs"]
    unexpected = [b["title"] for b in others if b["kind"] not in o.kinds | set(check.get("others", "").split())]
    if unexpected:
        fail(where, f"behind the first bug chance finds {unexpected}, which no check of it expects")
    if not all(b["confirmed"] for b in others):
        fail(where, f"others that did not come again: {[b['title'] for b in others]}")
    if "bugs" in check and len(found) != int(check["bugs"]):
        fail(where, f"bugs {found}, expected {check['bugs']}")
    if marked and found and result["bugs"][0]["line"] not in marked:
        fail(where, f"bug in line {result['bugs'][0]['line']}, expected {marked}")
    expected = int(check.get("exit", EXIT[verdict]))
    if done.returncode != expected:
        fail(where, f"exit code {done.returncode}, expected {expected}:\n{tail(done)}")
    counted = {"executions", "last_round", "blocked", "failed", "first"} & set(check)
    if counted and by_clock(result, check):
        fail(where, f"{sorted(counted)} are expected of a search that the clock directs")
    if "last_round" in check and result["last_round"] != int(check["last_round"]):
        fail(where, f"last_round {result['last_round']}, expected {check['last_round']}")
    if "estimate" in check and result["estimate"] is not None:
        fail(where, f"estimate {result['estimate']}, expected none")
    if "blocked" in check and result["blocked"] != int(check["blocked"]):
        fail(where, f"{result['blocked']} executions begun in vain, expected {check['blocked']}")
    if "executions" in check and result["executions"] != int(check["executions"]):
        fail(where, f"{result['executions']} executions, expected {check['executions']}")
    if "failed" in check and result["failed"] != int(check["failed"]):
        fail(where, f"{result['failed']} executions fail, expected {check['failed']}")
    firsts = [b["execution"] for b in result["bugs"]]
    if "first" in check and (not firsts or min(firsts) != int(check["first"])):
        fail(where, f"failures first seen in {firsts}, expected {check['first']}")
    if "bounds" in check:
        b = result["bounds"]
        if [b["last"], b["new"], b["failed"]] != [*map(int, check["bounds"].split())]:
            fail(where, f"bounds {b}, expected {check['bounds']}")
    if "replays" in check and done.returncode == 1:
        again = execute([o.scarp, "replay"], 60, cwd=folder,
                        env={**os.environ, **native.environment(check)})
        if again.returncode != 1:
            fail(where, f"scarp replay: exit code {again.returncode}:\n{tail(again)}")
    for text in check.get("says", []):
        if text not in done.stdout + done.stderr:
            fail(where, f"does not say '{text}':\n{tail(done)}")
    for text in check.get("silent", []):
        if text in done.stdout + done.stderr:
            fail(where, f"says '{text}':\n{tail(done)}")
    states = set()
    if os.path.exists(files["states"]):
        with open(files["states"], errors="replace") as f:
            states = {line.rstrip("\n").removesuffix("\\n") for line in f}
    if "oracle" in check:
        states = set(map(in_order, states))
    if "distinct" in check and len(states) != int(check["distinct"]):
        fail(where, f"states {sorted(states)}, expected {check['distinct']} of them")
    if "states" in check:
        wanted = set(" ".join(check["states"]).split())
        if states != wanted:
            fail(where, f"states missing: {sorted(wanted - states)}, "
                        f"never to be seen: {sorted(states - wanted)}")
    timed = by_clock(result, check)
    return {"verdict": result["verdict"], "executions": None if timed else result["executions"], "bugs": found,
            "states": sorted(states), "chance": bool(result["others"]), "holes": sorted(holes), "races": pairs.seen(result["races"], timed)}


def compare_default(o, program, check, folder):
    """The mode that `scarp check` picks by itself."""
    out = os.path.join(folder, "default")
    if os.path.exists(out):
        os.remove(out)
    execute([o.scarp, "check", "--max-executions", "1", "--json", out, program,
             *shlex.split(check.get("args", ""))], 60, cwd=folder)
    try:
        with open(out) as f:
            mode = json.load(f)["mode"]
    except (OSError, ValueError, KeyError) as e:
        mode = f"none ({e})"
    if mode != check["default"]:
        fail(o.now, f"without --mode it runs in mode '{mode}', not '{check['default']}'")


def sampled(checks):
    """Executions of a sampler in fork mode are cut to SAMPLE_FORKED, the other
    modes do all; the sample then runs in every mode, to compare them."""
    for check in checks:
        words = check["check"].split()
        modes = check.get("modes", MODES).split()
        few = str(SAMPLE_FORKED)
        count = words.index("--max-executions") + 1 if "--max-executions" in words else 0
        if (not count or int(words[count]) <= SAMPLE_FORKED or "fork" not in modes
                or not set(check).isdisjoint(("oracle", "states", "distinct", "bugs", "says"))
                or check["verdict"] != "partial"):
            yield check  # what only all of them may show is not cut
            continue
        fast = " ".join(m for m in modes if m != "fork")
        if fast:
            yield {**check, "modes": fast}
        less = {**check, "check": " ".join(words[:count] + [few] + words[count + 1:])}
        if "executions" in check:
            less["executions"] = few
        yield less


def reduced(check):
    """Where every execution is counted: one of each trace has the same ends."""
    words = check["check"].split()
    if "--exhaustive --reduce none" not in check["check"] or check["verdict"] == "error" or "--max-executions" in words:
        return None
    less = {k: v for k, v in check.items() if k not in ("executions", "says", "blocked", "last_round", "default", "replays")}
    less["check"] = check["check"].replace(" --reduce none", "")
    return less


def with_turns(o, check):
    """Where loops wait: the same with all of their turns."""
    words = check["check"].split()
    if (os.path.basename(o.dir) != "spin" or o.turns or "--exhaustive" not in words
            or not {"--turns", "none", "--max-executions"}.isdisjoint(words)):
        return None
    less = {k: v for k, v in check.items() if k in ("verdict", "states", "args", "dir", "env", "stdin", "bugs", "exit", "holes", "hole", "fallback", "time")}
    less["check"] = f"{check['check']} --turns all"
    return less


def cut(check, fast):
    """The first SAMPLE_FORKED executions of an exhaustive search, if there are
    more; fast: what another mode found with all of them."""
    if ("--exhaustive" not in check["check"].split() or check["verdict"] != "verified"
            or not fast or fast["executions"] <= SAMPLE_FORKED):
        return None
    less = {k: v for k, v in check.items() if k in ("args", "dir", "env", "fallback", "time")}
    return {**less, "check": f"{check['check']} --max-executions {SAMPLE_FORKED}",
            "verdict": "partial"}  # redundant ones count for the limit


def every():
    """For planted faults: no mode and no compiler is left out."""
    return os.environ.get("SCARP_TEST_MODES") == "all"


def modes_of(o, check):
    """In a sample: of all three two, restart or fork beside checkpoint."""
    modes = check.get("modes", MODES).split()
    if len(modes) == 3 and not o.full and not o.mode and not every():
        modes.remove(modes[1 + zlib.crc32(o.source[::-1].encode()) % 2])
    return modes


def in_each_mode(o, program, check, folder, marked, first):
    """What each mode found, which has to be the same."""
    results = {}
    for mode in modes_of(o, check):
        if o.mode not in (None, mode):
            continue
        fast = next((m for m in results if results[m]), None)
        less = cut(check, results[fast]) if fast and mode == "fork" and not o.full else None
        if less:
            compare({m: check_once(o, program, less, m, folder, ()) for m in (fast, mode)}, o, less)
        else:
            results[mode] = check_once(o, program, check, mode, folder, marked)
    for less in (reduced(check) if o.mode is None else None, with_turns(o, check)):
        for mode in check.get("modes", MODES).split()[:1] if first and less else ():
            check_once(o, program, less, o.mode or mode, folder, marked)
    return compare(results, o, check)


def judge_depth(o, program, check, folder):
    """With so many preemptions it fails; with fewer no execution does, all of which are made."""
    depth = int(check["depth"])
    for bound, code in ((depth, 1), (depth - 1, 0)):
        if bound < 0:
            continue
        done = execute([o.scarp, "check", "-q", "--state", "none", "--shrink", "0", "--strategy", "ipb", "--bound", str(bound),
                        program, *shlex.split(check.get("args", ""))], int(check.get("time", 120)), cwd=folder)
        if done.returncode != code:
            fail(f"{o.now} depth {depth}", f"with {bound} preemptions exit code {done.returncode}, expected {code}:\n{tail(done)}")


def compare(results, o, check):
    seen = [r for r in results.values() if r]
    chance = any(r["chance"] for r in seen)
    told = [{**r, "chance": None, "states": None if chance else r["states"]} for r in seen]
    if any(r != told[0] for r in told):
        fail(f"{o.now} {check['check']}", f"the modes differ: {results}")
    return seen


def by_turns(path, compilers):
    """In a sample: one compiler for each of the programs that both compile alike."""
    there = [c for c in compilers if shutil.which(c)]
    if os.path.basename(os.path.dirname(path)) in TWO_COMPILERS or not there or every():
        return compilers
    return [there[zlib.crc32(os.path.basename(path).encode()) % len(there)]]


def have_all(checks):
    """Is what the program needs of others' libraries there?  Or it is said."""
    lost = [f for c in checks for f in c.get("needs", "").split() if not os.path.exists(f)]
    if lost:
        print(f"no {lost[0]}")
    return not lost


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scarp", required=True)
    p.add_argument("--compiler", help="only this one; clang-16 where the header says clang")
    p.add_argument("--mode", help="only this one")
    p.add_argument("--level", help="optimise so (--level=-O2) and keep it, instead of -O1")
    p.add_argument("--search-only", action="store_true", help="do not run it natively")
    p.add_argument("--full", action="store_true", help="every count in full, no samples",
                   default=os.environ.get("SCARP_TEST_FULL") == "1")
    p.add_argument("--runs", type=int, help="native runs, instead of the fixed number")
    p.add_argument("--native-only", action="store_true", help="do not search")
    p.add_argument("--under", default="", help="words before `scarp check`")
    p.add_argument("--time", type=int, help="seconds for one run")
    p.add_argument("program")
    o = p.parse_args()
    o.scarp, path = os.path.abspath(o.scarp), os.path.abspath(o.program)
    for words in shlex.split(o.under)[:1]:
        if not shutil.which(words):
            sys.exit(77)
    checks, marked = read_header(path)
    if not have_all(checks):
        sys.exit(77)
    o.kinds = {kind for check in checks for kind in check["verdict"].split()[1:]}
    if not o.full:
        checks = list(sampled(checks))
    o.dir, o.source = os.path.split(path)
    o.turns = any("--turns" in check["check"].split() for check in checks)
    o.racing = os.path.splitext(path)[0] + ".racing"
    if not os.path.exists(o.racing):
        o.racing = os.path.join(o.dir, "none.racing")
    ran, cache = 0, {}
    with tempfile.TemporaryDirectory(prefix="scarp-test-") as folder:
        natively = native.Runs(folder, o.source)
        for check in checks:
            check["dir"] = o.dir
            apply_oracle(path, check)
            compilers = check.get("compilers", "gcc clang").split()
            if not o.full and not o.compiler:
                compilers = by_turns(path, compilers)
            first = next((c for c in compilers if shutil.which(c)), None)
            for compiler in compilers:
                if o.compiler and o.compiler.split("-")[0] != compiler:
                    continue
                compiler = o.compiler or compiler
                if not shutil.which(compiler):
                    print(f"{compiler} is not installed: left out")
                    continue
                program = build(o, path, compiler, check, folder, cache)
                ran += 1
                o.now = f"{compiler} {check.get('flags', '')}".strip()
                seen = []
                if program and not o.native_only:
                    seen = in_each_mode(o, program, check, folder, marked,
                                        o.compiler or compiler == first)
                    if "depth" in check:
                        judge_depth(o, program, check, folder)
                    if "default" in check:
                        compare_default(o, program, check, folder)
                if program and (seen or o.native_only) and not o.search_only:
                    states = seen[0]["states"] if seen else ()
                    natively.add(f"{o.now} pass-through", program, check, states)
                    plain = native.is_sc(check) and (o.full or zlib.crc32(o.source.encode()) % PLAIN_EVERY == 0) and build(o, path, "plain", check, folder, cache)
                    if plain:
                        natively.add("plain cc", plain, check, states)
        for what, wrong in natively.compare(o.runs, o.full):
            fail(what, wrong)
    print(f"{ran} builds checked, {len(failures)} failed")
    sys.exit(1 if failures else 0 if ran else 77)


if __name__ == "__main__":
    main()
