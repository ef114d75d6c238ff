# SPDX-License-Identifier: MIT
"""compare.py - generated programs, built and run in every way there is

A file of programs is compiled by the plain compiler and by `scarp cc`, at one
level.  Each program then runs natively, in pass-through mode, and under
`scarp check --exhaustive` in three modes, and with each reduction.  What must
agree: differences().
"""
import json
import os
import shutil
import subprocess

import text

MODES = ("checkpoint", "restart", "fork")
FORKED_MAX = 50000  # executions: each is a process, and takes a millisecond
REDUCTIONS = ("optimal", "source")  # in checkpoint mode
COMPILERS, LEVELS = ("gcc", "clang"), ("0", "1", "2", "3")
# What a compiler does not announce (scarp help caveats).
HOLES = {"gcc": set(), "clang": set()}


class Build:
    """Two executables of one file."""

    def __init__(self, scarp, programs, compiler, level, folder):
        self.scarp, self.compiler, self.level, self.folder = scarp, compiler, level, folder
        self.cxx = programs[0].cxx
        self.racing = programs[0].profile.racing
        self.holes = HOLES[compiler] | ({"unknown_calls"} if programs[0].profile.forked else set())
        self.may = set(programs[0].profile.may)
        # Calls that nobody sees are decision points; brute force knows none of them.
        self.most = ["--max-executions", "2000"] if programs[0].profile.forked else []
        self.source = os.path.join(folder, "program.cc" if self.cxx else "program.c")
        self.plain, self.checked = os.path.join(folder, "plain"), os.path.join(folder, "checked")
        with open(self.source, "w", encoding="utf-8") as f:
            f.write(text.source(programs))
        name = {"gcc": "g++", "clang": "clang++"}[compiler] if self.cxx else compiler
        flags = ["-w", f"-O{level}", *(["-std=c++17"] if self.cxx else []), self.source, "-o"]
        self.commands = [[name, "-pthread", *flags, self.plain],
                         [scarp, "c++" if self.cxx else "cc", "--compiler", compiler, "--keep-O", *flags,
                          self.checked]]
        self.error = ""
        for command in self.commands:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                self.error = f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr[-3000:]}"
                break

    def unexpected(self, holes):
        """Those that this program may not have; a cut search is one that such calls made too large."""
        return holes - self.holes - self.may - ({"budget"} if self.most and "unseen_calls" in holes else set())

    def native(self, program, seed, runs):
        """The lines of some runs without scarp; "!..." where one went wrong."""
        lines = set()
        for _ in range(runs):
            try:
                done = subprocess.run([program, str(seed)], stdin=subprocess.DEVNULL, capture_output=True,
                                      text=True, errors="replace", timeout=60, check=False)
                lines.add(done.stdout.removesuffix("\n") if done.returncode == 0 and not done.stderr
                          else f"!exit code {done.returncode}: {done.stdout}{done.stderr}")
            except subprocess.TimeoutExpired:
                lines.add("!no end")
        return lines

    def check(self, seed, mode, reduction="none"):
        """(result, lines, what it said) of an exhaustive search."""
        files = {k: os.path.join(self.folder, f"{k}-{seed}-{mode}") for k in ("json", "lines")}
        place = os.path.join(self.folder, f"at-{seed}-{mode}")
        os.mkdir(place)
        try:
            done = subprocess.run([self.scarp, "check", "--exhaustive", "--mode", mode, "--reduce", reduction, *self.most, "--json",
                                   files["json"],
                                   self.checked, str(seed)], cwd=place, stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True, errors="replace", timeout=300, check=False,
                                  env={**os.environ, "SCARP_OUTCOMES": files["lines"]})
            said = done.stdout + done.stderr
            with open(files["json"], encoding="utf-8") as f:
                result = json.load(f)
        except (OSError, ValueError, subprocess.TimeoutExpired) as e:
            return None, set(), f"{e}"
        finally:
            shutil.rmtree(place)
        lines = set()
        if os.path.exists(files["lines"]):
            with open(files["lines"], encoding="utf-8", errors="replace") as f:
                lines = {line.rstrip("\n").removesuffix("\\n") for line in f}
            os.remove(files["lines"])
        os.remove(files["json"])
        return result, lines, said


def sets(where, found, expected, complete=True):
    """What has to be there, unless a hole says that it is not complete, and what may."""
    missing = expected.lines - found if complete else set()
    if missing or found - expected.most:
        yield "outcomes", (f"{where}: missing {sorted(missing)[:5]}, "
                           f"never to be seen {sorted(found - expected.most)[:5]}")


def reduced(build, seed, expected, most):
    """The same for the reductions, which make fewer executions, and reach the same."""
    for reduction in REDUCTIONS:
        result, lines, said = build.check(seed, "checkpoint", reduction)
        holes = {c["name"] for c in result["caveats"] if c["kind"] == "hole"} if result else set()
        if result is None or result["verdict"] != "verified" and not holes or build.unexpected(holes):
            yield "verdict", f"{reduction}: holes {sorted(holes)}: {said[-2000:]}"
            continue
        if result["last_round"] > most:
            yield "executions", f"{reduction}: {result['last_round']} executions, without it {most}"
        yield from sets(reduction, lines, expected, not holes & build.may)


def differences(build, seed, expected, exact, runs, modes=MODES):
    """Pairs (sort, text) of what does not agree; and whether a hole took part of the comparison away."""
    out, executions, proven = [], {}, True
    if build.error:
        return [("build", build.error)], True
    for what, program in (("native", build.plain), ("pass-through", build.checked)):
        lines = build.native(program, seed, 0 if build.racing else runs)
        if lines - expected.most:
            out.append((what, f"{what}: {sorted(lines - expected.most)[:5]} not among {sorted(expected.most)[:9]}"))
    for mode in modes:
        if mode == "fork" and min(executions.values(), default=0) > FORKED_MAX:
            continue
        result, lines, said = build.check(seed, mode)
        if result is None:
            out.append(("result", f"{mode}: no result: {said[-2000:]}"))
            continue
        holes = {c["name"] for c in result["caveats"] if c["kind"] == "hole"}
        if result["verdict"] != ("partial" if holes else "verified") or build.unexpected(holes):
            out.append(("verdict", f"{mode}: {result['verdict']}, holes {sorted(holes)}: {said[-2000:]}"))
            continue
        if result["races"] and not build.racing:
            out.append(("races", f"{mode}: a race in a program that has none: {said[-2000:]}"))
        if holes & build.may:
            proven = exact = False
        if "unknown_calls" in holes:  # what they stored is not undone: only forks are right
            proven = False
            if mode != "fork":
                continue
        if result["mode"] != mode and "unseen_stores" not in holes:
            out.append(("mode", f"{mode}: ran in mode {result['mode']}: {said[-2000:]}"))
        executions[mode] = result["last_round"]
        if mode == "checkpoint":
            out += reduced(build, seed, expected, result["last_round"])
        out += sets(mode, lines, expected, not holes & build.may)
    if len(set(executions.values())) > 1:
        out.append(("executions", f"executions differ: {executions}"))
    if exact and any(n != expected.executions for n in executions.values()):
        out.append(("executions", f"executions {executions}, expected {expected.executions}"))
    return out, proven
