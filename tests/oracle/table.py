# SPDX-License-Identifier: MIT
"""Prints expected.json: every program's interleavings and final states.
With a file name: compares, and fails when they differ."""
import importlib
import json
import sys

sys.dont_write_bytecode = True
sys.setrecursionlimit(10000)
from interleave import explore  # noqa: E402

PROGRAMS = ["sb", "mp", "ainc", "mutexinc", "readers", "lastzero", "fib_bench",
            "philos", "indexer", "filesystem", "dekker", "peterson", "timers", "waits"]

rows = []
for name in PROGRAMS:
    module = importlib.import_module(name)
    for params in module.RUNS:
        main, show = module.program(**params)
        rows.append({"program": name, "params": params, **explore(main, show)})
text = "[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n"
if len(sys.argv) < 2:
    sys.stdout.write(text)
elif open(sys.argv[1]).read() != text:
    sys.exit(f"'{sys.argv[1]}' is not what the programs give: regenerate it and look at the difference")
