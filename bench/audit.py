#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""audit.py - what share of a search the rewind audit takes

audit.py BUILD [FILE]: instructions of the audit over those of the whole test
process, counted by callgrind, for programs of bench/programs with as many
executions as stand in the table; FILE keeps the report.  The share falls with
the length of the search: audits come after executions 1, 2, 4, 8, ...
"""
import datetime
import os
import sys
import tempfile

import callgrind

# Entered from elsewhere; what they call is in their inclusive counts.
AUDIT = ("audit", "audit_init", "audit_note", "compare_noted", "audit_compare",
         "audit_points_begin")
RUNS = [("sb", 1000), ("sb", 10000), ("sb", 100000)]


def measure(scarp, name, executions, mode, folder):
    out = callgrind.build(scarp, name, folder)
    path, whole = callgrind.check(scarp, out, mode, executions, folder, "audit_init")
    found = callgrind.inclusive(path)
    # audit_compare is part of compare_noted and of what goes back to a checkpoint
    parts = {k: found.get(k, 0) for k in AUDIT}
    parts["audit_compare"] = max(0, parts["audit_compare"] - parts["compare_noted"])
    parts["compare_noted"] = 0 if parts["audit"] else parts["compare_noted"]
    return sum(parts.values()), whole


def main():
    scarp = os.path.abspath(os.path.join(sys.argv[1], "bin", "scarp"))
    lines = ["# What the rewind audit costs", "", "command: `bench/audit.py BUILD`", f"date: {datetime.date.today()}", "",
             "| program | mode | executions | instructions of the audit | of all | share |", "|---|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory(prefix="scarp-bench-") as folder:
        for name, executions in RUNS:
            for mode in ("checkpoint", "restart"):
                audit, whole = measure(scarp, name, executions, mode, folder)
                lines.append(f"| {name} | {mode} | {executions} | {audit} | {whole} | {100 * audit / whole:.2f} % |")
                print(lines[-1], flush=True)
    if len(sys.argv) > 2:
        with open(sys.argv[2], "w") as f:
            f.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
