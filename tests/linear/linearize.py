#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""linearize.py - `scarp linearize --history FILE`: what it reads, and what it says

linearize.py SCARP [CASE]...
linearize.py --list

Histories are written here as "T1 enqueue 1", a call, and "T1 = 1", what it
returned ("T1 =": nothing; "T1 ?": pending; "T1 w": it waits to the end).
"""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..")]
sys.dont_write_bytecode = True  # the tree stays clean
from cases import main  # noqa: E402

SCARP = None
CASES = {}
GOOD, BUG, USAGE, UNPROVEN = 0, 1, 2, 4


def case(function):
    CASES[function.__name__] = function
    return function


def value(word):
    return json.loads(word) if word in ("null", "true", "false") or word.lstrip("-").isdigit() else word


def event(text, at=None):
    thread, word, *arguments = text.split()
    thread, _, name = thread.partition(":")
    e = {"thread": thread}
    if word in "=?w":
        e["event"] = {"=": "return", "?": "pending", "w": "blocked"}[word]
        if arguments:
            e["result"] = value(arguments[0])
    else:
        e |= {"event": "call", "operation": word, "arguments": [value(a) for a in arguments]}
        if name:
            e["object"] = name
    if at is not None:
        e["time"] = at
    return json.dumps(e) + "\n"


def write(text, header=None, name="h.jsonl"):
    with open(name, "w", encoding="utf-8") as f:
        if header:
            f.write(json.dumps({"format": "scarp-history", "version": 1, **header}) + "\n")
        f.write("".join(event(line) for line in text.strip().splitlines()))
    return name


def scarp(*words, columns=80, **more):
    return subprocess.run([SCARP, "linearize", *words], capture_output=True, text=True, timeout=100, check=False,
                          env={**os.environ, "COLUMNS": str(columns)}, **more)


def judge(code, text, *words, header=None, **more):
    done = scarp("--history", write(text, header), *words, **more)
    assert done.returncode == code, (text, words, done.returncode, done.stdout, done.stderr)
    return done.stdout


def judge_error(text, *words):
    done = scarp("--history", write(text), *words)
    assert done.returncode == USAGE and not done.stdout, done
    return done.stderr


PRIVATE = """
A enqueue 1
B dequeue
A =
B = null
A dequeue
A = null
B enqueue 9
B =
"""


@case
def a_queue_that_forgets():
    """enqueue(1) is over before A's dequeue begins: by hand; the rest has nothing to do with it."""
    out = judge(BUG, PRIVATE, "--spec", "queue")
    assert out == """\
not linearizable: nothing explains 2 of 4 operations (queue)
 A  |--enqueue(1)--| |--dequeue -> empty--*
in h.jsonl, lines 1, 5
no order explains it: enqueue(1) returned before A's dequeue began, and nobody took 1 before that returned
""", out
    out = judge(GOOD, PRIVATE.replace("A = null", "A = 1"), "--spec", "queue")
    assert out == "linearizable: an order explains all 4 operations\n", out


@case
def every_width_has_a_picture():
    text = "\n".join(["A enqueue 1", "B enqueue 2", "C dequeue", "B =", "D enqueue 33", "A =", "D =", "C = 33",
                      "A dequeue", "A = null"])
    for width in range(2, 130):
        out = judge(BUG, text, "--spec", "queue", columns=width).splitlines()
        picture = [line for line in out[1:-2]]
        assert any("*" in line or "|" in line for line in picture), (width, out)
        assert out[-1].startswith("no order explains it: "), out
        lanes = [line for line in picture if line[:3] in (" A ", " B ")]
        assert max(map(len, lanes)) <= max(width, 18), (width, out)
        # All that is drawn in one line elsewhere is drawn in folds here.
        assert sum(line.count("|") + line.count("*") for line in lanes) == 2 * 2, (width, out)
    assert "  1  enqueue(" in "\n".join(judge(BUG, text, "--spec", "queue", columns=30).splitlines())


@case
def what_is_open_goes_on():
    """B gave up waiting for its dequeue, which may have taken one of two before the third, and did something else."""
    text = "B dequeue\nA enqueue 1\nA =\nA enqueue 2\nA =\nA enqueue 3\nA =\n"
    out = judge(BUG, text + "C dequeue\nC = 3", "--spec", "queue", columns=100).splitlines()
    assert out[1:4] == [
        " B  |--dequeue -> ?------------------------------------------------------->",
        " A   |--enqueue(1)--| |--enqueue(2)--| |--enqueue(3)--|",
        " C                                                      |--dequeue -> 3--*"], out
    out = judge(BUG, text + "B ?\nB dequeue\nB = 3", "--spec", "queue", columns=100).splitlines()
    assert out[1:3] == [
        " B  |--dequeue -> ?-----------------------------------> |--dequeue -> 3--*",
        " A   |--enqueue(1)--| |--enqueue(2)--| |--enqueue(3)--|"], out
    judge(GOOD, text + "B ?\nB dequeue\nB = 2", "--spec", "queue")
    out = judge(BUG, "A enqueue \u00e9\nA =\nA dequeue\nA = null", "--spec", "queue").splitlines()
    assert out[1:4] == [" A  |--1--| |--2--*", '  1  enqueue("\u00e9")', "  2  dequeue -> empty"], out


@case
def sentences_say_why():
    for spec, text, want in (
            ("queue", "A dequeue\nA = 7", "A's dequeue returned 7, which nobody had put there"),
            ("queue", "A enqueue 1\nA =\nA dequeue\nB dequeue\nA = 1\nB = 1",
             "1 was put there once, and both A's dequeue and B's dequeue returned it"),
            ("stack", "A pop\nA = 1\nB push 1\nB =", "pop -> 1 was over before push(1) began"),
            ("queue", "A enqueue 1\nA =\nA enqueue 2\nA =\nA dequeue\nA = 2\nA dequeue\nA = 1",
             "enqueue(1) returned before enqueue(2) began, and 2 was taken before 1"),
            ("queue", "A enqueue 1\nA =\nA enqueue 2\nA =\nA dequeue\nA = 2",
             "enqueue(1) returned before enqueue(2) began, and 2 was taken, but never 1"),
            ("register", "A write 1\nA =\nA write 2\nA =\nB read\nB = 1",
             "B's read returned 1, which write(2) had written over"),
            ("priority-queue", "A insert 1\nA =\nA remove_min\nA = null",
             "insert(1) returned before A's remove_min began, and nobody took 1 before that returned"),
            ("mutex", "A lock\nA =\nB lock\nB =", "no order in which each takes effect at one moment between its call "
             "and its return has lock (marked *)"),
            ("set", "A add x\nA = true\nB contains x\nB = false", "no order in which each takes effect at one moment "
             "between its call and its return has contains(\"x\") -> false (marked *)")):
        out = judge(BUG, text, "--spec", spec).splitlines()[-1]
        assert out == "no order explains it: " + want, (out, want)


@case
def of_many_the_last_are_drawn():
    """A counter's additions all count for a read behind them."""
    text = "B read\n" + "A increment\nA =\n" * 50 + "C read\nC = 7"
    out = judge(BUG, text, "--spec", "counter")
    assert "nothing explains 51 of 52 operations" in out and "(the last 20 of them are drawn" in out, out
    assert "20  read -> 7" in out and len(out.splitlines()) < 40, out
    late = judge(BUG, text.replace("C read\n", "") .replace("B read", "B read\nC read") + "\nC read\nC = 9",
                 "--spec", "counter")
    assert "read -> 9" in late and " *" not in late.replace("(marked *)", "").splitlines()[0], late
    old = judge(BUG, "C fetch_add 1\n" + "A increment\nA =\n" * 50 + "C = 99", "--spec", "counter")
    assert "  1  fetch_add(1) -> 99" in old and "*" in old, old


@case
def conditions():
    """Each by hand."""
    later = "A write 1\nA =\nB read\nB = 0"  # B's view is old: in order for each thread
    judge(BUG, later, "--spec", "register")
    judge(GOOD, later, "--spec", "register", "--condition", "sequential")
    judge(BUG, later, "--spec", "register", "--condition", "quiescent")  # nothing is open between
    judge(GOOD, "C write 5\n" + later + "\nC =", "--spec", "register", "--condition", "quiescent")
    own = "C write 5\nA write 1\nA =\nA read\nA = 0\nC ="  # A's own write: while C is open, it may be later
    judge(BUG, own, "--spec", "register", "--condition", "sequential")
    judge(GOOD, own, "--spec", "register", "--condition", "quiescent")
    swap = "A exchange 1\nB exchange 2\nA = 2\nB = 1"
    judge(BUG, swap, "--spec", "exchanger")
    judge(GOOD, swap, "--spec", "exchanger", "--condition", "set")
    judge(BUG, "A exchange 1\nA = 2\nB exchange 2\nB = 1", "--spec", "exchanger", "--condition", "set")
    # Each queue has an order that keeps those of the threads, both together have none.
    header = {"objects": [{"name": "p", "spec": "queue"}, {"name": "q", "spec": "queue"}]}
    text = "\n".join(["A:p enqueue 1", "A =", "A:q enqueue 1", "A =", "B:q enqueue 2", "B =", "B:p enqueue 2", "B =",
                      "A:p dequeue", "A = 2", "B:q dequeue", "B = 1"])
    judge(BUG, text, "--condition", "sequential", header=header)
    one = "\n".join(["A enqueue 1", "A =", "B enqueue 2", "B =", "A dequeue", "A = 2"])
    judge(GOOD, one, "--spec", "queue", "--condition", "sequential")
    # Who went on while a call was pending has no order.
    said = judge_error("A enqueue 1\nA ?\nA dequeue\nA = null", "--spec", "queue", "--condition", "sequential")
    assert ":3: A calls again while its call in line 1 is pending" in said, said
    judge(GOOD, "A enqueue 1\nA ?\nB dequeue\nB = null", "--spec", "queue", "--condition", "sequential")


@case
def pending_and_blocked():
    took = "A enqueue 1\nA =\nA enqueue 2\nA =\nB dequeue\nC dequeue\nC = 2"
    judge(GOOD, took, "--spec", "queue")  # B has taken 1
    judge(GOOD, took + "\nB ?\nB enqueue 3\nB =", "--spec", "queue")
    judge(BUG, took + "\nB = null", "--spec", "queue")
    # It may also have its effect after its client has given up.
    judge(GOOD, "B dequeue\nB ?\n" + took.replace("B dequeue\n", ""), "--spec", "queue")
    judge(GOOD, "A enqueue 1\nB dequeue\nB = 1", "--spec", "queue")
    judge(GOOD, "A lock\nA =\nB lock\nB w", "--spec", "mutex")
    out = judge(BUG, "A lock\nA =\nA unlock\nA =\nB lock\nB w", "--spec", "mutex")
    assert "lock waits" in out and "with those waiting that wait" in out, out
    judge(GOOD, "A lock\nB lock\nB w", "--spec", "mutex")  # A may have it
    judge(BUG, "A post\nA =\nB wait\nB w", "--spec", "semaphore")
    judge(GOOD, "A wait\nA =\nB wait\nB w", header={"objects": [{"name": "", "spec": "semaphore", "initial": 1}]})
    judge(GOOD, "A read\nA = -3", header={"objects": [{"name": "", "spec": "counter", "initial": -3}]})


@case
def objects_and_keys():
    header = {"objects": [{"name": "m", "spec": "map"}, {"name": "r", "spec": "register", "initial": "old"}]}
    text = "A:m put k 1\nA =\nB:r read\nB = old\nA:m get k\nA = 1\nB:m get other\nB = null"
    judge(GOOD, text, header=header)
    out = judge(BUG, text.replace("A = 1", "A = 2"), header=header)
    assert "(map m, key \"k\")" in out, out
    out = judge(BUG, text.replace("B = old", "B = new"), header=header)
    assert "(register r)" in out, out


@case
def times_decide_the_order():
    def timed(*events):
        with open("t.jsonl", "w", encoding="utf-8") as f:
            f.writelines(event(text, at) for at, text in events)
        return scarp("--history", "t.jsonl", "--spec", "register")

    write_, back, read, old = "A write 1", "A =", "B read", "B = 0"
    assert timed((1, write_), (2, back), (3, read), (4, old)).returncode == BUG
    assert timed((1, write_), (3, read), (2, back), (4, old)).returncode == BUG  # lines in another order
    assert timed((1, write_), (2.5, back), (2.5, read), (4, old)).returncode == GOOD  # they may overlap
    nanoseconds = 1700000000123456789  # a double has 256 of them in one
    assert timed(*[(nanoseconds + i, e) for i, e in enumerate((write_, back, read, old))]).returncode == BUG
    done = timed((1, write_), (1, back), (1, "A read"), (4, "A = 1"))
    assert done.returncode == USAGE and "t.jsonl:3: A calls this at the time at which" in done.stderr, done.stderr
    done = timed((5, write_), (1, back))
    assert done.returncode == USAGE and "t.jsonl:2: A returns before it called (line 1) [SC441]" in done.stderr, done.stderr


@case
def the_result_as_json():
    judge(BUG, PRIVATE, "--spec", "queue", "--json", "out.json")
    with open("out.json", encoding="utf-8") as f:
        out = json.load(f)
    assert (out["format"], out["version"], out["verdict"]) == ("scarp-linearize", 1, "not linearizable")
    assert [o["call line"] for o in out["wrong"]["operations"]] == [1, 5], out
    assert out["wrong"]["no place for"]["operation"] == "dequeue" and out["operations"] == 4, out
    good = PRIVATE.replace("A = null", "A = 1")
    done = scarp("--history", write(good), "--spec", "queue", "--json", "-")
    out = json.loads(done.stdout)
    assert done.returncode == GOOD and out["verdict"] == "linearizable", out
    # A legal order: B's first dequeue before enqueue(1), or A's behind it.
    order = [(s[0]["operation"], s[0].get("result")) for s in out["order"]]
    state = []
    for name, result in order:
        if name == "dequeue":
            assert result == (state.pop(0) if state else None), order
        else:
            state.append(1 if len(state) == 0 and ("enqueue", None) not in order[:order.index((name, result))] else 9)
    swap = scarp("--history", write("A exchange 1\nB exchange 2\nA = 2\nB = 1"), "--spec", "exchanger", "--condition",
                 "set", "--json", "-")
    assert [len(step) for step in json.loads(swap.stdout)["order"]] == [2], swap.stdout


@case
def a_limit_is_no_answer():
    text = "\n".join(f"{t} enqueue 1" for t in "ABCDEFGHIJKLMNOP") + "\n" + \
        "\n".join(f"{t} =" for t in "ABCDEFGHIJKLMNOP") + "\nA dequeue\nA = 2"
    out = judge(UNPROVEN, text, "--spec", "queue", "--limit", "5")
    assert out.startswith("unknown: no answer after ") and "--limit" in out, out
    out = judge(UNPROVEN, "\n".join(f"{c}{i} enqueue {i % 2}" for i in range(400) for c in "ab") + "\nA dequeue\nA = 7",
                "--spec", "queue", "--memory", "1")
    assert "--memory" in out, out


@case
def bad_input_is_told_with_its_line():
    call, back = event("A enqueue 1"), event("A =")
    for text, want in (
            ("", "'b.jsonl' is no history: it has no call"),
            (back, "b.jsonl:1: A returns, but has called nothing"),
            (call + call, "b.jsonl:2: A calls something, but its call in line 1 has not returned: a thread does one "
             "operation at a time"),
            (call + back + back, "b.jsonl:3: A returns, but has called nothing"),
            (call + back[:10], "b.jsonl:2: the file is cut off here: "),
            (call + "nonsense\n", "b.jsonl:2: not JSON: "),
            ("[1]\n", "b.jsonl:1: not an event: "),
            ("\x7fELF\x01\x02\n", "b.jsonl:1: not JSON: "),
            (call.replace("enqueue", "enqeue"), "b.jsonl:1: a queue has no operation 'enqeue'; did you mean 'enqueue'? it "
             "has enqueue, dequeue, take"),
            (call.replace("arguments", "argumnets"), "b.jsonl:1: no field 'argumnets'; did you mean 'arguments'?"),
            (call.replace("[1]", "[1, 2]"), "b.jsonl:1: 'enqueue' has 1 argument, not 2"),
            (call.replace("[1]", "[]"), "b.jsonl:1: 'enqueue' has 1 argument, not 0"),
            (call.replace("[1]", "1"), "b.jsonl:1: \"arguments\" is a list"),
            (call.replace("[1]", "[1.5]"), "b.jsonl:1: a value is a whole number"),
            (call.replace("[1]", "[null]"), "b.jsonl:1: an argument is a number or a text"),
            (call.replace("[1]", "[-9000000000000000000]"), "b.jsonl:1: the number -9000000000000000000 is too small"),
            (call.replace("[1]", "[99999999999999999999]"), "b.jsonl:1: not JSON: too big integer"),
            (call.replace('"thread": "A"', '"thread": null'), "b.jsonl:1: no thread"),
            (call.replace('"thread": "A", ', ""), "b.jsonl:1: no thread"),
            (call.replace('"A"', '"A", "thread": "B"'), "b.jsonl:1: not JSON: duplicate object key"),
            (call.replace("call", "invoke"), "b.jsonl:1: no event 'invoke': there is call, return, pending and blocked"),
            (call + back.replace("}", ', "result": 5}'), "b.jsonl:2: what 'enqueue' returns is nothing: null, or no "
             "\"result\""),
            (event("A dequeue") + back, "b.jsonl:2: what 'dequeue' returns is a number or a text, or null"),
            (event("A dequeue") + event("A = true"), "b.jsonl:2: what 'dequeue' returns is"),
            (event("A take") + event("A = null"), "b.jsonl:2: what 'take' returns is a number or a text"),
            (call.replace("}", ', "result": 5}'), "b.jsonl:1: a call has no result"),
            (call + back.replace("}", ', "operation": "x"}'), "b.jsonl:2: operation, object and arguments are those of "
             "the call"),
            (call + event("A w") + back, "b.jsonl:3: A is blocked to the end, and does nothing more"),
            (call + event("A ? 1"), "b.jsonl:2: without a return there is no result"),
            (event("A enqueue 1", 3) + back, "b.jsonl:2: all events have a \"time\", or none has"),
            (call + event("A =", 3), "b.jsonl:2: all events have a \"time\", or none has"),
            ('{"format": "trace"}\n', "b.jsonl:1: not a history: its \"format\" is not \"scarp-history\""),
            ('{"format": "scarp-history", "version": 2}\n', "b.jsonl:1: a history of another version of scarp"),
            (call + '{"format": "scarp-history", "version": 1}\n', "b.jsonl:2: \"format\" belongs into the first line"),
            ('{"format": "scarp-history", "version": 1, "objects": [{"name": "q", "spec": "heap"}]}\n',
             "b.jsonl:1: no specification 'heap'"),
            ('{"format": "scarp-history", "version": 1, "objects": [{"name": "q"}]}\n',
             "b.jsonl:1: an object has a name and a spec"),
            ('{"format": "scarp-history", "version": 1, "objects": [{"name": "q", "spec": "queue", "initial": 1}]}\n',
             "b.jsonl:1: a queue begins empty"),
            ('{"format": "scarp-history", "version": 1, "objects": [{"name": "s", "spec": "semaphore", "initial": -1}]}\n',
             "b.jsonl:1: \"initial\" of a semaphore is not negative"),
            ('{"format": "scarp-history", "version": 1, "objects": ' + str([{"name": "q", "spec": "queue"}] * 2).
             replace("'", '"') + "}\n", "b.jsonl:1: object 'q' comes twice")):
        with open("b.jsonl", "w", encoding="utf-8") as f:
            f.write(text)
        done = scarp("--history", "b.jsonl", "--spec", "queue")
        assert done.returncode == USAGE and not done.stdout and done.stderr.count("\n") == 1, (text, done)
        assert "scarp: " + want in done.stderr, (text, done.stderr, want)


@case
def options_that_make_no_sense():
    name = write(PRIVATE)
    for words, want in (
            ((), "wants a history: --history FILE"),
            (("--history", name), "h.jsonl:1: nothing says what the object is: '--spec queue'"),
            (("--history", "nowhere"), "cannot open 'nowhere'"),
            (("--history", "."), "cannot read '.'"),
            (("--history", name, "--spec", "que"), "no specification 'que'; did you mean 'queue'? there is: register, "),
            (("--history", name, "--spec", "queue", "--condition", "x"), "no condition 'x'; there is: linearizability, "),
            (("--history", name, "--spec", "queue", "--memory", "0"), "'--memory' is 1 to 16777216 MiB, not 0"),
            (("--history", name, "--spec", "queue", "--json", "no/where"), "cannot write 'no/where'"),
            (("--histroy", name), "no option '--histroy'; did you mean '--history'?"),
            ((name,), "a recorded history is named by '--history h.jsonl'"),
            (("--history",), "'--history' wants an argument: WHAT")):
        done = scarp(*words)
        assert done.returncode == USAGE and want in done.stderr, (words, done)
    done = scarp("--help")
    assert done.returncode == 0 and "priority-queue" in done.stdout
    with open(name, encoding="utf-8") as f:
        assert scarp("--history", "-", "--spec", "queue", stdin=f).returncode == BUG
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run([SCARP, "linearize", "--history", name, "--spec", "queue"], stdout=full, check=False,
                              stderr=subprocess.PIPE, timeout=60)
    assert done.returncode == USAGE and b"cannot write" in done.stderr, done


@case
def control_characters_do_not_reach_the_terminal():
    out = judge(BUG, "A enqueue x\nA =\nA dequeue\nA = null".replace("x", "x\x1b[31m"), "--spec", "queue")
    assert "\x1b" not in out, out
    done = scarp("--history", write("A\x1b[31m enqueue 1\nA\x1b[31m = 5"), "--spec", "queue")
    assert done.returncode == USAGE and "\x1b" not in done.stderr, done


def begin(scarp_, _moments, _seed):
    global SCARP
    SCARP = scarp_


sys.exit(main(CASES, begin))
