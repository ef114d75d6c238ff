#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""forms_test.py - the rows of forms.py make a difference

forms_test.py [--programs N] [--rows]    how many of each profile are looked at

For each form (with --rows: for each row) there are generated programs whose outcomes change when the brute
force is wrong about it: when an operation has no effect, and when what takes
several steps is done in one.  A scarp that is wrong in the same way therefore
disagrees with the right one.  No scarp is needed.
"""
import argparse
import dataclasses
import sys

sys.dont_write_bytecode = True
import explore
import forms
import operations
import program

# Lies about a row; None where there is nothing to lie about.
LIES = {
    "no effect": lambda op: dataclasses.replace(op, py="pass", then="pass" if op.then else "", most=()),
    "one step": lambda op: op.then and op.form != "signals" and dataclasses.replace(op, py=op.py + "\n" + op.then, then="", most=()),
    "whole": lambda op: op.most and dataclasses.replace(op, most=((op.py + "; " + (op.then or "pass"),),)),
}


def differs(p, row, lie):
    right = operations.OPERATIONS[row]
    wrong = LIES[lie](right)
    found, _ = program.outcomes(p)
    operations.OPERATIONS[row] = wrong
    try:
        lied, _ = program.outcomes(p)
    except explore.TooLarge:
        return False
    finally:
        operations.OPERATIONS[row] = right
    return lied.lines != found.lines or lied.most != found.most


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--programs", type=int, default=150)
    p.add_argument("--rows", action="store_true")
    o = p.parse_args()
    rows = {n: op for n, op in enumerate(operations.OPERATIONS) if op.form and op.form in forms.AGREE}
    def name(n, lie):
        return (n if o.rows else rows[n].form), lie
    lies = {(n, lie) for n, op in rows.items() for lie, make in LIES.items() if make(op)}
    wanted, seen = {name(*of) for of in lies}, set()
    for profile in sorted({op.profile for op in rows.values()} | {"objects++"}):
        for seed in range(o.programs):
            left = {(n, lie) for n, lie in lies if rows[n].profile == profile.rstrip("+") and name(n, lie) not in seen}
            if not left:
                break
            made, _, _ = program.make(seed, profile)
            used = {s.row for s in made.statements() if hasattr(s, "row")}
            for n, lie in sorted(left):
                if name(n, lie) not in seen and n in used and differs(made, n, lie):
                    seen.add(name(n, lie))
    for what, lie in sorted(wanted - seen, key=str):
        print(f"FAILED {lie}: {rows[what].c or rows[what].cxx if o.rows else what}")
    print(f"{len(wanted)} lies, {len(wanted - seen)} that nobody noticed")
    return 1 if wanted - seen else 0


if __name__ == "__main__":
    sys.exit(main())
