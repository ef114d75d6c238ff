#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""native.py SCARP RACE_TEST [--programs N] [--seed S] [--keep DIR]

Random scripts as C programs: the native machine has to see the candidates that
the script machine's analyses see, by happens-before and by limited
happens-before.  (Those compare themselves with the closure of all pairs of
events: race_test.)  A native search stops before what races, and begins again
when it learns of more: compared is its last round, with a script that has the
same points.  Compared is also the first execution alone, which nobody preempts:
there a search does not list all pairs yet, but none that is not there, and one
for each variable that has any.  Each thread begins with an operation, up to which native threads
run before anything is decided.

A difference is printed with the script and both lists, and the C text is kept
with --keep.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

BATCH = 25  # programs of each kind in one executable
# Classes that are points besides, in turns: with fewer of them there is more
# that only waiting orders.
CLASSES = [["sem"], ["sem", "lock"], ["sem", "unlock"],
           ["sem", "lock", "unlock"]]
CLASS_OF = {"lock": "lock", "unlock": "unlock", "post": "sem", "wait": "sem"}
HEAD = """#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
"""
MAIN = """
int main(int argc, char **argv)
{
	pthread_t t[4];
	int n = 0, k = argc > 1 ? atoi(argv[1]) : 0;

	for (; thread[k][n]; n++)
		pthread_create(&t[n], NULL, thread[k][n], NULL);
	while (n--)
		pthread_join(t[n], NULL);
	return 0;
}
"""


def statements(rng, length, semaphores):
    """One thread; how many of ten statements wait or post."""
    made, held = ["post s1"], []
    for _ in range(length):
        what = rng.randrange(10)
        if what < 5 - semaphores // 2:
            v = rng.choice("xy")
            made.append(rng.choice([f"{v}=1", f"a={v}", f"{v}=a+1",
                                    f"if a==1 {v}=1"]))
        elif what < 10 - semaphores:
            # m0 before m1, so that nobody waits for ever.
            if held and (held[-1] == "m1" or rng.randrange(2)):
                made.append(f"unlock {held.pop()}")
            else:
                held.append("m1" if held else rng.choice(["m0", "m1"]))
                made.append(f"lock {held[-1]}")
        else:
            made.append(rng.choice(["post s0", "wait s0"]))
    return made + [f"unlock {m}" for m in reversed(held)]


def generate(rng):
    threads = 2 + (rng.randrange(4) == 0)
    semaphores = int(rng.randrange(3) == 0)
    made = [statements(rng, rng.randrange(2, 6 if threads == 2 else 4),
                       semaphores) for _ in range(threads)]
    if rng.randrange(2):
        # What the first one says under a lock the last one goes by: order
        # that a lock alone keeps, which waiting does not show.
        v, m = rng.choice("xy"), rng.choice(["m0", "m1"])
        made[0] = [made[0][0], f"{v}=1", f"lock {m}", "z=1", f"unlock {m}"]
        made[-1] = [made[-1][0], f"lock {m}", "a=z", f"unlock {m}",
                    f"if a==1 {v}=1"]
        for t in made:
            t.insert(rng.randrange(1, len(t) + 1), rng.choice(
                ["x=1", "a=y", "y=a+1", "post s1"]))
    return made


def generate_waits(rng):
    """Where even without preemption threads wait for each other."""
    return [statements(rng, rng.randrange(3, 7), 4) for _ in range(3)]


def text_of(program, classes, points=None):
    """With decision points before these statements besides, or before all."""
    def separated(t, i, statement):
        kind = CLASS_OF.get(statement.split()[0])
        point = (points is None or kind in classes
                 or 64 * t + i in points)
        return ("" if i == 0 else "; " if point else ", ") + statement

    return " | ".join("".join(separated(t, i, s) for i, s in enumerate(thread))
                      for t, thread in enumerate(program))


def c_statement(s, k):
    word = s.split()
    if word[0] == "if":
        return f"if (a == 1) {word[2][0]}_{k} = 1;"
    if len(word) == 2:
        call = {"lock": "pthread_mutex_lock", "unlock": "pthread_mutex_unlock",
                "post": "sem_post", "wait": "sem_wait"}[word[0]]
        return f"{call}(&{word[1]}_{k});"
    if s.startswith("a="):
        return f"a = {s[2]}_{k};"
    return f"{s[0]}_{k} {s[1:]};"


def c_text(programs):
    """The text, and for each line of a statement its thread and number."""
    lines, places = HEAD.splitlines(), {}
    for k, program in enumerate(programs):
        lines.append(f"static volatile int x_{k}, y_{k}, z_{k};")
        lines.append(f"static pthread_mutex_t m0_{k}, m1_{k};")
        lines.append(f"static sem_t s0_{k}, s1_{k};")
        for t, thread in enumerate(program):
            lines.append(f"static void *p{k}_{t}(void *unused)")
            lines += ["{", "\tint a = 0;"]
            for i, s in enumerate(thread):
                lines.append("\t" + c_statement(s, k))
                places[len(lines)] = 64 * t + i
            lines += ["\t(void)a;", "\treturn unused;", "}"]
    lines.append("static void *(*const thread[][5])(void *) = {")
    for k, program in enumerate(programs):
        lines.append("\t{" + ", ".join(
            f"p{k}_{t}" for t in range(len(program))) + "},")
    lines.append("};")
    return "\n".join(lines) + MAIN, places


def expected(race_test, text, which="--rows"):
    """{analysis: set of pairs}, or None where the script does not do."""
    out = subprocess.run([race_test, which, text],
                         capture_output=True, text=True, timeout=300)
    lines = out.stdout.splitlines()
    if out.returncode:
        sys.exit(f"FAILED: {race_test}: {out.stdout}{out.stderr}")
    if not lines[0].startswith("executions"):
        return None
    rows = {"pure": set(), "limited": set()}
    for line in lines[1:]:
        which, *n = line.split()
        n = [int(i) for i in n]
        rows[which].add(frozenset([(n[0], n[1]), (n[2], n[3])]))
    return rows


def seen(scarp, executable, k, places, order, classes, limit=()):
    """The candidates of the last round, and the statements of all."""
    out = subprocess.run(
        [scarp, "check", "--strategy", "dfs", "--points",
         ",".join(classes + ["racing"]), "--happens-before", order, *limit,
         "--json", "-", executable, str(k)],
        capture_output=True, text=True, timeout=300,
        cwd=os.path.dirname(executable))
    if out.returncode not in (0, 4):
        sys.exit(f"FAILED: exit status {out.returncode}\n{out.stderr}")
    result = json.loads(out.stdout)
    before = result["executions"] - result["last_round"]
    rows, points = set(), set()
    for race in result["races"]:
        sides = [(places[race[side]["line"]],
                  int(race[side]["access"] == "write"))
                 for side in ("first", "second")]
        points |= {place for place, _ in sides}
        if limit or race["last_execution"] > before:
            rows.add(frozenset(sides))
    return rows, points


def show(rows):
    return sorted(sorted((place // 64, place % 64, kind)
                         for place, kind in pair) for pair in rows)


def racing(program, rows):
    """The variables of these pairs."""
    statement = {place: program[place // 64][place % 64].split()[-1]
                 for pair in rows for place, _ in pair}
    return {s[0] if s[0] in "xyz" else s[2] for s in statement.values()}


def differ(text, what, source, script, native):
    print(f"FAILED: {what}: {text}\n  {source}\n"
          f"  the script: {show(script)}\n  native:     {show(native)}")
    sys.exit(1)


def compare_rounds(args, program, order, where, classes):
    """How many candidates; and has limited happens-before more?"""
    got, points = seen(*where, order, classes)
    text = text_of(program, classes, points)
    rows = expected(args.race_test, text)
    if got != rows[order]:
        differ(text, order, where[1:3], rows[order], got)
    return len(got), rows["limited"] != rows["pure"]


def compare_first(args, program, order, where, classes):
    got, _ = seen(*where, order, classes, ["--max-executions", "1"])
    text = text_of(program, classes, set())
    rows = expected(args.race_test, text, "--first")
    if not got <= rows[order] or racing(program, got) != racing(program, rows[order]):
        differ(text, f"first execution, {order}", where[1:3], rows[order], got)
    return len(got), rows["limited"] != rows["pure"]


def batch(args, rng, folder):
    programs = []
    while len(programs) < BATCH:
        program = generate(rng)
        if expected(args.race_test, text_of(program, CLASSES[-1])):
            programs.append((program, compare_rounds))
    while len(programs) < 2 * BATCH:
        program = generate_waits(rng)
        if all(expected(args.race_test, text_of(program, classes, set()), "--first")
               for classes in CLASSES):
            programs.append((program, compare_first))
    text, places = c_text([program for program, _ in programs])
    source = os.path.join(folder, "scripts.c")
    with open(source, "w") as f:
        f.write(text)
    executable = os.path.join(folder, "scripts")
    subprocess.run([args.scarp, "cc", "-g", "-O1", "-o", executable, source],
                   check=True, timeout=300)
    pairs = more = 0
    for k, (program, compare) in enumerate(programs):
        for order in ("pure", "limited"):
            found, larger = compare(args, program, order,
                                    (args.scarp, executable, k, places),
                                    CLASSES[k % len(CLASSES)])
            pairs += found
            more += larger and order == "limited"
    return pairs, more


def main():
    p = argparse.ArgumentParser()
    p.add_argument("scarp")
    p.add_argument("race_test")
    p.add_argument("--programs", type=int, default=50)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--keep")
    args = p.parse_args()
    args.scarp = os.path.abspath(args.scarp)
    rng = random.Random(args.seed)
    done = pairs = more = 0
    with tempfile.TemporaryDirectory(prefix="scarp-test-") as temporary:
        folder = args.keep or temporary
        os.makedirs(folder, exist_ok=True)
        while done < args.programs:
            result = batch(args, rng, folder)
            done += 2 * BATCH
            pairs += result[0]
            more += result[1]
    print(f"{done} programs, {pairs} candidates; in {more} limited "
          f"happens-before sees more")
    return 0 if pairs and more else 1


if __name__ == "__main__":
    sys.exit(main())
