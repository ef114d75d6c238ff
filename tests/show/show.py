#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""show.py - the trace in the JSON result, and what `scarp show` makes of it

show.py SCARP [CASE]...
show.py --list
"""
import copy
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import xml.etree.ElementTree as xml

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.join(HERE, "..", "..")
sys.path[:0] = [os.path.join(HERE, ".."), HERE]
sys.dont_write_bytecode = True  # the tree stays clean
import dot  # noqa: E402
from cases import main  # noqa: E402
from schema import Schema, names  # noqa: E402

SCARP = None
CASES = {}
FORMATS = ["text", "json", "sarif", "junit", "github", "dot", "chrome", "suppressions"]
EXAMPLES = os.path.join(TOP, "examples")


def case(function):
    CASES[function.__name__] = function
    return function


def run(*words, **more):
    return subprocess.run(words, capture_output=True, timeout=250, stdin=subprocess.DEVNULL, **more)


def build(source, out="test", *flags):
    done = run(SCARP, "cc", *(flags or ["-g"]), "-O1", "-o", out, source)
    assert done.returncode == 0, done.stderr
    return out if "/" in out else "./" + out


def check(code, *words, name="result.json"):
    done = run(SCARP, "check", "--json", name, *words)
    assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
    return load(name)


def load(name):
    with open(name, encoding="utf-8") as f:
        return json.load(f)


def lost_update():
    return check(1, build(os.path.join(EXAMPLES, "lost_update.c")))


def shown(form, *what):
    done = run(SCARP, "show", "--" + form, *what)
    assert (done.returncode, done.stderr) == (0, b""), (done.returncode, done.stderr)
    return done.stdout.decode("utf-8")  # which is a part of every format


def refused(text, *words, **more):
    done = run(SCARP, "show", *words, **more)
    assert done.returncode == 2, (words, done.returncode, done.stdout[:200], done.stderr)
    assert done.stderr.startswith(b"scarp: ") and done.stderr.count(b"\n") == 1, done.stderr
    assert text in done.stderr.decode(), (text, done.stderr)


def fits(document):
    """The schema of the result, which names every field."""
    with open(os.path.join(TOP, "docs/formats/check.schema.json"), encoding="utf-8") as f:
        errors = Schema(json.load(f), closed=True).errors(document)
    assert not errors, errors[:5]


def sarif(*what):
    log = json.loads(shown("sarif", *what))
    with open(os.path.join(HERE, "sarif.schema.json"), encoding="utf-8") as f:
        errors = Schema(json.load(f), closed=True).errors(log)
    assert not errors, errors[:5]
    for one in log["runs"]:
        rules = [r["id"] for r in one["tool"]["driver"]["rules"]]
        for result in one["results"]:
            assert result["ruleId"] in rules
            for flow in result.get("codeFlows", []):
                order = [s["executionOrder"] for t in flow["threadFlows"] for s in t["locations"]]
                assert len(set(order)) == len(order), "two steps at a time"
                for thread in flow["threadFlows"]:
                    own = [s["executionOrder"] for s in thread["locations"]]
                    assert own == sorted(own)
    return log


def junit(*what):
    """As every reader wants it: the counts are those of what is in it."""
    top = xml.fromstring(shown("junit", *what))
    assert top.tag == "testsuites"
    for count, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
        assert int(top.get(count)) == len(top.findall(f".//{tag}")), count
        for suite in top:
            assert int(suite.get(count)) == len(suite.findall(f".//{tag}")), count
    for suite in top:
        assert suite.tag == "testsuite" and suite.get("name")
        for one in suite.findall("testcase"):
            assert one.get("name") and one.get("classname") and float(one.get("time")) >= 0
    return top


def graph(*what):
    g = dot.parse(shown("dot", *what))
    for a, b in g["edges"]:
        assert a in g["nodes"] and b in g["nodes"], (a, b)
        assert int(a[1:]) < int(b[1:]), "an arrow into the past"
    assert sorted(n for ids in g["clusters"].values() for n in ids) == sorted(g["nodes"])
    return g


def chrome(*what):
    trace = json.loads(shown("chrome", *what))
    lanes = {e["tid"] for e in trace["traceEvents"] if e["ph"] == "M"}
    starts, ends = {}, {}
    for e in trace["traceEvents"]:
        assert e["ph"] in "MXsf" and isinstance(e["ts"], int) and e["tid"] in lanes, e
        if e["ph"] in "sf":
            (starts if e["ph"] == "s" else ends)[e["id"]] = e["ts"]
    assert starts.keys() == ends.keys()
    assert all(starts[i] < ends[i] for i in starts), "an arrow into the past"
    return trace


# ---- the document

@case
def results_fit_their_schema():
    found = lost_update()
    fits(found)
    deadlock = check(1, build(os.path.join(EXAMPLES, "abba.c"), "abba"))
    fits(deadlock)
    assert len(deadlock["bugs"][0]["trace"]["waits"]) == 3
    right = build(os.path.join(EXAMPLES, "bounded_queue_ok.c"), "right")
    fits(check(0, "--exhaustive", "--fingerprint", "--audit", "--audit-executions", "50", right))
    fits(check(4, "--exhaustive", "--reduce", "none", "--max-executions", "500", "--state", "none", right))
    fits(check(0, "--strategy", "ipb", "--bound", "1", "--cache", "hbr", "--count-reruns", right))
    done = run(SCARP, "replay", "--json", "again.json", "scarp.out/001/bug-1.schedule")
    assert done.returncode == 1, done
    again = load("again.json")
    fits(again)
    assert again["bugs"][0]["trace"] == found["bugs"][0]["trace"], "the replay tells other steps"
    # A schema that takes everything would say nothing.
    for spoil in (lambda r: r.pop("verdict"), lambda r: r.update(verdict="good"), lambda r: r.update(new=1),
                  lambda r: r["bugs"][0]["trace"]["steps"][0].update(thread="1"),
                  lambda r: r["bugs"][0]["trace"]["steps"][0].update(after=[]),
                  lambda r: r["bugs"][0].pop("trace")):
        bad = copy.deepcopy(found)
        spoil(bad)
        try:
            fits(bad)
        except AssertionError:
            continue
        raise AssertionError("a spoilt document fits")


@case
def every_field_is_in_the_documents():
    with open(os.path.join(TOP, "docs/formats/check.schema.json"), encoding="utf-8") as f:
        fields = set(names(json.load(f)))
    with open(os.path.join(TOP, "docs/formats/check-json.md"), encoding="utf-8") as f:
        text = f.read()
    assert len(fields) > 100
    missing = [n for n in fields if f"`{n}`" not in text]
    assert not missing, missing


@case
def shown_steps_are_the_rows_of_the_report():
    found = lost_update()
    with open("scarp.out/001/bug-1.txt", encoding="utf-8") as f:
        text = f.read()
    rows = [s for s in found["bugs"][0]["trace"]["steps"] if s.get("shown")]
    assert [r.get("row") for r in rows] == [1, 2, 3, 4, 5, 6, 7, None] and rows[-1]["failed"]
    for r in rows:
        assert re.search(r"(?m)^ +\*?%s \|.* %s" % (r.get("row", ">>"), re.escape(r["text"])), text), (r, text)
        assert "switch" not in r or f"-- {r['switch']} --" in text
    assert [(s["thread"], s.get("object"), s.get("value")) for s in rows] == [
        ("T0", "T1", None), ("T0", "T2", None), ("T1", "counter", "0"), ("T2", "counter", "0"), ("T2", "counter", "1"), ("T1", "counter", "1"),
        ("T0", "counter", "1"), ("T0", None, None)]


@case
def steps_come_behind_what_led_to_them():
    """All pairs, by hand: creations, joins, and the three accesses that meet another's."""
    trace = lost_update()["bugs"][0]["trace"]
    steps = trace["steps"]

    def at(i):
        return steps[i]["thread"] + " " + steps[i]["text"]

    assert [(at(a), at(i)) for i, s in enumerate(steps) for a in s.get("after", [])] == [
        ("T0 create T1", "T1 read counter = 0"), ("T0 create T2", "T2 read counter = 0"),
        ("T1 exit", "T0 join T1"), ("T2 exit", "T0 join T2")]
    assert [(at(a), at(i)) for i, s in enumerate(steps) for a in s.get("after_data", [])] == [
        ("T1 read counter = 0", "T2 write counter = 1"), ("T2 write counter = 1", "T1 write counter = 1"),
        ("T1 write counter = 1", "T0 read counter = 1")]
    # A lock is taken behind the one who gave it back.
    steps = check(1, build(os.path.join(EXAMPLES, "abba.c")))["bugs"][0]["trace"]["steps"]
    for i, s in enumerate(steps):
        for a in s.get("after", []):
            assert a < i and steps[a]["thread"] != s["thread"], (a, i)


MIXED = """
#include <assert.h>
#include <pthread.h>
static int x, y, z;
static void *one(void *unused) { x = 1; int a = x; y = a + x; z = y; x = z + x; return unused; }
static void *two(void *unused) { int a = y; x += a; y = x; a = z + z; z = a + x; return unused; }
int main(void)
{
	pthread_t a, b;
	x = y = 0;
	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	int seen = y + z;
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(x + y + seen == -1);
}
"""


def reduced(steps):
    """Pairs of threads by brute force: what each step on a variable comes behind with nothing between."""
    on = [(i, s) for i, s in enumerate(steps) if s["operation"] in ("read", "write")]

    def before(j, i):
        (a, s), (b, t) = j, i
        return a < b and s["object"] == t["object"] and (
            s["thread"] == t["thread"] or "write" in (s["operation"], t["operation"]))

    return {(j[0], i[0]) for i in on for j in on if before(j, i) and j[1]["thread"] != i[1]["thread"] and
            not any(before(j, k) and before(k, i) for k in on)}


@case
def steps_on_data_come_behind_what_brute_force_says():
    with open("test.c", "w", encoding="utf-8") as f:
        f.write(MIXED)
    seen = 0
    build("test.c")
    for seed in range(1, 13):
        steps = check(1, "--strategy", "random", "--seed", str(seed), "--shrink", "0", "./test")["bugs"][0]["trace"]["steps"]
        told = {(a, i) for i, s in enumerate(steps) for a in s.get("after_data", [])}
        assert told == reduced(steps), (told ^ reduced(steps), steps)
        seen += len(told)
    assert seen > 60, seen


# ---- the formats

@case
def sarif_has_a_flow_for_each_thread():
    found = lost_update()
    [one] = sarif()["runs"]
    assert one["properties"]["verdict"] == "bug" and one["invocations"][0]["executionSuccessful"]
    bug, race = one["results"]
    assert (bug["ruleId"], bug["level"], race["ruleId"], race["level"]) == ("SC101", "error", "SC122", "warning")
    [flow] = bug["codeFlows"]
    assert [t["id"] for t in flow["threadFlows"]] == ["T0", "T1", "T2"]
    assert sum(len(t["locations"]) for t in flow["threadFlows"]) == len(found["bugs"][0]["trace"]["steps"])
    last = [s for t in flow["threadFlows"] for s in t["locations"] if s["importance"] == "essential"]
    assert [s["location"]["message"]["text"] for s in last] == ["assertion failed"]
    where = bug["locations"][0]["physicalLocation"]
    assert where["region"]["startLine"] == found["bugs"][0]["line"]
    # One bug alone has no races.
    assert [r["ruleId"] for r in sarif("1")["runs"][0]["results"]] == ["SC101"]
    # Whom a deadlock is between.
    check(1, build(os.path.join(EXAMPLES, "abba.c")))
    bug = sarif("result.json")["runs"][0]["results"][0]
    assert len(bug["relatedLocations"]) == 3 and "held by" in bug["relatedLocations"][0]["message"]["text"] + \
        bug["relatedLocations"][1]["message"]["text"]


def prints(text, name="test.c"):
    with open(name, "w", encoding="utf-8") as f:
        f.write(text)
    check(1, build(name))
    return [r["partialFingerprints"]["scarp/v1"] for r in sarif("result.json")["runs"][0]["results"]]


@case
def fingerprints_outlive_other_lines():
    for name in ("lost_update.c", "abba.c"):
        with open(os.path.join(EXAMPLES, name), encoding="utf-8") as f:
            text = f.read()
        before = prints(text)
        assert prints("\n/* more\n * lines */\n" + text) == before, name
        assert len(set(before)) == len(before), "two results have one"
        other = text.replace("counter == 2", "counter > 1").replace("save(", "keep(").replace("save,", "keep,")
        assert prints(other)[0] != before[0], name


@case
def junit_counts_what_there_is():
    lost_update()
    top = junit()
    assert (top.get("tests"), top.get("failures"), top.get("errors")) == ("1", "1", "0")
    [failure] = top.findall(".//failure")
    assert failure.get("type") == "assertion" and "counter == 2" in failure.get("message")
    assert "T2: write counter = 1" in failure.text and "scarp replay scarp.out/001/bug-1.schedule" in failure.text
    check(0, "--exhaustive", build(os.path.join(EXAMPLES, "bounded_queue_ok.c"), "right"), name="right.json")
    check(4, "--exhaustive", "--reduce", "none", "--max-executions", "500", "--state", "none", "./right", "x<&>",
          name="partial.json")
    top = junit("right.json", "partial.json", "result.json")
    assert [s.get("name") for s in top] == ["./right", "./right x<&>", "./test"]
    said = [{p.get("name"): p.get("value") for p in s.find("properties")} for s in top]
    assert [s["verdict"] for s in said] == ["verified", "partial", "bug"]
    assert "hole" in said[1], said[1]
    with open("fork.c", "w", encoding="utf-8") as f:
        f.write("#include <unistd.h>\nint main(void) { return vfork() == 0 ? (_exit(0), 0) : 0; }\n")
    bad = check(5, build("fork.c", "fork"), name="error.json")
    top = junit("error.json")
    assert top.find(".//error").get("message") == bad["error"]
    assert not sarif("error.json")["runs"][0]["invocations"][0]["executionSuccessful"]


@case
def test_cases_are_cases():
    cases = {"format": "scarp-cases", "version": 1, "framework": "cmocka", "exit": 1, "cases": [
        {"name": "one & only", "exit": 1, "result": lost_update()},
        {"name": "other", "exit": 4, "result": None, "why": "it has no name"},
        {"name": "third", "exit": 2, "result": None}]}
    fits(cases)
    with open("cases.json", "w", encoding="utf-8") as f:
        json.dump(cases, f)
    top = junit("cases.json")
    assert [(c.get("name"), [e.tag for e in c]) for c in top.iter("testcase")] == [
        ("one & only", ["failure"]), ("other", ["skipped"]), ("third", ["error"])]
    assert [r["properties"].get("case") for r in sarif("cases.json")["runs"]] == ["one & only", "third"]
    refused("several test cases", "--dot", "cases.json")


@case
def dot_has_a_box_for_each_thread():
    lost_update()
    g = graph()
    assert list(g["clusters"]) == ["T0 main", "T1 increment", "T2 increment"]
    assert g["label"] == 'assertion "counter == 2" failed in main'
    assert "read counter = 0\nlost_update.c:15" in g["nodes"].values()
    assert len(g["edges"]) == 7 + len(g["nodes"]) - 3  # between threads, and in each


@case
def chrome_has_a_lane_for_each_thread():
    found = lost_update()
    events = chrome()["traceEvents"]
    assert [e["args"]["name"] for e in events if e["ph"] == "M"] == ["T0 main", "T1 increment", "T2 increment"]
    steps = [e for e in events if e["ph"] == "X"]
    assert [(f"T{e['tid']}", e["name"], e["ts"], e["dur"]) for e in steps] == [
        (s["thread"], s["text"], i, 1) for i, s in enumerate(found["bugs"][0]["trace"]["steps"])]
    assert len([e for e in events if e["ph"] == "s"]) == 7


@case
def any_name_of_a_bug_will_do():
    lost_update()
    first = shown("text")
    for name in ("1", "scarp.out", "scarp.out/001", "scarp.out/latest", "scarp.out/001/bug-1.txt",
                 "scarp.out/001/bug-1.schedule", "scarp.out/001/check.json", "result.json"):
        assert shown("text", name) == first, name
    assert json.loads(shown("json", "1")) == load("result.json")["bugs"][0]
    assert json.loads(shown("json", "result.json")) == load("result.json")
    done = run(SCARP, "show", "-o", "out.txt", "result.json")
    with open("out.txt", encoding="utf-8") as f:
        assert (done.returncode, done.stdout, f.read()) == (0, b"", first)


# ---- what is not there any more, or never was

def all_formats(*what):
    return {form: shown(form, *what) for form in FORMATS}


@case
def neither_program_nor_source_is_asked_for():
    shutil.copy(os.path.join(EXAMPLES, "lost_update.c"), "test.c")
    check(1, build("test.c"))
    before = all_formats()
    assert "counter++" in before["text"]
    for rid in (lambda: os.rename("test", "moved"), lambda: run("strip", "moved"), lambda: os.remove("moved"),
                lambda: os.remove("test.c"), lambda: os.remove("scarp.out/001/bug-1.schedule")):
        rid()
        assert all_formats() == before
    done = run(SCARP, "replay")
    assert done.returncode == 2 and b"no bug to replay" in done.stderr, done


@case
def what_cannot_be_named_is_said():
    shutil.copy(os.path.join(EXAMPLES, "lost_update.c"), "test.c")
    build("test.c")
    os.rename("test.c", "away.c")
    trace = check(1, "./test")["bugs"][0]["trace"]
    [note] = trace["notes"]
    assert "source files could not be read" in note and not any("source" in f for f in trace["frames"])
    assert note in shown("text") and note in graph()["label"] and note in shown("chrome")
    fits(load("result.json"))
    run("strip", "-g", "test")
    trace = check(1, "./test")["bugs"][0]["trace"]
    [note] = trace["notes"]
    assert "no debug information" in note and not any("line" in f for f in trace["frames"])
    assert note in shown("text")
    for look in (sarif, junit, graph, chrome):
        look()
    result = sarif()["runs"][0]["results"][0]
    # What the assertion says itself is all there is.
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "test.c"


@case
def names_may_be_anything():
    folder = "a b\"c<d>&e'f\n%41#?\u00e9"
    os.mkdir(folder)
    said = "<b>&amp; ' {0} ](1) \\\\ \u00e9 --> ]]>"
    with open(os.path.join(EXAMPLES, "lost_update.c"), encoding="utf-8") as f:
        text = f.read().replace("counter == 2", f'counter == 2 && "{said}"')
    source = os.path.join(folder, 't "<&>.c')
    with open(source, "w", encoding="utf-8") as f:
        f.write(text)
    found = check(1, build(source, os.path.join(folder, "te st\n<&>\"")), "<arg & \"q\">", "line 1\nline 2", "\x01\x7f")
    fits(found)
    assert found["bugs"][0]["file"] == source and found["command"][1:] == ["<arg & \"q\">", "line 1\nline 2", "\x01\x7f"]
    top = junit()
    assert top[0].get("name") == " ".join(found["command"]).replace("\x01", "\ufffd").replace("\x7f", "\ufffd")
    assert top.find(".//failure").get("message") == found["bugs"][0]["title"] and said in found["bugs"][0]["title"]
    where = sarif()["runs"][0]["results"][0]
    assert where["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == \
        "a%20b%22c%3Cd%3E%26e%27f%0A%2541%23%3F%C3%A9/t%20%22%3C%26%3E.c"
    assert "{{0}} \\](1) \\\\" in where["message"]["text"]
    g = graph()
    assert g["label"] == found["bugs"][0]["title"]
    assert 'read counter = 0\nt "<&>.c:15' in g["nodes"].values()
    assert any(e["args"].get("place") == 't "<&>.c:15' for e in chrome()["traceEvents"])
    assert all(line.isprintable() for line in shown("text").splitlines())


@case
def a_million_steps():
    test = build(os.path.join(HERE, "long.c"))
    found = check(1, "--strategy", "dfs", "--max-executions", "1", "--max-steps", "1048575", "--shrink", "0",
                  "--state", "none", test)
    fits(found)
    assert len(found["bugs"][0]["trace"]["steps"]) > 130000
    first, second = found["bugs"][0]["trace"]["notes"]
    assert re.search(r"9\d{5} more did not fit", first) and "last 65536" in second
    assert first in shown("text") and first in graph()["label"]
    assert len(graph()["nodes"]) <= 400
    for look in (sarif, junit, chrome):
        look()
    assert len(shown("sarif")) < 1 << 20


# ---- where it goes

def spoil(name):
    """A result whose text is longer than any buffer of a stream."""
    result = lost_update()
    steps = result["bugs"][0]["trace"]["steps"]
    for i in range(20000):
        steps.insert(0, {"thread": "T0", "operation": "read", "text": "again", "shown": True})
    with open(name, "w", encoding="utf-8") as f:
        json.dump(result, f)


@case
def a_closed_pipe_is_said():
    spoil("long.json")
    for form in FORMATS:
        out, into = os.pipe()
        os.close(out)
        done = subprocess.run([SCARP, "show", "--" + form, "long.json"], stdout=into, stderr=subprocess.PIPE, timeout=60,
                              restore_signals=form != "dot")
        os.close(into)
        assert done.returncode == 2 and b"has closed it before all was written" in done.stderr, (form, done)


@case
def a_full_disk_is_said():
    spoil("long.json")
    for form in FORMATS:
        with open("/dev/full", "wb") as full:
            done = subprocess.run([SCARP, "show", "--" + form, "long.json"], stdout=full, stderr=subprocess.PIPE, timeout=60)
        assert done.returncode == 2 and b"No space left on device" in done.stderr, (form, done)
        refused("No space left on device", "--" + form, "-o", "/dev/full", "long.json")
        assert not os.path.isfile("/dev/full")

        if form == "suppressions":
            continue  # one line, which fits

        def little():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            # A line is all that GitHub gets.
            most = 64 if form == "github" else 4096
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

        with open("old", "w", encoding="utf-8") as f:
            f.write("as it was")
        refused("old': File too large", "--" + form, "-o", "old", "long.json", preexec_fn=little)
        refused("new': File too large", "--" + form, "-o", "new", "long.json", preexec_fn=little)
        with open("old", encoding="utf-8") as f:
            assert f.read() == "as it was" and not os.path.exists("new")


@case
def devices_stay_what_they_are():
    lost_update()
    os.mkfifo("pipe")
    reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    done = run(SCARP, "show", "-o", "pipe")
    assert done.returncode == 0, done
    assert os.read(reader, 1 << 16).decode() == shown("text")
    os.close(reader)
    assert not os.path.isfile("pipe")
    os.symlink("behind.txt", "link.txt")
    with open("behind.txt", "w", encoding="utf-8"):
        pass
    assert run(SCARP, "show", "-o", "link.txt").returncode == 0
    assert os.path.islink("link.txt") and os.path.getsize("behind.txt") > 100


@case
def what_cannot_be_shown_is_said():
    refused("no result to show")
    refused("no result to show", "1")
    refused("cannot read 'nothing.json'", "nothing.json")
    lost_update()
    refused("has no bug 2: it has 1", "2")
    refused("did you mean '--sarif'", "--sarf")
    refused("exclude each other", "--dot", "--sarif")
    refused("takes one bug", "--dot", "1", "1")
    refused("wants an argument", "-o")
    refused("is a directory", "-o", ".", "1")
    with open("bad.json", "w", encoding="utf-8") as f:
        f.write('{"a": 1')
    refused("is no JSON", "bad.json")
    with open("bad.json", "w", encoding="utf-8") as f:
        f.write('{"a": 1}')
    refused("is no result of 'scarp check --json'", "bad.json")
    old = load("result.json")
    del old["bugs"][0]["trace"]
    with open("old.json", "w", encoding="utf-8") as f:
        json.dump(old, f)
    refused("an older scarp wrote it", "--dot", "old.json")
    old["bugs"] = []
    old["verdict"] = "verified"
    with open("old.json", "w", encoding="utf-8") as f:
        json.dump(old, f)
    refused("has no bug to show: its verdict is 'verified'", "old.json")
    os.rename("scarp.out/001/bug-1.schedule", "scarp.out/001/found-1.schedule")
    refused("did not come to its end", "scarp.out/001/found-1.schedule")
    done = run(SCARP, "show", "--help")
    assert done.returncode == 0 and all(b"--" + f.encode() in done.stdout for f in FORMATS)


# ---- several results

@case
def ls_has_a_line_for_each_result():
    done = run(SCARP, "ls")
    assert done.returncode == 2 and b"no results in 'scarp.out'" in done.stderr, done
    lost_update()
    check(1, build(os.path.join(EXAMPLES, "abba.c"), "ab ba\n"), "--each", "of\nthem")
    run(SCARP, "check", "--exhaustive", "--reduce", "none", "--max-executions", "500",
        build(os.path.join(EXAMPLES, "bounded_queue_ok.c"), "right"))
    os.mkdir("scarp.out/1000")
    shutil.copy("scarp.out/001/bug-1.schedule", "scarp.out/1000/found-1.schedule")
    os.mkdir("scarp.out/1001")
    with open("scarp.out/1001/check.json", "w", encoding="utf-8") as f:
        f.write("{")
    done = run(SCARP, "ls")
    assert (done.returncode, done.stderr) == (0, b""), done
    date = r"  \d{4}-\d\d-\d\d \d\d:\d\d"
    lines = done.stdout.decode().splitlines()
    for line, pattern in zip(lines, (
            rf"001{date}  bug + \d+\.\d{{3}} s  \./test  assertion \"counter == 2\" failed in main",
            rf"002{date}  bug + \d+\.\d{{3}} s  \./ab ba\? --each of\?them  deadlock: 3 threads wait for ever",
            rf"003{date}  not ended; to go on: scarp resume scarp.out/003/search.state",
            rf"1000{date}  not ended; it found a bug: scarp replay scarp.out/1000/found-1.schedule",
            rf"1001{date}  cannot be read: 'scarp.out/1001/check.json' is no JSON: .*"), strict=True):
        assert re.fullmatch(pattern, line), (line, pattern)
    assert run(SCARP, "ls", "scarp.out").stdout == done.stdout
    assert run(SCARP, "ls", "a", "b").returncode == run(SCARP, "ls", "-l").returncode == 2
    with open("/dev/full", "wb") as full:
        done = subprocess.run([SCARP, "ls"], stdout=full, stderr=subprocess.PIPE, timeout=60)
    assert done.returncode == 2 and b"No space left" in done.stderr


@case
def diff_knows_a_bug_again():
    with open(os.path.join(EXAMPLES, "lost_update.c"), encoding="utf-8") as f:
        text = f.read()
    for name, version in (("b.json", "/* a line more */\n" + text), ("a.json", text),
                          ("other.json", text.replace("counter == 2", "counter > 1"))):
        with open("lost_update.c", "w", encoding="utf-8") as f:
            f.write(version)
        check(1, build("lost_update.c"), name=name)

    def diff(code, *words):
        done = run(SCARP, "diff", *words)
        assert (done.returncode, done.stderr) == (code, b""), done
        return done.stdout.decode().splitlines()

    lines = diff(0, "a.json", "b.json")
    assert lines[0].startswith("A  a.json  bug: assertion") and lines[1].startswith("B  b.json  bug: assertion")
    assert lines[2] == 'in both: assertion "counter == 2" failed in main  lost_update.c:27', lines
    assert lines[3].startswith("in both: data race on counter") and len(lines) == 4, lines
    lines = diff(1, "a.json", "other.json")
    assert [line.split(":")[0] for line in lines[2:]] == ["in both", "only in A", "only in B"], lines
    assert diff(0, "002", "2")[2:] == diff(0, "a.json", "a.json")[2:]  # numbers of scarp ls
    check(0, "--exhaustive", build(os.path.join(EXAMPLES, "bounded_queue_ok.c"), "right"), name="right.json")
    assert [line.split(":")[0] for line in diff(0, "a.json", "right.json")[2:]] == ["only in A", "only in A"]
    assert diff(0, "right.json", "right.json")[2:] == []
    for words in (["a.json"], ["a.json", "b.json", "c.json"], ["a.json", "nothing.json"], []):
        assert run(SCARP, "diff", *words).returncode == 2


def places(value, at=()):
    yield at
    for key, one in (value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()):
        yield from places(one, (*at, key))


@case
def no_document_ends_it_by_a_signal():
    """Fields that are missing, of another type, or out of range."""
    result = check(1, build(os.path.join(EXAMPLES, "abba.c")))
    everywhere = [p for p in places(result) if p]
    chance = random.Random(7)
    for turn in range(120):
        bad = copy.deepcopy(result)
        for path in chance.sample(everywhere, 1 + turn % 6):
            at = bad
            try:
                for key in path[:-1]:
                    at = at[key]
                what = chance.choice([None, "", "x", -1, 10**9, 1.5, [], {}, [[]], {"text": 3}, True])
                if what is None and chance.random() < 0.5 and isinstance(at, dict):
                    del at[path[-1]]
                else:
                    at[path[-1]] = what
            except (KeyError, IndexError, TypeError):
                continue  # what was around it is gone
        with open("bad.json", "w", encoding="utf-8") as f:
            json.dump(bad, f)
        for form in FORMATS:
            done = run(SCARP, "show", "--" + form, "bad.json")
            assert done.returncode in (0, 2), (form, done.returncode, done.stderr)


def begin(scarp, _moments, _seed):
    global SCARP
    SCARP = scarp


sys.exit(main(CASES, begin))
