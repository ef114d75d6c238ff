#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""config_test.py - options of scarp.conf and of the environment, one case a behaviour

config_test.py --list                    names of the cases
config_test.py SCARP FAKE [CASE]...      runs them, each in a directory of its own

Every directory has a '.git', so that no scarp.conf above it is read.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "..", "..", "src", "cli", "words", "options.def")
SCARP = FAKE = HOME = None
CASES = {}
COMMANDS = ("check", "replay", "resume")


class Skipped(Exception):
    pass


def case(function):
    CASES[function.__name__] = function
    return function


def scarp(*words, **more):
    own = {k: v for k, v in os.environ.items() if not k.startswith("SCARP_OPT_")}
    env = {**own, "XDG_CONFIG_HOME": os.path.join(HOME, "own"), **more.pop("env", {})}
    return subprocess.run([SCARP, *words], capture_output=True, text=True, timeout=200,
                          stdin=subprocess.DEVNULL, env=env, check=False, **more)


def expect(done, code, *texts, absent=()):
    everything = done.stdout + done.stderr
    assert done.returncode == code, f"exit code {done.returncode}, not {code}:\n{everything}"
    for text in texts:
        assert text in everything, f"'{text}' is not in:\n{everything}"
    for text in absent:
        assert text not in everything, f"'{text}' is in:\n{everything}"


def write(path, text):
    if os.path.dirname(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        f.write(text)


def config(*words, command="check", **more):
    """What --print-config lists: {name: [(value or None, origin)]}, and a line's first character."""
    done = scarp(command, *words, "--print-config", **more)
    assert done.returncode == 0, done.stderr
    found = {}
    for line in done.stdout.splitlines()[2:]:
        m = re.fullmatch(r'(#?)([a-z-]+) =(?: (".*"|.*?))?\s* # (.*)', line)
        assert m, line
        found.setdefault(m[2], []).append((m[3] or None, m[4]))
        assert (m[1] == "#") == (m[4] == "default" or m[2] in typed()), line
    return found


def rows():
    """(name, kind, where) of each option."""
    with open(TABLE) as f:
        return re.findall(r'^OPTION\(\w+, "([\w-]+)", \S+, (\w+), (?:NULL|"[\w:]+"),\s+([A-Z| ]+),', f.read(), re.M)


def typed():
    return {name for name, _, where in rows() if "TYPED" in where}


# ---- what is read

@case
def every_option_is_printed_and_no_other():
    assert len(rows()) > 60
    for command in COMMANDS:
        names = {name for name, _, where in rows() if command.upper() in where}
        assert set(config(command=command)) == names, command
    assert set(config(command="ctest")) == set(config())
    assert all(v == [("no", "default")] or o == "default" for v in config().values() for _, o in v
               if v[0][0] != "yes"), config()


@case
def each_origin_wins_as_said():
    write("scarp.conf", "seed = 1000\nmax-steps = 100\nbudget = 90s\n[check]\nbudget = 1500ms\n")
    env = {"SCARP_OPT_SEED": "2000", "SCARP_OPT_MAX_STEPS": "200", "SCARP_OPT_JOBS": ""}
    c = config("--seed", "3000", env=env)
    assert c["seed"] == [("3000", "the command line")], c["seed"]
    assert c["max-steps"] == [("200", "SCARP_OPT_MAX_STEPS")], c["max-steps"]
    assert c["budget"] == [("1500ms", "scarp.conf:5")], c["budget"]
    assert c["jobs"] == [("1", "default")], c["jobs"]
    assert c["bound"] == [(None, "default")], c["bound"]
    assert config(command="resume")["budget"] == [("90s", "scarp.conf:3")]


@case
def the_nearest_file_is_the_only_one():
    write("own/scarp/scarp.conf", "seed = 1\nmax-steps = 10\n")
    c = config()
    assert c["seed"] == [("1", f"{HOME}/own/scarp/scarp.conf:1")], c["seed"]
    write("scarp.conf", "seed = 2\n")
    c = config()
    assert (c["seed"], c["max-steps"]) == ([("2", "scarp.conf:1")], [("20000", "default")]), c
    os.makedirs("a/b")
    os.chdir("a/b")
    assert config()["seed"] == [("2", f"{HOME}/scarp.conf:1")]
    write(f"{HOME}/a/scarp.conf", "seed = 3\n")
    assert config()["seed"] == [("3", f"{HOME}/a/scarp.conf:1")]
    os.remove(f"{HOME}/a/scarp.conf")
    os.mkdir(f"{HOME}/a/.git")
    assert config()["seed"] == [("1", f"{HOME}/own/scarp/scarp.conf:1")], "past the root of a repository"
    home = {"XDG_CONFIG_HOME": "", "HOME": HOME}
    write(f"{HOME}/.config/scarp/scarp.conf", "seed = 4\n")
    assert config(env=home)["seed"] == [("4", f"{HOME}/.config/scarp/scarp.conf:1")]


@case
def a_file_can_be_named_or_none():
    write("scarp.conf", "seed = 2\n")
    write("d/other.conf", "seed = 5\n")
    assert config("--config=none")["seed"] == [("1", "default")]
    assert config("--config", "d/other.conf")["seed"] == [("5", f"{HOME}/d/other.conf:1")]
    env = {"SCARP_OPT_CONFIG": "d/other.conf"}
    assert config(env=env)["seed"] == [("5", f"{HOME}/d/other.conf:1")]
    assert config("--config", "none", env=env)["seed"] == [("1", "default")]
    expect(scarp("check", "--config", "nowhere", FAKE, "verified"), 2, "cannot read 'nowhere'")


@case
def values_are_read_as_they_are_written():
    write("scarp.conf", "\n# all of it\n  seed=0x10 # hex\r\nout = \"a # b\"\nignore = f.c:x\nignore=y\n"
                        "\tleak-check = yes\nexhaustive = no\n[ replay ]\nfull = yes\n")
    c = config()
    assert c["seed"] == [("16", "scarp.conf:3")], c["seed"]
    assert c["out"] == [(f'"{HOME}/a # b"', "scarp.conf:4")], c["out"]
    assert c["ignore"] == [("f.c:x", "scarp.conf:5"), ("y", "scarp.conf:6")], c["ignore"]
    assert (c["leak-check"], c["exhaustive"]) == ([("yes", "scarp.conf:7")], [("no", "scarp.conf:8")])
    assert c["full"] == [("no", "default")] and config(command="replay")["full"] == [("yes", "scarp.conf:10")]


@case
def options_that_come_several_times_add_up():
    write("scarp.conf", "ignore = a\nwithin = f\n")
    c = config("--ignore", "c", "--ignore=d", env={"SCARP_OPT_IGNORE": "b"})
    assert c["ignore"] == [("a", "scarp.conf:1"), ("b", "SCARP_OPT_IGNORE"), ("c", "the command line"),
                           ("d", "the command line")], c["ignore"]
    assert c["within"] == [("f", "scarp.conf:2")]


@case
def a_flag_is_taken_back():
    write("scarp.conf", "exhaustive = yes\n")
    assert config()["exhaustive"] == [("yes", "scarp.conf:1")]
    assert config("--exhaustive=no")["exhaustive"] == [("no", "the command line")]
    assert config("--exhaustive", "--exhaustive=no")["exhaustive"] == [("no", "the command line")]
    expect(scarp("check", "--budget", "1s", "--strategy", "random", FAKE, "verified"), 2,
           "exclude each other", "('--exhaustive' is of scarp.conf:1)", absent=["'--strategy' is of"])
    expect(scarp("check", "--exhaustive=no", "--max-executions=5", "--strategy", "random", FAKE, "verified"), 0)


@case
def what_is_printed_is_a_file_of_options():
    write("scarp.conf", "seed = 7\nignore = a b\nignore = \"#c\"\nbudget = 61s\nleak-check = yes\n")
    done = scarp("check", "--print-config")
    write("again/scarp.conf", done.stdout)
    os.mkdir("again/.git")
    names = [{k: [value for value, _ in v] for k, v in config(cwd=d).items()} for d in (".", "again")]
    assert names[0] == names[1]


@case
def one_quote_in_a_value_is_no_beginning():
    write("scarp.conf", 'ignore = a"b\nignore = "c\n')
    done = scarp("check", "--print-config")
    assert 'ignore = a"b\n' in done.stdout and "# scarp.conf:1:\n" in done.stdout, done.stdout
    write("again/scarp.conf", done.stdout)
    os.mkdir("again/.git")
    again = scarp("check", "--print-config", cwd="again")
    said = [[line for line in d.stdout.splitlines() if line.startswith("ignore")] for d in (done, again)]
    assert said[0] == said[1] and len(said[0]) == 2, said


# ---- what is refused, with its place

@case
def wrong_lines_are_told_with_their_place():
    for text, why in [
            ("seed = 1\nbudgett = 5\n", "scarp.conf:2: no option 'budgett'; did you mean 'budget'?"),
            ("--seed = 1\n", "scarp.conf:1: no option '--seed'"),
            ("\n\nseed\n", "scarp.conf:3: 'seed' is no 'name = value'"),
            ("seed =\n", "scarp.conf:1: 'seed' wants a value"),
            ("seed = x\n", "scarp.conf:1: '--seed' wants a number, not 'x'"),
            ("budget = 5 years\n", "scarp.conf:1: '--budget' wants a time"),
            ("leak-check = 1\n", "scarp.conf:1: '--leak-check' is yes or no, not '1'"),
            ("[chekc]\n", "scarp.conf:1: no section '[chekc]'; there is: [check], [replay], [resume], [shrink]"),
            ("[ctest]\n", "scarp.conf:1: no section '[ctest]': what is in [check] holds for 'scarp ctest'"),
            ("[check\n", "scarp.conf:1: '[check' wants a ']' at its end"),
            ("[replay]\nseed = 1\n", "scarp.conf:2: 'scarp replay' has no option 'seed'; 'scarp check' has"),
            ("seed = 1\nseed = 2\n", "scarp.conf:2: 'seed' is there already, at scarp.conf:1"),
            ("ignore = x\n" * 70, "scarp.conf:65: '--ignore' and its like may come 64 times at most"),
            ("gdb = yes\n", "scarp.conf:1: 'gdb' belongs on a command line"),
            ("help = yes\n", "scarp.conf:1: no option 'help'"),
            ("seed = 1\0\n", "'scarp.conf' is no file of options: it has a zero byte"),
            ("#" * (1 << 20), "'scarp.conf' is no file of options: it is too long")]:
        write("scarp.conf", text)
        for command in COMMANDS if "64 times" not in why else ["check"]:
            done = scarp(command, *([FAKE, "verified"] if command == "check" else []))
            expect(done, 2, f"scarp: {why}", absent=["verified:"])
            # The code is that of what is wrong with the value, or with the line.
            code = next((c for words, c in (("a number", "SC402"), ("a time", "SC403"), ("yes or no", "SC405"),
                                            ("64 times", "SC406")) if words in why), "SC416")
            assert done.stderr.endswith(f" [{code}]\n") and done.stderr.count("[SC") == 1, done.stderr
    os.remove("scarp.conf")
    os.mkdir("scarp.conf")
    expect(scarp("check", FAKE, "verified"), 2, "'scarp.conf' is no file")


@case
def no_name_but_those_of_the_table():
    names = {name for name, _, _ in rows()}
    for word in ("print_config", "rest", "h", "q", "Seed", "seed ", "s", "points-racing", "deepens"):
        assert word not in names
        if word != "seed ":
            write("scarp.conf", f"{word} = 1\n")
            expect(scarp("check", FAKE, "verified"), 2, f"scarp.conf:1: no option '{word}'")
    for name in typed():
        write("scarp.conf", f"{name} = 1\n")
        expect(scarp("check", FAKE, "verified"), 2, f"scarp.conf:1: '{name}' belongs on a command line")


@case
def wrong_variables_are_told():
    for name, value, why in [
            ("BUDGETT", "1", "'SCARP_OPT_BUDGETT' in the environment stands for no option; did you mean "
                             "'SCARP_OPT_BUDGET'?"),
            ("max_steps", "1", "'SCARP_OPT_max_steps' in the environment stands for no option"),
            ("SEED", "x", "SCARP_OPT_SEED in the environment: '--seed' wants a number, not 'x'"),
            ("GDB", "yes", "'SCARP_OPT_GDB' is in the environment, and '--gdb' belongs on a command line"),
            ("QUIET", "1", "SCARP_OPT_QUIET in the environment: '--quiet' is yes or no, not '1'")]:
        for command in COMMANDS:
            done = scarp(command, FAKE, env={f"SCARP_OPT_{name}": value})
            expect(done, 2, why)
            code = {"SEED": "SC402", "QUIET": "SC405"}.get(name, "SC417")
            assert done.stderr.endswith(f" [{code}]\n") and done.stderr.count("[SC") == 1, done.stderr


@case
def another_commands_option_is_no_error():
    write("scarp.conf", "seed = 3\nhtml = x.html\n")
    assert config(command="replay")["html"] == [(f"{HOME}/x.html", "scarp.conf:2")]
    assert "html" not in config() and "seed" not in config(command="replay")
    expect(scarp("check", FAKE, "verified", env={"SCARP_OPT_KEEP_FILES": "d"}), 0, "verified:")


@case
def somebody_elses_file_is_refused():
    if os.geteuid() != 0:
        raise Skipped("only root can give a file away")
    os.makedirs("mine")
    write("scarp.conf", "seed = 3\n")
    os.chown("scarp.conf", 12345, 12345)
    expect(scarp("check", FAKE, "verified", cwd="mine"), 2,
           f"'{HOME}/scarp.conf' belongs to somebody else", "--config none", " [SC418]\n")
    expect(scarp("check", "--config=none", FAKE, "verified", cwd="mine"), 0)
    assert config("--config", f"{HOME}/scarp.conf", cwd="mine")["seed"][0][0] == "3"
    os.chown("mine", 12345, 12345)  # a tree of theirs, as in a container
    assert config(cwd="mine")["seed"][0][0] == "3"


@case
def a_fifo_is_no_file_of_options():
    os.mkfifo("scarp.conf")
    expect(scarp("check", FAKE, "verified"), 2, "scarp.conf' is no file, and options are read from it")


# ---- what comes of it


@case
def quiet_that_nobody_typed_hides_no_option():
    write("scarp.conf", "seed = 3\nquiet = yes\n")
    expect(scarp("check", FAKE, "verified"), 0, "options: --seed=3 (scarp.conf:1), --quiet=yes (scarp.conf:2)")
    expect(scarp("check", "-q", FAKE, "verified"), 0, absent=["options:"])

@case
def the_account_says_what_was_not_typed():
    write("scarp.conf", "seed = 3\nmax-steps = 300\nquiet = yes\nignore = counter\n")
    done = scarp("check", "--json", "r.json", "--seed", "4", FAKE, "verified", env={"SCARP_OPT_QUIET": "no"})
    expect(done, 0, "options: --ignore=counter (scarp.conf:4), --max-steps=300 (scarp.conf:2)", absent=["--seed="])
    with open("r.json") as f:
        assert json.load(f)["settings"] == [
            {"option": "ignore", "value": "counter", "origin": "scarp.conf:4"},
            {"option": "max-steps", "value": "300", "origin": "scarp.conf:2"},
            {"option": "quiet", "value": "no", "origin": "SCARP_OPT_QUIET"}]
    done = scarp("check", "--json", "r.json", "--config=none", FAKE, "verified")
    expect(done, 0, absent=["options:"])
    with open("r.json") as f:
        assert json.load(f)["settings"] == []


@case
def a_replay_has_its_own():
    write("scarp.conf", "out = results\n[replay]\nhtml = page.html\n")
    os.mkdir("below")
    expect(scarp("check", FAKE, "assertion", cwd="below"), 1, "step by step")
    assert os.path.exists("results/001/bug-1.schedule")
    expect(scarp("replay", "--json", "r.json", "results", ), 1)
    assert os.path.exists("page.html")
    with open("r.json") as f:
        assert [s["option"] for s in json.load(f)["settings"]] == ["html"]


@case
def tests_of_a_suite_have_the_file_wherever_they_run():
    write("scarp.conf", "seed = 9\n[check]\nmax-steps = 300\n")
    os.mkdir("elsewhere")
    write("build/CTestTestfile.cmake", f'add_test(one "{FAKE}" "verified")\n'
          f'set_tests_properties(one PROPERTIES WORKING_DIRECTORY "{HOME}/elsewhere")\n')
    os.mkdir("elsewhere/.git")
    done = scarp("ctest", "build", env={"SCARP_OPT_SHRINK": "2s"})
    expect(done, 0, f"--max-steps=300 ({HOME}/scarp.conf:3)", f"--seed=9 ({HOME}/scarp.conf:1)",
           "--shrink=2s (SCARP_OPT_SHRINK)")
    expect(scarp("ctest", "--config=none", "build"), 0, absent=["--seed"])
    write("scarp.conf", "json = x.json\n")
    expect(scarp("ctest", "build"), 2, "'--json' is about one program", "('--json' is of scarp.conf:1)")


@case
def the_test_does_not_see_them():
    done = scarp("check", FAKE, "world", env={"SCARP_OPT_SEED": "5", "KEPT": "1", "SHLVL": "9"})
    expect(done, 0, "options: --seed=5 (SCARP_OPT_SEED)")


def main():
    global SCARP, FAKE, HOME
    if sys.argv[1:] == ["--list"]:
        print("\n".join(CASES))
        return 0
    SCARP, FAKE = map(os.path.abspath, sys.argv[1:3])
    names = sys.argv[3:] or list(CASES)
    failed = skipped = 0
    for name in names:
        with tempfile.TemporaryDirectory(prefix="scarp-config-") as directory:
            os.chdir(directory)
            HOME = os.getcwd()
            os.mkdir(".git")
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
