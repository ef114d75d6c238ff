#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""binary.py - scarp check --binary: programs that scarp cc did not build

binary.py SCARP [CASE]...
binary.py --list
"""
import itertools
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
sys.dont_write_bytecode = True  # the tree stays clean
from cases import main  # noqa: E402

SCARP = None
CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=110,
                          stdin=subprocess.DEVNULL, **more)


def build(source, *flags, compiler=None):
    """By a compiler that knows nothing of scarp; without frame pointers."""
    compiler = compiler or ("g++" if source.endswith(".cc") else "gcc")
    out = f"./{source.split('.')[0]}"
    done = run(*compiler.split(), "-g", "-O2", "-fomit-frame-pointer", "-pthread", "-o", out,
               os.path.join(HERE, source), *flags)
    assert done.returncode == 0, done.stderr
    return out


def line(source, text):
    """The number of the only line that has the text."""
    with open(os.path.join(HERE, source)) as f:
        [n] = [n for n, words in enumerate(f, 1) if text in words]
    return n


def check(code, *words, **more):
    """What is printed, and the JSON result."""
    done = run(SCARP, "check", "--binary", "--json", "result.json", *words, **more)
    assert done.returncode == code, (done.returncode, done.stdout + done.stderr)
    with open("result.json") as f:
        return done.stdout, json.load(f)


def caveats(result):
    return {c["name"] for c in result["caveats"]}


def bug(kind, *words):
    """The only bug; its replay is the same."""
    text, result = check(1, *words)
    [found] = result["bugs"]
    assert found["kind"] == kind, found
    again = run(SCARP, "replay", "--json", "again.json")
    assert again.returncode == 1, again.stdout + again.stderr
    with open("again.json") as f:
        [same] = json.load(f)["bugs"]
    assert same["kind"] == kind and same["stack"] == found["stack"], (same, found)
    assert "not proven: the program was not built by scarp cc (--binary)" in text, text
    return text, found


def frames(stack):
    return [f["function"] for f in stack if f["function"]]


# ---- bugs


@case
def a_deadlock():
    for compiler in ("gcc", "gcc -no-pie", "clang -gdwarf-4"):
        if not shutil.which(compiler.split()[0]):
            continue
        text, _ = bug("deadlock", build("two_locks.c", compiler=compiler))
        at = line("two_locks.c", "/* WAITS */")
        for name, mine, other in (("T1 forth", "b", "T2"), ("T2 back", "a", "T1")):
            assert f"  {name} waits for &{mine}, held by {other} since two_locks.c:{at - 1} (lock at two_locks.c:{at})" \
                in text, text


@case
def a_deadlock_has_stacks_without_frame_pointers():
    """The waits are in libraries, whose callers are the test's; what those have in rbp then is no frame."""
    text, _ = bug("deadlock", build("waits_inside.cc"))
    assert f"waits_inside.cc:{line('waits_inside.cc', '/* WAITS */')}" in text and "libstdc++" not in text, text
    done = run("gcc", "-O2", "-fomit-frame-pointer", "-shared", "-fPIC", "-DLIBRARY", "-o", "libdeep.so",
               os.path.join(HERE, "deep.c"))
    assert done.returncode == 0, done.stderr
    text, _ = bug("deadlock", build("deep.c", "-L.", "-ldeep", "-Wl,-rpath,$ORIGIN"))
    assert re.search(rf"T1 waits waits .*deep.c:{line('deep.c', '/* WAITS */')}\)", text), text


@case
def a_lost_wakeup():
    text, _ = bug("deadlock", build("lost_wakeup.c"))
    assert re.search(rf"T1 waiter waits .*lost_wakeup.c:{line('lost_wakeup.c', '/* WAITS */')}", text), text


@case
def an_assertion():
    text, _ = bug("assertion", build("too_early.c"))
    assert f"too_early.c:{line('too_early.c', '/* BUG */')}" in text, text


@case
def all_traces_of_an_assertion():
    """By hand: two critical sections of each of two threads have 6 orders, and in 2 of them one thread makes both
    before the other."""
    _, result = check(1, "--exhaustive", "--stop-after", "0", build("too_early.c"))
    assert (result["executions"], result["failed"]) == (6, 4), result


@case
def an_unlock_too_many():
    text, _ = bug("unlock_not_owner", build("unlocks_twice.c"))
    assert f"unlocks_twice.c:{line('unlocks_twice.c', '/* BUG */')}" in text, text


@case
def a_crash():
    _, found = bug("crash", build("crashes.c"))
    assert frames(found["stack"])[:2] == ["use", "main"], found["stack"]


@case
def an_exit_status():
    bug("exit_status", build("crashes.c"), "7")


@case
def cxx():
    text, _ = bug("assertion", build("queue.cc"))
    assert f"queue.cc:{line('queue.cc', '/* BUG */')}" in text, text


# ---- what is explored


COUNTS = {"mutex": ["".join(p) for p in itertools.permutations("123")],
          "semaphore": ["".join(p) for p in itertools.permutations("123")], "barrier": ["12", "21"],
          "cond": ["12", "21"], "once": ["1", "2"], "rwlock": ["00", "01", "10", "11"]}


def same_traces(source, *words):
    """As many as the same source has when scarp cc builds it."""
    options, arguments = words[:-1], words[-1:]
    _, result = check(0, "--exhaustive", *options, build(source), *arguments)
    done = run(SCARP, "c++", "-g", "-O1", "-o", "by_scarp", os.path.join(HERE, source), "-pthread")
    assert done.returncode == 0, done.stderr
    done = run(SCARP, "check", "--exhaustive", *options, "--json", "other.json", "./by_scarp", *arguments)
    with open("other.json") as f:
        other = json.load(f)
    assert result["executions"] == other["executions"] > 1, (result, other)


def counted(command, program, what, outcome=""):
    done = run(SCARP, "check", *command, "--exhaustive", "--stop-after", "0", "--json", "result.json", program, what,
               outcome)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    with open("result.json") as f:
        result = json.load(f)
    return result["executions"], result["failed"]


def same_counts(what):
    """As many traces as the same source has when scarp cc builds it, of each outcome too; no outcome is missing."""
    plain = build("counts.c")
    done = run(SCARP, "cc", "-g", "-O1", "-o", "counts_cc", os.path.join(HERE, "counts.c"), "-pthread")
    assert done.returncode == 0, done.stderr
    of_outcomes = 0
    for outcome in ["nothing", *COUNTS[what]]:
        got, wanted = counted(["--binary"], plain, what, outcome), counted([], "./counts_cc", what, outcome)
        assert got == wanted and (got[1] > 0) == (outcome != "nothing"), (outcome, got, wanted)
        of_outcomes += got[1]
    assert of_outcomes == got[0], (of_outcomes, got)


for name in COUNTS:
    def each(what=name):
        same_counts(what)
    each.__name__ = f"counts_{name}"
    case(each)


@case
def nothing_is_verified():
    """A program without a bug: what was asked for was done, so the exit code is 0."""
    text, result = check(0, "--exhaustive", build("counts.c"))
    assert result["verdict"] == "partial" and "binary" in caveats(result), result  # caveat: binary
    assert text.splitlines()[1].startswith("partial: no bug in all ") and \
        "; threads switched at locks and other library calls alone" in text.splitlines()[1], text
    check(4, "--exhaustive", "--require", "verified", "./counts")


@case
def loops_that_wait_come_to_an_end():
    """Whoever sleeps, yields or has waited long enough lets others go on, though nobody sees what it looks at."""
    text, result = check(4, "--budget", "3s", build("waits_in_loops.c"))
    assert result["verdict"] == "partial" and result["executions"] > 10, text
    assert not result["bugs"], text
    _, result = check(4, "--strategy", "dfs", "--reduce", "none", "--max-executions", "20", "./waits_in_loops")
    assert result["executions"] == 20 and "step_limit" not in caveats(result), result


@case
def a_loop_without_end_is_no_livelock():
    """It may count its turns in a variable."""
    _, result = check(5, "--max-executions", "2", "--max-steps", "300", build("waits_in_loops.c"), "never")
    assert result["verdict"] == "error" and not result["bugs"], result
    assert "step_limit" in caveats(result), result


@case
def a_loop_without_calls_is_no_bug():
    """It waits for a variable; who sets it has to run meanwhile."""
    done = run(SCARP, "check", "--binary", "--hang-after", "1s", build("spins.c"))
    assert done.returncode == 5, done.stdout + done.stderr
    assert "made no call that scarp sees in 1 s of CPU time" in done.stderr and "[SC514]" in done.stderr and \
        f"/spins.c:{line('spins.c', '/* HERE */')})" in done.stderr, done.stderr


@case
def atomics_order_in_silence():
    """No race is told that might be none, and nothing is a place to switch threads at for one."""
    _, result = check(4, "--budget", "2s", build("publishes.c"))
    assert not result["races"] and not result["bugs"] and not result["points"], result


@case
def unknown_calls_are_holes():
    """What the C library does in a call that scarp does not know is named, and where, in a library too."""
    done = run("gcc", "-g", "-O2", "-shared", "-fPIC", "-DLIBRARY", "-o", "libasks.so", os.path.join(HERE, "asks.c"))
    assert done.returncode == 0, done.stderr
    program = build("asks.c", "-L.", "-lasks", "-Wl,-rpath,$ORIGIN")
    _, result = check(4, "--exhaustive", program)
    [detail] = [c["detail"] for c in result["caveats"] if c["name"] == "unseen_calls"]
    assert re.search(r"regexec \(asks.c:\d+\)", detail) and "regcomp" in detail, detail


@case
def around_main():
    check(1, "--expect-exit", "3", "--exhaustive", build("around_main.cc"))
    done = run(SCARP, "replay", "-q")
    printed = re.findall(r"^  T0   \| (.*)$", done.stdout, re.M)
    assert printed[0].strip() in ("main 0", "main 1"), done.stdout
    assert printed[1:] == ["at exit", "destroyed 1", "last"], done.stdout
    assert "libscarp-rt" not in done.stdout, done.stdout
    same_traces("around_main.cc", "--expect-exit", "3", "3")


@case
def a_program_with_an_old_beginning():
    """Two traces: who comes first to the lock, main or the thread that was made before it."""
    _, result = check(0, "--expect-exit", "3", "--exhaustive", build("old_start.c", "-nostartfiles"))
    assert result["executions"] == 2, result


@case
def fortified():
    """-D_FORTIFY_SOURCE asks for functions of other names; two traces, as the two writers' bytes come in two orders."""
    program = build("fortified.c", "-D_FORTIFY_SOURCE=2")
    names = run("nm", "-D", "--undefined-only", program).stdout
    for name in ("read", "pread", "recv", "recvfrom", "poll", "fread"):
        assert f"__{name}_chk" in names, (name, names)
    _, result = check(0, "--exhaustive", program)
    assert caveats(result) <= {"binary", "fork_mode", "loopback"} and result["executions"] > 1, result
    for number in range(1, 7):
        _, result = check(1, "--exhaustive", program, str(number))
        assert "buffer" in result["bugs"][0]["message"] or result["bugs"][0]["kind"] == "abort", result["bugs"]


@case
def it_is_resumed():
    """As if it had been one run: six traces."""
    _, result = check(4, "--exhaustive", "--max-executions", "2", build("counts.c"), "mutex")
    assert result["executions"] == 2, result
    done = run(SCARP, "resume", "--json", "result.json")
    assert done.returncode == 0, done.stdout + done.stderr
    with open("result.json") as f:
        result = json.load(f)
    assert result["executions"] == 6 and "binary" in caveats(result), result


@case
def by_two_processes():
    _, result = check(0, "--exhaustive", "-j", "2", build("counts.c"), "mutex")
    assert result["executions"] == 6, result


@case
def what_the_user_has_loaded():
    """It stays, and is all that the program sees."""
    with open("own.c", "w") as f:
        f.write("int scarp_test_own(void) { return 3; }\n")
    with open("asks.c", "w") as f:
        f.write("#include <dlfcn.h>\n#include <stdlib.h>\n#include <string.h>\n"
                "int main(void) { int (*f)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, \"scarp_test_own\");\n"
                "const char *p = getenv(\"LD_PRELOAD\");\n"
                "return f && p && strcmp(p, \"./own.so\") == 0 ? f() : 1; }\n")
    for words in (["-shared", "-fPIC", "-o", "own.so", "own.c"], ["-o", "asks", "asks.c"]):
        assert run("gcc", *words).returncode == 0
    check(0, "--expect-exit", "3", "--exhaustive", "./asks", env={**os.environ, "LD_PRELOAD": "./own.so"})


# ---- what cannot be checked


def refused(program, *words, options=()):
    done = run(SCARP, "check", "--binary", *options, program)
    assert done.returncode == 2, (done.returncode, done.stdout + done.stderr)
    for text in words:
        assert text in done.stderr, done.stderr


@case
def a_program_that_ends_before_it_begins():
    """In the constructor of a library: no runtime has seen it."""
    with open("ends.c", "w") as f:
        f.write("#include <unistd.h>\n__attribute__((constructor)) static void ends(void) { _exit(4); }\n"
                "int nothing;\n")
    assert run("gcc", "-shared", "-fPIC", "-o", "libends.so", "ends.c").returncode == 0
    program = build("counts.c", "-Wl,--no-as-needed", "-L.", "-lends", "-Wl,-rpath,$ORIGIN")
    refused(program, "ended (exit status 4) without speaking to scarp: the system did not load scarp's library")


@case
def a_static_program():
    refused(build("two_locks.c", "-static"), "linked statically", "[SC456]")


@case
def a_static_pie():
    refused(build("two_locks.c", "-static-pie"), "linked statically")


@case
def a_program_of_scarp_cc():
    assert run(SCARP, "cc", os.path.join(HERE, "two_locks.c"), "-o", "by_scarp", "-pthread").returncode == 0
    refused("./by_scarp", "was built by scarp cc: leave out --binary", "[SC457]")


@case
def a_script():
    with open("script", "w") as f:
        f.write("#!/bin/sh\nexit 0\n")
    os.chmod("script", 0o755)
    refused("./script", "it is a script")


@case
def no_program():
    with open("text", "w") as f:
        f.write("no program, though it may be run\n")
    os.chmod("text", 0o755)
    refused("./text", "not an ELF executable")


@case
def a_program_of_another_machine():
    program = build("two_locks.c")
    with open(program, "r+b") as f:
        f.seek(4)
        f.write(b"\1")
    refused(program, "not a program for x86-64 (64-bit)")


@case
def a_shared_library():
    refused(build("two_locks.c", "-shared", "-fPIC"), "is a shared library")


@case
def a_program_with_rights():
    program = build("two_locks.c")
    os.chmod(program, 0o4755)
    refused(program, "setuid")


@case
def a_sanitizer():
    for flag in ("address", "thread"):
        refused(build("two_locks.c", f"-fsanitize={flag}"), f"-fsanitize={flag}")


@case
def a_profiler():
    refused(build("two_locks.c", "-fno-omit-frame-pointer", "-pg"), "for a profiler (-pg)")


@case
def openmp():
    refused(build("raw.c", "-fopenmp", "-Wl,--no-as-needed", "-lgomp"), "libgomp")


@case
def a_futex_of_its_own():
    refused(build("raw.c"), "makes the system call futex", f"raw.c:{line('raw.c', '__asm__')}")


@case
def go():
    program = build("counts.c")
    with open("note", "w") as f:
        f.write("go")
    assert run("objcopy", "--add-section", ".go.buildinfo=note", program).returncode == 0
    refused(program, "it is a Go program")


@case
def options_about_accesses():
    program = build("counts.c")
    for words in (["--points", "everywhere"], ["--races", "error"], ["--mode", "checkpoint"], ["--ignore", "notes"],
                  ["--audit"], ["--turns", "erased"]):
        refused(program, f"'--binary' and '{words[0]}' exclude each other", options=words)


@case
def another_build_is_not_replayed():
    program = build("two_locks.c")
    check(1, program)
    build("two_locks.c", "-DOTHER", "-O1")
    done = run(SCARP, "replay")
    assert done.returncode == 2 and "another build" in done.stderr, done.stdout + done.stderr


# ---- programs of others


def system(code, program, *words, options=()):
    path = shutil.which(program)
    if not path:
        sys.exit(77)
    with open("lines", "w") as f:
        for n in range(4000):
            f.write(f"line {n * 7919 % 4000}\n")
    return check(code, "--budget", "4s", *options, path, *words)


@case
def xz():
    text, result = system(4, "xz", "-T2", "-0", "--block-size=10000", "-k", "-c", "lines")
    assert result["executions"] > 5 and "step_limit" not in caveats(result) and "binary" in caveats(result), text


@case
def zstd():
    text, result = system(0, "zstd", "-T2", "-c", "lines")
    assert result["executions"] > 5 and "binary" in caveats(result), text


@case
def sort():
    text, result = system(4, "sort", "--parallel=2", "lines")
    assert result["executions"] > 0 and "binary" in caveats(result), text


def begin(scarp, moments, seed):
    global SCARP
    SCARP = scarp


if __name__ == "__main__":
    sys.exit(main(CASES, begin))
