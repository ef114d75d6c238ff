# SPDX-License-Identifier: MIT
"""reached.py - which programs come to which announcements of the runtime

A runtime in which each place of derive.py first says that it was reached runs
every program of tests/programs once.  The map is kept beside the build; it is
made again where a source of the runtime or a program is newer.
"""
import concurrent.futures
import json
import os
import queue
import subprocess
import sys
import time

import plant

# Says it once a process; by the kernel directly, as the runtime does.
SOURCE = """\
#include <fcntl.h>
#include <sys/syscall.h>
static char known[%d];
static long raw(long n, long a, long b, long c, long d)
{
	register long r10 asm("r10") = d;
	asm volatile("syscall" : "+a"(n) : "D"(a), "S"(b), "d"(c), "r"(r10) : "rcx", "r11", "memory");
	return n;
}
__attribute__((visibility("hidden"), target("general-regs-only"))) void place_reached(int place)
{
	if (known[place])
		return;
	known[place] = 1;
	long fd = raw(SYS_openat, AT_FDCWD, (long)"%s", O_WRONLY | O_CLOEXEC, 0);
	if (fd >= 0) {
		raw(SYS_pwrite64, fd, (long)known + place, 1, place);
		raw(SYS_close, fd, 0, 0, 0);
	}
}
"""
DECLARED = "extern void place_reached(int);\n#line 1\n"


def told(text, faults):
    """The source, in which each of these places says that it was reached."""
    for number, fault in sorted(faults, key=lambda f: -f[1]["span"][0]):
        start, end = fault["span"]
        text = f"{text[:start]}{{ place_reached({number}); {text[start:end]} }}{text[end:]}"
    return DECLARED + text


def build(tree, faults, hits):
    """The product in `tree` with a runtime that writes into the file `hits`."""
    of_file = {}
    for number, fault in enumerate(faults):
        of_file.setdefault(fault["file"], []).append((number, fault))
    objects = {file: os.path.join(tree.of, out) for file, (out, _) in tree.commands.items()}
    sources = {file: os.path.join(tree.directory, file.replace("/", "-")) for file in of_file}
    for file, source in sources.items():
        with open(os.path.join(plant.TOP, file)) as f:
            text = told(f.read(), of_file[file])
        with open(source, "w") as f:
            f.write(text)
    said = os.path.join(tree.directory, "said.c")
    with open(said, "w") as f:
        f.write(SOURCE % (len(faults), hits))
    one = next(iter(sources))
    for source, like in [*((s, f) for f, s in sources.items()), (said, one)]:
        old, command = tree.commands[like]
        tree.make([source + ".o" if word == old else word for word in command[:-1]]
                  + ["-w", "-iquote", os.path.join(plant.TOP, os.path.dirname(like)), source], cwd=tree.of)
    objects.update((file, source + ".o") for file, source in sources.items())
    tree.link([*sorted(objects.values()), said + ".o"])


def run(tree, command, hits, places):
    """The places that one test reached, how long it took, whether it passed."""
    with open(hits, "wb") as f:
        f.write(bytes(places))
    began = time.time()
    try:
        done = subprocess.run([sys.executable, *command], stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=180, cwd=tree.build, check=False).returncode
    except subprocess.TimeoutExpired:
        done = -1
    with open(hits, "rb") as f:
        reached = [i for i, byte in enumerate(f.read()) if byte]
    return reached, time.time() - began, done == 0


def reached(trees, faults, tests, kept):
    """{name of a fault: [[seconds, test]...]} for those of `tests` that pass, the quickest first.

    trees: plant.Linked, as many as run side by side; kept: the file that holds the answer."""
    sources = [f["file"] for f in faults] + ["tests/programs/" + name for kind, name in tests if kind == "program"]
    newest = max(os.path.getmtime(os.path.join(plant.TOP, s)) for s in set(sources))
    if os.path.exists(kept) and os.path.getmtime(kept) > newest:
        with open(kept) as f:
            return json.load(f)
    free, names = queue.Queue(), [f["name"] for f in faults]
    for tree in trees:
        hits = os.path.join(tree.directory, "hits")
        build(tree, faults, hits)
        free.put((tree, hits))

    def one(test):
        tree, hits = free.get()
        try:
            return test, *run(tree, tree.command(test), hits, len(faults))
        finally:
            free.put((tree, hits))

    out = {name: [] for name in names}
    with concurrent.futures.ThreadPoolExecutor(len(trees)) as pool:
        for count, (test, places, seconds, passed) in enumerate(pool.map(one, tests), 1):
            if sys.stderr.isatty():
                print(f"\r{count} of {len(tests)} programs", end="", file=sys.stderr, flush=True)
            for place in places if passed else ():
                out[names[place]].append([round(seconds, 2), test])
    for tree in trees:
        tree.restore()
    for tests_of in out.values():
        tests_of.sort()
    with open(kept, "w") as f:
        json.dump(out, f)
    return out
