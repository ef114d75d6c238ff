#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""functions.py - docs/functions.md: what becomes of each library function

functions.py BUILD            prints it
functions.py BUILD --check    0: the committed file is this; 77: these are other
                              libraries than its

Which functions there are is read from the libraries' tables of symbols, as
tests/border does, and what becomes of each from the tables that scarp goes by.
Functions of C++ are grouped by class, or else by name: whatever has one answer for
all its functions is one entry.
"""
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "border"))
import border
import supported

HEAD = """# What becomes of each library function

Written by `tools/functions.py` from the tables of the code and the libraries' tables of
symbols ({libraries}); a test compares.
[supported.md](supported.md) says more of what is modelled.

| | |
|---|---|
| modelled | scarp's own function, or the library's with all that it reads and writes told |
| refused | the run ends with an error that names the call |
| announced | the library's, and scarp is told on the way there what it reads and writes |
| harmless | the library's; it touches nothing of the test but its result |
| hole | the library's, and scarp does not see what it touches: called while another thread is there it is the hole `unseen_calls`, and nothing is `verified` without a word about it |
"""
ANSWERS = ("modelled", "refused", "announced", "harmless", "hole")


def answers(build):
    """(library, name) of each function: its answer."""
    refused = {w for _, how, words, _ in supported.calls() for w in words if how == "refused"}
    libraries = border.exported()
    found = border.classes(build, f"{build}/tests/border/border_classes", sorted(libraries))
    word = {"announced": "announced", "nothing": "harmless", "reads": "hole", "writes": "hole", "unknown": "hole"}
    return {(libraries[n], n): "refused" if n in refused and c == "runtime" else word.get(c, "modelled")
            for n, c in found.items()}


def demangled(names):
    out = subprocess.run(["c++filt"], input="\n".join(names), check=True, capture_output=True, text=True).stdout
    return dict(zip(names, out.splitlines()))


def without_arguments(text):
    """NAME(ARGUMENTS) const: NAME, with its templates' arguments and without its result."""
    text = re.sub(r"\[abi:\w+\]", "", text)
    for special in ("vtable for ", "non-virtual thunk to ", "virtual thunk to ", "guard variable for "):
        text = text.removeprefix(special)
    depth, end = 0, len(text)
    at = text.find("operator")
    start = at + len("operator") if at >= 0 else 0
    if text[start:start + 2] in ("()", "<<", "->", ">>"):
        start += 2
    elif start and text[start:start + 1] in "<>":
        start += 1
    for i in range(start, len(text)):
        c = text[i]
        if c == "(" and depth == 0 and not text.startswith("(anonymous", i):
            end = i
            break
        depth += (c in "<(") - (c in ">)")
    text = text[:end]
    depth, begin = 0, 0
    for i, c in enumerate(text if at < 0 else text[:at]):
        depth += (c in "<(") - (c in ">)")
        if c == " " and depth == 0:
            begin = i + 1
    return text[begin:]


def scope(name):
    """Of a member the class, else nothing."""
    depth, last = 0, 0
    for i, c in enumerate(name):
        depth += (c in "<(") - (c in ">)")
        if depth == 0 and name.startswith("::", i):
            last = i
    return name[:last]


def grouped(found):
    """Of mangled names: entries by answer."""
    plain = {n: without_arguments(d) for n, d in demangled(sorted(found)).items()}
    of_class, of_name = {}, {}
    for n, answer in found.items():
        of_class.setdefault(scope(plain[n]), set()).add(answer)
        of_name.setdefault(plain[n], set()).add(answer)
    out = {a: set() for a in ANSWERS}
    for n, answer in found.items():
        cls = scope(plain[n])
        if cls not in ("", "std") and len(of_class[cls]) == 1:
            out[answer].add(f"{cls}::*")
        elif len(of_name[plain[n]]) == 1:
            out[answer].add(plain[n])
        else:
            out[answer].add(n)
    return out


def page(build):
    found = answers(build)
    libraries = sorted({lib for lib, _ in found})
    versions = os.confstr("CS_GNU_LIBC_VERSION"), os.path.basename(border.library("libstdc++.so.6"))
    out = [HEAD.format(libraries=" and ".join(versions))]
    for lib in libraries:
        of = {n: a for (where, n), a in found.items() if where == lib}
        mangled = {n: a for n, a in of.items() if n.startswith("_Z")}
        entries = grouped(mangled)
        for n in of.keys() - mangled.keys():
            entries[of[n]].add(n)
        out.append(f"## {lib.partition('.')[0]}\n")
        for answer in ANSWERS:
            if entries[answer]:
                count = sum(a == answer for a in of.values())
                out.append(f"### {answer.capitalize()} in {lib.partition('.')[0]}: {count}\n")
                out.append(supported.names(sorted(entries[answer])) + "\n")
    return "\n".join(out)


def main():
    build = os.path.abspath(sys.argv[1])
    text, path = page(build), f"{ROOT}/docs/functions.md"
    if "--check" not in sys.argv:
        sys.stdout.write(text)
        return 0
    with open(path) as f:
        committed = f.read()
    here, there = (re.search(r"symbols \((.*?)\)", t)[1] for t in (text, committed))
    if here != there:
        print(f"docs/functions.md is about {there}, these are {here}")
        return 77
    if committed != text:
        print("docs/functions.md is out of date: tools/functions.py BUILD >docs/functions.md")
        return 1
    print("as the code says")
    return 0


if __name__ == "__main__":
    sys.exit(main())
