#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""disk.py - files under scarp are what they are natively, and the disk stays as it is

disk.py --scarp build/bin/scarp [--seeds N] [--first N] [--steps N] [--mode M]

disk.c makes random calls on a few files: natively, and under `scarp check` in all three
modes, each time on the same files. Every answer has to be the same, and under scarp the
files have to be as before. (Who runs as root may do what others may not: neither side is
asked for permissions.)"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
MODES = ("checkpoint", "restart", "fork")


def prepare(folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(f"{folder}/d/e")
    for name, text in ("f", "first"), ("g", "second text"), ("d/f", ""), ("d/e/f", "deep"):
        with open(f"{folder}/{name}", "w") as f:
            f.write(text)
        os.chmod(f"{folder}/{name}", 0o644)
    os.symlink("d/f", f"{folder}/l")
    os.link(f"{folder}/g", f"{folder}/d/g")


def tree(folder):
    """All that is there, and when it was changed."""
    found = {}
    for at, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.join(at, name)
            st = os.lstat(path)
            text = open(path).read() if os.path.isfile(path) else ""
            found[path] = (st.st_mode, st.st_nlink, st.st_mtime_ns, st.st_ctime_ns, text)
    return found


def natively(exe, words, folder):
    prepare(folder)
    done = subprocess.run([exe, *words], cwd=folder, stdout=subprocess.PIPE, timeout=60, check=True)
    return done.stdout.decode().splitlines()


def checked(scarp, exe, words, folder, mode):
    """What it says under scarp, or None, and the text."""
    prepare(folder)
    before, states = tree(folder), folder + ".states"
    if os.path.exists(states):
        os.remove(states)
    done = subprocess.run([scarp, "check", "--exhaustive", "--mode", mode, "-q", exe, *words], cwd=folder,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False,
                          env={**os.environ, "SCARP_OUTCOMES": states})
    text = done.stdout.decode()
    if done.returncode:
        return None, f"exit {done.returncode}: {text}"
    if tree(folder) != before:
        return None, f"the disk was changed: {text}"
    with open(states) as f:
        lines = f.read().splitlines()
    if len(lines) != 1:
        return None, f"{len(lines)} outcomes: {text}"
    return lines[0].replace("\\n", "\n").splitlines(), text


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--scarp", required=True)
    p.add_argument("--seeds", type=int, default=1000 if os.environ.get("SCARP_TEST_FULL") == "1" else 25)
    p.add_argument("--first", type=int, default=1)
    p.add_argument("--steps", type=int, default=60)
    p.add_argument("--mode", choices=MODES)
    o = p.parse_args()
    o.scarp = os.path.abspath(o.scarp)
    wrong = answers = 0
    with tempfile.TemporaryDirectory() as folder:
        plain, built = f"{folder}/plain", f"{folder}/built"
        source = f"{HERE}/disk.c"
        subprocess.run(["gcc", "-w", "-O1", source, "-o", plain, "-lpthread"], check=True)
        subprocess.run([o.scarp, "cc", "-w", "-O1", source, "-o", built, "-lpthread"], check=True)
        for seed in range(o.first, o.first + o.seeds):
            words = [str(seed), str(o.steps)]
            wanted = natively(plain, words, f"{folder}/here")
            answers += len(wanted)
            for mode in [o.mode] if o.mode else [MODES[0], MODES[1 + seed % 2]]:
                got, text = checked(o.scarp, built, words, f"{folder}/here", mode)
                if got == wanted:
                    continue
                wrong += 1
                print(f"seed {seed}, {mode}:")
                if got is None:
                    print("  " + text)
                    continue
                at = next((i for i, (a, b) in enumerate(zip(wanted, got)) if a != b), min(len(wanted), len(got)))
                for line in wanted[max(0, at - 3):at]:
                    print(f"         {line}")
                print(f"  native {(wanted + [''] * 9999)[at]}\n  scarp  {(got + [''] * 9999)[at]}")
    print(f"{o.seeds} programs, {answers} lines, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
