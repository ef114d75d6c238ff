#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""can_fail.py - each comparison of run.py notices what it is there for

can_fail.py --scarp build/bin/scarp

Stands between run.py and scarp (or the plain compiler) and changes one thing:
run.py has to say that this disagrees, and nothing where nothing is changed.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))

# What stands between: LIE says what to change, in which mode.
BETWEEN = '''#!{python}
import json, os, subprocess, sys
real, lie = {real!r}, os.environ["LIE"]
done = subprocess.run([real, *sys.argv[1:]])
words = sys.argv
if words[1] == "check" and words[words.index("--mode") + 1] in lie.split("@")[1:]:
    path, lines = words[words.index("--json") + 1], os.environ["SCARP_OUTCOMES"]
    with open(path) as f:
        result = json.load(f)
    with open(lines) as f:
        seen = f.readlines()
    what = lie.split("@")[0]
    if what == "lost":
        seen = seen[1:]
    elif what == "invented":
        seen.append("never\\\\n\\n")
    elif what in ("torn", "tornfalse"):
        result["caveats"].append({{"name": "may_tear", "kind": "hole"}})
        result["verdict"] = "partial"
        seen = seen[1:] + (["never\\\\n\\n"] if what == "tornfalse" else [])
    elif what == "executions":
        result["last_round"] += 1
    elif what == "mode":
        result["mode"] = "other"
    elif what == "verdict":
        result["verdict"] = "partial"
    elif what == "hole":
        result["caveats"].append({{"name": "step_limit", "kind": "hole"}})
    elif what == "race":
        result["races"].append({{}})
    elif what == "none":
        os.remove(path)
    if what != "none":
        with open(path, "w") as f:
            json.dump(result, f)
    with open(lines, "w") as f:
        f.writelines(seen)
elif words[1] in ("cc", "c++") and lie == "pass-through":
    out = words[words.index("-o") + 1]
    os.rename(out, out + ".real")
    with open(out, "w") as f:
        f.write('#!/bin/sh\\n' + out + '.real "$@" | sed "s/ / 9/"\\n')
    os.chmod(out, 0o755)
sys.exit(done.returncode)
'''
GCC = '''#!/bin/sh
/usr/bin/gcc "$@" || exit
case "$LIE $*" in
*-fsanitize* | *specs*) exit 0 ;; # called by scarp cc
native*) ;;
*) exit 0 ;;
esac
for out; do :; done
mv "$out" "$out.real"
printf '#!/bin/sh\\n%s.real "$@"; exit 3\\n' "$out" >"$out"
chmod +x "$out"
'''
# What is changed, and how run.py has to call it; "border" in a profile that may have holes.
LIES = [("", ""), ("native", "native:"), ("pass-through", "pass-through:"), ("lost@fork", "fork: missing"),
        ("lost@checkpoint", "checkpoint: missing"), ("invented@restart", "restart: .*never"),
        ("executions@restart", "executions differ"), ("executions@checkpoint@restart@fork", "executions .*expected"),
        ("mode@restart", "restart: ran in mode other"), ("verdict@fork", "fork: partial"),
        ("hole@checkpoint", "checkpoint: verified, holes .'step_limit'"), ("race@restart", "restart: a race"),
        ("none@fork", "fork: no result"), ("lost@fork@border", "fork: missing"),
        ("torn@checkpoint@restart@fork", "holes .'may_tear'"), ("torn@checkpoint@restart@fork@border", ""),
        ("tornfalse@checkpoint@restart@fork@border", "fork: missing .., never")]


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scarp", required=True)
    o = p.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory(prefix="scarp-generated-") as folder:
        for name, text in (("scarp", BETWEEN.format(python=sys.executable, real=os.path.abspath(o.scarp))), ("gcc", GCC)):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
                f.write(text)
            os.chmod(os.path.join(folder, name), 0o755)
        for lie, words in LIES:
            done = subprocess.run(
                [sys.executable, os.path.join(HERE, "run.py"), "--scarp", os.path.join(folder, "scarp"),
                 "--first", "1", "--count", "1", "--runs", "2", "--shrink", "0", "--profile", "fields" if "border" in lie else "libc",
                 "--compiler", "gcc", "--level", "1", "--keep", os.path.join(folder, "kept")],
                capture_output=True, text=True, check=False,
                env={**os.environ, "LIE": lie, "PATH": folder + ":" + os.environ["PATH"]})
            said = done.stdout + done.stderr
            if done.returncode != (1 if words else 0) or not re.search(words, said):
                failed += 1
                print(f"FAILED '{lie}': exit code {done.returncode}, no '{words}' in\n{said}")
    print(f"{len(LIES)} changes, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
