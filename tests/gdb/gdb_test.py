#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gdb_test.py - `scarp replay --gdb`: gdb, driven by commands, on programs in C and C++

gdb_test.py --list            names of the cases
gdb_test.py SCARP [CASE]...   runs them, each in a directory of its own

77: there is no gdb, or it may not trace processes here.
"""
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import cases

CASES = {}
SCARP = ""


def case(function):
    CASES[function.__name__] = function
    return function


def skip(why):
    print(why)
    sys.exit(77)


def run(*command, code=0, env=None):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", timeout=100,
                          env={**os.environ, **(env or {})})
    if code is not None and done.returncode != code:
        raise AssertionError(f"{command}: {done.returncode}, not {code}\n{done.stdout[-3000:]}")
    return done.stdout


def need_gdb():
    try:
        said = run("gdb", "-nx", "-batch", "-ex", "set startup-with-shell off", "-ex", "starti",
                   "--args", "/bin/true", code=None)
    except FileNotFoundError:
        skip("gdb is not installed")
    if "Program stopped" not in said:
        skip("gdb may not trace processes here")
    if run("gdb", "-nx", "-batch", "-ex", "python print('works')", code=None) != "works\n":
        skip("gdb has no Python")


def need_watchpoints():
    """Some virtual machines take hardware watchpoints, and never stop at them: without scarp, too."""
    with open("watched.c", "w") as f:
        f.write("static int n;\nint main(void)\n{\n\tn = 1;\n\treturn n - 1;\n}\n")
    run("gcc", "-g", "-O0", "-o", "watched", "watched.c")
    if "New value = 1" not in run("gdb", "-nx", "-batch", "-ex", "set startup-with-shell off", "-ex", "break main", "-ex", "run",
                                  "-ex", "watch n", "-ex", "continue", "./watched", code=None):
        skip("this machine has no hardware watchpoints that work")


def line_of(program, text):
    with open(os.path.join(HERE, program)) as f:
        return next(i for i, line in enumerate(f, 1) if text in line)


def checked(program, *options, code=1, strategy=("--strategy", "dfs")):
    """A bug of it is in scarp.out."""
    need_gdb()
    name, _, language = program.partition(".")
    run(SCARP, "c++" if language == "cc" else "cc", "-g", f"{HERE}/{program}", "-o", name)
    run(SCARP, "check", "-q", *strategy, *options, f"./{name}", code=code)


def gdb(*commands, options=(), env=None):
    """What is printed by each command, and before the first one."""
    words = [SCARP, "replay", "--gdb", *options, "--", "-nx", "-batch"]
    for i, command in enumerate(commands):
        words += ["-ex", rf"echo \n=== {i}\n", "-ex", command]
    return re.split(r"\n?=== \d+\n", run(*words, code=None, env=env))


def want(text, *parts):
    for part in parts:
        if not re.search(part, text, re.M):
            raise AssertionError(f"no '{part}' in\n{text}")


def want_none(text, *parts):
    for part in parts:
        if re.search(part, text, re.M):
            raise AssertionError(f"'{part}' in\n{text}")


@case
def stops_at_the_failure():
    checked("counter.c")
    start, bt, value, why, end, again = gdb(
        "bt", "print counter", "scarp why", "continue", "run")
    line = line_of("counter.c", "assert(")
    want(start, r"^failed: assertion \"counter == 12\" failed in main",
         rf"^#\d+ .*main \(\) at .*counter.c:{line}$", rf"^{line}\t\tassert\(counter")
    want(bt, rf"^#\d+ .*main \(\) at .*counter.c:{line}$")
    want_none(bt, "scarp", "bug_", "execution_")  # its own frames are left out
    got = int(value.split("= ")[1])
    assert 1 <= got < 12, got
    want(why, "^bug: assertion", r"step by step", rf"counter = {got}")
    want(end, "exited normally")
    want_none(end, "could stop here")
    want(again, "^failed: assertion", rf"^{line}\t")


@case
def stops_at_the_failure_in_cxx():
    checked("dropped.cc")
    start, local, bt, threads, left = gdb("print seed", "bt", "scarp threads", "print all")
    line = line_of("dropped.cc", "BUG")
    want(start, r"^failed: fatal signal: SIGSEGV: access through a null pointer",
         rf"^#\d+ .*list::sum .*seed=41\) at .*dropped.cc:{line}$")
    want(local, "= 41$")
    want(bt, r"^#\d+ .*list::sum\(int\)")
    want_none(bt, "signal handler", "on_fatal", "scarp_debug")
    want(threads, rf"^\* T2 main::{{lambda#2}} +runs: list::sum.* at dropped.cc:{line}$",
         r"^  T1 main::{lambda} +has ended, not joined$")
    want(left, "= .*0x0$")


@case
def every_thread_of_a_deadlock():
    checked("locks.c")
    start, threads, stacks, one, money, two, others, again = gdb(
        "scarp threads", "scarp bt all", "scarp thread 1", "print money", "scarp thread T2",
        "print *from", "scarp bt 1")
    line, lock = line_of("locks.c", "BUG"), line_of("locks.c", "join(a")
    want(start, "^failed: deadlock: 3 threads wait for ever")
    want(threads, rf"^  T0 main +at: join T1, main at locks.c:{lock}$",
         rf"^  T1 pay.* +at: lock checking.lock, transfer at locks.c:{line}$",
         rf"^  T2 save +at: lock savings.lock, transfer at locks.c:{line}$")
    for function, account, n in (("pay", "savings", 10), ("save", "checking", 20)):
        want(stacks, rf"^#\d+ .*transfer \(from=0x\w+ <{account}>.*money={n}\) at .*:{line}\n"
             rf"#\d+ .* {function} \(")
    want(stacks, rf"^T0 main:\n#\d+ .* main \(\) at .*locks.c:{lock}$")
    want(one, r"^\[T1 pay", rf"transfer .*money=10\) at .*:{line}$")
    want(money, "= 10$")
    want(two, r"^\[T2 save", r"money=20\)")
    want(others, "money = 100")
    want(again, "^T1 pay", "money=10")
    assert again.count("#") == 2, again  # transfer and pay


@case
def deadlock_and_goes_on_behind_it():
    """Nothing is put back wrongly: a thread that was looked at goes on as it would."""
    checked("locks.c")
    steps = gdb("scarp steps")[1]
    count = steps.count("\n  ") + 1
    out = gdb(*[c for n in range(1, count + 1) for c in
                (f"scarp goto {n}", "scarp bt all", "scarp thread 1", "scarp thread 0")],
              "continue")
    want(out[-1], "^failed: deadlock: 3 threads wait for ever")


@case
def the_last_thread_of_a_deadlock():
    """Whose stack is in use has no saved registers that are right; the frames are there."""
    checked("locks.c")
    line = line_of("locks.c", "BUG")
    here = re.search(r"^#(\d+) .*transfer .*money=(\d+)", gdb()[0], re.M)
    n = 1 if here[2] == "10" else 2
    one = gdb(f"scarp thread {n}")[1]
    want(one, rf"^#{here[1]} .*transfer .*money={here[2]}\) at .*:{line}$")
    want_none(one, "thread-local")
    want(gdb(f"scarp thread {3 - n}")[1], "thread-local variables that gdb prints are still those")


@case
def what_goes_on_is_the_running_thread():
    checked("counter.c")
    first = gdb("scarp goto 3", "scarp thread 0", "info symbol $pc", "next", "scarp threads",
                "scarp thread 0", "continue")
    want(first[2], r"^\[T0 main")
    want(first[3], "^main ")
    line = int(re.search(r"^(\d+)\t", first[1], re.M)[1])
    want(first[4], rf"^{line + 1}\t")
    want(first[5], rf"^\* T\d work +runs: add at counter.c:{line + 1}$")
    want(first[7], "^failed: assertion")


@case
def the_numbers_are_those_of_the_table():
    checked("counter.c")
    numbers = re.findall(r"^ +\*?(\d+) \|", run(SCARP, "replay", code=1), re.M)
    assert re.findall(r"^. +(\d+)  ", gdb("scarp steps")[1], re.M) == numbers, numbers


@case
def back_and_forth():
    """Every step can be gone to, from behind and from before, and is the one of the table."""
    checked("counter.c")
    rows = re.findall(r"^. +(\d+)  (.*)$", gdb("scarp steps")[1], re.M)
    steps = [int(n) for n, _ in rows]
    assert steps == list(range(1, len(rows) + 1)) and len(rows) >= 8, rows
    order = steps[::2] + steps[::-2]
    out = gdb(*[c for n in order for c in (f"scarp goto {n}", "print counter")])
    seen = {}
    for i, n in enumerate(order):
        want(out[1 + 2 * i], rf"^step {n} of {len(rows)}, about to be made: "
             + re.escape(rows[n - 1][1]) + "$")
        value = out[2 + 2 * i].split("= ")[1].strip()
        assert seen.setdefault(n, value) == value, (n, value, seen)
    # What the table says of each write is what is there at the next step.
    for n, what in rows[:-1]:
        if (m := re.search(r"write counter = (\d+)", what)) and int(n) + 1 in seen:
            assert seen[int(n) + 1] == m[1], (n, what, seen)


@case
def ten_steps_back():
    checked("counter.c")
    full = ("--full",)
    rows = len(re.findall(r"^. +\d+  ", gdb("scarp steps", options=full)[1], re.M))
    assert rows > 10
    back, there, end, beyond, over = gdb("scarp back 10", "scarp step 9", "scarp step", "scarp step",
                                         "scarp back 1000", options=full)[1:]
    want(back, f"^step {rows - 9} of {rows}, about")  # the failure would be rows + 1
    want(there, f"^step {rows} of {rows}, about")
    want(end, "^failed: assertion")
    want(beyond, "goes no further")
    want(over, f"^step 1 of {rows}, about")


@case
def breakpoints():
    checked("counter.c")
    line = line_of("counter.c", "writes")
    set1, first, more, set2, second, step, quiet = gdb(
        f"break counter.c:{line} if $scarp_thread() == 2", "run", "bt 1", "delete",
        "scarp goto 1", f"break counter.c:{line}", "scarp until 2", )[1:8]
    want(first, rf"hit Breakpoint 1, add .*counter.c:{line}", r"^\[T2 work")
    want(more, rf"^#0 +add \(times=6\) at .*counter.c:{line}")
    out = gdb(f"break counter.c:{line}", "scarp goto 4", "scarp back", "info breakpoints")
    want_none(out[2] + out[3], "hit Breakpoint")  # on the way they do not stop
    want(out[2], "^step 4 of")
    want(out[3], "^step 3 of")
    want(out[4], rf"breakpoint +keep y .*counter.c:{line}")  # and are as they were


@case
def a_breakpoint_stops_before_until():
    checked("counter.c")
    line = line_of("counter.c", "writes")
    out = gdb(f"break counter.c:{line} if $scarp_step() >= 1", "scarp goto 1", "scarp until 6")
    want(out[3], rf"hit Breakpoint 1, add .*counter.c:{line}")
    out = gdb("scarp goto 1", "scarp until 6", "scarp until 2")
    want(out[2], "^step 6 of")
    want(out[3], "that step was made")


@case
def watchpoints():
    need_watchpoints()
    checked("counter.c")
    out = gdb("scarp goto 3", "watch counter", "continue", "continue")
    want(out[3], "Hardware watchpoint 1: counter", r"Old value = \d", r"^\[T\d work")
    new = re.search(r"New value = (\d+)", out[3])[1]
    want(out[4], f"Old value = {new}", r"^\[T\d work")


@case
def next_stays_in_its_thread():
    """The other one is let in between two lines of the first, and that is said."""
    checked("counter.c")
    steps = gdb("scarp steps")[1]
    # A thread reads, another one writes, the first writes.
    rows = re.findall(r"^. +(\d+)  (T\d) work: \d+  (read|write)", steps, re.M)
    at, by = next((int(n), t) for (n, t, what), (_, t2, _) in zip(rows, rows[1:])
                  if what == "read" and t2 != t)
    other = "T1" if by == "T2" else "T2"
    out = gdb(f"scarp goto {at}", "next", "next", "scarp threads")
    want(out[1], rf"^step {at} of \d+, about to be made: {by} work")
    both = out[2] + out[3]
    want(both, rf"^\[{other} work ran in between\]")
    want(out[4], rf"^\* {by} work +runs: add at counter.c")


@case
def until_at_the_beginning():
    checked("counter.c")
    start, again = gdb("run", options=("--until", "3"))
    want(start, "^step 3 of ")
    want(again, "^step 3 of ")
    want(gdb("scarp goto end", options=("--until", "3"))[1], "^failed: assertion")
    want(gdb(options=("--until", "999"))[0], "no step 999: they are 1 to")


@case
def all_steps():
    """--full: the numbers are those of scarp replay --full."""
    checked("counter.c")
    table = run(SCARP, "replay", "--full", code=1)
    last = re.findall(r"^ +(\d+) \|", table, re.M)[-1]
    steps = gdb("scarp steps", options=("--full",))[1]
    want(steps, rf"^. +{last}  T0 main: ")
    want_none(steps, rf"^. +{int(last) + 1}  ")
    out = gdb(*[f"scarp goto {n}" for n in range(1, int(last) + 1)], options=("--full",))
    for n in range(1, int(last) + 1):
        want(out[n], f"^step {n} of {last}, about")


@case
def the_execution_is_the_same():
    """Environment, arguments, descriptors and addresses: as in every other replay."""
    checked("surroundings.c")
    # (The shell that gdb starts programs with would correct PWD.)
    for env in ({}, {"PWD": "/"}, {"LINES": "10", "COLUMNS": "20", "TERM": "dumb"}):
        told = re.findall(r"^  T\d +\| (.*)$", run(SCARP, "replay", code=1, env=env), re.M)
        assert len(told) > 5
        out = gdb("scarp output", "run", "scarp output", "scarp goto 1", "scarp output",
                  "scarp goto end", "scarp output", env=env)
        for i in (1, 3, 7):
            got = out[i].strip().split("\n")
            # Not shown: there may be secrets in it.
            assert got == told, [(a.split("=")[0], b.split("=")[0])
                                 for a, b in zip(got, told) if a != b][:3]
        assert len(out[5].split("\n")) < len(told)


@case
def a_fault_that_the_test_handles():
    checked("handled.c")
    start = gdb()[0]
    want(start, "^failed: assertion \"faults == 2\"", rf"handled.c:{line_of('handled.c', 'assert(')}$")
    want_none(start, "received signal")


@case
def calls_that_scarp_does_not_see():
    """In fork mode the execution is still gdb's own process."""
    checked("unseen.c", "--mode", "fork")
    start, bt, step, threads, end = gdb("bt", "scarp goto 3", "scarp threads", "scarp goto end")
    want(start, "^failed: assertion \"counter == 2\"")
    want(bt, "main .*unseen.c")
    want(step, "^step 3 of ")
    want(threads, r"^\* T\d work +runs: work at unseen.c")
    want(end, "^failed: assertion")


@case
def a_program_of_another_compiler():
    need_gdb()
    run("gcc", "-g", "-O1", "-pthread", f"{HERE}/locked.c", "-o", "locked")
    run(SCARP, "check", "-q", "--binary", "./locked", code=1)
    start, bt, step, stacks, end = gdb("bt", "scarp goto 4", "scarp bt all", "scarp goto end")
    want(start, "^failed: assertion \"counter == 2\"")
    want_none(start, "not defined")
    want(bt, r"^#\d+ .*main \(\) at .*locked.c")
    want(step, "^step 4 of ")
    want(stacks, r"^T0 main:\n#\d+ .*main \(\) at .*locked.c", r"^T\d work.*\n#\d+ .*work")
    want(end, "^failed: assertion")


@case
def a_gdb_that_scarp_did_not_start():
    """As editors do: the script is read, and the machine's interface starts the program."""
    checked("counter.c")
    script = os.path.join(os.path.dirname(os.path.dirname(SCARP)), "lib", "scarp", "scarp-gdb.py")
    said = run("gdb", "-nx", "-batch", "-x", script, "-ex", "scarp load scarp.out/001",
               "-ex", "run", "-ex", "scarp goto 1", code=None)
    want(said, "^failed: assertion", "^step 1 of ")
    dialogue = [f'-interpreter-exec console "source {script}"',
                '-interpreter-exec console "scarp load scarp.out/001/bug-1.schedule"',
                "-exec-run", "-stack-list-frames", '-interpreter-exec console "scarp threads"',
                '-interpreter-exec console "scarp goto 1"', "-exec-next", "-gdb-exit"]
    process = subprocess.Popen(["gdb", "-nx", "-q", "-i=mi"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = ""
    for command in dialogue:
        process.stdin.write(command + "\n")
        process.stdin.flush()
        waits = "*stopped,reason=" if re.search("^-exec|goto", command) else "^"
        for line in process.stdout:
            said += line
            if line.startswith((waits, "^error")):
                break
    process.stdin.close()
    process.wait(60)
    want(said, r"^\*stopped,", r"func=\"main\",file=\".*counter.c\"", "T0 main +runs",
         "step 1 of")
    want_none(said, r"^\^error")


@case
def what_is_not_there():
    checked("counter.c")
    out = gdb("scarp goto 999", "scarp thread 9", "scarp thread 1", "scarp goto x", "kill",
              "scarp threads", "scarp until 1", "scarp load nothing", "scarp steps 1 2")
    want(out[1], "no step 999: they are 1 to")
    want(out[2], "no thread '9'; 'scarp threads' lists them")
    want(out[3], "T1 work has no frames: it has ended|no thread '1'")
    want(out[4], "a number is wanted, not 'x'")
    want(out[6], "nothing runs: 'run' starts")
    want(out[7], "nothing runs: 'run' starts")
    want(out[8], "no bug to replay|cannot open|No such file")
    assert len(re.findall(r"^. +\d+  ", out[9], re.M)) == 2, out[9]
    want(run("gdb", "-nx", "-batch", "-x", os.path.join(os.path.dirname(os.path.dirname(SCARP)),
             "lib/scarp/scarp-gdb.py"), "-ex", "scarp why", code=None), "no schedule: 'scarp load")


def fake_gdb(script):
    with open("gdb", "w") as f:
        f.write("#!/bin/sh\n" + script)
    os.chmod("gdb", 0o755)
    return {"SCARP_GDB": os.path.abspath("gdb")}


@case
def gdb_that_will_not_do():
    with open("bug-1.schedule", "w") as f:
        f.write("not looked at\n")
    command = [SCARP, "replay", "--gdb", "bug-1.schedule"]
    want(run(*command, code=77, env={"SCARP_GDB": "/nowhere/gdb"}),
         "^scarp: cannot start '/nowhere/gdb': is gdb installed \\(package gdb\\)\\?")
    want(run(*command, code=77, env={"SCARP_GDB": "", "PATH": "/nowhere"}),
         "^scarp: cannot start 'gdb': is gdb installed")
    want(run(*command, code=77, env=fake_gdb(
        "echo 'Scripting in the \"Python\" language is not supported in this copy of GDB.'\n")),
         "was built without Python")
    want(run(*command, code=77, env=fake_gdb("echo scarp 7.12.1\n")),
         "is too old: it is version 7.12.1, and 10 is the oldest .*\\[SC463\\]")
    # One that will is started with the script and the schedule, and what is said to it.
    said = run(*command, "--", "-x", "more", code=0, env=fake_gdb(
        "echo scarp 13.1\necho $# \"$SCARP_SCHEDULE\" \"$@\"\n"))
    want(said, rf"{re.escape(os.path.realpath('bug-1.schedule'))} -q -x \S*scarp-gdb.py "
         r"-ex scarp load - 0 -ex run -x more$")


@case
def words_that_do_not_fit():
    with open("bug-1.schedule", "w") as f:
        f.write("not looked at\n")
    for words, said in ((("--until", "3"), "'--until' belongs to '--gdb'"),
                        (("--gdb", "--json", "x"), "'--gdb' and '--json' exclude each other"),
                        (("--gdb", "--become", "end"), "'--gdb' and '--become' exclude"),
                        (("--gdb", "bug-1.schedule", "x"), "options for gdb stand behind '--'"),
                        (("--gdb", "nothing"), "cannot open 'nothing'"),
                        (("bug-1.schedule", "x"), "takes one bug, not 'x'")):
        want(run(SCARP, "replay", *words, code=2), said)
    run(SCARP, "cc", "-g", f"{HERE}/counter.c", "-o", "counter")
    run(SCARP, "check", "-q", "./counter", code=1)
    for where in ("nowhere", "event:", "event:x", "access:-1", "event:1x"):
        want(run(SCARP, "replay", "--become", where, code=2),
             f"wants 'end', 'event:N' or 'access:N', not '{where}'")


@case
def a_process_without_a_debugger():
    """--become: nobody stops it, so it comes to its end; --steps says where it could."""
    run(SCARP, "cc", "-g", f"{HERE}/counter.c", "-o", "counter")
    run(SCARP, "check", "-q", "./counter", code=1)
    run(SCARP, "replay", "--become", "event:3", code=0)
    run(SCARP, "replay", "-q", "--steps", "steps.json", code=1)
    with open("steps.json") as f:
        steps = json.load(f)
    assert steps["program"] == os.path.realpath("counter")
    assert steps["threads"] == ["T0 main", "T1 work", "T2 work"], steps["threads"]
    rows = [s for s in steps["steps"] if s["step"]]
    assert [s["step"] for s in rows] == list(range(1, len(rows) + 1))
    for kind in ("event", "access"):
        numbers = [s[kind] for s in steps["steps"] if kind in s]
        assert numbers == sorted(numbers), numbers
    assert steps["steps"][-1]["failed"]
    want(run(SCARP, "replay", "--steps", "/nowhere/x", code=2), "cannot write '/nowhere/x'")


def begin(scarp, _moments, _seed):
    global SCARP
    SCARP = scarp


if __name__ == "__main__":
    sys.exit(cases.main(CASES, begin))
