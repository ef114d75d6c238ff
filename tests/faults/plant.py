#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""plant.py - plants one fault after the other and sees its test fail

plant.py [-j N] [--work DIR] [--sample] [--area NAME] [--objects BUILD] [FAULT]...
plant.py --list          names, with the file of each
plant.py --table         rule -> fault -> test, as README.md has it
plant.py --check         every text that a fault replaces is there, just once,
                         and README.md has the table

The faults are data: *.txt beside this file, one file an area (README.md has
the format).  A copy of the sources is made in the work directory; there each
fault is planted in turn, what depends on it is built again, and its one test
is run.  The test must pass without any fault and fail with this one.  With
--objects nothing is built: only the source with the fault is compiled, and the
runtime linked from it and the other objects of a build that is up to date.

Exit: 0 all were noticed, 1 one was not (or the list is out of date).
"""
import argparse
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
import time

sys.dont_write_bytecode = True  # the tree stays clean
HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.abspath(os.path.join(HERE, "..", ".."))
PRODUCT = ["scarp", "resources"]
WORDS = "rule file old new test hangs sample".split()
COPIED = "CMakeLists.txt cmake include src share LICENSE README.md CHANGELOG.md docs examples bench".split()
COPIED_AS_IT_IS = ["src/gdb/scarp-gdb.py"]  # to lib/scarp
HANG_TIME = 20
TEST_TIME = 240  # seconds; some need minutes on a busy machine
lock = threading.Lock()


class Wrong(Exception):
    pass


# --- the list ------------------------------------------------------------------

def parse(path):
    """Blocks of `word: text` lines under a [name]; old and new may have several."""
    faults, fault = [], None
    for number, line in enumerate(open(path), 1):
        line = line.rstrip("\n")
        if not line or line.startswith("#"):
            continue
        if m := re.fullmatch(r"\[(\w+)\]", line):
            fault = {"name": m[1], "area": os.path.basename(path)[:-4]}
            faults.append(fault)
            continue
        word, colon, text = line.partition(":")
        if not colon or word not in WORDS or fault is None:
            raise Wrong(f"{path}:{number}: '{line}' is no line of a fault")
        text = text.removeprefix(" ")
        if word in fault and word not in ("old", "new"):
            raise Wrong(f"{path}:{number}: '{word}' comes twice")
        fault[word] = fault[word] + "\n" + text if word in fault else text
    for f in faults:
        if missing := {"rule", "file", "old", "new", "test"} - set(f):
            raise Wrong(f"{path}: fault '{f['name']}' has no {sorted(missing)}")
    return faults


def load():
    faults = []
    for name in sorted(os.listdir(HERE)):
        if name.endswith(".txt") and name != "CMakeLists.txt":
            faults += parse(os.path.join(HERE, name))
    names = [f["name"] for f in faults]
    if twice := sorted({n for n in names if names.count(n) > 1}):
        raise Wrong(f"there are two faults of the name {twice}")
    return faults


def pattern(old):
    """The text in any layout: where it has a blank or a bracket, lines may break
    (in a macro, too)."""
    blank = r"(?:\s|\\\n)"
    words = [re.escape(w).replace(r"\(", r"\(" + blank + "*") for w in old.split()]
    return re.compile(f"{blank}+".join(words))


def planted(fault, text):
    found = pattern(fault["old"]).findall(text)
    if len(found) != 1:
        raise Wrong(f"fault '{fault['name']}': its old text occurs {len(found)} times "
                    f"in '{fault['file']}'; the list follows the code")
    return pattern(fault["old"]).sub(lambda m: fault["new"], text)


# Scripts that have a case for each name, and their folders.
CASES = {**{kind: kind for kind in ("deepen", "fences", "hunt", "manual", "messages", "report", "show", "shrink", "states",
                                    "study", "suppressions")},
         "clients": "linear", "linearize": "linear", "reads": "report"}


def check_case(fault):
    """A name that no script knows would be an error without a fault, too."""
    kind, *name = fault["test"].split()
    if kind not in CASES or kind == "states" or not name:  # its cases are rows of a table
        return
    script = f"tests/{CASES[kind]}/{kind}.py"
    with open(os.path.join(TOP, script)) as f:
        if not re.search(rf"^def {re.escape(name[0])}\(", f.read(), re.M):
            raise Wrong(f"fault '{fault['name']}': there is no case '{name[0]}' in {script}")


def check_texts(faults):
    wrong = 0
    for f in faults:
        try:
            with open(os.path.join(TOP, f["file"])) as source:
                planted(f, source.read())
            check_case(f)
        except (Wrong, OSError) as e:
            print(e)
            wrong += 1
    return wrong


# --- one copy of the tree ------------------------------------------------------

class Tree:
    """A copy of the sources with a build of its own; tests/ and tools/ are links."""

    def __init__(self, directory, jobs):
        self.jobs = jobs
        self.source = os.path.join(directory, "source")
        self.build = os.path.join(directory, "build")
        os.makedirs(self.source, exist_ok=True)
        for name in COPIED:
            self.copy(name)
        # The string that command and runtime compare need not follow each fault.
        with open(os.path.join(self.source, "cmake", "build-id.cmake"), "w") as f:
            f.write('if(NOT EXISTS ${OUT})\nfile(WRITE ${OUT} "#define SCARP_BUILD \\"scarp (faults)\\"\\n")\nendif()\n')
        for name in ("tests", "tools"):
            link = os.path.join(self.source, name)
            if not os.path.islink(link):
                os.symlink(os.path.join(TOP, name), link)
        # Only what is looked at must be fast here: no optimised command, and the
        # generator that looks least often.
        self.make(["cmake", "-S", self.source, "-B", self.build, "-DCMAKE_BUILD_TYPE=None",
                   *(["-G", "Ninja"] if shutil.which("ninja") else [])])
        self.current = set()  # targets, since a source changed
        self.rebuild(*PRODUCT)

    def copy(self, name):
        """What is equal keeps its time, so that nothing is built for it."""
        here, there = os.path.join(TOP, name), os.path.join(self.source, name)
        if os.path.isdir(here):
            os.makedirs(there, exist_ok=True)
            for extra in set(os.listdir(there)) - set(os.listdir(here)):
                gone = os.path.join(there, extra)
                shutil.rmtree(gone) if os.path.isdir(gone) else os.remove(gone)
            for part in os.listdir(here):
                self.copy(os.path.join(name, part))
        elif not os.path.exists(there) or open(here, "rb").read() != open(there, "rb").read():
            shutil.copy(here, there)

    def make(self, command, cwd=None):
        done = subprocess.run(command, capture_output=True, text=True, cwd=cwd)
        if done.returncode:
            raise Wrong(f"{' '.join(command)}:\n{(done.stdout + done.stderr)[-2000:]}")

    def rebuild(self, *targets):
        if not self.current.issuperset(targets):
            self.make(["cmake", "--build", self.build, "-j", str(self.jobs), "--target", *targets])
            self.current.update(targets)

    def write(self, path, text):
        self.current.clear()
        with open(path, "w") as f:
            f.write(text)

    def command(self, test):
        """How a test is run, and what must be built for it besides."""
        tests = os.path.join(TOP, "tests")
        scarp = os.path.join(self.build, "bin", "scarp")
        kind, name, *more = [*test.split(), ""] if " " not in test else test.split()
        if kind == "program":
            mode, compiler = (more + ["gcc"])[:2] if more else ("restart", "gcc")
            return [sys.executable, f"{tests}/programs/run.py", "--scarp", scarp, "--mode", mode,
                    "--compiler", compiler, "--runs", "3", f"{tests}/programs/{name}"], PRODUCT
        if kind == "modes":  # all of them, which have to agree
            return [sys.executable, f"{tests}/programs/run.py", "--scarp", scarp, "--compiler", "gcc",
                    "--runs", "3", f"{tests}/programs/{name}"], PRODUCT
        if kind == "bad":
            return ["sh", f"{tests}/programs/bad/run.sh", scarp, name], PRODUCT
        if kind == "determinism":
            return ["sh", f"{tests}/determinism/run.sh", scarp, name], PRODUCT
        if kind == "estimate":
            return [sys.executable, f"{tests}/estimate/{name}.py", scarp], PRODUCT
        if kind == "ranges":
            return [sys.executable, f"{tests}/races/ranges.py", scarp, "--programs", "60"], PRODUCT
        if kind == "races":
            return [sys.executable, f"{tests}/races/{name}.py", scarp,
                    os.path.join(self.build, "bin", "race_test"), "--programs", "300"], [*PRODUCT, "race_test"]
        if kind in CASES:
            return [sys.executable, f"{tests}/{CASES[kind]}/{kind}.py", scarp, name], PRODUCT
        if kind == "decisive":
            return [sys.executable, f"{tests}/decisive/decisive.py", "--scarp", scarp, "--at-least", "100", name], PRODUCT
        if kind in ("page", "browser"):
            return [sys.executable, f"{tests}/page/{kind}.py", scarp, name], PRODUCT
        if kind == "frameworks":
            if name == "ctest":
                return [sys.executable, f"{tests}/frameworks/ctest.py", self.build], PRODUCT
            script = "names" if name.startswith("names.") else "frameworks"
            return [sys.executable, f"{tests}/frameworks/{script}.py",
                    name.removeprefix("names."), self.build], PRODUCT
        if kind == "resume":
            return [sys.executable, f"{tests}/resume/resume.py", scarp, name], PRODUCT
        if kind == "debug":
            return ["sh", f"{tests}/debug/run.sh", scarp, name], PRODUCT
        if kind == "gdb":
            return [sys.executable, f"{tests}/gdb/gdb_test.py", scarp, name], PRODUCT
        if kind == "cli":
            fake = os.path.join(self.build, "bin", "fake_runtime")
            if name.startswith("ci."):
                return [sys.executable, f"{tests}/cli/ci_test.py", scarp, name.removeprefix("ci.")], \
                    [*PRODUCT, "fake_runtime"]
            if name.startswith("models."):
                return [sys.executable, f"{tests}/cli/models_test.py", scarp, name.removeprefix("models.")], PRODUCT
            script = "config" if name.startswith("config.") else "cli"
            return [sys.executable, f"{tests}/cli/{script}_test.py", scarp, fake,
                    name.removeprefix("config.")], [*PRODUCT, "fake_runtime"]
        if kind == "install":
            return ["sh", f"{tests}/install/run.sh", f"{tests}/install/cases/{name}.sh", self.build,
                    os.path.join(self.build, "bin", "inventory_print")], [*PRODUCT, "manual", "inventory_print"]
        if kind == "same":
            return [sys.executable, f"{tests}/same/{name}.py", "--scarp", scarp], PRODUCT
        if kind == "binary":
            return [sys.executable, f"{tests}/binary/binary.py", scarp, name], PRODUCT
        if kind == "disk":
            return [sys.executable, f"{tests}/disk/disk.py", "--scarp", scarp, "--seeds", "60"], PRODUCT
        if kind == "passthrough":
            return [sys.executable, f"{tests}/passthrough/{name}.py", scarp], PRODUCT
        if kind == "cost":  # of pass-through mode
            return [sys.executable, f"{TOP}/bench/passthrough.py", self.build, name, "--compiler", "gcc",
                    "--repeat", "0"], PRODUCT
        if kind == "audit":  # scarp check --audit on a program, or several
            return [sys.executable, f"{tests}/programs/audit.py", "--scarp", scarp, "--most", "20000",
                    "--executions", "100", *test.split()[1:]], PRODUCT
        if kind == "unit":
            return [os.path.join(self.build, "bin", f"{name}_test")], [f"{name}_test"]
        raise Wrong(f"'{test}' is no test")

    def run(self, test, may_hang=False):
        """(passed, skipped, what it said last)"""
        command, targets = self.command(test)
        if may_hang and test.split()[0] in ("program", "modes"):
            command += ["--time", str(HANG_TIME)]
        self.rebuild(*targets)
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  errors="replace", timeout=TEST_TIME, cwd=self.build,
                                  env={**os.environ, "SCARP_TEST_MODES": "all"})
        except subprocess.TimeoutExpired:
            return None, False, f"no end after {TEST_TIME} s"
        lines = (done.stdout + done.stderr).strip().splitlines() or [""]
        said = next((l for l in lines if re.search("FAILED|WRONG|Error|error", l)), lines[-1])
        return done.returncode == 0, done.returncode == 77, said[:200]

    def plant(self, fault):
        path = os.path.join(self.source, fault["file"])
        with open(path) as f:
            text = f.read()
        try:
            self.write(path, planted(fault, text))
            return self.run(fault["test"], "hangs" in fault)
        finally:
            self.write(path, text)


class Linked(Tree):
    """The product of a build that is there, but for one object of the runtime."""

    def __init__(self, directory, of):
        self.directory, self.of = directory, of
        self.build = os.path.join(directory, "build")
        shutil.rmtree(directory, ignore_errors=True)
        shutil.copytree(os.path.join(of, "lib", "scarp"), os.path.join(self.build, "lib", "scarp"))
        os.makedirs(os.path.join(self.build, "bin"))
        shutil.copy(os.path.join(of, "bin", "scarp"), os.path.join(self.build, "bin"))
        with open(os.path.join(of, "compile_commands.json")) as f:
            commands = [shlex.split(c["command"]) for c in json.load(f)]
        outs = [(c[c.index("-o") + 1], c) for c in commands]
        self.commands = {os.path.relpath(c[-1], TOP): (out, c) for out, c in outs
                         if re.search(r"/runtime_(parts|linear|linked|preloaded)\.dir/", out)}
        with open(os.path.join(of, "CMakeCache.txt")) as f:
            self.cache = dict(re.findall(r"^(CMAKE_\w+):\w+=(.*)$", f.read(), re.M))

    def rebuild(self, *targets):
        if more := set(targets) - set(PRODUCT):
            raise Wrong(f"needs {sorted(more)}, which --objects does not build")

    def link(self, objects, library=False):
        """Of the two beginnings of the runtime one is left out (cmake/runtime.cmake)."""
        native = os.path.join(TOP, "src", "native", "libc")
        out = os.path.join(self.build, "lib", "scarp", "scarp-rt.o")
        if library:
            out = os.path.join(self.build, "scarp-preloaded.o")
        other = "linked.c.o" if library else "preloaded.c.o"
        self.make(["sh", os.path.join(native, "link.sh"),
                   *[self.cache["CMAKE_" + tool] for tool in ("LINKER", "OBJCOPY", "NM")],
                   os.path.join(native, "private.syms"), out,
                   *[o for o in objects if os.path.basename(o) != other]])
        if library:
            self.make([self.cache["CMAKE_C_COMPILER"], "-shared", "-Wl,-soname,libscarp-rt.so", "-Wl,-z,now",
                       "-Wl,--hash-style=gnu", "-o", os.path.join(self.build, "lib", "scarp", "libscarp-rt.so"), out])

    def plant(self, fault):
        if fault["file"] in COPIED_AS_IT_IS:
            return self.plant_copy(fault)
        if fault["file"] not in self.commands:
            raise Wrong(f"'{fault['file']}' is no source of the runtime, as --objects needs")
        with open(os.path.join(TOP, fault["file"])) as f:
            text = planted(fault, f.read())
        source = os.path.join(self.directory, os.path.basename(fault["file"]))
        with open(source, "w") as f:
            f.write(text)
        old, command = self.commands[fault["file"]]
        self.make([source + ".o" if word == old else word for word in command[:-1]]
                  + ["-iquote", os.path.dirname(command[-1]), source], cwd=self.of)
        objects = {os.path.join(self.of, out) for out, _ in self.commands.values()}
        objects -= {os.path.join(self.of, old)}
        try:
            self.link([*sorted(objects), source + ".o"], fault["test"].startswith("binary "))
            return self.run(fault["test"], "hangs" in fault)
        finally:
            for name in ("scarp-rt.o", "libscarp-rt.so"):
                shutil.copy(os.path.join(self.of, "lib", "scarp", name),
                            os.path.join(self.build, "lib", "scarp"))


    def plant_copy(self, fault):
        """In what stands in lib/scarp as in the sources."""
        name = os.path.basename(fault["file"])
        with open(os.path.join(TOP, fault["file"])) as f:
            text = planted(fault, f.read())
        there = os.path.join(self.build, "lib", "scarp", name)
        try:
            with open(there, "w") as f:
                f.write(text)
            return self.run(fault["test"], "hangs" in fault)
        finally:
            shutil.copy(os.path.join(self.of, "lib", "scarp", name), there)


# --- all of it -----------------------------------------------------------------

class Run:
    def __init__(self, work, jobs, objects):
        self.work, self.jobs, self.objects = work, jobs, objects
        self.free, self.sound = [], {}
        self.failed = self.noticed = self.skipped = 0

    def tell(self, word, what, said, began):
        with lock:
            print(f"{word:<9} {time.time() - began:4.0f} s  {what}: {said}", flush=True)

    def tree(self):
        with lock:
            return self.free.pop()

    def without(self, test):
        """The test on the code as it is."""
        began, tree = time.time(), self.tree()
        try:
            passed, skipped, said = tree.run(test)
        except Wrong as e:
            passed, skipped, said = False, False, str(e)
        self.free.append(tree)
        self.sound[test] = "skipped" if skipped else passed
        if passed:
            self.tell("passed", test, "no fault", began)
        else:
            self.tell("skipped" if skipped else "FAILED", f"{test}, without a fault", said, began)
            self.failed += not skipped

    def one(self, fault):
        began, tree = time.time(), self.tree()
        try:
            passed, skipped, said = tree.plant(fault)
            hung = passed is None or "no end after" in said
            if skipped or passed or (hung and "hangs" not in fault):
                self.tell("UNNOTICED", f"{fault['name']} ({fault['rule']}), {fault['test']}", said, began)
                self.failed += 1
            else:
                self.tell("noticed", fault["name"], said, began)
                self.noticed += 1
        except Wrong as e:
            self.tell("WRONG", fault["name"], e, began)
            self.failed += 1
        self.free.append(tree)

    def all(self, faults):
        places = [os.path.join(self.work, str(j)) for j in range(self.jobs)]
        if self.objects:
            self.free = [Linked(place, self.objects) for place in places]
        else:
            self.free = [Tree(place, os.cpu_count() if self.jobs == 1 else 1) for place in places]
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            list(pool.map(self.without, sorted({f["test"] for f in faults})))
            sound = [f for f in faults if self.sound[f["test"]] is True]
            self.skipped = sum(self.sound[f["test"]] == "skipped" for f in faults)
            list(pool.map(self.one, sound))
        print(f"{len(faults)} faults: {self.noticed} noticed, {self.skipped} skipped, "
              f"{self.failed} failures")
        return 1 if self.failed else 0 if self.noticed else 77


def order(fault):
    """native before search, then by number."""
    rules, number = fault["rule"].split(":")[0].split()
    return rules, int(number), fault["area"]


def table(faults):
    """Lines of the table in README.md."""
    yield "| rule | fault | test |"
    yield "|---|---|---|"
    for f in sorted(faults, key=order):
        yield f"| {f['rule']} | `{f['name']}` | {f['test']} |"


def check_readme(faults):
    with open(os.path.join(HERE, "README.md")) as readme:
        if "\n".join(table(faults)) + "\n" not in readme.read():
            raise Wrong("README.md does not have the output of --table: put it there")


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("-j", type=int, default=1, dest="jobs")
    p.add_argument("--work", default=os.path.join(TOP, "build", "faults"))
    p.add_argument("--area", help="only those of one file")
    p.add_argument("--objects", metavar="BUILD", type=os.path.abspath,
                   help="a build to take objects from: for faults in sources of the runtime")
    p.add_argument("--sample", action="store_true", help="only those marked `sample`")
    for word in ("list", "table", "check"):
        p.add_argument(f"--{word}", action="store_true")
    p.add_argument("fault", nargs="*")
    o = p.parse_args()
    try:
        faults = load()
        if unknown := set(o.fault) - {f["name"] for f in faults}:
            raise Wrong(f"there is no fault {sorted(unknown)}")
        faults = [f for f in faults if (not o.fault or f["name"] in o.fault)
                  and (not o.area or f["area"] == o.area) and (not o.sample or "sample" in f)]
        if o.list:
            return print("\n".join(f"{f['name']} {f['file']}" for f in faults))
        if o.table:
            return print("\n".join(table(faults)))
        if wrong := check_texts(faults):
            raise Wrong(f"{wrong} texts are not as the list says")
        if o.check:
            return check_readme(load())
        return Run(os.path.abspath(o.work), o.jobs, o.objects).all(faults)
    except Wrong as e:
        print(e)
        return 1


if __name__ == "__main__":
    sys.exit(main())
