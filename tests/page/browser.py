#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""browser.py - the page of a bug in a browser: opens, shows, goes where keys say

browser.py SCARP [CASE]...
browser.py --list

A script is put behind the page's own, says what it found in an element of its own, and
headless Chromium prints the document. Without Chromium a case is skipped.
"""
import html
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..")]
sys.dont_write_bytecode = True  # the tree stays clean
from cases import main  # noqa: E402
from pages import EXAMPLES, TUTORIAL, Pages, data, text  # noqa: E402

PAGES = None
CASES = {}
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

# Before all else of the page, and behind it.
BEFORE = """<script>
const wrong = [];
window.addEventListener("error", e => wrong.push(String(e.message)));
document.addEventListener("securitypolicyviolation", e => wrong.push("policy: " + e.violatedDirective));
</script>"""
BEHIND = """<script>
const opened = performance.now();
const rows = () => document.getElementById("rows");
const here = () => { const e = document.querySelector(".row.here"); return e ? Number(e.dataset.step) : -1; };
const seen = selector => [...document.querySelectorAll(selector)];
const press = (key, more) => document.body.dispatchEvent(new KeyboardEvent("keydown",
	Object.assign({key: key, bubbles: true, cancelable: true}, more)));
const words = id => document.getElementById(id).textContent;
let found;
try { found = (function () { %s })(); } catch (e) { wrong.push(String(e.stack)); }
const out = document.createElement("pre");
out.id = "result";
out.textContent = JSON.stringify({found: found, wrong: wrong, opened: opened});
document.body.append(out);
</script>"""


def case(function):
    CASES[function.__name__] = function
    return function


def browse(script, width=1400, height=900, hash="", *flags):
    """What the script returns, and the milliseconds until the page was there."""
    if not CHROMIUM:
        print("skipped: no Chromium is installed (apt-get install chromium)")
        sys.exit(77)
    whole = text().replace("<head>", "<head>" + BEFORE, 1).replace("</body>", BEHIND % script + "</body>", 1)
    with open("page.html", "w", encoding="utf-8") as f:
        f.write(whole)
    done = subprocess.run([CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + os.path.abspath("profile"),
                           "--enable-logging=stderr", f"--window-size={width},{height}", *flags, "--dump-dom",
                           "file://" + os.path.abspath("page.html") + hash],
                          capture_output=True, text=True, errors="replace", timeout=100)
    said = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    result = re.search(r'<pre id="result">(.*?)</pre>', done.stdout, re.S)
    assert result, (done.returncode, done.stdout[-2000:], done.stderr[-2000:])
    result = json.loads(html.unescape(result.group(1)))
    assert not result["wrong"] and not said, (result["wrong"], said)
    return result["found"], result["opened"]


def numbers(steps):
    return [i for i, s in enumerate(steps) if "k" in s]


@case
def a_mark_for_each_step():
    """What the table has; all of them, with `a`; and back."""
    steps = PAGES.page("passes.c", "--exhaustive", "--shrink", "0")["steps"]
    (title, few, many, again, dots), _ = browse("""
        const few = seen(".row").map(e => Number(e.dataset.step));
        const dots = seen(".row .dot").length;
        press("a");
        const many = seen(".row").map(e => Number(e.dataset.step));
        press("a");
        return [document.title, few, many, seen(".row").length, dots];""", 1400, 2000)
    assert title == 'assertion "seen + atomic_load(&flag) != 14" failed in main', title
    assert few == numbers(steps) and dots == len(few) == again, (few, dots, again)
    assert many == list(range(len(steps))), many


@case
def keys_go_from_step_to_step():
    page = PAGES.page("passes.c", "--exhaustive", "--shrink", "0")
    steps, shown = page["steps"], numbers(page["steps"])
    at, _ = browse("""
        const at = [here()];
        for (const key of ["Home", "j", "ArrowDown", "k", "n", "n", "p", "End", "ArrowUp", "f"]) {
            press(key);
            at.push(here());
        }
        return at;""")
    assert at[:5] == [shown[-1], shown[0], shown[1], shown[2], shown[1]], at
    same = [i for i in shown if steps[i]["t"] == steps[shown[1]]["t"]]
    k = same.index(shown[1])
    assert at[5:8] == [same[k + 1], same[k + 2], same[k + 1]], (at, same)
    assert at[8:11] == [shown[-1], shown[-2], shown[-1]], at


@case
def keys_keep_to_a_thread():
    """T0 creates both; T1 reads; T2 reads and writes; T1 writes."""
    steps = PAGES.page(os.path.join(EXAMPLES, "lost_update.c"))["steps"]
    at, _ = browse("""
        const at = [];
        for (const key of ["Home", "j", "j", "n", "p", "j"]) {
            press(key);
            at.push(here());
        }
        return at;""")
    assert [steps[i]["t"] for i in at] == [0, 0, 1, 1, 1, 2] and at[2] == at[4] < at[5] < at[3], at


@case
def a_fold_opens_and_closes():
    steps = PAGES.page("passes.c", "--exhaustive", "--shrink", "0")["steps"]
    folded = [i for i in range(len(steps)) if "k" not in steps[i]]
    texts = [s["w"] for s in steps]
    sought = next(texts[i] for i in folded if texts.count(texts[i]) == 1)
    (closed, opened, again, reached), _ = browse(f"const sought = {json.dumps(sought)};" + """
        const all = () => seen(".row.folded").map(e => Number(e.dataset.step));
        const closed = all();
        document.querySelector("[data-fold]").click();
        const opened = all();
        document.querySelector("[data-fold]").click();
        const again = all();
        press("/");
        const field = document.getElementById("search");
        field.value = sought.toLowerCase();
        field.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true}));
        return [closed, opened, again, here()];""", 1400, 2000)
    first = next(i for i in range(folded[0], len(steps)) if i not in folded)
    assert closed == [] and opened == list(range(folded[0], first)) and again == [], (closed, opened, again)
    assert steps[reached]["w"] == sought and reached in folded, reached


@case
def source_values_and_locks_follow():
    page = PAGES.page("update.c")
    before, between, after = page["pair"]
    said, _ = browse(f"""
        const said = [], value = () => words("tab");
        const line = () => document.querySelector("#source .l.here").textContent;
        for (const i of [{before}, {between}, {after}]) {{
            let turns = 0;
            do press("d"); while (here() !== i && turns++ < 5);
            press("1");
            const values = value();
            press("2");
            said.push([here(), values, value(), line(), words("step")]);
        }}
        return said;""")
    for (at, values, locks, line, step), i in zip(said, page["pair"]):
        s = page["steps"][i]
        assert at == i and s["w"] in step, (at, i, step)
        assert re.search(r"sum" + s["v"] + r"T\d", values) or s["v"] == "0", values
        assert f"lockT{s['t']}" in locks and locks.count("lockT") == 1, locks
        assert str(s["l"]) in line and "seen" in line, line


@case
def arrows_and_the_pair_are_drawn():
    PAGES.page(os.path.join(EXAMPLES, "lost_update.c"))
    (pair, marked, plain, lanes), _ = browse("""
        return [seen("#arrows > path.pair").length, seen(".row.pair").length,
            seen("#arrows > path:not(.pair):not(.lane)").length, seen("#arrows > path.lane").length];""")
    # Two creations, and an end that is waited for.
    assert (pair, marked, plain, lanes) == (2, 3, 3, 3), (pair, marked, plain, lanes)


@case
def both_stand_beside_each_other():
    """Row by row up to where they part; `x` goes to the other one, and keys go on there."""
    page = PAGES.page(os.path.join(EXAMPLES, "lost_update.c"))
    n, there = page["passing"]["common"], page["passing"]["steps"]
    (rows, first, turned, moved, single), _ = browse("""
        press("a");
        press("s");
        const rows = seen(".row.both").map(e => [...e.querySelectorAll(".half")].map(
            h => h.dataset.step === undefined ? -1 : Number(h.dataset.step)));
        const on = () => { const e = document.querySelector(".half.here"); return [Number(e.dataset.side), Number(e.dataset.step)]; };
        press("Home");
        const first = on();
        press("x");
        const turned = on();
        press("j");
        const moved = [on(), words("step")];
        press("s");
        return [rows, first, turned, moved, document.querySelectorAll(".half").length];""", 1400, 2000)
    assert rows[:n] == [[i, i] for i in range(n)] and rows[n] == [n, n], (n, rows)
    assert [a for a, _ in rows if a >= 0] == list(range(len(page["steps"]))), rows
    assert [b for _, b in rows if b >= 0] == list(range(len(there))), rows
    assert first == [0, 0] and turned == [1, 0] and moved[0] == [1, 1] and there[1]["w"] in moved[1], (first, turned, moved)
    assert single == 0, single


@case
def a_circle_of_threads_and_locks():
    page = PAGES.page(os.path.join(EXAMPLES, "abba.c"))
    (boxes, edges, at), _ = browse("""
        const circle = document.querySelector("svg.cycle");
        const boxes = [...circle.querySelectorAll("g[data-step] > text")].map(e => e.textContent);
        const lock = [...circle.querySelectorAll("g[data-step]")].find(e => e.textContent === "savings.lock");
        lock.dispatchEvent(new MouseEvent("click"));
        return [boxes, circle.querySelectorAll("path.e").length, here()];""")
    assert boxes == ["T1 pay", "checking.lock", "T2 save", "savings.lock"] and edges == 4, (boxes, edges)
    assert page["steps"][at]["w"] == "lock &savings.lock", page["steps"][at]


@case
def the_boxes_of_a_large_circle_stand_apart():
    PAGES.page(os.path.join(TUTORIAL, "transfer.c"))
    boxes, _ = browse("""
        return seen("svg.cycle rect").map(e => ["x", "y", "width", "height"].map(a => Number(e.getAttribute(a))));""")
    assert len(boxes) == 6, boxes
    for i, (x, y, w, h) in enumerate(boxes):
        for x2, y2, w2, h2 in boxes[:i]:
            assert x + w < x2 or x2 + w2 < x or y + h < y2 or y2 + h2 < y, boxes


@case
def a_race_leads_to_its_steps():
    page = PAGES.page(os.path.join(EXAMPLES, "lost_update.c"))
    (tab, at), _ = browse("""
        const tab = seen("#tabs button").find(e => e.textContent.startsWith("races"));
        tab.click();
        const links = seen("#tab .race a.go").filter(e => e.textContent.startsWith("step"));
        links[0].click();
        return [tab.textContent, here()];""")
    assert tab == "races (1)" and at == page["races"][0]["one"]["steps"][0], (tab, at)


@case
def all_tabs_and_the_keys_open():
    page = PAGES.page("freed.c")
    (tabs, keys), _ = browse("""
        const all = seen("#tabs button").map(e => e.dataset.tab);
        const tabs = all.map(name => { document.querySelector(`[data-tab=${name}]`).click(); return [name, words("tab")]; });
        press("?");
        return [tabs, [document.getElementById("help").open, words("help")]];""")
    said = dict(tabs)
    assert list(said) == ["values", "locks", "stack", "races", "search", "objects", "about"], list(said)
    assert "reader" in said["stack"] and "heap A" in said["objects"] and "scarp replay" in said["about"], said
    assert "SC115 in general: Memory was read or written after free or delete." in said["about"], said["about"]
    assert said["search"].count("a bug") == 1 and len(page["spaces"]) > 1, said["search"]
    assert keys[0] and "next, previous step" in keys[1], keys
    assert page["title"].startswith("use after free"), page["title"]


@case
def what_looks_like_markup_is_text():
    shutil.copy(os.path.join(HERE, "markup.c"), "<b>'\"&\n.c")
    page = PAGES.page(os.path.abspath("<b>'\"&\n.c"))
    (title, heading, output, source, images), _ = browse("""
        seen("#tabs button").find(e => e.textContent === "output").click();
        return [document.title, words("title"), words("tab"), words("source"), seen("img, #title b, #tab b").length];""")
    assert title == heading == page["title"] and "</script><b>it's" in title, title
    assert "</script><img src=x onerror=" in output and images == 0, (output, images)


@case
def ten_thousand_steps_open_at_once():
    """One second is what a user waits for; here others may have the processors, too."""
    page = PAGES.page("update.c", "--strategy", "random", "--shrink", "0", "--max-steps", "100000", "--seed", "1",
                      flags=("-DROUNDS=900",))
    assert len(page["steps"]) > 10000, len(page["steps"])
    (drawn, top, at, took), opened = browse("""
        press("a");
        const drawn = seen(".row").length, top = rows().scrollTop;
        const start = performance.now();
        press("Home");
        for (let i = 0; i < 200; i++) press("j");
        return [drawn, top, here(), performance.now() - start];""")
    assert 20 < drawn < 100 and top > 100000 and at == 200, (drawn, top, at)
    print(f"{len(page['steps'])} steps: open in {opened:.0f} ms; 200 steps down in {took:.0f} ms")
    assert opened < 5000 and took < 20000, (opened, took)


@case
def a_narrow_window_has_narrow_lanes():
    page = PAGES.page(os.path.join(EXAMPLES, "lost_update.c"))
    (narrow, texts, wide), _ = browse("""
        return [seen(".cell.narrow").length, seen(".row .text").map(e => e.textContent), document.documentElement.scrollWidth];""",
                                      500, 900)
    shown = [page["steps"][i] for i in numbers(page["steps"])]
    assert narrow == 3 * len(shown) and texts == [f"T{s['t']}  {s['w']}" for s in shown], (narrow, texts)
    assert wide <= 500, wide


@case
def an_address_leads_to_a_step():
    PAGES.page(os.path.join(EXAMPLES, "lost_update.c"))
    at, _ = browse("return here();", 1400, 900, "#5")
    assert at == 5, at
    at, _ = browse("return here();", 1400, 900, "#99999")
    assert at == len(data()["steps"]) - 1, at


def begin(scarp, _moments, _seed):
    global PAGES
    PAGES = Pages(scarp)


if __name__ == "__main__":
    sys.exit(main(CASES, begin))
