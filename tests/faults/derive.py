#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""derive.py - faults that nobody chose: one announcement less

derive.py --objects BUILD [--count N] [--seed S] [--file PART] [-j JOBS] [NAME]...
derive.py --list

Each place in src/native that announces what an operation does to shared memory,
to happens-before or to a spinning thread is a fault: the announcement is left
out.  N of them are drawn by the seed; each is planted in the runtime of a build
that is up to date.  Then tests/border calls the functions that lead to the
place, programs of tests/programs that call them run, and tests/states does what
it knows of them, until something fails.  A read that a write of the same bytes
follows at once is no fault: whatever the one races with, the other does.
So are the rows of the tables of src/channel: one that announces (announced.def)
announces nothing, a name that reads in silence (known.def) is said to touch nothing.

A fault has a name: file, function, what is left out, and which of these in the
function.  One that no program notices must be in derived.list, with a sentence
why it makes no difference; whatever is there must still go unnoticed.
Exit: 0, 1 for anything else, 77 where no object can be built.
"""
import argparse
import concurrent.futures
import fnmatch
import json
import os
import queue
import random
import re
import shutil
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True
import plant
import reached

sys.path.insert(0, os.path.join(plant.TOP, "tests", "border"))
import prepared

NATIVE = os.path.join(plant.TOP, "src", "native")
CHANNEL = os.path.join(plant.TOP, "src", "channel")
PROGRAMS = os.path.join(plant.TOP, "tests", "programs")
lock = threading.Lock()
EQUIVALENT = os.path.join(plant.HERE, "derived.list")
FORMS = ("access_read", "access_write", "access_string", "shared_read", "shared_write", "spin_object",
         "hb_acquire", "hb_release", "hb_acquire_load", "hb_release_store", "hb_fence_acquire", "hb_fence_release",
         "hb_fork", "hb_join", "hb_pass", "hb_learn", "hb_note", "hb_fence_note", "hb_fence_store", "seen",
         "state_point", "state_also", "state_beside", "state_value", "STATE_POINT", "STATE_ALSO")
CALL = re.compile(rf"^[ \t]+({'|'.join(FORMS)})\(", re.M)
HEAD = re.compile(r"^(?!(?:if|for|while|switch|else|return|do)\b)[A-Za-z_][^;={}#]*?(\w+)\)?\(", re.M)
# Whose programs are about that: first.
FOLDERS = {"spin_object": "spin", "state_value": "spin", "seen": "race", "access_read": "race", "access_write": "race",
           "access_string": "race"}
MOST = 40  # programs for one fault


def end_of(text, at):
    """Behind the bracket that closes the one at `at`, and its semicolon."""
    depth = 0
    for i in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return i + 2 if text[i + 1:i + 2] == ";" else None
    return None


def covered(text, form, at, end):
    """Is it a read that the next statement's write covers?"""
    what = text[at:end].partition("(")[2].rpartition(",")[0]
    return form == "access_read" and text[end:].lstrip(" \t\n\\").startswith(f"access_write({what},")


def functions(text):
    """(start, name, exported) of each, in order."""
    out = []
    for m in HEAD.finditer(text):
        line = text[m.start():m.end()]
        name = re.match(r"\w+", text[m.end():])[0] if m[1] == "LIBC" else m[1]
        if not re.match(r"(typedef|struct \w+ \{|enum)", line):
            out.append((m.start(), name, line.startswith("EXPORT")))
    return out


def makers(text):
    """Macros of a source that define exported functions: (start, end, the functions)."""
    found = {}
    for m in re.finditer(r"^#define (\w+)\((\w+)(?:[^\n\\]|\\\n|\\.)*", text, re.M):
        found[m[1]] = m.start(), m.end(), m[2], m[0].partition(")")[2]
    making = {name for name, (_, _, _, body) in found.items() if "EXPORT" in body}
    made = {name: set(re.findall(rf"^{name}\((\w+)", text, re.M)) for name in found}
    for name, (_, _, first, body) in found.items():  # one that uses another
        for other in making - {name}:
            if re.search(rf"\b{other}\({first}\b", body):
                made[other] |= made[name]
    return [(found[name][0], found[name][1], made[name], name) for name in making]


def given(text, macro):
    """(the function, words of the call) of each call of a macro that makes one: what it is to go by may be among them."""
    for m in re.finditer(rf"^{macro}\((\w+)((?:[^()]|\([^()]*\))*)\)", text, re.M):
        yield m[1], set(re.findall(r"\b[a-z]\w*\b", m[2]))


class Sources:
    """All of src/native: texts, and who calls whom, by name."""

    def __init__(self):
        self.texts, self.heads, self.callers, self.inside, self.exported = {}, {}, {}, {}, set()
        for folder, _, files in sorted(os.walk(NATIVE)):
            for name in sorted(f for f in files if f.endswith(".c")):
                path = os.path.join(folder, name)
                with open(path) as f:
                    self.texts[path] = f.read()
        self.makers = {path: makers(text) for path, text in self.texts.items()}
        for path, text in self.texts.items():
            for start, end, names, macro in self.makers[path]:
                self.exported |= names
                for word in set(re.findall(r"\b\w+\b", text[start:end])):
                    self.callers.setdefault(word, set()).update((path, n) for n in names)
                for name, words in given(text, macro):
                    for word in words - {name}:
                        self.callers.setdefault(word, set()).add((path, name))
            self.heads[path] = heads = functions(text)
            self.exported |= {h[1] for h in heads if h[2]}
            self.inside[path] = {h[1] for h in heads if text.startswith("static", h[0])}
            for head, after in zip(heads, [*heads[1:], (len(text),)]):
                body, _, table = text[head[0]:after[0]].partition("\n}\n")
                for word in set(re.findall(r"\b\w+\b", body)) - {head[1]}:
                    self.callers.setdefault(word, set()).add((path, head[1]))
                for word in set(re.findall(r"\b\w+\b", table)):  # whoever goes by it
                    self.callers.setdefault(word, set()).update((path, h[1]) for h in heads if h[2])

    def calling(self, path, name):
        """(file, function) of each that calls this one; of a static one in its own file."""
        return {c for c in self.callers.get(name, ()) if c[0] == path or name not in self.inside[path]}

    def reached_by(self, path, at, name):
        """The exported functions that lead there on the shortest ways."""
        for start, end, names, _ in self.makers[path]:
            if start < at < end:
                return sorted(names)
        level, known, found = {(path, name)}, {(path, name)}, []
        while level and len(found) < 4:
            found += sorted({n for _, n in level} & self.exported - set(found))
            level = set().union(*(self.calling(*f) for f in level)) - known
            known |= level
        return found


def derive():
    """All faults: name, file, where, the functions by which programs may reach them."""
    sources = Sources()
    for path, text in sources.texts.items():
        heads, count = sources.heads[path], {}
        exported = [h[1] for h in heads if h[2]]
        for m in CALL.finditer(text):
            at = m.start(1)
            end = end_of(text, m.end() - 1)
            inside = [h for h in heads if h[0] < at]
            if end is None or not inside or covered(text, m[1], at, end):
                continue
            where = inside[-1][1]
            key = where, m[1]
            count[key] = count.get(key, 0) + 1
            yield {"form": m[1], "name": f"{os.path.relpath(path, NATIVE)}:{where}:{m[1]}:{count[key]}",
                   "file": os.path.relpath(path, plant.TOP), "span": (at, end),
                   "near": sources.reached_by(path, at, where), "all": exported}


def rows():
    """Of the tables that the runtime is compiled with, each row that is not for functions of its own."""
    ours = Sources().exported
    for table, source, row, put in (
            ("announced.def", "native/outside/announce.c", r'ANNOUNCED\(((?:\s*"[^"]*")+),([^/]*?)\)(?=\s*(?:ANNOUNCED|/\*|$))', 2),
            ("known.def", "channel/known.c", r'KNOWN\((reads), ((?:\s*"[^"]*")+)\)', 1),
            ("known_cxx.def", "channel/known.c", r'KNOWN\((reads), ((?:\s*"[^"]*")+)\)', 1)):
        path = os.path.join(CHANNEL, table)
        with open(path) as f:
            text = f.read()
        start = text.index("*/")
        for m in re.compile(row).finditer(text, start):
            words = " ".join(re.findall(r'"([^"]*)"', m[3 - put])).split()
            words = [w for w in words if not any(fnmatch.fnmatchcase(n, w) for n in ours)]
            if not words:
                continue
            yield {"name": f"{table}:{words[0]}", "file": f"src/{source}", "span": m.span(put), "table": path,
                   "instead": "" if put == 2 else "value", "near": words, "all": []}


def words_of(names):
    """What sources have of these functions: their names, or those of C++, or what is made a hook."""
    cxx = [n for n in names if n.startswith("_Z")]
    yield from (re.sub(r"^__tsan_atomic(\d+_)?", "atomic_", n) for n in names if n not in cxx)
    yield from (n.lstrip("_") for n in names if n not in cxx)
    if cxx:
        out = subprocess.run(["c++filt", "-p", *cxx], capture_output=True, text=True, check=True).stdout
        yield from {w for w in re.findall(r"\w{4,}", out) if not re.match(r"_|detail|const|char|abi|cxx11|std$", w)}


class Tests:
    """Which tests call which functions."""

    def __init__(self):
        self.texts = {}
        self.callable = set(subprocess.run(
            [sys.executable, os.path.join(os.path.dirname(PROGRAMS), "border", "border.py"), ".", "--list"],
            capture_output=True, text=True, check=True).stdout.split())
        # These come furthest: the others are called with paths that do not exist.
        self.prepared = {name for name, *_ in prepared.rows()}
        with open(os.path.join(plant.TOP, "src", "channel", "states.def")) as f:
            self.states = re.findall(r"^TOUCHES\((\w+), (\w+),", f.read(), re.M)
        for folder, _, files in sorted(os.walk(PROGRAMS)):
            for name in sorted(files):
                path = os.path.join(folder, name)
                if name.endswith((".c", ".cc")) and not {"bad", "passthrough", "figures"} & set(path.split(os.sep)):
                    with open(path, errors="replace") as f:
                        self.texts[path] = f.read()

    def programs(self):
        return [("program", os.path.relpath(p, PROGRAMS)) for p in self.texts]

    def of(self, fault, places):
        """places: of reached.py."""
        near = fault["near"]
        near_border = sorted((n for n in near if n in self.callable), key=lambda n: n not in self.prepared)
        return [*[("border", n) for n in near_border][:5],
                *(self.calling(near) if "table" in fault else self.coming(fault["form"], places[fault["name"]])),
                *[("states", s) for s in sorted({s for f, s in self.states if f in near})]]

    def coming(self, form, tests):
        """Programs that come to the place, those of the folder first, and the quick ones."""
        folder = FOLDERS.get(form, "") + "/"
        return [tuple(t) for _, t in sorted(tests, key=lambda t: (not t[1][1].startswith(folder), t))][:MOST]

    def calling(self, near):
        """Programs that call one of near, small ones first."""
        call = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(set(words_of(near)))))})")
        found = [p for p, text in self.texts.items() if call.search(text)]
        found.sort(key=lambda p: (-len(call.findall(self.texts[p])) * 200 // len(self.texts[p]), p))
        return [("program", os.path.relpath(p, PROGRAMS)) for p in found[:MOST]]


class Faults(plant.Linked):
    known = {}  # test: whether it passes without a fault

    def sound(self, test):
        if test not in self.known:
            self.known[test] = self.passes(test)
        return self.known[test]

    def plant_span(self, fault, tests):
        """The first test that fails with it, or None."""
        path = fault.get("table") or os.path.join(plant.TOP, fault["file"])
        with open(path) as f:
            text = f.read()
        start, end = fault["span"]
        lines = ("\\\n" if "\\\n" in text[start:end] else "\n") * text.count("\n", start, end)  # numbers stay
        text = text[:start] + fault.get("instead", "(void)0;") + lines + text[end:]
        source = os.path.join(self.directory, os.path.basename(fault["file"]))
        if "table" in fault:  # found before the true one
            shutil.copy(os.path.join(plant.TOP, fault["file"]), source)
            os.makedirs(os.path.join(self.directory, "channel"), exist_ok=True)
            with open(os.path.join(self.directory, "channel", os.path.basename(path)), "w") as f:
                f.write(text)
        else:
            with open(source, "w") as f:
                f.write(text)
        old, command = self.commands[fault["file"]]
        self.make([command[0], "-iquote", self.directory]
                  + [source + ".o" if word == old else word for word in command[1:-1]]
                  + ["-w", "-iquote", os.path.dirname(command[-1]), source], cwd=self.of)
        objects = {os.path.join(self.of, out) for out, _ in self.commands.values()}
        objects -= {os.path.join(self.of, old)}
        try:
            self.link([*sorted(objects), source + ".o"])
            return next((t for t in tests if not self.passes(t)), None)
        finally:
            shutil.rmtree(os.path.join(self.directory, "channel"), ignore_errors=True)
            self.restore()

    def restore(self):
        shutil.copy(os.path.join(self.of, "lib", "scarp", "scarp-rt.o"), os.path.join(self.build, "lib", "scarp"))

    def command(self, test):
        kind, name = test
        tests, scarp = os.path.dirname(PROGRAMS), os.path.join(self.build, "bin", "scarp")
        if kind == "border":
            return [f"{tests}/border/border.py", self.build, "--tables",
                    os.path.join(self.of, "tests", "border", "border_classes"), "--only", name]
        if kind == "states":
            return [f"{tests}/states/states.py", scarp, name]
        with open(f"{PROGRAMS}/{name}", errors="replace") as f:
            head = f.read(4000)
        modes = re.search(r"^ \* modes: (.+)", head, re.M)
        mode = modes[1].split()[-1] if modes else "checkpoint"
        clang = re.findall(r"^ \* compilers: clang", head, re.M)
        compiler = "clang" if clang and len(clang) == len(re.findall(r"^ \* check:", head, re.M)) else "gcc"
        return [f"{PROGRAMS}/run.py", "--scarp", scarp, "--mode", mode, "--compiler", compiler, "--search-only",
                "--time", "60", f"{PROGRAMS}/{name}"]

    def passes(self, test):
        try:
            done = subprocess.run([sys.executable, *self.command(test)], stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=180, cwd=self.build, check=False)
        except subprocess.TimeoutExpired:
            return False
        return done.returncode in (0, 77)


def equivalent():
    """Name and reason of each line of derived.list."""
    out = {}
    if os.path.exists(EQUIVALENT):
        with open(EQUIVALENT) as f:
            for line in f:
                if line.strip() and not line.startswith("#"):
                    name, _, why = line.strip().partition(" ")
                    out[name] = why
    return out


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--objects", metavar="BUILD", type=os.path.abspath)
    p.add_argument("--work", default=os.path.join(plant.TOP, "build", "derived"))
    p.add_argument("--count", type=int, default=200)
    p.add_argument("--seed", default="1")
    p.add_argument("--file", help="only those of files whose name has this")
    p.add_argument("--progress", help="file of what was seen; a run goes on there")
    p.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    p.add_argument("--list", action="store_true")
    p.add_argument("name", nargs="*")
    o = p.parse_args()
    faults, known = [*derive(), *rows()], equivalent()
    everything = faults
    if wrong := sorted(set(o.name) | set(known) - {f["name"] for f in faults}) if not o.name else \
            sorted(set(o.name) - {f["name"] for f in faults}):
        print(f"there is no fault {wrong}")
        return 1
    if o.list:
        return print("\n".join(f["name"] for f in faults))
    faults = [f for f in faults if (not o.file or o.file in f["file"]) and (not o.name or f["name"] in o.name)]
    faults = random.Random(o.seed).sample(faults, min(o.count, len(faults)))
    done = {}
    if o.progress and os.path.exists(o.progress):
        with open(o.progress) as f:
            done = {record["name"]: record for record in map(json.loads, f)}
    tests, free = Tests(), queue.Queue()
    trees = [Faults(os.path.join(os.path.abspath(o.work), str(n)), o.objects) for n in range(o.jobs)]
    kept = os.path.join(o.objects, "tests", "reached.json")
    places = reached.reached(trees, [f for f in everything if "form" in f], tests.programs(), kept)
    for tree in trees:
        free.put(tree)

    def judge(fault):
        """(the record of one fault, seconds); what is wrong with it instead."""
        if fault["name"] in done:
            return done[fault["name"]], 0
        began, tree = time.time(), free.get()
        try:
            if fault["file"] not in tree.commands:
                raise plant.Wrong(f"{fault['file']} is no source of the runtime")
            use = [t for t in tests.of(fault, places) if tree.sound(t)]
            seen = tree.plant_span(fault, use)
            record = {"name": fault["name"], "seen": seen and " ".join(seen), "tried": len(use)}
        except plant.Wrong as e:
            return {"name": fault["name"], "wrong": str(e)}, time.time() - began
        finally:
            free.put(tree)
        if o.progress:
            with lock, open(o.progress, "a") as f:
                f.write(json.dumps(record) + "\n")
        return record, time.time() - began

    failed = noticed = 0
    pool = concurrent.futures.ThreadPoolExecutor(o.jobs)
    for fault, (record, seconds) in zip(faults, pool.map(judge, faults)):
        name = fault["name"]
        if "wrong" in record:
            failed += 1
            print(f"WRONG     {name}: {record['wrong']}", flush=True)
            continue
        if record["seen"]:
            noticed += 1
            said = f"noticed   {name}: {record['seen']}"
            if name in known:
                failed += 1
                said = f"FAILED    {name} is noticed by {record['seen']}: take it out of derived.list"
        elif name in known:
            said = f"equal     {name}: {known[name]}"
        else:
            failed += 1
            said = f"UNNOTICED {name}, {record['tried']} tests"
        print(f"{said} ({seconds:.0f} s)", flush=True)
    print(f"{len(faults)} faults: {noticed} noticed, {len(faults) - noticed - failed} make no difference, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
