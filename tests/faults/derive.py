#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""derive.py - faults that nobody chose: one announcement less

derive.py --objects BUILD [--count N] [--seed S] [--file PART] [NAME]...
derive.py --list

Each place in src/native that announces what an operation does to shared memory,
to happens-before or to a spinning thread is a fault: the announcement is left
out.  N of them are
drawn by the seed; each is planted in the runtime of a build that is up to date,
and the programs of tests/programs that call the functions around the place run
until one of them fails.

A fault has a name: file, function, what is left out, and which of these in the
function.  One that no program notices must be in derived.txt, with a sentence
why it makes no difference; whatever is there must still go unnoticed.
Exit: 0, 1 for anything else, 77 where no object can be built.
"""
import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True
import plant

NATIVE = os.path.join(plant.TOP, "src", "native")
PROGRAMS = os.path.join(plant.TOP, "tests", "programs")
EQUIVALENT = os.path.join(plant.HERE, "derived.txt")
FORMS = ("access_read", "access_write", "access_string", "shared_read", "shared_write", "spin_object",
         "hb_acquire", "hb_release", "hb_acquire_load", "hb_release_store", "hb_fence_acquire", "hb_fence_release",
         "hb_fork", "hb_join", "hb_pass", "hb_learn", "hb_note", "hb_fence_note", "hb_fence_store", "seen")
CALL = re.compile(rf"^[ \t]+({'|'.join(FORMS)})\(", re.M)
HEAD = re.compile(r"^(?!(?:if|for|while|switch|else|return|do)\b)[A-Za-z_][^;={}#]*?(\w+)\)?\(", re.M)
AREAS = (("hooks_atomic", ["atomics", "c11"]), ("hooks_", ["race", "plugin"]), ("setjmp", ["libc", "stack"]),
         ("cxx", ["cxx"]), ("spin", ["spin"]), ("kernel", ["kernel"]), ("heap", ["heap"]), ("output", ["libc", "io"]),
         ("libc", ["libc"]))
MOST = 8  # programs for one fault


def end_of(text, at):
    """Behind the bracket that closes the one at `at`, and its semicolon."""
    depth = 0
    for i in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return i + 2 if text[i + 1:i + 2] == ";" else None
    return None


def functions(text):
    """(start, name, exported) of each, in order."""
    out = []
    for m in HEAD.finditer(text):
        line = text[m.start():m.end()]
        name = re.match(r"\w+", text[m.end():])[0] if m[1] == "LIBC" else m[1]
        if not re.match(r"(typedef|struct \w+ \{|enum)", line):
            out.append((m.start(), name, line.startswith("EXPORT")))
    return out


class Sources:
    """All of src/native: texts, and who calls whom, by name."""

    def __init__(self):
        self.texts, self.heads, self.callers, self.exported = {}, {}, {}, set()
        for folder, _, files in sorted(os.walk(NATIVE)):
            for name in sorted(f for f in files if f.endswith(".c")):
                path = os.path.join(folder, name)
                with open(path) as f:
                    self.texts[path] = f.read()
        for path, text in self.texts.items():
            self.heads[path] = heads = functions(text)
            self.exported |= {h[1] for h in heads if h[2]}
            for head, after in zip(heads, [*heads[1:], (len(text),)]):
                for word in set(re.findall(r"\b\w+\b", text[head[0]:after[0]])) - {head[1]}:
                    self.callers.setdefault(word, set()).add(head[1])

    def reached_by(self, name):
        """The exported functions that lead there on the shortest ways."""
        level, known, found = {name}, {name}, set()
        while level and len(found) < 4:
            found |= level & self.exported
            level = set().union(*(self.callers.get(n, set()) for n in level)) - known
            known |= level
        return sorted(found)


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
            if end is None or not inside:
                continue
            where = inside[-1][1]
            key = where, m[1]
            count[key] = count.get(key, 0) + 1
            yield {"name": f"{os.path.relpath(path, NATIVE)}:{where}:{m[1]}:{count[key]}",
                   "file": os.path.relpath(path, plant.TOP), "span": (at, end),
                   "near": sources.reached_by(where), "all": exported}


class Programs:
    """Which test programs call which functions."""

    def __init__(self):
        self.texts = {}
        for folder, _, files in sorted(os.walk(PROGRAMS)):
            for name in sorted(files):
                path = os.path.join(folder, name)
                if name.endswith((".c", ".cc")) and not {"bad", "passthrough", "figures"} & set(path.split(os.sep)):
                    with open(path, errors="replace") as f:
                        self.texts[path] = f.read()

    def calling(self, near, everything, file):
        """Those that call one of near, small ones first; then those of the file."""
        out = []
        for names in (near, everything):
            if not names:
                continue
            # C++ reaches them by classes of its library.
            call = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
            found = [p for p, text in self.texts.items() if p not in out and call.search(text)]
            out += sorted(found, key=lambda p: (-len(call.findall(self.texts[p])) * 200 // len(self.texts[p]), p))
        return out[:MOST] or self.of_area(file)

    def of_area(self, file):
        """Where no name leads: hooks, and what is behind every operation."""
        folders = next((f for part, f in AREAS if part in file), ["race", "mutex"])
        out = [p for p in self.texts if set(folders) & set(p.split(os.sep))]
        return random.Random(file).sample(out, min(MOST, len(out)))


class Faults(plant.Linked):
    def plant_span(self, fault, programs):
        """The first program that fails with it, or None."""
        with open(os.path.join(plant.TOP, fault["file"])) as f:
            text = f.read()
        start, end = fault["span"]
        lines = ("\\\n" if "\\\n" in text[start:end] else "\n") * text.count("\n", start, end)  # numbers stay
        source = os.path.join(self.directory, os.path.basename(fault["file"]))
        with open(source, "w") as f:
            f.write(text[:start] + "(void)0;" + lines + text[end:])
        old, command = self.commands[fault["file"]]
        self.make([source + ".o" if word == old else word for word in command[:-1]]
                  + ["-w", "-iquote", os.path.dirname(command[-1]), source], cwd=self.of)
        objects = {os.path.join(self.of, out) for out, _ in self.commands.values()}
        objects -= {os.path.join(self.of, old)}
        try:
            self.link([*sorted(objects), source + ".o"])
            return next((p for p in programs if not self.passes(p)), None)
        finally:
            shutil.copy(os.path.join(self.of, "lib", "scarp", "scarp-rt.o"),
                        os.path.join(self.build, "lib", "scarp"))

    def passes(self, program):
        try:
            done = subprocess.run(
                [sys.executable, os.path.join(PROGRAMS, "run.py"), "--scarp", os.path.join(self.build, "bin", "scarp"),
                 "--mode", "restart", "--compiler", "gcc", "--runs", "1", "--time", "60", program],
                stdin=subprocess.DEVNULL, capture_output=True, timeout=180, cwd=self.build, check=False)
        except subprocess.TimeoutExpired:
            return False
        return done.returncode in (0, 77)


def equivalent():
    """Name and reason of each line of derived.txt."""
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
    p.add_argument("--list", action="store_true")
    p.add_argument("name", nargs="*")
    o = p.parse_args()
    faults, known = list(derive()), equivalent()
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
    tree, programs, sound = Faults(os.path.abspath(o.work), o.objects), Programs(), {}
    failed = noticed = 0
    for fault in faults:
        name, began = fault["name"], time.time()
        record = done.get(name)
        if record is None:
            use = programs.calling(fault["near"], fault["all"], fault["file"])
            for program in use:
                if program not in sound:
                    sound[program] = tree.passes(program)
            use = [program for program in use if sound[program]]
            try:
                seen = fault["file"] in tree.commands and tree.plant_span(fault, use)
            except plant.Wrong as e:
                print(f"WRONG     {name}: {e}", flush=True)
                failed += 1
                continue
            record = {"name": name, "seen": seen and os.path.relpath(seen, PROGRAMS), "tried": len(use)}
            if o.progress:
                with open(o.progress, "a") as f:
                    f.write(json.dumps(record) + "\n")
        if record["seen"]:
            noticed += 1
            said = f"noticed   {name}: {record['seen']}"
            if name in known:
                failed += 1
                said = f"FAILED    {name} is noticed by {record['seen']}: take it out of derived.txt"
        elif name in known:
            said = f"equal     {name}: {known[name]}"
        else:
            failed += 1
            said = f"UNNOTICED {name}, {record['tried']} programs"
        print(f"{said} ({time.time() - began:.0f} s)", flush=True)
    print(f"{len(faults)} faults: {noticed} noticed, {len(faults) - noticed - failed} make no difference, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
