#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""descriptors.py - every two calls on the same descriptors, in both orders

    descriptors.py --scarp SCARP [--part I/N] [--only KIND,A,B]

A part is a quarter; with SCARP_TEST_FULL=1 it is all.

descriptors.c makes two calls on a pipe, a file in memory, an eventfd, sockets and
what an epoll says of these.  Each is one system call, so that there are two outcomes at most: natively
the one is made before the other, and the other way round.  `scarp check --exhaustive`
must have seen both and nothing else, with the default reduction; or it refuses.
Exit: 0, or 1 and each pair that differs.
"""
import argparse
import itertools
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))


def natively(binary, words, order):
    done = subprocess.run([binary, *words, order], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20)
    return done.stdout.strip() if done.returncode == 0 else f"status {done.returncode}"


def checked(scarp, binary, words, folder):
    name = os.path.join(folder, "-".join(words))
    subprocess.run([scarp, "check", "--exhaustive", "--json", name + ".json", binary, *words], stdin=subprocess.DEVNULL,
                   capture_output=True, timeout=120, cwd=folder, env={**os.environ, "SCARP_OUTCOMES": name + ".seen"})
    with open(name + ".json") as f:
        verdict = json.load(f)["verdict"]
    if not os.path.exists(name + ".seen"):
        return verdict, set()
    with open(name + ".seen") as f:
        return verdict, {line.strip().removesuffix("\\n") for line in f}


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scarp", required=True, type=os.path.abspath)
    p.add_argument("--part", default="1/1" if os.environ.get("SCARP_TEST_FULL") == "1" else "1/4")
    p.add_argument("--only")
    o = p.parse_args()
    part, parts = map(int, o.part.split("/"))
    with tempfile.TemporaryDirectory(prefix="scarp-descriptors-") as folder:
        plain, ours = f"{folder}/plain", f"{folder}/ours"
        source = f"{HERE}/descriptors.c"
        subprocess.run(["gcc", "-O1", "-pthread", source, "-o", plain], check=True)
        subprocess.run([o.scarp, "cc", source, "-o", ours], check=True)
        kinds, calls = map(int, subprocess.run([plain], capture_output=True, text=True, check=True).stdout.split())
        pairs = [(k, a, b) for k in range(kinds) for a, b in itertools.combinations_with_replacement(range(calls), 2)]
        pairs = [tuple(map(int, o.only.split(",")))] if o.only else pairs[part - 1::parts]

        def one(pair):
            words = [str(n) for n in pair]
            wanted = {natively(plain, words, order) for order in ("ab", "ba")}
            return pair, wanted, *checked(o.scarp, ours, words, folder)
        wrong = refused = 0
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for pair, wanted, verdict, seen in pool.map(one, pairs):
                if verdict == "error":
                    refused += 1
                elif seen != wanted or verdict != "verified":
                    wrong += 1
                    print(f"kind, calls {pair}: {verdict}, missing {sorted(wanted - seen)}, never {sorted(seen - wanted)}",
                          flush=True)
    print(f"{len(pairs)} pairs, {refused} refused, {wrong} differ")
    return 1 if wrong or refused * 2 > len(pairs) else 0


if __name__ == "__main__":
    sys.exit(main())
