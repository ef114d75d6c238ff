#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""links.py - what the documents refer to is there

Every relative link of every .md file leads to a file, and every path in
backquotes that begins with a folder of the tree names one (* and NAME stand for
anything).  Exit: 0 all there, 1 not.
"""
import glob
import os
import re
import subprocess
import sys

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
FOLDERS = ("src/", "tests/", "docs/", "examples/", "tools/", "bench/", "cmake/", "include/")


def documents():
    listed = subprocess.run(["git", "-C", TOP, "ls-files", "*.md"], capture_output=True, text=True)
    if listed.returncode == 0:
        return listed.stdout.split()
    return [os.path.relpath(p, TOP) for p in glob.glob(f"{TOP}/**/*.md", recursive=True)]


def references(name, text):
    text = re.sub(r"```.*?```", "", text, flags=re.S)
    for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if "://" not in link:
            yield link, os.path.join(os.path.dirname(name), link)
    for path in re.findall(r"`([^`\s]+)`", text):
        if path.startswith(FOLDERS):
            yield path, re.sub(r"NAME|NNN|:.*$", lambda m: "" if m[0][0] == ":" else "*", path)


bad = 0
for name in documents():
    with open(os.path.join(TOP, name)) as f:
        for shown, path in references(name, f.read()):
            if not glob.glob(os.path.join(TOP, path)):
                bad += 1
                print(f"FAILED {name}: '{shown}' is not there")
sys.exit(1 if bad else 0)
