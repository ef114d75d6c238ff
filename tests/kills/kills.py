#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""kills.py - whatever ends the command or the test, no bug found is lost

kills.py SCARP [--every N] [--seed S] [CASE]...
kills.py --list

What a command leaves behind changes with its system calls and with nothing
else, so killing it at each of them (strace does) covers every moment.  The
cases `killed_*` and `interrupted_*` do that; --every N takes each Nth call, from
the S modulo Nth on.  A test process makes next to no system calls: it is killed
at moments that the seed draws, and what is asserted holds at all of them.

Afterwards, always:
- every file is whole: schedules replay, reports end, JSON can be read;
- a bug that was told is on disk;
- nothing is overwritten, and the next check works;
- no process is left.
"""
import argparse
import hashlib
import itertools
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = {}
SEARCH = ["--strategy", "dfs", "--stop-after", "0", "--max-executions", "3000", "--json", "r.json"]


class Skipped(Exception):
    pass


def case(function):
    CASES[function.__name__] = function
    return function


def run(command, **more):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=120, **more)


# ---- what must hold

def files():
    """{path: digest} of all results."""
    found = {}
    for folder, _, names in os.walk("scarp.out"):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.islink(path):
                continue
            with open(path, "rb") as f:
                found[path] = hashlib.sha256(f.read()).hexdigest()
    return found


def whole(scarp, path):
    name = os.path.basename(path)
    if re.fullmatch(r"(bug|found)-\d+\.schedule", name):
        done = run([scarp, "replay", path])
        assert done.returncode == 1, f"{path} does not replay: {done.stdout}{done.stderr}"
    elif re.fullmatch(r"bug-\d+\.txt", name):
        with open(path) as f:
            last = f.read().rstrip().splitlines()[-1]
        assert last.startswith("scarp replay "), f"{path} ends with '{last}'"
    elif re.fullmatch(r"bug-\d+\.html", name):
        with open(path) as f:
            assert f.read().rstrip().endswith("</html>"), path
    elif name == "search.state":
        with tempfile.TemporaryDirectory() as elsewhere:
            done = run([scarp, "resume", "-q", "--max-executions", "1", "--state", "next",
                        os.path.abspath(path)], cwd=elsewhere)
        assert done.returncode in (0, 1, 4), f"{path}: {done.stdout}{done.stderr}"
    elif name == "check.json":
        with open(path) as f:
            assert json.load(f)["bugs"], path
    else:
        raise AssertionError(f"{path} was left behind")


def left_behind(before):
    """Processes that were not there before and run in this directory."""
    here = os.getcwd()
    found = []
    for pid in os.listdir("/proc"):
        if not pid.isdigit() or pid in before:
            continue
        try:
            with open(f"/proc/{pid}/stat") as f:
                state = f.read().rpartition(")")[2].split()[0]
            if state != "Z" and os.readlink(f"/proc/{pid}/cwd") == here:
                found.append(pid)
        except OSError:
            continue
    return [p for p in found if p != str(os.getpid())]


def gone(before):
    deadline = time.time() + 30
    while left := left_behind(before):
        assert time.time() < deadline, f"processes {left} still run"
        time.sleep(0.01)


def sound(scarp, told, earlier):
    """What must hold in this directory. earlier: {path: digest} that must be there."""
    now = files()
    for path, digest in earlier.items():
        assert now.get(path) == digest, f"{path} was changed"
    for path in now:
        if path not in earlier:
            whole(scarp, path)
    if os.path.exists("r.json"):
        with open("r.json") as f:
            json.load(f)
    if os.path.lexists("scarp.out/latest"):
        assert os.path.isdir("scarp.out/latest"), "latest leads nowhere"
    new = [p for p in now if p not in earlier and p.endswith(".schedule")]
    assert not told or new, "a bug was told, and is not on disk"
    return now


def told_in(done):
    return re.search(r"(?m)^(found|bug): ", done.stdout + done.stderr) is not None


# ---- the command, at each of its system calls

def strace(scarp, program, options, *inject):
    if not shutil.which("strace"):
        raise Skipped("strace is not installed (sh tools/deps.sh --check)")
    return run(["strace", "-qq", "-o", "trace", "-e", "trace=all", *inject,
                scarp, "check", *options, program])


def calls(scarp, program, options):
    done = strace(scarp, program, options)
    if "ptrace" in done.stderr:
        raise Skipped(f"strace does not work here: {done.stderr}")
    assert done.returncode == 1, done.stdout + done.stderr
    with open("trace") as f:
        count = len(f.readlines())
    shutil.rmtree("scarp.out")
    return count


def at_each_call(o, options, how, codes):
    total = calls(o.scarp, o.program, options)
    at = range(1 + o.seed % o.every, total + 1, o.every)
    earlier = {}
    for number in at:
        before = set(os.listdir("/proc"))
        done = strace(o.scarp, o.program, options, "-e", f"inject=all:{how}:when={number}")
        assert codes is None or done.returncode in codes, \
            f"call {number}: exit {done.returncode}: {done.stdout}{done.stderr}"
        try:
            gone(before)
            earlier = sound(o.scarp, told_in(done), earlier)
        except AssertionError as e:
            with open("trace") as f:
                raise AssertionError(f"at call {number} of {total}: {e}; the last calls were:\n" +
                                     "".join(f.readlines()[-8:])) from e
        if os.path.exists("r.json"):
            os.remove("r.json")
    done = run([o.scarp, "check", o.program])
    assert done.returncode == 1, f"the check after all that: {done.stdout}{done.stderr}"
    return f"{len(at)} of {total} calls"


@case
def killed_with_one_bug(o):
    return at_each_call(o, ["--json", "r.json"], "signal=KILL", None)


@case
def killed_in_a_search_that_goes_on(o):
    return at_each_call(o, SEARCH, "signal=KILL", None)


@case
def interrupted_in_a_search_that_goes_on(o):
    return at_each_call(o, SEARCH, "signal=INT", {1, 130, -signal.SIGINT})


# ---- the disk

def with_disk(o, script, *options):
    """The check in a directory of its own, prepared by a shell in its own mounts."""
    os.makedirs("disk", exist_ok=True)
    done = run(["unshare", "-rm", "sh", "-c", f"set -e; {script}; cd disk; exec \"$@\"", "sh",
                o.scarp, "check", *options, o.program])
    if re.search("unshare|mount:", done.stderr):
        raise Skipped(done.stderr)
    return done


@case
def disk_of_any_size(o):
    """From no room at all to enough: a bug is told, and what was written is whole."""
    kept = 0
    sizes = [*range(4096, 65536, 8192), *range(65536, 262144, 32768)]
    for size in sizes:
        script = (f"mount -t tmpfs -o size={size} none disk; "
                  "trap 'cp -a disk copy' EXIT")
        shutil.rmtree("copy", ignore_errors=True)
        done = with_disk(o, script.replace("; cd disk", ""), *SEARCH[:-2])
        assert done.returncode == 1, f"{size} bytes: {done.stdout}{done.stderr}"
        assert "step by step" in done.stdout, f"{size} bytes: the report is missing"
        kept += "not saved" not in done.stderr
    assert 0 < kept < len(sizes), f"{kept} of {len(sizes)} had room"
    return f"{len(sizes)} sizes, {kept} with room for all"


@case
def files_that_cannot_be_made(o):
    """Each call that makes or names a file fails, alone and from then on."""
    ways = list(itertools.product(("ENOSPC", "EROFS", "EIO"),
                                  ("mkdir", "linkat", "symlink", "rename", "unlink", "rmdir"),
                                  ("1", "2", "3", "4", "1+", "2+")))
    ways = ways[::min(o.every, 7)]
    for error, call, when in ways:
        done = strace(o.scarp, o.program, SEARCH[:-2], "-e", f"inject={call}:error={error}:when={when}")
        assert done.returncode == 1, f"{call} {error} {when}: {done.stdout}{done.stderr}"
        assert "step by step" in done.stdout, f"{call} {error} {when}"
        sound(o.scarp, False, {})
        shutil.rmtree("scarp.out", ignore_errors=True)
    return f"{len(ways)} failures"


@case
def no_room_while_writing(o):
    """Files without O_TMPFILE, and a disk that is full at each write."""
    for when in range(1, 6):
        done = strace(o.scarp, o.program, SEARCH[:-2], "-e", "inject=openat:error=EOPNOTSUPP:when=99999",
                      "-P", "scarp.out", "-e", f"inject=write:error=ENOSPC:when={when}")
        assert done.returncode == 1, done.stdout + done.stderr
        sound(o.scarp, False, {})
        shutil.rmtree("scarp.out", ignore_errors=True)
    return "5 writes"


@case
def state_that_does_not_reach_the_disk(o):
    """The one that does is not given up for it."""
    search = ["--strategy", "dfs", "--stop-after", "0", "--state", "kept", "--max-executions"]
    done = run([o.scarp, "check", *search, "3", o.program])
    assert "to go on: scarp resume kept" in done.stdout, done.stdout + done.stderr
    with open("kept", "rb") as f:
        before = f.read()
    done = strace(o.scarp, o.program, [*search, "2"], "-e", "inject=fdatasync:error=EIO")
    assert "cannot be kept: cannot write 'kept': Input/output error" in done.stderr, done.stderr
    with open("kept", "rb") as f:
        assert f.read() == before, "the state that was there is gone"
    done = run([o.scarp, "resume", "kept"])
    assert done.returncode == 1, done.stdout + done.stderr
    return "1"


@case
def directory_that_is_read_only(o):
    done = with_disk(o, "mount -t tmpfs -o ro none disk", *SEARCH[:-2])
    assert done.returncode == 1, done.stdout + done.stderr
    for text in "cannot be kept on disk", "Read-only file system", "results are not saved":
        assert text in done.stderr, done.stderr
    assert "step by step" in done.stdout, done.stdout
    return "1"


# ---- the test process

def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as f:
            return [int(p) for p in f.read().split()]
    except OSError:
        return []


def kill_test(o, mode, after_bug, pause, deepest):
    """One search whose test process dies. Returns the finished command."""
    p = subprocess.Popen([o.scarp, "check", "--strategy", "random", "--stop-after", "0",
                          "--max-executions", "100000000", "--mode", mode, o.program],
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    lines = []
    while after_bug and not told_in(subprocess.CompletedProcess([], 0, "", "".join(lines))):
        line = p.stderr.readline()
        assert line, f"it ended: {''.join(lines)}"
        lines.append(line)
    time.sleep(pause)
    while p.poll() is None:
        victims = children(p.pid)
        while deepest and victims and children(victims[-1]):
            victims = children(victims[-1])
        if not victims:
            continue
        try:
            os.kill(victims[-1], signal.SIGKILL)
            p.wait(0.2)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            continue  # it had ended by itself, just before
    out, err = p.communicate(timeout=120)
    return subprocess.CompletedProcess([], p.returncode, out, "".join(lines) + err)


@case
def test_process_killed(o):
    rng = random.Random(o.seed)
    count, earlier = max(3, 400 // o.every), {}
    for n in range(count):
        mode = ("restart", "checkpoint", "fork")[n % 3]
        deepest = mode == "fork" and rng.random() < 0.7
        after_bug = rng.random() < 0.7
        before = set(os.listdir("/proc"))
        done = kill_test(o, mode, after_bug, rng.random() * 0.03, deepest)
        what = f"kill {n} ({mode}, after a bug: {after_bug}): exit {done.returncode}: {done.stdout}{done.stderr}"
        assert done.returncode == 1 if after_bug else done.returncode in (1, 5), what
        if done.returncode == 1:
            assert "step by step" in done.stdout, what
        assert "killed from outside" in done.stdout + done.stderr, what
        gone(before)
        earlier = sound(o.scarp, done.returncode == 1, earlier)
    return f"{count} kills"


@case
def killed_while_an_execution_hangs(o):
    """In fork mode the execution is a grandchild, which nobody ends but the kernel.

    The loop is in the assembly: one of C's would be told as a livelock at once."""
    with open("hang.c", "w") as f:
        f.write("int main(void) { __asm__ volatile(\"1: jmp 1b\"); return 0; }\n")
    done = run([o.scarp, "cc", "hang.c", "-o", "hang"])
    assert done.returncode == 0, done.stderr
    before = set(os.listdir("/proc"))
    p = subprocess.Popen([o.scarp, "check", "--mode", "fork", "./hang"], stdin=subprocess.DEVNULL,
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not any(children(test) for test in children(p.pid)):
        assert p.poll() is None, p.returncode
    p.kill()
    p.wait()
    gone(before)
    return "1"


# ---- how they are run

def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("scarp", nargs="?")
    p.add_argument("--list", action="store_true")
    p.add_argument("--every", type=int, default=1)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("case", nargs="*")
    o = p.parse_intermixed_args()
    if o.list:
        return print("\n".join(CASES))
    o.scarp = os.path.abspath(o.scarp)
    skipped = 0
    for name in o.case or CASES:
        with tempfile.TemporaryDirectory() as place:
            os.chdir(place)
            done = run([o.scarp, "cc", os.path.join(HERE, "two_bugs.c"), "-o", "two_bugs"])
            assert done.returncode == 0, done.stderr
            o.program = os.path.abspath("two_bugs")
            try:
                print(f"{name}: passed, {CASES[name](o)}", flush=True)
            except Skipped as e:
                print(f"{name}: skipped: {e}")
                skipped += 1
            finally:
                os.chdir("/")
    return 77 if skipped else 0


if __name__ == "__main__":
    sys.exit(main())
