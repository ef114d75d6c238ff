# SPDX-License-Identifier: MIT
"""cases.py - the main program of tests that are lists of cases

    SCRIPT SCARP [--moments N] [--seed S] [CASE]...
    SCRIPT --list

`main` is given the cases by name and `begin(scarp, moments, seed)`, where None means
that nothing was said. Each case has an empty directory to itself; one that raises has
failed, and the others still run.
"""
import argparse
import os
import sys
import tempfile
import traceback


def main(cases, begin):
    p = argparse.ArgumentParser()
    p.add_argument("scarp", nargs="?")
    p.add_argument("--list", action="store_true")
    p.add_argument("--moments", type=int)
    p.add_argument("--seed", type=int)
    p.add_argument("case", nargs="*")
    o = p.parse_intermixed_args()
    if o.list:
        print("\n".join(cases))
        return 0
    if not o.scarp:
        p.error("the path of scarp is missing")
    begin(os.path.abspath(o.scarp), o.moments, o.seed)
    failed = 0
    for name in o.case or cases:
        with tempfile.TemporaryDirectory(prefix="scarp-case-") as folder:
            os.chdir(folder)
            try:
                cases[name]()
            except Exception:
                failed += 1
                print(f"FAILED  {name}")
                traceback.print_exc(limit=-4)
            sys.stdout.flush()
            os.chdir("/")
    print(f"{len(o.case or cases) - failed} passed, {failed} failed")
    return failed > 0
