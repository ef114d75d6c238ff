#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""objects.py - random objects and clients: what scarp check says, and brute force

objects.py SCARP [--objects N] [--seed S] [--model NAME] [--own]

Each is a counter made of loads, stores and additions of two cells (objects.c), and two
or three threads that call it. Brute force makes every interleaving of their steps, calls
and returns among them, and tries every order of the operations on each history. There
is a bug if and only if it finds a history that none explains, whatever the reduction,
and whether histories are judged on traces or executed. Judging takes as many executions
as the same program does that tells nobody of its operations, where each trace is made once. Where stores are late
(--model), both ways are compared with each other.

With --own nobody says what the object is: a history is explained if its operations, run one after
the other in some order, give these results. Brute force runs their bodies so.
"""
import argparse
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BODIES = {  # of each operation, right ones and others
    "r": ["L0", "L0R1", "L1", "L1R0"],
    "a": ["A0", "L0S0", "A1", "L1S1", "A0L1"],
    "f": ["A0", "L0S0", "L0R1S0", "L0A0"],
}
SHAPES = [(1, 1), (2, 1), (1, 1, 1), (2, 2)]


def client(rng):
    """One body for each operation, as an object has; then who calls what."""
    body = {name: rng.choice(bodies) for name, bodies in BODIES.items()}
    shape = rng.choice(SHAPES)
    names = "".join(rng.sample("raf", rng.choice((2, 2, 3))))
    return ["".join(f"{name}{rng.choice('12') if name != 'r' else 0}={body[name]};"
                    for name in (rng.choice(names) for _ in range(n))) for n in shape]


def steps_of(text):
    """Of a thread: calls, steps and returns."""
    out = []
    for k, op in enumerate(text.split(";")[:-1]):
        head, body = op.split("=")
        out += [("call", k)] + [(body[i], int(body[i + 1]), int(head[1])) for i in range(0, len(body), 2)]
        out += [("return", k, head[0])]
    return out


def explained(before, results, ops):
    """`before`: of each operation, those that had returned when it was called; ops: what each is, and adds."""
    for order in itertools.permutations(ops):
        place = {op: i for i, op in enumerate(order)}
        if any(place[a] > place[b] for b in ops for a in before[b]):
            continue
        now = 0
        for op in order:
            name, by = ops[op]
            if name != "a" and results[op] != now:
                break
            now += by
        else:
            return True
    return False


def explained_by_own(before, results, bodies):
    """The same, by what the operations do when each of them is whole."""
    for order in itertools.permutations(bodies):
        place = {op: i for i, op in enumerate(order)}
        if any(place[a] > place[b] for b in bodies for a in before[b]):
            continue
        cells = [0, 0]
        for op in order:
            r = 0
            told, steps = bodies[op]
            for kind, cell, by in steps:
                if kind == "L":
                    r = cells[cell]
                elif kind == "R":
                    r += cells[cell]
                elif kind == "A":
                    r, cells[cell] = cells[cell], cells[cell] + by
                else:
                    cells[cell] = r + by
            if told and results[op] != r:
                break
        else:
            return True
    return False


def bodies_of(threads):
    """Of each operation: does it tell what it returns, and its steps."""
    out = {}
    for t, text in enumerate(threads):
        for k, op in enumerate(text.split(";")[:-1]):
            head, body = op.split("=")
            out[t, k] = head[0] != "a", [(body[i], int(body[i + 1]), int(head[1])) for i in range(0, len(body), 2)]
    return out


def is_wrong(threads, own=False):
    steps = [steps_of(t) for t in threads]
    ops = {(t, k): (op[0], int(op[1])) for t, text in enumerate(threads) for k, op in enumerate(text.split(";")[:-1])}
    seen, judged = set(), {}
    todo = [((0,) * len(steps), (0,) * len(steps), (0, 0), (), ())]
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        at, regs, cells, before, results = state
        if all(at[t] == len(steps[t]) for t in range(len(steps))):
            key = (tuple(sorted(before)), tuple(sorted(results)))
            if key not in judged:
                judged[key] = explained_by_own(dict(before), dict(results), bodies_of(threads)) if own \
                    else explained(dict(before), dict(results), ops)
            if not judged[key]:
                return True
            continue
        for t, step in ((t, steps[t][at[t]]) for t in range(len(steps)) if at[t] < len(steps[t])):
            r, c, b, res = regs[t], list(cells), before, results
            if step[0] == "call":
                r, b = 0, before + (((t, step[1]), frozenset(op for op, _ in results)),)
            elif step[0] == "return":
                res = results + (((t, step[1]), r),)
            elif step[0] == "L":
                r = c[step[1]]
            elif step[0] == "R":
                r += c[step[1]]
            elif step[0] == "A":
                r, c[step[1]] = c[step[1]], c[step[1]] + step[2]
            else:
                c[step[1]] = r + step[2]
            todo.append((at[:t] + (at[t] + 1,) + at[t + 1:], regs[:t] + (r,) + regs[t + 1:], tuple(c),
                         tuple(sorted(b)), tuple(sorted(res))))
    return False


def checked(scarp, program, threads, folder, *options):
    """What scarp check says, executions, and what it printed."""
    done = subprocess.run([scarp, "check", "--exhaustive", *options, "--json", "r.json", program, *threads],
                          capture_output=True, text=True, cwd=folder, timeout=240)
    with open(os.path.join(folder, "r.json"), encoding="utf-8") as f:
        result = json.load(f)
    said = result["verdict"] == "bug" and result["bugs"][0]["kind"] or result["verdict"]
    return said, result["executions"], f"{done.stdout[-800:]}{done.stderr[-300:]}"


def differs_by_own(scarp, program, threads, folder, reduction, sums):
    expected = "not_linearizable" if is_wrong(threads, own=True) else "verified"
    sums["wrong"] += expected == "not_linearizable"
    for history in ("judged", "executed"):
        said, made, text = checked(scarp, program, ["=", *threads], folder, "--spec", "own", "--reduce", reduction,
                                   "--history", history)
        sums[history] += made
        if said != expected:
            return f"{history}: {said}, not {expected}\n{text}"
    return None


def differs(scarp, program, threads, folder, reduction, model, sums):
    """What is wrong with an object's verdicts; None: nothing."""
    options = ["--reduce", reduction, "--model", model]
    judged, made, text = checked(scarp, program, threads, folder, *options)
    executed, all_made, other = checked(scarp, program, threads, folder, "--history", "executed", *options)
    expected = executed if model != "sc" else "not_linearizable" if is_wrong(threads) else "verified"
    sums["wrong"] += expected == "not_linearizable"
    if executed != expected:
        return f"executed: {executed}, but brute force says {expected}\n{other}"
    if judged != expected:
        return f"judged: {judged}, not {expected}\n{text}"
    if judged == "verified" and reduction != "classic":  # which makes some more than once
        _, untold, text = checked(scarp, program, ["-", *threads], folder, *options)
        sums["judged"] += made
        sums["executed"] += all_made
        sums["untold"] += untold
        if made != untold:
            return f"judged: {made} executions, {untold} when nobody is told\n{text}"
    return None


def main():
    p = argparse.ArgumentParser()
    p.add_argument("scarp")
    p.add_argument("--objects", type=int, default=30)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--model", default="sc")
    p.add_argument("--own", action="store_true")
    o = p.parse_args()
    scarp, failed = os.path.abspath(o.scarp), 0
    sums = dict.fromkeys(("wrong", "judged", "executed", "untold"), 0)
    with tempfile.TemporaryDirectory(prefix="scarp-objects-") as folder:
        program = os.path.join(folder, "objects")
        subprocess.run([scarp, "cc", "-g", "-I" + os.path.join(HERE, "../../include"), os.path.join(HERE, "objects.c"),
                        "-o", program], check=True)
        for i in range(o.objects):
            rng = random.Random(o.seed * 1000003 + i)
            threads = client(rng)
            reduction = rng.choice(("optimal", "optimal", "source", "classic" if o.model == "sc" else "source"))
            what = differs_by_own(scarp, program, threads, folder, reduction, sums) if o.own \
                else differs(scarp, program, threads, folder, reduction, o.model, sums)
            if what:
                failed += 1
                print(f"FAILED {i} (--reduce {reduction}): {' '.join(threads)}: {what}")
    print(f"{o.objects} objects, {sums['wrong']} of them wrong, {failed} failed; executions of the others: "
          f"{sums['judged']} judged, {sums['executed']} executed, {sums['untold']} when nobody is told")
    return failed > 0 or not 0 < sums["wrong"] < o.objects


if __name__ == "__main__":
    sys.exit(main())
