#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""readme.py BUILD - runs every command of README.md, and of some of docs/, and compares what it says

A directory of its own plays the part of a clone: `examples`, `tools` and
`Makefile` are this tree's, `build` is BUILD, and the home directory is empty.
All blocks run in one session, so exports stay. Blocks and notes are those of
blocks.py; what stands below a command must occur in its output, in this order,
other lines between (blanks count as one).

    <!-- in: FOLDER -->  where the block runs

Exit: 0 all as written, 1 not (every difference is printed).
"""
import os
import re
import shutil
import sys
import tempfile

from blocks import LANGUAGES, Session, blocks, commands, exit_codes

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.join(HERE, "..", "..")
DOCUMENTS = ("README.md", "docs/failures.md", "docs/linearizability.md", "docs/fences.md", "docs/hunting.md")
failures = 0
document = None  # the one that is being run


def fail(n, text):
    global failures
    failures += 1
    print(f"FAILED {document}:{n}: {text}", flush=True)


def squeeze(text):
    """Results are numbered by what ran before."""
    return re.sub(r"\bscarp\.out/\d+", "scarp.out/N", " ".join(text.split()))


def missing(expected, output):
    """The first expected line that does not occur after those before it."""
    lines = iter([squeeze(line) for line in output.splitlines()])
    for want in filter(None, expected):
        if not any(squeeze(want) in line for line in lines):
            return want
    return None


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
    codes = exit_codes(notes, len(todo))
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
        session = Session(root, os.path.join(build, "bin"))
        for document in DOCUMENTS:
            ran = run(session, root)
            nothing += not ran
            print(f"{document}: {ran} commands, {failures} failures")
    finally:
        shutil.rmtree(root)
    sys.exit(1 if failures or nothing else 0)


main()
