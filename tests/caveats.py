#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""caveats.py - every row of caveat.def is told by a test that expects it

caveats.py [ROOT]

A program test names it behind `holes:` or `scope:` of its header; another test by a
comment of its own, `caveat: NAME`.  A row without one fails, and a name without a row.
"""
import os
import re
import sys


def rows(root):
    with open(os.path.join(root, "src/search/caveat.def"), encoding="utf-8") as f:
        return dict(re.findall(r"^CAVEAT\((\w+), (HOLE|SCOPE)", f.read(), re.M))


def told(root):
    """Name: the files that expect it, and as what."""
    word = {"holes": "HOLE", "scope": "SCOPE"}
    found = {}
    for folder, _, files in os.walk(os.path.join(root, "tests")):
        for name in files:
            if not name.endswith((".c", ".cc", ".py", ".sh")) or name == "caveats.py":
                continue
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8", errors="replace") as f:
                text = f.read()
            if name.endswith((".c", ".cc")):
                for key, value in re.findall(r"^ \* (holes|scope): (.*)$", text, re.M):
                    for caveat in value.split():
                        found.setdefault(caveat, []).append((path, word[key]))
            for caveat in re.findall(r"# caveat: (\w+)", text):
                found.setdefault(caveat, []).append((path, None))
    return found


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    kinds, found = rows(root), told(root)
    wrong = [f"{name}: no test expects it" for name in kinds if name not in found]
    for name, places in sorted(found.items()):
        for path, kind in places:
            if name not in kinds:
                wrong.append(f"{path}: no caveat is called '{name}'")
            elif kind and kind != kinds[name]:
                wrong.append(f"{path}: '{name}' is a {kinds[name].lower()}")
    print("\n".join(wrong) or f"{len(kinds)} caveats, each expected by a test")
    return 1 if wrong or not kinds else 0


sys.exit(main())
