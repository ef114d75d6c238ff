#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Scripts under memory models: what scarp's search finds, against models.py.

    scripts.py --model-test FILE [--programs N] [--seed S] [TEXT...]

Of random scripts (tests/script/model_test.c), or those that are given: the ends are the
same for every order without a reduction, for source sets and for the optimal one; these
complete as many executions as there are ways, and the optimal one begins no other; random
ones end in nothing else."""
import argparse
import subprocess
import sys

sys.dont_write_bytecode = True
from models import machine  # noqa: E402


def statement(text, last):
    """The operation, and the register that it sets; `last`: who set which register."""
    words = text.replace("+=", " += ").split()
    if words[0] == "fence":
        return ("f",), None
    if words[0] == "rfence":
        return ("rf",), None
    if words[0] in ("rel", "seq"):
        return ("s" if words[0] == "rel" else "x", words[1], int(words[2])), None
    if words[0] == "fetch":
        return ("u", words[1], int(words[2])), (words[3], "old")
    if words[0] == "add":
        return ("u", words[1], int(words[2])), None
    if words[0] == "cas":
        return ("c", words[1], int(words[2]), int(words[3])), (words[4], int(words[2]))
    if "+=" in words:
        return ("u", words[0], int(words[2])), None
    left, right = text.split("=")
    if left in "abcd":
        return ("r", right), (left, "old")
    if right[0] in "abcd":
        register, _, more = right.partition("+")
        value = [int(more or 0)]
        return ("w", left, value + ([last[register]] if register in last else [])), None
    return ("w", left, int(right)), None


def parse(text):
    first, *threads = text.split("|")
    model = first.split()[1]
    program, registers = [], []
    for thread in threads:
        ops, last, sets = [], {}, []
        for at, part in enumerate(thread.split(";")):
            op, register = statement(part.strip(), last)
            ops.append(op)
            sets.append(register)
            if register:
                last[register[0]] = at, register[1]
        program.append(ops)
        registers.append(sets)
    return model if model in ("tso", "pso") else "sc", program, registers


def end_of(outcome, program, registers):
    reads, memory = dict(outcome[0]), dict(outcome[1])
    out = []
    for t, sets in enumerate(registers):
        value = {"a": 0, "b": 0}
        for at, register in enumerate(sets):
            if register:
                read = reads[t, at]
                value[register[0]] = read if register[1] == "old" else int(read == register[1])
        out += [value["a"], value["b"]]
    return tuple(out + [memory.get(v, 0) for v in "xyz"])


def compare(text, found):
    model, program, registers = parse(text)
    ways = machine(program, model)
    ends = {end_of(o, program, registers) for o in ways.values()}
    for strategy, (executions, blocked, seen) in found.items():
        wrong = None
        if strategy == "random":
            wrong = seen - ends and f"ends that do not exist: {seen - ends}"
        elif seen != ends:
            wrong = f"missed {ends - seen}, and too many {seen - ends}"
        elif strategy in ("source", "optimal") and executions != len(ways):
            wrong = f"{executions} executions, {len(ways)} ways"
        elif strategy == "optimal" and blocked:
            wrong = f"{blocked} executions in vain"
        if wrong:
            sys.exit(f"FAILED: {strategy}: {wrong}\n  {text}")
    return len(ways)


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--model-test", required=True)
    args.add_argument("--programs", type=int, default=0)
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("text", nargs="*")
    args = args.parse_args()
    run = subprocess.Popen([args.model_test, "--programs", str(args.programs), "--seed",
                            str(args.seed), *args.text], stdout=subprocess.PIPE, text=True)
    text, found, programs, ways = None, {}, 0, 0
    for line in run.stdout:
        words = line.split()
        if words[0] == "program":
            if text:
                ways += compare(text, found)
            text, found, programs = line.split(" ", 1)[1].strip(), {}, programs + 1
        elif words[0] == "end":
            seen.add(tuple(map(int, words[1:])))
        elif words[0] == "FAILED:":
            sys.exit(line + run.stdout.read())
        else:
            seen = set()
            found[words[0]] = int(words[2]), int(words[4]), seen
    if text:
        ways += compare(text, found)
    if run.wait():
        sys.exit("FAILED: model_test")
    print(f"{programs} programs, {ways} ways")


if __name__ == "__main__":
    main()
