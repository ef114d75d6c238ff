# SPDX-License-Identifier: MIT
"""blocks.py - the fenced blocks of a document, and a shell that runs their commands

    ```sh       each line is a command
    ```console  lines with "$ " are commands; what stands below them is what they print

Comments in front of a block, which a reader does not see, are its notes:
    <!-- exit: 0 1 -->   exit codes of its commands; all 0 without it
    <!-- file: NAME -->  the block is no command, but the contents of this file
"""
import os
import re
import subprocess

LANGUAGES = ("sh", "console")


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
        elif line or out:
            out[-1][1].append(line)
    return out


def exit_codes(notes, count):
    return [int(c) for c in notes.get("exit", "0 " * count).split()]


class Session:
    """One command after the other; variables, and where it is, stay from one to the next."""

    def __init__(self, root, path):
        self.root = self.folder = root
        home = os.path.join(root, "home")
        os.makedirs(home, exist_ok=True)
        self.env = {k: v for k, v in os.environ.items()
                    if not re.match(r"SCARP|MAKE|CTEST|CMAKE|C(XX)?FLAGS|CC$|CXX$|LDFLAGS|PKG_", k)}
        self.env.update(HOME=home, JOBS="1", PATH=path + ":" + os.environ["PATH"])

    def run(self, command, folder=None, typed=None):
        """(exit code, output); FOLDER, below the root, instead of where it is."""
        saved = os.path.join(self.root, "environment")
        if folder is not None:
            self.folder = os.path.join(self.root, folder)
        done = subprocess.run(
            ["bash", "-c", f'{command}\ncode=$?\n(pwd; env -0) >"{saved}"\nexit $code'],
            cwd=self.folder, env=self.env, timeout=200,
            **({"stdin": subprocess.DEVNULL} if typed is None else {"input": typed}),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        with open(saved) as f:
            self.folder = f.readline()[:-1]
            self.env = dict(v.split("=", 1) for v in f.read().split("\0") if "=" in v)
        return done.returncode, done.stdout
