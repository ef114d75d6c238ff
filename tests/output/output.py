#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""output.py - what executions print, compared: --same-output, --expect-output

output.py SCARP [CASE]...
output.py --list
"""
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
sys.dont_write_bytecode = True  # the tree stays clean
from cases import main  # noqa: E402

PROGRAMS = os.path.join(HERE, "..", "programs")
SCARP = None
CASES = {}
LOST = "line 2 of standard output is \"sum 1\"; in the {} it is \"sum 2\""


def case(function):
    CASES[function.__name__] = function
    return function


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=110, stdin=subprocess.DEVNULL)


def build(source):
    done = run(SCARP, "cc", "-g", "-O1", "-o", "test", os.path.join(PROGRAMS, source), "-I", PROGRAMS)
    assert done.returncode == 0, done.stderr
    return os.path.abspath("test")


def build_text(text):
    put("test.c", text)
    done = run(SCARP, "cc", "-g", "-pthread", "-o", "test", "test.c")
    assert done.returncode == 0, done.stderr
    return os.path.abspath("test")


def put(name, text):
    with open(name, "wb") as f:
        f.write(text if isinstance(text, bytes) else text.encode())


def check(program, *options):
    """(exit code, what was printed, the first bug or None)"""
    done = run(SCARP, "check", "--exhaustive", "--json", "result.json", *options, program)
    with open("result.json") as f:
        bugs = json.load(f)["bugs"]
    return done.returncode, done.stdout + done.stderr, bugs[0] if bugs else None


@case
def a_file_says_what_is_printed():
    program = build("output/lost.c")
    put("right", "two threads\nsum 2\n")
    code, said, bug = check(program, "--expect-output", "right")
    assert code == 1 and LOST.format("file of --expect-output") == bug["message"], (code, said)
    assert (bug["kind"], bug["code"], bug["confirmed"]) == ("output", "SC140", True), bug
    for wrong, message in (
            ("two threads\n", 'line 2 of standard output is "sum 2"; in the file of --expect-output there is none'),
            ("two threads\nsum 2\nthree\n", 'standard output has no line 3; in the file of --expect-output it is "three"'),
            ("two threads\nsum 2", 'line 2 of standard output, "sum 2", has a line end; in the file of --expect-output it '
                                   "has none"),
            (b"two\x01\tthreads\n", 'line 1 of standard output is "two threads"; in the file of --expect-output it is '
                                    '"two\\x01\\x09threads"')):
        put("wrong", wrong)
        code, said, bug = check(program, "--expect-output", "wrong")
        assert code == 1 and bug["message"] == message, (wrong, bug)
    put("swapped", "sum 2\ntwo threads\n")
    code, said, bug = check(program, "--expect-output", "swapped", "--any-order")
    assert bug["message"].startswith('standard output has the line "sum 1" 1 times; in the file'), bug


@case
def what_is_wrong_with_the_words():
    program = build("output/order.c")
    for options, text in (
            (("--expect-output", "nowhere"), "cannot open 'nowhere'"),
            (("--any-order",), "'--any-order' belongs to '--same-output' or '--expect-output' [SC407]"),
            (("--same-output", "--expect-output", "x"), "'--same-output' and '--expect-output' exclude each other")):
        done = run(SCARP, "check", *options, program)
        assert done.returncode == 2 and text in done.stderr, (options, done.stderr)
    put("long", b"x" * 65537)
    done = run(SCARP, "check", "--expect-output", "long", program)
    assert done.returncode == 2 and "'long' is too long for --expect-output" in done.stderr, done.stderr
    assert "[SC665]" in done.stderr


@case
def it_comes_again_by_its_schedule_alone():
    """The schedule file has the text: zeros, quotes and all."""
    program = build_text(r"""
#include <pthread.h>
#include <stdio.h>
static int n;
static void *add(void *unused) { (void)unused; n = n + 1; return NULL; }
int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, add, NULL);
	for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
	fwrite("\"a\\x\0b\n", 1, 7, stdout);
	printf("%d", n);
	return 0;
}
""")
    for mode in "checkpoint", "restart", "fork":
        code, said, bug = check(program, "--same-output", "--mode", mode)
        assert code == 1 and bug["confirmed"], (mode, said)
        message = 'line 2 of standard output is "1"; in the first execution it is "2"'
        assert bug["message"] == message, (mode, bug)
        with open(bug["schedule"]) as f:
            text = f.read()
        assert '\noutput same first\nexpected "\\x22a\\x5cx\\x00b\\x0a"\nexpected "2"\n' in text, text
        again = run(SCARP, "replay", bug["schedule"])
        assert again.returncode == 1 and message in again.stdout, again.stdout + again.stderr
        shrunk = run(SCARP, "shrink", "--time", "1s", bug["schedule"])
        assert shrunk.returncode == 1, shrunk.stdout + shrunk.stderr


@case
def damaged_words_are_refused():
    program = build("output/order.c")
    _, _, bug = check(program, "--same-output")
    with open(bug["schedule"]) as f:
        text = f.read()
    for old, new in (("output same first", "output some first"), ("output same first", "output same last"),
                     ('expected "one\\x0a"', "expected one"), ('expected "one\\x0a"', 'expected "' + "x" * 65537 + '"')):
        assert old in text, text
        body = text.replace(old, new).rsplit("end ", 1)[0]
        total = 0xcbf29ce484222325
        for byte in body.encode():
            total = (total ^ byte) * 0x100000001b3 & (1 << 64) - 1
        put("bad.schedule", f"{body}end {total:016x}\n")
        done = run(SCARP, "replay", "bad.schedule")
        assert done.returncode == 2 and "[SC433]" in done.stderr, (new, done.stderr)


@case
def it_may_be_known():
    """By who calls exit; behind a return from main there is no place."""
    program = build_text("""
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int n;
static void *add(void *unused) { (void)unused; n = n + 1; return NULL; }
static void leave(void) { printf("%d\\n", n); exit(0); }
int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, add, NULL);
	for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
	leave();
}
""")
    put("known", "output:leave\n")
    done = run(SCARP, "check", "--exhaustive", "--same-output", "--suppressions", "known", program)
    assert done.returncode != 1 and "[SC243]" in done.stdout, done.stdout + done.stderr


@case
def a_hunt_compares_too():
    program = build("output/lost.c")
    for strategy in "portfolio", "pct", "pct-modified", "maple", "surw":
        done = run(SCARP, "check", "--strategy", strategy, "--same-output", "--max-executions", "500", program)
        assert done.returncode == 1 and LOST.format("first execution") in done.stdout, (strategy, done.stdout)


@case
def who_goes_on_goes_by_the_same_text():
    program = build("output/order.c")
    put("expected", "one\ntwo\n")
    begun = run(SCARP, "check", "--strategy", "dfs", "--any-order", "--expect-output", "expected", "--max-executions", "2",
                program)
    assert begun.returncode == 4 and "scarp resume" in begun.stdout, begun.stdout
    put("expected", "one\nthree\n")
    refused = run(SCARP, "resume", "--max-executions", "1")
    assert refused.returncode == 2 and "another expected output" in refused.stderr, refused.stderr
    put("expected", "one\ntwo\n")
    went_on = run(SCARP, "resume")
    assert went_on.returncode == 0 and "verified" in went_on.stdout, went_on.stdout + went_on.stderr


@case
def the_first_execution_is_told():
    program = build("output/order.c")
    done = run(SCARP, "check", "--same-output", "--any-order", program)
    assert "the first execution prints 2 lines: so must all others" in done.stdout, done.stdout
    assert not re.search("prints 2 lines", run(SCARP, "check", "-q", "--same-output", "--any-order", program).stdout)


def begin(scarp, _moments, _seed):
    global SCARP
    SCARP = scarp


if __name__ == "__main__":
    sys.exit(main(CASES, begin))
