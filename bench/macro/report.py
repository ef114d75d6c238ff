# SPDX-License-Identifier: MIT
"""report.py - tables and curves of what macro.py measured"""
import collections
import datetime
import math
import os
import random
import statistics

import variants

COLOURS = {"limited": "#b2182b", "pure": "#2166ac", "sync-only": "#999999",
           "dpor": "#1b7837", "icb": "#762a83", "everywhere": "#e08214"}
RESAMPLES = 10000


def pair_of(r):
    return r["library"], r["variant"], r["test"]


def label(pair):
    library, macro, test = pair
    variant = variants.Variant(library, macro, None, None, {})
    return f"{variants.name(variant)} {test}"


def found(r):
    return r["verdict"] == "bug"


def order(runs, o):
    here = {r["configuration"] for r in runs}
    return [c for c in o.configurations if c in here]


def by_configuration(runs):
    """configuration -> pair -> run"""
    result = collections.defaultdict(dict)
    for r in runs:
        result[r["configuration"]][pair_of(r)] = r
    return result


def columns(head, rows):
    lines = [head, ["---"] + ["--:"] * (len(head) - 1), *rows]
    return ["| " + " | ".join(map(str, x)) + " |" for x in lines] + [""]


def machine():
    with open("/proc/cpuinfo") as f:
        names = [x.partition(":")[2] for x in f if x.startswith("model name")]
    return f"{' '.join(names[0].split()) if names else 'unknown'}, " \
        f"{os.cpu_count()} processors"


# --- the parts of the report ------------------------------------------------


def bugs_per_test(runs, here):
    rows, sums = [], collections.Counter()
    for test in variants.TESTS:
        mine = [r for r in runs if r["test"] == test]
        tested = len({pair_of(r) for r in mine})
        counts = [sum(found(r) for r in mine if r["configuration"] == c)
                  for c in here]
        rows.append([test, tested, *counts])
        sums.update(dict(zip(["tested", *here], [tested, *counts])))
    rows.append(["**total**", *(sums[x] for x in ["tested", *here])])
    kinds = collections.defaultdict(set)
    for r in runs:
        if found(r) and r["variant"]:
            kinds[r["configuration"]].add((r["library"], r["variant"]))
    total = len({(r["library"], r["variant"]) for r in runs if r["variant"]})
    rows.append(["variants found", total, *(len(kinds[c]) for c in here)])
    return columns(["bugs found", "tested", *here], rows)


def spaces(table, default, other):
    """Where both ran out of time: how far iterative deepening came."""
    if other not in table or not any(r.get("spaces")
                                     for r in table[default].values()):
        return []
    rows = []
    for test in variants.TESTS:
        both = [p for p in table[default] if p in table[other]
                and p[2] == test]
        late = [table[default][p] for p in both
                if table[default][p]["verdict"] == "partial"
                and table[other][p]["verdict"] == "partial"]
        mean = statistics.mean(r["spaces_finished"] for r in late) \
            if late else 0
        rows.append([test, len(both), len(late),
                     f"{mean:.1f}" if late else "-"])
    return columns([f"{default} and {other}", "pairs", "both out of time",
                    f"{default}: spaces finished there"], rows)


def seconds(x):
    return "-" if x is None or x == math.inf else f"{x:.3g}"


def speed(table, here):
    """Over the pairs in which anybody found a bug: not found is infinite."""
    any_found = {p for c in here for p, r in table[c].items() if found(r)}
    rows = []
    for c in here:
        mine = [r for r in table[c].values() if found(r)]
        times = [r["found_s"] for r in mine]
        all_times = [table[c][p]["found_s"] if p in table[c]
                     and found(table[c][p]) else math.inf for p in any_found]
        executions = sum(r["executions"] or 0 for r in table[c].values())
        again = [r["again"] for r in table[c].values()
                 if r["again"] is not None]
        starved = sum("budget" in r.get("caveats", ())
                      and r["cpu_s"] < 0.8 * r["budget"]
                      for r in table[c].values())
        rows.append([
            c, sum(r["verdict"] == "verified" for r in table[c].values()),
            seconds(statistics.median(times) if times else None),
            seconds(statistics.median(all_times) if all_times else None),
            f"{sum(r['cpu_s'] for r in table[c].values()):.0f}", executions,
            f"{sum(again) / (executions + sum(again)):.1%}" if again else "-",
            starved])
    return columns(
        ["", "verified", "median s to a bug found", "of all found by anybody",
         "processor s", "executions", "made again", "starved"], rows)


def interval(a, b, pairs):
    """sum(a) / sum(b) over pairs, and its 95 % interval by resampling them."""
    rng, ratios = random.Random(1), []
    flags = [(a[p], b[p]) for p in pairs]

    def ratio(sample):
        x, y = sum(s[0] for s in sample), sum(s[1] for s in sample)
        return x / y if y else math.inf if x else math.nan

    for _ in range(RESAMPLES):
        r = ratio(rng.choices(flags, k=len(flags)))
        if not math.isnan(r):
            ratios.append(r)
    ratios.sort()
    if not ratios:
        return "-"
    low, high = (ratios[min(len(ratios) - 1, int(q * len(ratios)))]
                 for q in (0.025, 0.975))
    return f"{ratio(flags):.2f} ({low:.2f} to {high:.2f})"


def ratios(table, here, default):
    rows = []
    for c in here:
        if c == default:
            continue
        both = sorted(set(table[default]) & set(table[c]), key=str)
        cells = []
        for what in ("bug", "verified"):
            mine, theirs = ({p: table[x][p]["verdict"] == what for p in both}
                            for x in (default, c))
            cells.append(interval(mine, theirs, both))
        rows.append([f"{default} / {c}", len(both), *cells])
    return columns(["95 % interval", "pairs", "bugs", "verified"], rows)


def only_one(table, default, other):
    """Verified by one of two."""
    lines = []
    for a, b in ((default, other), (other, default)):
        mine = sorted((p for p in set(table[a]) & set(table[b])
                       if table[a][p]["verdict"] == "verified"
                       and table[b][p]["verdict"] != "verified"), key=str)
        lines += [f"Verified by {a}, not by {b}: {len(mine)}."]
        lines += [f"- {label(p)} ({b}: {table[b][p]['verdict']})"
                  for p in mine]
        lines += [""]
    return lines


def missed(table, here, default, budget):
    """Bugs that another one finds within a tenth of the budget."""
    lines = []
    for c in here:
        for p, r in sorted(table[c].items(), key=str):
            if c != default and found(r) and r["found_s"] <= budget / 10 \
                    and p in table[default] and not found(table[default][p]):
                lines.append(f"- {label(p)}: {r['kind']}, by {c} after "
                             f"{seconds(r['found_s'])} s")
    return [f"Found by another within {budget / 10:g} s, and not by {default}: "
            f"{len(lines)}.", *lines, ""]


def documented(table, here):
    """Variants that nobody finds, and kinds that the table does not have."""
    none, odd = [], []
    for v in variants.table():
        tests = [(c, t) for c in here for t in variants.TESTS
                 if (v.library, v.macro, t) in table[c]]
        runs = [table[c][v.library, v.macro, t] for c, t in tests]
        if v.macro and runs and not any(map(found, runs)):
            none.append(f"- {variants.name(v)}: {v.wrong} "
                        f"({', '.join(v.exposed)})")
        for kind, test, c in sorted({(r["kind"], r["test"], r["configuration"])
                                     for r in runs if found(r)}):
            if v.macro and kind not in v.exposed.get(test, ()):
                odd.append(f"- {variants.name(v)} {test}: {kind} ({c})")
    return [f"Variants that nobody finds: {len(none)}.", *none, "",
            f"Failures that are not in variants.md: {len(odd)}.", *odd, ""]


def tables(runs, o):
    """The text, and whether a correct library has a bug."""
    here, table = order(runs, o), by_configuration(runs)
    default = o.default if o.default in here else here[0]
    false = [f"- {label(pair_of(r))}: {r['kind']} ({r['configuration']})"
             for r in runs if found(r) and not r["variant"]]
    errors = [f"- {label(pair_of(r))}: {r['error']} ({r['configuration']})"
              for r in runs if r["verdict"] == "error"]
    lines = ["# Three thread libraries, their bugs, and who finds them", "",
             f"{runs[-1]['scarp'].partition(',')[0]}, {datetime.date.today()}, "
             f"{machine()}, {o.budget:g} s a run.", "",
             *bugs_per_test(runs, here),
             *spaces(table, default, "icb"), *speed(table, here),
             *ratios(table, here, default)]
    if "everywhere" in here and default != "everywhere":
        lines += only_one(table, default, "everywhere")
    lines += missed(table, here, default, o.budget)
    lines += documented(table, here)
    lines += [f"Bugs in the libraries as they are: {len(false)}.", *false, ""]
    lines += [f"Runs without a result: {len(errors)}.", *errors, ""]
    return "\n".join(lines), bool(false)


# --- curves -------------------------------------------------------------------

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 400, 50, 120, 30, 45


def curve(title, budget, here, times):
    """How many of times[configuration] are at most t, over t, as SVG."""
    low, most = 0.001, max([1] + [len(t) for t in times.values()])
    high = max(10 * low, 1.1 * budget)

    def x(t):
        share = math.log(max(t, low) / low) / math.log(high / low)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(n):
        return HEIGHT - BOTTOM - n / most * (HEIGHT - TOP - BOTTOM)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" '
           f'height="{HEIGHT}" font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
           f'<text x="{LEFT}" y="18" font-size="14">{title}</text>']
    step = max(1, 10 ** int(math.log10(most)) // 2)
    while most / step > 8:
        step *= 2
    for n in range(0, most + 1, step):
        out.append(f'<path d="M{LEFT} {y(n):.1f}H{WIDTH - RIGHT}" '
                   'stroke="#dddddd"/>'
                   f'<text x="{LEFT - 6}" y="{y(n) + 4:.1f}" '
                   f'text-anchor="end">{n}</text>')
    t = low
    while t <= high:
        out.append(f'<path d="M{x(t):.1f} {TOP}V{HEIGHT - BOTTOM}" '
                   'stroke="#dddddd"/>'
                   f'<text x="{x(t):.1f}" y="{HEIGHT - BOTTOM + 16}" '
                   f'text-anchor="middle">{t:g}</text>')
        t *= 10
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" '
               f'y="{HEIGHT - 8}" text-anchor="middle">processor seconds'
               '</text>')
    names = []
    for c in here:
        path, n = f"M{LEFT} {y(0):.1f}", 0
        for t in sorted(times[c]):
            n += 1
            path += f"H{x(t):.1f}V{y(n):.1f}"
        out.append(f'<path d="{path}H{x(high):.1f}" fill="none" '
                   f'stroke-width="1.8" stroke="{COLOURS[c]}"/>')
        names.append((y(n), c, n))
    at = -math.inf
    for height, c, n in sorted(names):
        at = max(height, at + 15)
        out.append(f'<text x="{WIDTH - RIGHT + 6}" y="{at + 4:.1f}" '
                   f'fill="{COLOURS[c]}">{c} ({n})</text>')
    return "\n".join(out + ["</svg>", ""])


def curves(runs, o):
    """File name -> SVG."""
    here = order(runs, o)
    bugs, verified = ({c: [] for c in here} for _ in range(2))
    for r in runs:
        if found(r):
            bugs[r["configuration"]].append(r["found_s"])
        elif r["verdict"] == "verified":
            verified[r["configuration"]].append(r["cpu_s"])
    return {"found.svg": curve("bugs found", o.budget, here, bugs),
            "verified.svg": curve("pairs verified", o.budget, here, verified)}
