#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""decisive.py - does a report name the steps that the bug's description names?

decisive.py --scarp SCARP [--at-least PERCENT] [NAME]...

Each program states the order of steps that its bug takes: two, the first one
too early, or three, one between two of another thread.  Those of this folder
by marks (`decisive: first`; one line may be several), others by rows of programs.txt, which quote the description.  What the
report says has to have two of them in this order, one right after the other, or as one
of two pairs.
`none`: nothing may be said; `never`: that line may not be named.

Exit status: 0; 1 where fewer than PERCENT (94) are named, or something is said
where nothing may be; 2 usage.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
ORDER = ("first", "second", "third")


def place(source, text):
    """(file, line) of the only line that has the text; "FILE: TEXT" is of another file beside it, "TEXT #2"
    the second of several lines."""
    if match := re.match(r"([\w./]+\.(?:h|c|cc)): (.*)", text):
        source, text = source.parent / match[1], match[2]
    text, _, number = text.partition(" #")
    found = [n for n, words in enumerate(source.read_text().splitlines(), 1) if text in words]
    if not found or not number and len(found) != 1:
        sys.exit(f"{source}: {len(found)} lines have '{text}'")
    return source.name, found[int(number or 1) - 1]


def of_marks(source):
    """The steps that a program's marks name; [] for `none`."""
    steps = {}
    for n, words in enumerate(source.read_text().splitlines(), 1):
        if mark := re.search(r"decisive: ([\w, ]+)", words):
            for name in re.findall(r"\w+", mark[1]):
                steps[name] = source.name, n
    return [steps[name] for name in ORDER if name in steps]


def never(source):
    """Lines that may not be named."""
    return {(source.name, n) for n, words in enumerate(source.read_text().splitlines(), 1) if "decisive: never" in words}


def rows():
    """name -> (source, flags, steps)"""
    found = {}
    for source in sorted(HERE.glob("*.c")):
        found[source.name] = [source, [], of_marks(source)]
    for block in (HERE / "programs.txt").read_text().split("\n\n"):
        words = [line for line in block.splitlines() if line and not line.startswith("#")]
        if not words:
            continue
        fields = [line.partition(": ")[::2] for line in words[1:]]
        name, source = words[0].strip("[]"), TOP / words[0].strip("[]").split(" ")[0]
        flags = " ".join(v for k, v in fields if k == "flags").split()
        found[name] = [source, flags, [place(source, v) for k, v in fields if k == "step"]]
    return found


def build(scarp, source, flags, where):
    program = os.path.join(where, "test")
    compiler = "c++" if source.suffix == ".cc" else "cc"
    sources, words = [str(source)], []
    for flag in flags:  # library=futex,BUG: those of bench/macro
        if match := re.fullmatch(r"library=(\w+),(\w+)", flag):
            folder = TOP / "bench/macro" / match[1]
            sources += map(str, sorted(folder.glob("*.c")))
            words += ["-iquote", str(folder.parent), "-iquote", str(folder), f"-D{match[2]}"]
        elif match := re.fullmatch(r"test=(\w+)", flag):
            sources[0] = str(TOP / "bench/macro/tests" / f"{match[1]}.c")
        else:
            words.append(flag)
    done = subprocess.run([scarp, compiler, "-g", "-O1", "-I", str(TOP / "tests/programs"), *words, *dict.fromkeys(sources),
                           "-o", program], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{source}: {done.stderr}")
    return program


def check(scarp, program, where):
    """The first bug's JSON.  The search for a schedule that passes ends by itself, on a busy machine as well."""
    done = subprocess.run([scarp, "check", "--budget", "40s", "--shrink", "40s", "--json", "result.json", program], cwd=where,
                          capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL)
    if done.returncode != 1:
        sys.exit(f"{program}: no bug\n{done.stdout}{done.stderr}")
    with open(os.path.join(where, "result.json")) as f:
        return json.load(f)["bugs"][0]


def told(decisive):
    """The lines that are told: of three the order that fails, of four the two pairs."""
    order = ("after", "beside", "step", "before") if decisive["beside"] else ("after", "step", "before")
    return [(os.path.basename(s["file"]), s["line"]) if s and s["file"] else None for s in (decisive[k] for k in order)]


def named(decisive):
    """The pairs of them."""
    at = told(decisive)
    pairs = list(zip(at, at[1:]))
    return {(a, b) for a, b in (pairs[::2] if decisive["beside"] else pairs) if a and b}


def main():
    p = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    p.add_argument("--scarp", required=True)
    p.add_argument("--at-least", type=float, default=94)
    p.add_argument("name", nargs="*")
    o = p.parse_args()
    scarp, all_rows = os.path.abspath(o.scarp), rows()
    right = of = wrong = 0
    for name in o.name or all_rows:
        source, flags, steps = all_rows[name]
        with tempfile.TemporaryDirectory(prefix="scarp-decisive-") as where:
            bug = check(scarp, build(scarp, source, flags, where), where)
        d = bug["decisive"]
        if not steps:
            wrong += d is not None
            print(f"{'WRONG' if d else 'right'}  {name}: {d['text'] if d else 'nothing is said'}")
            continue
        of += 1
        is_named = bool(d and named(d) & set(zip(steps, steps[1:])) and not never(source) & set(told(d)))
        right += is_named
        print(f"{'named' if is_named else 'OTHER'}  {name}: {d['text'] if d else 'nothing is said'}", flush=True)
    share = 100 * right / of if of else 100
    print(f"{right} of {of} named as described ({share:.0f} %)")
    return share < o.at_least or wrong > 0


if __name__ == "__main__":
    sys.exit(main())
