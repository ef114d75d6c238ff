#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tutorial.py BUILD [DOCUMENT]... - docs/tutorial.md and others, command by command

Each document is followed as a reader would, in a directory of its own: BUILD is
installed into an empty home, `docs/tutorial` is that of the installation, and all
commands run in one session, from the top of the page to its end. What stands below a command is what it
prints, line by line and from the first to the last:

    ...                    lines that are left out, at least one
    <!-- varies: A | B --> above the block: the numbers in what reads A (or B) there are
                           those of one run (and so is a plural at its end); all others
                           are exact
    (gdb) COMMAND          typed to the command above; where it stands among the answers is
                           not compared, since gdb prints no more than a prompt for it

Where the reader's files are is /home/you. Addresses, and lines of progress, which come
every ten seconds, are no part of the comparison, and of a search that was done, ", N executions
in all" is none: on a busy machine others were begun beside it. There one of these may
also be the first to see a bug, by another schedule, so a page that is not as written is
followed once more, and then once again.

Blocks and notes are those of tests/docs/blocks.py, and

    <!-- shows: NAME -->   the block is docs/tutorial/NAME
    <!-- stands_in: DIR --> DIR of the sources is copied before the block, in place of what its reader
                           fetched over the network
    <!-- elsewhere: WHY --> the block's commands cannot be run here
    <!-- mend: NAME -->    its lines with - in front are replaced by those with +, in the
                           reader's copy; lines between keep their place

Every command of the page runs: a line with "$ " outside of a block that is run fails,
and so does a program of docs/tutorial that is not shown.

    --print    prints the page with what the commands print now, whole, for writing it

Exit: 0 all as written, 1 not (every difference is printed).
"""
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.abspath(os.path.join(HERE, "..", ".."))
sys.path.insert(0, os.path.join(TOP, "tests", "docs"))
from blocks import LANGUAGES, Session, blocks, commands, exit_codes

DOCUMENTS = ("docs/tutorial.md", "docs/questions.md", "docs/first-bug.md")
PROMPT = "(gdb) "
TRIES = 3
YOU = "/home/you"
PLURAL = r"(es|s)?(?![a-z])"  # 1 search, 2 searches
PROGRESS = re.compile(r"[\d.]+( [kM])? executions, \d+/s, |\d+ \w+ of \d+ \w+; ")
ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}")
BESIDE = re.compile(r", \d+ executions in all")
NUMBER = re.compile(r"\d[\d.,]*( [kMG](?=\W))?")


class Wrong(Exception):
    pass


def pattern(line, varying):
    """LINE as a regular expression, in which the numbers of VARYING pieces are any."""
    out, at = "", 0
    while at < len(line):
        piece = next((p for p in varying if line.startswith(p, at)), None)
        if not piece:
            out += re.escape(line[at])
            at += 1
            continue
        last = 0
        for number in NUMBER.finditer(piece):
            out += re.escape(piece[last:number.start()]) + NUMBER.pattern
            last = number.end()
        out += re.escape(re.sub("(es|s)$", "", piece[last:])) + PLURAL
        at += len(piece)
    return out


def same(expected, output, varying):
    """Whether OUTPUT, a list of lines, is as EXPECTED says."""
    parts = [""]
    for line in expected:
        if line.strip() == "...":
            parts.append("")
        else:
            parts[-1] += pattern(line.rstrip(), varying) + "\n"
    # What is left out is as short as it can be, and not nothing.
    return re.fullmatch(r"(?:.*\n)+?".join(parts), "".join(l + "\n" for l in output)) is not None


def stripped(lines):
    lines = [re.sub(rf"^({re.escape(PROMPT)})+", "", line).rstrip() for line in lines]
    lines = [ADDRESS.sub("0x", BESIDE.sub("", line)) for line in lines if not PROGRESS.match(line)]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def gdb_works():
    try:
        said = subprocess.run(["gdb", "-nx", "-batch", "-ex", "set startup-with-shell off",
                               "-ex", "starti", "-ex", "python print('works')", "--args",
                               "/bin/true"], capture_output=True, text=True).stdout
    except FileNotFoundError:
        return False
    return "Program stopped" in said and "works" in said


def reader(root, build):
    """A home with scarp in it, and the programs."""
    home = os.path.join(root, "home")
    os.mkdir(home)
    subprocess.run(["cmake", "--install", build, "--prefix", os.path.join(home, ".local")],
                   check=True, stdout=subprocess.DEVNULL)
    for name in ("docs/tutorial", "examples"):
        shutil.copytree(os.path.join(home, ".local", "share", "doc", "scarp", name),
                        os.path.join(root, name))
    return Session(root, os.path.join(home, ".local", "bin"))


class Page:
    def __init__(self, name, session, printing):
        self.name, self.session, self.printing = name, session, printing
        self.failures, self.ran, self.shown = [], 0, set()

    def fail(self, n, text):
        self.failures.append(f"FAILED {self.name}:{n}: {text}")

    def file(self, name):
        return os.path.join(self.session.folder, name)

    def write(self, name, lines):
        os.makedirs(os.path.dirname(self.file(name)), exist_ok=True)
        with open(self.file(name), "w") as f:
            f.write("\n".join(lines) + "\n")

    def show(self, name, lines):
        with open(os.path.join(TOP, "docs", "tutorial", name)) as f:
            there = f.read().splitlines()
        self.shown.add(name)
        if lines != there:
            raise Wrong("\n".join(difflib.unified_diff(there, lines, name, "the page", lineterm="")))

    def mend(self, name, lines):
        with open(self.file(name)) as f:
            text = f.read()
        for hunk in re.split(r"(?m)^\.\.\.\n", "\n".join(lines) + "\n"):
            marked = [(line[:1], line[1:] + "\n") for line in hunk.splitlines()]
            old = "".join(line for mark, line in marked if mark != "+")
            new = "".join(line for mark, line in marked if mark != "-")
            if text.count(old) != 1:
                raise Wrong(f"{name} has {text.count(old)} times\n{old}")
            text = text.replace(old, new)
        with open(self.file(name), "w") as f:
            f.write(text)

    def command(self, n, command, expected, code, varying):
        typed = [line[len(PROMPT):] for line in expected if line.startswith(PROMPT)]
        if typed and not gdb_works():
            print(f"skipped: gdb is not here, or may not trace processes: {self.name}:{n}")
            self.ran += 1
            return
        got, output = self.session.run(
            command, typed="".join(line + "\n" for line in typed) if typed else None)
        self.ran += 1
        wanted = stripped([line for line in expected if not line.startswith(PROMPT)])
        lines = stripped(output.replace(self.session.root, YOU).splitlines())
        if self.printing:
            print("\n".join(["$ " + command] + [PROMPT + line for line in typed] + lines))
        elif got != code:
            self.fail(n, f"'{command}': exit code {got} instead of {code}\n{output}")
        elif not same(wanted, lines, varying):
            self.fail(n, f"'{command}' does not say\n" + "\n".join(wanted) + "\nbut\n" +
                      "\n".join(lines))

    def block(self, n, language, notes, lines):
        if "stands_in" in notes:
            shutil.copytree(os.path.join(TOP, notes["stands_in"]), self.file(os.path.basename(notes["stands_in"])))
        if "elsewhere" in notes:
            self.ran += len(commands(language, lines))
        elif "file" in notes:
            self.write(notes["file"], lines)
        elif "shows" in notes:
            self.show(notes["shows"], lines)
        elif "mend" in notes:
            self.mend(notes["mend"], lines)
        elif language in LANGUAGES:
            todo = commands(language, lines)
            codes = exit_codes(notes, len(todo))
            if len(codes) != len(todo):
                raise Wrong(f"{len(todo)} commands, {len(codes)} exit codes")
            varying = [v.strip() for v in notes.get("varies", "").split("|") if v.strip()]
            for v in varying:
                if not self.printing and not any(v in line for line in lines):
                    raise Wrong(f"nothing reads '{v}'")
            for (command, expected), code in zip(todo, codes):
                self.command(n, command, expected, code, varying)
        else:
            raise Wrong(f"a block in '{language}' is neither run, nor a file, nor one that is shown")

    def follow(self):
        with open(os.path.join(TOP, self.name)) as f:
            text = f.read()
        for n, language, notes, lines in blocks(text):
            if self.printing:
                print(f"==== {self.name}:{n}")
            try:
                self.block(n, language, notes, lines)
            except Wrong as wrong:
                self.fail(n, str(wrong))
        written = len(re.findall(r"(?m)^\s*\$ ", text))
        if written != self.ran:
            self.fail(0, f"{written} lines begin with '$ ', and {self.ran} commands were run")


def follow(name, build, printing):
    root = tempfile.mkdtemp(prefix="scarp-tutorial.")
    try:
        page = Page(name, reader(root, build), printing)
        page.follow()
    finally:
        shutil.rmtree(root)
    if not page.ran:
        page.fail(0, "it has no command")
    print("\n".join(page.failures + [f"{name}: {page.ran} commands, {len(page.failures)} failures"]),
          flush=True)
    return page


def main():
    printing = "--print" in sys.argv
    build, *names = [word for word in sys.argv[1:] if word != "--print"]
    wrong, shown = False, set()
    for name in names or DOCUMENTS:
        for _ in range(1 if printing else TRIES):
            page = follow(name, os.path.abspath(build), printing)
            if not page.failures:
                break
        wrong |= bool(page.failures)
        shown |= page.shown
    programs = {f for f in os.listdir(os.path.join(TOP, "docs", "tutorial"))
                if f.endswith((".c", ".cc"))}
    if not names and programs - shown:
        wrong = True
        print(f"FAILED: not shown: {sorted(programs - shown)}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
