#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""deepen.py - iterative deepening on real programs

deepen.py SCARP [--moments N] [--seed S] [CASE]...
deepen.py --list

--moments N (4): how often the processes of a check are killed.
"""
import json
import os
import random
import re
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
sys.dont_write_bytecode = True  # the tree stays clean
from cases import main  # noqa: E402

PROGRAMS = os.path.join(HERE, "..", "programs")
SCARP = None
MOMENTS, SEED = 4, 1
CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def run(*words, **more):
    env = {**os.environ, **more.pop("env", {})}
    return subprocess.run(words, capture_output=True, text=True, timeout=110, stdin=subprocess.DEVNULL, env=env, **more)


def build(source, *flags, out="test"):
    if not source.startswith("/"):
        source = os.path.join(HERE, source)
    done = run(SCARP, "cc", "-g", "-O1", "-o", out, source, "-I", PROGRAMS, *flags)
    assert done.returncode == 0, done.stderr
    return os.path.abspath(out)


def result(program, *options, code=None, **more):
    done = run(SCARP, "check", "--json", "result.json", *options, program, **more)
    assert code is None or done.returncode == code, (done.returncode, done.stdout + done.stderr)
    with open("result.json") as f:
        r = json.load(f)
    r["text"] = done.stdout
    return r


def words(points):
    """A set of points, to compare."""
    return (tuple(points["classes"]), tuple(sorted((p["line"], p["access"]) for p in points["racing"])))


def states(r):
    return {words(j["points"]): j["state"] for j in r["jobs"]}


ALL = ("lock", "unlock", "rwlock", "cond", "sem", "barrier", "once", "atomic", "thread", "time", "io", "process",
       "heap")
LOCKS = ("lock", "unlock", "rwlock")
SEEDS = [(), ("lock",), ("unlock",), LOCKS, ("atomic",), ("lock", "atomic"), ("unlock", "atomic"),
         (*LOCKS, "atomic")]


@case
def one_job_proves_all():
    """The maximal job comes to its end at once: it is the only one that is run."""
    r = result(build("racy.c", "-DN=2", "-DROUNDS=1"), code=0)
    assert r["verdict"] == "verified" and r["strategy"] == "deepen", r
    first, *seeds = r["jobs"]
    assert (first["kind"], first["state"], first["proven"]) == ("maximal", "finished", True), first
    assert words(first["points"])[0] == ALL, first
    # racy.c: `seen = i` and `if (seen ...`
    assert sorted(p["access"] for p in first["points"]["racing"]) == ["read", "write"], first
    assert [words(j["points"])[0] for j in seeds] == SEEDS, seeds
    assert all((j["state"], j["settled_by"], j["executions"]) == ("settled", 0, 0) for j in seeds), seeds
    assert "proven:" not in r["text"], r["text"]


@case
def the_same_as_exhaustive():
    for source in "racy.c", "../programs/lastzero.c", "../programs/philos.c":
        program = build(source)
        a, b = result(program, code=0), result(program, "--exhaustive", code=0)
        assert a["last_round"] == b["last_round"] and a["verdict"] == b["verdict"] == "verified", (a, b)


@case
def small_jobs_when_all_is_too_much():
    program = build("racy.c", "-DN=3", "-DROUNDS=3")
    r = result(program, "--max-executions", "60000", code=4)
    assert r["verdict"] == "partial", r
    at = states(r)
    done = [s for s, state in at.items() if state == "finished"]
    assert at[words(r["jobs"][0]["points"])] in ("suspended", "running") and ((), ()) in done and len(done) >= 3, at
    proven = [words(j["points"]) for j in r["jobs"] if j["proven"]]
    for p in proven:  # none contains another one
        for q in proven:
            assert p == q or not (set(p[0]) <= set(q[0]) and set(p[1]) <= set(q[1])), proven
    assert "proven: no bug, if threads are switched only where one cannot go on by itself, and right before" in r["text"], r["text"]
    assert "not finished: searches that switch threads where one cannot go on by itself, and right before\n    all synchronisation, racy.c:" in r["text"], r["text"]
    assert r["executions"] > sum(j["executions"] for j in r["jobs"]) > 0, "a sampler ran, too"
    # each racing access alone, and no set twice
    lines = {p for s in at for p in s[1]}
    assert len(lines) == 2 and len(at) == len(r["jobs"]), at
    for p in lines:
        assert ((), (p,)) in at, at
    # {} says nothing of locks, which it has met
    assert at[(("unlock",), ())] != "settled", at
    # whoever explores the same set otherwise makes as many executions
    same = result(program, "--strategy", "dfs", "--reduce", "source", "--points", "atomic", code=0)
    [job] = [j for j in r["jobs"] if words(j["points"]) == (("atomic",), ())]
    made = same["last_round"] + same["blocked"] + same["probes"]
    assert job["state"] == "finished" and job["executions"] == made, (job, made)


@case
def the_same_decisions_for_the_same_executions():
    program = build("racy.c", "-DN=3", "-DROUNDS=4")
    for options in ["--max-executions", "20000"], ["--max-executions", "1000"], ["--max-executions", "20"]:
        a, b = result(program, *options, code=4), result(program, *options, code=4)
        for r in a, b:
            del r["seconds"]
        assert a == b, (a, b)
        assert a["executions"] + a["blocked"] + a["probes"] + a["pruned"] + a["stopped"] == int(options[1]), a
        # the later side of the race gets its job when the other order was seen
        alone = [s for s in states(a) if not s[0] and len(s[1]) == 1]
        assert len(alone) == {"20000": 2, "1000": 2, "20": 0}[options[1]], alone


@case
def maximal_alone():
    r = result(build("racy.c", "-DN=2"), "--maximal", code=0)
    assert len(r["jobs"]) == 1 and r["verdict"] == "verified", r
    r = result(build("racy.c", "-DN=3", "-DROUNDS=4"), "--maximal", "--budget", "1s", code=4)
    assert len(r["jobs"]) == 1 and r["last_round"] + r["stopped"] == r["jobs"][0]["executions"], r
    done = run(SCARP, "check", "--maximal", "--exhaustive", "./test")
    assert done.returncode == 2 and "'--maximal' belongs to '--strategy deepen'" in done.stderr, done


@case
def audited():
    for source, flags in ("racy.c", ["-DN=2"]), ("../programs/philos.c", []), ("../programs/lastzero.c", []):
        r = result(build(source, *flags), "--strategy", "deepen", "--audit", "--audit-executions", "300", code=0)
        assert r["verdict"] == "verified" and r["audit"]["executions"] == 300 and not r["audit"]["missed"], r


@case
def all_bugs():
    """Two failures, one of which only shows when a racing access is a point."""
    r = result(build("bugs.c"), "--stop-after", "0", "--budget", "5s", code=1)
    assert sorted(b["message"].split('"')[1] for b in r["bugs"]) == ["late != 2", "seen == 2"], r["bugs"]
    assert all(b["confirmed"] for b in r["bugs"]), r
    assert any(j["bug"] for j in r["jobs"]), r


def traces(r):
    n = r["reruns"]
    assert n["unknown"] == 0, n
    return n["executions"] - n["earlier"] - n["own"]


@case
def reruns_are_counted_by_traces():
    """All interleavings (their numbers: tests/oracle) fall into as many traces as can be counted by hand."""
    for source, flags, options, made, different in (
            # two variables, of each who is first; both loads cannot be: 4 - 1
            ("../programs/sb.c", [], [], 10, 3),
            # the order in which three threads take a lock
            ("../programs/mutexinc.c", ["-DN=3"], [], 28, 6),
            ("order.c", [], [], 28, 6),
            # three reads of a variable, each before or behind the only write
            ("../programs/readers.c", ["-DN=3"], [], 105, 8),
            # three additions commute, or they do not
            ("../programs/ainc.c", ["-DN=3"], [], 15, 1),
            ("../programs/ainc.c", ["-DN=3"], ["--refine", "none"], 15, 6),
            # three rounds of a barrier are no order
            ("../programs/barrier/again.c", [], [], 144, 1),
            # nothing is shared
            ("named.c", [], [], 10, 1)):
        program = build(source, *flags)
        for mode in "checkpoint", "restart", "fork":
            r = result(program, "--exhaustive", "--reduce", "none", "--count-reruns", "--mode", mode, *options, code=0)
            assert (r["reruns"]["executions"], traces(r)) == (made, different), (source, mode, r["reruns"])
            assert r["reruns"]["earlier"] == 0 and r["jobs"] == [], r
        r = result(program, "--exhaustive", "--count-reruns", *options, code=0)
        assert r["last_round"] == different == traces(r), (source, r["reruns"])
    # two processes that number threads in different ways
    r = result(program, "--strategy", "random", "-j", "2", "--max-executions", "200", "--count-reruns", code=0)
    assert traces(r) == 1 and r["reruns"]["executions"] == 200, r["reruns"]
    assert "made again: 0 of 200 complete executions (0.0 %) had a trace that another job had executed, " \
        "199 (99.5 %) one of their own job's" in r["text"], r["text"]
    assert result(program, code=0)["reruns"] is None


@case
def jobs_with_fewer_points_make_no_other_traces():
    """Without memory all of them are made, behind the one that proves all."""
    for source, flags in (("racy.c", ["-DROUNDS=1"]), ("../programs/philos.c", []), ("../programs/mutexinc.c", []),
                          ("../programs/lastzero.c", ["-DN=3"]), ("named.c", [])):
        program = build(source, *flags)
        r = result(program, "--no-memory", "--count-reruns", "--budget", "60s", code=0)
        for j in r["jobs"]:
            n = j["reruns"]
            assert j["state"] == "finished" and j["settled_by"] is None and n["executions"], j
            assert j["kind"] == "maximal" or n["earlier"] == n["executions"], j
        first = result(program, "--exhaustive", code=0)
        assert traces(r) == r["last_round"] == first["last_round"], (source, r["reruns"])
        assert sum(j["reruns"]["executions"] for j in r["jobs"]) <= r["reruns"]["executions"], r
        with_it = result(program, "--count-reruns", code=0)
        assert with_it["reruns"]["earlier"] == 0 and with_it["verdict"] == r["verdict"] == "verified", with_it
    done = run(SCARP, "check", "--no-memory", "--exhaustive", "./test")
    assert done.returncode == 2 and "'--no-memory' belongs to '--strategy deepen'" in done.stderr, done


@case
def jobs_begin_elsewhere():
    """Of two searches that are not finished, each has made what is near its beginning."""
    r = result(build("../programs/mutexinc.c", "-DN=9"), "--max-executions", "20000", "--count-reruns", code=4)
    begun = [j for j in r["jobs"] if j["reruns"]["executions"] > 200]
    assert len(begun) >= 2 and all(j["state"] == "suspended" for j in begun), r["jobs"]
    assert all(j["reruns"]["earlier"] * 100 < j["reruns"]["executions"] for j in begun), begun


@case
def what_would_take_as_long_is_not_begun():
    """2^20 traces, and nothing but atomics: without joins it is no smaller."""
    r = result(build("../programs/readers.c", "-DN=20"), "--max-executions", "3000", code=4)
    at = {s[0]: state for s, state in states(r).items()}
    assert (at[ALL], at[()], at[("atomic",)]) == ("suspended", "finished", "pending"), at
    assert r["executions"] > sum(j["executions"] for j in r["jobs"]), "a sampler ran instead"


@case
def what_comes_to_no_end_leaves_its_time_to_chance():
    """Each search lets the same timers run out first, up to the limit of steps; chance wakes the client."""
    program = build("ticking.c")
    a, b = result(program, "--max-executions", "20", code=4), result(program, "--max-executions", "20", code=4)
    for r in a, b:
        del r["seconds"]
    assert a == b, (a, b)
    # a fifth of 20, all of them cut; of chance's next to none is
    assert a["verdict"] == "partial" and a["executions"] > 10, a
    assert a["jobs"][0]["state"] == "suspended" and a["jobs"][0]["executions"] == 4, a["jobs"]
    assert all(j["executions"] == 0 for j in a["jobs"][1:]), a["jobs"]
    # fewer than 32 executions are no reason to wait, where the time is over before
    r = result(build("ticking.c", "-DWORK=300"), "--budget", "6s", code=4)
    assert r["verdict"] == "partial" and r["executions"] > 5, r
    # nor is one that takes longer than all the time, at any speed: 50 times as many steps as usual
    r = result(build("ticking.c", "-DWORK=50000"), "--budget", "6s", "--max-steps", "1000000", code=4)
    assert r["verdict"] == "partial" and r["executions"] > 5, r


@case
def verdicts_without_memory():
    """The same, and the same bugs."""
    for source in ("bugs.c", "racy.c", "mutex/abba.c", "mutex/trylock.c", "cond/queue_if.c", "cond/lost_wakeup.c",
                   "sem/deadlock.c", "sem/trywait.c", "spin/livelock_in_one_schedule.c", "spin/ticket.c",
                   "rwlock/writers.c", "race/counter.c", "race/late_store.c", "barrier/serial.c", "dekker.c"):
        path = source if "/" not in source and source != "dekker.c" else "../programs/" + source
        if not os.path.exists(os.path.join(HERE, path)):
            raise AssertionError(f"no {path}")
        program = build(path)
        a, b = (result(program, "--stop-after", "0", "--budget", "20s", *o) for o in ([], ["--no-memory"]))
        one, other = ((r["verdict"], sorted((f["kind"], f["line"] or 0) for f in r["bugs"])) for r in (a, b))
        assert one == other, (source, one, other)
        assert all(j["state"] != "settled" for j in b["jobs"]), (source, b["jobs"])


@case
def how_large_the_space_is():
    # Two threads that take one lock 30 times each: 60 over 30 orders.
    r = result(build("../programs/size/locked.c"), "--budget", "6s", code=4)
    assert 0.5e17 < r["size"]["traces"] < 3e17 and r["size"]["walks"] >= 100, r["size"]
    assert r["estimate"]["fraction"] < 1e-9 and r["estimate"]["executions"] == r["size"]["traces"], r["estimate"]
    # What is left over goes to schedules with few preemptions, which prove something.
    b = r["bounded"]
    assert b["preemptions"] >= 1 and "proven: no bug with at most %d preemption" % b["preemptions"] in r["text"], r["text"]
    exact = result(os.path.abspath("test"), "--strategy", "ipb", "--bound", str(b["preemptions"]), code=0)
    assert exact["executions"] == b["executions"], (exact["executions"], b)
    # A space that is explored needs none.
    assert result(build("bugs.c"), "--budget", "5s", code=1)["size"] is None


@case
def several_workers():
    program = build("racy.c", "-DN=2")
    assert result(program, "-j", "2", code=0)["last_round"] == result(program, code=0)["last_round"]
    r = result(build("racy.c", "-DN=3", "-DROUNDS=4"), "-j", "3", "--budget", "4s", code=4)
    assert ((), ()) in [words(j["points"]) for j in r["jobs"] if j["state"] in ("finished", "settled")], r


@case
def jobs_that_wait_give_way_to_memory():
    r = result(build("racy.c", "-DN=3", "-DROUNDS=4"), "--budget", "5s", env={"SCARP_MEMORY": "9"}, code=4)
    assert r["jobs"][0]["state"] == "given up" and "given up: less than a tenth" in r["text"], r
    assert [j for j in r["jobs"] if j["proven"]], r
    r = result(build("racy.c", "-DN=3", "-DROUNDS=4"), "--budget", "3s", env={"SCARP_MEMORY": "10"}, code=4)
    assert r["jobs"][0]["state"] != "given up" and "a tenth" not in r["text"], r


@case
def points_that_may_be():
    """--points: the sets are parts of that; nothing else is ever a point."""
    r = result(build("racy.c", "-DN=2"), "--points", "sync", code=0)
    assert all(not j["points"]["racing"] for j in r["jobs"]), r
    assert r["verdict"] == "partial" and "points_left_out" in [c["name"] for c in r["caveats"]], r
    r = result(build("racy.c", "-DN=2"), "--points", "lock,unlock", code=0)
    assert {c for j in r["jobs"] for c in j["points"]["classes"]} == {"lock", "unlock"}, r


@case
def initialisers_and_destroyers_wait_for_both_orders():
    """held.c: what is seen in one order only makes no jobs, where its functions are called so; the largest stops there.

    Who else sees the other order lets go of it: in {} each thread runs to its end, in the order of their creation."""
    with open(os.path.join(HERE, "held.c"), encoding="utf-8") as f:
        at = {word: n for n, line in enumerate(f, 1) for word in re.findall(r"/\* ([A-Z]+) \*/", line)}
    makes = {}
    for names in "queue_init queue_destroy", "pour drain":
        for order in "one", "both":
            flags = ["-D{}={}".format(*d) for d in zip(("MAKE", "END"), names.split())]
            program = build("held.c", *flags, *(["-DONE_ORDER"] if order == "one" else []))
            r = result(program, "--max-executions", "20000", code=4)
            first, *others = r["jobs"]
            assert sorted(p["line"] for p in first["points"]["racing"]) == sorted(at.values()), first
            makes[names, order] = {p["line"] for j in others for p in j["points"]["racing"]}
            held = order == "one" and names.startswith("queue")
            assert {race["quiet"] for race in r["races"]} == {"setup" if held else None}, r["races"]
            assert r["text"].count("held back until the other order is seen") == (2 if held else 0), r["text"]
    assert makes == {
        ("queue_init queue_destroy", "one"): set(),
        ("queue_init queue_destroy", "both"): set(at.values()),
        ("pour drain", "one"): {at["MADE"], at["USES"]},
        ("pour drain", "both"): set(at.values()),
    }, makes


# ---- kills


def workers(command):
    """The test processes of a check."""
    try:
        with open(f"/proc/{command}/task/{command}/children") as f:
            return [int(word) for word in f.read().split()]
    except OSError:
        return []


def killed(program, draw, least, most, *options):
    """A check whose processes are killed now and then; how many were, and what it said."""
    told = ["--json", "result.json", *options, program]
    p = subprocess.Popen([SCARP, "check", *told], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    kills = 0
    while p.poll() is None and kills < MOMENTS:
        time.sleep(draw.uniform(least, most))
        for pid in workers(p.pid):
            if draw.random() < 0.7:
                try:
                    os.kill(pid, signal.SIGKILL)
                    kills += 1
                except OSError:
                    pass
    text, _ = p.communicate(timeout=110)
    with open("result.json") as f:
        return kills, p.returncode, json.load(f), text


def races_of(r):
    return sorted({tuple(sorted((race[s]["line"], race[s]["access"]) for s in ("first", "second"))) for race in r["races"]})


@case
def kills_lose_no_proof():
    """The verdict, the number of traces and the races are those of a check that nobody disturbed."""
    program = build("racy.c", "-DN=2", "-DROUNDS=4")
    expected = result(program, "--budget", "90s", code=0)
    draw, kills, checks = random.Random(f"{SEED} proof"), 0, 0
    while kills < MOMENTS:
        n, code, r, text = killed(program, draw, 0.001, 0.15, "--budget", "90s", "-j", draw.choice("12"))
        kills, checks = kills + n, checks + 1
        assert code == 0 and r["verdict"] == "verified", (code, text)
        assert r["last_round"] == expected["last_round"], (r["last_round"], expected["last_round"], text)
        assert races_of(r) == races_of(expected), (races_of(r), text)
    print(f"{kills} kills in {checks} checks")


@case
def a_bug_is_told_once():
    """Several jobs, and samplers, come to the same two; each is told when somebody finds it first."""
    program = build("bugs.c")
    r = result(program, "--stop-after", "0", "--max-executions", "3000", "-j", "4", "--events", "events", code=1)
    with open("events") as f:
        told = [e["title"] for e in map(json.loads, f) if e["event"] == "bug"]
    assert len(told) == len(set(told)) == len(r["bugs"]) == 2, told


@case
def kills_lose_no_bug():
    program = build("bugs.c")
    draw, kills, checks = random.Random(f"{SEED} bug"), 0, 0
    while kills < MOMENTS:
        n, code, r, text = killed(program, draw, 0.001, 0.1, "--stop-after", "0", "--budget", "4s", "-j", "2")
        kills, checks = kills + n, checks + 1
        assert code == 1 and len(r["bugs"]) == 2 and all(b["confirmed"] for b in r["bugs"]), (code, text)
    print(f"{kills} kills in {checks} checks")


@case
def kills_leave_the_account_right():
    """What is said to be proven was finished by somebody; no race that was seen is lost."""
    program = build("racy.c", "-DN=3", "-DROUNDS=4")
    expected = races_of(result(program, "--budget", "2s", code=4))
    draw, kills, checks = random.Random(f"{SEED} account"), 0, 0
    while kills < MOMENTS:
        n, code, r, text = killed(program, draw, 0.01, 0.2, "--budget", "3s", "--events", "events")
        kills, checks = kills + n, checks + 1
        assert code == 4 and races_of(r) == expected, (code, races_of(r), text)
        with open("events") as f:
            told = [json.loads(line) for line in f]
        for i, j in enumerate(r["jobs"]):
            said = [e["state"] for e in told if e["event"] == "job" and e["job"] == i]
            assert said[-1] == j["state"], (i, said, j)
            assert not j["proven"] or "finished" in said, (i, said)
        # a job that was finished once is never begun again, but for the maximal one
        for e in told:
            if e["event"] == "job" and e["job"] and e["state"] == "finished":
                assert r["jobs"][e["job"]]["state"] == "finished", (e, r["jobs"][e["job"]])
    print(f"{kills} kills in {checks} checks")


def begin(scarp, moments, seed):
    global SCARP, MOMENTS, SEED
    SCARP, MOMENTS, SEED = scarp, moments or MOMENTS, SEED if seed is None else seed


if __name__ == "__main__":
    sys.exit(main(CASES, begin))
