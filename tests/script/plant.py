# SPDX-License-Identifier: MIT
"""Writes a copy of one source with a fault in it, to see the tests fail.

    plant.py NAME SOURCE-DIRECTORY OUTPUT
    plant.py --list                       name, file and test of each fault

A text that is not found exactly once is an error: the list follows the code."""
import sys

DFS = "strategy/dfs.c"
FAULTS = [
    ("branch_skipped", DFS, "script", "fits = push_thread(d, view, t, 0);",
     "fits = left == 0 || push_thread(d, view, t, 0);"),
    ("alternatives_ignored", DFS, "script",
     "fits = fits && push_thread(d, view, first, 1);", ""),
    ("alternative_zero", DFS, "script", "0, 1, run->next};", "0, 1, 0};"),
    ("gaps_filled", DFS, "script", "p->offer[i - 1] + 1 == p->offer[i]",
     "p->offer[i - 1] < p->offer[i]"),
    ("order_from_zero", DFS, "script", "enabled_from(view, view->last)",
     "enabled_from(view, 0)"),
    ("order_backwards", DFS, "script", "t = (t ? t : view->threads) - 1;",
     "t = (tid)(t + 1 == view->threads ? 0 : t + 1);"),
    ("shared_too_long", DFS, "script", "made < step ? made : step}",
     "made < step ? made : step + 1}"),
    ("keep_always", DFS, "script",
     "choice->keep = d->top != d->bottom && d->top->step == step;", ""),
    ("keep_never", DFS, "script", "c.keep = 1;", ""),
    ("open_execution_twice", DFS, "script", "d->top = d->begun;", ""),
    ("open_execution_lost", DFS, "script", "d->open, 0};", "0, 0};"),
    ("saved_too_short", DFS, "script", "h.length = top->step;",
     "h.length = top->step ? top->step - 1 : 0;"),
    ("split_keeps_branch", DFS, "script", "if (--run->end == run->next)",
     "if (run->end - 1 == run->next)"),
    ("split_of_open_execution", DFS, "script",
     "if ((d->open ? d->begun : d->top) == d->bottom)",
     "if (d->top == d->bottom)"),
    ("cut_is_exhausted", "search.c", "script", "s->cut = true;", ""),
    ("stride_ignored", "search.c", "script", "s->ended * s->config.stride",
     "s->ended"),
    ("seed_without_number", "strategy/random.c", "seam",
     "rng_seed(&r->rng, r->seed, index);", "rng_seed(&r->rng, r->seed, 0);"),
    ("random_biased", "strategy/random.c", "random",
     "rng_below(&r->rng, view->enabled)",
     "rng_below(&r->rng, 64u * view->enabled + 1) % view->enabled"),
    ("random_by_options", "strategy/random.c", "random",
     "p->offers == 1 ? 0 : rng_below(&r->rng, p->offers)",
     "p->offers == 1 ? 0 : rng_below(&r->rng, p->offers) / 2"),
    ("pct_no_change_points", "strategy/pct.c", "pct",
     "p->points = p->depth - 1;", "p->points = 0;"),
    ("pct_one_step_late", "strategy/pct.c", "pct",
     "step = 1 + rng_below(&p->rng, k)", "step = 2 + rng_below(&p->rng, k)"),
    ("pct_same_priority", "strategy/pct.c", "pct",
     "(struct point){step, i + 1}", "(struct point){step, 1}"),
    ("pct_never_gives_way", "strategy/pct.c", "seam",
     "if (gives_way(pending->kind, c.alternative))", "if (0)"),
    ("pct_learns_from_cut", "strategy/pct.c", "seam",
     "outcome->kind != OUTCOME_STOPPED", "1"),
    ("replay_follows_anything", "strategy/replay.c", "seam",
     "return offers(view, c) ? c : choice_stop(STOP_CANNOT_FOLLOW);",
     "return c;"),
    ("replay_goes_on", "strategy/replay.c", "seam",
     "if (view->enabled > 1 || view->thread[c.thread].offers > 1)", "if (0)"),
]

if sys.argv[1:] == ["--list"]:
    print(";".join(" ".join(f[:3]) for f in FAULTS), end="")
else:
    name, directory, output = sys.argv[1:]
    _, path, _, old, new = next(f for f in FAULTS if f[0] == name)
    text = open(f"{directory}/{path}").read()
    if text.count(old) != 1:
        sys.exit(f"fault '{name}': its text occurs {text.count(old)} times in '{path}'")
    with open(output, "w") as f:
        f.write(text.replace(old, new))
