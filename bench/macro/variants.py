# SPDX-License-Identifier: MIT
"""variants.py - the libraries, their variants, the tests; and how a pair is built

A pair is a library, as it is or with one bug of variants.md, and a test.
"""
import collections
import os
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
LIBRARIES = ("futex", "queue", "central")
TESTS = ("broadcast_test", "thr_exit_join", "mutex_test", "paradise_lost",
         "paraguay", "rwlock_downgrade_read_test")
CFLAGS = ("-g", "-O1")

# macro: None for the library as it is.  exposed: test -> kinds of failure.
Variant = collections.namedtuple("Variant", "library macro kind wrong exposed")


def name(variant):
    """futex, or futex/MUTEX_IF"""
    if not variant.macro:
        return variant.library
    return f"{variant.library}/{variant.macro.removeprefix('BUG_')}"


def table():
    """Every library as it is, then the rows of variants.md."""
    rows = [Variant(library, None, None, None, {}) for library in LIBRARIES]
    for line in (HERE / "variants.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 5 and cells[0] in LIBRARIES:
            exposed = {test: tuple(kinds.split(", ")) for test, kinds in
                       re.findall(r"(\w+) \(([^)]*)\)", cells[4])}
            rows.append(Variant(*cells[:4], exposed))
    return rows


def sources(library):
    return sorted((HERE / library).glob("*.c"))


def flags(variant):
    found = ["-iquote", str(HERE), "-iquote", str(HERE / variant.library)]
    return found + ([f"-D{variant.macro}"] if variant.macro else [])


def build(scarp, variant, test, where):
    """Path of the program; fails loudly."""
    program = os.path.join(where, f"{name(variant)}-{test}".replace("/", "-"))
    subprocess.run(
        [scarp, "cc", *CFLAGS, "-Wall", "-Wextra", "-Werror", *flags(variant),
         *map(str, sources(variant.library)),
         str(HERE / "tests" / f"{test}.c"), "-o", program], check=True)
    return program
