#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""table.py - every message has a row in src/base/messages.def, and a test reaches it

table.py [--self-test] ROOT

A bug is reached by a program test whose header expects it (`verdict: bug NAME`), or by
a comment `# message: SC117` beside the test that does; a hole or a scope by what
tests/caveats.py counts; an error by its code in a text that a test expects.  What no
test reaches, and errors that have no code, are in later.txt with their reasons, and
in no more than that: the list cannot grow old.
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROW = re.compile(r'^MESSAGE_(BUG|CAVEAT|ERROR)\((\d+), (?:(\w+)|"((?:[^"\\]|\\.)*)"),((?:\s*"(?:[^"\\]|\\.)*")+)\)', re.M)
LITERALS = r'(?:\s*(?:"(?:[^"\\]|\\.)*"|PRI\w+|SC\(\s*\d+\s*\)))+'
CALL = re.compile(r"\bfail\(\s*&?[\w>.-]+,\s*(?:\(enum code\))?\w+,(" + LITERALS + ")")
RUN = re.compile(r"\brun_error\(\s*[\w>.-]+,\s*[\w>.-]+,(" + LITERALS + ")")
PRINTED = re.compile(r'fprintf\(\s*stderr,(' + LITERALS + ")")
# Told to somebody who goes on, or in front of a text that has its own code.
BEGINS = re.compile(r'\s*"(?:scarp: |%s: cannot )')
# Where nothing else is there yet, and what scarp cc says.
OTHERS = [re.compile(r"\bstart_die\(" + "(" + LITERALS + ")"), re.compile(r"\brefuse\(\s*cxx,(" + LITERALS + ")")]
NOTE = re.compile(r'\s*"scarp: (?:note: |%s\\n|results are not saved|what is left|what had been found|a bug was found that|'
                  r"nobody reads the events|cannot write the events to '%s': %s; the|a test case |test case '%s': %s|"
                  r"test '%s': %s|%zu test case)")


def rows(root):
    found, sizes = [], {}
    for part in ("bugs", "holes", "scopes", "errors"):
        with open(os.path.join(root, "src/base/messages", part + ".def"), encoding="utf-8") as f:
            text = f.read()
        sizes[part] = len(re.findall(r"^MESSAGE_", text, re.M))
        found += [(m[0], int(m[1]), m[2] or m[3], "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', m[4])))
                  for m in ROW.findall(text)]
    assert len(found) == sum(sizes.values()), f"rows that cannot be read: {len(found)} of {sizes}"
    return found


def explained(table):
    """An explanation is sentences, and no two are the same."""
    seen = {}
    for _, number, name, text in table:
        sentences = [s for s in re.split(r"(?<=[.?])\s+", text) if s]
        if not 1 <= len(sentences) <= 6 or len(text.split()) < 12 or text[-1] not in ".?":
            yield f"SC{number} ({name}): its explanation is not one to six sentences"
        if text in seen:
            yield f"SC{number} ({name}): the explanation of SC{seen[text]}"
        seen[text] = number


def sources(root):
    for folder, _, names in os.walk(os.path.join(root, "src")):
        for name in sorted(names):
            if name.endswith((".c", ".h")):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as f:
                    yield os.path.relpath(path, root), f.read()


def used(root):
    """Codes in the sources; and for each file how many errors have none."""
    codes, plain = {}, {}
    for path, text in sources(root):
        for code in re.findall(r"\bSC\(\s*(\d+)\s*\)", text):
            codes.setdefault(int(code), path)
        said = [m for expression in (CALL, RUN) for m in expression.findall(text) if m.strip() not in ('"%s"',)]
        said += [m for m in PRINTED.findall(text) if BEGINS.match(m) and not NOTE.match(m)]
        said += [m for expression in OTHERS for m in expression.findall(text)]
        n = sum("SC(" not in m and m.strip() != '"%.*s%s%s"' for m in said)
        if n:
            plain[path] = n
    codes.pop(0, None)
    return codes, plain


def tests(root):
    for folder, _, names in os.walk(os.path.join(root, "tests")):
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith((".c", ".cc", ".py", ".sh")) and name != "table.py":
                with open(path, encoding="utf-8", errors="replace") as f:
                    yield path, f.read()


def reached(root):
    bugs, caveats, codes = set(), set(), set()
    for path, text in tests(root):
        if path.endswith((".c", ".cc")):
            for line in re.findall(r"^ \* verdict: +bug +(.*)$", text, re.M):
                bugs.update(line.split())
            for line in re.findall(r"^ \* (?:holes|scope): (.*)$", text, re.M):
                caveats.update(line.split())
        else:
            caveats.update(re.findall(r"# caveat: (\w+)", text))
            codes.update(map(int, re.findall(r"\bSC(\d{3})\b", text)))
    return bugs, caveats, codes


def later(root):
    unreached, plain = {}, {}
    with open(os.path.join(root, "tests/messages/later.txt"), encoding="utf-8") as f:
        for line in f:
            if m := re.match(r"unreached (\d+): \S.*", line):
                unreached[int(m[1])] = True
            elif m := re.match(r"plain (\S+) (\d+): \S.*", line):
                plain[m[1]] = int(m[2])
            elif line.strip() and line[0] != "#":
                raise ValueError(f"later.txt: {line.strip()}")
    return unreached, plain


def wrong(root):
    table = rows(root)
    yield from explained(table)
    codes, plain = used(root)
    numbers = {number for kind, number, *_ in table if kind == "ERROR"}
    for code, path in sorted(codes.items()):
        if code not in numbers:
            yield f"{path}: SC({code}) has no row in src/base/messages/errors.def"
    for number in sorted(numbers - set(codes)):
        yield f"SC{number}: no source prints it"
    excused, let = later(root)
    for path in sorted(set(plain) | set(let)):
        if plain.get(path, 0) > let.get(path, 0):
            yield f"{path}: {plain[path]} errors without a code (later.txt lets {let.get(path, 0)} pass): " \
                  "give each a row of src/base/messages/errors.def, by SC(number)"
        elif plain.get(path, 0) < let[path]:
            yield f"later.txt: {path} has {plain.get(path, 0)} errors without a code, not {let[path]}"
    bugs, caveats, expected = reached(root)
    for kind, number, name, _ in table:
        there = number in expected or name in (bugs if kind == "BUG" else caveats if kind == "CAVEAT" else ())
        if not there and number not in excused:
            yield f"SC{number} ({name}): no test reaches it"
        elif there and number in excused:
            yield f"later.txt: a test reaches SC{number} now"


def self_test(root):
    """What this has to notice."""
    import shutil
    import tempfile
    plants = [
        ("src/base/messages/errors.def", "MESSAGE_ERROR(401,", "MESSAGE_ERROR(499,", "SC(401) has no row"),
        ("src/base/messages/errors.def", "MESSAGE_ERROR(401,", "MESSAGE_ERROR(499,", "SC499: no source prints it"),
        ("src/cli/words/options.c", " SC(402)", "", "src/cli/words/options.c: 1 errors without a code"),
        ("src/native/fail.c", " SC(501)", "", "src/native/fail.c: 1 errors without a code"),
        ("src/cli/words/help.c", ' SC(413)', "", "src/cli/words/help.c: 1 errors without a code"),
        ("tests/messages/messages.py", "SC438", "SC4xx", "SC438 ("),
        ("tests/messages/later.txt", "unreached 437", "unreached 401", "a test reaches SC401 now"),
        ("tests/messages/later.txt", "plain src/channel/account.c 2", "plain src/channel/account.c 3", "not 3"),
    ]
    bad = 0
    with tempfile.TemporaryDirectory() as copy:
        for part in ("src", "tests"):
            shutil.copytree(os.path.join(root, part), os.path.join(copy, part), symlinks=True)
        for path, old, new, says in plants:
            planted = os.path.join(copy, path)
            with open(planted, encoding="utf-8") as f:
                text = f.read()
            assert old in text, (path, old)
            with open(planted, "w", encoding="utf-8") as f:
                f.write(text.replace(old, new))
            told = list(wrong(copy))
            with open(planted, "w", encoding="utf-8") as f:
                f.write(text)
            if not any(says in line for line in told):
                bad += 1
                print(f"not noticed: {old} in {path}: {told}")
    print(f"{len(plants) - bad} of {len(plants)} noticed")
    return bad


def main():
    if sys.argv[1:2] == ["--self-test"]:
        return 1 if self_test(sys.argv[2]) else 0
    root = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "..", "..")
    lines = list(wrong(root))
    print("\n".join(lines) or f"{len(rows(root))} messages, each with a test or a reason")
    return 1 if lines else 0


sys.exit(main())
