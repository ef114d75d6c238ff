#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""supported.py - docs/supported.md, from the code

supported.py BUILD            prints it
supported.py BUILD --check    0: the committed file is this, and every call that
                              channel/calls.def says scarp has, it has

What the runtime defines is read from its object files, what becomes of system
calls from src/channel/calls.def, what runs as it is from src/channel/known.def; the rest
is supported_tables.py.
"""
import os
import re
import subprocess
import sys
import textwrap

sys.dont_write_bytecode = True  # the tree stays clean
import supported_tables as tables

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HEAD = """# Library and system calls

Written by `tools/supported.py` from the tables of the code; a test compares.

*Modelled* calls are scarp's own: what they change is rewound, and where they may
block a thread waits. *Hooked* ones are the C library's, but scarp is told what they
read and write. *Known* ones run as they are, since they write nothing but their
result. *Refused* ones end the run with an error that names the call and the line.
*Announced* ones are the C library's, and scarp is told on the way there. *Forked* ones,
and whatever is not on this page, make every execution a process of its own (`scarp help
unknown-call`), and are the hole `unseen_calls` where one is called while another thread
is there. So are those that only read what they are given, which is not announced.

A function or variable of the program's own that is called as one of these calls (`read`,
`send`, `poll`) hides it, as it hides the C library's. What keeps threads, memory and the
end of the process under control (`pthread_mutex_lock`, `malloc`, `exit`) a program
cannot bring itself: it does not link, "multiple definition".

[functions.md](functions.md) names every function of the C and C++ libraries, and what
becomes of it. Behind the calls: the [hooks](#hooks) of the compilers,
[what else is refused](#what-else-is-refused), and
[what the rewind audit passes over](#what-the-rewind-audit-passes-over).
"""
CLASSES = {
    "descriptor": "Descriptors", "mapping": "Mappings", "memory": "Memory of the caller",
    "process": "The process", "thread": "Threads and time", "files": "The file system",
    "blocking": "What waits for others", "pure": "Nothing but a result"}
HOWS = ["modelled", "hooked", "known", "refused", "forked"]
NOTES = {
    ("descriptor", "modelled"): "`open` models regular files, folders, /dev/null, zero, full, random, urandom "
    "([020](design/020-files.md)); everything else is opened in a process of its own, and is the hole `file_writes`. "
    "Pipes have 16 pages, as Linux's; how much sockets hold is the hole `socket_room`. "
    "Sockets are Unix's and those of TCP and UDP on loopback, between threads of the test; another address, "
    "a path where another process listens, ancillary data but SCM_RIGHTS "
    "and urgent data are refused.",
    ("mapping", "modelled"): "Anonymous memory, and private copies of files that were opened for reading. "
    "Nothing is unmapped before the search ends: it is protected.",
    ("process", "modelled"): "Limits but RLIMIT_NOFILE have no effect; others than RLIMIT_CORE and RLIMIT_STACK "
    "cannot be set.",
    ("files", "modelled"): "Over the disk, which is never written: what an execution does goes back with it.",
    ("files", "forked"): "Hole `file_writes`: a forked process shares files, places in them and locks on them "
    "with all others.",
    ("blocking", "forked"): "Hole `real_calls`.",
}
OURS = re.compile(r"^(__tsan_|__sanitizer_|__scarp|scarp_(?!libc_)|Annotate|WTFAnnotate|RunningOn|_Z|rt_)")


def calls():
    with open(f"{ROOT}/src/channel/calls.def") as f:
        text = re.sub(r"/\*.*?\*/", "", f.read(), flags=re.S)
    for m in re.finditer(r'CALL\((\w+),\s*(\w+),\s*((?:"[^"]*"\s*)+),\s*(\w+)\)', text):
        words = " ".join(re.findall(r'"([^"]*)"', m[3])).split()
        yield m[1], m[2], words, m[4]


def exported(build):
    """Functions by source file."""
    parts = f"{build}/CMakeFiles/runtime_parts.dir/src/native"
    for folder, _, names in sorted(os.walk(parts)):
        for name in sorted(n for n in names if n.endswith((".c.o", ".S.o"))):
            source = os.path.relpath(os.path.join(folder, name[:-2]), f"{build}/CMakeFiles/runtime_parts.dir")
            if not os.path.exists(os.path.join(ROOT, source)):
                continue  # left from before the source was moved
            out = subprocess.run(["readelf", "-sW", os.path.join(folder, name)], check=True,
                                 capture_output=True, text=True).stdout
            found = set()
            for line in out.splitlines():
                f = line.split()
                if len(f) == 8 and f[3] in ("FUNC", "IFUNC") and f[4] == "GLOBAL" and f[5] == "DEFAULT" and f[6] != "UND":
                    found.add(f[7])
            if name.endswith(".S.o"):  # of assembly, hooks alone
                found = {n for n in found if n.startswith("__scarp_")}
            if found:
                yield source, found


def defined(build):
    """The same, of the functions that a program may call by name."""
    for path, found in exported(build):
        found = {n.removeprefix("scarp_libc_") for n in found if not OURS.match(n)}
        if found:
            yield path, found


def title(path):
    with open(f"{ROOT}/{path}") as f:
        for line in f:
            if m := re.match(r"/\* \S+\.c - (.*?)(?: \*/)?$", line):
                return m[1].rstrip(" :")
    header = f"{ROOT}/{path[:-2]}.h"
    if os.path.exists(header):
        with open(header) as f:
            for line in f:
                if m := re.match(r"/\* \S+\.h - (.*?)(?: \*/)?$", line):
                    return m[1].rstrip(" :")
    return os.path.basename(path)


def known(*kinds):
    with open(f"{ROOT}/src/channel/known.def") as f:
        text = f.read()
    for m in re.finditer(r'KNOWN\((\w+), ((?:"[^"]*"\s*)+)\)', text):
        if m[1] in kinds:
            yield from " ".join(re.findall(r'"([^"]*)"', m[2])).split()


def announced():
    with open(f"{ROOT}/src/channel/announced.def") as f:
        text = re.sub(r"/\*.*?\*/", "", f.read(), flags=re.S)
    for m in re.finditer(r'ANNOUNCED\(((?:\s*"[^"]*")+)', text):
        yield from " ".join(re.findall(r'"([^"]*)"', m[1])).split()


def libraries():
    """Library, functions: rows of libraries.def."""
    with open(f"{ROOT}/src/channel/libraries.def") as f:
        text = re.sub(r"/\*.*?\*/", "", f.read(), flags=re.S)
    found = {}
    for m in re.finditer(r'LIBRARY\("(\w+)\.so",((?:\s*"[^"]*")+)', text):
        found.setdefault(m[1], []).extend(" ".join(re.findall(r'"([^"]*)"', m[2])).split())
    return found


def names(words):
    text = " ".join(f"`{w}`" for w in words)
    return textwrap.fill(text, 86, break_long_words=False, break_on_hyphens=False)


def page(build):
    out, rows, of_calls = [HEAD], list(calls()), set()
    out.append("## System calls and their wrappers\n")
    for cls, heading in CLASSES.items():
        out.append(f"### {heading}\n")
        for how in HOWS:
            words = [w for c, h, ws, _ in rows if (c, h) == (cls, how) for w in ws]
            of_calls.update(words)
            if words:
                note = NOTES.get((cls, how), "")
                out.append(textwrap.fill(f"{how.capitalize()}: {note}".strip(" "), 86) + "\n")
                out.append(names(words) + "\n")
    numbers = [n for _, h, _, n in rows if n != "none" and h in ("modelled", "known")]
    out.append("### By number\n")
    out.append("`syscall()` goes through the same table; every other number is refused.\n")
    out.append(names(sorted(f"SYS_{n}" for n in numbers)) + "\n")
    out.append("## Other functions that scarp has\n")
    for path, found in defined(build):
        rest = sorted(found - of_calls)
        if rest:
            out.append(f"### {title(path)}\n")
            out.append(names(rest) + "\n")
    out.append("## Functions that run as they are\n")
    out.append(names(sorted(set(known("value", "math")))) + "\n")
    out.append("## Announced on their way to the library\n")
    out.append(names(sorted(announced())) + "\n")
    out.append("## Announced, of other libraries\n")
    out.append("With the blocks that the library has of a stream or a context; where the test gives it memory of\n"
               "its own (`zalloc`) the call is not known.\n")
    for library, words in libraries().items():
        out.append(f"### {library}\n")
        out.append(names(sorted(words)) + "\n")
    out.append("## Functions that read in silence\n")
    out.append("On the fast engine; the hole `unseen_calls` beside another thread.\n")
    out.append(names(sorted(set(known("reads")) - {n for _, f in defined(build) for n in f})) + "\n")
    hooks = {n for _, found in exported(build) for n in found
             if OURS.match(n) and not n.startswith(("_Z", "rt_", "scarp_libc_"))}
    out += [tables.hooks(hooks), tables.refused(), tables.reviewed()]
    return "\n".join(out)


def missing(build):
    """Rows that say scarp has a call which it has not, or the other way round."""
    have = {n for _, found in defined(build) for n in found}
    wrong = []
    for _, how, words, _ in calls():
        for w in words:
            ours = how in ("modelled", "hooked", "refused")
            if "*" not in w and ours != (w in have):
                wrong.append(f"calls.def: '{w}' is {how}, but the runtime {'lacks' if ours else 'defines'} it")
    return wrong


def main():
    build = sys.argv[1]
    if "--check" not in sys.argv:
        sys.stdout.write(page(build))
        return 0
    wrong = missing(build)
    with open(f"{ROOT}/docs/supported.md") as f:
        if f.read() != page(build):
            wrong.append("docs/supported.md is out of date: tools/supported.py BUILD >docs/supported.md")
    print("\n".join(wrong) or "as the code says")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
