# SPDX-License-Identifier: MIT
"""pairs.py - the data race candidates of a check, against the words `pair:`

    pair: write A1, read A2, both
    pair: write A1, atomic write A2, one, failing
    pair: write A1, read A2, both, x3

Lines are named by words in comments on them; the two sides have no order.  `both`
or `one`: whether each of them was seen to come first (or why the pair is quiet:
`recycled`, `setup`); then the class, if any has
one, and how many accesses completed the pair, if any says so.  `none` alone: no pair.
"""
import re


def lines_of(path):
    """Word -> the line whose comment has it."""
    found = {}
    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            for comment in re.findall(r"/\*(.*?)\*/", line):
                for word in re.findall(r"\w+", comment):
                    found.setdefault(word, number)
    return found


def side_of(s):
    atomic = "atomic " if s["atomic"] else ""
    return f"{atomic}{s['access']}", s["line"] or 0


def compare(path, texts, races):
    """What is wrong, or None."""
    at = lines_of(path)
    wanted, got = [], []
    with_count = any(re.search(r", x\d+$", t) for t in texts)
    with_class = any(t.count(",") > 2 + with_count for t in texts)
    for text in texts:
        if text == "none":
            continue
        one, two, *rest = [w.strip() for w in text.split(",")]
        sides = [(s.rpartition(" ")[0], at[s.rpartition(" ")[2]]) for s in (one, two)]
        wanted.append((sorted(sides), *rest))
    for r in races:
        rest = [r["quiet"] or ("both" if r["both_orders"] else "one")]
        rest += [r["class"]] if with_class else []
        rest += [f"x{r['count']}"] if with_count else []
        got.append((sorted([side_of(r["first"]), side_of(r["second"])]), *rest))
    missing = [w for w in wanted if w not in got]
    more = [g for g in got if g not in wanted]
    if not missing and not more and len(wanted) == len(got):
        return None
    return f"pairs missing: {missing}, more than expected: {more}, {len(got)} for {len(wanted)}"


def seen(races, timed):
    """What has to be the same in every mode: all but how often; and when, if the
    number of executions is the clock's."""
    return sorted([*side_of(r["first"]), *side_of(r["second"]),
                   *([] if timed else [r["first_execution"], r["last_execution"]]),
                   r["both_orders"], str(r["quiet"])] for r in races)
