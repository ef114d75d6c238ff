#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""rules.py - what tutorial.py takes for the same, and what not"""
import os
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True  # the tree stays clean
import tutorial
from tutorial import Page, same, stripped

TWO = ["bug: a deadlock (execution 3)", "  at a.c:21"]


class Reader:
    """A session that prints what it is told to."""

    def __init__(self, root):
        self.root = self.folder = root

    def run(self, command, folder=None, typed=None):
        return 0, command[len("echo "):] + "\n" + (typed or "")


def compared():
    assert same(TWO, TWO, [])
    assert not same(TWO, [TWO[0].replace("3", "4"), TWO[1]], [])
    assert same(TWO, [TWO[0].replace("3", "1.5 M"), TWO[1]], ["execution 3"])
    assert not same(TWO, [TWO[0], TWO[1].replace("21", "22")], ["execution 3"])
    assert not same(TWO[:1], TWO, []) and not same(TWO, TWO[:1], [])
    assert same(["in 1 search (sc)"], ["in 2 searches (sc)"], ["in 1 search"])
    assert same(["in 2 searches (sc)"], ["in 1 search (sc)"], ["in 2 searches"])
    assert not same(["in 1 search (sc)"], ["in 1 searching (sc)"], ["in 1 search"])
    assert same(["7 s  ./visits here"], ["8 s  ./visits here"], ["7 s  ./visits"])
    # What is left out is something.
    assert same(TWO[:1] + ["..."], TWO, []) and not same(TWO + ["..."], TWO, [])
    assert same(["...", TWO[1]], TWO, []) and same(["one", "...", "four"], ["one", "two", "3", "four"], [])
    assert not same(["one", "...", "four"], ["one", "two", "four", "five"], [])
    beside = "verified: no bug in all 2 traces, one execution of each%s (sc)"
    assert stripped([beside % ", 619 executions in all"]) == stripped([beside % ""])
    assert stripped(["881 k executions, 87299/s, 10 s, 0 bugs, ipb", "(gdb) (gdb) $1 = 2 "]) == ["$1 = 2"]


def followed(text):
    """What is wrong with a page of this text."""
    root = tempfile.mkdtemp()
    tutorial.TOP, before = root, tutorial.TOP
    try:
        with open(os.path.join(root, "page.md"), "w") as f:
            f.write(text)
        page = Page("page.md", Reader(root), False)
        page.follow()
        return "\n".join(page.failures)
    finally:
        tutorial.TOP = before
        shutil.rmtree(root)


def every_command_runs():
    block = "```console\n$ echo one\none\n```\n"
    assert not followed(block)
    assert "does not say" in followed(block.replace("\none", "\ntwo"))
    assert "exit code 0 instead of 1" in followed("<!-- exit: 1 -->\n" + block)
    assert "1 commands were run" in followed(block + "    $ echo two\n")
    assert "neither run" in followed("```text\n$ echo one\n```\n")
    assert not followed("<!-- elsewhere: no network -->\n" + block.replace("\none", "\ntwo"))
    assert "nothing reads" in followed("<!-- varies: 7 -->\n" + block)
    mend = "<!-- file: a -->\n```c\none\ntwo\n```\n<!-- mend: a -->\n```diff\n-%s\n+three\n```\n"
    assert "0 times" in followed(mend % "four") and not followed(mend % "two" + block)


compared()
every_command_runs()
