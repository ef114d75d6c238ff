#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""study.py - `scarp study`: its numbers, that nothing measured is lost, and bad input

study.py SCARP [CASE]...
study.py --list

Numbers of searches in order are those of the published study, as the headers of
tests/programs/study have them; tables and plots are made again here from cells.csv.
"""
import csv
import html.parser
import json
import math
import os
import signal
import statistics
import subprocess
import sys
import time
import xml.etree.ElementTree as ET

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, "../programs/study")
sys.path.insert(0, os.path.join(HERE, ".."))
sys.dont_write_bytecode = True  # the tree stays clean
from cases import main  # noqa: E402

SCARP = None
CASES = {}

LOST = """#include <assert.h>
#include <pthread.h>
static int n;
static void *add(void *unused) { n++; return unused; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, add, NULL);
	n++;
	pthread_join(t, NULL);
	assert(n == 2);
}
"""
LOCKED = LOST.replace("static int n;", "static int n; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;") \
    .replace("n++;", "pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m);")


def case(function):
    CASES[function.__name__] = function
    return function


def study(code, *words, **more):
    done = subprocess.run([SCARP, "study", *words], capture_output=True, text=True, errors="replace", timeout=200,
                          stdin=subprocess.DEVNULL, **more)
    assert done.returncode == code, (done.returncode, done.stdout[-3000:] + done.stderr)
    return done.stdout + done.stderr


def write(name, text):
    with open(name, "w") as f:
        f.write(text)


def read(name):
    with open(name) as f:
        return f.read()


def suite(**more):
    """A small one, in s.json."""
    write("lost.c", LOST)
    write("locked.c", LOCKED)
    s = {"format": "scarp-suite", "version": 1, "seeds": [1, 2], "limit": {"executions": 20},
         "techniques": ["random", "pct-2", "dfs", "ipb", "default"],
         "programs": [{"name": "lost", "sources": ["lost.c"], "verdict": "bug assertion"},
                      {"name": "locked", "sources": ["locked.c"], "verdict": "no bug"}]}
    s.update(more)
    write("s.json", json.dumps({k: v for k, v in s.items() if v is not None}))
    return s


def rows(folder, name):
    with open(os.path.join(folder, name)) as f:
        return list(csv.reader(f))


def files(folder):
    """All that a study leaves but what has times in it."""
    return {n: read(os.path.join(folder, n)) for n in sorted(os.listdir(folder)) if n not in ("measured.jsonl", "programs", "work")}


def measured(folder):
    with open(os.path.join(folder, "measured.jsonl")) as f:
        return [(c["program"], c["technique"], c["seed"]) for c in map(json.loads, list(f)[1:])]


# ---- numbers

@case
def searches_in_order_are_those_of_the_published_study():
    options = ["--points=study", "--racing", os.path.join(PROGRAMS, "none.racing")]
    racing = ["--points=study", "--racing", os.path.join(PROGRAMS, "bluetooth.racing")]
    programs = [{"name": n, "sources": [os.path.join(PROGRAMS, n + ".c")], "flags": ["-O0"], "verdict": "bug assertion",
                 "options": racing if n == "bluetooth" else options} for n in ("account", "stringbuffer", "bluetooth", "lazy01")]
    suite(programs=programs, seeds=1, limit={"executions": 100000},
          techniques=[{"name": n, "options": ["--strategy", n]} for n in ("ipb", "idb", "dfs")])
    study(0, "-j2", "-q", "s.json")
    head, *body = rows("s.study", "in-order.csv")
    assert head == ["program", "threads", "decisions", "ipb bound", "ipb first", "total", "new", "buggy", "idb bound", "idb first",
                    "total", "new", "buggy", "dfs first", "total", "buggy", "%"], head
    # Table 3.3 of the study, rows 3, 2, 5 and 16.
    assert [[r[0], *r[3:]] for r in body] == [
        "account 0 3 6 6 2 1 3 5 4 1 3 28 4 14%".split(), "stringbuffer 2 9 13 8 1 2 9 13 8 1 7 24 1 4%".split(),
        "bluetooth 1 6 7 6 1 1 6 7 6 1 36 177 10 5%".split(), "lazy01 0 1 13 13 6 0 1 1 1 1 1 118 81 68%".split()], body
    assert [r[1] for r in body] == ["4", "2", "2", "4"], body


def numbers(folder):
    head, *body = rows(folder, "cells.csv")
    return [dict(zip(head, r)) for r in body]


@case
def tables_are_what_the_runs_say():
    s = suite(seeds=3, limit={"executions": 30})
    study(0, "-j2", "s.json")
    cells = numbers("s.study")
    assert len(cells) == 2 * (3 * 3 + 2), len(cells)
    assert all(c["outcome"] == ("found" if c["program"] == "lost" and c["first"] else "silent") for c in cells), cells
    assert all(c["exhausted"] == str(int(c["technique"] == "dfs" or (c["program"], c["technique"]) in (
        ("locked", "ipb"), ("locked", "default")))) for c in cells), cells
    head, *body = rows("s.study", "overview.csv")
    assert head == ["technique", "1", "10", "30", "by most", "by all"], head
    for row in body:
        mine = [int(c["first"] or 99) for c in cells if c["technique"] == row[0] and c["program"] == "lost"]
        within = [sum(first <= x for first in mine) / len(mine) for x in (1, 10, 30)]
        assert row[1:4] == [f"{w:.1f}" for w in within], (row, within)
        assert row[4:] == [str(int(within[2] > 0.5)), str(int(within[2] == 1))], (row, within)
    head, *body = rows("s.study", "by-chance.csv")
    assert head == ["program", "random first", "buggy", "pct-2 first", "buggy", "at least", "default first"], head
    lost = [c for c in cells if c["program"] == "lost"]
    n, k = (max(int(c[key]) for c in lost) for key in ("threads", "decisions"))
    assert n == 2, n
    for technique, at in ("random", 1), ("pct-2", 3):
        mine = [c for c in lost if c["technique"] == technique]
        found = [c for c in mine if c["first"]]
        middle = str(statistics.median(int(c["first"] or 99) for c in mine)) + (
            f" ({len(found)} of 3)" if len(found) < 3 else "")
        assert body[0][at] == middle, (body, mine)
        assert float(body[0][at + 1]) == round(statistics.mean(int(c["failed"]) for c in mine), 1), (body, mine)
    assert body[0][5] == str(math.floor(30 / (n * k))), (body, n, k)
    assert body[1] == ["locked", "X", "0", "X", "0", "-", "X"], body
    assert sum(c["technique"] == "pct-2" and c["outcome"] == "found" for c in lost) == 2, "no run that misses is seen here"
    easy = dict(rows("s.study", "easy.csv")[1:])
    assert easy["found with bound 0"] == "0" and easy["all schedules of random fail"] == "0", easy
    written = json.loads(read("s.study/study.json"))
    assert len(written["measured"]) == written["runs"] == len(cells) and written["suite"] == s, written


@case
def default_counts_all_its_searches():
    suite(techniques=["default"], until="first bug", seeds=[7], limit={"executions": 5000})
    study(0, "-q", "s.json")
    lost = numbers("s.study")[0]
    assert lost["first"] == lost["schedules"] and int(lost["first"]) >= 1, lost
    done = subprocess.run([SCARP, "check", "-q", "--config=none", "--shrink=0", "--seed=7", "--max-executions=5000", "--json=r.json",
                           "s.study/programs/lost"], capture_output=True, timeout=100)
    r = json.loads(read("r.json"))
    assert done.returncode == 1 and int(lost["first"]) == r["executions"] + r["blocked"] + r["stopped"] + r["pruned"], (lost, r)


@case
def first_is_counted_over_all_rounds():
    """A run that ends at its first bug makes as many as one that goes on says of its first."""
    suite(techniques=["random", "pos", "pct"], seeds=4)
    study(0, "-j2", "-q", "--into=on", "s.json")
    suite(techniques=["random", "pos", "pct"], seeds=4, until="first bug")
    study(0, "-j2", "-q", "--into=off", "s.json")
    on, off = numbers("on"), numbers("off")
    for a, b in zip(on, off):
        if a["program"] == "lost":
            assert a["first"] == b["first"] and b["schedules"] == (b["first"] or "20"), (a, b)
            assert a["schedules"] == "20", a


SVG = "{http://www.w3.org/2000/svg}"


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.tables, self.plots, self.outside = 0, 0, []

    def handle_starttag(self, tag, attributes):
        self.tables += tag == "table"
        self.plots += tag == "svg"
        self.outside += [v for k, v in attributes if k in ("src", "href")] + [tag] * (tag in ("script", "link", "img"))


def on_the_axes(circle):
    """The one point is where the ticks say, and the line between the techniques goes through equal ticks."""
    root = ET.parse("s.study/scatter-1.svg").getroot()
    across, up = {}, {}
    for t in root.iter(SVG + "text"):
        if t.text.isdigit():
            (up if t.get("text-anchor") == "end" else across)[int(t.text)] = float(t.get("y" if t.get("text-anchor") == "end"
                                                                                      else "x"))
    up = {n: y - 4 for n, y in up.items()}  # the base line of a number beside its tick
    assert set(across) == set(up) >= {1, 10}, (across, up)

    def place(ticks, n):
        return ticks[1] + (ticks[10] - ticks[1]) * math.log10(n)

    firsts = {}
    for r in numbers("s.study"):
        if r["program"] == "lost":
            firsts.setdefault(r["technique"], []).append(int(r["first"] or sys.maxsize))
    cells = {technique: statistics.median_low(n) for technique, n in firsts.items()}
    assert abs(float(circle.get("cx")) - place(across, cells["random"])) < 0.2, (circle.attrib, across, cells)
    assert abs(float(circle.get("cy")) - place(up, cells["ipb"])) < 0.2, (circle.attrib, up, cells)
    slant, = [x.attrib for x in root.iter(SVG + "line") if x.get("x1") != x.get("x2") and x.get("y1") != x.get("y2")]
    ends = {k: float(v) for k, v in slant.items() if k != "stroke"}
    assert (ends["x1"], ends["y1"]) == (across[1], up[1]), (ends, across, up)
    rise = (ends["y2"] - ends["y1"]) / (ends["x2"] - ends["x1"])
    assert abs(rise - (up[10] - up[1]) / (across[10] - across[1])) < 0.01, (ends, across, up)


@case
def plots_and_page():
    s = suite(venn=[["dfs", "ipb", "random"], ["ipb", "default"]], scatter=[["random", "ipb"]], name="a <b> & c",
              techniques="random pct-2 dfs ipb default idb pos surw rff portfolio".split())
    study(0, "-j2", "-q", "s.json")
    made = set(os.listdir("s.study"))
    assert {"found.svg", "venn-1.svg", "venn-2.svg", "scatter-1.svg", "study.html", "tables.md", "study.json"} <= made, made
    texts = {}
    for name in sorted(n for n in made if n.endswith(".svg")):
        root = ET.parse(os.path.join("s.study", name)).getroot()
        texts[name] = [t.text for t in root.iter("{http://www.w3.org/2000/svg}text")]
        assert "http" not in read(f"s.study/{name}").replace("http://www.w3.org/2000/svg", ""), name
    # All find the one bug: it is in the middle of each diagram.
    assert texts["venn-1.svg"].count("1") == 1 and "dfs: 1" in texts["venn-1.svg"] and "none of them: 0" in texts["venn-1.svg"]
    assert texts["venn-1.svg"].count("0") == 6 and texts["venn-2.svg"].count("0") == 2, texts
    assert [t for t in texts["found.svg"] if t.startswith("ipb")] == ["ipb 1.0"], texts
    circles = list(ET.parse("s.study/scatter-1.svg").getroot().iter("{http://www.w3.org/2000/svg}circle"))
    assert len(circles) == 1 and circles[0][0].text.split() == ["lost"], circles
    on_the_axes(circles[0])
    curves = [p.attrib for p in ET.parse("s.study/found.svg").getroot().iter(SVG + "path")]
    assert len({(c["stroke"], c["stroke-dasharray"]) for c in curves}) == len(curves) == len(s["techniques"]), curves
    page = Page()
    page.feed(read("s.study/study.html"))
    assert page.plots == 4 and page.tables >= 4 and not page.outside, (page.plots, page.tables, page.outside)
    assert "a &#60;b&#62; &#38; c" in read("s.study/study.html")
    assert s["programs"][0]["name"] in read("s.study/tables.md")


@case
def a_venn_diagram_by_hand():
    """Two seeds of three find it with one technique, none with another: the median decides."""
    suite(seeds=3, techniques=["random", "pct-1"], programs=[{"name": n, "sources": ["lost.c"], "verdict": "bug"} for n in "pqrs"])
    study(0, "-q", "-j2", "s.json")
    lines = read("s.study/measured.jsonl").splitlines()
    firsts = {"p": {"random": (1, 3, 0), "pct-1": (0, 0, 0)}, "q": {"random": (4, 4, 4), "pct-1": (2, 2, 2)},
              "r": {"random": (0, 0, 9), "pct-1": (1, 0, 1)}, "s": {"random": (0, 0, 0), "pct-1": (0, 0, 0)}}
    told = [lines[0]]
    for line in lines[1:]:
        c = json.loads(line)
        c["first"] = firsts[c["program"]][c["technique"]][c["seed"] - 1]
        c["outcome"] = "found" if c["first"] else "silent"
        told.append(json.dumps(c))
    write("s.study/measured.jsonl", "\n".join(told) + "\n")
    study(0, "--tables", "s.json")
    text = [t.text for t in ET.parse("s.study/venn-1.svg").getroot().iter("{http://www.w3.org/2000/svg}text")]
    # random: p, q; pct-1: q, r; alone p, alone r, both q, none s
    assert text[1:] == ["random: 2", "pct-1: 2", "1", "1", "1", "none of them: 1"], text
    head, *body = rows("s.study", "by-chance.csv")
    assert [r[1] for r in body] == ["3 (2 of 3)", "4", "X (1 of 3)", "X"], body
    assert [r[3] for r in body] == ["X", "2", "1 (2 of 3)", "X"], body
    over = {r[0]: r[1:] for r in rows("s.study", "overview.csv")}
    assert over["technique"] == ["1", "10", "20", "by most", "by all"], over
    assert over["random"] == ["0.3", "2.0", "2.0", "2", "1"] and over["pct-1"] == ["0.7", "1.7", "1.7", "2", "1"], over


# ---- nothing is lost

def begin(*words):
    return subprocess.Popen([SCARP, "study", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            stdin=subprocess.DEVNULL, start_new_session=True)


def children(word):
    """Processes with this in their command line."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as f:
                line = f.read().decode(errors="replace").split("\0")
        except OSError:
            continue
        if any(word in w for w in line) and int(pid) != os.getpid():
            found.append((int(pid), line))
    return found


def await_none(word):
    for _ in range(400):
        if not children(word):
            return
        time.sleep(0.05)
    raise AssertionError(children(word))


def after_cells(process, n):
    for _ in range(n):
        line = process.stdout.readline()
        assert line.startswith("["), line + process.stderr.read()


@case
def killed_at_any_point_it_ends_with_the_same_tables():
    suite(techniques=["random", "dfs"], seeds=4)
    study(0, "-j2", "-q", "--into", "whole", "s.json")
    wanted, all_of = files("whole"), sorted(measured("whole"))
    before = []
    for moment in (0, 1, 2, 3):
        process = begin("-j2", "--into", "parts", "s.json")
        after_cells(process, min(moment, max(0, len(all_of) - len(before) - 1)))
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        await_none(os.path.join(os.getcwd(), "parts"))
        if os.path.exists("parts/measured.jsonl"):
            with open("parts/measured.jsonl") as f:
                whole = f.read().count("\n")
            now = measured("parts") if whole else []
            assert now[:len(before)] == before, "what was measured is gone"
            before = now
    study(0, "-j2", "-q", "--into", "parts", "s.json")
    now = measured("parts")
    assert now[:len(before)] == before and sorted(now) == all_of, "measured twice, or not at all"
    assert files("parts") == wanted
    assert not os.path.exists("parts/work")


@case
def a_line_that_was_half_written_is_made_again():
    suite(techniques=["random", "dfs"])
    study(0, "-j2", "-q", "s.json")
    wanted, text = files("s.study"), read("s.study/measured.jsonl")
    ends = [i for i, c in enumerate(text) if c == "\n"]
    for cut in (ends[2], ends[3] + 7, len(text) - 1, 5):
        write("s.study/measured.jsonl", text[:cut])
        study(0, "-j2", "-q", "s.json")
        assert files("s.study") == wanted and sorted(measured("s.study")) == sorted(
            (c["program"], c["technique"], c["seed"]) for c in map(json.loads, text.splitlines()[1:])), cut


@case
def ctrl_c_keeps_what_is_measured():
    suite(techniques=["random", "dfs"], seeds=6)
    study(0, "-j2", "-q", "--into", "whole", "s.json")
    for moment in (1, 3):
        process = begin("-j2", "s.json")
        after_cells(process, moment)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        said = "".join(process.communicate())
        assert process.returncode == 130 and "the same command goes on from there" in said, said
        assert "tables and plots" in said and os.path.exists("s.study/study.html"), said
        await_none(os.path.join(os.getcwd(), "s.study"))
        done = len(measured("s.study"))
        assert f"{done} of {len(measured('whole'))} runs are measured" in said, said
        assert all(c["outcome"] in ("found", "silent", "open") for c in numbers("s.study"))
        assert sum(c["outcome"] != "open" for c in numbers("s.study")) == done
        study(4, "--tables", "s.json")
    study(0, "-j2", "-q", "s.json")
    assert files("s.study") == files("whole")


@case
def a_full_disk():  # message: SC681
    suite(techniques=["random", "dfs"])
    os.mkdir("small")
    script = ("mount -t tmpfs -o size=1m none small && mkdir small/into && \"$@\" > out1; echo $? > code1; "
              "sed -i '$d' small/into/measured.jsonl; head -c 4m /dev/zero > small/fill 2> /dev/null; \"$@\" > out2 2>&1; echo $? > code2; cp small/into/measured.jsonl .; "
              "rm -f small/fill; \"$@\" > out3 2>&1; echo $? > code3; cp -r small/into kept")
    # Programs are outside: only what is measured is on the small disk.
    study(0, "-j2", "-q", "--into", "whole", "s.json")
    s = json.loads(read("s.json"))
    for p in s["programs"]:
        p["file"] = os.path.abspath(f"whole/programs/{p['name']}")
        del p["sources"]
    write("s.json", json.dumps(s))
    study(0, "-j2", "-q", "--into", "whole2", "s.json")
    done = subprocess.run(["unshare", "-rm", "sh", "-c", script, "sh", SCARP, "study", "-q", "--into", "small/into", "s.json"],
                          capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=200)
    if "unshare" in done.stderr or "mount" in done.stderr:
        sys.exit(77)
    assert read("code1") == "0\n", done.stderr
    assert read("code2") == "2\n" and "[SC681]" in read("out2") and "No space left" in read("out2"), read("out2")
    assert "goes on from there" in read("out2"), read("out2")
    kept = measured(".")
    assert len(kept) in (len(measured("kept")) - 1, len(measured("kept"))), (len(kept), len(measured("kept")))
    assert read("code3") == "0\n", read("out3")
    assert {k: v for k, v in files("kept").items()} == files("whole2")


@case
def no_room_for_a_line():
    """The file may not grow: nothing of the line stays."""
    suite(techniques=["random", "dfs"], seeds=4)
    study(0, "-j2", "-q", "s.json")
    wanted, text = files("s.study"), read("s.study/measured.jsonl")
    lines = text.splitlines(True)
    short = "".join(lines[:-4])
    write("s.study/measured.jsonl", short)
    limit = len(short) // 512 + 1  # `ulimit -f` counts blocks of 512 bytes

    def bounded():
        import resource
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit * 512, limit * 512))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    done = subprocess.run([SCARP, "study", "-q", "s.json"], capture_output=True, text=True, preexec_fn=bounded, timeout=100)
    assert done.returncode == 2 and "[SC6" in done.stderr, done.stderr
    now = read("s.study/measured.jsonl")
    assert now.startswith(short) and now.endswith("\n"), now[-200:]
    study(0, "-q", "s.json")
    assert files("s.study") == wanted


# ---- programs that misbehave

def check_of(into, what=""):
    """The `scarp check` of a study, once it runs."""
    for _ in range(2000):
        found = [pid for pid, line in children(os.path.join(os.getcwd(), into) + "/work") if "check" in line and what in " ".join(line)]
        if found:
            return found[0]
        time.sleep(0.01)
    raise AssertionError("no check runs")


LONG = LOST.replace("assert(n == 2);", "for (int i = 0; i < 1000; i++) { pthread_create(&t, NULL, add, NULL); pthread_join(t, NULL); }")


@case
def a_check_that_is_killed():
    s = suite(techniques=["random"], seeds=1, limit={"executions": 300})
    write("long.c", LONG)
    s["programs"].append({"name": "long", "sources": ["long.c"], "verdict": "no bug"})
    write("s.json", json.dumps(s))
    process = begin("-q", "s.json")
    os.kill(check_of("s.study", "programs/long"), signal.SIGKILL)
    said = "".join(process.communicate(timeout=200))
    assert process.returncode == 5 and "killed by signal 9" in said, said
    assert [c["outcome"] for c in numbers("s.study")] == ["found", "silent", "error"], said
    assert "killed by signal 9" in read("s.study/odd.csv")
    assert "killed by signal 9" in study(5, "-q", "s.json")  # it stays measured
    said = study(0, "-q", "--again", "s.json")
    assert [c["outcome"] for c in numbers("s.study")] == ["found", "silent", "silent"], said
    assert not os.path.exists("s.study/odd.csv"), "a table of what is odd no more"
    assert len(measured("s.study")) == 4


@case
def a_check_that_hangs():
    s = suite(techniques=["random"], seeds=1, limit={"executions": 100000, "seconds": 2, "patience": 1})
    write("long.c", LONG)
    s["programs"] = [{"name": "long", "sources": ["long.c"], "verdict": "no bug"}]
    write("s.json", json.dumps(s))
    process = begin("-q", "s.json")
    os.kill(check_of("s.study"), signal.SIGSTOP)
    said = "".join(process.communicate(timeout=200))
    assert process.returncode == 5 and "killed: it did not end 1 s behind the limit" in said, said
    await_none(os.path.join(os.getcwd(), "s.study/work"))


@case
def programs_that_end_badly():
    write("ends.c", "int main(void) { return 3; }\n")
    write("hangs.c", "int main(void) { for (volatile int i = 0;; i++) ; }\n")
    suite(techniques=["random"], seeds=1, limit={"executions": 2}, programs=[
        {"name": "ends", "sources": ["ends.c"], "verdict": "no bug"},
        {"name": "ends_as_said", "sources": ["ends.c"], "verdict": "bug exit_status"},
        {"name": "ends_otherwise", "sources": ["ends.c"], "verdict": "bug deadlock"},
        {"name": "expects_it", "sources": ["ends.c"], "options": ["--expect-exit", "3"], "verdict": "no bug"},
        {"name": "takes_words", "sources": ["ends.c"], "args": ["--x", "y"], "verdict": "bug"},
        {"name": "hangs", "sources": ["hangs.c"], "options": ["--hang-after", "1s"], "verdict": "no bug"}])
    said = study(1, "-j2", "s.json")
    cells = {c["program"]: c for c in numbers("s.study")}
    assert [cells[n]["outcome"] for n in ("ends", "ends_as_said", "ends_otherwise", "expects_it", "takes_words")] == [
        "other", "found", "other", "silent", "found"], (cells, said)
    assert cells["hangs"]["outcome"] in ("error", "other"), (cells["hangs"], said)
    assert "exit_status at" in said and "not as the suite says" in said, said
    odd = rows("s.study", "odd.csv")
    assert [r[0] for r in odd[1:]] == ["ends", "ends_otherwise", "hangs"], odd


@case
def options_of_files_and_the_environment_are_no_part_of_it():
    suite(seeds=1, techniques=["dfs"])
    study(0, "-q", "--into", "plain", "s.json")
    write("scarp.conf", "[check]\nmax-executions = 1\n")
    study(0, "-q", "--into", "other", "s.json", env={**os.environ, "SCARP_OPT_MAX_EXECUTIONS": "1", "SCARP_OPT_SEED": "4"})
    assert files("plain") == files("other")


# ---- bad input

def refused(code, text, *words, **more):
    suite(**more)
    said = study(2, *words, "s.json")
    assert f"[SC{code}]" in said and text in said and said.startswith("scarp: "), said
    assert not os.path.exists("s.study/measured.jsonl")


@case
def bad_suites():
    """[SC673] [SC674] [SC676] [SC677] [SC678] [SC683]"""
    refused(674, "no technique 'randm'; did you mean 'random'?", techniques=["randm"])
    refused(674, "no technique 'pct-0'", techniques=["pct-0"])
    refused(673, "'techniques' is a list of at least one", techniques=[])
    refused(409, "no strategy 'fast'", techniques=[{"name": "x", "options": ["--strategy", "fast"]}])
    refused(401, "technique 'x'", techniques=[{"name": "x", "options": ["--no-such"]}])
    refused(683, "'--seed', which the study says for each run itself", techniques=[{"name": "x", "options": ["--seed", "3"]}])
    refused(683, "'fast' among its options", techniques=[{"name": "x", "options": ["fast"]}])
    refused(673, "no 'option'", techniques=[{"name": "x", "option": []}])
    refused(676, "two techniques are called 'dfs'", techniques=["dfs", "dfs"])
    for seeds in ([], 0, -1, [1, 1], [0], "3", [1.5], 100000, None):
        refused(677, "'seeds' is a list", seeds=seeds)
    for limit in ({}, {"executions": 0}, {"executions": -3}, {"seconds": 0}, {"seconds": "3"}, {"time": 3}, 5, None,
                  {"executions": 5, "patience": -1}):
        refused(678, "'limit' has", limit=limit)
    program = {"name": "lost", "sources": ["lost.c"], "verdict": "bug"}
    refused(676, "two programs are called 'lost'", programs=[program, program])
    refused(673, "'programs' is a list", programs=[])
    refused(673, "'kinds', which scarp does not know", programs=[{**program, "kinds": 3}])
    refused(673, "not 'dedlock'; did you mean 'deadlock'?", programs=[{**program, "verdict": "bug dedlock"}])
    refused(673, "\"no bug\", \"bug\" or", programs=[{"name": "lost", "sources": ["lost.c"]}])
    refused(673, "either 'file'", programs=[{"name": "lost", "verdict": "bug"}])
    refused(673, "either 'file'", programs=[{**program, "file": "lost"}])
    refused(673, "lists of texts", programs=[{**program, "args": [3]}])
    refused(673, "a 'name' of its own", programs=[{**program, "name": "../up"}])
    refused(674, "'venn' and 'scatter' have 'idb'", venn=[["dfs", "idb"]])
    refused(673, "two or three", venn=[["dfs"]])
    refused(673, "two or three", scatter=[["dfs", "ipb", "random"]])
    refused(673, "'until' is", until="never")
    refused(673, "no 'seed'", seed=3)
    refused(673, "no suite: it begins with", format="suite")
    write("s.json", "{\n\"format\": \"scarp-suite\",\n")
    assert "s.json:3: the suite cannot be read" in study(2, "s.json")
    write("s.json", "{\"format\": 1, \"format\": 2}")
    assert "duplicate" in study(2, "s.json")
    assert "cannot read the suite 'none.json': No such file" in study(2, "none.json")


@case
def programs_that_are_not_there():  # [SC675] [SC684]
    refused(675, "there is no program", programs=[{"name": "gone", "file": "build/gone", "verdict": "bug"}])
    suite(programs=[{"name": "broken", "sources": ["gone.c"], "verdict": "bug"}])
    said = study(2, "s.json")
    assert "program 'broken' of the suite cannot be built" in said and "[SC684]" in said and "gone.c" in said, said
    write("plain.c", LOST)
    subprocess.run(["gcc", "-pthread", "-o", "plain", "plain.c"], check=True)
    suite(seeds=1, techniques=["random"], programs=[{"name": "plain", "file": "plain", "verdict": "bug"}])
    assert "error" in study(5, "s.json")


@case
def a_suite_that_has_changed():  # [SC679] [SC680] [SC682]
    s = suite(seeds=1)
    study(0, "-q", "-j2", "s.json")
    wanted = sorted(measured("s.study"))
    for key, value in ("seeds", 2), ("limit", {"executions": 21}), ("techniques", ["random"]), ("programs", s["programs"][:1]):
        write("s.json", json.dumps({**s, key: value}))
        said = study(2, "s.json")
        assert "measured with another suite" in said and "--anew" in said and "[SC679]" in said, said
        assert sorted(measured("s.study")) == wanted
    # What is about telling may change.
    write("s.json", json.dumps({**s, "name": "new", "note": "x", "venn": [["dfs", "ipb"]]}))
    assert "new: " in study(0, "-q", "s.json")
    write("s.json", json.dumps(s))
    write("lost.c", LOST.replace("n++;", "n += 1;").replace("== 2", "!= 1"))
    said = study(2, "-q", "s.json")
    assert "measured with another program 'lost'" in said, said
    study(0, "-q", "--anew", "s.json")
    assert sorted(measured("s.study")) == wanted
    text = read("s.study/measured.jsonl")
    write("s.study/measured.jsonl", text.replace(text.splitlines()[2], "nonsense"))
    said = study(2, "-q", "s.json")
    assert "measured.jsonl:3: a line that no study wrote" in said and "[SC680]" in said, said
    write("s.study/measured.jsonl", "{}\n")
    assert "is no file of a study" in study(2, "-q", "s.json")
    write("s.study/measured.jsonl", text.replace("\"scarp\":\"", "\"scarp\":\"x"))
    assert "another build of scarp" in study(2, "-q", "s.json")


@case
def two_at_a_time():
    suite(techniques=["random"], seeds=3, limit={"executions": 3000})
    write("lost.c", LONG)
    process = begin("-q", "s.json")
    check_of("s.study")
    said = study(2, "s.json")
    assert "another 'scarp study' is at work" in said and "[SC682]" in said, said
    process.send_signal(signal.SIGINT)
    process.communicate()
    assert process.returncode == 130


@case
def usage():
    suite()
    assert "no suite; say 'scarp study SUITE.json'" in study(2)
    assert "wants one suite" in study(2, "s.json", "t.json")
    assert "'--jobs' is 1 to 1024" in study(2, "-j0", "s.json")
    assert "does not go with '--anew'" in study(2, "--tables", "--anew", "s.json")
    assert "no option '--seed'" in study(2, "--seed", "3", "s.json")
    assert "\"format\": \"scarp-suite\"" in study(0, "--help")
    os.mkdir("locked")
    write("file", "")
    assert "[SC681]" in study(2, "--into", "file", "s.json") and "[SC681]" in study(2, "--into", "no/such", "s.json")


def start(scarp, moments, seed):
    global SCARP
    SCARP = scarp


if __name__ == "__main__":
    sys.exit(main(CASES, start))
