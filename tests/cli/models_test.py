#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""models_test.py - scarp check --model all, on programs that fail under none or some

Which model a program fails under is by hand: message passing and a store buffer, with
locks, with fences and without."""
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import cases  # noqa: E402

SCARP = None
CASES = {}
HEAD = """#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#define put(p, v) __atomic_store_n(p, v, __ATOMIC_RELAXED)
#define get(p) __atomic_load_n(p, __ATOMIC_RELAXED)
#define fence() __atomic_thread_fence(__ATOMIC_SEQ_CST)
_Alignas(8) volatile int x;
_Alignas(8) volatile int y;
_Alignas(8) volatile int z;
sem_t units;
int a, b;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
"""
MAIN = """
static void *other(void *unused) { OTHER; return unused; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	ONE;
	pthread_join(t, 0);
	CHECK;
}
"""
SB = ("put(&x, 1); FENCE; a = get(&y)", "put(&y, 1); FENCE; b = get(&x)", "assert(a || b)")
MP = ("put(&x, 1); put(&y, 1)", "b = get(&y); a = get(&x)", "assert(a || !b)")
LOCKED = ("pthread_mutex_lock(&lock); a++; pthread_mutex_unlock(&lock)",
          "pthread_mutex_lock(&lock); a++; pthread_mutex_unlock(&lock)", "assert(a == 2)")


def case(function):
    CASES[function.__name__] = function
    return function


def begin(scarp, *_):
    global SCARP
    SCARP = scarp


def build(one, other, check, fence="(void)0", name="test"):
    text = HEAD + MAIN.replace("ONE", one).replace("OTHER", other).replace("CHECK", check)
    with open(name + ".c", "w") as f:
        f.write(text.replace("FENCE", fence))
    subprocess.run([SCARP, "cc", "-g", "-O1", name + ".c", "-o", name], check=True)
    return "./" + name


def check(*words, code):
    done = subprocess.run([SCARP, "check", *words], capture_output=True, text=True, timeout=100,
                          stdin=subprocess.DEVNULL)
    assert done.returncode == code, f"exit code {done.returncode}, not {code}:\n{done.stdout}{done.stderr}"
    return done.stdout.splitlines()


@case
def right_under_all():
    lines = check("--model", "all", "--exhaustive", build(*SB[:2], "(void)0"), code=0)
    assert lines[-1] == "right under sc, tso and pso", lines
    assert sum(line.startswith("verified") for line in lines) == 3, lines


@case
def no_load_overtakes_and_tso_is_not_searched():
    for program in build(*SB, fence="fence()"), build("put(&x, 1)", "a = get(&x)", "(void)0"):
        lines = check("--model", "all", "--json", "r.json", "--exhaustive", program, code=0)
        assert lines[-2:] == ["tso: the same, no store was overtaken by a load", "right under sc, tso and pso"], lines
        with open("r.json") as f:
            r = json.load(f)
        assert [m["searched"] for m in r["models"]] == [True, False, True] and r["weakest"] == "pso", r
        assert [m["same"] for m in r["models"]] == [False, True, False] and not r["same"], r


@case
def wrong_under_tso_and_pso_is_not_searched():
    lines = check("--model=all", "--exhaustive", "--json", "r.json", build(*SB), code=1)
    assert lines[-1] == "right under sc, wrong under tso, not searched: pso", lines
    with open("r.json") as f:
        r = json.load(f)
    assert r["format"] == "scarp-models" and r["exit"] == 1 and r["weakest"] == "sc", r
    assert [(m["model"], m["searched"], m["exit"]) for m in r["models"]] == \
        [("sc", True, 0), ("tso", True, 1), ("pso", False, 1)], r
    assert r["models"][1]["result"]["verdict"] == "bug" and not r["models"][2]["result"]
    assert r["models"][0]["result"]["late_stores"] is True and not r["same"]


@case
def wrong_under_pso_alone():
    lines = check("--model", "all", build(*MP), code=1)
    assert lines[-1] == "right under sc and tso, wrong under pso", lines
    assert any("(in T0's buffer)" in line for line in lines), lines


@case
def wrong_under_sc_already():
    lines = check("--model", "all", build("put(&x, 1)", "a = get(&x)", "assert(!a)"), code=1)
    assert lines[-1] == "wrong under sc, not searched: tso and pso", lines


@case
def locked_programs_need_one_search():
    lines = check("--model", "all", "--json", "-", build(*LOCKED), code=0)
    r = json.loads("\n".join(lines))
    assert r["same"] and r["weakest"] == "pso", r
    assert [m["searched"] for m in r["models"]] == [True, False, False], r
    assert r["models"][0]["result"]["late_stores"] is False, r
    lines = check("--model", "all", build(*LOCKED), code=0)
    assert lines[-2:] == ["tso and pso: the same, no store could be late",
                          "right under sc, tso and pso"], lines


# Each of these stores, and no other, could be late.
STORES = ("put(&x, 1)", "__atomic_store_n(&x, 1, __ATOMIC_RELEASE)", "x = 1",
          "__builtin_ia32_movnti((int *)&x, 1)")


@case
def each_store_that_could_be_late_is_seen():
    for store in STORES:
        reads = "a = x" if store == "x = 1" else "a = get(&y)"
        for mode in "checkpoint", "restart", "fork":
            check("--exhaustive", "--mode", mode, "--json", "r.json", build(store, reads, "(void)0"), code=0)
            with open("r.json") as f:
                assert json.load(f)["late_stores"] is True, (store, mode)
    for store in "__atomic_store_n(&x, 1, __ATOMIC_SEQ_CST)", "__atomic_fetch_add(&x, 1, __ATOMIC_RELAXED)":
        check("--exhaustive", "--json", "r.json", build(store, "a = get(&x)", "(void)0"), code=0)
        with open("r.json") as f:
            assert json.load(f)["late_stores"] is False, store


# By hand: the stores of both threads that a load of another place comes behind,
# before their thread has waited.
OVERTAKEN = (
    (2, "put(&x, 1); a = get(&y)", "put(&y, 1); b = get(&x)"),
    (0, "put(&x, 1); fence(); a = get(&y)", "put(&y, 1); fence(); b = get(&x)"),
    (1, "put(&x, 1); fence(); a = get(&y)", "put(&y, 1); b = get(&x)"),
    (1, "put(&x, 1); __atomic_thread_fence(__ATOMIC_ACQ_REL); a = get(&y)", "b = get(&x)"),
    (0, "put(&x, 1); a = get(&x)", "b = get(&x)"),
    (1, "put(&x, 1); a = get(&x); a = get(&y)", "b = get(&x)"),
    (1, "put(&x, 1); put(&y, 1); a = get(&y)", "b = get(&x)"),
    (2, "put(&x, 1); put(&y, 1); a = get(&z)", "b = get(&x)"),
    (0, "put(&x, 1); put(&y, 1)", "b = get(&y); a = get(&x)"),
    (0, "__atomic_store_n(&x, 1, __ATOMIC_SEQ_CST); a = get(&y)", "b = get(&x)"),
    (0, "put(&x, 1); __atomic_store_n(&z, 1, __ATOMIC_SEQ_CST); a = get(&y)", "b = get(&x)"),
    (0, "put(&x, 1); __atomic_fetch_add(&z, 1, __ATOMIC_RELAXED); a = get(&y)", "b = get(&x)"),
    (1, "__atomic_store_n(&x, 1, __ATOMIC_RELEASE); a = __atomic_load_n(&y, __ATOMIC_SEQ_CST)", "b = get(&x)"),
    (0, "put(&x, 1); pthread_mutex_lock(&lock); pthread_mutex_unlock(&lock); a = get(&y)", "b = get(&x)"),
    (0, "put(&x, 1); __asm__ volatile(\"mfence\" ::: \"memory\"); a = get(&y)", "b = get(&x)"),
    (1, "put(&x, 1); sem_getvalue(&units, &a)", "sem_post(&units); b = get(&x)"),
    (1, "put(&x, 1); sem_trywait(&units)", "b = get(&x)"),
    (1, "x = 1; a = y", "b = x; y = 1"),
    (2, "x = 1; a = y", "y = 1; b = x"),
    (1, "for (volatile int i = 0; i < 2; i++) { put(&x, i); a = get(&y); }", "b = get(&x)"),
    (1, "put(&x, 1); if (get(&x) == 2) a = get(&z)", "put(&x, 2)"),
    (1, "if (get(&y)) { put(&x, 1); a = get(&z); }", "put(&y, 1)"),
    (1, "for (volatile int i = 0; i < 2; i++) { a = get(&y); put(&x, i); }", "b = get(&x)"),
    # Where it stores, it loads nothing; before and behind that execution it loads.
    (0, "if (get(&y)) put(&x, 1); else a = get(&z)", "put(&y, 1); put(&y, 0)"),
    (0, "if (!get(&y)) put(&x, 1); else a = get(&z)", "put(&y, 1); put(&y, 0)"),
)


@case
def stores_that_a_load_overtakes_are_counted():
    others = ["--mode", "restart"], ["--mode", "fork"], ["-j", "3"]
    for i, (n, one, other) in enumerate(OVERTAKEN):
        program = build(one, other, "(void)0")
        for words in (["--mode", "checkpoint"], *others[:3 if i % 4 == 0 else 0]):
            check("--exhaustive", "--json", "r.json", *words, program, code=0)
            with open("r.json") as f:
                got = json.load(f)["overtaken_stores"]
            assert got == n, (n, got, one, other, words)


@case
def what_is_not_seen_of_all_is_not_counted():
    for words, store in ((["--strategy", "dfs", "--cache", "hbr"], "put(&x, 1)"),
                         (["--exhaustive"], "__builtin_ia32_movnti((int *)&x, 1)"),
                         (["--exhaustive"], "put(&x, 1); put(&x, 2); put(&x, 3); put(&x, 4); put(&x, 5)")):
        program = build(store, "a = get(&x)", "(void)0")
        check("--json", "r.json", *words, program, code=0)
        with open("r.json") as f:
            assert json.load(f)["overtaken_stores"] is None, (words, store)


def each_result(*words, code=0):
    lines = check("--model", "all", "--json", "r.json", *words, code=code)
    with open("r.json") as f:
        return lines, [m["result"] for m in json.load(f)["models"]]


@case
def racing_instructions_are_handed_on():
    program = build("x = 1; a = y", "y = 1; b = x", "(void)0")
    for words in (["--exhaustive"], ["--exhaustive", "-j", "2"], [], ["-j", "2"]):
        lines, results = each_result(*words, program)
        assert lines[-1] == "right under sc, tso and pso", lines
        assert results[0]["rounds"] > 1 and results[0]["points"] == 4, (words, results[0])
        for r in results[1:]:
            assert (r["rounds"], r["points"]) == (1, 4), (words, r["model"], r["rounds"], r["points"])


@case
def a_hunt_leaves_each_model_its_part():
    lines, results = each_result("--hunt", "--max-executions", "300", build(*SB[:2], "(void)0"), code=0)
    assert lines[-1] == "no bug found under sc, tso and pso", lines
    assert [r["executions"] for r in results] == [100, 100, 100], [r["executions"] for r in results]
    lines, results = each_result("--hunt", "--max-executions", "300", "--seed", "1", build(*SB), code=1)
    assert lines[-1] == "wrong under tso, no bug found under sc, not searched: pso", lines
    many = "for (int i = 0; i < 30; i++) put(&x, get(&x) + get(&y))"
    program = build(many, many.replace("&x, ", "&y, "), "(void)0")
    lines, results = each_result("--max-executions", "600", program, code=4)
    assert lines[-1] == "no bug found under sc, tso and pso", lines
    assert sum(r["executions"] for r in results) <= 600, [r["executions"] for r in results]
    lines, _ = each_result("--hunt", "--budget", "3s", program, code=0)
    assert lines[-1] == "no bug found under sc, tso and pso", lines


def advised(*words, code=0):
    """The words of each command that is advised, of the one line."""
    lines = check(*words, code=code)
    return [shlex.split(line.partition("to check that, too: scarp ")[2]) for line in lines if "later" in line]


@case
def verified_says_how_late_stores_are_checked():
    program = build(*SB, name="it's")
    text = "\n".join(check("--exhaustive", program, code=0))
    assert "may show 2 stores of the test to other threads later than a load behind them is made; " in text, text
    command = advised("--exhaustive", "--mode", "fork", program)
    assert command == [["check", "--model", "tso", "--exhaustive", "--mode=fork", program]], command
    check(*command[0][1:], code=1)


@case
def what_goes_with_sc_alone_is_left_out():
    program = build(*SB)
    assert advised("--heap", "reuse", program) == [["check", "--model", "tso", program]]


@case
def nothing_is_advised_in_vain():
    assert not advised("--exhaustive", build(*SB, fence="fence()"))
    assert advised("--exhaustive", build(*SB))
    assert not advised("--quiet", "./test")
    assert not advised("--model", "sc", "./test")
    assert not advised("--model", "pso", "--exhaustive", build(*SB, fence="fence()"))
    assert not advised(build(*LOCKED))
    assert not advised("--strategy", "dfs", "--cache", "hbr", "./test")
    assert not advised(build("put(&x, 1)", "a = get(&x)", "assert(!a)"), code=1)


@case
def what_several_processes_saw_counts():
    one, other, asserted = MP
    check("--exhaustive", "-j", "3", "--json", "r.json", build(one, other, "(void)0"), code=0)
    with open("r.json") as f:
        assert json.load(f)["late_stores"] is True


@case
def a_budget_is_one_for_all():
    many = "for (int i = 0; i < 9; i++) put(&x, get(&x) + get(&y))"
    program = build(many, many.replace("&x, ", "&y, "), "(void)0")
    lines = check("--model", "all", "--exhaustive", "--max-executions", "30", program, code=4)
    assert lines[-1] == "no bug found under sc, not searched: tso and pso", lines
    start = time.monotonic()
    lines = check("--model", "all", "--exhaustive", "--budget", "1s", program, code=4)
    assert time.monotonic() - start < 20 and lines[-1].endswith("not searched: tso and pso"), lines


@case
def an_interrupt_ends_them_all():
    many = "for (int i = 0; i < 19; i++) put(&x, get(&x) + get(&y))"
    program = build(many, many.replace("&x, ", "&y, "), "(void)0")
    p = subprocess.Popen([SCARP, "check", "--model", "all", "--exhaustive", program], stdout=subprocess.PIPE,
                         text=True, start_new_session=True)
    time.sleep(3)
    os.killpg(p.pid, signal.SIGINT)
    out = p.communicate(timeout=60)[0].splitlines()
    assert p.returncode == 130, (p.returncode, out)
    assert out[-1].endswith("not searched: tso and pso"), out


@case
def it_goes_on_by_the_model_that_was_stopped():
    lines = check("--model", "all", "--exhaustive", "--max-executions", "5", build(*SB[:2], "(void)0"), code=4)
    assert lines[-1].startswith("right under sc"), lines
    path = [m[1] for line in lines if (m := re.search(r"scarp resume (\S+)", line))]
    if path:
        done = subprocess.run([SCARP, "resume", path[-1]], capture_output=True, text=True, timeout=60)
        assert "(tso" in done.stdout, done.stdout + done.stderr


@case
def what_is_about_one_search():
    program = build(*LOCKED)
    for words in (["--events", "e"], ["--state", "s"]):
        done = subprocess.run([SCARP, "check", "--model", "all", *words, program], capture_output=True, text=True)
        assert done.returncode == 2 and f"'{words[0]}' is about one search" in done.stderr, done


@case
def a_program_that_is_not_there():
    done = subprocess.run([SCARP, "check", "--model", "all", "./nothing"], capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.count("nothing") == 1, done


@case
def a_build_server_gets_one_status():
    lines = check("--model", "all", "--ci", build(*SB), code=1)
    assert lines[-1].startswith("exit status 1:") and lines[-2].startswith("right under sc, wrong"), lines


if __name__ == "__main__":
    sys.exit(cases.main(CASES, begin))
