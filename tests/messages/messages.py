#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""messages.py - errors end with their codes, and `scarp explain` knows each of them

messages.py SCARP [CASE]...
messages.py --list
"""
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
QUIET = "int main(void) { return 0; }\n"


def case(function):
    CASES[function.__name__] = function
    return function


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=100,
                          stdin=subprocess.DEVNULL, **more)


def put(path, text):
    with open(path, "w") as f:
        f.write(text)


def says(code, status, *words, before=None, **more):
    """The last line of standard error is an error with this code, which explain knows."""
    if before:
        before()
    done = run(SCARP, *words, **more)
    assert done.returncode == status, (words, done.returncode, done.stdout + done.stderr)
    last = done.stderr.rstrip("\n").rsplit("\n", 1)[-1]
    assert last.endswith(f" [{code}]"), (words, done.stderr)
    assert last.count("[SC") == 1, last
    known = run(SCARP, "explain", code)
    assert known.returncode == 0 and known.stdout.startswith(f"{code}  error"), (code, known.stdout)
    return last


def build(text, *flags, name="test"):
    with open(name + ".c", "w") as f:
        f.write(text)
    done = run(SCARP, "cc", "-g", "-pthread", name + ".c", "-o", name, *flags)
    assert done.returncode == 0, done.stderr
    return "./" + name


@case
def what_is_wrong_with_an_option():
    says("SC401", 2, "check", "--budgt", "1s", "./test")
    says("SC401", 2, "show", "--nothing")
    says("SC402", 2, "check", "--seed", "one", "./test")
    says("SC403", 2, "check", "--budget", "soon", "./test")
    says("SC404", 2, "check", "--budget")
    says("SC405", 2, "check", "--audit=1", "./test")
    says("SC406", 2, "check", *["--within", "main"] * 65, "./test")
    says("SC407", 2, "check", "--pct-depth", "2", "./test")
    says("SC408", 2, "check", "--exhaustive", "--strategy", "random", "./test")
    says("SC409", 2, "check", "--reduce", "magic", "./test")
    says("SC409", 2, "check", "--model", "magic", "./test")
    says("SC410", 2, "check", "-j", "0", "./test")


@case
def what_is_wrong_with_the_words():
    says("SC411", 2, "check")
    says("SC411", 2, "diff", "1")
    says("SC412", 2, "chek")
    says("SC412", 2, "/bin/true")
    says("SC413", 2, "help", "chekc")
    says("SC414", 2, "explain", "SC999")
    says("SC414", 2, "explain", "deadlok")
    assert "did you mean 'scarp explain deadlock'" in run(SCARP, "explain", "deadlok").stderr


@case
def what_is_wrong_with_a_file():
    with open("test.schedule", "w") as f:
        f.write("nothing of ours\n")
    os.mkdir("folder")
    says("SC433", 2, "replay", "test.schedule")
    says("SC431", 2, "replay", "nowhere.schedule")
    says("SC433", 2, "show", "test.schedule")
    says("SC435", 2, "replay")
    says("SC435", 2, "resume")
    says("SC435", 2, "show")
    says("SC432", 2, "check", "--json", "nowhere/result.json", "/bin/true")
    says("SC436", 2, "check", "--json", "folder", "/bin/true")
    with open("racing", "w") as f:
        f.write("test.c:1:look\n")
    program = build(QUIET)
    says("SC438", 2, "check", "--points=study", "--racing", "racing", program)
    put("long", "x" * 65537)
    says("SC665", 2, "check", "--expect-output", "long", program)


@case
def what_is_wrong_with_a_program():
    says("SC451", 2, "check", "/bin/true")
    says("SC454", 2, "check", "./nowhere")
    with open("script", "w") as f:
        f.write("#!/bin/sh\n")
    os.chmod("script", 0o755)
    says("SC452", 2, "check", "./script")
    program = build(QUIET)
    put("racing", "test.c:1:read\n")
    shutil.copy("test", "stripped")
    assert run("strip", "stripped").returncode == 0
    says("SC605", 2, "check", "--points=study", "--racing", "racing", "./stripped")
    says("SC458", 2, "check", "--within", "nobody", program)
    says("SC459", 2, "check", "--ignore", "nothing", program)
    fence = "check", "--model", "tso", "--fence"
    says("SC630", 2, *fence, "test.c", program)
    says("SC630", 2, *fence, "test.c:0", program)
    says("SC630", 2, *fence, "d/" * 70 + "test.c:1", program)
    assert "no store is at no.c:1, nor in all of no.c" in says("SC631", 2, *fence, "no.c:1", program)
    says("SC460", 2, "check", "--list", program)
    with open("test", "rb") as f:
        image = f.read()
    own = run(SCARP, "version").stdout.strip().encode()
    assert own in image
    with open("test", "wb") as f:
        f.write(image.replace(own, own[:-1] + (b"x" if own[-1:] != b"x" else b"y")))
    says("SC453", 2, "check", program)


@case
def what_is_wrong_with_a_build():
    says("SC601", 2, "cc", "--compiler", "scarp-cc", "-c", "test.c")
    done = run(SCARP, "cc", "--compiler", "/nowhere/gcc", "-c", "test.c")
    assert done.returncode != 0 and done.stderr.rstrip().endswith("[SC607]"), done.stderr


def compiler(text):
    """Does what scarp cc asks gcc for, and something else as well."""
    os.makedirs("other", exist_ok=True)
    with open("other/gcc", "w") as f:
        f.write("#!/bin/sh\n" + text)
    os.chmod("other/gcc", 0o755)
    return ["cc", "--compiler", os.path.abspath("other/gcc")]


@case
def what_is_wrong_with_a_program_that_is_built():
    with open("test.c", "w") as f:
        f.write(QUIET)
    says("SC602", 2, "cc", "@test.words", "test.c", before=lambda: put("test.words", "@test.words"))
    says("SC610", 2, "cc", "test.c", "-static", "-o", "test")
    # A file that runs is not written to.
    put("sleeps.c", "#include <unistd.h>\nint main(void) { return (int)sleep(3); }\n")
    says("SC606", 2, *compiler('case "$*" in *--version*) exec gcc "$@" ;; esac\n'
                               'gcc "$@" && { ./sleeps >/dev/null 2>&1 & } && sleep 1\n'), "sleeps.c", "-o", "sleeps")
    says("SC604", 2, *compiler('case "$*" in *--version*) echo "gcc (Other) 99.1.0" ;; *) echo nowhere ;; esac\n'), "-c", "test.c",
         env={**os.environ, "XDG_CACHE_HOME": os.path.abspath("cache")}, before=lambda: os.mkdir("cache"))
    says("SC608", 1, "cc", "own.c", "-o", "own", before=lambda: put(
        "own.c", "#include <stdlib.h>\nvoid *malloc(size_t n) { return n ? 0 : (void *)1; }\nint main(void) { return !malloc(0); }\n"))
    done = run(SCARP, "cc", "test.c", "-flto", "-o", "test")
    assert done.returncode == 0 and done.stderr.endswith("says why) [SC609]\n"), done.stderr


@case
def a_scarp_that_cannot_unpack():
    """The command alone: it has its files with it."""
    shutil.copy(SCARP, "alone")
    put("cache", "a file")
    put("test.c", QUIET)
    done = run("./alone", "cc", "test.c", "-o", "test", env={**os.environ, "XDG_CACHE_HOME": os.path.abspath("cache"), "TMPDIR": "/nowhere"})
    assert done.returncode == 2 and done.stderr.endswith(" [SC603]\n"), (done.returncode, done.stderr)


@case
def a_test_that_leaves_by_itself():
    program = build("int main(void)\n{\n\tlong r;\n\t__asm__ volatile(\"syscall\" : \"=a\"(r) : \"a\"(231L), \"D\"(0L)"
                    " : \"rcx\", \"r11\", \"memory\");\n\treturn (int)r;\n}\n")
    says("SC507", 5, "check", program)


@case
def a_call_that_is_refused():
    program = build("#include <unistd.h>\nint main(void)\n{\n\treturn brk(0) != 0;\n}\n")
    last = says("SC501", 5, "check", "--json", "r.json", program)
    assert re.search(r"does not support \(\S*test\.c:4\) \[SC501\]$", last), last
    with open("r.json") as f:
        r = json.load(f)
    assert r["error_code"] == "SC501" and "[SC" not in r["error"], r["error"]


@case
def more_than_there_is_room_for():
    program = build("#include <pthread.h>\n#include <unistd.h>\n"
                    "static void *stay(void *x) { pause(); return x; }\n"
                    "int main(void)\n{\n\tfor (int i = 0; i < 5000; i++) {\n\t\tpthread_t t;\n"
                    "\t\tpthread_attr_t a;\n\t\tpthread_attr_init(&a);\n"
                    "\t\tpthread_attr_setstacksize(&a, 65536);\n"
                    "\t\tif (pthread_create(&t, &a, stay, 0)) return 1;\n\t}\n\treturn 0;\n}\n")
    says("SC502", 5, "check", "--strategy", "random", "--max-executions", "1", program)


@case
def more_buffers_than_there_is_room_for():
    program = build("#include <pthread.h>\nstatic volatile struct { _Alignas(8) int n; } place[250];\n"
                    "static void *stores(void *x)\n{\n\tfor (int i = 0; i < 250; i++)\n"
                    "\t\t__atomic_store_n(&place[i].n, 1, __ATOMIC_RELAXED);\n\treturn x;\n}\n"
                    "int main(void)\n{\n\tpthread_t t[17];\n\tfor (int i = 0; i < 17; i++)\n"
                    "\t\tpthread_create(&t[i], 0, stores, 0);\n\tfor (int i = 0; i < 17; i++)\n"
                    "\t\tpthread_join(t[i], 0);\n\treturn 0;\n}\n")
    says("SC620", 5, "check", "--model", "pso", "--strategy", "random", "--max-executions", "1", "--max-steps", "60000",
         program)


@case
def executions_that_differ():
    """A file that somebody else changes decides what comes next."""
    program = build("#include <fcntl.h>\n#include <pthread.h>\n#include <unistd.h>\n"
                    "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\nstatic unsigned char c[4];\n"
                    "static void *turns(void *p)\n{\n\tfor (int i = 0; i <= c[0] % 16; i++) {\n"
                    "\t\tpthread_mutex_lock(&lock);\n\t\tpthread_mutex_unlock(&lock);\n\t}\n\treturn p;\n}\n"
                    "int main(void)\n{\n\tpthread_t t;\n"
                    "\tint f = open(\"/proc/sys/kernel/random/uuid\", O_RDONLY);\n"
                    "\tif (read(f, c, sizeof c) < 0) return 1;\n"
                    "\tpthread_create(&t, 0, turns, 0);\n\tturns(0);\n\tpthread_join(t, 0);\n\treturn 0;\n}\n")
    last = says("SC503", 5, "check", "--exhaustive", program)
    assert "the likely source" in last, last


@case
def schedules_of_another_program():
    bad = "#include <assert.h>\nint main(void) { assert(!%d); return 0; }\n"
    assert run(SCARP, "check", build(bad % 1)).returncode == 1
    build(bad % 2)
    says("SC434", 2, "replay")


@case
def no_execution_that_ends():
    program = build("#include <scarp/scarp.h>\nint main(void) { scarp_assume(0); return 0; }\n")
    done = run(SCARP, "check", "--exhaustive", program)
    assert done.returncode == 5 and done.stdout.rstrip().endswith("[SC509]"), done.stdout + done.stderr


@case
def bugs_and_holes_have_their_codes():
    program = build("#include <pthread.h>\n#include <sys/sysinfo.h>\n"
                    "static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;\n"
                    "int main(void)\n{\n\tstruct sysinfo s;\n\tsysinfo(&s);\n"
                    "\tpthread_mutex_lock(&l);\n\treturn pthread_mutex_lock(&l);\n}\n")
    done = run(SCARP, "check", "--json", "r.json", program)
    assert done.returncode == 1 and re.search(r"^bug: self-deadlock.*\[SC108\]$", done.stdout, re.M), done.stdout
    assert re.search(r"not proven: the test read a source .* \[SC238\]$", done.stdout, re.M), done.stdout
    with open("r.json") as f:
        r = json.load(f)
    assert r["bugs"][0]["code"] == "SC108", r["bugs"]
    codes = {c["name"]: c["code"] for c in r["caveats"]}
    assert codes["real_time"] == "SC238", codes
    sarif = json.loads(run(SCARP, "show", "--sarif").stdout)["runs"][0]
    assert sarif["results"][0]["ruleId"] == "SC108", sarif["results"]
    rule = sarif["tool"]["driver"]["rules"][0]
    assert rule["id"] == "SC108" and rule["name"] == "self_deadlock" and "waits for ever" in rule["help"]["text"], rule


@case
def explain_takes_what_a_user_has():
    by_code = run(SCARP, "explain", "SC107").stdout
    assert by_code.startswith("SC107  bug deadlock: deadlock\n"), by_code
    for word in "[SC107]", "sc107", "107", "deadlock":
        assert run(SCARP, "explain", word).stdout == by_code, word
    assert "SC313" in run(SCARP, "explain", "spurious wake-ups").stdout
    two = run(SCARP, "explain", "SC101", "SC102").stdout
    assert "SC101  bug" in two and "SC102  bug" in two, two
    listed = re.findall(r"^  (SC\d{3})  ", run(SCARP, "explain").stdout, re.M)
    assert len(listed) == len(set(listed)) > 150 and listed == sorted(listed), listed
    for code in listed:
        text = run(SCARP, "explain", code).stdout
        assert text.startswith(code + "  ") and max(map(len, text.split("\n")[1:])) <= 78, text


def begin(scarp, moments, seed):
    global SCARP
    SCARP = scarp


sys.exit(main(CASES, begin))
