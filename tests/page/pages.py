# SPDX-License-Identifier: MIT
"""pages.py - what the tests of pages share: programs that fail, and what their page holds"""
import json
import os
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
EXAMPLES = os.path.join(ROOT, "examples")
TUTORIAL = os.path.join(ROOT, "docs", "tutorial")


class Pages:
    def __init__(self, scarp):
        self.scarp = scarp

    def run(self, *words):
        return subprocess.run([self.scarp, *words], capture_output=True, text=True, errors="replace", timeout=50,
                              stdin=subprocess.DEVNULL)

    def build(self, source, *flags, out="test"):
        done = self.run("c++" if source.endswith(".cc") else "cc", "-g", "-O1", "-o", out, os.path.join(HERE, source), *flags)
        assert done.returncode == 0, done.stderr
        return "./" + out

    def check(self, *words):
        """What is printed."""
        done = self.run("check", *words)
        assert done.returncode == 1, (done.returncode, done.stdout + done.stderr)
        return done.stdout

    def page(self, source, *words, flags=()):
        """The data of the page of its bug."""
        self.check(*words, self.build(source, *flags))
        return data()


def text(path="scarp.out/latest/bug-1.html"):
    with open(path, encoding="utf-8") as f:
        return f.read()


def data(path="scarp.out/latest/bug-1.html"):
    [island] = re.findall(r'<script type="application/json" id="data">\n(.*?)\n</script>', text(path), re.S)
    both = json.loads(island)
    return {"steps": both["steps"], **both["rest"]}


def name(page, i):
    """A step: its thread and what it does."""
    return f"T{page['steps'][i]['t']} {page['steps'][i]['w']}"


def pair(page):
    return [name(page, i) if i >= 0 else None for i in page["pair"]]


def arrows(page):
    a = page["arrows"]
    return [(name(page, a[i]), name(page, a[i + 1]), ("orders", "passes")[a[i + 2]]) for i in range(0, len(a), 3)]
