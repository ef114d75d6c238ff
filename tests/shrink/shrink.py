#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""shrink.py - `scarp shrink`: what a kept bug becomes, and what it leaves alone

shrink.py SCARP [CASE]...
shrink.py --list
"""
import json
import os
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
AT_RANDOM = ["-q", "--strategy", "random", "--seed", "1", "--shrink", "0"]


def case(function):
    CASES[function.__name__] = function
    return function


def run(code, *words):
    done = subprocess.run([SCARP, *words], capture_output=True, text=True, errors="replace", timeout=50, stdin=subprocess.DEVNULL)
    assert done.returncode == code, (done.returncode, done.stdout + done.stderr)
    return done.stdout + done.stderr


def build(*flags, source="noise.c"):
    run(0, "cc", "-g", "-O1", "-o", "test", os.path.join(HERE, source), *flags)
    return "./test"


def files(directory="scarp.out/001"):
    found = {}
    for name in os.listdir(directory):
        with open(os.path.join(directory, name), "rb") as f:
            found[name] = f.read()
    return found


def result():
    with open("scarp.out/001/check.json") as f:
        return json.load(f)


@case
def a_kept_bug_gets_simpler():
    """One preemption is needed (tests/programs/shrink/noise.c).  Its entry in the result alone is another one."""
    run(1, "check", *AT_RANDOM, build())
    before, was = files(), result()
    said = run(1, "shrink")
    many = int(re.search(r"^1 preemption, in place of (\d+); \d+ switches of threads, in place of \d+; ", said, re.M)[1])
    assert many > 10 and "the one before is kept: scarp.out/001/bug-1.schedule.1\n" in said, said
    now, then = files(), result()
    assert sorted(now) == sorted([*before, "bug-1.schedule.1"]), sorted(now)
    assert now["bug-1.schedule.1"] == before["bug-1.schedule"] != now["bug-1.schedule"]
    assert f"with 1 preemption in place of {many}".encode() in now["bug-1.txt"]
    assert now["bug-1.html"] != before["bug-1.html"]
    bug = then["bugs"][0]
    assert (bug["preemptions"], bug["preemptions_found"], bug["confirmed"]) == (1, many, True), bug
    assert (bug["schedule"], bug["html"]) == (was["bugs"][0]["schedule"], was["bugs"][0]["html"])
    was["bugs"] = then["bugs"] = None
    assert was == then
    for schedule in ("bug-1.schedule", "bug-1.schedule.1"):
        assert 'assertion "counter == 3" failed' in run(1, "replay", f"scarp.out/001/{schedule}")


@case
def the_picture_is_of_the_simpler_one():
    """Of operations that no order explains: bug-1.svg has those of the entry in the result, before and after."""
    def drawn():
        labels = re.findall(r">([^<>]+)</text>", files()["bug-1.svg"].decode().replace("&#62;", ">").replace("->", "-"))
        operations = result()["bugs"][0]["operations"]
        said = [f"{o['operation']}({o['arguments'][0]})" if o["arguments"] else f"{o['operation']} - {o['result']}"
                for o in operations["operations"]]
        assert sorted(labels) == sorted([*said, *{o["thread"] for o in operations["operations"]}, operations["why"]]), labels
        return labels

    test = build("-I" + os.path.join(HERE, "../../include"), source="../programs/linear/treiber_take.c")
    at_random = ["5" if word == "1" else word for word in AT_RANDOM]
    run(1, "check", *at_random, "--max-executions", "2000", test)
    was, before = drawn(), files()
    run(1, "shrink")
    assert drawn() != was and files()["bug-1.svg"] != before["bug-1.svg"], was


@case
def what_is_simple_stays():
    run(1, "check", *AT_RANDOM, build())
    run(1, "shrink", "-q")
    before = files()
    said = run(1, "shrink")
    assert re.fullmatch(r"nothing simpler was found than the 1 preemption and \d+ switches of threads that "
                        r"'scarp.out/001/bug-1.schedule' has; it stays as it is\n", said), said
    assert files() == before


@case
def what_was_found_first_is_remembered():
    """By a check that was given a moment, and by the second time."""
    run(1, "check", *AT_RANDOM, build())
    run(1, "shrink", "-q")
    told = result()
    told["bugs"][0]["preemptions_found"] = 999
    with open("scarp.out/001/check.json", "w") as f:
        json.dump(told, f)
    os.rename("scarp.out/001/bug-1.schedule.1", "scarp.out/001/bug-1.schedule")
    run(1, "shrink", "-q")
    assert result()["bugs"][0]["preemptions_found"] == 999
    os.rename("scarp.out/001/bug-1.schedule.1", "scarp.out/001/bug-1.schedule")
    with open("scarp.out/001/bug-1.schedule.1", "w") as f:
        f.write("somebody's")
    run(1, "shrink", "-q")
    assert files()["bug-1.schedule.1"] == b"somebody's" and "bug-1.schedule.2" in files()


@case
def one_of_several():
    run(1, "check", *AT_RANDOM, "--stop-after", "2", build(), "8", "second")
    before = files()
    assert len(result()["bugs"]) == 2
    first = result()["bugs"][0]
    said = run(1, "shrink", "--bug", "2", "scarp.out/001")
    assert "scarp.out/001/bug-2.schedule.1" in said, said
    now = files()
    changed = sorted(name for name in now if now[name] != before.get(name))
    assert changed == ["bug-2.html", "bug-2.schedule", "bug-2.schedule.1", "bug-2.txt", "check.json"], changed
    assert result()["bugs"][0] == first and result()["bugs"][1]["preemptions"] == 1
    assert "bug-1.schedule.1" in run(1, "shrink", "1")
    assert "takes one bug" in run(2, "shrink", "1", "2")
    assert "'--bug' says which bug of a directory" in run(2, "shrink", "--bug", "1", "scarp.out/001/bug-1.schedule")


@case
def a_schedule_alone():
    """Nothing is made beside it but the one before."""
    run(1, "check", *AT_RANDOM, "--no-html", build())
    os.mkdir("mine")
    os.rename("scarp.out/001/bug-1.schedule", "mine/lost.schedule")
    before = files()
    run(1, "shrink", "-q", "mine/lost.schedule")
    assert sorted(os.listdir("mine")) == ["lost.schedule", "lost.schedule.1"] and files() == before
    run(1, "replay", "mine/lost.schedule")


@case
def what_cannot_be():
    assert "there is no 'scarp.out/latest/bug-1.schedule'" in run(2, "shrink")
    assert "cannot open 'nothing'" in run(2, "shrink", "nothing")
    run(1, "check", *AT_RANDOM, build())
    assert "no 'scarp.out/001/bug-7.schedule'" in run(2, "shrink", "--bug", "7")
    assert "is not a schedule file" in run(2, "shrink", "scarp.out/001/bug-1.txt")
    before = files()
    build("-DOTHER=1", "-O2", "-DNDEBUG")
    assert "test" in run(2, "shrink")
    os.unlink("test")
    assert "test" in run(2, "shrink")
    assert files() == before


@case
def a_bug_that_does_not_come_again_stays():
    run(1, "check", *AT_RANDOM, build())
    before = files()
    with open("fixed", "w"):
        pass
    said = run(5, "shrink")
    assert "did not come again: the replay of its schedule ended without a failure; 'scarp.out/001/bug-1.schedule' stays" in said, said
    assert said.endswith(" [SC505]\n"), said
    assert files() == before


@case
def races_keep_their_moment():
    run(1, "check", "-q", "--races=error", build(source="race.c"))
    before = files()
    said = run(2, "shrink")
    assert "is a data race that counts as a bug" in said and said.endswith(" [SC464]\n"), said
    assert files() == before


@case
def nothing_is_left_out_of_no_choices():
    with open("alone.c", "w") as f:
        f.write("#include <assert.h>\nint main(void)\n{\n\tassert(0);\n}\n")
    run(1, "check", "-q", build(source=os.path.abspath("alone.c")))
    before = files()
    said = run(2, "shrink")
    assert "'scarp.out/001/bug-1.schedule' has no choices: nothing can be left out [SC464]\n" in said, said
    assert files() == before


@case
def a_search_that_ends_early_says_so():
    """Every simpler schedule has the test leave its process (tests/report/leaves.c)."""
    run(1, "check", *AT_RANDOM, build(source="../report/leaves.c"))
    before = files()
    said = run(1, "shrink")
    assert "nothing simpler was found than the " in said, said
    assert "\nthe search for one did not come to its end: the test left its process in execution " in said, said
    assert files() == before


@case
def a_full_disk_keeps_the_bug():
    """No file is half of what it should be, and once there is room the same command does it."""
    os.mkdir("small")
    script = f"""mount -t tmpfs -o size=600k none small && cd small || exit 77
        "$1" check {" ".join(AT_RANDOM)} ../test >../said; echo "check $?"
        cp -r scarp.out/001 ../before
        dd if=/dev/zero of=fill bs=1k 2>/dev/null
        "$1" shrink 2>&1; echo "shrink $?"
        cp -r scarp.out/001 ../full
        rm fill
        "$1" shrink -q; echo "again $?"
        "$1" replay -q; echo "replay $?"
    """
    build()
    done = subprocess.run(["unshare", "-rm", "sh", "-c", script, "sh", SCARP], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=100)
    if done.returncode == 77 or "unshare" in done.stderr:
        print("skipped: no mounts of one's own here: " + done.stderr)
        sys.exit(77)
    said = done.stdout
    assert "check 1\n" in said and "shrink 2\n" in said and "again 1\n" in said and "replay 1\n" in said, said + done.stderr
    assert re.search(r"scarp: cannot write '.*': No space left on device \[SC432\]\nshrink 2\n", said), said
    before, full = files("before"), files("full")
    assert full["bug-1.schedule"] == before["bug-1.schedule"] and not [n for n in full if "tmp" in n], sorted(full)
    assert all(full[name] == before[name] for name in before), sorted(full)


def ended_by(number, after):
    """The exit code of one that was sent a signal so many seconds after it began."""
    p = subprocess.Popen([SCARP, "shrink"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    time.sleep(after)
    p.send_signal(number)
    said = p.communicate(timeout=50)[0]
    return p.returncode, said


@case
def ctrl_c_and_kill_lose_nothing():
    """At any moment: there is a schedule that fails, and what it was before where that is another one."""
    run(1, "check", *AT_RANDOM, build(), "150")
    old = files()["bug-1.schedule"]
    for after in (0, 0.05, 0.1, 0.2, 0.4, 0.8):
        for number in (signal.SIGINT, signal.SIGKILL):
            code, said = ended_by(number, after)
            assert code in (1, 130, -number), (code, said)  # before it has begun: by the signal
            if code == 1:
                assert "in place of" in said or "nothing simpler" in said, said
            now = files()
            assert now["bug-1.schedule"] == old or old in (now[n] for n in now if n.startswith("bug-1.schedule.")), sorted(now)
            run(1, "replay", "scarp.out/001/bug-1.schedule")
            result()
            for name in now:
                if name.startswith("bug-1.schedule."):
                    os.rename(f"scarp.out/001/{name}", "scarp.out/001/bug-1.schedule")


def begin(scarp, moments, seed):
    global SCARP
    SCARP = os.path.abspath(scarp)


if __name__ == "__main__":
    sys.exit(main(CASES, begin))
