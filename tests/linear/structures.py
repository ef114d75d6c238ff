#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""structures.py - ten structures and their planted bugs, by `scarp linearize TEST`

structures.py SCARP [NAME]...      right ones are verified, wrong ones found
structures.py SCARP --measure      the same, as a table with processor times
structures.py --list

The programs are in ../programs/linear/ten, -DBROKEN=1 to 3 the wrong ones; their first
comments say what is wrong. A bug that is one under tso alone is not found under sc.
"""
import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TEN = os.path.join(HERE, "../programs/linear/ten")
# Clients of up to so many operations and threads that are all right.
STRUCTURES = {
    "treiber_stack": (3, 3), "michael_scott_queue": (3, 3), "harris_list": (2, 2), "chase_lev_deque": (3, 2),
    "hash_table": (2, 2), "exchanger": (3, 3), "elimination_stack": (3, 3), "skip_list": (2, 2), "snapshot": (3, 2),
    "counting_set": (2, 3)}
TSO_ALONE = {("chase_lev_deque", 1), ("snapshot", 2)}
OPTIONS = {("treiber_stack", 3): ["--heap=reuse"]}  # ABA
FIND = ["--operations", "5", "--threads", "3"]


def processor():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def linearize(scarp, program, folder, *words):
    begin = processor()
    done = subprocess.run([scarp, "linearize", "--quiet", "--no-html", "--json", "r.json", *words, program], cwd=folder,
                          capture_output=True, text=True, check=False, timeout=600)
    took = processor() - begin
    with open(os.path.join(folder, "r.json"), encoding="utf-8") as f:
        return json.load(f), done, took


def build(scarp, name, broken, folder):
    program = os.path.join(folder, f"{name}-{broken}")
    subprocess.run([scarp, "cc", "-g", "-O1", f"-DBROKEN={broken}", "-I" + os.path.join(HERE, "../../include"),
                    os.path.join(TEN, name + ".c"), "-o", program], check=True, timeout=100)
    return program


def row(name, what, model, r, took):
    bug = r["bug"]
    found = f"`{bug['client']}`: {bug['title'].split(':')[0]}".replace("|", "\\|") if bug else r["verdict"]
    return (f"| {name} | {what} | {model} | {r['clients']} | {r['executions']} | {took:.1f} | "
            f"{60 * r['clients'] / took:.0f} | {found} |")


def structure(scarp, name, folder, table):
    """Yields what is wrong with it."""
    operations, threads = STRUCTURES[name]
    program = build(scarp, name, 0, folder)
    for model in ("sc", "tso"):
        r, done, took = linearize(scarp, program, folder, "--operations", str(operations), "--threads", str(threads),
                                  "--model", model)
        table.append(row(name, f"right, {operations} operations, {threads} threads", model, r, took))
        if r["verdict"] != "verified":
            yield f"{name}, right, {model}: {r['verdict']}\n{done.stdout}{done.stderr}"
    for broken in (1, 2, 3):
        program = build(scarp, name, broken, folder)
        alone = (name, broken) in TSO_ALONE
        more = OPTIONS.get((name, broken), [])
        r, done, took = linearize(scarp, program, folder, "--model", "tso" if alone else "sc", *FIND, *more)
        table.append(row(name, f"bug {broken} {' '.join(more)}".strip(), "tso" if alone else "sc", r, took))
        if r["verdict"] != "bug":
            yield f"{name}, bug {broken}: {r['verdict']}\n{done.stdout}{done.stderr}"
        if alone:
            size = str(r["bug"]["operations"]) if r["bug"] else "2"
            r, done, took = linearize(scarp, program, folder, "--operations", size, "--threads", "2")
            table.append(row(name, f"bug {broken}, {size} operations, 2 threads", "sc", r, took))
            if r["verdict"] != "verified":
                yield f"{name}, bug {broken}, under sc: {r['verdict']}\n{done.stdout}{done.stderr}"


def main():
    p = argparse.ArgumentParser()
    p.add_argument("scarp", nargs="?")
    p.add_argument("--list", action="store_true")
    p.add_argument("--measure", action="store_true")
    p.add_argument("name", nargs="*")
    o = p.parse_intermixed_args()
    if o.list:
        print("\n".join(STRUCTURES))
        return 0
    failed, table = 0, []
    if o.measure:
        print("| structure | | model | clients | executions | processor s | clients a minute | |\n|---|---|---|--:|--:|--:|--:|---|")
    for name in o.name or STRUCTURES:
        with tempfile.TemporaryDirectory(prefix="scarp-structure-") as folder:
            for what in structure(os.path.abspath(o.scarp), name, folder, table):
                failed += 1
                print("FAILED", what)
        if o.measure:
            print("\n".join(table), flush=True)
            table.clear()
    print(f"{failed} failed")
    return failed > 0


sys.exit(main())
