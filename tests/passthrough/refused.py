#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""refused.py - where code may not be written, pass-through works with the calls

refused.py SCARP: a program runs as always, and under PR_SET_MDWE, which refuses
memory that may be written and executed.  Both print what brute force says; 77
where the kernel has no such thing (before Linux 6.3).
"""
import ctypes
import os
import subprocess
import sys
import tempfile

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
PR_SET_MDWE, REFUSE_EXEC_GAIN = 65, 1
TURNS = 3


def refuse():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_MDWE, REFUSE_EXEC_GAIN, 0, 0, 0) != 0:
        os._exit(77)


def expected():
    """What bench/passthrough/accesses.c computes, for both threads."""
    items = [0] * 1024
    for turn in range(TURNS):
        for i in range(1, 1024):
            items[i] += items[i - 1] ^ turn
    return f"{2 * items[-1]}\n"


def main():
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "program")
        subprocess.run([sys.argv[1], "cc", f"{TOP}/bench/passthrough/accesses.c", "-o", program], check=True)
        for prepare in (None, refuse):
            done = subprocess.run([program, str(TURNS)], preexec_fn=prepare, capture_output=True, text=True)
            if prepare and done.returncode == 77:
                sys.exit(77)
            if done.returncode != 0 or done.stdout != expected():
                sys.exit(f"{'refused' if prepare else 'as always'}: ended with {done.returncode}, printed "
                         f"'{done.stdout}', not '{expected()}': {done.stderr}")


main()
