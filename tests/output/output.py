#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""output.py - what executions print and leave in files, compared: --same-output, --same-file, --expect-output

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
            (("--any-order",), "'--any-order' belongs to '--same-output', '--same-file' or '--expect-output' [SC407]"),
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


def damaged(text):
    """Refused, though its sum is right."""
    body = text.rsplit("end ", 1)[0]
    total = 0xcbf29ce484222325
    for byte in body.encode():
        total = (total ^ byte) * 0x100000001b3 & (1 << 64) - 1
    put("bad.schedule", f"{body}end {total:016x}\n")
    done = run(SCARP, "replay", "bad.schedule")
    assert done.returncode == 2 and "[SC433]" in done.stderr, (text, done.stderr)


@case
def damaged_words_are_refused():
    program = build("output/order.c")
    _, _, bug = check(program, "--same-output")
    with open(bug["schedule"]) as f:
        text = f.read()
    for old, new in (("output same first", "output some first"), ("output same first", "output same last"),
                     ('expected "one\\x0a"', "expected one"), ('expected "one\\x0a"', 'expected "' + "x" * 65537 + '"')):
        assert old in text, text
        damaged(text.replace(old, new))


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


# ---- files

# Two threads add without a lock; main writes. A and B are in a file, nothing closes or flushes it.
LEFT = r"""
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
static int n;
static void *add(void *unused) { (void)unused; n = n + 1; return NULL; }
int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, add, NULL);
	for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
	%s
}
"""
STREAM = 'FILE *f = fopen("left", "w"); fprintf(f, "sum\\n%d\\n", n); '
SUM = "line 2 of file '{}/left' is \"1\"; in the first execution it is \"2\""


@case
def what_a_file_holds_is_compared():
    """Flushed by exit and not by _exit, mapped, made, removed, of the disk's, in another folder; in every mode."""
    here = os.getcwd()
    os.mkdir("deep")
    mapped = ('int d = open("left", O_RDWR | O_CREAT, 0600); char *p; ftruncate(d, 4); '
              'p = mmap(NULL, 4, PROT_READ | PROT_WRITE, MAP_SHARED, d, 0); p[0] = p[2] = \'s\'; p[1] = p[3] = \'\\n\'; '
              'p[2] = (char)(n + 48); mprotect(p, 4, PROT_NONE); return 0;')
    there, gone = f"at the end there is a file '{here}/left'", f"at the end there is no file '{here}/left'"
    for end, message in (
            (STREAM + "return 0;", SUM.format(here)),
            (STREAM + "fclose(f); _exit(0);", SUM.format(here)),
            (STREAM + "_exit(0);", None),
            (STREAM + 'fclose(f); rename("left", n == 2 ? "deep/left" : "left"); return 0;',
             f"{there}; in the first execution there is none"),
            (STREAM + 'fclose(f); if (n == 1) unlink("left"); return 0;', f"{gone}; in the first execution there is one"),
            (mapped, SUM.format(here)),
            ('chdir("deep"); FILE *f = fopen("../left", "a"); fprintf(f, "%d\\n", n); return 0;', SUM.format(here))):
        if "fopen(\"../left" in end:
            put("left", "as it was\n")
        program = build_text(LEFT % end)
        for mode in "checkpoint", "restart", "fork":
            code, said, bug = check(program, "--same-file", "left", "--mode", mode)
            assert (bug and bug["message"]) == message and code == (1 if message else 0), (end, mode, message, said)
            if bug:
                again = run(SCARP, "replay", bug["schedule"])
                assert again.returncode == 1 and message in again.stdout, again.stdout + again.stderr
    assert open("left").read() == "as it was\n" and not os.listdir("deep"), os.listdir(".")


@case
def files_and_output_and_any_order():
    program = build_text(LEFT % (STREAM + 'FILE *g = fopen("order", "w"); fputs(n == 2 ? "a\\nb\\n" : "b\\na\\n", g); '
                                 'puts("printed"); return 0;'))
    same = ["--same-file", "order", "--same-output"]
    code, said, bug = check(program, *same)
    assert code == 1 and bug["message"].startswith("line 1 of file '"), said
    assert "leaves 2 lines in" in said and "prints 1 line: so must all" in said, said
    assert check(program, *same, "--any-order")[0] == 0
    code, said, bug = check(program, *same, "--any-order", "--same-file", "left")
    assert code == 1 and "/left' has the line \"" in bug["message"], said
    with open(bug["schedule"]) as f:
        text = f.read()
    assert f'\noutput any-order first\nexpected "printed\\x0a"\noutput-file "{os.getcwd()}/order"\n' in text, text
    code, said, bug = check(program, "--same-file", "nowhere", "--same-file", "/")
    assert code == 4 and "'/' is no regular file" in said and not bug, said
    code, said, bug = check(program, "--same-file", "nowhere")
    assert code == 0 and "leaves no file" in said, said
    # Among directives, which come as often as one likes, too: n is of no interest.
    ignored = run(SCARP, "check", "--same-file", "left", "--ignore", "n", "--same-file", "order", program)
    assert ignored.returncode in (0, 4) and ignored.stdout.count("lines in '") == 2, ignored.stdout + ignored.stderr
    resumed = run(SCARP, "check", "--strategy", "dfs", "--same-file", "order", "--any-order", "--max-executions", "2", program)
    assert resumed.returncode == 4 and "scarp resume" in resumed.stdout, resumed.stdout
    assert run(SCARP, "resume").returncode == 0


@case
def files_that_are_not_compared_are_told():
    program = build_text(LEFT % 'FILE *f = fopen("left", "w"); static char x[65537]; fwrite(x, 1, sizeof x, f); return 0;')
    code, said, bug = check(program, "--same-file", "left")
    assert code == 4 and "all that is compared is more than 64 KiB" in said and not bug, said
    small = build_text(LEFT % (STREAM + "return 0;"))
    for options, text in ((["--same-file", "x" * 600], "wants the path of a file"),
                          (["--same-file", ""], "wants the path of a file"),
                          (["--same-file", "x"] * 9, "'--same-file' may be given 8 times at most"),
                          (["--same-file", "x", "--expect-output", "y"], "'--same-file' and '--expect-output' exclude")):
        done = run(SCARP, "check", *options, small)
        assert done.returncode == 2 and text in done.stderr, (options, done.stderr)


@case
def damaged_words_of_files_are_refused():
    program = build_text(LEFT % (STREAM + "return 0;"))
    _, _, bug = check(program, "--same-file", "left")
    with open(bug["schedule"]) as f:
        text = f.read()
    name = f'output-file "{os.getcwd()}/left"\n'
    for old, new in ((name, ""), (name, name * 9), ("output-is same", "output-is other"), ("output-is same\n", "output-is\n")):
        assert old in text, text
        damaged(text.replace(old, new))


def begin(scarp, _moments, _seed):
    global SCARP
    SCARP = scarp


if __name__ == "__main__":
    sys.exit(main(CASES, begin))
