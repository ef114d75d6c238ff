#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""manual.py - manual pages and completion, as a man and a shell take them

    manual.py SCARP [CASE]...
    manual.py --list
"""
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
from cases import main  # noqa: E402

WORDS = os.path.join(HERE, "..", "..", "src", "cli", "words")
SCARP = None
CASES = {}
WHERE = {"check": "CHECK", "ctest": "CHECK", "replay": "REPLAY", "resume": "RESUME", "shrink": "SHRINK", "fences": "CHECK", "linearize": "LINEARIZE", "study": "STUDY"}


def case(function):
    CASES[function.__name__] = function
    return function


def scarp(*words):
    return subprocess.run([SCARP, *words], capture_output=True, text=True, check=False)


def said(*words):
    done = scarp(*words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def options():
    """(name, letter, argument, where)"""
    with open(os.path.join(WORDS, "options.def")) as f:
        found = re.findall(r'^OPTION\(\w+, "([\w-]+)", (\S+), \w+, (NULL|"[\w:]+"),\s+([A-Z| ]+),', f.read(), re.M)
    assert len(found) > 60
    return [(n, letter.strip("'"), a.strip('"'), w) for n, letter, a, w in found]


def plain(page):
    """What a reader sees, each run of blanks as one."""
    done = subprocess.run(["man", "--nh", "--nj", "--warnings", "-l", "-"], input=said("help", "--man", page), text=True,
                          capture_output=True, check=False, env={**os.environ, "MANWIDTH": "100", "LC_ALL": "C.UTF-8",
                                                    "MAN_KEEP_FORMATTING": "", "GROFF_NO_SGR": "1"})
    assert done.returncode == 0 and not done.stderr, f"{page}: {done.stderr}"
    return re.sub(r"\s+", " ", re.sub(".\b", "", done.stdout).replace("\u2010\n", "-\n"))


def have(tool, package):
    if not shutil.which(tool):
        sys.exit(subprocess.run(["sh", os.path.join(HERE, "..", "..", "tools", "deps.sh"), "--has", package],
                                check=False).returncode or 77)


# ---- manual pages

@case
def every_page_is_set_without_a_warning():
    have("man", "man-db")
    pages = said("help", "--man").split()
    assert len(pages) == 19 and len(set(pages)) == 19, pages
    for page in pages:
        if not said("help", "--man", page).startswith(".so "):
            text = plain(page)
            assert "NAME " + page.rpartition(".")[0] + " - " in text, text[:200]
            assert "SEE ALSO" in text
    for name in ("scarp-c++.1", "scarp-flags.1"):
        assert said("help", "--man", name) == ".so man1/scarp-cc.1\n"
    assert scarp("help", "--man", "scarp-nothing.1").returncode == 2


@case
def pages_have_the_tables():
    have("man", "man-db")
    for command, where in WHERE.items():
        text = plain(f"scarp-{command}.1").partition(" OPTIONS ")[2].partition(" EXIT STATUS ")[0]
        for name, letter, argument, takes in options():
            shown = (f"-{letter}{'' if argument == 'NULL' else ' ' + argument}, " if letter != "0" else "") + \
                f"--{name}" + ("" if argument == "NULL" else " " + argument)
            assert (f" {shown} " in f" {text}") == (where in takes), f"{command}: {shown}"
    with open(os.path.join(WORDS, "exit.def")) as f:
        codes = re.findall(r"^EXIT\(\w+, (\d+),\s+\"(\w+)", f.read(), re.M)
    assert len(codes) == 8
    for page in ("scarp.1", "scarp-check.1", "scarp-resume.1"):
        for number, word in codes:
            assert re.search(rf"EXIT STATUS.* {number} {word}\b", plain(page)), (page, number)
    with open(os.path.join(WORDS, "..", "..", "search", "caveat.def")) as f:
        caveats = re.findall(r"^CAVEAT\((\w+),", f.read(), re.M)
    topics = plain("scarp-topics.7")
    assert len(caveats) > 20
    for name in [*caveats, "data_race", "pthread_create"]:
        assert name in topics, name
    config = plain("scarp.conf.5")
    for name, _, _, where in options():
        assert (f"--{name}" in config) == (where not in ("LINEARIZE | TYPED", "STUDY | TYPED")), name
    messages = plain("scarp-messages.7")
    for code in re.findall(r"^  (SC\d+)  ", said("explain"), re.M):
        told = said("explain", code).partition("\n\n")[2].partition("\n\n")[0]
        assert f" {code} " in messages and re.sub(r"\s+", " ", told).strip() in messages, code
    cc = plain("scarp-cc.1")
    assert "scarp c++" in cc and "scarp flags" in cc and "--keep-O" in cc


@case
def a_page_says_what_the_help_says():
    have("man", "man-db")
    for command in ("check", "replay", "resume", "shrink", "fences", "show", "ls", "diff", "linearize", "study", "ctest", "cc", "explain"):
        text = plain(f"scarp-{command}.1")
        for paragraph in said("help", command).split("\n\n")[1:]:
            if "options:" not in paragraph and not paragraph.startswith(("  -", "'docs' is ")):
                for sentence in re.split(r"\. |\n", paragraph) if "\n  " in paragraph else [paragraph]:
                    want = re.sub(r"\s+", " ", sentence).strip()
                    assert want in text, f"{command}: {want}"


# ---- bash

def completed(line, shell="bash"):
    """What it offers at the end of the line, sorted."""
    script = r"""
source /dev/stdin <<<"$COMPLETION"
complete -p scarp >/dev/null || exit 9
line=$1
COMP_LINE=$line COMP_POINT=${#line}
# As readline does it: '=' is a word.
read -ra COMP_WORDS <<<"${line//=/ = }"
[[ $line == *' ' || $line == *= ]] && [[ $line != *= ]] && COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_scarp 2>/dev/null
printf '%s\n' "${COMPREPLY[@]}"
"""
    done = subprocess.run([shell, "--norc", "-c", script, "bash", line], capture_output=True, text=True, check=False,
                          env={**os.environ, "COMPLETION": said("help", "--completion", "bash")})
    assert done.returncode == 0 and not done.stderr, (done.returncode, done.stderr)
    return sorted(done.stdout.split())


@case
def bash_knows_subcommands_and_topics():
    with open(os.path.join(WORDS, "main.c")) as f:
        names = re.findall(r'^\t\{"([\w+]+)", ', f.read(), re.M)
    assert len(names) > 10
    assert completed("scarp ") == sorted(names)
    assert completed("scarp re") == ["replay", "resume"]
    assert completed("scarp linearize --condition q") == ["quiescent"]
    assert completed("scarp linearize --spec que") == ["queue"]
    assert completed("scarp check --spec ") == ["own"]
    assert {"points", "config", "exit-codes"} < set(completed("scarp help "))
    assert completed("scarp help exi") == ["exit-codes"]
    assert completed("scarp explain SC10") == [f"SC10{n}" for n in range(1, 10)]
    assert completed("scarp explain deadl") == ["deadlock"]
    assert completed("scarp explain SC101 self_d") == ["self_deadlock"]


@case
def bash_knows_every_option_and_no_other():
    for command, where in WHERE.items():
        expected = sorted([f"--{n}" for n, _, _, w in options() if where in w] + ["--help"])
        assert completed(f"scarp {command} -") == expected, command
    assert completed("scarp check --max-e") == ["--max-executions"]
    assert completed("scarp replay --max-e") == []
    assert {"--sarif", "--junit", "--output"} < set(completed("scarp show --"))


@case
def bash_knows_values():
    for line in ("scarp check --races ", "scarp check --races=", "scarp check -q --races "):
        assert completed(line) == ["error", "report"], line
    assert completed("scarp check --races=re") == ["report"]
    assert completed("scarp check --strategy=p") == ["pct", "pct-modified", "portfolio", "pos"]
    assert {"deepen", "dfs", "ipb", "idb", "random"} < set(completed("scarp check --strategy "))
    assert {"none", "optimal", "lazy"} < set(completed("scarp check --reduce "))
    assert {"malloc", "all"} < set(completed("scarp check --fail "))
    assert {"lock", "sync"} < set(completed("scarp check --points "))
    assert completed("scarp check --mode ") == ["auto", "checkpoint", "fork", "restart"]
    # Each of them is one.
    for name, *_, where in options():
        values = completed(f"scarp check --{name} ") if "CHECK" in where else []
        for value in values if name not in ("stdin", "racing", "json", "events", "state", "out", "config") else []:
            done = scarp("check", "--config=none", f"--{name}={value}", "./nowhere")
            assert f"'{value}'" not in done.stderr and "there is:" not in done.stderr, done.stderr
    open("in.txt", "w").close()
    os.mkdir("folder")
    assert completed("scarp check --stdin i") == ["in.txt"]
    assert completed("scarp check --out f") == ["folder"]
    assert completed("scarp check --seed ") == [], "a number is nothing that could be known"


@case
def bash_leaves_the_program_alone():
    assert completed("scarp check ./prog -") == []
    assert completed("scarp check --seed 3 ./prog -") == []
    assert completed("scarp check --seed=3 ./prog --races ") == []
    assert completed("scarp check -j 2 --ra") == ["--races", "--racing"]
    assert completed("scarp check -- -") == []
    assert completed("scarp cc -") == []


# ---- zsh

def zsh_makes_of(line):
    """What a zsh on a terminal shows when the line and a tab are typed, without colours."""
    os.makedirs("functions", exist_ok=True)
    with open("functions/_scarp", "w") as f:
        f.write(said("help", "--completion", "zsh"))
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.update(TERM="dumb", PS1="")
        os.execvp("zsh", ["zsh", "-f", "-i"])
    setup = "fpath=($PWD/functions $fpath); autoload -Uz compinit; compinit -u -D; setopt no_beep; unsetopt prompt_cr prompt_sp; PROMPT=; print REA''DY\n"
    shown = type_until(fd, setup, "READY") and type_until(fd, line + "\t", None)
    os.close(fd)
    os.waitpid(pid, 0)
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|\r|\x07", "", shown)


def type_until(fd, text, mark):
    """All that is shown then; without a mark until nothing more comes for a second."""
    os.write(fd, text.encode())
    shown, end = "", time.monotonic() + 60
    while time.monotonic() < end:
        if select.select([fd], [], [], 3 if not mark else 1)[0]:
            shown += os.read(fd, 4096).decode(errors="replace")
        elif not mark:
            break
        if mark and mark in shown:
            return shown
    return shown


@case
def zsh_takes_the_script():
    have("zsh", "zsh")
    with open("_scarp", "w") as f:
        f.write(said("help", "--completion", "zsh"))
    done = subprocess.run(["zsh", "-n", "_scarp"], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and not done.stderr, done.stderr
    for line, text in [("scarp repl", "scarp replay"), ("scarp check --max-e", "--max-executions="),
                       ("scarp check --races=", "report"), ("scarp check --mode check", "--mode checkpoint"),
                       ("scarp replay --keep-f", "--keep-files="), ("scarp help exi", "exit-codes"),
                       ("scarp show --sar", "--sarif"), ("scarp explain self_d", "self_deadlock")]:
        shown = zsh_makes_of(line)
        assert text in shown, f"{line}: {shown!r}"
    assert "--races" not in zsh_makes_of("scarp check ./prog --rac"), "behind the program"


def begin(command, _moments, _seed):
    global SCARP
    SCARP = command


if __name__ == "__main__":
    sys.exit(main(CASES, begin))
