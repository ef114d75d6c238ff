# SPDX-License-Identifier: MIT
"""header.py - what a program test says of itself in its first comment (README.md)"""
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ONCE = ("verdict", "executions", "blocked", "last_round", "estimate", "modes", "native", "exit", "flags", "compilers",
        "sources", "holes", "scope", "oracle", "args", "time", "races", "distinct", "fallback",
        "bugs", "env", "needs", "replays", "default", "failed", "first", "bounds", "depth", "others")
MANY = ("states", "says", "silent", "pair")


def read_header(path):
    """One dict per `check:` line; what stands above the first holds for all."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    comment = re.match(r"\s*(?:/\*\s*SPDX.*?\*/\s*)?/\*(.*?)\*/", text, re.S)
    common, checks = {}, []
    for line in (comment.group(1) if comment else "").splitlines():
        entry = re.match(r"[ \t]*\* ?([a-z_]+):[ \t]*(.*?)[ \t]*$", line)
        if not entry:
            continue
        key, value = entry.groups()
        if key == "check":
            checks.append({**{k: v[:] for k, v in common.items()}, "check": value})
            continue
        if key == "and" and checks:
            checks[-1]["check"] += " " + value
            continue
        now = checks[-1] if checks else common
        if key in MANY:
            now[key] = now.get(key, []) + [value]
        elif key in ONCE:
            now[key] = value
        else:
            sys.exit(f"{path}: header has an unknown word '{key}:'")
    if not checks or any("verdict" not in c for c in checks):
        sys.exit(f"{path}: each 'check:' in the header needs a 'verdict:'")
    marked = [n for n, line in enumerate(text.splitlines(), 1) if "/* BUG */" in line]
    return checks, marked


def apply_oracle(path, check):
    """Numbers of tests/oracle/expected.json; the parameters become -D flags."""
    if "oracle" not in check:
        return
    name = os.path.splitext(os.path.basename(path))[0]
    wanted = dict(p.split("=") for p in check["oracle"].split())
    with open(os.path.join(HERE, "..", "oracle", "expected.json")) as f:
        rows = json.load(f)
    for row in rows:
        params = {k: str(v) for k, v in row["params"].items()}
        if row["program"] == name and params == wanted:
            break
    else:
        sys.exit(f"{path}: expected.json has no {name} with {check['oracle']}")
    flags = [f"-D{k}={v}" for k, v in wanted.items()]
    check["flags"] = " ".join([check.get("flags", "")] + flags).strip()
    if row["interleavings"] is not None:
        check["executions"] = str(row["interleavings"])
    check["states"] = [in_order(",".join(f"{k}={v}" for k, v in state.items()))
                       for state in row["states"]]


def in_order(state):
    return ",".join(sorted(state.split(",")))
