#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""page.py - what the page of a bug holds: steps, arrows, locks, the decisive pair

page.py SCARP [CASE]...
page.py --list
"""
import json
import os
import re
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..")]
sys.dont_write_bytecode = True  # the tree stays clean
from cases import main  # noqa: E402
from pages import EXAMPLES, Pages, arrows, data, name, pair, text  # noqa: E402

PAGES = None
CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def shown(page):
    """The steps with a number."""
    return [s for s in page["steps"] if s.get("k")]


# ---- where it is


@case
def a_page_lies_beside_the_schedule():
    program = PAGES.build("update.c")
    said = PAGES.check("--json", "result.json", program)
    assert "\nto look at it in a browser:\nscarp.out/001/bug-1.html\n" in said, said
    assert said.rstrip().endswith("\nscarp replay scarp.out/001/bug-1.schedule"), said
    with open("scarp.out/001/bug-1.txt") as f:
        assert "\nscarp.out/001/bug-1.html\n" in f.read()
    with open("result.json") as f:
        assert json.load(f)["bugs"][0]["html"] == "scarp.out/001/bug-1.html"


@case
def no_page_when_none_is_wanted():
    said = PAGES.check("--no-html", "--json", "result.json", PAGES.build("update.c"))
    assert "browser" not in said, said
    assert sorted(os.listdir("scarp.out/001")) == ["bug-1.schedule", "bug-1.txt", "check.json"]
    with open("result.json") as f:
        assert json.load(f)["bugs"][0]["html"] is None


@case
def a_replay_writes_it_too():
    """In place of what was there; the same steps, but no races, which a search tells."""
    program = PAGES.build("update.c")
    PAGES.check("--no-html", program)
    with open("there.html", "w") as f:
        f.write("before")
    done = PAGES.run("replay", "--html", "there.html")
    assert done.returncode == 1 and "\nto look at it in a browser:\nthere.html\n" in done.stdout, done.stdout
    PAGES.check(program)
    again, first = data("there.html"), data()
    assert again["steps"] == first["steps"] and again.get("pair") == first.get("pair") and not again["races"]
    done = PAGES.run("replay", "--html", "nowhere/there.html")
    assert done.returncode == 1 and "browser" not in done.stdout and "cannot create 'nowhere/there.html'" in done.stderr, \
        done.stderr


@case
def every_bug_has_its_page():
    PAGES.check("--stop-after", "0", "--budget", "3s", PAGES.build("update.c", "-DTWICE"))
    assert sorted(f for f in os.listdir("scarp.out/001") if f.endswith(".html")) == ["bug-1.html", "bug-2.html"]
    titles = {data(f"scarp.out/001/bug-{n}.html")["title"].split(" failed")[0] for n in (1, 2)}
    assert titles == {'assertion "sum == 3 * (ROUNDS + 1)"', 'assertion "seen < 2"'}, titles


# ---- steps


@case
def numbers_are_those_of_the_table():
    page = PAGES.page("update.c")
    with open("scarp.out/001/bug-1.txt") as f:
        table = re.findall(r"^ +\*?(\d+) \|(.*)$", f.read(), re.M)
    steps = shown(page)
    assert [s["k"] for s in steps] == [int(number) for number, _ in table], (steps, table)
    for s, (_, row) in zip(steps, table):
        assert re.sub(r" +", " ", s["w"]) in re.sub(r" +", " ", row), (s, row)


@case
def all_steps_are_there():
    """Those that `--full` has, and no others."""
    program = PAGES.build("update.c")
    said = PAGES.check("--full", program)
    full = [int(n) for n in re.findall(r"^ +(\d+) \|", said, re.M)]
    made = [s for s in data()["steps"] if not s.get("x", 0)]
    assert len(made) == full[-1], (len(made), full)


@case
def a_step_knows_its_line_and_its_stack():
    page = PAGES.page("update.c")
    with open(os.path.join(HERE, "update.c")) as f:
        lines = f.read().splitlines()
    for s in shown(page):
        path = page["files"][s["f"]]
        held = {part[0] + i: line for part in path["l"] for i, line in enumerate(part[1:])}
        assert held[s["l"]] == lines[s["l"] - 1], s
        assert page["stacks"][s["s"]][0][0] in ("add", "main"), s
    write = [s for s in shown(page) if s["w"].startswith("write sum")]
    assert all(s["o"] == "sum" and s["v"] == s["w"].split(" = ")[1] and s["c"] for s in write), write


@case
def a_long_file_is_there_in_parts():
    with open(os.path.join(HERE, "update.c")) as f:
        source = f.read()
    with open("long.c", "w") as f:
        f.write(source.replace("int main", "//\n" * 2000 + "int main"))
    page = PAGES.page(os.path.abspath("long.c"))
    [one] = page["files"]
    assert len(one["l"]) == 2 and sum(len(part) - 1 for part in one["l"]) < 200, [part[0] for part in one["l"]]
    PAGES.check(PAGES.build(os.path.abspath("long.c")))
    os.rename("long.c", "gone.c")
    PAGES.check("./test")
    assert data()["files"] and all(not f["l"] for f in data()["files"])


@case
def very_many_steps_are_all_there():
    """3 x 3,000 turns of 4 steps each, and what they hold at the end."""
    page = PAGES.page("update.c", "--strategy", "random", "--shrink", "0", "--max-steps", "100000", "--seed", "1",
                      flags=("-DROUNDS=3000",))
    assert len(page["steps"]) > 30000, len(page["steps"])
    assert page["steps"][-1]["x"] == 1 and page["steps"][-1]["w"] == "assertion failed"
    assert held_at(page, len(page["steps"])) == set()


# ---- what is between them


@case
def arrows_are_what_passes():
    """Written by hand, from the comment in passes.c: main goes first, then T1 until it waits, then T2."""
    page = PAGES.page("passes.c", "--exhaustive", "--shrink", "0")
    orders = [
        ("T0 create T1", "T1 lock &lock"), ("T0 create T2", "T2 lock &lock"),
        ("T1 wait on &ready", "T2 lock &lock"),  # it gives the mutex
        ("T2 signal &ready, wakes T1", "T1 wake from &ready"), ("T2 unlock &lock", "T1 lock &lock"),
        ("T2 post semaphore &units", "T1 wait for semaphore &units"),
        ("T2 arrive at barrier &meet", "T1 leave barrier &meet"), ("T1 arrive at barrier &meet", "T2 leave barrier &meet"),
        ("T1 exit", "T0 join T1"), ("T2 exit", "T0 join T2"),
        ("T1 unlock rwlock &table", "T0 write-lock &table"), ("T2 unlock rwlock &table", "T0 write-lock &table"),
    ]
    passes = [("T2 write there = 1", "T1 read there = 1"), ("T2 atomic store flag = 7", "T0 atomic load flag = 7")]
    # main loads it twice, and finds it once
    found = [(a, b.split(":")[0], kind) for a, b, kind in arrows(page)]
    assert sorted(found) == sorted([(*o, "orders") for o in orders] + [(*p, "passes") for p in passes]), found


def held_at(page, i):
    held = set()
    for s in page["steps"][:i + 1]:
        if "h" in s:
            held.add((s["t"], page["locks"][s["h"]]))
        if "g" in s:
            held.remove((s["t"], page["locks"][s["g"]]))  # KeyError: it had none
    return held


@case
def locks_are_held_from_here_to_there():
    """Two readers at a time; a wait on a condition gives the mutex."""
    page = PAGES.page("passes.c", "--exhaustive", "--shrink", "0")
    at = {name(page, i): i for i in range(len(page["steps"]))}
    assert held_at(page, at["T1 wait on &ready"]) == set()
    assert held_at(page, at["T2 write there = 1"]) == {(2, "lock")}
    assert held_at(page, at["T1 arrive at barrier &meet"]) == {(1, "table"), (2, "table")}
    assert held_at(page, at["T1 unlock rwlock &table"]) == {(2, "table")}
    assert held_at(page, len(page["steps"]) - 1) == {(0, "table")}
    assert [s.get("hr") for s in page["steps"] if s["w"] in ("read-lock &table", "write-lock &table")] == [1, 1, None]


@case
def values_are_not_known_for_ever():
    """copied.c: a part that is written, the whole that is cleared, a block that is freed."""
    page = PAGES.page("copied.c", "--exhaustive")
    gone = [(s["w"].split(" = ")[0].split(":")[0], s["u"]) for s in page["steps"] if "u" in s]
    assert gone == [("write both.all+4", ["both"]), ("write both", ["both.all+4"]), ("free heap A", ["heap A"])], gone


@case
def a_lost_update_is_pointed_out():
    """Though all accesses are under the lock: the steps that the sentence names, and the sentence."""
    PAGES.check("--json", "result.json", PAGES.build("update.c", "-DROUNDS=0"))
    page = data()
    with open("result.json") as f:
        said = json.load(f)["bugs"][0]["decisive"]
    assert page["decisive"] == said["text"], page["decisive"]
    for at, key in zip(page["pair"], ("after", "step", "before")):
        step = page["steps"][at]
        assert (f"T{step['t']}", step["l"]) == (said[key]["thread"], said[key]["line"]), (step, said)
        assert step["w"].startswith(said[key]["what"] + " sum"), (step, said)


@case
def a_free_and_the_use_are_pointed_out():
    page = PAGES.page("freed.c")
    freed, used = pair(page)[-2:]
    assert freed.startswith("T2 free heap A") and used.startswith("T1 read heap A"), pair(page)
    assert page["code"] == "SC115" and page["means"].startswith("Memory was read or written after free"), page["code"]


@case
def the_one_that_passes_parts_where_it_does():
    """T1 reads; here T2 reads next, there T1 writes first: the first steps of both are the same, the next is not."""
    page = PAGES.page(os.path.join(EXAMPLES, "lost_update.c"))
    there, n = page["passing"]["steps"], page["passing"]["common"]
    tell = lambda s: (s["t"], s["w"], s.get("l"))  # noqa: E731
    assert 0 < n < min(len(there), len(page["steps"])), n
    assert [tell(s) for s in there[:n]] == [tell(s) for s in page["steps"][:n]], n
    assert tell(there[n]) != tell(page["steps"][n]), n
    assert not any(s.get("x", 0) & 1 for s in there) and there[-1]["w"] != "assertion failed", there[-1]
    PAGES.check("--shrink", "0", "./test")
    assert "passing" not in data() and "decisive" not in data()


@case
def a_deadlock_is_a_circle():
    page = PAGES.page(os.path.join(EXAMPLES, "abba.c"))
    waits = {w["t"]: w for w in page["waits"]}
    assert (waits[1]["by"], waits[1]["on"], waits[2]["by"], waits[2]["on"]) == \
        (2, "checking.lock", 1, "savings.lock"), waits
    assert waits[0]["by"] == 1 and "on" not in waits[0] and waits[0]["op"] == "join", waits
    for w in waits[1], waits[2]:
        [taken] = [s for s in page["steps"] if s.get("h") == w["h"] and s["t"] == w["by"]]
        assert taken["w"] == f"lock &{w['on']}", taken
    assert [(s["t"], s["w"].split(",")[0]) for s in page["steps"] if s.get("x", 0) == 1] == [
        (0, "waits for the end of T1"), (1, "waits for &checking.lock"), (2, "waits for &savings.lock")]


@case
def a_wait_is_where_the_user_waits():
    """Not in the header of the library that it goes through."""
    page = PAGES.page(os.path.join(HERE, "..", "report", "sleeps.cc"), "--exhaustive")
    [wait] = [w for w in page["waits"] if "stack" in w]
    _, file, number = wait["stack"][wait["f"]]
    with open(os.path.join(HERE, "..", "report", "sleeps.cc")) as f:
        [waits] = [n for n, words in enumerate(f, 1) if "WAITS" in words]
    assert page["files"][file]["p"].endswith("sleeps.cc") and number == waits and wait["f"] > 0, wait
    assert wait["what"] == "waits for a wake-up from &more" and "op" not in wait, wait


@case
def races_are_listed_with_their_steps():
    page = PAGES.page(os.path.join(EXAMPLES, "lost_update.c"))
    [race] = page["races"]
    assert race["on"].startswith("counter (global") and race["came"].startswith("part of a failure"), race
    for side in race["one"], race["two"]:
        assert side["steps"] and all(page["steps"][i]["o"] == "counter" for i in side["steps"]), side
        assert all(page["steps"][i]["w"].startswith(side["does"][:-1]) for i in side["steps"]), side


@case
def state_spaces_are_a_tree():
    """One that contains all others; a part is below the smallest that it is in; a replay has none."""
    PAGES.check("--stop-after", "0", "--budget", "3s", "--json", "result.json", PAGES.build("update.c"))
    spaces = data()["spaces"]
    with open("result.json") as f:
        jobs = json.load(f)["jobs"]
    sets = [set(j["points"]["classes"]) | {(p["file"], p["line"], p["access"]) for p in j["points"]["racing"]} for j in jobs]
    assert len(spaces) == len(jobs) and [s["n"] for s in spaces] == [j["executions"] for j in jobs]
    for s, part in zip(spaces, sets):
        larger = sorted((len(one), i) for i, one in enumerate(sets) if part < one)
        assert (s["in"] == -1) if not larger else len(sets[s["in"]]) == larger[0][0] and part < sets[s["in"]], s
    assert [s["is"] == "bug" for s in spaces] == [j["bug"] for j in jobs] and any(j["bug"] for j in jobs)
    assert [s["proven"] for s in spaces] == [j["proven"] for j in jobs]
    PAGES.run("replay", "--html", "again.html")
    assert data("again.html")["spaces"] == []


# ---- what is in it is never markup


@case
def nothing_from_the_test_is_markup():
    """Messages, output, source lines and the file's name: with line feeds, quotes, bytes that are no UTF-8."""
    source = 'a"b\n</script><b>.c'.replace("/", "_")
    shutil.copy(os.path.join(HERE, "markup.c"), source)
    page = PAGES.page(os.path.abspath(source))
    whole = text()
    assert whole.count("</script") == 2 and whole.count("<script") == 2 and "onerror" in whole, whole.count("</script")
    assert page["title"].startswith('assertion "a < b && "</script><b>it\'s" > \'&\'" failed'), page["title"]
    assert any("<img src=x" in line for line in page["printed"]), page["printed"]
    assert "<" not in re.search(r'id="data">\n(.*?)\n</script>', whole, re.S).group(1)


@case
def a_page_asks_for_nothing():
    PAGES.page("update.c")
    whole = text()
    assert "default-src 'none'" in whole
    assert set(re.findall(r"https?://[^\"' ]*", whole)) == {"http://www.w3.org/2000/svg"}  # the name of SVG
    assert not re.search(r"<(link|img|iframe)|\bsrc=|@import|url\((?!#)|fetch\(|XMLHttp", whole.replace("onerror", "")), whole


def begin(scarp, _moments, _seed):
    global PAGES
    PAGES = Pages(scarp)


if __name__ == "__main__":
    sys.exit(main(CASES, begin))
