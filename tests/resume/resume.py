#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""resume.py - a search that was interrupted ends as if it had not been

resume.py SCARP [--moments N] [--seed S] [CASE]...
resume.py --list

Each program is searched once without interruption.  Then it is interrupted after
numbers of executions that the seed draws, and resumed, until it is over: the
result, with all counts, bugs and caveats and the fingerprint of all traces, has
to be the same.  --moments N (3): so many searches with one interruption each,
and one with N of them.
"""
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
sys.dont_write_bytecode = True  # the tree stays clean
from cases import main  # noqa: E402

CREATORS = os.path.join(HERE, "creators.c")
PROGRAMS = os.path.join(HERE, "..", "programs")
SCARP = None
MOMENTS, SEED = 3, 1
CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def run(*words, **more):
    env = {**os.environ, **more.pop("env", {})}
    return subprocess.run(words, capture_output=True, text=True, timeout=100,
                          stdin=subprocess.DEVNULL, env=env, **more)


def build(source, *flags, out="test"):
    if not source.startswith("/"):
        source = os.path.join(PROGRAMS, source)
    done = run(SCARP, "c++" if source.endswith(".cc") else "cc", "-o", out, source,
               "-I", PROGRAMS, *flags)
    assert done.returncode == 0, done.stderr
    return os.path.abspath(out)


SEARCH = ["--exhaustive", "--reduce=none", "--stop-after", "0", "--fingerprint"]


def result(code=None):
    """What the last command wrote, without what may differ: where files are, time, and how often
    a step was noted that was only made again to get to a decision behind it."""
    with open("result.json") as f:
        r = json.load(f)
    for bug in r["bugs"]:
        bug.pop("schedule", None)
        bug.pop("html", None)
    for caveat in r["caveats"]:
        if caveat["name"] not in ("step_limit", "hook_limit", "heap_used_up"):
            del caveat["count"]
    for race in r["races"]:
        race.pop("count", None)
    del r["seconds"]
    r["exit code"] = code
    return r


def whole(program, *options):
    """One run, and how many executions it makes."""
    done = run(SCARP, "check", *SEARCH, *options, "--json", "result.json", program)
    assert done.returncode in (0, 1, 4), done.stdout + done.stderr
    assert not os.path.exists("scarp.out/latest/search.state"), "an ended search left its state"
    shutil.rmtree("scarp.out", ignore_errors=True)
    r = result(done.returncode)
    return r, r["executions"] + r["blocked"] + r["pruned"] + r["stopped"]


def state():
    return "scarp.out/latest/search.state"


def in_pieces(program, sizes, *options):
    """The same, cut after so many executions each time."""
    shutil.rmtree("scarp.out", ignore_errors=True)
    done = run(SCARP, "check", *SEARCH, *options, "--json", "result.json",
               "--max-executions", str(sizes[0]), program)
    for size in [*sizes[1:], None]:
        told = re.findall(r"^to go on: scarp resume (\S+)$", done.stdout, re.M)
        if not told:
            break
        limit = ["--max-executions", str(size)] if size else []
        done = run(SCARP, "resume", "--json", "result.json", *limit, told[0])
        assert done.returncode in (0, 1, 4), done.stdout + done.stderr
    assert not os.path.exists(state()), "an ended search left its state"
    return result(done.returncode)


def same(one, other, what):
    differing = [k for k in one if one[k] != other.get(k)]
    assert one == other, f"{what}: " + "; ".join(f"{k}: {one[k]} is {other.get(k)}" for k in differing)


def cut(source, *flags, options=(), moments=None):
    program = build(source, *flags)
    expected, all_of_them = whole(program, *options)
    draw = random.Random(f"{SEED} {source}")
    for _ in range(moments or MOMENTS):
        at = draw.randrange(1, max(2, all_of_them))
        same(expected, in_pieces(program, [at], *options), f"cut after {at} of {all_of_them}")
    cuts = sorted(draw.sample(range(1, all_of_them), min(moments or MOMENTS, all_of_them - 1)))
    sizes = [b - a for a, b in zip([0, *cuts], cuts)]
    same(expected, in_pieces(program, sizes, *options), f"cut after {cuts} of {all_of_them}")
    return expected


# ---- ten programs

@case
def resumed_fib_bench():
    assert cut("fib_bench.c", "-DN=2")["executions"] == 1716


@case
def resumed_dekker():
    assert cut("dekker.c", "-DR=1")["verdict"] == "verified"


@case
def resumed_peterson():
    assert cut("peterson.c", "-DR=1")["executions"] == 1806


@case
def resumed_lastzero():
    assert cut("lastzero.c", "-DN=2")["executions"] == 132


@case
def resumed_readers():
    assert cut("readers.c", "-DN=3")["executions"] == 105


@case
def resumed_semaphores():
    assert cut("sem/counting.c")["verdict"] == "verified"


@case
def resumed_spinning():
    assert cut("spin/mcs.c", "-O0")["verdict"] == "verified"


@case
def resumed_rounds():
    """Racing instructions become decision points: the search starts again."""
    r = cut("race/counter_states.c", "-DTIMES=2")
    assert r["rounds"] == 2 and r["executions"] > r["last_round"], r


@case
def resumed_assertion():
    r = cut("race/local_parts.c", "-O0")
    assert r["verdict"] == "bug" and r["bugs"], r


@case
def resumed_crash():
    """Each failure ends the test process."""
    r = cut("ends/null_in_one_schedule.c")
    assert r["verdict"] == "bug" and r["bugs"], r


@case
def resumed_in_fork_mode():
    assert cut("readers.c", "-DN=3", options=["--mode", "fork"])["mode"] == "fork"


@case
def resumed_by_bounds():
    """What was explored with a smaller bound is not counted again."""
    program = build("fib_bench.c", "-DN=2")
    for strategy in ("ipb", "idb"):
        SEARCH[0:2] = ["--strategy", strategy]
        expected, n = whole(program)
        assert expected["verdict"] == "verified" and n == 1716, expected
        for at in (1, 700, 1715):
            same(expected, in_pieces(program, [at, 5]), f"{strategy} cut after {at}")
    SEARCH[0:2] = ["--exhaustive", "--reduce=none"]


@case
def resumed_directives():
    """They hold for who goes on, in their order."""
    SEARCH[0:2] = ["--strategy", "dfs"]
    for words, executions in ((["--without", "quiet", "--within", "work"], 10),
                              (["--within", "work", "--without", "quiet"], 3)):
        r = cut("filters/order.c", options=words)
        assert r["verdict"] == "partial" and r["executions"] == executions, r
        assert [d["directive"] for d in r["directives"]] == [words[0][2:], words[2][2:]], r
    for words in (["--trust", "counted"], ["--ignore", "a"]):
        r = cut("filters/trust.c", options=words)
        assert r["verdict"] == "partial" and r["last_round"] == 10, r
    SEARCH[0:2] = ["--exhaustive", "--reduce=none"]


@case
def resumed_reductions():
    for reduction in ("optimal", "source", "classic"):
        r = cut("lastzero.c", "-DN=3", options=[f"--reduce={reduction}"])
        assert r["verdict"] == "verified" and r["reduction"] == reduction, r


@case
def resumed_without_refinements():
    r = cut("ainc.c", "-DN=4", options=["--reduce=optimal", "--refine=none"])
    assert r["executions"] == 24, r


@case
def resumed_reduced_rounds():
    r = cut("race/counter_states.c", "-DTIMES=3", options=["--reduce=optimal"])
    assert r["rounds"] == 2, r


# ---- one space, several processes

def parts_of(r):
    """What does not depend on who was faster."""
    kept = ["verdict", "last_round", "rounds", "points", "fingerprint", "exit code"]
    if r["reduction"] == "none":  # else parts begin some in vain that one search does not
        kept.append("blocked")
    return {**{k: r[k] for k in kept}, "caveats": [c["name"] for c in r["caveats"]],
            "bugs": sorted((b["kind"], b["message"]) for b in r["bugs"])}


def shared(source, *flags, options=(), hashed=True):
    """Cut into 1, 2, 4 and 8 parts, and cut short and resumed by fewer and by more processes: the
    same executions.  How many the rounds before the last one made depends on who was faster.  Not
    hashed: so does what the fingerprint is made of, thread numbers."""
    def parts(r):
        return {**parts_of(r), "fingerprint": r["fingerprint"] if hashed else ""}

    program = build(source, *flags)
    expected, n = whole(program, *options)
    for jobs in (1, 2, 4, 8):
        same(parts(expected), parts(whole(program, *options, "-j", str(jobs))[0]), f"-j {jobs}")
    draw = random.Random(f"{SEED} {source}")
    for before, after in ((2, 2), (4, 1), (1, 3), (3, 2))[:MOMENTS + 1]:
        shutil.rmtree("scarp.out", ignore_errors=True)
        at = draw.randrange(1, max(2, n))
        done = run(SCARP, "check", *SEARCH, *options, "--json", "result.json", "-j", str(before),
                   "--max-executions", str(at), program)
        assert done.returncode in (1, 4), done.stdout + done.stderr
        if "to go on" in done.stdout:
            made = sum(result()[k] for k in ("executions", "blocked", "pruned", "stopped"))
            assert made == at, f"-j {before}: {made} of {at}"
            done = run(SCARP, "resume", "--json", "result.json", "-j", str(after))
        same(parts(expected), parts(result(done.returncode)),
             f"-j {before} cut after {at} of {n}, then -j {after}")
    return expected


@case
def shared_fib_bench():
    assert shared("fib_bench.c", "-DN=2")["executions"] == 1716


@case
def shared_directives():
    SEARCH[0:2] = ["--strategy", "dfs"]
    for words in (["--trust", "counted"], ["--without", "elsewhere"], ["--ignore", "a"]):
        assert shared("filters/trust.c", options=words)["verdict"] == "partial"
        assert shared("filters/trust.c", options=[*words, "--reduce=optimal"])["verdict"] == "partial"
    SEARCH[0:2] = ["--exhaustive", "--reduce=none"]


@case
def shared_dekker():
    assert shared("dekker.c", "-DR=1")["verdict"] == "verified"


@case
def shared_small():
    """Fewer executions than there are processes."""
    assert shared("ainc.c", "-DN=2")["executions"] == 3


@case
def shared_semaphores():
    assert shared("sem/counting.c")["verdict"] == "verified"


@case
def shared_spinning():
    assert shared("spin/mcs.c", "-O0")["verdict"] == "verified"


@case
def shared_rounds():
    assert shared("race/counter_states.c", "-DTIMES=2")["rounds"] == 2


@case
def shared_crash():
    r = shared("ends/null_in_one_schedule.c")
    assert r["verdict"] == "bug", r


@case
def shared_in_fork_mode():
    assert shared("readers.c", "-DN=3", options=["--mode", "fork"])["mode"] == "fork"


def kill_one(p, program):
    """SIGKILL to a test process of command p; False: there is none."""
    try:
        with open(f"/proc/{p.pid}/task/{p.pid}/children") as f:
            children = f.read().split()
    except OSError:
        return False
    for child in children:
        try:
            if os.readlink(f"/proc/{child}/exe") == program:
                os.kill(int(child), signal.SIGKILL)
                return True
        except OSError:
            pass
    return False


def killed_parts(program, *options, kills=2):
    """They are started again where they were: nothing is lost, nothing is made twice."""
    expected, _ = whole(program, *options)
    draw = random.Random(f"{SEED} {program}")
    outlived = 0
    for _ in range(MOMENTS):
        p = subprocess.Popen([SCARP, "check", *SEARCH, *options, "--json", "result.json", "-j", "3", program],
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        killed, until = 0, time.time() + 60
        while p.poll() is None and killed < kills and time.time() < until:
            time.sleep(draw.uniform(0, 0.1))
            killed += kill_one(p, program)
        p.wait(100)
        if p.returncode == 0:
            same(parts_of(expected), parts_of(result(0)), f"{killed} killed")
            outlived += killed
        else:  # in the middle of a change: said, and no verdict
            assert p.returncode == 5, p.returncode
            if os.path.exists(state()):
                done = run(SCARP, "resume", "--json", "result.json", "-j", draw.choice("124"))
                same(parts_of(expected), parts_of(result(done.returncode)), f"{killed} killed, resumed")
        shutil.rmtree("scarp.out", ignore_errors=True)
    print(f"{outlived} kills outlived")


@case
def shared_with_a_process_killed():
    os.environ["SCARP_KEEP_EVERY"] = "10"
    killed_parts(build("dekker.c", "-DR=1"))


@case
def shared_reduced_with_a_process_killed():
    os.environ.update(SCARP_REST="0", SCARP_KEEP_EVERY="10")
    killed_parts(build("fib_bench.c", "-DN=5"), "--reduce=optimal")
    killed_parts(build("fib_bench.c", "-DN=4"), "--reduce=source", "--mode=fork")


# ---- the same of a reduced search, whose parts tell each other what they find

def reduced(source, *flags, options=(), reductions=("optimal", "source"), hashed=True):
    """As small parts as there can be."""
    os.environ["SCARP_REST"] = "0"
    for reduction in reductions:
        r = shared(source, *flags, options=[f"--reduce={reduction}", *options], hashed=hashed)
        assert r["reduction"] == reduction, r
    return r


@case
def parts_resumed_a_few_executions_at_a_time():
    """What one part may still make is another's, where that one waits to be told something.  The
    locks can be taken in 4! orders."""
    program = build(os.path.join(HERE, "exchanges.c"))
    for before, after, size in ((2, 1, 7), (3, 1, 6), (2, 2, 9), (3, 2, 40)):
        shutil.rmtree("scarp.out", ignore_errors=True)
        done = run(SCARP, "check", "--exhaustive", "-j", str(before), "--max-executions", str(size),
                   "--json", "result.json", program)
        for _ in range(100):
            if done.returncode != 4:
                break
            assert "not proven: the budget ended" in done.stdout and "to go on" in done.stdout, done.stdout
            done = run(SCARP, "resume", "-j", str(after), "--max-executions", str(size), "--json", "result.json")
        r = result(done.returncode)
        assert (r["verdict"], r["executions"]) == ("verified", 24), (before, after, size, r)


@case
def shared_reduced_fib_bench():
    assert reduced("fib_bench.c", "-DN=5")["verdict"] == "verified"
    reduced("fib_bench.c", "-DN=4", reductions=["classic-sleep"])


@case
def shared_reduced_mutex():
    assert reduced("mutexinc.c", "-DN=6")["executions"] == 720


@case
def shared_reduced_asked_above():
    """Who owns an earlier choice is told what a later one shows, and finds no other reason for it."""
    assert reduced("reduce/asked_above.c", "-DGROUPS=3")["executions"] == 6**3


@case
def shared_reduced_philosophers():
    assert reduced("philos.c", "-DN=4", "-DROUNDS=2")["executions"] == 786


@case
def shared_reduced_lastzero():
    assert reduced("lastzero.c", "-DN=9")["verdict"] == "verified"


@case
def shared_reduced_readers():
    assert reduced("readers.c", "-DN=9")["executions"] == 512


@case
def shared_reduced_spinning():
    """Longer transitions: optimal goes on as source, and some executions are in vain."""
    assert reduced("dekker.c", "-DR=1")["verdict"] == "verified"


@case
def shared_reduced_rounds():
    """All begin again when one of them meets a race."""
    r = reduced("race/counter_states.c", "-DTIMES=4")
    assert r["rounds"] == 2, r


@case
def shared_reduced_failures():
    """A lock order that deadlocks in some schedules, and a failure that ends the process."""
    r = reduced("philos.c", "-DN=4", "-DBUG")
    assert [b["kind"] for b in r["bugs"]] == ["deadlock"], r
    r = reduced("ends/null_in_one_schedule.c")
    assert r["verdict"] == "bug", r


@case
def shared_reduced_in_fork_mode():
    """Slow: so the parts are many and small, for their number of executions."""
    assert reduced("fib_bench.c", "-DN=3", options=["--mode", "fork"])["mode"] == "fork"


@case
def shared_thread_numbers():
    """Who creates threads, and how many, depends on the schedule: each part meets new ones, in an
    order of its own."""
    r = shared("thread/second_creates.c", hashed=False)
    assert r["verdict"] == "verified", r


@case
def shared_reduced_thread_numbers():
    reduced("thread/second_creates.c", options=["--mode=fork"], hashed=False)
    r = reduced(CREATORS, "-DTHREADS=2", hashed=False, reductions=["optimal"])
    assert r["verdict"] == "verified", r


@case
def shared_reduced_condition():
    assert reduced("cond/signal_any.c", options=["--mode=fork"])["verdict"]


@case
def shared_reduced_barrier():
    assert reduced("barrier/phases.c", options=["--mode=fork"])["verdict"] == "verified"


# Each takes long enough to be cut; not hashed: see shared().
LONGER = [
    ("fib_bench.c", ["-DN=5"], [], True),
    ("creators.c", ["-DTHREADS=2"], [], False),
    ("race/counter_states.c", ["-DTIMES=5"], [], True),
    ("lastzero.c", ["-DN=11"], [], True),
    ("mutexinc.c", ["-DN=7"], [], True),
    ("readers.c", ["-DN=11"], [], True),
    ("philos.c", ["-DN=4", "-DROUNDS=2"], ["--mode=fork"], True),
    ("dekker.c", ["-DR=1"], ["--mode=fork"], True),
    ("cond/signal_any.c", [], ["--mode=fork"], True),
    ("barrier/phases.c", [], ["--mode=fork"], True),
]


@case
def shared_reduced_interrupted():
    """SIGINT to the command, and SIGKILL, at any moment; resumed with another number of processes.
    --moments N: the first N programs, each N / 3 times."""
    os.environ.update(SCARP_REST="0", SCARP_KEEP_EVERY="10")
    cuts = 0
    for source, flags, options, hashed in LONGER[:MOMENTS]:
        program = build(CREATORS if source == "creators.c" else source, *flags)
        for reduction in ("optimal", "source"):
            reduce = [*options, f"--reduce={reduction}"]
            began = time.time()
            expected, _ = whole(program, *reduce)
            took = time.time() - began
            draw = random.Random(f"{SEED} {source} {reduction}")
            for _ in range(max(1, MOMENTS // 3)):
                cuts += any_moment(program, expected, draw, reduce, 0.7 * took, hashed)
    print(f"{cuts} cuts")


def any_moment(program, expected, draw, options, most, hashed):
    """One search, cut again and again."""
    shutil.rmtree("scarp.out", ignore_errors=True)
    words, code, cuts = [SCARP, "check", *SEARCH, *options, "--json", "result.json", program], None, 0
    for n in range(4):
        jobs = draw.choice("1234")
        p = subprocess.Popen([words[0], words[1], "-j", jobs, *words[2:]], text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if n < 3:
            time.sleep(draw.uniform(0.01, most))
            p.send_signal(draw.choice([signal.SIGINT, signal.SIGKILL]))
        code, told = ended(p)
        # SIGINT may come before scarp is loaded.
        assert code in (0, 1, 130, -signal.SIGKILL) or (code == -signal.SIGINT and not told), (code, told)
        assert "cannot be kept" not in told, told
        if code in (0, 1):
            break
        cuts += 1
        if os.path.exists(state()):
            words = [SCARP, "resume", "--json", "result.json"]
        elif words[1] == "resume" and code < 0:
            code = expected["exit code"]  # it had done all, and was killed on its way out
            break
    found = parts_of(result(code))
    if not hashed:
        found["fingerprint"] = expected["fingerprint"]
    same(parts_of(expected), found, told)
    assert not os.path.exists(state())
    return cuts


# ---- moments that nobody chose

def ended(process):
    out, err = process.communicate(timeout=100)
    return process.returncode, out + err


@case
def interrupted_at_any_moment():
    """SIGINT to the command, again and again: whenever it comes, nothing is lost."""
    program = build("fib_bench.c", "-DN=3")
    expected, _ = whole(program)
    draw = random.Random(SEED)
    for _ in range(MOMENTS):
        shutil.rmtree("scarp.out", ignore_errors=True)
        words = [SCARP, "check", *SEARCH, "--json", "result.json", program]
        for _ in range(4):
            p = subprocess.Popen(words, text=True, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE)
            time.sleep(draw.uniform(0.02, 0.4))
            p.send_signal(signal.SIGINT)
            code, told = ended(p)
            # Where the machine is slow it may come before scarp is loaded.
            assert code in (0, 130) or (code == -signal.SIGINT and not told), (code, told)
            if code == 0:
                break
            # Before the search has begun there is nothing to keep.
            if code == 130 and os.path.exists(state()):
                assert "to go on: scarp resume scarp.out/001/search.state" in told, told
                words = [SCARP, "resume", "--json", "result.json"]
        if code:
            code, told = ended(subprocess.Popen(words, text=True, stdout=subprocess.PIPE,
                                                stderr=subprocess.PIPE))
        same(expected, result(code), told)
        assert not os.path.exists(state())


@case
def killed_at_any_moment():
    """SIGKILL to the command: what it had kept until then is gone on with."""
    program = build("dekker.c", "-DR=1")
    expected, _ = whole(program)
    draw = random.Random(SEED)
    often = {"SCARP_KEEP_EVERY": "10"}
    for _ in range(MOMENTS):
        shutil.rmtree("scarp.out", ignore_errors=True)
        p = subprocess.Popen([SCARP, "check", *SEARCH, "--json", "result.json", program],
                             env={**os.environ, **often}, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
        while not os.path.exists(state()) and p.poll() is None:
            time.sleep(0.005)
        time.sleep(draw.uniform(0, 0.3))
        p.kill()
        p.wait()
        if p.returncode == 0:
            continue
        if not os.path.exists(state()):  # it had done all, and was killed on its way out
            same(expected, result(expected["exit code"]), "killed at its end")
            continue
        done = run(SCARP, "resume", "--json", "result.json")
        same(expected, result(done.returncode), done.stdout + done.stderr)


def alive(program):
    """Processes that run it."""
    return [int(pid) for pid in os.listdir("/proc") if pid.isdigit() and runs(pid, program)]


def runs(pid, program):
    try:
        return os.readlink(f"/proc/{pid}/exe") == program
    except OSError:
        return False


@case
def killed_before_its_process_can_ask():
    """The command dies between fork and the request to be told of that: nobody is left behind."""
    program = build(LONGER[0][0], *LONGER[0][1])
    traced = ["strace", "-f", "-qq", "-o", "trace", "-e", "trace=prctl", "-e", "inject=prctl:delay_enter=500000"]
    words = [*traced, SCARP, "check", *SEARCH, "--budget", "60s", program]
    try:
        p = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    except FileNotFoundError:
        print("skipped: there is no strace")
        return
    command, child, until = None, None, time.time() + 20
    while not child and p.poll() is None and time.time() < until:
        command = command or [q for q in children(p.pid) if runs(q, SCARP)]
        child = command and children(command[0])
        time.sleep(0.001)
    if not child:
        p.kill()
        print("skipped: strace does not work here:", p.communicate()[1])
        return
    os.kill(command[0], signal.SIGKILL)
    time.sleep(1)  # it asks after half of one
    until = time.time() + 10
    while alive(program) and time.time() < until:
        time.sleep(0.01)
    left = alive(program)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    p.kill()
    p.wait()
    assert not left, left


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as f:
            return [int(word) for word in f.read().split()]
    except OSError:
        return []


@case
def killed_test_process():
    """Somebody kills the test: the command fails, and the search can be gone on with."""
    program = build("dekker.c", "-DR=1")
    expected, _ = whole(program)
    p = subprocess.Popen([SCARP, "check", *SEARCH, "--json", "result.json", program], text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    child = None
    while not child:
        with open(f"/proc/{p.pid}/task/{p.pid}/children") as f:
            child = f.read().split()
    try:
        while os.readlink(f"/proc/{child[0]}/exe") != program:
            time.sleep(0.001)
    except OSError:
        pass
    try:
        time.sleep(0.05)
        os.kill(int(child[0]), signal.SIGKILL)
    except ProcessLookupError:
        pass  # it was over before
    code, told = ended(p)
    if code == 0:
        same(expected, result(code), told)
        return
    assert code == 5 and "killed from outside" in told, told
    if os.path.exists(state()):
        assert "to go on: scarp resume" in told, told
        done = run(SCARP, "resume", "--json", "result.json")
        same(expected, result(done.returncode), done.stdout + done.stderr)


# ---- what is said, and what is refused

def stopped(*options, source="fib_bench.c", flags=("-DN=2",), more=()):
    program = build(source, *flags)
    done = run(SCARP, "check", "--strategy", "dfs", "--max-executions", "7", *options, program, *more)
    assert done.returncode == 4, done.stdout + done.stderr
    return program, done


def refused(*texts, code=2, **more):
    with open(state(), "rb") as f:
        before = f.read()
    done = run(SCARP, "resume", **more)
    told = done.stdout + done.stderr
    assert done.returncode == code, f"exit code {done.returncode}: {told}"
    for text in texts:
        assert text in told, told
    with open(state(), "rb") as f:
        assert f.read() == before, "what cannot be read was changed"


@case
def state_where_it_is_said():
    _, done = stopped("--state", "here")
    assert done.stdout.endswith("\nto go on: scarp resume here\n"), done.stdout
    assert not os.path.exists("scarp.out")
    done = run(SCARP, "resume", "--max-executions", "3", "here")
    assert "no bug in 10 different executions" in done.stdout, done.stdout
    done = run(SCARP, "resume", "--max-executions", "3", "--state", "there", "here")
    assert done.stdout.endswith("\nto go on: scarp resume there\n"), done.stdout
    done = run(SCARP, "resume", "there")
    assert done.returncode == 0 and "all 1716 executions" in done.stdout, done.stdout
    assert os.path.exists("here") and not os.path.exists("there")


@case
def state_of_none():
    _, done = stopped("--state", "none")
    assert "to go on" not in done.stdout and not os.path.exists("scarp.out"), done.stdout
    done = run(SCARP, "resume")
    assert done.returncode == 2 and "nothing to resume" in done.stderr, done.stderr
    done = run(SCARP, "resume", "a", "b")
    assert done.returncode == 2 and "one file" in done.stderr, done.stderr


@case
def state_that_cannot_be_kept():
    _, done = stopped("--state", "/nonexistent/file")
    assert "cannot be kept: cannot create '/nonexistent/file'" in done.stderr, done.stderr
    _, done = stopped("--audit")
    assert "with --audit no state is kept" in done.stdout, done.stdout


@case
def options_of_the_search_last():
    stopped("--max-steps", "50", "--expect-exit=0", "-j1")
    with open(state(), "rb") as f:
        text = f.read().decode(errors="replace")
    assert 'option "--max-steps=50"\n' in text and 'option "--strategy=dfs"\n' in text, text
    assert "max-executions" not in text
    done = run(SCARP, "resume", "--seed", "3")
    assert done.returncode == 2 and "no option '--seed'" in done.stderr, done.stderr


@case
def another_program_is_refused():
    program, _ = stopped()
    build("fib_bench.c", "-DN=1")
    refused("is the search of another build of", program)
    os.unlink(program)
    refused("cannot find", program)


@case
def another_input_is_refused():
    with open("input", "w") as f:
        f.write("1")
    stopped("--stdin", "input")
    with open("input", "w") as f:
        f.write("2")
    refused("was made with another input", os.path.abspath("input"))


@case
def another_environment_is_refused():
    stopped()
    refused("'NEW' was not set", env={"NEW": "1"})
    os.environ["OLD"] = "1"
    shutil.rmtree("scarp.out")
    stopped()
    refused("'OLD' had another value", env={"OLD": "2"})
    del os.environ["OLD"]
    refused("'OLD' was set when")


@case
def another_directory_is_the_same():
    stopped()
    os.mkdir("elsewhere")
    done = run(SCARP, "resume", "../" + state(), cwd="elsewhere")
    assert done.returncode == 0 and "all 1716" in done.stdout, done.stdout + done.stderr


def rewrite(change):
    """A state file with another content and the right checksum."""
    with open(state(), "rb") as f:
        data = f.read()
    body, end = data[:-21], data[-21:]
    assert end.startswith(b"end "), end
    body = change(body)
    total = 0xcbf29ce484222325
    for byte in body:
        total = (total ^ byte) * 0x100000001b3 % 2**64
    with open(state(), "wb") as f:
        f.write(body + b"end %016x\n" % total)


@case
def out_says_where():
    """It goes on there; when nothing is left of it, `latest` leads to what was before."""
    program = build("ainc.c", "-DN=4")
    words = [SCARP, "check", "--exhaustive", "--reduce=none", "--out", "here"]
    for n in "001", "002":
        done = run(*words, "--max-executions", "5", program)
        assert done.returncode == 4 and f"to go on: scarp resume here/{n}/search.state" in done.stdout, done.stdout
        assert os.readlink("here/latest") == n
    done = run(SCARP, "resume", "here")
    assert done.returncode == 0 and "verified: " in done.stdout, done.stdout
    assert sorted(os.listdir("here")) == ["001", "latest"] and os.readlink("here/latest") == "001"
    # From elsewhere, with one that came later: that stays the latest.
    assert run(*words, "--max-executions", "5", program).returncode == 4
    os.mkdir("elsewhere")
    assert run(SCARP, "resume", "../here/001", cwd="elsewhere").returncode == 0
    assert sorted(os.listdir("here")) == ["002", "latest"] and os.readlink("here/latest") == "002"
    assert not os.listdir("elsewhere") and not os.path.exists("scarp.out")
    # The directory above it is not there, seen from where it goes on.
    os.mkdir("above")
    assert run(*words[:-1], "above/below", "--max-executions", "5", program).returncode == 4
    done = run(SCARP, "resume", "below", cwd="above")
    assert done.returncode == 0 and not os.path.exists("above/below"), done.stderr


@case
def time_goes_on():
    """What is shown of a search has its time before, too: a rate goes by all executions."""
    stopped()
    rewrite(lambda b: re.sub(rb"^milliseconds \d+$", b"milliseconds 5000000", b, flags=re.M))
    done = run(SCARP, "resume", "--events", "events.json", state())
    assert done.returncode == 0, done.stdout + done.stderr
    with open("events.json") as f:
        events = [json.loads(line) for line in f]
    assert all(e["seconds"] >= 5000 for e in events), events[0]
    progress = [e for e in events if e["event"] == "progress"]
    assert progress and all(0 < e["rate"] < 1716 / 5000 for e in progress), progress


@case
def options_of_a_file_go_on_with_the_search():
    """They and their origin are those that it began with; what is said now is of this run."""
    program = build("fib_bench.c", "-DN=2")
    os.mkdir(".git")

    def begin_with(text):
        with open("scarp.conf", "w") as f:
            f.write(text)

    begin_with("spurious-max = 2\nspurious = yes\nstop-after = 0\n")
    words = [*SEARCH[:2], "--json", "result.json", program]
    done = run(SCARP, "check", *words)
    assert "all 1716" in done.stdout, done.stdout + done.stderr
    expected = result()
    assert [s["origin"] for s in expected["settings"]] == ["scarp.conf:3", "scarp.conf:2", "scarp.conf:1"], expected["settings"]
    run(SCARP, "check", "--max-executions", "100", *words)
    begin_with("stop-after = 3\nmax-executions = 1000000\nquiet = yes\n")
    done = run(SCARP, "resume", "--json", "result.json")
    resumed = result()
    now = {"max-executions": "scarp.conf:2", "quiet": "scarp.conf:3"}
    assert [s for s in resumed["settings"] if s["option"] not in now] == expected["settings"], resumed["settings"]
    assert {s["option"]: s["origin"] for s in resumed["settings"] if s["option"] in now} == now
    resumed["settings"] = expected["settings"]
    same(expected, resumed, "gone on with")


@case
def damaged_files_are_refused():
    stopped()
    with open(state(), "rb") as f:
        good = f.read()

    def put(data):
        with open(state(), "wb") as f:
            f.write(data)

    put(good[:-30])
    refused("is truncated: its last line is missing")
    put(good[:5000] + bytes([good[5000] ^ 1]) + good[5001:])
    refused("its checksum is wrong")
    put(b"")
    refused("is not the state of a search")
    put(good.replace(b"scarp-state 2", b"scarp-state 3", 1))
    refused("in version 3; this scarp reads version 2")
    put(good)
    rewrite(lambda b: re.sub(rb'made-by "[^"]*"', b'made-by "scarp 9"', b))
    refused("was left by another build of scarp (scarp 9;")
    put(good)
    rewrite(lambda b: re.sub(rb"\naccount \d+\n", b"\naccount 17\n", b))
    refused("an account is not as long as it says")
    put(good)
    rewrite(lambda b: b[:-200] + b"\xff" * 190 + b[-10:])
    done = run(SCARP, "resume")
    assert done.returncode in (2, 5), done.stdout + done.stderr
    assert os.path.exists(state())
    put(good)
    done = run(SCARP, "resume")
    assert done.returncode == 0 and "all 1716" in done.stdout, done.stdout + done.stderr


def begin(scarp, moments, seed):
    global SCARP, MOMENTS, SEED
    SCARP, MOMENTS, SEED = scarp, moments or MOMENTS, SEED if seed is None else seed


if __name__ == "__main__":
    sys.exit(main(CASES, begin))
