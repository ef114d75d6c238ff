#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""levels.py - no verdict depends on the compiler, or on how much it optimises

levels.py --scarp build/bin/scarp [--part I/N] [--seconds S] [-j JOBS] [PROGRAM.c]...

Each program is built by gcc -O1, which its header is about, and then by each
compiler that is installed (gcc, clang, clang-16, clang-19) with -O0 to -O3.  Each
`check:` of the header has to come to the same verdict, the same kind of bug, the same
states and the same holes.  Numbers of executions may differ: an optimiser leaves
accesses out.  levels.txt names what does differ, and why.
What takes longer than --seconds (5) with gcc -O1 is left out, and counted.
Exit: 0, or 1.
"""
import argparse
import json
import os
import shlex
import shutil
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
import native
import run
from header import HERE, apply_oracle, read_header

LEVELS = ("-O0", "-O1", "-O2", "-O3")
COMPILERS = ("gcc", "clang", "clang-16", "clang-19")
LEFT_OUT = {"bad", "passthrough", "figures"}


def programs():
    for folder, _, names in sorted(os.walk(HERE)):
        if not LEFT_OUT & set(os.path.relpath(folder, HERE).split(os.sep)):
            for name in sorted(names):
                path = os.path.join(folder, name)
                if name.endswith((".c", ".cc")) and says_something(path):
                    yield path


def says_something(path):
    with open(path, encoding="utf-8") as f:
        return "\n * check:" in f.read(8000)


def known():
    """(program, compiler, level): why it differs; * stands for any."""
    out = {}
    with open(os.path.join(HERE, "levels.txt"), encoding="utf-8") as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                program, compiler, level, why = line.split(None, 3)
                out[program, compiler, level] = why
    return out


def build(scarp, path, compiler, level, check, out):
    command = [scarp, "c++" if path.endswith(".cc") else "cc", "--compiler", compiler, "-O1", "-g", "--keep-O", level,
               f"-I{HERE}/../../include", f"-I{HERE}", path,
               *[os.path.join(os.path.dirname(path), s) for s in check.get("sources", "").split()], "-o", out,
               *shlex.split(check.get("flags", ""))]
    done = run.execute(command, 300)
    return None if done.returncode == 0 else run.tail(done)


def found(o, program, check, folder):
    """What all builds have to agree in."""
    result, states = os.path.join(folder, "json"), os.path.join(folder, "states")
    for f in (result, states):
        if os.path.exists(f):
            os.remove(f)
    settings = argparse.Namespace(dir=o.dir, racing=os.path.join(folder, "racing"))
    run.execute([o.scarp, "check", "--mode", check.get("modes", run.MODES).split()[0],
                 *shlex.split(run.options(settings, check)), "--json", result, program,
                 *shlex.split(check.get("args", ""))], 120, cwd=folder,
                env={**os.environ, "SCARP_OUTCOMES": states, **native.environment(check)})
    try:
        with open(result) as f:
            told = json.load(f)
    except (OSError, ValueError):
        return {"verdict": "none"}
    lines = set()
    if os.path.exists(states):
        with open(states, errors="replace") as f:
            lines = {line.rstrip("\n") for line in f}
    verdict, holes = told["verdict"], {c["name"] for c in told["caveats"] if c["kind"] == "hole"}
    if check["verdict"] == "verified":  # the header lists what a compiler may leave open
        allowed = set(check.get("holes", "").split())
        if verdict == "partial" and holes and holes <= allowed:
            verdict = "verified"
        holes -= allowed
    return {"verdict": verdict, "bug": [b["kind"] for b in told["bugs"]][:1], "holes": sorted(holes),
            "states": sorted(lines)}


def one(o, path):
    """Lines that tell differences, how many builds were compared, how many checks left out."""
    name, lines, compared, left = os.path.relpath(path, HERE), [], 0, 0
    o = argparse.Namespace(**vars(o), dir=os.path.dirname(path))
    with tempfile.TemporaryDirectory(prefix="scarp-levels-") as folder:
        for number, check in enumerate(read_header(path)[0]):
            apply_oracle(path, check)
            words = check["check"].split()
            # Samplers stop somewhere; a study's list of accesses is about one build.
            if check["verdict"].startswith("error") or "{study" in check["check"] or \
                    "--strategy" in words or "--max-executions" in words:
                continue
            basis, began = None, time.time()
            for compiler in o.compilers:
                if "compilers" in check and not any(compiler.startswith(c) for c in check["compilers"].split()):
                    continue
                for level in sorted(LEVELS, key=lambda x: x != "-O1"):
                    out = os.path.join(folder, "test")
                    if wrong := build(o.scarp, path, compiler, level, check, out):
                        lines.append(f"FAILED {name} {compiler} {level}: does not compile:\n{wrong}")
                        continue
                    told = found(o, out, check, folder)
                    compared += 1
                    if basis is None:
                        basis = told
                        if time.time() - began > o.seconds:
                            left += 1
                            break
                    elif told != basis:
                        keys = [(name, c, v) for c in (compiler, "*") for v in (level, "*")]
                        if not any(k in o.known for k in keys):
                            differs = {k: (basis.get(k), told.get(k)) for k in basis if told.get(k) != basis.get(k)}
                            lines.append(f"FAILED {name} check {number + 1} {compiler} {level}: {differs}")
                else:
                    continue
                break
    return lines, compared, left


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scarp", required=True, type=os.path.abspath)
    p.add_argument("--part", default="1/1")
    p.add_argument("--seconds", type=float, default=5)
    p.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    p.add_argument("program", nargs="*")
    o = p.parse_args()
    o.known, o.compilers = known(), [c for c in COMPILERS if shutil.which(c)]
    part, parts = map(int, o.part.split("/"))
    chosen = [os.path.abspath(x) for x in o.program] or list(programs())[part - 1::parts]
    compared = left = failed = 0
    with ThreadPoolExecutor(o.jobs) as pool:
        for lines, n, without in pool.map(lambda x: one(o, x), chosen):
            compared, left, failed = compared + n, left + without, failed + len(lines)
            for line in lines:
                print(line, flush=True)
    print(f"{len(chosen)} programs by {', '.join(o.compilers)}: {compared} builds checked, {failed} differ, "
          f"{left} checks left out")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
