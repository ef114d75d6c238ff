#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ci_test.py - `scarp check --ci`, and what share/ci has for build servers

ci_test.py --list                    names of the cases
ci_test.py SCARP [CASE]...           runs them; fake_runtime is beside scarp
"""
import json
import os
import pty
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.abspath(os.path.join(HERE, "..", ".."))
sys.path.insert(0, os.path.join(HERE, ".."))
import cases  # noqa: E402

SCARP = FAKE = None
CASES = {}
GITHUB = {"GITHUB_ACTIONS": "true"}


def case(function):
    CASES[function.__name__] = function
    return function


def clean():
    return {k: v for k, v in os.environ.items() if not k.startswith(("GITHUB_", "SCARP_OPT_"))}


def scarp(*words, **more):
    return subprocess.run([SCARP, *words], capture_output=True, text=True, timeout=200, stdin=subprocess.DEVNULL,
                          env={**clean(), **more.pop("env", {})}, check=False, **more)


def check(code, *words, **more):
    done = scarp("check", "--ci", *words, **more)
    assert done.returncode == code, f"{done.returncode}, not {code}: {done.stdout}{done.stderr}"
    return done.stdout


def files(number):
    return sorted(os.listdir(f"scarp.out/{number:03}"))


def load(name):
    with open(name) as f:
        return json.load(f)


def annotations(text):
    """[(level, {property: text}, message)], as GitHub reads them."""
    def plain(t):
        return re.sub("%(0A|0D|25|3A|2C)", lambda m: chr(int(m[1], 16)), t)
    found = re.findall(r"^::(\w+) ([^\n]*?)::(.*)$", text, re.M)
    return [(level, {k: plain(v) for k, v in (p.split("=", 1) for p in properties.split(","))}, plain(message))
            for level, properties, message in found]


# ---- what is kept and told

@case
def every_verdict_leaves_a_result():
    kept = ["check.json", "check.sarif", "junit.xml"]
    for number, (scenario, options, code, verdict) in enumerate([
            ("verified", [], 0, "verified"), ("assertion", [], 1, "bug"),
            ("big", ["--strategy=random", "--max-executions=20"], 0, "partial"),
            ("big", ["--max-executions=20", "--strategy=dfs"], 4, "partial"),
            ("refused", [], 5, "error")], 1):
        said = check(code, *options, FAKE, scenario)
        assert f"\nresults: scarp.out/{number:03}\nexit status {code}: {'verified' if code == 0 else verdict}" in said, said
        assert set(kept) <= set(files(number)), files(number)
        assert os.readlink("scarp.out/latest") == f"{number:03}"
        result = load(f"scarp.out/{number:03}/check.json")
        assert result["verdict"] == verdict
        runs = load(f"scarp.out/{number:03}/check.sarif")["runs"]
        assert runs[0]["properties"]["verdict"] == verdict
        suite = xml.parse(f"scarp.out/{number:03}/junit.xml").getroot()
        assert (suite.get("failures"), suite.get("errors")) == (str(int(code == 1)), str(int(code == 5)))
        assert "::" not in said
    assert "bug-1.html" in files(2) and "bug-1.schedule" in files(2)
    assert scarp("replay", "scarp.out/002").returncode == 1


@case
def what_cannot_be_kept_is_no_success():
    open("scarp.out", "w").close()
    for scenario, code in [("verified", 2), ("assertion", 1)]:
        done = scarp("check", "--ci", FAKE, scenario)
        assert done.returncode == code and "results are not saved: cannot create 'scarp.out/001'" in done.stderr, done
        assert f"exit status {code}: " in done.stdout, done.stdout


@case
def a_search_without_an_end_has_a_deadline():
    def budget(*words):
        check(0, *words, FAKE, "verified")
        return [(s["value"], s["origin"]) for s in load("scarp.out/latest/check.json")["settings"]
                if s["option"] == "budget"]
    five = [("5m", "--ci")]
    assert budget("--exhaustive") == five
    assert budget("--strategy=dfs") == five
    assert budget("--strategy=ipb") == five
    assert budget() == [], "it has its 60 s"
    assert budget("--exhaustive", "--budget=9s") == []
    assert budget("--exhaustive", "--max-executions=1000") == []
    assert budget("--strategy=random", "--max-executions=5") == []
    done = scarp("check", "--exhaustive", FAKE, "verified")
    assert "--ci" not in done.stdout


@case
def lines_are_plain():
    pid, fd = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm"
        os.execv(SCARP, [SCARP, "check", "--ci", "--strategy=random", "--budget=2s", FAKE, "big"])
    shown = b""
    while True:
        try:
            some = os.read(fd, 4096)
        except OSError:
            break
        if not some:
            break
        shown += some
    os.waitpid(pid, 0)
    assert b"exit status 0" in shown
    assert b"\x1b" not in shown and b"\r" not in shown.replace(b"\r\n", b"\n"), shown


# ---- GitHub

@case
def github_is_told_where_bugs_are():
    assert annotations(check(0, FAKE, "verified", env=GITHUB)) == []
    assert annotations(check(1, FAKE, "assertion", env={"GITHUB_ACTIONS": ""})) == []
    (level, at, message), *more = annotations(check(1, FAKE, "assertion", env=GITHUB))
    bug = load("scarp.out/latest/check.json")["bugs"][0]
    assert level == "error" and at["title"] == "scarp: " + bug["kind"] and message.startswith(bug["title"] + " [SC101]\n"), message
    assert message.endswith("scarp replay " + bug["schedule"])
    assert (at.get("file"), at.get("line")) == (bug["file"], str(bug["line"])), (at, bug)
    assert all(m[0] == "warning" for m in more)
    (level, at, message), = annotations(check(4, "--max-executions=20", "--strategy=dfs", FAKE, "big", env=GITHUB))
    assert (level, at["title"]) == ("notice", "scarp: partial") and message.startswith("partial: no bug")
    (level, at, message), = annotations(check(5, FAKE, "refused", env=GITHUB))
    assert (level, at["title"]) == ("error", "scarp: error") and message
    # The document alone on standard output.
    done = scarp("check", "--ci", "--json", "-", FAKE, "assertion", env=GITHUB)
    assert json.loads(done.stdout)["verdict"] == "bug" and annotations(done.stderr)


@case
def what_was_printed_before_stays():
    with open("log", "w+") as log:
        log.write("before\n")
        log.flush()
        subprocess.run([SCARP, "check", "--ci", FAKE, "assertion"], stdout=log, env={**clean(), **GITHUB}, check=False)
        log.seek(0)
        text = log.read()
    assert text.startswith("before\n") and "step by step" in text.split("::error")[0], text
    assert "exit status 1" in text.split("::error")[1]


def told(result, **env):
    with open("x.json", "w") as f:
        json.dump(result, f)
    done = scarp("show", "--github", "x.json", env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout


@case
def nothing_in_a_text_ends_an_annotation():
    check(1, FAKE, "assertion")
    result = load("scarp.out/001/check.json")
    bug = result["bugs"][0]
    bug.update(title="a\n::error file=x::b\r100%25", kind="k,file=z::x", file="d/a,b:c%.c", schedule=None)
    result["races"] = []
    text = told(result)
    assert text.count("\n") == 1, text
    (level, at, message), = annotations(text)
    assert message.startswith(bug["title"]) and at["title"] == "scarp: " + bug["kind"] and at["file"] == bug["file"], at
    assert level == "error" and set(at) == {"file", "line", "title"}
    result.update(bugs=[], verdict="error", error="it is refused", error_code="SC501")
    assert annotations(told(result)) == [("error", {"title": "scarp: error"}, "it is refused [SC501]")]


@case
def files_are_named_as_the_repository_has_them():
    check(1, FAKE, "assertion")
    result = load("scarp.out/001/check.json")
    result["races"] = []

    def named(file, **env):
        result["bugs"][0]["file"] = file
        return annotations(told(result, **env))[0][1].get("file")
    here = os.getcwd()
    assert named("a.c") == "a.c"
    assert named("a.c", GITHUB_WORKSPACE=here) == "a.c"
    assert named("a.c", GITHUB_WORKSPACE=os.path.dirname(here)) == os.path.basename(here) + "/a.c"
    assert named(f"{here}/b/a.c", GITHUB_WORKSPACE=here) == "b/a.c"
    assert named("/usr/a.c", GITHUB_WORKSPACE=here) == "/usr/a.c"
    assert named(f"{here}x/a.c", GITHUB_WORKSPACE=here) == f"{here}x/a.c"
    assert named(None) is None


@case
def races_that_may_matter_are_warnings():
    check(1, FAKE, "assertion")
    result = load("scarp.out/001/check.json")
    side = {"thread": "T1", "access": "read", "file": "a.c", "line": 7, "stack": []}
    result["bugs"], result["verdict"] = [], "verified"
    for kind, quiet, group, known, shown in [
            ("unclassified", None, 0, None, True), ("failing", None, 0, None, True), ("benign here", None, 0, None, False),
            ("one order", None, 0, None, False), ("false positive", None, 0, None, False),
            ("failing", "setup", 0, None, False), ("failing", None, 1, None, False), ("failing", None, 0, 3, False)]:
        result["races"] = [{"object": "x (global)", "group": group, "class": kind, "quiet": quiet, "suppressed": known,
                            "first": side, "second": {**side, "access": "write", "line": 9}}]
        found = annotations(told(result))
        assert bool(found) == shown, (kind, quiet, group, known)
        if shown:
            assert found == [("warning", {"file": "a.c", "line": "9", "title": "scarp: data_race"},
                              "data race on x (global): write here, read at a.c:7")]


# ---- share/ci

def yaml():
    try:
        import yaml as module
    except ImportError:
        sys.exit(subprocess.run(["sh", os.path.join(TOP, "tools", "deps.sh"), "--has", "python3-yaml"],
                                check=False).returncode or 77)
    return module


def loaded(name):
    with open(os.path.join(TOP, "share", "ci", name)) as f:
        return yaml().safe_load(f)


def command(folder):
    """A `scarp` that a PATH has: the one of this build."""
    os.makedirs(folder)
    os.symlink(SCARP, f"{folder}/scarp")
    return {**clean(), "PATH": os.path.abspath(folder) + ":" + os.environ["PATH"]}


@case
def the_action_is_one():
    action = loaded("action.yml")
    assert action["runs"]["using"] == "composite" and action["name"] and action["description"]
    for name, of in action["inputs"].items():
        assert set(of) <= {"description", "required", "default"} and of["description"], name
        assert of.get("required") or "default" in of, name
    steps = {s["name"]: s for s in action["runs"]["steps"]}
    ids = {s.get("id") for s in steps.values()}
    with open(os.path.join(TOP, "share", "ci", "action.yml")) as f:
        text = f.read()
    for used in re.findall(r"inputs\.(\w+)", text):
        assert used in action["inputs"], used
    for used, output in re.findall(r"steps\.(\w+)\.outputs\.(\w+)", text):
        assert used in ids and f'"{output}=$' in text, (used, output)
    for step in steps.values():
        assert ("run" in step) != ("uses" in step), step
        if "run" in step:
            assert step["shell"] == "bash" and "${{" not in step["run"], "what is put into a script is run by it"
            subprocess.run(["bash", "-n", "-c", step["run"]], check=True)


@case
def the_action_searches():
    steps = {s["name"]: s for s in loaded("action.yml")["runs"]["steps"]}
    env = {**command("bin"), **GITHUB, "GITHUB_OUTPUT": "outputs", "GITHUB_ACTION_PATH": f"{TOP}/share/ci"}

    def step(name, **inputs):
        return subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", steps[name]["run"]],
                              env={**env, **inputs}, capture_output=True, text=True, check=False)
    assert step("Build scarp").returncode == 0, "there is one"
    assert step("Build the test", BUILD="echo it is >made; false").returncode == 1 and os.path.exists("made")
    for scenario, options, code in [("verified", "", 0), ("assertion", "-q", 1), ("big", "--max-executions=9", 4)]:
        done = step("Search its schedules", PROGRAM=f"'{FAKE}' {scenario}", OPTIONS=options)
        assert done.returncode == code, done.stdout + done.stderr
        with open("outputs") as f:
            outputs = dict(line.rstrip("\n").split("=", 1) for line in f)
        assert outputs["status"] == str(code)
        assert sorted(f for f in os.listdir(outputs["result"]) if f.startswith("check"))[0] == "check.json"
        assert load(outputs["result"] + "/check.json")["command"] == [FAKE, scenario]
    assert "::notice" in done.stdout


@case
def the_template_searches():
    job = loaded("gitlab.yml")[".scarp"]
    assert job["artifacts"]["reports"]["junit"] == "scarp.out/*/junit.xml" and job["artifacts"]["when"] == "always"
    assert job["allow_failure"]["exit_codes"] == 4
    variables = {**{k: str(v) for k, v in job["variables"].items()}, "SCARP_CI_PROGRAM": f"{FAKE} assertion",
                 "SCARP_CI_BUILD": "echo built", "SCARP_CI_OPTIONS": "--seed 4"}
    done = subprocess.run(["sh", "-e", "-c", "\n".join(job["script"])], env={**command("bin"), **variables},
                          capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "built" in done.stdout and "exit status 1" in done.stdout, done
    assert os.path.exists("scarp.out/001/junit.xml") and load("scarp.out/001/check.json")["seed"] == 4


def begin(command_, _moments, _seed):
    global SCARP, FAKE
    SCARP, FAKE = command_, os.path.join(os.path.dirname(command_), "fake_runtime")


if __name__ == "__main__":
    sys.exit(cases.main(CASES, begin))
