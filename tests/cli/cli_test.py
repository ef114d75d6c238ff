#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli_test.py - the command against the fake runtime, one case a behaviour

cli_test.py --list                    names of the cases
cli_test.py SCARP FAKE [CASE]...      runs them, each in a directory of its own

A case is a function below; its name is what it asserts.
Exit: 0 all passed, 1 one failed, 77 the only case asked for cannot run here.
"""
import json
import fcntl
import os
import pty
import re
import resource
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.join(HERE, "..", "..")
SCARP = FAKE = None
PATIENCE = 200  # seconds for what takes one; beside other work it may take long
CASES = {}


class Skipped(Exception):
    pass


def case(function):
    CASES[function.__name__] = function
    return function


def scarp(*words, **more):
    env = {**os.environ, **more.pop("env", {})}
    return subprocess.run([SCARP, *words], capture_output=True, text=True, timeout=PATIENCE,
                          stdin=subprocess.DEVNULL, env=env, **more)


def check(scenario, *options, **more):
    return scarp("check", *options, FAKE, scenario, **more)


def expect(done, code, *texts, absent=()):
    everything = done.stdout + done.stderr
    assert done.returncode == code, f"exit code {done.returncode}, not {code}:\n{everything}"
    for text in texts:
        assert text in everything, f"'{text}' is not in:\n{everything}"
    for text in absent:
        assert text not in everything, f"'{text}' is in:\n{everything}"


def on_terminal(columns, scenario, *options, **env):
    """The lines that a terminal of so many columns would show, one after the other."""
    return shown_by(columns, ["check", *options, FAKE, scenario], env)


def shown_by(columns, words, env):
    try:
        pid, fd = pty.fork()
    except OSError as e:
        raise Skipped(f"no pseudo-terminal: {e} (is /dev/pts mounted?)") from e
    if pid == 0:
        os.environ.update(TERM="xterm", **env)
        # Not before the terminal has its size.
        os.read(0, 1)
        os.execv(SCARP, [SCARP, *words])
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    os.write(fd, b"\n")
    shown, end = b"", time.monotonic() + PATIENCE
    while time.monotonic() < end and select.select([fd], [], [], PATIENCE)[0]:
        try:
            some = os.read(fd, 4096)
        except OSError:
            break
        shown += some
        if not some:
            break
    os.waitpid(pid, 0)
    return [line for line in re.split("[\r\n]", shown.decode().replace("\x1b[K", "")) if line]


def result(scenario, *options, code=None):
    done = check(scenario, "--json", "result.json", *options)
    if code is not None:
        expect(done, code)
    with open("result.json") as f:
        return json.load(f)


# ---- exit codes: one case for each row of docs/exit-codes.md

@case
def exit_0_verified():
    expect(check("verified"), 0, "verified: no bug in all 6 traces, one execution of each (sc; no spurious wake-ups)")
    expect(check("verified", "--strategy", "dfs"), 0, "verified: no bug in all 6 executions (sc; no spurious wake-ups)")


@case
def rounds_are_said():
    expect(check("rounds"), 0,
           "verified: no bug in all 4 traces of the last round, one execution of each, 7 executions in all (sc)")
    expect(check("rounds", "--strategy", "dfs"), 0,
           "verified: no bug in all 4 executions of the last round, 7 in all rounds (sc)")
    r = result("rounds")
    assert (r["executions"], r["last_round"], r["rounds"]) == (7, 4, 2), r


@case
def exit_0_sampler_with_its_size():
    expect(check("big", "--strategy", "random", "--max-executions", "20"), 0,
           "partial: no bug in 20 sampled", "schedules were sampled")
    expect(check("big", "--strategy", "pct", "--budget", "300ms"), 0, "partial:")


@case
def exit_0_bound_with_its_size():
    expect(check("steps", "--strategy", "dfs", "--max-steps", "500"), 0, "partial:", "--max-steps")
    expect(check("steps", "--strategy", "dfs"), 4, "partial:", "or a long test (2 times)")
    expect(check("bounded", "--strategy", "ipb", "--bound", "1"), 0,
           "partial: no bug in all 6 executions with at most 1 preemption (sc;",
           "left out (--bound) (more than 1 preemption)")
    expect(check("bounded", "--strategy", "ipb", "--bound", "1", "--require=verified"), 4)
    expect(check("bounded", "--strategy", "ipb"), 4, "with at most 1 preemption (sc;")


@case
def directives_that_name_nothing():
    for words, text in [
            (["--within", "depositt"], "no function 'depositt' in the test; did you mean 'deposit'?"),
            (["--without", "wholly_unknown"], "no function 'wholly_unknown' in the test [SC458]\n"),
            (["--within", "posit"], "no function 'posit' in the test"),
            (["--trust", "savings"], "no function 'savings' in the test"),
            (["--trust", "printf"], "no function 'printf' in the test"),
            (["--ignore", "saving"], "no variable 'saving' in the test; did you mean 'savings'?"),
            (["--ignore", "deposit"], "no variable 'deposit' in the test"),
            (["--ignore", "elsewhere.c:savings"], "no variable 'elsewhere.c:savings' in the test"),
            (["--ignore", "nowhere"], "no variable 'nowhere' in the test but one of function 'event'; "
                                      "say 'event:nowhere'")]:
        expect(check("verified", *words), 2, text)
    for words in (["--within", "deposit", "--without", "event"], ["--ignore", "savings"],
                  ["--ignore", "fake_runtime.c:savings"], ["--ignore", "event:nowhere"]):
        expect(check("verified", *words), 0, "verified")


@case
def directives_are_written_down():
    words = ["--without", "deposit", "--within=event", "--ignore", "savings"]
    r = result("assertion", *words, code=1)
    assert r["directives"] == [{"directive": "without", "name": "deposit"}, {"directive": "within", "name": "event"},
                               {"directive": "ignore", "name": "savings"}], r["directives"]
    with open(r["bugs"][0]["schedule"]) as f:
        text = f.read()
    assert '\nwithout "deposit"\nwithin "event"\nignore "savings"\npiece 0 0x' in text, text
    with open(os.path.join(TOP, "docs/formats/schedule.md")) as f:
        documented = f.read()
    for word in "within without trust ignore piece".split():
        assert f"`{word}`" in documented, word
    hits = [int(hit, 16) for hit in re.findall(r"^piece 0 0x\w+ 0x\w+ (0x\w+)$", text, re.M)]
    assert set(hits) == {1, 2, 4} and "\nmodule " in text, text
    expect(scarp("replay", "--json", "again.json"), 1)
    with open("again.json") as f:
        assert json.load(f)["directives"] == r["directives"]
    for old, new, why in [("piece 0 ", "piece 99 ", "out of range"), ("piece 0 0x", "piece 0 x", "an address"),
                          ('without "deposit"', "without deposit", "in quotes"),
                          ('within "event"', 65 * 'within "event"\n' + "exits 0", "too many directives"),
                          ("thread T0 main", "piece 0 0x1 0x1 0x1\nthread T0 main", "not in order")]:
        expect(replay_text(resigned(text.replace(old, new, 1))), 2, why)


@case
def exit_1_bug():
    expect(check("assertion"), 1, "bug: assertion failed: savings.money == 170 (execution 3)")


@case
def exit_2_usage():
    expect(scarp("check"), 2, "no program to check")
    expect(scarp("nonsense"), 2, "no subcommand 'nonsense'")
    expect(scarp("help", "nonsense"), 2, "no topic 'nonsense'")


@case
def exit_3_fault_in_scarp():
    expect(check("between"), 3, "fault in scarp", "SIGBUS", "[SC508]")
    expect(check("damaged"), 3, "the channel is damaged: 'races' is 123456789")
    expect(check("damaged_race"), 3, "the channel is damaged: the record of a data race was overwritten")
    r = result("trampled", code=3)
    assert r["verdict"] == "error" and "channel is damaged" in r["error"], r


@case
def exit_4_budget_before_scope():
    expect(check("big", "--budget", "400ms"), 4, "partial:", "the budget ended before the search did",
           "  for more: a smaller test")
    expect(check("big", "--exhaustive", "--budget", "300ms"), 4, "partial:", absent=["for more:"])
    expect(check("big", "--strategy", "idb", "--bound", "2", "--budget", "300ms"), 4, "partial:")
    expect(check("big", "--strategy", "dfs", "--max-executions", "9"), 4, "no bug in 9 different executions")
    expect(check("hole"), 4, "not proven: code that was not compiled by scarp cc", "libother.so")


@case
def exit_4_required_verified():
    expect(check("big", "--strategy", "random", "--max-executions", "5", "--require=verified"), 4)
    expect(check("verified", "--require=verified"), 0)


@case
def exit_0_where_no_bug_is_enough():
    """A right test that is too large is no failure, if who runs it says so; a bug is."""
    expect(check("big", "--max-executions", "5"), 4, "partial:")
    expect(check("big", "--max-executions", "5", "--require=no-bug"), 0, "partial:")
    expect(check("assertion", "--require=no-bug"), 1)
    for n in "0", "4", "77":
        expect(check("big", "--max-executions", "5", "--partial-exit", n), int(n), "partial:")
        expect(check("big", "--strategy", "random", "--max-executions", "5", "--partial-exit", n), int(n), "partial:")
        expect(check("verified", "--partial-exit", n), 0, "verified:")
        expect(check("assertion", "--partial-exit", n), 1)
        expect(check("refused", "--partial-exit", n), 5)
    expect(check("verified", "--require=no-bug"), 0, "verified:")


@case
def exit_5_failure_that_does_not_replay():
    expect(check("flaky"), 5, "error: a failure (assertion failed) did not come again", "[SC505]",
           "ended without a failure", "the test is not the same each time that it runs",
           "of the replay, which did not fail so:", "to make the same choices once more:")
    expect(check("diverge"), 5, "step 3 of the schedule cannot be followed: T1 is not enabled")
    expect(check("other"), 5, "failed in another way: deadlock")


@case
def exit_5_unsupported_call():
    expect(check("refused"), 5, "the test calls 'vfork' (main.c:3)")


@case
def exit_77_not_on_this_machine():
    expect(check("error"), 77, "cannot be explored")


@case
def exit_130_interrupted():
    expect(interrupted("big", 1.0), 130, "partial:", "the search was interrupted")


def interrupted(scenario, after, *options):
    if os.path.exists("events"):
        os.remove("events")
    p = subprocess.Popen([SCARP, "check", "--events", "events", *options, FAKE, scenario], text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    end = time.monotonic() + PATIENCE
    while not (os.path.exists("events") and '"event":"search"' in open("events").read()):
        assert p.poll() is None and time.monotonic() < end, "the search does not begin"
        time.sleep(0.01)
    time.sleep(after)
    p.send_signal(signal.SIGINT)
    out, err = p.communicate(timeout=PATIENCE)
    return subprocess.CompletedProcess([], p.returncode, out, err)


@case
def exit_1_wins_over_130():
    expect(interrupted("found", 1.0, "--stop-after", "0"), 1, "bug: assertion failed",
           "the search was interrupted", "scarp replay scarp.out/001/bug-1.schedule")


@case
def exit_1_wins_over_5():
    expect(check("found_then_error", "--stop-after", "0"), 1, "bug: assertion failed", "vfork")


@case
def exit_codes_are_documented():
    with open(os.path.join(TOP, "src/cli/words/exit.def")) as f:
        rows = re.findall(r"EXIT\(\w+, (\d+),\s*((?:\"[^\"]*\"\s*)+)\)", f.read())
    with open(os.path.join(TOP, "docs/exit-codes.md")) as f:
        text = f.read()
    told = scarp("help", "exit-codes").stdout
    assert len(rows) == 8, rows
    for number, when in rows:
        when = "".join(re.findall(r'"([^"]*)"', when))
        assert f"| {number} | {when} |" in text, (number, when)
        assert when in told, when


# ---- bad input

@case
def program_not_built_with_scarp():
    expect(scarp("check", "/bin/true"), 2, "was not built with scarp", "scarp cc")


@case
def program_that_never_speaks():
    expect(check("no_such_scenario_silent"), 2, "before its first execution", "[SC455]")
    expect(check("early"), 5, "SIGKILL", "after 0 executions", "ulimit -v")


@case
def program_of_another_version():
    expect(check("version"), 2, "the program was built by 'scarp 0.0.9'")


@case
def program_missing_or_no_program():
    expect(scarp("check", "./nothing"), 2, "cannot find './nothing'")
    expect(scarp("check", "nothing-in-path"), 2, "cannot find 'nothing-in-path'")
    expect(scarp("check", "/tmp"), 2, "'/tmp' is a directory")
    with open("data", "w") as f:
        f.write("text")
    expect(scarp("check", "./data"), 2, "cannot run './data'")
    expect(scarp("check", "data"), 2, "did you mean './data'?")
    os.chmod("data", 0o755)
    expect(scarp("check", "./data"), 2, "'", "data")


@case
def program_that_leaves_behind_our_back():
    expect(check("left"), 1, "wrong exit status: the process left with status 3, expected was 0")
    expect(check("left_well"), 5, "left its process in execution 1")
    expect(check("left", "--expect-exit", "3"), 5, "left its process in execution 1")


@case
def options_without_meaning():
    for words, text in [
            (["--strategy", "magic"], "no strategy 'magic'; there is: deepen, dfs"),
            (["--strategy", "replay"], "use 'scarp replay'"),
            (["--reduce", "magic"], "no reduction 'magic'; there is: none, source, optimal, classic"),
            (["--cache", "magic"], "no cache 'magic'; there is: none, hbr, lazy-hbr"),
            (["--strategy", "pct", "--cache", "hbr"], "belongs to strategies dfs, ipb and idb, not 'pct'"),
            (["--reduce", "source", "--cache", "hbr"], "exclude each other"),
            (["--refine", "some"], "no '--refine some'; there is: all, none"),
            (["--cache-max", "8"], "'--cache-max' belongs to '--cache'"),
            (["--audit", "--cache", "lazy-hbr"], "use hbr"),
            (["--audit", "--reduce", "lazy"], "use optimal"),
            (["--strategy", "random", "--reduce", "optimal"], "belongs to '--strategy dfs', not 'random'"),
            (["--model", "c11"], "no memory model 'c11'; there is: sc, tso, pso, all"),
            (["--model", "all", "--cache", "hbr"], "'--model all' and '--cache' exclude each other"),
            (["--model", "pso", "--heap=reuse"], "'--model pso' and '--heap=reuse' exclude each other"),
            (["--model", "tso", "--cache", "hbr"], "'--model tso' and '--cache' exclude each other"),
            (["--model", "tso", "--reduce", "lazy"], "there is optimal, source and none"),
            (["--model", "tso", "--strategy", "ipb", "--bpor"], "and '--bpor' exclude"),
            (["--model", "tso", "--points=study"], "and '--points=study' exclude"),
            (["--model", "tso", "--happens-before=limited"], "'--happens-before=limited' exclude"),
            (["--model", "tso", "--heap=reuse"], "and '--heap=reuse' exclude"),
            (["--model", "tso", "--turns", "erased"], "and '--turns' exclude each other: there is all"),
            (["--model", "tso", "--binary"], "and '--binary' exclude"),
            (["--fence", "a.c:1"], "'--fence' belongs to '--model tso'"),
            (["--mode", "magic"], "there is: auto, checkpoint, restart, fork"),
            (["--points", "locks"], "no class of decision points 'locks'"),
            (["--points", "sync", "--exhaustive"], "'--exhaustive' means every decision point"),
            (["--points", "everywhere,sync"], "no class of decision points 'everywhere'"),
            (["--points", "study", "--exhaustive"], "'--exhaustive' means every decision point"),
            (["--points", "study,lock"], "no class of decision points 'study'"),
            (["--racing", "list"], "'--racing' belongs to '--points=study'"),
            (["--points", "study", "--reduce", "optimal"], "'--points=study' and '--reduce' exclude"),
            (["--points", "study", "--bpor", "--strategy", "ipb"], "'--points=study' and '--bpor' exclude"),
            (["--points", "study", "--cache", "hbr"], "'--points=study' and '--cache' exclude"),
            (["--points", "study", "--audit"], "'--points=study' and '--audit' exclude"),
            (["--exhaustive", "--within", "f"], "leave out '--within', or say '--reduce optimal'"),
            (["--exhaustive", "--ignore", "v"], "leave out '--ignore', or say '--reduce optimal'"),
            (["--points", "study", "--without", "f"], "'--points=study' and '--without' exclude"),
            (["--points", "study", "--trust", "f"], "'--points=study' and '--trust' exclude"),
            (["--within", "f"] * 33 + ["--without", "f"] * 32, "may come 64 times at most"),
            (["--exhaustive", "--strategy", "random"], "exclude each other"),
            (["--hunt", "--strategy", "random"], "'--hunt' and '--strategy random' exclude each other"),
            (["--hunt", "--exhaustive"], "'--hunt' and '--exhaustive' exclude each other"),
            (["--pct-depth", "2", "--strategy", "random"], "belongs to '--strategy pct'"),
            (["--pct-depth", "0", "--strategy", "pct"], "from 1 to 64"),
            (["-j", "2", "--strategy", "ipb"], "one bound is explored after the other; leave out '-j'"),
            (["-j", "2", "--strategy", "idb"], "or use '--strategy dfs'"),
            (["-j", "2", "--strategy", "ipb", "--bpor"], "leave out '-j'"),
            (["-j", "2", "--strategy", "dfs", "--cache", "hbr"], "a cache is of one process; leave out '-j'"),
            (["-j", "2", "--strategy", "dfs", "--reduce", "lazy"], "its search has no parts; leave out '-j'"),
            (["-j", "2", "--audit", "--exhaustive"], "what was visited is one table; leave out '-j'"),
            (["--bound", "2"], "'--bound' belongs to '--strategy ipb' (preemptions)"),
            (["--finish-bound", "--strategy", "dfs"], "'--finish-bound' belongs to '--strategy ipb'"),
            (["--bound", "60001", "--strategy", "idb"], "'--bound' is from 0 to 60000"),
            (["--bound", "1", "--strategy", "ipb", "--exhaustive"], "leave out '--bound'"),
            (["--bpor"], "'--bpor' belongs to '--strategy ipb'"),
            (["--bpor", "--strategy", "ipb", "--reduce", "optimal"], "exclude each other"),
            (["--strategy", "ipb", "--reduce", "optimal"], "'--reduce' belongs to '--strategy dfs'"),
            (["--finish-bound", "--stop-after", "0", "--strategy", "ipb"], "which '--stop-after 0' never does"),
            (["--fail", "nothing"], "no call 'nothing' that '--fail' can make fail; there is: malloc, read, write, open,"),
            (["--fail", "malloc,"], "no call ''"),
            (["--fail", "all,none"], "no call 'none'"),
            (["--failures", "2"], "'--failures' belongs to '--fail'"),
            (["--fail-in", "main"], "'--fail-in' belongs to '--fail'"),
            (["--fail", "malloc", "--failures", "0"], "'--failures' is from 1 to 1000"),
            (["--fail", "malloc", "--failures", "1001"], "'--failures' is from 1 to 1000"),
            (["--fail", "malloc", "--points", "study"], "by its rules no call fails"),
            (["-j0"], "'-j' is from 1"),
            (["--budget", "soon"], "wants a time like"),
            (["--budget", "0s"], "more than 0"),
            (["--max-executions", "0"], "at least 1"),
            (["--max-executions", "-3"], "wants a number"),
            (["--max-steps", "9999999999"], "from 1 to"),
            (["--expect-exit", "256"], "from 0 to 255"),
            (["--audit", "--strategy", "random"], "compares with a search that comes to an end"),
            (["--audit", "--heap", "reuse"], "exclude each other"),
            (["--happens-before", "strict"], "there is: pure, limited"),
            (["--happens-before", "limited", "--races", "error"], "what races by that order need not race"),
            (["--audit-executions", "5"], "belongs to '--audit'"),
            (["--audit", "--audit-executions", "0"], "from 1 to"),
            (["--partial-exit", "1"], "'--partial-exit' is 0, 4 or 77"),
            (["--partial-exit", "0", "--require=no-bug"], "exclude each other"),
            (["--require", "luck"], "wants 'verified' or 'no-bug'"),
            (["--quiet=maybe"], "'--quiet' is yes or no, not 'maybe'"), (["-qx"], "'-q' takes no argument"),
            (["--stdin", "nowhere"], "cannot open 'nowhere'"),
            (["--no-such"], "no option '--no-such'")]:
        expect(check("verified", *words), 2, text)
    expect(scarp("check", "--seed"), 2, "'--seed' wants an argument")
    expect(scarp("replay", "--strategy", "dfs"), 2, "no option '--strategy'")


@case
def help_tells_what_can_fail():
    told = scarp("help", "fail").stdout
    assert "help fail" not in told
    with open(os.path.join(TOP, "src/channel/failure.def")) as f:
        rows = re.findall(r'^FAILING\((\w+), (\w+), (\w+), "([\w ]+)"\)', f.read(), re.M)
    assert len(rows) > 20
    for _, failure, _, name in rows:
        assert re.search(rf"^  {failure} ", told, re.M), failure
        assert re.search(rf"\b{name}\b", told), name
    assert "help fail" in scarp("help", "check").stdout


@case
def options_are_in_the_help():
    told = {name: scarp("help", name).stdout for name in ("check", "replay", "resume", "shrink", "linearize")}
    with open(os.path.join(TOP, "src/cli/words/options.def")) as f:
        table = re.findall(r'^OPTION\(\w+, "([\w-]+)", [^,]+, \w+,\s*(?:"[^"]*"|NULL),\s*([A-Z|\s]+),', f.read(), re.M)
    assert len(table) > 70, len(table)
    for name, where in table:
        for command in re.findall(r"CHECK|REPLAY|RESUME|SHRINK|LINEARIZE", where):
            assert f"--{name}" in told[command.lower()], (name, command)
    assert scarp("check", "--help").stdout == told["check"]


@case
def results_cannot_be_written():
    open("scarp.out", "w").close()
    expect(check("assertion"), 1, "results are not saved: cannot create 'scarp.out/001'",
           "step by step", absent=["to see it happen again"])
    expect(check("assertion", "--json", "/dev/full"), 1, "cannot write", "step by step")
    expect(check("verified", "--json", "/dev/full"), 2, "cannot write")


@case
def results_are_left_where_out_says():
    expect(check("assertion", "--out", "here/"), 1, "scarp replay here/001/bug-1.schedule")
    assert not os.path.exists("scarp.out")
    expect(scarp("replay", "here"), 1, "bug: assertion failed")
    open("file", "w").close()
    for path, why in [("file", "'--out' names 'file', which is no directory"),
                      ("no/where", "'--out' names 'no/where', but there is no directory 'no'"),
                      ("", "'--out' names a directory of 1 to 300 characters"),
                      ("x" * 301, "'--out' names a directory of 1 to 300 characters")]:
        expect(check("assertion", "--out", path), 2, why, absent=["bug:"])


@case
def json_that_cannot_be_written_is_said_before_the_search():
    os.mkdir("folder")
    for path, why in [("/nowhere/x.json", "cannot create '/nowhere/x.json' for --json: No such file"),
                      ("folder", "'folder' for --json is a directory")]:
        expect(check("assertion", "--json", path), 2, why, absent=["bug:", "step by step"])
    assert not os.path.exists("scarp.out")
    assert result("assertion", code=1)["verdict"] == "bug"
    assert result("verified", code=0)["verdict"] == "verified", "a file that is there is overwritten"


@case
def near_misses():
    open("prog", "w").close()
    os.chmod("prog", 0o755)
    for words, text in [
            (["chek", FAKE], "no subcommand 'chek'; did you mean 'scarp check'?"),
            (["replya"], "did you mean 'scarp replay'?"),
            (["frobnicate"], "no subcommand 'frobnicate'; 'scarp help' lists those there are"),
            (["./prog"], "to check a program, say 'scarp check ./prog'"),
            (["prog"], "to check a program, say 'scarp check ./prog'"),
            (["help", "chek"], "no topic 'chek'; did you mean 'scarp help check'?"),
            (["help", "magic"], "no topic 'magic'; 'scarp help' lists"),
            (["check", "--exaustive", FAKE], "no option '--exaustive'; did you mean '--exhaustive'?"),
            (["check", "--bugdet=5s", FAKE], "did you mean '--budget'?"),
            (["check", "--max-ex", "5", FAKE], "did you mean '--max-executions'?"),
            (["replay", "--jsno", "-"], "did you mean '--json'?")]:
        expect(scarp(*words), 2, text)
    expect(scarp("check", "--magic", FAKE), 2, "no option '--magic'; 'scarp help check' lists")


@case
def options_behind_the_program_are_its_arguments():
    note = "'--budget' stands behind the program"
    expect(scarp("check", FAKE, "verified", "--budget", "5s"), 0, note)
    expect(scarp("check", "--", FAKE, "verified", "--budget", "5s"), 0, absent=[note])
    expect(scarp("check", "-q", FAKE, "verified", "--budget", "5s"), 0, absent=[note])
    expect(scarp("check", FAKE, "verified", "--magic"), 0, absent=["stands behind"])


@case
def width_of_a_report():
    for columns, most in ("40", 60), ("80", 80), ("100", 100):
        rows = check("assertion", env={"COLUMNS": columns}).stdout.split("step by step")[1].splitlines()
        rows = [row for row in rows if re.match(r" *(\d+|>>) ", row)]
        assert len(rows) > 3 and max(map(len, rows)) <= most, rows
    assert "preempted here" in check("assertion", env={"COLUMNS": "nonsense"}).stdout
    narrow = check("deadlock", env={"COLUMNS": "60"}).stdout
    assert re.search(r"(?m)T1 pay +lock &savings.lock  +\d+", narrow), narrow


@case
def full_disk():
    os.mkdir("small")
    script = ("mount -t tmpfs -o size=4k none small && cd small && "
              "head -c 4096 /dev/zero > fill; exec \"$@\"")
    done = subprocess.run(["unshare", "-rm", "sh", "-c", script, "sh", SCARP, "check", FAKE, "assertion"],
                          capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=PATIENCE)
    if "unshare" in done.stderr or "mount" in done.stderr:
        raise Skipped(done.stderr)
    expect(done, 1, "results are not saved", "No space left on device", "step by step")


@case
def a_disk_that_is_full_in_the_middle():
    """The report is on the screen, what is missing is said, and what is there is whole."""
    missing = set()
    for pages in range(2, 24):
        small = f"small{pages}"
        os.mkdir(small)
        script = (f"mount -t tmpfs -o size={pages * 4}k none {small} && cd {small} && \"$@\"; code=$?; cp -r scarp.out/001 ../kept{pages}; "
                  "exit $code")
        done = subprocess.run(["unshare", "-rm", "sh", "-c", script, "sh", SCARP, "check", FAKE, "assertion"],
                              capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=PATIENCE)
        if "unshare" in done.stderr or "mount" in done.stderr:
            raise Skipped(done.stderr)
        expect(done, 1, "assertion", "step by step")
        there = os.listdir(f"kept{pages}") if os.path.isdir(f"kept{pages}") else []
        wanted = ["bug-1.html", "bug-1.schedule", "bug-1.txt", "check.json"]
        gone = [name for name in wanted if name not in there]
        assert sorted(there) == [name for name in wanted if name not in gone], (pages, there, done.stderr)
        assert bool(gone) == ("No space left on device" in done.stderr), (pages, there, done.stderr)
        missing.add(len(gone))
        ends = {"bug-1.html": "</html>\n", "check.json": "}\n"}
        for name, end in ends.items():
            if name in there:
                with open(f"kept{pages}/{name}") as f:
                    assert f.read().endswith(end), (pages, name)
        if "bug-1.schedule" not in gone:
            expect(scarp("replay", f"kept{pages}/bug-1.schedule"), 1, "assertion")
    assert 0 in missing and len(missing) > 2, missing


@case
def standard_output_that_is_full():
    for words, code in (("check", FAKE, "assertion"), 1), (("check", FAKE, "verified"), 2), (("replay",), 1):
        with open("/dev/full", "w") as full:
            done = subprocess.run([SCARP, *words], stdout=full, stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL,
                                  timeout=PATIENCE)
        assert done.returncode == code, (words, done.returncode, done.stderr)
        assert done.stderr.count("scarp: cannot write all to standard output: ") == 1 and "[SC432]" in done.stderr, done.stderr


@case
def a_reader_that_goes_away_loses_nothing():
    """Before the first line, the bug is on disk all the same; what is executed has its signals as ever."""
    for words, code in (("check", FAKE, "assertion"), 1), (("check", FAKE, "verified"), 2), (("replay", "scarp.out/001"), 1):
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run([SCARP, *words], stdout=write, stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL,
                              timeout=PATIENCE)
        os.close(write)
        assert done.returncode == code, (words, done.returncode, done.stderr)
        assert "scarp: whoever reads standard output has closed it before all was written [SC432]\n" in done.stderr, done.stderr
    assert sorted(os.listdir("scarp.out/001")) == ["bug-1.html", "bug-1.schedule", "bug-1.txt", "check.json"]


@case
def files_that_may_not_be_large():
    """The limit's signal would end scarp without a word."""
    done = subprocess.run(["sh", "-c", "ulimit -f 1000; exec \"$@\"", "sh", SCARP, "check", FAKE, "assertion"], capture_output=True,
                          text=True, stdin=subprocess.DEVNULL, timeout=PATIENCE)
    expect(done, 2, "cannot size the memory file: File too large; is there a limit (ulimit -f)? [SC511]")


# ---- how tests are run

@case
def bugs_are_on_disk_while_the_search_goes_on():
    p = subprocess.Popen([SCARP, "check", "--stop-after", "0", FAKE, "found"], text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    line = p.stderr.readline()
    assert line == ("found: assertion failed: savings.money == 170 (execution 3), kept in "
                    "scarp.out/001/found-1.schedule; the search goes on\n"), line
    p.kill()
    p.communicate(timeout=PATIENCE)
    assert os.listdir("scarp.out/001") == ["found-1.schedule"]
    expect(scarp("replay"), 1, "bug: assertion failed", "savings.money")
    expect(scarp("replay", "scarp.out"), 1, "bug: assertion failed")
    expect(interrupted("found", 1.0, "--stop-after", "0"), 1, "found: assertion failed")
    assert sorted(os.listdir("scarp.out/002")) == ["bug-1.html", "bug-1.schedule", "bug-1.txt", "check.json"]


@case
def bugs_that_were_none_leave_nothing():
    check("assertion")
    expect(check("leaks_after_nonsense", "--stop-after", "0"), 0, "verified")
    assert os.listdir("scarp.out") == ["001", "latest"] or os.listdir("scarp.out") == ["latest", "001"]
    assert os.readlink("scarp.out/latest") == "001"


@case
def damaged_record_of_a_bug():
    expect(check("overwritten"), 3, "the record of a bug was overwritten")


@case
def killed_from_outside():
    for scenario, executions in ("killed", 1), ("early", 0):
        expect(check(scenario, "--strategy", "dfs"), 5, "killed from outside (SIGKILL)", "[SC506]",
               f"after {executions} executions")
        expect(check(scenario), 5, "killed from outside (SIGKILL)")


@case
def json_is_replaced_in_one_step():
    with open("r.json", "w") as f:
        f.write("{}")
    os.symlink("r.json", "link.json")
    check("assertion", "--json", "link.json")
    assert os.path.islink("link.json")
    with open("r.json") as f:
        assert json.load(f)["verdict"] == "bug"
    check("assertion", "--json", "/dev/null")
    assert not os.path.isfile("/dev/null")


@case
def surroundings_of_the_test():
    with open("in", "w") as f:
        f.write("input")
    def cores():
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY,) * 2)
    try:
        subprocess.run(["true"], preexec_fn=cores)
    except subprocess.SubprocessError:
        cores = None  # no right to raise the limit: it is 0 anyway
    expect(check("world", "--stdin", "in", env={"KEPT": "1", "SHLVL": "3", "AAA": "x"},
                 preexec_fn=cores), 0, "verified")


@case
def crash_is_a_bug_with_its_schedule():
    done = check("crash")
    expect(done, 1, "fatal signal: the process was killed by signal 11 (SIGSEGV) (execution 2)",
           "lock &savings.lock")
    with open("scarp.out/latest/bug-1.schedule") as f:
        assert "\nchoices 1\nT1\nend " in f.read()


@case
def search_goes_on_after_a_crash():
    r = result("two", "--stop-after", "0", code=1)
    assert [b["kind"] for b in r["bugs"]] == ["crash", "crash"], r["bugs"]
    assert all(b["confirmed"] for b in r["bugs"])
    assert "SIGSEGV" in r["bugs"][0]["message"] and "SIGBUS" in r["bugs"][1]["message"]
    assert r["bugs"][1]["schedule"] == "scarp.out/001/bug-2.schedule"
    assert len(result("two", code=1)["bugs"]) == 1
    expect(scarp("replay", "2"), 2, "no bug to replay")
    expect(scarp("replay", "scarp.out/001/bug-2.schedule"), 1, "SIGBUS")


@case
def hang_is_a_bug():
    done = check("hang", "--hang-after", "500ms")
    expect(done, 1, "no progress:", "0.5 s of CPU time (this limit is time: --hang-after)", "s_hang")
    expect(scarp("replay", "--hang-after", "700ms"), 1, "0.5 s of CPU time")


@case
def leak_makes_it_start_again_in_fork_mode():
    expect(check("leaks"), 0, "verified: no bug in all 6 traces", "'counter' in libx.so",
           "starting again in fork mode")
    expect(check("leaks", "--strategy", "dfs"), 0, "verified: no bug in all 6 executions")
    assert result("leaks", code=0)["mode"] == "fork"
    expect(check("leaks_after_bug"), 1, "bug: assertion failed", "scarp replay scarp.out/",
           absent=["starting again"])
    expect(check("leaks_after_nonsense"), 0, "starting again", "verified:", absent=["bug:"])


@case
def sleep_without_end_is_an_error():
    expect(check("asleep", "--hang-after", "300ms"), 5,
           "the test sleeps in a call that scarp does not control", "0.9 s")


@case
def deaf_process_is_killed():
    start = time.monotonic()
    expect(check("deaf", "--strategy", "dfs", "--budget", "300ms"), 5, "error: not one execution")
    assert 2 < time.monotonic() - start < PATIENCE / 2


@case
def the_sampler_knows_the_points_of_the_search():
    expect(check("phases", "--budget", "20s"), 1, "bug: assertion failed")


@case
def a_search_half_changed_is_begun_anew():
    expect(check("half_changed"), 0, "verified: no bug in the only trace")
    assert os.path.exists("was-killed")


@case
def the_later_side_of_a_race_gets_its_job_when_it_was_the_earlier_one():
    told = events("orders", "--budget", "3s", code=4)
    alone = {}
    for e in told:
        if e["event"] == "job" and not e["points"]["classes"] and len(e["points"]["racing"]) == 1:
            alone.setdefault(e["points"]["racing"][0]["access"], e["seconds"])
    assert set(alone) == {"read", "write"} and abs(alone["read"] - alone["write"]) > 0.15, alone


@case
def executions_are_shared_between_the_jobs():
    r = result("big", "--max-executions", "50", code=4)
    assert r["executions"] == 50 and r["strategy"] == "deepen", r


@case
def workers_agree_with_one():
    one = result("sample", "--strategy", "random", code=1)
    assert one["bugs"][0]["execution"] == 7 and one["bugs"][0]["message"] == "odd", one
    for jobs in "2", "3", "5":
        many = result("sample", "--strategy", "random", "-j", jobs, code=1)
        assert many["bugs"][0]["execution"] == 7, (jobs, many)
        assert many["executions"] == one["executions"], (jobs, many["executions"])
        assert len(many["bugs"]) == 1


@case
def same_command_same_bytes():
    seen = []
    for directory in "a", "b":
        os.mkdir(directory)
        done = check("assertion", "--json", "-", cwd=directory)
        seen.append(re.sub(r'"seconds": [0-9.e-]+', "", done.stdout) + done.stderr)
        with open(f"{directory}/scarp.out/001/bug-1.schedule") as f:
            seen[-1] += re.sub(r'(?m)^(directory|end) .*$', "", f.read())
        with open(f"{directory}/scarp.out/001/bug-1.txt") as f:
            seen[-1] += f.read()
    assert seen[0] == seen[1], "\n".join(seen)
    assert "step by step" in seen[0]


@case
def first_line_says_what_is_done():
    first = check("verified").stdout.splitlines()[0]
    assert first == "iterative deepening, optimal reduction, model sc, checkpoint mode", first
    first = check("verified", "--strategy", "dfs", "--mode", "fork").stdout.splitlines()[0]
    assert first == "dfs, model sc, fork mode: --mode", first
    assert check("verified", "-q").stdout.startswith("verified"), "-q"


# ---- results

@case
def json_has_its_fields():
    r = result("races", code=0)
    for name in ("verdict executions blocked probes pruned seconds strategy reduction model mode "
                 "seed caveats races bugs rounds points").split():
        assert name in r, name
    assert r["verdict"] == "verified" and r["executions"] == 6 and r["mode"] == "checkpoint"
    assert r["reduction"] == "optimal" and r["model"] == "sc" and r["seed"] == 1
    assert r["bounds"] is None and r["directives"] == []
    assert [c["name"] for c in r["caveats"]] == ["no_spurious"] and r["caveats"][0]["kind"] == "scope"
    race = r["races"][0]
    assert race["object"] == "savings.money (global, 8 bytes)", race
    assert race["first"]["access"] == "write" and race["second"]["access"] == "read"
    assert race["first"]["function"] == "deposit" and race["first"]["line"] > 0
    created = race["second"]["created"]
    assert created["thread"] == "T0" and created["function"] == "deposit" and created["line"] > 0, created
    assert race["first"]["created"] is None
    assert [race[w] for w in ("count", "first_execution", "last_execution", "both_orders", "quiet", "class")] == \
        [4, 1, 3, False, None, "one order"], race
    with open(os.path.join(TOP, "docs/formats/check-json.md")) as f:
        text = f.read()
    bounds = result("bounded", "--strategy", "ipb", "--bound", "1")["bounds"]
    assert bounds == {"of": "preemption", "explored": 1, "within": 6, "last": 1, "new": 5, "failed": 0,
                      "more": True, "again": 1}, bounds
    for name in [*r, *race, *race["first"], *bounds]:
        assert f"`{name}`" in text, f"{name} is not documented"
    r = result("assertion", code=1)
    bug = r["bugs"][0]
    for name in "kind message file line schedule".split():
        assert name in bug, name
    assert bug["kind"] == "assertion" and bug["file"].endswith("fake_runtime.c")
    assert bug["line"] > 0 and os.path.exists(bug["schedule"])


@case
def json_on_standard_output_is_alone_there():
    done = check("assertion", "--json", "-")
    json.loads(done.stdout)
    assert "step by step" in done.stderr


@case
def json_of_errors():
    assert result("refused", code=5)["verdict"] == "error"
    assert "vfork" in result("refused", code=5)["error"]


@case
def races_are_findings():
    done = check("races")
    expect(done, 0, "verified:", "1 data race: two threads at the same memory", "on savings.money (global, 8 bytes)",
           "T1 writes at fake_runtime.c:", "T2 reads at fake_runtime.c:")


@case
def results_are_never_overwritten():
    for n in "001", "002", "003":
        done = check("assertion")
        assert done.stdout.rstrip().endswith(f"\nscarp replay scarp.out/{n}/bug-1.schedule"), done.stdout
        assert sorted(os.listdir(f"scarp.out/{n}")) == ["bug-1.html", "bug-1.schedule", "bug-1.txt", "check.json"]
        assert os.readlink("scarp.out/latest") == n


@case
def report_in_columns():
    done = check("assertion")
    for pattern in (r"(?m)^ step \| T0 main +\| T1 deposit_all +\| T2 deposit_all$",
                    r"(?m)^    1 \| \d+  create T1 +\|",
                    r"(?m)^   [ *]\d \| +\| \d+  read savings.money = 100 +\|$",
                    r"-- T1 is preempted here: the schedule goes on with T2 --",
                    r"-- T2 has ended --",
                    r"(?m)^   >> \| \d+  read savings.money",
                    r"(?m)^  savings.money  global, 8 bytes$",
                    r"(?m)^  T2   \| deposited 50$",
                    r"T1 deposit_all, created by T0 at fake_runtime.c:\d+"):
        assert re.search(pattern, done.stdout), f"{pattern} is not in:\n{done.stdout}"
    assert max(map(len, done.stdout.splitlines())) <= 100


@case
def report_of_a_deadlock():
    expect(check("deadlock"), 1, "who waits for what:", "T0 main waits for the end of T1",
           "T1 pay waits for &checking.lock, held by T2 since fake_runtime.c:",
           "lock &savings.lock", ">> |", "waits for &savings.lock,")


@case
def report_of_freed_memory():
    expect(check("free"), 1, "offset 8 in 64 bytes allocated by T1 at fake_runtime.c:",
           "freed by T2 at fake_runtime.c:", "atomic load head = &heap A+8", "read heap A+8",
           "compare and swap head: &heap A+8 -> 0")


@case
def report_names_locals():
    expect(check("stack"), 1, "lock &work.lock", "write work.done[2] = 5",
           "work.done[2]  local of on_stack in T0, 4 bytes")


@case
def report_of_many_threads_is_a_list():
    expect(check("many"), 1, "thread   operation", "atomic update counter: 11 -> 12",
           "read savings.history[3] = 7")


@case
def report_without_debug_information():
    shutil.copy(FAKE, "stripped")
    if subprocess.run(["strip", "stripped"]).returncode != 0:
        raise Skipped("no strip")
    expect(scarp("check", "./stripped", "assertion"), 1, "bug: assertion failed",
           "no source lines: the program has no debug information")


# ---- replay

@case
def replay_repeats_the_latest():
    check("deadlock")
    check("assertion")
    done = scarp("replay")
    expect(done, 1, "bug: assertion failed: savings.money == 170", "step by step", "deposited 50")
    assert done.stdout.rstrip().endswith("\nscarp replay scarp.out/002/bug-1.schedule"), done.stdout
    expect(scarp("replay", "scarp.out/001"), 1, "bug: deadlock")
    expect(scarp("replay", "scarp.out"), 1, "bug: assertion", "scarp.out/002/bug-1.schedule")
    os.mkdir("elsewhere")
    expect(scarp("replay", "../scarp.out/001/bug-1.schedule", cwd="elsewhere"), 1, "bug: deadlock")
    expect(scarp("replay", "--json", "-"), 1, '"verdict": "bug"')
    expect(scarp("replay", "scarp.out/001", "--json", "-"), 1, '"verdict": "bug"', "deadlock")


@case
def replay_that_does_not_fail():
    shutil.copy(FAKE, "prog")
    expect(scarp("check", "./prog", "moody", env={"MOOD": "bad"}), 1, "assertion failed")
    expect(scarp("replay", env={"MOOD": "good"}), 5, "did not come again")


def schedule():
    expect(check("assertion"), 1)
    with open("scarp.out/001/bug-1.schedule") as f:
        return f.read()


def replay_text(text):
    with open("changed.schedule", "w") as f:
        f.write(text)
    return scarp("replay", "changed.schedule")


@case
def schedule_truncated():
    text = schedule()
    for length in 20, len(text) // 2, text.rindex("end "), len(text) - 1:
        expect(replay_text(text[:length]), 2, "is truncated")
    expect(replay_text(""), 2, "is not a schedule file")


@case
def schedule_edited():
    text = schedule()
    expect(replay_text(text.replace("\nT2 x2", "\nT2 x3")), 2, "was edited or damaged")
    expect(replay_text(text.replace("seed 1", "seed 2")), 2, "was edited or damaged")


@case
def schedule_of_another_version():
    expect(replay_text(schedule().replace("scarp-schedule 7", "scarp-schedule 9")), 2,
           "is a schedule of version 9; this scarp reads version 7")


def resigned(text):
    """With a checksum that is right: what remains are the other checks."""
    body = text[:text.rindex("end ")]
    total = 0xcbf29ce484222325
    for byte in body.encode():
        total = (total ^ byte) * 0x100000001b3 % 2**64
    return f"{body}end {total:016x}\n"


@case
def schedule_with_nonsense():
    text = schedule()
    expect(replay_text(resigned(text)), 1, "bug: assertion failed")
    for old, new, said in [("\nT2 x", "\nT9999 x", "not a choice"),
                           ("choices 8", "choices 7", "one too many"),
                           ("choices 8", "choices 9", "choices are missing"),
                           ("bug assertion", "bug nonsense", "no such kind of bug"),
                           ("mode checkpoint", "mode magic", "no such mode"),
                           ("model sc", "model c11", "no such memory model"),
                           ("max-steps 20000", "max-steps -5", "out of range"),
                           ("thread T1 of T0 0", "thread T7 of T0 0", "not in order"),
                           ("classes always", "classes never", "no such class"),
                           ("seed 1", "seeds 1", "no such word"),
                           ("racing 1", "racing", "without a value")]:
        assert old in text, (old, text)
        expect(replay_text(resigned(text.replace(old, new, 1))), 2, said)


@case
def schedule_of_another_binary():
    shutil.copy(FAKE, "prog")
    expect(scarp("check", "./prog", "assertion"), 1)
    with open("prog", "r+b") as f:
        data = f.read()
        at = data.index(bytes.fromhex(re.search('build-id "(.*)"', open(
            "scarp.out/001/bug-1.schedule").read()).group(1)))
        f.seek(at)
        f.write(b"\xff\xff\xff")
    expect(scarp("replay"), 2, "was recorded with another build of", "scarp check")
    os.unlink("prog")
    expect(scarp("replay"), 2, "cannot open", "prog")


@case
def schedule_missing():
    expect(scarp("replay"), 2, "no bug to replay", "run 'scarp check' here first")
    expect(scarp("replay", "nowhere.schedule"), 2, "cannot open 'nowhere.schedule'")
    expect(scarp("replay", "a", "b"), 2, "takes one bug, not 'b'")


# ---- the line that lives


def live(columns=80, scenario="estimated", strategy="dfs", **env):
    """The last of the live lines."""
    lines = on_terminal(columns, scenario, "--strategy", strategy, "--budget", "350ms", **env)
    found = [line for line in lines if " bugs" in line and "partial" not in line]
    assert found and max(map(len, found)) < columns, lines
    return found[-1]


@case
def live_line_says_how_far_it_is():
    line = live()
    assert re.fullmatch(r"3\.0 M executions, [\d.]+ [MG]/s, 0 s, 0 bugs, dfs: 37 % of 8\.0 M, about 90 s left",
                        line), line


@case
def live_line_says_the_bound():
    assert live(100, strategy="ipb").endswith(", ipb, bound 2: 37 % of 8.0 M, about 90 s left")
    assert live(strategy="idb", FAKE_MADE="0").endswith(" bugs, idb, bound 2")
    told = events("estimated", "--strategy", "idb", "--budget", "300ms", code=4)
    assert [e["bound"] for e in told if e["event"] == "progress"] == [2], told


@case
def live_line_of_a_sampler_knows_no_end():
    line = live(scenario="big", strategy="random")
    assert re.fullmatch(r"\d+ executions, \d+/s, 0 s, 0 bugs, random", line), line


@case
def live_line_fits_a_narrow_terminal():
    line = live(70)
    assert re.fullmatch(r"3\.0 M executions, .*37 % of 8\.0 M, 90 s left", line) and len(line) < 70, line
    assert live(40) == "0 bugs, 0 s: 37 % of 8.0 M, 90 s left"
    assert live(20) == "0 bugs, 0 s: 37 % o"


@case
def live_line_believes_no_nonsense():
    for env in [{"FAKE_FRACTION": "nan"}, {"FAKE_FRACTION": "-1"}, {"FAKE_FRACTION": "2"}, {"FAKE_TOTAL": "nan"},
                {"FAKE_TOTAL": "0"}, {"FAKE_COST": "nan"}, {"FAKE_MADE": "0"}, {"FAKE_MADE": "31"}]:
        assert live(**env).endswith(" bugs, dfs"), env


@case
def live_line_of_what_has_no_end():
    assert live(FAKE_TOTAL="inf", FAKE_COST="inf", FAKE_FRACTION="1e-320").endswith(
        "under 0.01 % of over 10^300, over 1000 years left")
    assert live(FAKE_TOTAL="2.3e15", FAKE_COST="2e13").endswith("37 % of 2 x 10^15, about 6 h left")
    assert live(FAKE_TOTAL="3e6", FAKE_COST="1", FAKE_FRACTION="0.999").endswith("99 % of 3.0 M, about 0 s left")


@case
def estimates_of_reductions_are_rough_while_they_are_young():
    """Before half of the space is explored."""
    young, old = {"FAKE_FRACTION": "0.499"}, {"FAKE_FRACTION": "0.5"}
    words = "--exhaustive", "--state", "none", "--budget"
    for env, part, left, budget in [(young, "roughly 49 %", "roughly 90 s", "10s "), (old, "about 50 %", "90 s", "10m ")]:
        expect(check("estimated", *words, "200ms", env=env), 4,
               f"  the search explored {part} of 8.0 M executions; for the rest it would take {left} more")
        expect(check("estimated", "--strategy", "dfs", "--budget", "200ms", env=env), 4,
               f"  the search explored {part.replace('roughly', 'about')} of 8.0 M executions; for the rest it would "
               "take 90 s more")
        expect(check("estimated", "--budget", "1s", env=env), 4, f"--budget {budget}",
               f"all synchronisation (this is the whole space: {part.replace('49', '50')} done)")
    lines = on_terminal(120, "estimated", *words, "350ms", **young)
    assert [line for line in lines if line.endswith(": roughly 49 % of 8.0 M, roughly 90 s left")], lines
    lines = on_terminal(80, "estimated", *words, "350ms", **young)
    assert [line for line in lines if line.endswith(": ~49 % of 8.0 M, ~90 s left")], lines
    lines = on_terminal(80, "estimated", *words, "350ms", **old)
    assert [line for line in lines if line.endswith(": 50 % of 8.0 M, about 90 s left")], lines
    lines = on_terminal(100, "estimated", "--budget", "700ms", **young)
    assert [line for line in lines if "~49 % " in line and "~90 s  all synchronisation" in line], lines


@case
def a_search_that_was_cut_says_how_far_it_came():
    text = "  the search explored about 37 % of 8.0 M executions; for the rest it would take 90 s more"
    expect(check("estimated", "--strategy", "dfs", "--budget", "200ms"), 4, text)
    expect(check("estimated", "--strategy", "dfs", "--budget", "200ms", "-q"), 4, absent=["explored about"])
    expect(check("verified", "--strategy", "dfs"), 0, absent=["explored about"])
    r = result("estimated", "--strategy", "dfs", "--budget", "200ms")
    assert r["estimate"] == {"fraction": 0.375, "executions": 8e6}, r
    for name, value in ("FAKE_TOTAL", "inf"), ("FAKE_FRACTION", "nan"):
        check("estimated", "--strategy", "dfs", "--budget", "200ms", "--json", "result.json", env={name: value})
        with open("result.json") as f:
            assert json.load(f)["estimate"] is None
    assert result("verified", "--strategy", "random", "--max-executions", "6")["estimate"] is None
    expect(check("estimated", "--budget", "2s"), 4, "not finished: searches that switch threads where one "
           "cannot go on by itself, and right before", "all synchronisation (this is the whole space: roughly 38 % done)",
           "nothing else (roughly 38 % done)", "lock (not begun)")


@case
def live_table_of_jobs():
    """The last one that was drawn: nothing will end in time, so the sampler runs."""
    lines = on_terminal(100, "estimated", "--budget", "1500ms")
    last = max(i for i, line in enumerate(lines) if "switches before" in line and "space" in line)
    head, proven, title, *rows = lines[last - 2:]
    assert re.fullmatch(r"1 s of 2 s; [\d.]+ M executions, [\d.]+ [kM]/s; 0 racing accesses; 0 bugs", head), lines
    assert proven == "nothing is proven yet", lines
    assert title == "space  state      executions     done        left  switches before", lines
    # One counts traces, one draws, one goes by preemptions.
    assert re.fullmatch(r"       sampling +[369]\.0 M +random schedules", rows[0]), lines
    assert re.fullmatch(r"    0  suspended +3\.0 M    ~37 % +~90 s  all synchronisation", rows[1]), lines
    assert re.fullmatch(r"    1  suspended +3\.0 M    ~37 % +~90 s  nothing else", rows[2]), lines
    assert rows[3].startswith("       and 7 pending"), lines  # none is begun whose subset waits
    assert max(map(len, lines[last - 2:last + 3])) < 100


@case
def audit_tells_which_bytes_differ():
    """Who writes last is seen by nobody: of two threads one after the other, and of two neighbours that are swapped."""
    program = ("#include <pthread.h>\n#include <sched.h>\n#include <stdlib.h>\n"
               "static long *kept;\n"
               "__attribute__((noinline, no_sanitize(\"thread\"))) static void unseen(long me)\n{\n"
               "\t__asm__ volatile(\"movq %1, %0\" : \"=m\"(kept[2]) : \"r\"(me));\n}\n"
               "static void *run(void *me)\n{\n\tsched_yield();\n\tunseen((long)me);\n\treturn NULL;\n}\n"
               "int main(void)\n{\n\tpthread_t t, u;\n\tkept = calloc(4, sizeof *kept);\n"
               "\tpthread_create(&t, 0, run, (void *)17);\n\tpthread_create(&u, 0, run, (void *)34);\n"
               "\tpthread_join(t, 0);\n\tpthread_join(u, 0);\n\tLAST\n}\n")
    for name, last in ("last", ""), ("swapped", "unseen(0);"):
        with open(f"{name}.c", "w") as f:
            f.write(program.replace("LAST", last))
        expect(scarp("cc", "-g", f"{name}.c", "-o", name), 0)
        expect(scarp("check", "--audit", f"./{name}"), 3, "audit: ", "not all right",
               "they differ in the heap, at 0x", f"offset 16 in 32 bytes allocated by T0 at {name}.c:18",
               "0x0000000000000011", "0x0000000000000022")


@case
def live_table_of_searches_that_were_cut():
    """Of a thread that may count for ever: what was cut is no progress, and the search of all has ended without it."""
    with open("counts.c", "w") as f:
        f.write("#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int done, n;\n"
                "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n"
                "static void *counts(void *a)\n{\n\twhile (!done)\n\t\tn++;\n\tpthread_mutex_lock(&lock);\n"
                "\tpthread_mutex_unlock(&lock);\n\treturn a;\n}\n"
                "int main(void)\n{\n\tpthread_t t;\n\tpthread_create(&t, 0, counts, 0);\n\tdone = 1;\n"
                "\tpthread_join(t, 0);\n}\n")
    expect(scarp("cc", "counts.c", "-o", "counts"), 0)
    words = "check", "--max-steps", "200", "--budget"
    lines = shown_by(120, [*words, "2s", "./counts"], {})
    last = max(i for i, line in enumerate(lines) if "switches before" in line and "space" in line)
    head, proven, _, *rows = lines[last - 2:]
    assert re.search(r"; [\d.]+ [kM]? ?executions \([\d.]+ [kM]? ?cut at the step limit\), ", head), head
    assert proven == "proven: no bug, if threads are switched only where one cannot go on by itself, and before lock, unlock, rwlock", proven
    assert [row for row in rows if re.fullmatch(r"    0  ended +\d+  not all +all synchronisation", row)], rows
    said = scarp(*words, "10500ms", "./counts").stderr
    assert "; the whole space: ended, but not all of it was seen; state spaces: " in said, said


@case
def live_line_where_there_is_no_terminal():
    done = check("estimated", "--strategy", "dfs", "--budget", "10300ms")
    expect(done, 4)
    lines = done.stderr.splitlines()
    assert len(lines) == 1, lines
    assert re.fullmatch(r"3\.0 M executions, \d+ k/s, 10 s, 0 bugs, dfs: 37 % of 8\.0 M, about 90 s left", lines[0])
    assert check("estimated", "--strategy", "dfs", "--budget", "300ms", "-q").stderr == ""


# ---- events


def events(scenario, *options, code=None, **more):
    """All events of a check; the last says how it ended."""
    done = check(scenario, "--events", "events", *options, **more)
    if code is not None:
        expect(done, code)
    with open("events") as f:
        told = [json.loads(line) for line in f]
    assert told[0]["event"] == "begin" and told[0]["schema"] == 1, told
    assert told[-1]["event"] == "end" and told[-1]["exit_code"] == done.returncode, told
    seconds = [e["seconds"] for e in told]
    assert seconds == sorted(seconds) and seconds[0] >= 0, seconds
    return told


def names(told):
    return [e["event"] for e in told]


@case
def events_of_a_check():
    begin, search, progress, end = events("verified", "--strategy", "dfs", "--seed", "7", code=0)
    assert begin["command"] == ["check", "--events", "events", "--strategy", "dfs", "--seed", "7", FAKE, "verified"]
    assert (begin["strategy"], begin["seed"], begin["budget_s"], begin["max_executions"]) == ("dfs", 7, None, None)
    assert begin["model"] == "sc" and begin["reduction"] == "none" and begin["scarp"], begin
    assert (search["event"], search["strategy"], search["exhausts"], search["jobs"]) == ("search", "dfs", True, 1)
    assert search["mode"] in ("checkpoint", "restart"), search
    assert (progress["event"], progress["executions"], progress["bugs"], progress["points"]) == ("progress", 6, 0, 0)
    assert progress["bound"] is None
    assert progress["fraction"] is progress["total"] is progress["eta_s"] is None and progress["rate"] > 0, progress
    assert (end["verdict"], end["executions"], end["bugs"], end["error"]) == ("verified", 6, [], None), end


@case
def events_of_jobs():
    told = events("phases", "--budget", "20s")
    assert told[0]["strategy"] == told[1]["strategy"] == "deepen" and told[1]["event"] == "search", told
    jobs = [e for e in told if e["event"] == "job"]
    assert [e["state"] for e in jobs if e["job"] == 0] == ["pending", "running", "suspended"], jobs
    assert jobs[0]["kind"] == "maximal" and len(jobs[0]["points"]["classes"]) == 13, jobs
    suspended = jobs[-1]
    assert (suspended["fraction"], suspended["eta_s"]) == (0.375, 90), suspended
    assert [p["access"] for p in suspended["points"]["racing"]] == ["read", "write"], suspended
    assert suspended["points"]["racing"][0]["file"].endswith("fake_runtime.c"), suspended


@case
def events_of_a_bug():
    told = events("assertion", "--strategy", "dfs", code=1)
    assert names(told) == ["begin", "search", "bug", "progress", "end"], names(told)
    bug, progress, end = told[2:]
    assert (bug["number"], bug["kind"], bug["execution"]) == (1, "assertion", 3), bug
    assert bug["title"] == "assertion failed: savings.money == 170", bug
    assert bug["schedule"].endswith("found-1.schedule") and progress["bugs"] == 1
    last, = end["bugs"]
    assert end["verdict"] == "bug" and last["confirmed"] is True and os.path.exists(last["schedule"]), end
    assert {**bug, "schedule": ""}.items() >= {**last, "schedule": "", "confirmed": 0}.items() - {("confirmed", 0)}


@case
def events_say_how_far_it_is():
    told = events("estimated", "--strategy", "dfs", "--budget", "1400ms", code=4)
    progress = [e for e in told if e["event"] == "progress"]
    assert len(progress) == 2 and progress[0]["seconds"] >= 1, told
    for e in progress:
        assert (e["executions"], e["fraction"], e["total"], e["eta_s"]) == (3000000, .375, 8e6, 90), e
    assert told[0]["budget_s"] == 1.4
    for env, known in [({"FAKE_TOTAL": "inf", "FAKE_COST": "inf"}, (.375, None, None)),
                       ({"FAKE_FRACTION": "nan"}, (None,) * 3), ({"FAKE_COST": "1"}, (.375, 8e6, 0))]:
        e = events("estimated", "--strategy", "dfs", "--budget", "200ms", env=env)[2]
        assert (e["fraction"], e["total"], e["eta_s"]) == known, e


@case
def events_of_points():
    told = events("points", "--strategy", "dfs", code=0)
    assert names(told) == ["begin", "search", "point", "point", "progress", "end"], names(told)
    first, second, progress = told[2:5]
    assert (first["points"], first["access"], first["function"]) == (1, "write", "s_estimated"), first
    assert (second["points"], second["access"], second["function"]) == (2, "read", "s_big"), second
    assert first["file"].endswith("fake_runtime.c") and first["line"] > 0, first
    assert second["seconds"] - first["seconds"] > 0.1 and progress["round"] == 2, told


@case
def events_of_an_error():
    end = events("refused", code=5)[-1]
    assert end["verdict"] == "error" and "vfork" in end["error"], end
    end = events("flaky", code=5)[-1]
    assert end["bugs"][0]["confirmed"] is False, end
    assert events("between", code=3)[-1]["verdict"] == "error"


@case
def events_on_standard_output():
    done = check("assertion", "--events", "-")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert told[-1]["exit_code"] == done.returncode == 1 and "bug: assertion failed" in done.stderr, done
    expect(check("assertion", "--events", "-", "--json", "-"), 2, "both want standard output")
    expect(check("verified", "--events", "-", "--json", "result"), 0)


@case
def events_on_a_descriptor():
    ours, theirs = socket.socketpair()
    done = check("verified", "--events", f"/dev/fd/{theirs.fileno()}", pass_fds=[theirs.fileno()])
    theirs.close()
    told = ours.makefile().read().splitlines()
    assert done.returncode == 0 and json.loads(told[-1])["verdict"] == "verified", told
    expect(check("verified", "--events", "/dev/fd/77"), 2, "cannot write '/dev/fd/77' for --events")
    expect(check("verified", "--events", "nowhere/events"), 2, "cannot write 'nowhere/events' for --events: No such")


@case
def events_that_nobody_reads():
    for scenario, code in [("verified", 0), ("assertion", 1)]:
        reading, writing = os.pipe()
        os.close(reading)
        done = check(scenario, "--events", f"/dev/fd/{writing}", pass_fds=[writing])
        expect(done, code, "nobody reads the events any more")
        assert done.stderr.count("nobody reads") == 1
        quiet = check(scenario, "-q", "--events", f"/dev/fd/{writing}", pass_fds=[writing])
        expect(quiet, code, absent=["nobody reads"])
        os.close(writing)


@case
def events_that_cannot_be_written():
    expect(check("verified", "--events", "/dev/full"), 2, "cannot write the events to '/dev/full': No space left")
    expect(check("assertion", "--events", "/dev/full"), 1, "cannot write the events to '/dev/full'")


def main():
    global SCARP, FAKE
    if sys.argv[1:] == ["--list"]:
        print("\n".join(CASES))
        return 0
    SCARP, FAKE = map(os.path.abspath, sys.argv[1:3])
    names = sys.argv[3:] or list(CASES)
    failed = skipped = 0
    for name in names:
        with tempfile.TemporaryDirectory(prefix="scarp-cli-") as directory:
            os.chdir(directory)
            try:
                CASES[name]()
                print(f"ok      {name}")
            except Skipped as why:
                skipped += 1
                print(f"skipped {name}: {why}")
            except Exception:
                failed += 1
                print(f"FAILED  {name}")
                traceback.print_exc(limit=-2, file=sys.stdout)
            os.chdir("/")
    print(f"{len(names) - failed - skipped} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 77 if skipped == len(names) else 0


if __name__ == "__main__":
    sys.exit(main())
