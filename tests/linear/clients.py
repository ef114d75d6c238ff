#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""clients.py - `scarp linearize TEST`: all clients, once each, and what it says of them

clients.py SCARP [CASE]...
clients.py --list

Which clients there are is compared with all of them, made here in another way: every
list of operations for each thread with every value, and then one of those that a change
of threads or of alike values makes of each other.
"""
import itertools
import json
import os
import re
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..")]
sys.dont_write_bytecode = True  # the tree stays clean
from cases import main  # noqa: E402

SCARP = None
CASES = {}
GOOD, BUG, USAGE, UNPROVEN, ERROR, INTERRUPTED = 0, 1, 2, 4, 5, 130


def case(function):
    CASES[function.__name__] = function
    return function


def run(*words, **more):
    return subprocess.run([SCARP, *words], capture_output=True, text=True, timeout=100, check=False, **more)


def linearize(code, *words, **more):
    done = run("linearize", *words, **more)
    assert done.returncode == code, (words, done.returncode, done.stdout, done.stderr)
    return done


def build(source, *flags, compiler=None, name="test"):
    if "\n" in source:
        with open(name + ".c", "w", encoding="utf-8") as f:
            f.write(source)
        source = name + ".c"
    words = [compiler, "-pthread"] if compiler else [SCARP, "cc"]
    subprocess.run([*words, "-g", "-I" + os.path.join(HERE, "../../include"), *flags, source, "-o", name], check=True,
                   timeout=100)
    return "./" + name


# --- which clients there are ---------------------------------------------------------


class Table:
    def __init__(self, operations, sets=(), differ=False):
        """operations: (name, role, numbers of sets); sets: (kind, values)."""
        self.operations, self.sets, self.differ = operations, sets, differ

    def text(self):
        lines = ["scarp-clients 1 " + ("differ" if self.differ else "alike")]
        lines += [f"operation {i} {role} {name}" + "".join(f" {s}" for s in sets)
                  for i, (name, role, sets) in enumerate(self.operations)]
        lines += [" ".join(["values", str(i), kind, *map(str, values)]) for i, (kind, values) in enumerate(self.sets)]
        return "\n".join([*lines, "end of operations", ""])

    def values(self, s, n):
        """Of a client of n operations: fresh ones are numbers that it can have."""
        kind, values = self.sets[s]
        most = n * max((sets.count(s) for _, _, sets in self.operations), default=0)
        return range(1, most + 1) if kind == "fresh" else values

    def every(self, n, threads):
        """With all operations in one row, cut into threads in each way."""
        calls = [(name, *values) for name, _, sets in self.operations
                 for values in itertools.product(*(self.values(s, n) for s in sets))]
        role = {name: r for name, r, _ in self.operations}
        for cuts in itertools.combinations_with_replacement(range(n + 1), threads - 1):
            cuts = (0, *cuts, n)
            for row in itertools.product(calls, repeat=n):
                client = tuple(row[a:b] for a, b in zip(cuts, cuts[1:]))
                roles = {(role[c[0]], t) for t, ops in enumerate(client) for c in ops if role[c[0]]}
                if len(roles) == len({r for r, _ in roles}) and self.fresh_once(row):
                    yield client

    def fresh_once(self, row):
        sets = {name: s for name, _, s in self.operations}
        used = [(s, v) for name, *values in row for s, v in zip(sets[name], values) if self.sets[s][0] == "fresh"]
        return len(used) == len(set(used))

    def same(self, client, n):
        """All that a change of threads and alike values makes of it: the least of them stands for all."""
        sets = {name: s for name, _, s in self.operations}
        alike = [s for s, (kind, _) in enumerate(self.sets) if kind != "listed"]
        used = {s: sorted({v for ops in client for name, *values in ops for t, v in zip(sets[name], values) if t == s})
                for s in alike}
        ways = [[dict(zip(used[s], p)) for p in itertools.permutations(sorted(self.values(s, n))[:len(used[s])])]
                for s in alike]
        best = None
        for change in itertools.product(*ways):
            to = dict(zip(alike, change))
            now = tuple(tuple((name, *(to[s][v] if s in to else v for s, v in zip(sets[name], values)))
                              for name, *values in ops) for ops in client)
            now = now if self.differ else tuple(sorted(ops for ops in now if ops))
            best = now if best is None or now < best else best
        return best


def read_client(text):
    return tuple(tuple((m[0], *(int(v) for v in m[1].split(",") if v)) for m in re.findall(r"(\w+)(?:\(([-\d,]*)\))?", ops))
                 for ops in text.split("|"))


def compare(table, most_ops, threads):
    """Every client is listed, once, fewer operations first, then fewer threads; the number of them."""
    done = linearize(GOOD, "--list", "--operations", str(most_ops), "--threads", str(threads), "./asked",
                     env={**os.environ, "TABLE": table.text()})
    listed = [line.split("  ", 1) for line in done.stdout.splitlines()]
    assert [int(number) for number, _ in listed] == list(range(1, len(listed) + 1)), listed
    clients = [read_client(text) for _, text in listed]
    sizes = [(sum(map(len, c)), 0 if table.differ else len(c)) for c in clients]
    assert sizes == sorted(sizes), sizes
    for n in range(1, most_ops + 1):
        here = [c for c in clients if sum(map(len, c)) == n]
        got = [table.same(c, n) for c in here]
        want = {table.same(c, n) for c in table.every(n, threads)}
        assert len(set(got)) == len(got), (n, here)
        assert set(got) == want, (n, len(got), len(want), sorted(want - set(got))[:3], sorted(set(got) - want)[:3])
    return len(clients)


QUEUE = Table([("enqueue", 0, (0,)), ("dequeue", 0, ())], [("fresh", ())])


@case
def counts_by_hand():
    """A queue whose values are fresh: one operation, 2; two: 4 of one thread, and of two threads e|e, e|d, d|d."""
    build(os.path.join(HERE, "asked.c"), compiler="cc", name="asked")
    assert compare(QUEUE, 1, 3) == 2
    assert compare(QUEUE, 2, 1) == 2 + 4
    assert compare(QUEUE, 2, 3) == 2 + 4 + 3
    # An operation alone: as many clients as partitions of n into at most so many parts.
    one = Table([("read", 0, ())])
    assert compare(one, 6, 3) == 1 + 2 + 3 + 4 + 5 + 7
    # Threads that differ: as many as ways to give n operations to each of three.
    assert compare(Table([("read", 0, ())], differ=True), 3, 3) == 3 + 6 + 10
    # Two values that are alike and one operation: a, a a, a b, a|a, a|b.
    assert compare(Table([("write", 0, (0,))], [("alike", (1, 2))]), 2, 2) == 5
    # Listed, they are not: 2, then 4 of one thread, 3 of two.
    assert compare(Table([("write", 0, (0,))], [("listed", (1, 2))]), 2, 2) == 9
    # One of a role: p is called by one thread. p, s; pp ps sp ss, p|s, s|s.
    assert compare(Table([("push", 1, ()), ("steal", 0, ())]), 2, 2) == 2 + 4 + 2


@case
def counts_by_brute_force():
    build(os.path.join(HERE, "asked.c"), compiler="cc", name="asked")
    compare(QUEUE, 4, 3)
    compare(QUEUE, 4, 4)
    compare(Table([("add", 0, (0,)), ("remove", 0, (0,))], [("alike", (1, 2))]), 4, 3)
    compare(Table([("add", 0, (0,)), ("has", 0, (0,))], [("alike", (5, 3, 4))]), 3, 3)
    compare(Table([("put", 0, (0, 1)), ("get", 0, (0,))], [("alike", (1, 2)), ("listed", (7, 8))]), 3, 3)
    compare(Table([("put", 0, (0, 1)), ("get", 0, (0,))], [("listed", (1, 2)), ("fresh", ())]), 3, 2)
    compare(Table([("swap", 0, (0, 0))], [("alike", (1, 2, 3))]), 2, 2)
    compare(Table([("swap", 0, (0, 0)), ("get", 0, ())], [("fresh", ())]), 2, 2)
    compare(Table([("push", 1, (0,)), ("pop", 1, ()), ("steal", 0, ())], [("fresh", ())]), 4, 3)
    compare(Table([("put", 1, (0,)), ("take", 2, ())], [("fresh", ())]), 4, 3)
    compare(Table([("add", 0, (0,)), ("read", 0, ())], [("listed", (1, 2))], differ=True), 3, 3)
    compare(Table([("add", 0, (0,)), ("read", 0, ())], [("alike", (1, 2))], differ=True), 3, 2)


# --- what it says of them ------------------------------------------------------------

PRIVATE = """
#include <scarp/clients.h>
static __thread int item[64], first, last;
static struct scarp_value enqueues(void *object, const long long *argument)
{
	item[last++] = (int)argument[0];
	return SCARP_NOTHING;
}
static struct scarp_value dequeues(void *object, const long long *argument)
{
	return first == last ? SCARP_EMPTY : SCARP_NUMBER(item[first++]);
}
static const struct scarp_action actions[] = {
	{"enqueue", enqueues, {&scarp_fresh}, 0}, {"dequeue", dequeues, {NULL}, 0}, {NULL, NULL, {NULL}, 0}};
static const struct scarp_clients queue = {"queue", NULL, NULL, actions, 0};
SCARP_CLIENTS(queue)
"""
# An object without a bug and with few executions.
COUNTER = """
#include <scarp/clients.h>
#include <stdatomic.h>
static atomic_int n;
static struct scarp_value add(void *object, const long long *argument)
{
	atomic_fetch_add(&n, (int)argument[0]);
	return SCARP_NOTHING;
}
static struct scarp_value get(void *object, const long long *argument)
{
	return SCARP_NUMBER(atomic_load(&n));
}
static const struct scarp_values amounts = {SCARP_LISTED, 1, {3}};
static const struct scarp_action actions[] = {
	{"add", add, {&amounts}, 0}, {"read", get, {NULL}, 0}, {NULL, NULL, {NULL}, 0}};
static const struct scarp_clients counter = {"counter", NULL, NULL, actions, 0};
SCARP_CLIENTS(counter)
"""


@case
def the_smallest_client_that_is_wrong():
    """Of one thread all is right; of two operations by two threads: enqueue(1) | dequeue, the 8th."""
    done = linearize(BUG, build(PRIVATE))
    lines = done.stdout.splitlines()
    assert lines[0] == "up to 1 operation: 2 clients, 2 executions", done.stdout
    assert lines[1:3] == ["bug: not linearizable (client 8: 2 threads, 2 operations; sc)",
                          "client: enqueue(1) | dequeue"], done.stdout
    assert [line.replace(" ", "") for line in lines[3:5]] == ["T1|--enqueue(1)--|", "T2|--dequeue->empty--*"], lines
    assert lines[5] == ("no order explains it: enqueue(1) returned before T2's dequeue began, and nobody took 1 before "
                        "that returned"), lines
    replay = lines[6].split()
    assert replay[:2] == ["scarp", "replay"], lines
    assert run(*replay[1:]).returncode == BUG
    # The client alone is a test as any other.
    done = run("check", "./test", "enqueue(1) | dequeue")
    assert done.returncode == BUG and "not_linearizable" not in done.stdout, done
    assert run("check", "--exhaustive", "./test", "enqueue(1),enqueue(2),dequeue").returncode == GOOD
    done = linearize(BUG, "--quiet", "--json", "r.json", "./test")
    assert done.stdout.startswith("bug: not linearizable (client 8"), done
    with open("r.json", encoding="utf-8") as f:
        r = json.load(f)
    assert (r["format"], r["verdict"], r["clients"], r["all_up_to"]) == ("scarp-clients", "bug", 8, 1), r
    assert (r["bug"]["number"], r["bug"]["threads"], r["bug"]["operations"]) == (8, 2, 2), r
    assert r["verified"] == 7 and os.path.exists(r["bug"]["schedule"]), r


@case
def all_are_right():
    done = linearize(GOOD, "--operations", "3", build(COUNTER))
    number = len(linearize(GOOD, "--list", "--operations", "3", "./test").stdout.splitlines())
    lines = done.stdout.splitlines()
    assert lines[-2] == (f"verified: all {number} clients of up to 3 operations by up to 3 threads, with the values that "
                         "the test names (sc)"), done.stdout
    assert lines[0] == "up to 1 operation: 2 clients, 2 executions", lines
    assert not os.path.exists("scarp.out"), os.listdir(".")
    done = linearize(GOOD, "--operations", "2", "--threads", "1", "--model", "all", "--json", "-", "./test")
    r = json.loads(done.stdout)
    assert (r["verdict"], r["clients"], r["models"], r["threads"]) == ("verified", 6, ["sc", "tso", "pso"], 1), r
    # An atomic update is not late: tso and pso have no more executions.
    assert r["executions"] == 6, r


@case
def each_model():
    """A store that is late is no bug under sc; by an outside clock one client of two operations shows it."""
    source = COUNTER.replace("atomic_fetch_add(&n, (int)argument[0])",
                             "atomic_store_explicit(&n, n + (int)argument[0], memory_order_release)"
                             ).replace('"add", add, {&amounts}, 0', '"add", add, {&amounts}, 1')
    build(source)
    linearize(GOOD, "--operations", "3", "./test")
    for model in ("tso", "pso", "all"):
        done = linearize(BUG, "--operations", "3", "--model", model, "./test")
        assert f"2 threads, 2 operations; {'tso' if model == 'all' else model})" in done.stdout, done.stdout


@case
def a_budget_ends_and_it_goes_on():
    build(COUNTER)
    size = ("--operations", "3")
    number = len(linearize(GOOD, "--list", *size, "./test").stdout.splitlines())
    whole = json.loads(linearize(GOOD, *size, "--json", "-", "./test").stdout)
    assert whole["clients"] == number == whole["verified"], whole
    seen = 0
    done = linearize(UNPROVEN, *size, "--budget", "50ms", "--json", "r.json", "./test")
    for i in range(16):  # however busy the machine is
        with open("r.json", encoding="utf-8") as f:
            r = json.load(f)
        if done.returncode == GOOD:
            break
        assert r["verdict"] == "partial" and seen <= r["clients"] <= number, r
        seen = r["clients"]
        assert done.stdout.splitlines()[-2] == "to go on: scarp resume scarp.out/001", done.stdout
        assert "; the budget ended" in done.stdout, done.stdout
        done = run("resume", "--budget", f"{100 * 2**i}ms", "--json", "r.json")
        assert done.returncode in (GOOD, UNPROVEN), done
    assert done.returncode == GOOD, done
    # Those of an unfinished client are counted again.
    assert r["clients"] == number and r["verified"] == number and r["executions"] >= whole["executions"], (r, whole)
    assert not os.path.exists("scarp.out/001/clients.state")


@case
def an_interrupted_one_goes_on():
    build(COUNTER)
    with subprocess.Popen([SCARP, "linearize", "--operations", "12", "./test"], stdout=subprocess.PIPE, text=True) as p:
        p.stdout.readline()  # a size is over
        p.send_signal(signal.SIGINT)
        out = p.stdout.read()
    assert p.returncode == INTERRUPTED and "it was interrupted" in out, (p.returncode, out)
    with open("scarp.out/001/clients.state", encoding="utf-8") as f:
        state = json.load(f)
    assert state["clients"] == state["verified"] + state["unproven"] > 0, state
    # Another program is none that it could go on with.
    build(COUNTER.replace("{3}", "{4}"))
    done = run("resume")
    assert done.returncode == USAGE and "is not the program that it was" in done.stderr and "SC661" in done.stderr, done
    state["format"] = "x"
    with open("scarp.out/001/clients.state", "w", encoding="utf-8") as f:
        json.dump(state, f)
    done = run("resume")
    assert done.returncode == USAGE and "it is not what 'scarp linearize' leaves" in done.stderr, done
    assert "SC660" in done.stderr, done


@case
def what_is_not_proven_is_said():
    """Random schedules prove nothing: every client is named as one that is not proven."""
    done = linearize(UNPROVEN, "--strategy", "random", "--max-executions", "5", "--operations", "2", build(COUNTER))
    assert "partial: no bug in all 9 clients of up to 2 operations by up to 3 threads (sc)" in done.stdout, done.stdout
    assert "9 of them are not proven; the first: add(3) (sc): " in done.stdout, done.stdout
    linearize(GOOD, "--strategy", "random", "--max-executions", "5", "--operations", "1", "--require", "no-bug", "./test")
    linearize(77, "--strategy", "random", "--max-executions", "5", "--operations", "1", "--partial-exit", "77", "./test")


@case
def threads_that_are_not_alike():
    """The second thread forgets what it adds. Of add(3) and read by two threads the one with the addition in the first
    stands for both, and is right; so unless the test says that threads differ, three operations are needed."""
    build(COUNTER.replace("\tatomic_fetch", "\tif (!scarp_client_thread())\n\t\tatomic_fetch")
          .replace('"counter", NULL, NULL, actions, 0', '"counter", NULL, NULL, actions, DIFFER'), "-DDIFFER=1")
    done = linearize(BUG, "--threads", "2", "./test")
    assert "(client 11: 2 threads, 2 operations; sc)\nclient: read | add(3)\n" in done.stdout, done.stdout
    build("test.c", "-DDIFFER=0")
    done = linearize(BUG, "--threads", "2", "./test")
    assert "3 operations; sc)" in done.stdout, done.stdout


@case
def other_bugs_are_bugs():
    done = linearize(BUG, build(COUNTER.replace("\treturn SCARP_NOTHING", "\tif (n == 6)\n\t\tabort();\n\treturn SCARP_NOTHING")))
    assert "bug: " in done.stdout and "2 operations; sc)\nclient: add(3), add(3)\n" in done.stdout, done.stdout
    # exit in an operation, and one that never returns.
    done = linearize(BUG, build(COUNTER.replace("\treturn SCARP_NOTHING", "\texit(0);")))
    assert "the process ends within 'add'" in done.stdout and "1 thread, 1 operation; sc)" in done.stdout, done.stdout
    done = linearize(BUG, build(COUNTER.replace("\treturn SCARP_NOTHING", "\tpthread_exit(NULL);")))
    assert "'add' never returns: its thread has ended" in done.stdout, done.stdout
    # What has a result of no kind that the specification knows.
    done = linearize(BUG, build(COUNTER.replace("\treturn SCARP_NOTHING", "\treturn SCARP_NUMBER(1)")))
    assert "what 'add' of a counter returns is SCARP_NOTHING" in done.stdout, done.stdout
    # Nested: an operation that notes another one of its object.
    done = linearize(BUG, build(COUNTER.replace(
        "\treturn SCARP_NUMBER(a", "\tSCARP_OPERATION(object, \"read\", (void)0, (), SCARP_NUMBER(0));\n"
        "\treturn SCARP_NUMBER(a")))
    assert "'read' is called before the thread's operation of the same object has returned" in done.stdout, done.stdout


@case
def an_error_ends_it():
    """What scarp cc did not build cannot be searched."""
    done = linearize(USAGE, build(COUNTER, compiler="cc"))
    assert "error: client 1 (add(3)) under sc: " in done.stdout and "scarp cc" in done.stderr, done


@case
def without_scarp_it_is_a_client():
    """By another compiler, in C and C++: calls once."""
    for compiler, flags in (("cc", ()), ("c++", ("-xc++", "-fpermissive", "-w"))):
        test = build(PRIVATE, *flags, compiler=compiler)
        for words in ((), ("enqueue(1), dequeue | dequeue",), ("",), ("enqueue(-5)|enqueue(2)|dequeue",)):
            assert subprocess.run([test, *words], check=False, timeout=20, capture_output=True).returncode == 0, words
        for text in ("enqueue", "enqueue(", "enqueue(1", "enqueue(1) dequeue", "look", "enqueue(1),", "dequeue(1)"):
            done = subprocess.run([test, text], check=False, timeout=20, capture_output=True, text=True)
            assert done.returncode == 2 and "client: no operation at '" in done.stderr, (text, done)
        done = subprocess.run([test, ", ".join(["dequeue"] * 65)], check=False, timeout=20, capture_output=True, text=True)
        assert done.returncode == 2 and "more than 64 operations" in done.stderr, done
        done = subprocess.run([test, "|" * 8], check=False, timeout=20, capture_output=True, text=True)
        assert done.returncode == 2 and "more than 8 threads" in done.stderr, done
        assert subprocess.run([test, ", ".join(["dequeue"] * 64)], check=False, timeout=20).returncode == 0


@case
def what_it_does_not_take():
    build(COUNTER)
    for words, code, want in (
            (("--operations", "65", "./test"), "SC655", "'--operations' is 1 to 64, the operations of a client, not 65"),
            (("--operations", "0", "./test"), "SC655", "not 0"),
            (("--threads", "9", "./test"), "SC655", "'--threads' is 1 to 8"),
            (("--state", "x", "./test"), "SC658", "'--state' is about one search"),
            (("--each", "./test"), "SC658", "'--each' is about one search"),
            (("--spec", "queue", "./test"), "SC658", "'--spec' is about a recorded history"),
            (("--threads", "2", "--history", "x"), "SC658", "'--threads' is about the clients of a test"),
            (("--heap=reuse", "--model=tso", "./test"), "SC408", "exclude each other"),
            (("./none",), "SC454", "cannot find './none'"),
            (("/bin/true",), "SC656", "'/usr/bin/true' has no table of operations" if os.path.islink("/bin")
             else "'/bin/true' has no table of operations"),
            (("--strange", "./test"), "SC401", "no option '--strange'"),
            ((), "SC411", "or a test with operations, by its path")):
        done = run("linearize", *words)
        assert done.returncode == USAGE and want in done.stderr and code in done.stderr, (words, done)
    build(os.path.join(HERE, "asked.c"), compiler="cc", name="asked")
    ends = "end of operations\n"
    for text, want in (
            ("scarp-clients 1 alike\n" + ends, "its table is empty"),
            ("scarp-clients 1 alike\n", "has no table of operations"),
            ("scarp-clients 2 alike\n" + ends, "has no table of operations"),
            ("scarp-clients 1 alike\noperation 0 0 a\noperation 1 0 a\n" + ends, "has two operations 'a'"),
            ("scarp-clients 1 alike\noperation 0 0 a 0\nvalues 0 listed\n" + ends, "the values of operation 'a' are 1 to 16"),
            ("scarp-clients 1 alike\noperation 0 0 a 0\nvalues 0 listed 3 3\n" + ends, "each once"),
            ("scarp-clients 1 alike\noperation 0 0 a 0\n" + ends, "the values of operation 'a'"),
            ("scarp-clients 1 alike\noperation 0 0 " + "x" * 32 + "\n" + ends, "a client cannot be made of 'operation 0 0 xx"),
            ("scarp-clients 1 alike\noperation 0 0 a(b\n" + ends, "a client cannot be made of"),
            ("scarp-clients 1 alike\nspecification priority-queue\noperation 0 0 insert 0\nvalues 0 fresh\n" + ends,
             "list them (SCARP_LISTED)"),
            ("scarp-clients 1 alike\nspecification counter\noperation 0 0 add 0\nvalues 0 alike 1 2\n" + ends,
             "list them (SCARP_LISTED)"),
            ("scarp-clients 1 alike\nvalues 0 listed " + "1 " * 17 + "\n" + ends, "a client cannot be made of"),
            ("scarp-clients 1 alike\n" + "".join(f"operation {i} 0 a{i}\n" for i in range(33)) + ends,
             "a client cannot be made of 'operation 32 0 a32'")):
        done = run("linearize", "./asked", env={**os.environ, "TABLE": text})
        assert done.returncode == USAGE and want in done.stderr, (text, done)
        assert "SC657" in done.stderr or "SC656" in done.stderr, done


def begin(scarp_, _moments, _seed):
    global SCARP
    SCARP = scarp_


sys.exit(main(CASES, begin))
