#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""suppressions.py - what --suppressions does to what a check finds

suppressions.py SCARP [CASE]...
suppressions.py --list
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

SCARP = None
CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def run(*words, **env):
    return subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=100,
                          stdin=subprocess.DEVNULL, env={**os.environ, **env})


def build(source):
    done = run(SCARP, "cc", "-g", "-O1", "-pthread", os.path.join(HERE, source), "-o", "test")
    assert done.returncode == 0, done.stderr
    return "./test"


def lines(*texts):
    with open("known", "w") as f:
        f.write("".join(text + "\n" for text in texts))


def check(code, *words, **env):
    """With what the file says now: what is printed, and the result."""
    done = run(SCARP, "check", "--suppressions", "known", "--json", "r.json", *words, **env)
    told = done.stdout + done.stderr
    assert done.returncode == code, f"exit code {done.returncode}, not {code}:\n{told}"
    with open("r.json") as f:
        return told, json.load(f)


def caveats(r):
    return {c["name"]: c for c in r["caveats"]}


@case
def a_race_is_counted_and_not_told():
    """And named beside the verdict."""
    program = build("race.c")
    lines("# what we know", "", "race:increment  # a statistic")
    told, r = check(0, "--exhaustive", program)
    # caveat: suppressed_races
    assert told.count("data race") == 2 and "scarp help races" not in told, told
    assert re.search(r"^verified: .*data races are suppressed \(--suppressions\) \(1 by line 3 of known\)", told, re.M), told
    assert "suppressed by known:3: 1 data race (race:increment: a statistic)" in told, told
    assert r["verdict"] == "verified" and caveats(r)["suppressed_races"]["code"] == "SC339", r["caveats"]
    assert r["races"] and all(race["suppressed"] == 3 for race in r["races"]), r["races"]
    assert r["suppressions"] == [{"file": "known", "line": 3, "kind": "data_race", "pattern": "increment",
                                  "reason": "a statistic", "until": None, "expired": False, "races": 1,
                                  "failures": 0}], r["suppressions"]
    # The search is that without a file.
    done = run(SCARP, "check", "--exhaustive", "--json", "plain.json", program)
    assert done.returncode == 0 and "1 data race:" in done.stdout and "suppressed" not in done.stdout, done.stdout
    with open("plain.json") as f:
        plain = json.load(f)
    assert (plain["executions"], plain["points"]) == (r["executions"], r["points"]), (plain["executions"], r["executions"])
    assert plain["races"][0]["suppressed"] is None and plain["suppressions"] == []


@case
def patterns():
    program = build("race.c")
    for pattern, fits in [("race:increment", True), ("data_race:increment", True), ("race:cremen", True),
                          ("race:^increment$", True), ("race:^in*ent$", True), ("race:^cremen", False),
                          ("race:incre$", False), ("race:i*c*t$", True), ("race:*z*", False), ("race:race.c", True),
                          ("race:^race.c$", False), ("race:/suppressions/race.c$", True), ("race:^counter$", True),
                          ("race:^count$", False), ("race:^test$", True), ("deadlock:increment", False),
                          ("crash:*increment", False), ("  race : increment  ", True), ("race:Increment", False)]:
        lines(pattern)
        told, r = check(0, "--exhaustive", program)
        assert (r["races"][0]["suppressed"] == 1) == fits, (pattern, r["races"])
        assert ("known:1 suppresses nothing that was found" in told) == (not fits), (pattern, told)
        assert ("suppressed_races" in caveats(r)) == fits, (pattern, r["caveats"])
    lines("deadlock:increment", "race:nothing")
    _, r = check(0, "--exhaustive", program)
    assert r["races"][0]["suppressed"] is None, "a line about deadlocks fits a race"


@case
def the_first_line_that_fits_counts():
    lines("race:nothing", "race:work", "race:increment", "race:increment")
    told, r = check(0, "--exhaustive", build("race.c"))
    assert [row["races"] for row in r["suppressions"]] in ([0, 1, 0, 0], [0, 0, 1, 0]), r["suppressions"]
    assert told.count("suppresses nothing that was found") == 3, told


@case
def races_that_are_bugs():
    program = build("race.c")
    lines("race:increment")
    told, r = check(0, "--exhaustive", "--races=error", program)
    assert r["verdict"] == "verified" and r["bugs"] == [] and "suppressed_races" in caveats(r), told
    lines("race:nothing")
    told, r = check(1, "--exhaustive", "--races=error", program)
    assert r["bugs"][0]["kind"] == "data_race" and "suppressed_races" not in caveats(r), told


@case
def a_failure_is_never_verified():
    """Not by any strategy; and all executions are made, as with --stop-after 0."""
    program = build("fails.c")
    done = run(SCARP, "check", "--exhaustive", "--stop-after", "0", "--json", "plain.json", program)
    assert done.returncode == 1 and "deadlock" in done.stdout, done.stdout
    with open("plain.json") as f:
        plain = json.load(f)
    # caveat: suppressed
    for words in (["--exhaustive"], ["--exhaustive", "--reduce", "none"], [], ["--exhaustive", "-j", "2"],
                  ["--mode", "fork", "--exhaustive"], ["--strategy", "random", "--max-executions", "200"],
                  ["--strategy", "random", "-j", "2", "--max-executions", "200"], ["-j", "2"],
                  ["--strategy", "pct", "--max-executions", "200"], ["--strategy", "ipb"], ["--strategy", "idb"],
                  ["--mode", "restart", "--exhaustive"], ["--partial-exit", "0", "--exhaustive"]):
        lines("deadlock:^pay$ # known")
        told, r = check(0, *words, program)
        assert r["verdict"] == "partial" and r["bugs"] == [] and r["failed"] > 0, (words, told)
        assert "partial: no bug but 1 suppressed in " in told, (words, told)
        assert caveats(r)["suppressed"]["kind"] == "hole" and "[SC243]" in told, (words, told)
        assert "suppressed by known:1: 1 failure (deadlock:^pay$: known)" in told, (words, told)
        assert "==== bug" not in told and "who waits for what" not in told, (words, told)
        if words == ["--exhaustive"]:
            assert (r["executions"], r["failed"]) == (plain["executions"], plain["failed"]), (r["executions"], plain)
    told, _ = check(4, "--exhaustive", "--require=verified", program)
    lines("deadlock:nobody")
    told, r = check(1, "--exhaustive", program)
    assert "suppressed" not in caveats(r) and "known:1 suppresses nothing" in told, told


@case
def another_failure_ends_the_search():
    program = build("fails.c")
    lines("deadlock:pay")
    for words in (["--exhaustive"], [], ["--strategy", "random", "-j", "2", "--max-executions", "1000"],
                  ["--exhaustive", "-j", "2"]):
        told, r = check(1, *words, program, "assert")
        assert [b["kind"] for b in r["bugs"]] == ["assertion"], (words, told)
        assert re.search(r'^bug: assertion "first != 2" failed.*\[SC101\]$', told, re.M), told
    # Long before all of what was asked for.
    told, r = check(1, "--strategy", "random", "--max-executions", "400000", program, "assert")
    assert r["executions"] < 300000, r["executions"]
    lines("assertion:check_first")
    told, r = check(1, "--exhaustive", program, "assert")
    assert [b["kind"] for b in r["bugs"]] == ["deadlock"], told
    lines("assertion:check_first", "deadlock:fails.c$")
    told, r = check(0, "--exhaustive", program, "assert")
    assert "no bug but 2 suppressed in " in told and r["bugs"] == [], told
    assert "1 by line 1, 1 by line 2 of known" in told, told


@case
def a_failure_that_ends_the_process():
    """The search goes on in another one."""
    lines("crash:write_nowhere", "deadlock:pay")
    program = build("fails.c")
    _, all_of_it = check(0, "--exhaustive", "--stop-after", "0", program, "crash")
    for words in (["--stop-after", "0"], [], ["-j", "2"]):
        told, r = check(0, "--exhaustive", *words, program, "crash")
        assert r["verdict"] == "partial" and r["bugs"] == [] and "found: " not in told, told
        assert [row["failures"] for row in r["suppressions"]] == [1, 1], (words, r["suppressions"])
        assert (r["executions"], r["failed"]) == (all_of_it["executions"], all_of_it["failed"]), (words, r["executions"], r["failed"])


@case
def a_search_that_is_resumed():
    """What failed before it was interrupted counts as well: it ends as if it had not been."""
    program = build("fails.c")
    lines("deadlock:pay")
    _, whole = check(0, "--exhaustive", program)
    shown = ("verdict", "sentence", "executions", "failed", "bugs", "suppressions")
    for n in range(1, whole["executions"]):
        done = run(SCARP, "check", "--exhaustive", "--suppressions", "known", "--max-executions", str(n), program)
        assert done.returncode == 4 and "partial: " in done.stdout and "to go on: " in done.stdout, (n, done.stdout + done.stderr)
        done = run(SCARP, "resume", "--json", "r.json")
        with open("r.json") as f:
            r = json.load(f)
        assert done.returncode == 0 and r["verdict"] == "partial", (n, done.stdout + done.stderr)
        assert caveats(r)["suppressed"]["count"] == 1, (n, r["caveats"])
        for name in shown:
            assert r[name] == whole[name], (n, name, r[name], whole[name])
    # Without the line it is a bug, though it failed before.
    run(SCARP, "check", "--exhaustive", "--suppressions", "known", "--max-executions", str(whole["executions"] - 1), program)
    lines("deadlock:nobody")
    done = run(SCARP, "resume")
    assert done.returncode == 1 and "bug: deadlock" in done.stdout, done.stdout + done.stderr


@case
def nothing_is_proven_over_a_failure():
    """Neither by preemptions nor by places: 'proven: no bug with ...' would be wrong."""
    program = build("fails.c")
    lines("deadlock:pay")
    for words in ([], ["--strategy", "ipb"], ["--strategy", "ipb", "--bound", "1"], ["--reduce", "lazy", "--exhaustive"],
                  ["--cache", "hbr", "--strategy", "ipb"]):
        told, r = check(0 if words != ["--strategy", "ipb"] else 0, *words, program)
        assert r["verdict"] == "partial" and "no bug but 1 suppressed" in told, (words, told)
        for line in told.split("\n"):
            assert not line.startswith("  proven: no bug with"), (words, told)


@case
def a_leak_is_never_verified():
    """Though nothing comes behind it: it is a failure like any other."""
    with open("leaks.c", "w") as f:
        f.write("#include <stdlib.h>\nstatic void *volatile kept;\nstatic void forget(void) { kept = malloc(10); kept = NULL; }\n"
                "int main(void) { forget(); return 0; }\n")
    assert run(SCARP, "cc", "-g", "leaks.c", "-o", "leaks").returncode == 0
    lines("leak:forget")
    told, r = check(0, "--exhaustive", "--leak-check", "./leaks")
    assert r["verdict"] == "partial" and caveats(r)["suppressed"]["count"] == 1 and r["bugs"] == [], told
    lines("leak:nobody")
    check(1, "--exhaustive", "--leak-check", "./leaks")
    told, r = check(0, "--exhaustive", "./leaks")
    assert r["verdict"] == "verified", "a line that fits nothing takes nothing away"


@case
def more_failures_than_are_kept():
    """65 of them: one that no line fits may be among those that were not."""
    with open("many.c", "w") as f:
        f.write("#include <assert.h>\n#include <scarp/scarp.h>\nint main(void)\n{\n\tswitch (scarp_choose(65)) {\n"
                + "".join(f"\tcase {n}:\n\t\tassert(!\"number {n}\");\n\t\tbreak;\n" for n in range(65)) + "\t}\n\treturn 0;\n}\n")
    assert run(SCARP, "cc", "-g", "many.c", "-o", "many").returncode == 0
    lines("assertion:main")
    told, r = check(0, "--exhaustive", "./many")
    assert r["verdict"] == "partial" and r["failed"] == 65, (r["verdict"], r["failed"])
    assert "64 by line 1 of known; perhaps others: no more are kept) [SC243]" in told, told


@case
def lines_that_expire():
    program = build("race.c")
    lines("race:increment until=2026-03-31  # mended by then")
    _, r = check(0, "--exhaustive", program, SCARP_TEST_TODAY="2026-03-31")
    assert r["races"][0]["suppressed"] == 1 and r["suppressions"][0]["until"] == "2026-03-31", r["suppressions"]
    told, r = check(0, "--exhaustive", program, SCARP_TEST_TODAY="2026-04-01")
    assert r["races"][0]["suppressed"] is None and r["suppressions"][0]["expired"] is True, r["suppressions"]
    assert "scarp: known:1: the suppression of 'increment' has expired (until 2026-03-31); it suppresses nothing [SC440]\n" in told, told
    assert "1 data race:" in told and "suppresses nothing that was found" not in told, told
    lines("deadlock:pay until=2026-03-31")
    check(1, "--exhaustive", build("fails.c"), SCARP_TEST_TODAY="2027-01-01")


@case
def bad_lines():
    """Each with file and line; and nothing is searched."""
    for text, says in [("race", "not kind:pattern"), ("races:f", "no such kind"), (":f", "no such kind"),
                       ("none:f", "no such kind"), ("race:", "the pattern is empty"), ("race: ", "the pattern is empty"),
                       ("race:*", "the pattern is empty, or fits everything"), ("race:^$", "the pattern is empty"),
                       ("race:# why", "the pattern is empty"), ("race:until=2026-01-01", "there is no pattern"),
                       ("race:f until=soon", "until= wants a day, YYYY-MM-DD"), ("race:f until=2026-13-01", "until="),
                       ("race:f until=2026-02-30", "until="), ("race:f until=2026-2-3", "until="),
                       ("race:f until=", "until="), ("race f", "not kind:pattern")]:
        lines("# one", "race:good", text)
        done = run(SCARP, "check", "--suppressions", "known", "/bin/true")
        assert done.returncode == 2 and done.stdout == "", (text, done.stdout)
        assert done.stderr.startswith(f"scarp: known:3: {says}") and done.stderr.endswith(" [SC439]\n"), (text, done.stderr)
    done = run(SCARP, "check", "--suppressions", "nowhere", "/bin/true")
    assert done.returncode == 2 and done.stderr == \
        "scarp: cannot open 'nowhere' for --suppressions: No such file or directory [SC431]\n", done.stderr
    os.mkdir("folder")
    done = run(SCARP, "check", "--suppressions", "folder", "/bin/true")
    assert done.returncode == 2 and done.stderr == \
        "scarp: 'folder' is no file of suppressions: it is a directory [SC439]\n", done.stderr
    # A FIFO that nobody writes to, what has no end, and a pipe that could be read once.
    os.mkfifo("fifo")
    for path in ("fifo", "/dev/zero", "/dev/stdin"):
        done = subprocess.run([SCARP, "check", "--suppressions", path, "/bin/true"], capture_output=True, text=True, timeout=20,
                              input="race:f\n")
        assert done.returncode == 2 and done.stderr == \
            f"scarp: '{path}' is no file of suppressions: it is no file, but a pipe or device [SC439]\n", done.stderr
    with open("known", "wb") as f:
        f.truncate(1 << 25)
    done = run(SCARP, "check", "--suppressions", "known", "/bin/true")
    assert done.returncode == 2 and "it is too long [SC439]" in done.stderr, done.stderr
    with open("known", "wb") as f:
        f.write(b"race:f\nrace:increment\0 or another\n")
    done = run(SCARP, "check", "--suppressions", "known", "/bin/true")
    assert done.returncode == 2 and done.stderr == "scarp: known:2: a zero byte is in the line [SC439]\n", done.stderr
    # Lines as other systems end them, and no line end at all.
    with open("known", "wb") as f:
        f.write(b"race:increment\r\n\r\nrace:nobody # x\r\nrace:none")
    told, r = check(0, "--exhaustive", build("race.c"))
    assert [(row["pattern"], row["reason"], row["races"]) for row in r["suppressions"]] == \
        [("increment", None, 1), ("nobody", "x", 0), ("none", None, 0)], r["suppressions"]
    with open("known", "wb") as f:
        f.write(b"race:" + b"x" * 100000 + b"\nrace:\xff\xfe\nrace:good")
    done = run(SCARP, "check", "--suppressions", "known", "/bin/true")
    assert "was not built with scarp" in done.stderr, done.stderr


@case
def cases_of_a_suite():
    """All by the same file; and a wrong one is told once, before the first."""
    with open("suite.c", "w") as f:
        f.write("#include <setjmp.h>\n#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <cmocka.h>\n"
                "static void one(void **s) { assert_null(*s); }\nstatic void two(void **s) { (void)s; fail(); }\n"
                "int main(void)\n{\n\tconst struct CMUnitTest t[] = {cmocka_unit_test(one), cmocka_unit_test(two)};\n"
                "\treturn cmocka_run_group_tests(t, NULL, NULL);\n}\n")
    assert run(SCARP, "cc", "-g", "suite.c", "-o", "suite", "-lcmocka").returncode == 0
    lines("exit_status:main until=2026-01-01", "exit:main")
    done = run(SCARP, "check", "--each", "--suppressions", "known", "./suite")
    assert done.returncode == 2 and done.stdout == "" and done.stderr.startswith("scarp: known:2: no such kind; "), done
    assert done.stderr.count("\n") == 1, done.stderr
    lines("exit_status:main until=2026-01-01")
    done = run(SCARP, "check", "--each", "--suppressions", "known", "./suite", SCARP_TEST_TODAY="2026-02-02")
    assert done.returncode == 1 and done.stderr.count("has expired") == 1, done.stdout + done.stderr


@case
def tests_of_ctest():
    """Wherever they run, by the file that was named here."""
    program = os.path.abspath(build("race.c"))
    for name in ("build", "elsewhere"):
        os.mkdir(name)
    with open("build/CTestTestfile.cmake", "w") as f:
        f.write(f'add_test(race "{program}")\nset_tests_properties(race PROPERTIES WORKING_DIRECTORY '
                f'"{os.path.abspath("elsewhere")}")\n')
    lines("race:increment  # a statistic")
    done = run(SCARP, "ctest", "--exhaustive", "--suppressions", "known", "build")
    assert done.returncode == 0 and "known:1: 1 data race (race:increment: a statistic)" in done.stdout, done.stdout + done.stderr
    lines("race:increment", "race")
    done = run(SCARP, "ctest", "--exhaustive", "--suppressions", "known", "build")
    assert done.returncode == 2 and done.stderr == "scarp: known:2: not kind:pattern [SC439]\n", done.stdout + done.stderr


@case
def show_writes_the_lines():
    """And with them nothing is left to report."""
    for source, words in ("race.c", ["--stop-after", "0"]), ("fails.c", []):
        program = build(source)
        run(SCARP, "check", "--exhaustive", "--json", "found.json", *words, program)
        shown = run(SCARP, "show", "--suppressions", "-o", "known", "found.json")
        assert shown.returncode == 0, shown.stderr
        with open("known") as f:
            text = f.read()
        assert re.match(r"(race:\^increment\$  # counter.*: race.c:9 and race.c:9|deadlock:\^(pay|save)\$  # deadlock.*)\n$",
                        text), text
        _, r = check(0, "--exhaustive", program)
        assert r["bugs"] == [] and all(race["suppressed"] for race in r["races"]), r
    with open("r.json") as f:
        assert json.load(f)["verdict"] == "partial"
    build("race.c")
    lines("race:increment")
    check(0, "--exhaustive", "./test")
    sarif = json.loads(run(SCARP, "show", "--sarif", "r.json").stdout)["runs"][0]["results"]
    assert [one["suppressions"] for one in sarif] == [[{"kind": "external"}]], sarif


@case
def quiet_is_quiet():
    lines("race:increment", "race:nobody")
    done = run(SCARP, "check", "-q", "--exhaustive", "--suppressions", "known", build("race.c"))
    assert done.returncode == 0 and "known:" not in done.stdout and "data races are suppressed" in done.stdout, done.stdout


def begin(scarp, moments, seed):
    global SCARP
    SCARP = scarp


sys.exit(main(CASES, begin))
