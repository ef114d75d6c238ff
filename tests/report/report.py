#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""report.py - what a report says, of real programs

report.py SCARP [CASE]...
report.py --list
"""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from xml.etree import ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
sys.dont_write_bytecode = True  # the tree stays clean
from cases import main  # noqa: E402

SCARP = None
CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=50, stdin=subprocess.DEVNULL)


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


def under(text):
    """Below the verdict, above what it is about."""
    return text.split("\n\n")[0].splitlines()[2:]


def search(text):
    """What stands behind a bug: how far the search came."""
    return text.split("\n\nabout the search:\n")[1].split("\n\n")[0].splitlines()


# ---- bugs


@case
def a_bug_says_what_was_not_explored():
    program = build("lost.c")
    text, _ = check(1, program)
    told = under(text)
    assert told[0].startswith("  It fails because "), text
    assert search(text) == ["  the search ended at this bug (--stop-after 0: go on); some more schedules, drawn at random, did not fail in another way"], text
    text, _ = check(1, "-q", program)
    assert "about the search" not in text, text


@case
def a_report_begins_with_what_failed():
    """Nothing about the search, and no race, stands before the failure; the way to it is the end."""
    text, _ = check(1, "--shrink", "20s", build("lost.c"))
    said = text.splitlines()
    head = r"[^\n]*\nbug: assertion [^\n]*\n  It fails because (?:[^\n]*\n)*?  at .*lost.c:\d+, in thread T0 main\n"
    assert re.match(head, text) and text.index("\n  at ") < text.index("step by step"), text
    places = [text.index(part) for part in ("step by step", "\ncall stack of ", "\n1 data race: ", "\nabout the search:\n")]
    assert places == sorted(places), text
    all_of_it, _ = check(1, "--shrink", "20s", "--stop-after", "0", "./test")
    assert re.match(head, all_of_it), all_of_it
    assert said[-2] == "to see it happen again:" and said[-1].startswith("scarp replay scarp.out/"), text


@case
def a_test_with_one_thread_says_so():
    text, _ = check(0, build("kinds.c"), "nothing")
    assert under(text) == ["  the test never started a second thread: what threads do to each other was not tested"], text
    text, _ = check(0, "-q", "./test", "nothing")
    assert "second thread" not in text, text
    text, _ = check(0, "./test", "part")
    assert "second thread" not in text, text


@case
def a_test_that_fails_before_it_has_threads_is_asked_what_it_needs():
    program = build("alone.c")
    asked = "Does it need arguments (they stand behind its name) or input (--stdin FILE)?"
    for arguments in ([], ["one"]):
        text, _ = check(1, program, *arguments)
        assert asked in text.splitlines()[2], text
        assert "no source lines" not in text and "0 preemptions" not in text, text
        assert arguments or "\nobjects:\n" not in text, text
    with open("number", "w") as f:
        f.write("7\n")
    text, _ = check(0, "--stdin", "number", program, "one")
    assert asked not in text, text
    text, _ = check(1, program, "one", "two")
    assert asked not in text, text
    text, _ = check(1, "-q", program)
    assert asked not in text, text


@case
def a_loop_that_no_look_ends_says_what_the_compiler_may_have_done():
    """In words, whichever limit ends it: here that of the check's time."""
    text, _ = check(5, "--budget", "4s", "--hang-after", "60s", build("looks_once.c", "-O2"))
    assert "the compiler has taken the look at a plain variable out of the loop: make that _Atomic" in text, text


@case
def a_store_that_fails_has_no_value():
    """It is not made, and what stood there before is not what it stores."""
    text, _ = check(1, build("late_store.c"))
    row = re.search(r"write heap A[^|\n]*", text)
    assert row and row[0].rstrip() == "write heap A", text


@case
def a_replay_leaves_the_files():
    for name in ("present", "gone"):
        with open(name, "w") as f:
            f.write("before")
    check(1, "--exhaustive", build("files.c"))
    done = run(SCARP, "replay", "--keep-files", "kept")
    assert done.returncode == 1 and "6 files of the test left in kept\n" in done.stdout, done.stdout
    below = os.path.join("kept", os.getcwd()[1:])
    for name, text in (("made/log", "twoone"), ("made/link", "twoone"), ("present", "changed"), ("mapped", "map\0")):
        with open(os.path.join(below, name)) as f:
            assert f.read() == text, name
    assert os.readlink(os.path.join(below, "made/link")) == "log"
    with open("kept/REMOVED") as f:
        assert f.read() == os.path.join(os.getcwd(), "gone") + "\n"
    with open("present") as f, open("gone") as g:
        assert f.read() == g.read() == "before"
    assert not os.path.exists("made")
    done = run(SCARP, "replay", "--keep-files", "present")
    assert done.returncode == 2 and "cannot leave files in 'present'" in done.stderr, done.stderr


@case
def a_bug_says_what_was_explored():
    """Two increments are four traces: who reads before whom, and who writes last if both read first."""
    text, r = check(1, "--stop-after", "0", build("lost.c"))
    assert re.search(r"^  explored: all 4 traces of the last round, \d+ executions in all; \d+ failed$", text, re.M), text
    assert f"; {r['failed']} failed\n" in text and "not proven" not in text, text


@case
def a_bug_says_what_it_takes():
    """A lost increment takes a switch before the write; one before the read alone loses none."""
    text, _ = check(1, "--stop-after", "0", "--max-executions", "20000", build("many.c"))
    under_it = "\n".join(search(text))
    assert "  not proven: the budget ended before the search did [SC202]\n" in under_it, text
    assert f"cannot go on by itself, and right before\n    many.c:{line('many.c', 'x++')} (write)\n  proven:" in under_it, text
    assert "  proven: no bug, if threads are switched only where one cannot go on by itself" in under_it, text
    assert "  not finished: searches that switch threads where one cannot go on by itself, and right before\n    all synchronisation, " in under_it, text


@case
def what_decides_it_stands_first_and_is_marked():
    """The same by a replay, and in all modes; nothing with --shrink 0."""
    program, at = build("lost.c"), line("lost.c", "x++")
    says = (f"It fails because T2's write of x (lost.c:{at}) comes between T1's read (lost.c:{at}) "
            f"and T1's write (lost.c:{at}).")
    for mode in ("checkpoint", "restart", "fork"):
        text, r = check(1, "--shrink", "20s", "--mode", mode, program)
        assert " ".join(text.split("\n", 2)[2].split()).startswith(says), text
        d = r["bugs"][0]["decisive"]
        assert d["text"] == says and [d[k]["what"] for k in ("after", "step", "before")] == ["read", "write", "write"], d
        assert {d[k]["line"] for k in ("after", "step", "before")} == {at} and d["step"]["object"] == "x", d
        marked = re.findall(r"^ +\*\d+ .*", text, re.M)
        assert [re.search(r"(read|write) x", row)[1] for row in marked] == ["read", "write", "write"], text
        assert "(* the steps whose order makes it fail)" in text, text
    again = run(SCARP, "replay")
    assert " ".join(again.stdout.split()).count(says) == 1 and len(re.findall(r"^ +\*\d+ ", again.stdout, re.M)) == 3, again.stdout
    text, r = check(1, "--shrink", "0", program)
    assert "It fails because" not in text and r["bugs"][0]["decisive"] is None, text


def decisive(name):
    """The sentence on a program of tests/decisive, without where its steps are; None."""
    _, r = check(1, "--shrink", "20s", build(f"../decisive/{name}.c", out=name))
    d = r["bugs"][0]["decisive"]
    return d and re.sub(r" \([^)]*\)", "", d["text"]).removeprefix("It fails because ")


@case
def what_decides_is_what_was_turned():
    # What a thread was about to do counts; memory goes before the locks around it.
    assert decisive("published_early") == ("T1's read of heap A comes before T0's write, "
                                           "though T1's atomic load of table came after T0's atomic store.")
    assert decisive("locked_counter") == "T2's write of items comes between T1's read and T1's write."
    # Two reads commute: nothing comes between.
    assert decisive("freed_twice") == "T2's read of shared comes before T1's write."
    # The process died in the first step that was decided on.
    assert decisive("used_before_set") == "T1's read of settings comes before T0's write."
    assert decisive("missed_signal") == "T0's signal &more comes before T1's wait on &more."
    assert decisive("three_forks") == "T2's lock &fork_of[1] comes before T1's lock &fork_of[1]."
    assert decisive("always") is None


@case
def what_it_depends_on_decides():
    # A counter under the same lock is turned, too, in each of these.
    assert decisive("cursor_moved") == ("T2's write of middle.listed comes before T1's read, "
                                        "though T2's write of first.next came after T1's read.")
    assert decisive("stop_overwritten") == "T0's write of stop comes before T1's write."
    assert decisive("sum_of_accounts") == ("T2's read of to.money comes before T1's write, "
                                           "though T2's read of from.money came after T1's write.")
    # main finds what both have left; they read it before.
    assert decisive("refs_torn").startswith("T2's atomic store of refs comes between T1's atomic load")
    # main finds what a thread has handed on, which had looked too early.
    assert decisive("handed_on") == "T1's read of setting comes before T2's write."
    # The other one would not have taken it, and what mends it came later.
    assert decisive("empty_then_take") == "T2's write of items comes between T1's read and T1's read."
    _, r = check(1, build("../../examples/bounded_queue.c", out="queue"))
    assert "T2's write of place" in r["bugs"][0]["decisive"]["text"], r["bugs"][0]["decisive"]
    # The last step decides, of those on descriptors.
    assert decisive("pipe_closed") == "T2's close a descriptor comes before T1's write to pipe A."


@case
def what_is_torn_over_two_objects_is_told_of_both():
    assert decisive("torn_pair") == ("T0's read of right comes before T1's write, "
                                     "though T0's read of left came after T1's write.")
    # The reader may be the one that is first.
    assert decisive("read_half_new") == ("T1's atomic store of minutes comes before T2's atomic load, "
                                         "though T1's atomic store of hours came after T2's atomic load.")
    # Counters beside them are torn as well, and nothing that failed uses them.
    assert decisive("version_beside_value") == ("T2's read of cache.value comes before T1's write, "
                                                "though T2's read of cache.version came after T1's write.")
    # Both halves of the circle of a deadlock; the waits are marked as well.
    assert decisive("crossed_semaphores") == ("T2's wait for semaphore &right comes before T1's wait for semaphore &right, "
                                              "and T1's wait for semaphore &left before T2's wait for semaphore &left.")
    text, r = check(1, "--shrink", "20s", "./crossed_semaphores")
    assert len(re.findall(r"^ +\*\d+ ", text, re.M)) == 2 and len(re.findall(r"^ +\*>> ", text, re.M)) == 2, text
    d = r["bugs"][0]["decisive"]
    assert [d[k]["thread"] for k in ("step", "before", "after", "beside")] == ["T2", "T1", "T1", "T2"], d
    # Three forks make no circle of two.
    assert decisive("three_forks").count("before") == 1


@case
def what_was_left_has_its_name_everywhere():
    """The thread that is late finds a local of another one that has returned: in the sentence, the rows and below."""
    text, r = check(1, "--shrink", "20s", build("../../docs/tutorial/answer.c", "-O0"))
    said = r["bugs"][0]["decisive"]["text"]
    assert re.sub(r" \([^)]*\)", "", said) == "It fails because T0's unlock &r.lock comes before T1's lock &r.lock.", said
    assert "  the object: r.lock (local of ask in T0, 40 bytes)\n" in text, text
    assert re.search(r"^ +\*\d+ .*\| 19  lock &r.lock$", text, re.M) and "T0 local" not in text, text


@case
def locals_have_rows_where_the_failing_line_uses_them():
    text, _ = check(1, "--shrink", "20s", build("locals.c", "-O0"))
    assert [row for row in rows(text) if row[0] == 0][1:] == [
        (0, "write same = 1"), (0, "read same = 1"), (0, "assertion failed")], text
    full, _ = check(1, "--shrink", "20s", "--full", "./test")
    assert "rounds" not in text, full


@case
def the_text_says_what_a_line_depends_on():
    # A count under the same lock was read later.
    assert decisive("ready_beside_polls") == "T2's read of ready comes before T1's write."
    # It read a number that another one had read; what it found under that number is not the reason.
    assert decisive("job_twice_beside_stop") == "T2's write of next comes between T1's read and T1's write."
    assert decisive("made_beside_log") == "T1's atomic store of there comes between T2's atomic load and T2's atomic store."
    # What main misses would have been written by who looked, and had a condition for it.
    assert decisive("item_left_at_stop") == "T0's write of stop comes before T1's read."
    assert decisive("last_ref_beside_uses") == "T2's write of o.refs comes between T1's read and T1's write."
    # Read before, for a log.
    assert decisive("logged_then_used") == "T2's write of mode comes before T1's read."
    # Calls and their arguments.
    assert decisive("resized_beside_hits") == "T2's write of size comes between T1's read and T1's read."


# ---- races


def rows(text, created=False):
    """The rows of the table: (thread column, what), places without their lines; on request with creations."""
    table = text[text.index("step by step"):]
    table = table[table.index("\n------+"):].splitlines()[2:]
    out = []
    for row in table[:next(n for n, r in enumerate(table) if r.startswith("------+"))]:
        cells = row.split("|")
        for column, cell in enumerate(cells[1:]):
            m = re.fullmatch(r"\s*\d+  (.*\S)\s*", cell)
            if m and (created or not m[1].startswith("create ")):
                out.append((column, m[1]))
    return out


@case
def a_table_shows_what_a_lock_protects():
    program = build("rows.c")
    text, _ = check(1, "--shrink", "0", program)
    shown = rows(text)
    # Of main, T1 and T2: what passes from one to the other, and nothing else.
    assert shown == [
        (1, "lock &lock"), (1, "read queue.items = 0"), (1, "write queue.items = 2"), (1, "unlock &lock"),
        (2, "lock &lock"), (2, "read queue.items = 2"), (2, "write queue.items = 5"), (2, "unlock &lock"),
        (0, "read queue.items = 5"),
        (0, "assertion failed")], text
    assert re.search(r"\(not shown: \d+ operations with no direct effect on another thread; "
                     r"--full shows them\)", text), text


@case
def full_shows_every_row():
    program = build("rows.c")
    check(1, program)
    done = run(SCARP, "replay", "--full")
    assert done.returncode == 1, done.stderr
    shown = rows(done.stdout, created=True)
    assert [what for _, what in shown].count("lock &own") == 5 and (0, "create T1") in shown, done.stdout
    assert "not shown" not in done.stdout and "queue.alone" not in done.stdout, done.stdout


def fails(case, *flags, source="passed.c", options=()):
    """The report, and the rows of the table."""
    os.environ["COLUMNS"] = "200"  # a row is a line
    text, _ = check(1, "--shrink", "0", *options, build(source, *flags), case)
    return text, rows(text)


@case
def neighbouring_bytes_are_told_apart():
    text, shown = fails("bytes")
    assert shown == [(1, "write flags.a = 1"), (0, "read flags.a = 1"), (0, "assertion failed")], text


@case
def far_bytes_of_a_large_range_are_told():
    text, shown = fails("large")
    assert (1, "write heap A: 100000 bytes (memset)") in shown and (0, "read heap A[90000] = 1") in shown, text


@case
def who_holds_a_lock_took_it_in_a_row():
    text, shown = fails("holder")
    at = line("passed.c", "/* holds */")
    assert (2, f"waits for &lock, held by T1 since passed.c:{at}") in shown, text
    assert shown.index((1, "lock &lock")) < shown.index((1, "unlock &lock")), text


@case
def a_thread_fails_by_what_it_wrote_itself():
    text, shown = fails("own")
    assert shown == [(0, "write own_count = 3"), (1, "write flags.a = 1"), (0, "read flags.a = 1"),
                     (0, "read own_count = 3"), (0, "assertion failed")], text
    text, shown = fails("null")
    assert shown[0] == (0, "write where = 0") and (0, "read where = 0") in shown, text


@case
def nothing_of_others_where_the_failing_thread_is_known():
    text, shown = fails("nothing")
    assert shown == [(1, "assertion failed")], text
    assert rows(text, created=True) == [(0, "create T1"), (1, "assertion failed")], text


@case
def rounds_are_marked_where_they_are_left_out():
    text, shown = fails("rounds")
    at = line("passed.c", "/* turns */")
    table = [row.strip() for row in text[text.index("step by step"):].splitlines()]
    gap = table.index(f"... 14 rounds of T1 at passed.c:{at}")
    assert "write result = 1" in table[gap + 2] and shown[0] == (1, "write result = 1"), text
    done = run(SCARP, "replay", "--full")
    assert "... 14 rounds" not in done.stdout and done.stdout.count("lock &own") == 28, done.stdout


@case
def values_are_as_their_types_say():
    text, shown = fails("values", source="values.c")
    said = dict(what.removeprefix("write ").split(" = ", 1) for thread, what in shown
                if thread == 1 and what.startswith("write "))
    assert said == {
        "all_ones": "0xffffffff", "octet": "200", "minus": "-5", "real": "0.1", "small": "2.5", "truth": "true",
        "color": "BLUE", "leads": "&local in main", 
        "f.{low, high, sign, hue}": "{0, 9, -3, RED}", "lone.only": "130"}, text
    assert (0, "read f.{low, high} = {0, 9}") in shown and (0, "read f.sign = -3") in shown, text
    assert "atomic store pair = {3, &octet}" in text and "atomic store wide = 0x10000000000000005" in text, text


@case
def values_in_classes_are_as_their_types_say():
    os.environ["COLUMNS"] = "200"
    done = run(SCARP, "c++", "-g", "-O1", "-o", "shapes", os.path.join(HERE, "shapes.cc"))
    assert done.returncode == 0, done.stderr
    text, _ = check(1, "--shrink", "0", "./shapes")
    shown = rows(text)
    for what in ("atomic store ready = true", "atomic store mode = On", "write small = {1, -2} (memcpy)",
                 "write numbers[1..2] = {5, 6} (memcpy)", "write text._M_allocated_capacity = 37"):
        assert (1, what) in shown, (what, text)
    assert re.search(r"write text\._M_dataplus = &heap [A-Z]", text), text


@case
def a_full_stack_has_two_ends():
    text, _ = check(1, build("values.c"), "full")
    stack = text[text.index("\ncall stack of T1"):].split("\n\n")[0].splitlines()[2:]
    gap = [row.strip() for row in stack].index(next(row.strip() for row in stack if "more" in row))
    assert re.fullmatch(r" +\.\.\. [0-9]{4} more", stack[gap]), text
    assert gap >= 8 and all("deeper  " in row for row in stack[:gap]), text
    assert "deeper  " in stack[gap + 1] and "overflows  " in stack[-1], text


@case
def blocks_have_the_members_that_their_line_says():
    text, shown = fails("members", source="blocks.c")
    written = [what for t, what in shown if t == 1 and what.startswith("write")]
    assert [re.sub("heap [A-Z]", "heap", what) for what in written] == [
        "write heap.value = 7", "write heap.right = -3"], text
    assert any(re.fullmatch("lock heap [A-Z].lock", what) for t, what in shown if t == 1), text
    assert re.search(r"\n  heap [A-Z] +node, 32 bytes allocated by T0 at blocks.c:\d+\n", text), text
    text, shown = fails("arrays", source="blocks.c")
    written = [re.sub("heap [A-Z]", "heap", what) for t, what in shown if t == 1 and what.startswith("write")]
    assert written == ["write heap[2].left = 4", "write heap[1] = 5"], text
    assert re.search(r"\n  heap [A-Z] +3 times pair, 12 bytes allocated ", text), text


@case
def an_array_at_the_end_is_part_of_one_struct():
    text, shown = fails("open", source="blocks.c")
    written = [re.sub("heap [A-Z]", "heap", what) for t, what in shown if t == 1 and what.startswith("write")]
    assert written == ["write heap.cells[1].right = 9", "write heap.length = 3", "write heap.cells[0].left = 8"], text
    assert re.search(r"\n  heap [A-Z] +row, 16 bytes allocated ", text), text
    assert re.search(r"\n  heap [A-Z] +row, 12 bytes allocated ", text), text


@case
def two_variables_of_one_name_are_told_apart():
    text, shown = fails("twins", source="twins.c")
    assert (1, "write calls in count_gets = 1") in shown and (1, "write calls in count_puts = 2") in shown, text
    assert re.search(r"\n  calls in count_gets +static in count_gets, 4 bytes\n", text), text
    text, shown = fails("one", source="twins.c")
    assert (1, "write calls = 1") in shown, text


@case
def a_pointer_leads_to_all_that_begins_there():
    text, shown = fails("leads", source="twins.c")
    written = [what.removeprefix("write to_") for t, what in shown if t == 1 and what.startswith("write to_")]
    assert written == ["pool = &pool", "second = &pools[1]", "jobs = &pool.jobs", "list = &pool.list",
                       "array = &array[0]"], text


@case
def a_text_in_quotes_has_no_row():
    text, shown = fails("text", source="twins.c")
    assert shown == [(1, "assertion failed")], text


@case
def a_search_for_a_simpler_schedule_that_died_is_told():
    program = build("leaves.c")
    text, r = check(1, "--strategy", "random", "--seed", "1", program)
    assert search(text)[0].startswith("  a simpler schedule was not looked for to the end: the test left its process in execution "), text
    assert search(text)[0].endswith("; the report has the simplest one that was known by then"), text
    text, _ = check(1, "-q", "--strategy", "random", "--seed", "1", program)
    assert "simpler" not in text, text


@case
def insides_of_libraries_have_no_rows():
    """Neither what std::thread starts with, nor where std::function keeps what it holds."""
    os.environ["COLUMNS"] = "200"
    done = run(SCARP, "c++", "-g", "-O1", "-o", "pool", os.path.join(HERE, "pool.cc"))
    assert done.returncode == 0, done.stderr
    text, r = check(1, "./pool")
    assert "_State_impl" not in text and "std_thread.h" not in text and "std_function.h" not in text, text
    assert not [what for _, what in rows(text) if "heap" in what], text
    said = r["bugs"][0]["decisive"]["text"]
    assert re.match(r"It fails because T0's write of pool\.stop \(pool.cc:\d+\) comes before T\d's read \(", said), said
    full = run(SCARP, "replay", "--full").stdout
    assert "std_thread.h" in full, full


@case
def a_source_that_is_newer_than_the_program_is_told():
    shutil.copy(os.path.join(HERE, "lost.c"), "mine.c")
    program = build(os.path.abspath("mine.c"))
    said = "\nmine.c was changed after test was built: the lines that are shown may not be those that ran\n"
    assert said not in check(1, program)[0]
    os.utime("mine.c", (os.stat("test").st_mtime + 2,) * 2)
    assert said in check(1, program)[0]
    assert said in run(SCARP, "replay").stdout
    # Of the lines of races as well, where nothing failed.
    shutil.copy(os.path.join(HERE, "kinds.c"), "mine.c")
    build(os.path.abspath("mine.c"))
    assert said not in check(0, program, "part")[0]
    os.utime("mine.c", (os.stat("test").st_mtime + 2,) * 2)
    assert check(0, program, "part")[0].count(said) == 1


@case
def the_ends_of_a_deque_are_two():
    os.environ["COLUMNS"] = "250"
    done = run(SCARP, "c++", "-g", "-O1", "-o", "ends", os.path.join(HERE, "ends.cc"))
    assert done.returncode == 0, done.stderr
    shown = rows(check(1, "./ends")[0])
    for thread, end in (1, "finish"), (2, "start"):
        written = [what for t, what in shown if t == thread and what.startswith("write")]
        assert len(written) == 1 and written[0].startswith(f"write jobs._M_{end}._M_cur = &heap A"), shown
        assert (2, f"read jobs._M_{end}._M_cur = &heap A" + ("[1]" if end == "finish" else "")) in shown, shown


@case
def copies_that_nobody_counts_have_no_rows():
    """How many copies of a std::shared_ptr there are: only where that is asked for, or the last one's end fails."""
    os.environ["COLUMNS"] = "200"
    for flags, counts in ([], False), (["-DASKED"], True), (["-DLAST"], True):
        done = run(SCARP, "c++", "-g", "-O1", *flags, "-o", "counted", os.path.join(HERE, "counted.cc"))
        assert done.returncode == 0, done.stderr
        text, _ = check(1, "./counted")
        assert any(re.match(r"atomic update heap .*use_count\(\)", what) for _, what in rows(text)) == counts, text
        if not counts:
            assert {(1, "write done = 1"), (2, "write done = 1")} <= set(rows(text)), text
            assert len(rows(text)) < 15, text
            assert "weak count" not in text, text
            assert run(SCARP, "replay", "--full").stdout.count("use_count()") > 20


@case
def a_wait_in_a_library_is_where_it_was_called():
    """libstdc++ has no frame pointers: what is behind its frames is found all the same."""
    os.environ["COLUMNS"] = "200"
    done = run(SCARP, "c++", "-g", "-O0", "-o", "sleeps", os.path.join(HERE, "sleeps.cc"))
    assert done.returncode == 0, done.stderr
    text, r = check(1, "./sleeps")
    [bug] = r["bugs"]
    n = line("sleeps.cc", "WAITS")
    assert (os.path.basename(bug["file"]), bug["line"]) == ("sleeps.cc", n), text
    assert f"T0 main waits for a wake-up from &more (at sleeps.cc:{n})" in text, text
    assert re.search(rf">> \| {n}  waits for a wake-up from &more", text), text
    [wait] = bug["trace"]["waits"]
    stack = [bug["trace"]["frames"][i].get("function") for i in bug["trace"]["stacks"][wait["stack"]]]
    assert stack[-1] == "main" and len(stack) >= 3, stack


@case
def races_without_a_failure_have_names():
    """There is no trace then: a member of a block, and a local of a function that another thread is in."""
    n = line("raced.c", "calloc")
    wanted = {f"tally.misses (offset 84 in 88 bytes allocated by T0 at raced.c:{n})", "left (local of main in T0, 4 bytes)"}
    for level in "-O0", "-O1":
        text, r = check(0, build("raced.c", level))
        assert set(re.findall(r"(?m)^  on (.*)", text)) == wanted, text
        assert {race["object"] for race in r["races"]} == wanted, r["races"]


@case
def a_poll_of_nothing_has_no_object():
    text, shown = fails("nothing", source="twins.c")
    assert (1, "poll with timeout: time is over (5 ms)") in shown, text


@case
def json_has_the_execution_that_passes():
    _, r = check(1, build("lost.c"))
    [bug] = r["bugs"]
    fails, passes = bug["trace"], bug["passing"]
    n = passes["common"]
    said = [[(s["thread"], s["text"]) for s in one["steps"]] for one in (fails, passes)]
    assert 0 < n < len(said[0]) and said[0][:n] == said[1][:n] and said[0][n] != said[1][n], (n, said)
    assert any(s.get("failed") for s in fails["steps"]) and not any(s.get("failed") for s in passes["steps"])
    assert ("T0", "read x = 2") in said[1] and ("T0", "read x = 1") in said[0], said
    _, r = check(1, "--shrink", "0", "./test")
    assert r["bugs"][0]["passing"] is None


@case
def blocks_whose_type_is_not_sure_have_none():
    text, shown = fails("unsure", source="blocks.c")
    written = [re.sub("heap [A-Z]", "heap", what) for t, what in shown if t == 1 and what.startswith("write")]
    assert written == ["write heap = 1", "write heap = 2", "write heap = 3"], text


@case
def what_library_functions_write_has_their_names():
    text, shown = fails("copies", "-lz", source="calls.c")
    assert shown == [
        (1, 'write text[0..3] = "one\\0" (memcpy)'), (1, 'write line[0..5] = "two 2\\0" (snprintf)'),
        (1, 'write input[0..2] = "six" (read)'), (0, "read text[0] = 111"), (0, "read line[0] = 116"),
        (0, "read input[0] = 115"), (0, "assertion failed")], text


@case
def what_a_known_library_writes_has_its_name():
    """Also beside a reader, where the call is a decision point; and what it has yet to store has no value."""
    text, shown = fails("packs", "-lz", source="calls.c")
    assert shown == [(1, "write packed: 200 bytes (compress)"), (0, "read packed[0] = 120"),
                     (0, "assertion failed")], text
    text, shown = fails("length", "-lz", source="calls.c")
    [wrote], [read] = ([what for t, what in shown if t == thread and " room = " in what and does in what]
                       for thread, does in ((1, "write"), (0, "read")))
    assert wrote == read.replace("read", "write") + " (compress)" and "200" not in read, text


@case
def a_free_is_one_row():
    text, shown = fails("freed", "-lz", source="calls.c")
    assert shown == [(0, "free heap A: 64 bytes"), (1, "use after free")], text
    text, shown = fails("freed_by", "-lz", source="calls.c")
    assert [what for _, what in shown if "free " in what] == ["free heap A: 7160 bytes"], text
    text, shown = fails("freed_own", "-lz", source="calls.c", options=("--heap", "reuse"))
    [name] = [what.split(":")[0].removeprefix("write ") for t, what in shown if "(memset)" in what]
    assert [what for t, what in shown if t == 0 and what.startswith("free ")] == [f"free {name}: 64 bytes"], text


@case
def a_block_is_of_who_asked_for_it():
    text, _ = check(1, build("rows.c"), "freed")
    made, dropped = line("rows.c", "in make"), line("rows.c", "in drop")
    assert f"allocated by T0 at rows.c:{made}" in text, text
    assert (0, "free heap A: 16 bytes") in rows(text), text
    # What main stored while it was alone is what all begin with.
    assert (1, "read block = &heap A") in rows(text) and (0, "write block = &heap A") not in rows(text), text
    assert f"freed by T0 at rows.c:{dropped}" in text, text


@case
def a_row_is_a_line_that_fits():
    check(1, build("rows.c"))
    for width in 60, 80, 100, 160:
        done = subprocess.run([SCARP, "replay"], capture_output=True, text=True, timeout=50,
                              env={**os.environ, "COLUMNS": str(width)})
        text = done.stdout
        table = text[text.index("step by step"):].split("\n\n")[1].splitlines()
        assert all(len(row) <= width for row in table if row[0] != "("), text
        assert ("source" in table[0]) == (width == 160) or width == 60, text
        if width in (80, 100):  # no room beside the rows
            at, tail = line("rows.c", "/* adds */"), text.split("\ntheir source:\n")[1]
            assert f"\n  {at}  queue.items += n; /* adds */\n" in tail and tail.count("adds") == 1, text
        assert ("their source:" in text) == ("source" not in table[0] and width > 60), text
        table = text[text.index("step by step"):].split("\ntheir source:\n")[0].split("\n\n")[1].splitlines()
        numbers = [int(row.split()[0]) for row in table if re.match(r" +\d+ ", row)]
        assert numbers == list(range(1, len(numbers) + 1)), text
    assert "queue.items += n; /* adds */" in text, text


@case
def lambdas_and_members_have_their_names():
    done = run(SCARP, "c++", "-g", "-o", "lambda", os.path.join(HERE, "lambda.cc"))
    assert done.returncode == 0, done.stderr
    text, _ = check(1, "./lambda")
    assert "main::{lambda}, created by T0 at lambda.cc:" in text, text
    assert re.search(r"all\._M_finish = &heap [A-Z]", text) and "{lambda\n" not in text, text
    assert "allocated by T0 at lambda.cc:" in text and "new_allocator" not in text, text


@case
def what_is_in_a_function_has_its_own_name():
    os.environ["COLUMNS"] = "200"
    done = run(SCARP, "c++", "-g", "-o", "once", os.path.join(HERE, "once.cc"))
    assert done.returncode == 0, done.stderr
    text, _ = check(1, "--shrink", "0", "./once")
    assert "  T1 server::start::{lambda}, created by T0 at once.cc:" in text, text
    shown = rows(text)
    assert (0, "finish initialisation of number::one") in shown, text
    assert (1, "atomic load initialisation of number::one = 1") in shown, text


@case
def races_are_counted_by_lines_and_by_instructions():
    """x++ is a read and a write: two pairs of instructions, one of lines."""
    text, r = check(1, build("lost.c"))
    assert len(r["races"]) == 2 and {race["group"] for race in r["races"]} == {0}, r["races"]
    assert "\n1 data race: two threads at the same memory, one of them writes, and no lock or atomic\n" \
           "orders them (not what the verdict is about; scarp help races)\n" in text, text


@case
def races_of_one_failure_stand_together():
    text, r = check(1, "--stop-after", "0", build("lost.c", "-DVARIABLES=3"))
    assert len(r["bugs"]) == 1 and {race["class"] for race in r["races"]} == {"failing"}, r
    assert text.count("    part of a failure: threads were switched right before one of these two\n") == 3, text


@case
def a_race_with_a_free_is_about_the_block():
    text, r = check(0, build("kinds.c"), "free")
    at = f"a block of 40 bytes allocated by T0 at kinds.c:{line('kinds.c', 'malloc(40)')}"
    [race] = [race for race in r["races"] if "free" in (race["first"]["access"], race["second"]["access"])]
    assert race["object"] == at and f"  on {at}\n" in text and "offset" not in text, (race, text)
    # Of the earlier one of the two only its place is known, until there is a switch before it.
    free = text[text.index("    T0 frees at kinds.c:"):].split("    not known")[0]
    assert "which locks" not in text and free.endswith("        holding no lock\n"), text


@case
def races_that_are_not_shown_have_a_line_for_each_object():
    text, r = check(1, "--exhaustive", build("many_races.c"))
    assert len(r["races"]) >= 6
    told = re.findall(r"^    (\w): 1 race, at many_races.c:(\d+)$", rest(text)[1], re.M)
    assert len(told) == rest(text)[0] == 4, text
    assert sorted(re.findall(r"^  on (\w) \(", text, re.M) + [name for name, _ in told]) == list("abcdef"), text
    assert all(int(at) == line("many_races.c", f"{name}++;") for name, at in told), told


def rest(text):
    """How many races are not shown, and the lines about them."""
    found = re.search(r"^  (\d+) more(?:, \d+ of them part of a failure|, part of a failure as well)? \(--full shows each in full, --json has all\):\n((?:    .*\n)+)",
                      text, re.M)
    return int(found[1]), found[2]


@case
def many_races_are_told_by_what_they_are_about():
    text, _ = check(1, "--exhaustive", "--stop-after", "0", build("behind.c"))
    all_of = int(re.search(r"^(\d+) data races: ", text, re.M)[1])
    shown = re.findall(r"^  on (\w+) \(", text, re.M)
    # What decides first, then one on the other variable.
    assert all_of >= 6 and len(shown) == 3 and shown[:2] == ["head", "tail"], text
    told = re.findall(r"^    (head|tail): (\d+) races?, at behind.c:([\d, ]+)$", rest(text)[1], re.M)
    assert sum(int(n) for _, n, _ in told) == rest(text)[0] == all_of - len(shown), text
    for name, _, lines in told:
        with open(os.path.join(HERE, "behind.c")) as f:
            touch = {n for n, words in enumerate(f, 1) if f"{name} = " in words}
        assert {int(n) for n in lines.split(", ")} <= touch, (name, lines)
    full, _ = check(1, "--exhaustive", "--stop-after", "0", "--full", "./test")
    assert len(re.findall(r"^  on (?:head|tail) \(", full, re.M)) == all_of and " more (--full" not in full, full


@case
def a_race_is_about_the_bytes_that_both_touch():
    text, r = check(0, build("kinds.c"), "part")
    [race] = r["races"]
    assert race["object"].startswith("pair.second (") and race["first"]["size"] == 4, race
    assert "  on pair.second (global" in text, text


@case
def a_deadlock_has_stacks():
    text, _ = check(1, build("waits.c"))
    waits = text.split("who waits for what:\n")[1].split("\n\n")[0]
    at = [line("waits.c", mark) for mark in ("in both", "in first", "in second")]
    assert re.search(rf"T1 first waits for .*\n      both  .*waits.c:{at[0]}\n      first  .*waits.c:{at[1]}\n", waits), text
    assert re.search(rf"T2 second waits for .*\n      both  .*waits.c:{at[0]}\n      second  .*waits.c:{at[2]}$", waits), text


def bare(program):
    """The operations of a wide report of it, without columns."""
    done = subprocess.run([SCARP, "check", program], capture_output=True, text=True, timeout=50,
                          env={**os.environ, "COLUMNS": "240"})
    assert done.returncode == 1, done.stdout + done.stderr
    return re.sub(r"[\s|]+", " ", done.stdout.split("step by step")[1])


@case
def an_assertion_shows_what_it_has_read():
    """Globals, a field, what a called function reads; once each, whoever wrote them."""
    at = line("operands.c", "assert(a + b")
    inside = line("operands.c", "return queue.used")
    said = bare(build("operands.c"))
    for row in (f"{at} read a = 1", f"{at} read b = 1", f"{at} read queue.room = 7", f"{inside} read queue.used = 2", f"{at} read limit = 3"):
        assert said.count(row + " ") == 1, (row, said)
    assert "read before" not in said, said


@case
def a_wait_whose_time_is_over_says_so():
    """With its limit; of a loop the last one; none of a wait that ends before."""
    rows = bare(build("late.c"))
    for mark, row in (("/* cond", r"wake from &c: time is over (5 ms)"), ("/* sem", "timed wait for semaphore &s: time is over (2 s)"),
                      ("/* lock", "timed lock &held: time is over (30 ms)"), ("/* poll", "poll with timeout: time is over"),
                      ("/* sleep", "sleep: time is over (1.5 ms)")):
        assert rows.count(f"{line('late.c', mark)} {row}") == 1, (row, rows)
    assert rows.count("time is over") == 5, rows


@case
def rows_of_preemptions_are_those_that_are_counted():
    """Who waits, sleeps or yields is not preempted; all switches are shown with --full."""
    program = build("preempted.c")
    for seed in range(1, 9):
        _, r = check(1, "--out", f"out-{seed}", "--strategy", "random", "--seed", str(seed), "--shrink", "0", program)
        _, simple = check(1, "--out", f"out-{seed}", "--strategy", "random", "--seed", str(seed), program)
        for bug, count in ((r["bugs"][0], "preemptions_found"), (simple["bugs"][0], "preemptions")):
            done = run(SCARP, "replay", "--full", bug["schedule"])
            assert done.stdout.count(" is preempted ") == simple["bugs"][0][count], (seed, count, done.stdout)
            assert "preempted here" not in done.stdout, done.stdout


@case
def blocks_have_one_letter_in_all_of_a_report():
    """The first block is of a lock, the second what fails; the sentence above names that alone."""
    text, _ = check(1, build("letters.c"))
    letter = re.search(r"^  heap (\w)  second, 4 bytes", text, re.M)[1]
    assert re.search(rf"It fails because T\d's write of heap {letter} ", text.replace("\n  ", " ")), text


def page_data():
    """What the page of the last bug holds."""
    with open("scarp.out/latest/bug-1.html", encoding="utf-8") as f:
        both = json.loads(re.findall(r'<script type="application/json" id="data">\n(.*?)\n</script>', f.read(), re.S)[0])
    return {"steps": both["steps"], **both["rest"]}


@case
def the_letters_of_blocks_are_those_of_the_table():
    """In the order of its rows; the sentence, the file, the page and the JSON have the same."""
    text, r = check(1, build("nodes.c"))
    table = re.findall(r"heap \w", text.split("step by step")[1].split("\nobjects:")[0])
    assert list(dict.fromkeys(table)) == ["heap A", "heap B"], table
    [freed] = re.findall(r"^ +\*\d+ .*free (heap \w):", text, re.M)
    said = f"free of {freed} ("
    with open("scarp.out/latest/bug-1.txt") as f:
        assert said in text.split("\n  at ")[0].replace("\n  ", " ") and said in f.read().replace("\n  ", " "), text
    bug = r["bugs"][0]
    assert said in bug["decisive"]["text"] and bug["decisive"]["step"]["object"] == freed, bug["decisive"]
    page = page_data()
    assert said in page["decisive"], page["decisive"]
    assert any(page["steps"][i]["w"].startswith(f"free {freed}:") for i in page["pair"] if i >= 0), page["pair"]
    rows = [s["text"] for s in bug["trace"]["steps"] if s.get("shown")]
    assert sum(row.startswith(f"free {freed}:") for row in rows) == 1, rows
    beside = {o["name"]: o["what"] for o in bug["passing"]["objects"]}
    for o in bug["trace"]["objects"]:
        assert not o["name"].startswith("heap ") or \
            beside.get(o["name"], o["what"]).split(", freed")[0] == o["what"].split(", freed")[0], (o, beside)


@case
def a_late_store_to_a_block_has_the_letter_of_its_row():
    text, r = check(1, "--model", "tso", build("blocks_late.c"))
    said = [w["text"] for w in r["bugs"][0]["late"]]
    assert said and all(f"store to {o['object']} (" in w for o, w in zip(r["bugs"][0]["late"], said)), said
    for w in r["bugs"][0]["late"]:
        assert re.search(rf" {w['line']}  write {w['object']} = 1 \(in T\d's buffer\)", re.sub(r" +\| *\n[ |]+", " ", text)), (w, text)


@case
def every_call_of_an_operation_has_its_row():
    """The first of two that one thread makes passes nothing on."""
    text, r = check(1, build("dequeues.c"))
    rows = [w.strip() for w in re.findall(r"(?:call|return) dequeue[^|\n]*", text)]
    assert rows == ["call dequeue", "return dequeue -> 2", "call dequeue", "return dequeue -> empty"], text
    with open("scarp.out/latest/bug-1.txt") as f:
        assert [w.strip() for w in re.findall(r"(?:call|return) dequeue[^|\n]*", f.read())] == rows
    shown = [s["w"] for s in page_data()["steps"] if s.get("k") and "dequeue" in s["w"]]
    assert shown == rows, shown


@case
def what_a_late_store_did_is_said_everywhere():
    """On the screen, in the file, on the page and by `scarp show`; nobody finds what is in a buffer."""
    text, _ = check(1, "--model", "tso", build("in_buffer.c"))
    said = re.search(r"In this order it is right under sc and wrong under tso: [^.]*\.c:\d+\)[^.]*\.c:\d+\)\.",
                     text.replace("\n  ", " "))[0]
    with open("scarp.out/latest/bug-1.txt") as f:
        assert said in f.read().replace("\n  ", " ")
    shown = run(SCARP, "show", "--text").stdout
    assert said in shown and "\nIt fails because " in shown, shown
    page = page_data()
    assert page["late"] == said, page["late"]
    late = [i for i, s in enumerate(page["steps"]) if "'s buffer)" in s["w"]]
    assert late and not any("v" in page["steps"][i] for i in late), [page["steps"][i] for i in late]
    a = page["arrows"]
    assert not any(kind and start in late for start, _, kind in zip(a[::3], a[1::3], a[2::3])), (late, a)
    own = next(i for i, s in enumerate(page["steps"]) if s["t"] == 1 and s["w"] == "read x = 1")
    assert not any(kind and end == own for _, end, kind in zip(a[::3], a[1::3], a[2::3])), (own, a)
    seen = [s for s in page["steps"] if "becomes visible" in s["w"]]
    assert seen and all(s["v"] == "1" and s["c"] for s in seen), seen


@case
def one_more_store_is_one():
    text, r = check(1, "--model", "tso", "--exhaustive", build("three_late.c"))
    said = text.replace("\n  ", " ")
    assert len(r["bugs"][0]["late"]) == 3 and ", and so was 1 more store." in said, said


@case
def a_store_that_overtook_another_is_named():
    """It was seen at once and has no row of its own; nobody "is paused before: nothing"."""
    text, _ = check(1, "--model", "pso", build("overtakes.c"))
    assert "nothing" not in text, text
    at = [line("overtakes.c", words) for words in ("data[i] = i + 1;", "atomic_store_explicit(&ready")]
    assert f"T1's store to data[1] (overtakes.c:{at[0]}) was not yet visible when its later one to ready " \
           f"(overtakes.c:{at[1]}) was." in text.replace("\n  ", " "), text


@case
def members_that_begin_with_an_underscore_have_names():
    for source, names in (("under.c", ("lock &a._lock", "read a._n = 0", "wait on &a._cv")), ("under.cc", ("wait on &gate._cv",))):
        program = build(source) if source.endswith(".c") else build_cxx(source)
        text, _ = check(1, program)
        for name in names:
            assert name in text, (name, text)


def build_cxx(source):
    done = run(SCARP, "c++", "-g", "-O1", "-o", "test", os.path.join(HERE, source))
    assert done.returncode == 0, done.stderr
    return "./test"


@case
def members_of_what_has_no_name_are_named():
    """A union and a structure of an element."""
    check(1, build("under.c"))
    full = run(SCARP, "replay", "--full").stdout
    assert "write array[1].a = &array[0]" in full and "write array[2].c = 1" in full, full


@case
def objects_are_those_of_rows():
    text, _ = check(1, build("nodes.c"))
    table, objects = text.split("step by step")[1].split("\nobjects:\n")
    for name in re.findall(r"^  (\S+(?: \w)?)  ", objects.split("\n\n")[0], re.M):
        assert name in table, (name, text)
    assert "heap C" not in text.split("\nabout the search")[0], text


@case
def values_on_their_way_have_no_rows():
    """At -O0 the result of an atomic load goes through a place that nobody named."""
    program = "./test0"
    done = run(SCARP, "cc", "-g", "-O0", "-o", program, os.path.join(HERE, "overtakes.c"))
    assert done.returncode == 0, done.stderr
    text, _ = check(1, "--model", "pso", program)
    assert "atomic load ready = 2" in text and " local a" not in text, text


@case
def the_decisive_race_comes_first():
    text, r = check(1, "--exhaustive", "--shrink", "20s", build("races_behind.c"))
    d = r["bugs"][0]["decisive"]
    lines = {d[part]["line"] for part in ("step", "after", "before") if d[part]}
    first = text.split("\n  on count ")[1]
    told = {int(n) for n in re.findall(r"^    T\d (?:reads|writes) at races_behind.c:(\d+)", first, re.M)}
    assert len(told) == 2 and told <= lines, (lines, text)


@case
def the_place_of_a_cut_is_said():
    text, r = check(4, "--budget", "3s", "--max-steps", "200", build("counts.c"))
    [where] = re.findall(r"\n  where the first was cut at the step limit: (.*)\n", text)
    [cut] = [c for c in r["cuts"] if c["name"] == "steps"]
    top = next(f for f in cut["stack"] if f["file"].endswith("counts.c"))
    assert where.startswith(cut["thread"]) and f"counts.c:{top['line']}" in where and top["function"] in where, (where, cut)


# ---- what stands beside a verdict


@case
def input_of_the_command_is_not_the_tests():
    """Said where the test reads it, and the command has one.  # caveat: no_input"""
    program = build("input.c")
    told = "the test read its standard input, which is empty: what is redirected to scarp itself is not the test's " \
           "(--stdin FILE gives it one)"
    def checked(*words, **more):
        done = subprocess.run([SCARP, "check", *words], capture_output=True, text=True, timeout=50, **more)
        assert done.returncode == 1, done.stdout + done.stderr
        return done.stdout
    assert f"\n  scope: {told} [SC307]\n" in checked(program, "reads", input="5\n")
    assert "standard input" not in checked(program, "reads", stdin=subprocess.DEVNULL)
    assert "standard input" not in checked(program, "not", input="5\n")
    with open("five", "w") as f:
        f.write("5\n")
    assert "standard input" not in checked("--stdin", "five", program, "reads", input="5\n")
    with open("five") as f:
        assert told in checked(program, "reads", stdin=f)


@case
def scopes_are_said_once():
    text, _ = check(0, build("kinds.c"), "scopes")
    assert text.count("no spurious wake-ups") == text.count("spinning threads are resumed") == 1, text
    assert re.search(r"^verified: .*; no spurious wake-ups; spinning threads are resumed when what they read changes "
                     r"\(thread T2\)\)$", text, re.M), text


@case
def calls_that_force_fork_mode_are_named():
    text, r = check(0, build("kinds.c", "-DCALLS"))  # none is made
    assert r["mode"] == "checkpoint" and "fork" not in text and not r["caveats"], text
    names = {"regcomp", "glob", "wordexp", "gethostbyname", "getprotobyname", "getnetbyname", "getprotobynumber",
             "getservbyport", "l64a", "getservbyname", "getnetbyaddr"}
    calls = r["unknown_calls"]
    assert {c["name"] for c in calls} == names and len(calls) == 11, calls
    for c in calls:
        at = line("kinds.c", f"{c['name']}(")
        assert c["where"] == f"kinds.c:{at}" and c["why"].startswith("it "), c
    text, r = check(0, "./test", "x")
    called = f"l64a (kinds.c:{line('kinds.c', 'l64a(')}), which keeps state inside the library"
    assert r["mode"] == "fork" and len(r["unknown_calls"]) == 11, r
    assert text.splitlines()[1] == (f"the test calls {called}: starting again in fork mode; see scarp help unknown-call"), text
    assert text.count(f"every execution ran in a forked process ({called})") == 1, text


@case
def a_call_that_does_not_come_back_is_named():
    _, r = check(5, "--hang-after", "300ms", build("receives.c"))
    assert r["verdict"] == "error" and not r["bugs"], r
    assert r["error"].startswith(f"the test sleeps in mq_receive ({os.path.join(HERE, 'receives.c')}:{line('receives.c', 'mq_receive(')}) "
                                 "and does not come back (no progress in 0.9 s"), r["error"]
    assert r["error_code"] == "SC513", r["error_code"]


@case
def rounds_are_explained():
    """The first one shows that the read and the write of x++ race."""
    text, r = check(0, build("lost.c", "-DBENIGN"))
    assert under(text) == [f"  searched {r['rounds']} times from the beginning, since it showed on the way: "
                           "2 accesses without a lock, before which threads are switched as well"], text
    text, _ = check(0, "-q", "./test")
    assert "searched" not in text, text


@case
def a_signal_that_is_lost_wakes_nobody():
    text, _ = check(1, build("../decisive/missed_signal.c"))
    assert ", wakes nobody" in text and "(wake from at" not in text, text


@case
def a_loop_that_is_cut_says_what_it_does():
    _, r = check(5, "--exhaustive", "--max-executions", "2", "--max-steps", "3000", build("prints_on.c"))
    at = line("prints_on.c", "/* prints */")
    assert f"; of its last operations: write to standard error (prints_on.c:{at}, 400 times); " in r["error"], r


@case
def a_stream_is_not_waited_for():
    """A thread that has come to one was left there, or had just begun.  "hello" and a line feed."""
    os.environ["COLUMNS"] = "200"
    text, _ = check(1, build("streams.c"))
    table = text.split("step by step")[1]
    assert "waits: write" not in table and table.count("write to standard output: 6 bytes") == 2, text


@case
def descriptors_are_no_streams():
    """0, 1 and 2 are taken."""
    text, _ = check(1, build("kinds.c"), "descriptors")
    said = re.findall(r"open a descriptor([^|\n]*)", text.split("step by step")[1])
    assert [s.strip() for s in said] == [": 3", ": 4"] and "stream" not in text, text


@case
def output_that_is_no_text_does_not_bury_the_report():
    """2,000 bytes of all values on one stream, Latin-1 on the other."""
    program = build("kinds.c")
    text, _ = check(1, program, "binary")
    said = text[text.index("output of this execution"):].splitlines()
    assert said[1].strip() == "2000 bytes of standard output, which are no text", text
    assert "2| caf" in said[2], text
    text, _ = check(1, program, "latin")
    assert "bytes of standard" not in text and "| caf" in text, text


@case
def operations_have_a_picture():
    """As text, as SVG beside the schedule, and in JSON: T2 found nothing, though enqueue(7) had returned."""
    program = build("../programs/linear/private_buffers.c", "-I" + os.path.join(HERE, "../../include"))
    text, r = check(1, "--exhaustive", program)
    drawn = text.split("the operations that no order explains:\n")[1].split("\n\n")[0].splitlines()
    assert drawn == [" T1  |--enqueue(7)--|", " T2                   |--dequeue -> empty--*",
                     "no order explains it: enqueue(7) returned before T2's dequeue began, and nobody took 7 before that "
                     "returned"], text
    assert "call enqueue(7)" in text and "return dequeue ->" in text, text
    svg = ElementTree.parse("scarp.out/001/bug-1.svg").getroot()
    labels = [e.text for e in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert labels == ["T1", "enqueue(7)", "T2", "dequeue -> empty", drawn[2].partition(": ")[2]], labels
    [bug] = r["bugs"]
    assert bug["operations"]["specification"] == "queue" and bug["operations"]["why"] == labels[-1], bug["operations"]
    one, two = bug["operations"]["operations"]
    assert one == {"thread": "T1", "operation": "enqueue", "arguments": ["7"], "result": None, "call": 0, "return": 1,
                   "wrong": False}, one
    assert two == {"thread": "T2", "operation": "dequeue", "arguments": [], "result": "empty", "call": 2, "return": 3,
                   "wrong": True}, two
    assert bug["decisive"]["step"]["object"] == "queue", bug["decisive"]
    text, r = check(1, build("lost.c"))
    assert r["bugs"][0]["operations"] is None and not os.path.exists("scarp.out/002/bug-1.svg"), r["bugs"]


@case
def the_next_command_is_said():
    program = build("many.c", "-DBENIGN", out="many of them")
    text, _ = check(4, "--max-steps", "5000", "--max-executions", "500", program, "it's", "5")
    said = [shlex.split(words.rsplit("   (", 1)[0]) for words in text.splitlines() if words.startswith("    scarp check ")]
    rest = ["--max-steps=5000", program, "it's", "5"]
    assert said == [["scarp", "check", "--max-executions", "5000", *rest], ["scarp", "check", "--exhaustive", *rest]], text
    check(4, *said[0][2:])
    text, _ = check(4, "--strategy", "deepen", "--budget", "3s", program)
    said = [shlex.split(words.rsplit("   (", 1)[0]) for words in text.splitlines() if words.startswith("    scarp check ")]
    [[*words, budget, strategy, of]] = said
    assert [*words, strategy, of] == ["scarp", "check", "--budget", "--strategy=deepen", program], text
    # Ten times what it took, rounded: 3 s, and more on a busy machine.
    assert re.fullmatch(r"[3-9]\ds|[1-9]\d?min", budget), text
    text, _ = check(4, "-q", "--max-executions", "500", program)
    assert "for more" not in text, text


def begin(scarp, _moments, _seed):
    global SCARP
    SCARP = scarp


if __name__ == "__main__":
    sys.exit(main(CASES, begin))
