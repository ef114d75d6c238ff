# SPDX-License-Identifier: MIT
"""native.py - programs that run without scarp: pass-through mode, and plain

What is expected comes from the header of the program (README.md): how it may end
from its verdicts, what it may print from its states, and `native:` says what
differs.  A build runs once with the same arguments, however many checks it has,
and may do what any of them allows.

Ways to end are exit codes, negative ones for signals, and HANGS: no end within
HANG_TIME, for programs that may wait for ever, or LIMIT, for all others.
"""
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import zlib

from header import in_order

HANGS = "no end"
LIMIT = 60  # seconds; what ends takes milliseconds
# In full and as a sample: seconds for what may wait for ever, runs where
# outcomes are compared, and runs otherwise.
HANG_TIME, SC_RUNS, OTHER_RUNS = (10, 1), (1000, 20), (100, 4)
# Runs with delays (SCARP_STRESS) of each tenth program, if a check says that it is
# verified; tests/stress makes thousands of all.
STRESSED, STRESSED_EVERY = 20, 10
ABORT = {-signal.SIGABRT}
FATAL = {-s for s in (signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGFPE,
                      signal.SIGTRAP, signal.SIGABRT)}
UNDEFINED = FATAL | {HANGS}
# How a program may end that has a bug of this kind, if not as one that has none.
ENDS = {
    "assertion": ABORT, "abort": ABORT, "uncaught_exception": ABORT,
    "crash": FATAL, "stack_overflow": FATAL, "exit_status": set(range(1, 256)),
    "deadlock": {HANGS}, "self_deadlock": {HANGS}, "livelock": {HANGS}, "no_progress": {HANGS},
    "unlock_not_owner": UNDEFINED, "destroy_busy": UNDEFINED, "bad_object": UNDEFINED,
    "join_error": UNDEFINED, "misuse": UNDEFINED, "use_after_free": UNDEFINED, "use_after_return": UNDEFINED,
    "double_free": FATAL, "invalid_free": FATAL, "heap_overflow": FATAL,
    "heap_underflow": FATAL, "wild_access": FATAL, "leak": set(), "data_race": set(),
    "not_linearizable": set(), "not_obstruction_free": set(), "bad_operation": set(), "output": set(),
    "unsafe_in_handler": UNDEFINED,
}


def patience():
    """How much longer than alone everything takes now."""
    return max(1, os.getloadavg()[0] / (os.cpu_count() or 1))


def is_sc(check):
    return check.get("native", "").startswith("sc")


def environment(check):
    return dict(e.split("=", 1) for e in check.get("env", "").split())


def option(check, name):
    words = shlex.split(check["check"].replace("{dir}", check["dir"]))
    return words[words.index(name) + 1] if name in words else None


class Expected:
    """What one build may do, run with the same arguments."""

    def __init__(self):
        self.good, self.ends, self.lines, self.any_line = set(), set(), set(), False
        self.verified = False
        self.most = None

    def add(self, check, seen):
        """What a check allows; `seen` is what its search found."""
        verdict, *kinds = check["verdict"].split()
        self.verified |= verdict == "verified"
        states = set(" ".join(check.get("states", [])).split())
        self.good.add(int(option(check, "--expect-exit") or 0))
        if verdict == "bug" and not is_sc(check):
            self.ends |= set().union(*[ENDS[k] for k in kinds or ENDS])
        if is_sc(check):
            states = states or set(seen)
        elif verdict == "bug":
            states = set()
        self.lines |= states
        self.any_line |= not states
        self.read(shlex.split(check.get("native", "")))

    def wrong(self, end, line, err):
        """What is wrong with a run, as a sentence; None: nothing."""
        if end not in self.good | self.ends:
            return (f"ended with '{end}', not one of {sorted(self.good | self.ends, key=str)}; "
                    f"printed '{line}': {err[-1500:]}")
        if end in self.good and not self.any_line and line not in self.lines:
            return f"printed '{line}', not among {sorted(self.lines)}: {err[-1500:]}"
        return None

    def read(self, words):
        """What stands after `native:`."""
        while words:
            word = words.pop(0)
            if word == "hangs":  # the reason follows
                self.ends.add(HANGS)
                return
            if word == "prints":
                self.lines |= set(words)
                self.any_line = words == ["anything"]
                return
            if word == "exits":
                while words and words[0].lstrip("-").isdigit():
                    self.ends.add(int(words.pop(0)))
            elif word.isdigit():
                self.most = int(word)
            elif word != "sc":
                sys.exit(f"header: 'native:' has an unknown word '{word}'")


def run_once(command, limit, check, folder, stress=0):
    """How it ended, what it printed, and its stderr."""
    name = option(check, "--stdin") or os.devnull
    with open(name) as given, tempfile.TemporaryDirectory(dir=folder) as place:
        child = subprocess.Popen(
            command, stdin=given, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, cwd=place,
            env={**os.environ, **environment(check), **({"SCARP_STRESS": str(stress)} if stress else {})},
            text=True, errors="replace", start_new_session=True)
        try:
            out, err = child.communicate(timeout=limit)
            return child.returncode, out, err
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            return HANGS, *child.communicate()


def difference(command, expected, runs, hang_time, check, folder, stressed=0):
    """The first run that was not as expected, as a sentence; None: all were."""
    limit = hang_time if HANGS in expected.ends else LIMIT * patience()
    most = runs + stressed if expected.most is None else expected.most
    for n in range(min(runs + stressed, most)):
        end, out, err = run_once(command, limit, check, folder, max(0, n + 1 - runs))
        line = out.rstrip("\n").replace("\n", "\\n")
        wrong = expected.wrong(end, in_order(line) if "oracle" in check else line, err)
        if wrong:
            return wrong if n < runs else f"with SCARP_STRESS={n + 1 - runs} it {wrong}"
        if end == HANGS:
            break  # takes its time, and says no more the next time
    return None


class Runs:
    """All native runs of one program test."""

    def __init__(self, folder, name):
        self.folder, self.of = folder, {}
        self.stressed = zlib.crc32(name.encode()) % STRESSED_EVERY == 0

    def add(self, what, program, check, seen):
        key = (program, check.get("args", ""), check.get("env", ""), option(check, "--stdin"))
        self.of.setdefault(key, (what, Expected(), check))[1].add(check, seen)

    def compare(self, runs, full):
        """Yields (which build, what was wrong)."""
        for (program, arguments, *_), (what, expected, check) in self.of.items():
            count = runs or (SC_RUNS if is_sc(check) else OTHER_RUNS)[not full]
            stressed = STRESSED if self.stressed and expected.verified and "plain" not in what else 0
            wrong = difference([program, *shlex.split(arguments)], expected, count,
                               HANG_TIME[not full], check, self.folder, stressed)
            if wrong:
                yield what, wrong
