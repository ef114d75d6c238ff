#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""readme.py BUILD - runs every command of README.md, and of some of docs/, and compares what it says

A directory of its own plays the part of a clone: `examples`, `tools` and
`Makefile` are this tree's, `build` is BUILD, and the home directory is empty.
All blocks run in one session, so exports stay.

    ```sh       each line is a command
    ```console  lines with "$ " are commands; what stands below them must occur
                in their output, in this order, other lines between (blanks
                count as one)

Comments in front of a block, which a reader does not see:
    <!-- exit: 0 1 -->   exit codes of its commands; all 0 without it
    <!-- in: FOLDER -->  where it runs
    <!-- file: NAME -->  the block is no command, but the contents of this file

Exit: 0 all as written, 1 not (every difference is printed).
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.join(HERE, "..", "..")
LANGUAGES = ("sh", "console")
DOCUMENTS = ("README.md", "docs/failures.md")
failures = 0
document = None  # the one that is being run


def blocks(text):
    """(line, language, notes, lines) for every fenced block."""
    notes, fence = {}, None
    for n, line in enumerate(text.splitlines(), 1):
        if fence:
            if line == "```":
                yield fence
                notes, fence = {}, None
            else:
                fence[3].append(line)
        elif line.startswith("```"):
            fence = (n, line[3:], notes, [])
        elif m := re.fullmatch(r"<!-- (\w+): (.*) -->", line):
            notes[m[1]] = m[2]
        elif line:
            notes = {}


def commands(language, lines):
    """[command, lines expected]"""
    if language == "sh":
        return [[line, []] for line in lines if line]
    out = []
    for line in lines:
        if line.startswith("$ "):
            out.append([line[2:], []])
        elif line:
            out[-1][1].append(line)
    return out


def fail(n, text):
    global failures
    failures += 1
    print(f"FAILED {document}:{n}: {text}", flush=True)


def squeeze(text):
    return " ".join(text.split())


def missing(expected, output):
    """The first expected line that does not occur after those before it."""
    lines = iter([squeeze(line) for line in output.splitlines()])
    for want in expected:
        if not any(squeeze(want) in line for line in lines):
            return want
    return None


class Session:
    """One command after the other; variables stay from one to the next."""

    def __init__(self, root, build):
        self.root = root
        home = os.path.join(root, "home")
        os.mkdir(home)
        self.env = {k: v for k, v in os.environ.items()
                    if not re.match(r"SCARP|MAKE|CTEST|CMAKE|C(XX)?FLAGS|CC$|CXX$|LDFLAGS|PKG_", k)}
        self.env.update(HOME=home, JOBS="1",
                        PATH=os.path.join(build, "bin") + ":" + os.environ["PATH"])

    def run(self, command, folder):
        saved = os.path.join(self.root, "environment")
        done = subprocess.run(
            ["bash", "-c", f'{command}\ncode=$?\nenv -0 >"{saved}"\nexit $code'],
            cwd=os.path.join(self.root, folder), env=self.env, timeout=200,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace")
        with open(saved) as f:
            self.env = dict(v.split("=", 1) for v in f.read().split("\0") if "=" in v)
        return done.returncode, done.stdout


def clone(root, build):
    for name in ("examples", "tools", "Makefile", "LICENSE"):
        os.symlink(os.path.abspath(os.path.join(TOP, name)), os.path.join(root, name))
    os.symlink(build, os.path.join(root, "build"))
    shutil.copytree(os.path.join(HERE, "project"), os.path.join(root, "project"))
    os.mkdir(os.path.join(root, "cmake-project"))


def write(root, name, lines):
    for path in (name, os.path.join("project", name), os.path.join("cmake-project", name)):
        path = os.path.join(root, path)
        if os.path.isdir(os.path.dirname(path)):
            with open(path, "w") as f:
                f.write("\n".join(lines) + "\n")


def check(session, n, language, notes, lines):
    todo = commands(language, lines)
    codes = [int(c) for c in notes.get("exit", "0 " * len(todo)).split()]
    if len(codes) != len(todo):
        return fail(n, f"{len(todo)} commands, {len(codes)} exit codes")
    for (command, expected), code in zip(todo, codes):
        got, output = session.run(command, notes.get("in", ""))
        print(f"{got:3}  {command}", flush=True)
        if got != code:
            fail(n, f"'{command}': exit code {got} instead of {code}\n{output}")
        elif (line := missing(expected, output)) is not None:
            fail(n, f"'{command}' does not say (or not in this place)\n{line}\nbut\n{output}")


def run(session, root):
    """How many commands the document has."""
    with open(os.path.join(TOP, document)) as f:
        text = f.read()
    ran = 0
    for n, language, notes, lines in blocks(text):
        if "file" in notes:
            write(root, notes["file"], lines)
        elif language in LANGUAGES:
            check(session, n, language, notes, lines)
            ran += len(commands(language, lines))
        else:
            fail(n, f"a block in '{language}' is neither run nor a file")
    return ran


def main():
    global document
    build = os.path.abspath(sys.argv[1])
    root = tempfile.mkdtemp(prefix="scarp-readme.")
    nothing = 0
    try:
        clone(root, build)
        session = Session(root, build)
        for document in DOCUMENTS:
            ran = run(session, root)
            nothing += not ran
            print(f"{document}: {ran} commands, {failures} failures")
    finally:
        shutil.rmtree(root)
    sys.exit(1 if failures or nothing else 0)


main()
