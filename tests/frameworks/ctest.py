#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ctest.py BUILD - `scarp ctest` on the project in ctest/

Each test is searched as CTest would start it: arguments, working directory,
environment and its fixture; what is left out is said, each with its reason.

Exit: 0 all right, 1 not.
"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROWS = {  # name: word, what stands below it
    "right": ("verified", ""),
    "racy": ("bug", "scarp replay "),
    "environment": ("verified", ""),
    "makes": ("not searched", "of a fixture, and ran as it is: exit status 0"),
    "cleans": ("not searched", "of a fixture, and ran as it is: exit status 0"),
    "shell": ("not searched", "was not built by scarp cc"),
    "fails": ("not searched", "WILL_FAIL"),
    "prints": ("not searched", "PASS_REGULAR_EXPRESSION"),
    "skips": ("not searched", "it skips itself: exit status 77 is its SKIP_RETURN_CODE"),
    "skips_late": ("not searched", "is its SKIP_RETURN_CODE"),
    "off": ("not searched", "it is disabled"),
}
failures = 0


def expect(good, what, output):
    global failures
    if not good:
        failures += 1
        print(f"FAILED {what}\n{output}", flush=True)


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=120, text=True, errors="replace")
    return done.returncode, done.stdout, done.stderr


def searched(scarp):
    os.environ["GONE"] = "1"
    code, out, err = run(scarp, "ctest", "--budget", "20s", "b")
    expect(code == 1, "a bug in one is exit code 1", out + err)
    table = out[out.rindex("\ntest cases:"):]
    for name, (word, text) in ROWS.items():
        row = re.search(rf"^  ({word}) +{name}\b.*((?:\n      .*)*)", table, re.M)
        expect(row and text in row[2], f"{name}: {word}, {text}", table)
    expect("11 test cases: 1 bug, 2 verified, 8 not searched\n" in table, "all are counted", table)
    path = re.search(r"scarp replay (\S+)", table)
    code, out, err = run(scarp, "replay", path[1] if path else "none")
    expect(code == 1, "the bug comes again", out + err)
    expect(not os.path.exists("b/made"), "what cleans up comes last", "")


def some(scarp):
    code, out, err = run(scarp, "ctest", "-q", "--filter", "ri*", "b")
    expect(code == 0 and "1 verified" in out and "racy" not in out, "a pattern", out + err)
    code, out, err = run(scarp, "ctest", "--require", "verified", "--filter", "[rs][ih]*", "b")
    expect(code == 4, "with --require verified one that is not searched is no proof", out + err)
    code, out, err = run(scarp, "ctest", "--list", "b")
    expect(code == 0 and sorted(out.split()) == sorted(ROWS), "a list", out + err)
    code, out, err = run(scarp, "ctest", "--filter", "skips", "b")
    expect(code == 0 and "3 not searched" in out, "one that skips itself", out + err)
    code, out, err = run(scarp, "ctest", "--filter", "skips_late", "b")
    expect(code == 4 and "in one schedule at least" in out, "in some schedules", out + err)
    code, out, err = run(scarp, "ctest", "--filter", "shell", "b")
    expect(code == 2 and "no test was searched" in err, "nothing to search", out + err)
    for arguments, text in ((["ctest"], "wants one build directory"),
                            (["ctest", "nowhere"], "lists no tests; is it the build directory? [SC462]"),
                            (["ctest", "--json", "x", "b"], "'--json' is about one program, and 'scarp ctest' has many [SC415]"),
                            (["ctest", "--strategy", "magic", "b"], "no strategy 'magic'")):
        code, out, err = run(scarp, *arguments)
        expect(code == 2 and text in err, " ".join(arguments), out + err)


def without_framework(scarp):
    """A program without one has no cases to name."""
    for option in (["--list"], ["--each"], ["--filter", "x"]):
        code, out, err = run(scarp, "check", *option, "b/tests")
        expect(code == 2 and "has no test framework that scarp knows (GoogleTest" in err,
               " ".join(option), out + err)


def main():
    build = os.path.abspath(sys.argv[1])
    scarp = os.path.join(build, "bin", "scarp")
    with tempfile.TemporaryDirectory() as room:
        os.chdir(room)
        code, out, err = run("cmake", "-S", os.path.join(HERE, "ctest"), "-B", "b",
                             f"-DCMAKE_C_COMPILER={build}/bin/scarp-cc")
        expect(code == 0, "it is configured", out + err)
        code, out, err = run("cmake", "--build", "b")
        expect(code == 0, "it is built", out + err)
        searched(scarp)
        some(scarp)
        without_framework(scarp)
        os.chdir("/")
    print(f"{failures} failed")
    sys.exit(failures != 0)


main()
