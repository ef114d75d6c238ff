#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""reads.py - is a report read with ease: long ones, wrappers of locks, colours, one sentence a line

reads.py SCARP [CASE]...
reads.py --list
"""
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time

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
    return subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=100, stdin=subprocess.DEVNULL, **more)


def build(source, *flags, out="test"):
    done = run(SCARP, "cc", "-g", "-O1", "-o", out, os.path.join(HERE, source), *flags)
    assert done.returncode == 0, done.stderr
    return "./" + out


def check(code, *words):
    """What is printed, and the JSON result."""
    done = run(SCARP, "check", "--json", "result.json", *words)
    assert done.returncode == code, (done.returncode, done.stdout + done.stderr)
    with open("result.json") as f:
        return done.stdout, json.load(f)


def line(source, text):
    """The number of the only line that has the text."""
    with open(os.path.join(HERE, source)) as f:
        [n] = [n for n, words in enumerate(f, 1) if text in words]
    return n


def numbers(text):
    """Of the rows of the table."""
    return [int(n) for n in re.findall(r"^ *\*?(\d+) \|", text, re.M)]


@case
def who_calls_a_wrapper_of_a_lock_is_shown():
    """In the sentence, the rows, who holds it since when, where the bug is, and the JSON; the stacks have both."""
    text, r = check(1, "--shrink", "20s", build("wrap.c"))
    mine = {name: line("wrap.c", name) for name in ("one takes a", "one takes b", "two takes b", "two takes a")}
    inside = line("wrap.c", "if (pthread_mutex_lock(l) != 0)")
    said = r["bugs"][0]["decisive"]["text"]
    assert set(re.findall(r"wrap\.c:(\d+)", said)) == {str(n) for n in mine.values()}, said
    assert f"| {mine['two takes b']}  lock &b in my_mutex_lock" in text, text
    assert f"waits for &b, held by T2 since wrap.c:{mine['two takes b']} (lock at wrap.c:{mine['one takes b']})" in text, text
    assert re.search(rf"\n      my_mutex_lock  .*wrap\.c:{inside}\n      one  .*wrap\.c:{mine['one takes b']}\n", text), text
    assert r["bugs"][0]["line"] in mine.values(), r["bugs"][0]["line"]
    table = text.split("step by step")[1].split("\n\nobjects:")[0]
    assert not re.search(rf"\b{inside}  ", table), table
    # Where a function does more, its own line is the one.
    with open(os.path.join(HERE, "wrap.c")) as f, open("counts.c", "w") as g:
        g.write(f.read().replace("\t\tabort();\n", "\t\tabort();\n\ttaken++;\n"))
    text, _ = check(1, "--shrink", "20s", build(os.path.abspath("counts.c")))
    assert f"| {inside}  lock &b" in text and "lock &b in my_mutex_lock" not in text, text


@case
def what_is_said_in_the_message_is_not_said_before_it():
    with open("aborts.c", "w") as f:
        f.write("#include <stdlib.h>\nint main(void)\n{\n\tabort();\n}\n")
    text, _ = check(1, build(os.path.abspath("aborts.c")))
    assert text.splitlines()[1].startswith("bug: abort was called by thread T0 (execution 1) "), text


@case
def all_rows_are_shown_with_full():
    check(1, "--shrink", "20s", build("exchanges.c"))
    short = run(SCARP, "replay").stdout
    full = run(SCARP, "replay", "--full").stdout
    # 200 exchanges are of a wait, a read, a write and a post.
    assert len(numbers(full)) > 800 and numbers(full) == list(range(1, len(numbers(full)) + 1)), full[-2000:]
    assert "left out" not in full and len(numbers(short)) <= 130, short
    assert set(numbers(short)) <= set(numbers(full))


@case
def a_long_report_keeps_what_decides():
    """In the middle, behind hundreds of rows and in front of hundreds."""
    text, r = check(1, "--shrink", "20s", build("exchanges.c"))
    assert re.search(r"\.\.\. \d{2,} rows are left out \.\.\.", text), text
    marked = re.findall(r"^ *\*(\d+) .*(?:read|write) hits", text, re.M)
    assert len(marked) == (3 if r["bugs"][0]["decisive"]["after"] else 2), text
    assert min(map(int, marked)) > 50 and max(map(int, marked)) < int(numbers(text)[-1]) - 50, (marked, text)
    # Rows of who only waits have no number, and are counted as well.
    left = sum(map(int, re.findall(r"\.\.\. (\d+) rows are left out", text)))
    assert left >= numbers(text)[-1] - len(numbers(text)) > 600, (left, text)


@case
def a_long_report_keeps_the_locks_that_are_waited_for():
    text, _ = check(1, "--shrink", "0", build("exchanges.c", "-DDEADLOCK"))
    assert re.search(r"\.\.\. \d{2,} rows are left out \.\.\.", text), text
    for mark, lock in ("/* first */", "&a"), ("/* second */", "&b"):
        assert re.search(rf"^ *\*?\d+ .*\| {line('exchanges.c', mark)}  lock {lock}\b", text, re.M), (mark, text)


@case
def a_verdict_with_many_limits_is_a_short_sentence():
    """What it is true of stands below it, a line each; in the JSON it is one sentence as ever."""
    text, r = check(0, "--strategy", "random", "--max-executions", "20", build("kinds.c"), "scopes")
    said = text.splitlines()[1]
    assert said.startswith("partial: no bug in ") and len(said) <= 160, said
    for caveat in r["caveats"]:
        assert text.count(caveat["sentence"]) == 1, (caveat, text)


@case
def a_question_mark_ends_a_question():
    for words in (["check", "--exaustive", "./x"], ["show", "--sarf"]):
        said = run(SCARP, *words).stderr
        assert "did you mean '" in said and "'? 'scarp help" in said and "?;" not in said, said


@case
def addresses_of_blocks_are_never_shown():
    """Neither in a report nor in its page: a block has a letter."""
    for source, *words in ["nodes.c"], ["letters.c"], ["rows.c", "freed"], ["blocks.c", "unsure"], ["blocks.c", "members"], \
            ["calls.c", "freed"], ["values.c", "values"], ["twins.c", "leads"]:
        text, r = check(1, build(source, "-lz"), *words)
        assert "heap" in text or source in ("values.c", "twins.c"), text
        with open("scarp.out/latest/bug-1.html", encoding="utf-8") as f:
            page = f.read()
        for shown in (text, page, r["bugs"][0]["message"]):
            assert not re.search(r"0x200[0-9a-f]{9}\b", shown), (source, re.search(r".*0x200[0-9a-f]{9}\b.*", shown)[0])


@case
def what_one_bug_hides_is_listed():
    text, r = check(1, "--stop-after", "0", build("freed_first.c"))
    assert {b["kind"] for b in r["bugs"]} == {"use_after_free", "deadlock"}, [b["kind"] for b in r["bugs"]]
    assert "3 distinct bugs" in text.splitlines()[1], text  # the read of ++ and its write
    assert re.search(r"^==== bug \d of 3: deadlock: 2 threads wait for ever", text, re.M), text


@case
def what_one_bug_hides_is_looked_for():
    """Behind a search that ended at its first bug, by chance: another kind, the other place of the same free is none."""
    text, r = check(1, build("freed_first.c"))
    assert [b["kind"] for b in r["bugs"]] == ["use_after_free"] and r["executions"] == 1, r["bugs"]
    [other] = r["others"]["bugs"]
    assert other["kind"] == "deadlock" and other["confirmed"] and other["schedule"].endswith("other-1.schedule"), other
    told = text.split("other schedules, drawn at random, fail in another way")[1]
    assert re.search(r"^  deadlock: 2 threads wait for ever \[SC107\]\n    at \S*freed_first.c:31\n    scarp replay (\S+)$", told, re.M), told
    again = subprocess.run([SCARP, "replay", other["schedule"]], capture_output=True, text=True, timeout=100, stdin=subprocess.DEVNULL)
    assert again.returncode == 1 and "deadlock: 2 threads wait for ever" in again.stdout, again.stdout


@case
def other_places_of_one_free_are_no_other_failure():
    text, r = check(1, "--stop-after", "0", build("freed_first.c", "-DLATER"))
    assert len({b["line"] for b in r["bugs"] if b["kind"] == "use_after_free"}) == 2, text
    _, r = check(1, build("freed_first.c", "-DLATER"))
    assert [b["kind"] for b in r["others"]["bugs"]] == ["deadlock"], r["others"]["bugs"]


TWINS = {"main/part.c": """#include <assert.h>
#include <pthread.h>
volatile int value;
void *other(void *);
int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, other, 0);
	int seen = value;
	assert(seen == value);
	pthread_join(t, 0);
}
""", "other/part.c": """extern volatile int value;
void *other(void *unused)
{
	value = 1;
	return unused;
}
"""}


@case
def two_files_of_one_name_are_told_apart():
    for path, text in TWINS.items():
        os.makedirs(os.path.dirname(path))
        with open(path, "w") as f:
            f.write(text)
    done = run(SCARP, "cc", "-g", "-O1", "-o", "twins", *TWINS)
    assert done.returncode == 0, done.stderr
    text, _ = check(1, os.path.abspath("twins"))
    sentence = " ".join(text.split("It fails because")[1].split("\n\n")[0].split())
    assert "(other/part.c:4)" in sentence and re.search(r"\(main/part.c:1[01]\)", sentence), sentence
    assert "created by T0 at main/part.c:9" in text, text
    [row] = re.findall(r"^ .*write value = 1.*$", text, re.M)
    [own] = re.findall(r"of (\S+)\):$", text, re.M)  # bare lines
    assert own == "main/part.c" and "other/part.c:4" in row, (own, row)


@case
def who_asks_for_the_first_bug_gets_that():
    text, r = check(1, "--stop-after", "1", build("freed_first.c"))
    assert r["others"] is None and "other schedules were not tried" in text and "drawn at random" not in text, text


@case
def who_counts_executions_gets_the_same_others():
    """A tenth of what was asked for, by no clock."""
    for most, others in (70, 7), (300, 30), (5000, 100):
        _, r = check(1, "--max-executions", str(most), build("freed_first.c"))
        assert (r["others"]["executions"], r["others"]["cut"]) == (others, False), (most, r["others"])
    _, r = check(1, "--max-executions", "9", build("freed_first.c"))
    assert r["others"] is None, r["others"]


@case
def others_that_were_cut_say_so():
    text, r = check(1, "--shrink", "0", "--budget", "4s", build("slow.c"))
    assert r["others"]["cut"] and 0 < r["others"]["executions"] < 100 and not r["others"]["bugs"], r["others"]
    assert f"only {r['others']['executions']} more, drawn at random, could be tried in the time for that" in text, text


@case
def what_is_suppressed_is_no_other():
    with open("known", "w") as f:
        f.write("deadlock:uses\n")
    text, r = check(1, "--suppressions", "known", build("freed_first.c"))
    assert [b["kind"] for b in r["bugs"]] == ["use_after_free"] and r["others"]["bugs"] == [], r["others"]
    assert "in another way (their" not in text, text


@case
def what_chance_meets_once_is_said_and_not_listed():
    text, r = check(1, "--shrink", "0", build("unsteady.c"))
    assert r["others"]["unsteady"] and not r["others"]["bugs"], (r["others"], text)
    assert "failed in another way, but not when they were replayed" in text, text


@case
def others_that_cannot_be_rewound_are_forked():
    """What shows that is behind an order that the search never came to."""
    _, r = check(1, "--shrink", "0", "--max-executions", "1000", build("unsteady.c", "-DUMASK"))
    assert r["mode"] == "checkpoint" and r["others"] == {"executions": 100, "cut": False, "unsteady": False, "bugs": []}, (r["mode"], r["others"])


@case
def others_are_in_every_format():
    """As bugs of their own, unless one bug is asked for."""
    check(1, build("freed_first.c"))
    shown = {name: run(SCARP, "show", "--" + name, "result.json").stdout for name in ("sarif", "junit", "github", "suppressions")}
    results = json.loads(shown["sarif"])["runs"][0]["results"]
    assert [r["ruleId"] for r in results if r["level"] == "error"] == ["SC115", "SC107"], results
    assert shown["junit"].count("deadlock: 2 threads wait for ever") and "failures=\"1\"" in shown["junit"], shown["junit"]
    assert "deadlock" in shown["github"] and re.search("^deadlock:", shown["suppressions"], re.M), shown
    assert "deadlock" not in run(SCARP, "show", "--junit", "scarp.out/latest/bug-1.schedule").stdout


@case
def executions_are_counted_over_all_searches():
    """The number of a bug's is that of all that were made until then, as in the events."""
    text, r = check(1, "--events", "events", build("wrap.c"))
    with open("events") as f:
        told = [json.loads(row) for row in f]
    [bug] = [e for e in told if e["event"] == "bug"]
    number = r["bugs"][0]["execution"]
    assert bug["execution"] == number and f"(execution {number})" in text and number <= r["executions"], (bug, r["executions"])
    _, r = check(1, "--stop-after", "0", "--max-executions", "3000", build("many.c"))
    begun = [job["executions"] for job in r["jobs"] if job["executions"]]
    assert len(begun) > 1 and sum(begun) <= r["executions"] <= 3000 and max(begun) < r["executions"], (begun, r["executions"])


def account(text):
    """What an account of a search is made of: the beginnings of its lines, and of the commands that it advises."""
    lines = text.split("\n\n")[0].splitlines()[2:]
    found = {words.split(":")[0] for words in lines if re.match("  [a-z]", words) and not words.startswith("  not proven: ")}
    return found | {re.match(r"    scarp check --\w+", words)[0] for words in lines if words.startswith("    scarp check")}


@case
def an_interruption_has_the_account_of_a_budget():
    """After so many executions each, whatever time that takes; and the advice, with the budget that was not used."""
    program = build("many.c", "-DBENIGN")
    ended, _ = check(4, "--max-executions", "20000", program)
    with open("said", "w") as out:
        p = subprocess.Popen([SCARP, "check", "--budget", "1000s", "--events", "events", program], stdout=out, stderr=subprocess.DEVNULL)
    while True:
        assert p.poll() is None
        time.sleep(0.1)
        with open("events", errors="replace") as f:
            made = [int(n) for n in re.findall(r'"event":"progress".*?"executions":(\d+)', f.read())]
        if made and made[-1] >= 20000:
            break
    p.send_signal(signal.SIGINT)
    assert p.wait(100) == 130
    with open("said") as f:
        said = f.read()
    assert "  not proven: the search was interrupted [SC203]\n" in said, said
    assert account(said) - {"    scarp check --budget"} == account(ended) - {"    scarp check --max"}, (said, ended)
    assert {"  not finished", "  for more", "    scarp check --budget", "    scarp check --exhaustive"} <= account(said), said
    assert re.search(r"^    scarp check --budget \d+[smh] \S+ +\((?:without an interruption|enough, )", said, re.M), said


@case
def a_report_that_nobody_reads_ends_by_a_signal():
    """The verdict is told by then and the schedule kept; what replays it then is whole."""  # message: SC515
    program = build("events.c")

    def stuck(number, *words):
        p = subprocess.Popen([SCARP, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, bufsize=0)
        said = b""
        while b"step by step" not in said:
            more = p.stdout.read(1)
            assert more, (said, p.stderr.read())
            said += more
        assert p.poll() is None
        p.send_signal(number)
        assert p.wait(100) == 1
        return p.stderr.read().decode()

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        err = stuck(number, "check", "--full", "--out", "mine", program)
        kept = re.search(r"not whole; the failure is kept: scarp replay (mine/\d+/bug-1\.schedule) \[SC515\]\n$", err)
        assert kept, err
    assert "is kept: scarp replay mine/" in stuck(signal.SIGTERM, "replay", "--full", kept[1])
    done = run(SCARP, "replay", "--full", kept[1])
    assert done.returncode == 1 and len(done.stdout) > 1 << 16, done


def on_terminal(*words, **env):
    """What a terminal is sent."""
    seen = []

    def reads(fd):
        seen.append(os.read(fd, 1 << 16))
        return seen[-1]

    for name in ("NO_COLOR", "TERM"):
        os.environ.pop(name, None)
    os.environ.update(env)
    out = os.dup(1)
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        try:
            pty.spawn([SCARP, *words], reads, lambda fd: b"")
        finally:
            os.dup2(out, 1)
            os.close(out)
    return b"".join(seen).decode(errors="replace").replace("\r\n", "\n")


@case
def colours_are_of_terminals_alone():
    check(1, build("lost.c"))
    colour = "\x1b[1"
    text = on_terminal("replay", TERM="xterm")
    assert f"{colour};31mbug\x1b[0m: assertion" in text, text
    table = text.split("step by step")[1]
    for row in table.splitlines():
        if re.match(r"(\x1b\[[\d;]*m)? *\*?(\d+|>>) \|", row):
            strong = " *" in row.split("|")[0] or ">>" in row
            assert row.startswith(colour) == strong == row.endswith("\x1b[0m"), (row, text)
    assert ">>" in table and colour in table
    for env in {"TERM": "xterm", "NO_COLOR": "1"}, {"TERM": "dumb"}:
        assert colour not in on_terminal("replay", **env), env
    assert colour in on_terminal("replay", TERM="xterm", NO_COLOR="")
    # What it says is in the text.
    plain = run(SCARP, "replay", env={**os.environ, "TERM": "xterm"})
    assert "\x1b" not in plain.stdout and "*" in plain.stdout and ">>" in plain.stdout, plain.stdout


def begin(scarp, _moments, _seed):
    global SCARP
    SCARP = scarp


if __name__ == "__main__":
    sys.exit(main(CASES, begin))
