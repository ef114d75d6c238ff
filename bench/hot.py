#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hot.py - which functions of the runtime an execution needs

hot.py BUILD > src/native/hot.txt: those functions that one more execution spends
instructions in, by callgrind, one a line: source file, function.  First what the
programs of bench/programs need in a search without reduction, then what random
search needs besides.  The runtime is linked in this order (src/native/libc/link.sh),
so that all of them fit the instruction cache.
"""
import collections
import os
import re
import sys
import tempfile

import callgrind

FEW, MORE = 200, 600
LEAST = 2  # instructions an execution
SEARCHES = [("dfs", "checkpoint"), ("dfs", "restart"), ("random", "restart")]


def own(path):
    """Instructions by (file, function), without those of what they call."""
    files, functions, count = {}, {}, collections.Counter()
    file = function = None
    called = False
    with open(path) as f:
        for line in f:
            if m := re.match(r"(c?f[lien]|cfn)=\((\d+)\)(?: (.*))?", line):
                kind, number, name = m.groups()
                names = functions if kind.endswith("n") else files
                if name:
                    names[number] = name
                if kind == "fl":
                    file = names[number]
                elif kind == "fn":
                    function = names[number]
            elif line.startswith("calls="):
                called = True
            elif re.match(r"[-+*\d]", line):
                if not called:
                    count[file, function] += int(line.split()[1])
                called = False
    return count


def needed(scarp, program, search, folder):
    strategy, mode = search
    few, more = (own(callgrind.check(scarp, program, mode, n, folder, "sched_point",
                                ("--strategy", strategy))[0])
                 for n in (FEW, MORE))
    for file, function in more:
        source = re.search(r"/src/([\w/]+\.c)$", file or "")
        # Recursion and what the compiler has split off have names of their own.
        name = re.fullmatch(r"(\w+)(?:\.(?:part|isra|constprop)\.\d+)*(?:'\d+)?", function)
        if source and name and (more[file, function] - few[file, function]) / (MORE - FEW) >= LEAST:
            yield f"{source[1]} {name[1]}"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    scarp = os.path.abspath(os.path.join(sys.argv[1], "bin", "scarp"))
    print("# Linked together: what an execution needs (bench/hot.py writes this).")
    with tempfile.TemporaryDirectory(prefix="scarp-bench-") as folder:
        programs = [callgrind.build(scarp, name, folder) for name in sorted(callgrind.PROGRAMS)]
        first, more = ({line for p in programs for search in some for line in needed(scarp, p, search, folder)}
                       for some in (SEARCHES[:2], SEARCHES[2:]))
        print("\n".join([*sorted(first), *sorted(more - first)]))


if __name__ == "__main__":
    main()
