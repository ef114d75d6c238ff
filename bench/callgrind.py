# SPDX-License-Identifier: MIT
"""callgrind.py - instructions of a test process, for audit.py and instructions.py"""
import os
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = {f.split(".")[0]: f"{HERE}/programs/{f}" for f in os.listdir(f"{HERE}/programs") if f.endswith((".c", ".cc"))}


def build(scarp, name, folder, *options):
    """A program of bench/programs, built in folder; its path."""
    source, out = PROGRAMS[name], os.path.join(folder, name)
    subprocess.run([scarp, "c++" if source.endswith(".cc") else "cc", "-O1", "-g", f"-I{HERE}/../include",
                    *options, source, "-o", out], check=True)
    return out


def inclusive(path):
    """Inclusive instructions by function; some seconds."""
    text = subprocess.run(["callgrind_annotate", "--inclusive=yes", "--threshold=100", path],
                          capture_output=True, text=True, check=True).stdout
    found = {}
    for line in text.splitlines():
        if m := re.match(r" *([\d,]+) \([ \d.]+%\) +\S*?:(\w+)", line):
            found.setdefault(m[2], int(m[1].replace(",", "")))
    return found


def total(path, function):
    """All instructions; 0 when the process had no such function."""
    with open(path) as f:
        text = f.read()
    if not re.search(rf"^c?fn=\(\d+\) {function}$", text, re.M):
        return 0
    return sum(int(n) for n in re.findall(r"^totals: (\d+)", text, re.M))


def under_valgrind(options, scarp, program, mode, executions, folder, how=("--strategy", "dfs")):
    """What the command says; the test process runs under valgrind."""
    return subprocess.run(["valgrind", "-q", "--trace-children=yes", *options, scarp, "check", "--mode", mode,
                           *how, "--max-executions", str(executions), "--hang-after", "600s",
                           program], cwd=folder, capture_output=True, text=True).stdout


def falls_back(scarp, program, mode, folder):
    """Nothing can be counted when each execution has a process of its own."""
    return "in fork mode" in under_valgrind(["--tool=none"], scarp, program, mode, 10, folder)


def check(scarp, program, mode, executions, folder, function, how=("--strategy", "dfs")):
    """The counts of the process that runs the test, of those with `function` in
    them the one with most: (their file, all instructions)."""
    for f in os.listdir(folder):
        if f.startswith("callgrind"):
            os.remove(os.path.join(folder, f))
    under_valgrind(["--tool=callgrind", f"--callgrind-out-file={folder}/callgrind.%p"],
                   scarp, program, mode, executions, folder, how)
    files = [os.path.join(folder, f) for f in os.listdir(folder) if f.startswith("callgrind")]
    count, path = max((total(f, function), f) for f in files)
    if not count:
        raise SystemExit(f"{program}: callgrind counted nothing")
    return path, count
