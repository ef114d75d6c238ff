#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run.py - programs that do what no program should, each at several moments

run.py --scarp SCARP [-j N] [--every N] [--first K] [NAME[/MOMENT[/MODE]]]...

Each run ends by itself, with a verdict that the program's line allows (HOSTILE
in *.c; MOMENT=word at that moment alone) and the exit code that belongs to it.
A bug was seen to come again, and its schedule replays.  An error says what happened, in one line.  The command is
never ended by a signal, never speaks of a fault of its own, and leaves no
process behind.

`any` is for stores and system calls that nobody sees, where what comes of them is
luck: then any verdict is right but `verified` with a hole left unsaid, and a
fault (exit 3) may be claimed, if the channel itself was damaged.
"""
import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
MOMENTS = "main thread second handler before".split()
MODES = "auto restart checkpoint fork".split()
VERDICTS = "verified partial error".split()
TIME = 120  # seconds, for a run that takes one
Case = collections.namedtuple("Case", "file name may_be")


def cases():
    found = []
    for name in sorted(os.listdir(HERE)):
        if name.endswith(".c"):
            with open(os.path.join(HERE, name)) as f:
                found += [Case(name[:-2], m[1], m[2].split())
                          for m in re.finditer(r'HOSTILE\((\w+),\s*"([\w= ]+)"\)', f.read())]
    return found


def processes_in(place):
    found = []
    for pid in os.listdir("/proc"):
        try:
            if not pid.isdigit() or os.readlink(f"/proc/{pid}/cwd") != place:
                continue
            with open(f"/proc/{pid}/stat") as f:
                if f.read().rpartition(")")[2].split()[0] != "Z":
                    found.append(int(pid))
        except OSError:
            continue
    return found


class Wrong(Exception):
    pass


def allowed(case, moment):
    return {word.rpartition("=")[2] for word in case.may_be if word.partition("=")[1] == "" or word.startswith(moment + "=")}


def judge(case, moment, done, result):
    """Is the verdict allowed, and do exit code and words belong to it?"""
    if done.returncode < 0:
        raise Wrong(f"the command was ended by signal {-done.returncode}")
    if done.returncode == 3 and "any" in case.may_be and "channel is damaged" in done.stderr:
        return "fault"
    if not result:
        if done.returncode not in (2, 5, 77) or not done.stderr.startswith("scarp: "):
            raise Wrong(f"exit {done.returncode} without a result")
        verdict = "error"
    else:
        verdict = result["verdict"]
    codes = {"bug": (1,), "verified": (0,), "partial": (4,), "error": (2, 5)}[verdict]
    if done.returncode not in codes:
        raise Wrong(f"exit {done.returncode} with verdict '{verdict}'")
    kinds = [b["kind"] for b in result["bugs"]] if verdict == "bug" else [verdict]
    if "any" not in case.may_be and not set(kinds) <= allowed(case, moment):
        raise Wrong(f"'{' '.join(kinds)}', expected one of '{' '.join(sorted(allowed(case, moment)))}'")
    if verdict == "bug" and "to see it happen again" not in done.stdout:
        raise Wrong("a bug without its replay")
    if verdict == "error" and "scarp: " not in done.stderr and "error: " not in done.stdout:
        raise Wrong("an error without a word")
    return " ".join(kinds)


def run(scarp, program, case, moment, mode):
    with tempfile.TemporaryDirectory(prefix="scarp-hostile-") as place:
        place = os.path.realpath(place)
        options = ["--exhaustive", "--max-executions", "300", "--max-steps", "2000",
                   "--hang-after", "1s", "--json", "result.json"]
        if mode != "auto":
            options += ["--mode", mode]
        try:
            done = subprocess.run([scarp, "check", *options, program, case.name, moment], cwd=place,
                                  stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  errors="replace", timeout=TIME)
            result = None
            if os.path.exists(f"{place}/result.json"):
                with open(f"{place}/result.json") as f:
                    result = json.load(f)
            said = judge(case, moment, done, result)
            if said not in ("error", "verified", "partial", "fault"):
                again = subprocess.run([scarp, "replay", "--hang-after", "700ms"], cwd=place, stdin=subprocess.DEVNULL,
                                       capture_output=True, text=True, errors="replace", timeout=TIME)
                if again.returncode != 1:
                    raise Wrong(f"replay: exit {again.returncode}: {again.stderr}")
            deadline = time.time() + 20
            while left := processes_in(place):
                if time.time() > deadline:
                    for pid in left:
                        os.kill(pid, 9)
                    raise Wrong(f"processes {left} were left behind")
                time.sleep(0.01)
            return said, None
        except subprocess.TimeoutExpired:
            return None, f"no end after {TIME} s"
        except (Wrong, ValueError) as e:
            return None, f"{e}\n{done.stdout[-1500:]}{done.stderr[-1500:]}"


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scarp", required=True)
    p.add_argument("-j", type=int, default=1, dest="jobs")
    p.add_argument("--every", type=int, default=1)
    p.add_argument("--first", type=int, default=0)
    p.add_argument("--list", action="store_true")
    p.add_argument("name", nargs="*")
    o = p.parse_intermixed_args()
    scarp = os.path.abspath(o.scarp)
    build = tempfile.mkdtemp(prefix="scarp-hostile-build-")
    for file in sorted({c.file for c in cases()}):
        subprocess.run([scarp, "cc", "-w", "-O1", os.path.join(HERE, f"{file}.c"), "-o", f"{build}/{file}"],
                       check=True)
    runs = list(itertools.product(cases(), MOMENTS, MODES))[o.first::o.every]
    if o.name:
        wanted = [n.split("/") for n in o.name]
        runs = [r for r in itertools.product(cases(), MOMENTS, MODES)
                if any([r[0].name, r[1], r[2]][:len(w)] == w for w in wanted)]
    counts, failed = collections.Counter(), 0

    def one(r):
        case, moment, mode = r
        said, wrong = run(scarp, f"{build}/{case.file}", case, moment, mode)
        return f"{case.file}/{case.name}/{moment}/{mode}", said, wrong

    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for name, said, wrong in pool.map(one, runs):
            if wrong:
                failed += 1
                print(f"FAILED {name}: {wrong}", flush=True)
            else:
                counts[said] += 1
                if o.name or o.list:
                    print(f"{name}: {said}", flush=True)
    shutil.rmtree(build)
    print(f"{len(runs)} hostile runs of {len({r[0].name for r in runs})} programs, {failed} failed: " +
          ", ".join(f"{n} {said}" for said, n in counts.most_common()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
