# SPDX-License-Identifier: MIT
"""Writes a copy of one source with a fault in it, to see the tests fail.

    plant.py NAME SOURCE-DIRECTORY OUTPUT
    plant.py --list                       name, file and test of each fault

A text that is not found exactly once is an error: the list follows the code."""
import sys

DFS = "strategy/dfs.c"
SOURCE, COARSE, OPTIMAL, AGAIN = ("reduce_reduce=source", "reduce_reduce=optimal", "reduce_reduce=optimal,single",
                                  "reduce_reduce=optimal,single,abandon")
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
    ("open_execution_lost", DFS, "script", "(d->bottom - top), d->open,",
     "(d->bottom - top), 0,"),
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
    ("half_a_child_behind", "estimate.c", "estimate", "node->finished++;", "if (node->finished == 0)\n\t\tnode->finished++;"),
    ("open_counts_as_made", "estimate.c", "estimate", "double part = !e->open,", "double part = 1,"),
    ("siblings_cost_nothing", "estimate.c", "estimate", "children / (node->finished + made);", "1;"),
    ("children_of_a_node_of_before", "estimate.c", "estimate", "if (e->executions && node->step <= e->from)",
     "if (0)"),
    ("costs_at_the_beginning", "estimate.c", "estimate", "e->spent + each * (node->step - e->from);", "e->spent;"),
    ("made_again_counts_twice", "estimate.c", "estimate", "back_to(e, e->from);\n\te->open = true;", ";"),
    ("estimate_loaded_without_time", "estimate.c", "estimate", "e->spent = h.spent;", ";"),
    ("estimate_without_room", "estimate.c", "estimate", "if (e->lost || e->executions == 0", "if (e->executions == 0"),
    ("runs_of_one_only", DFS, "script", "sum += run->end - run->next;", "sum = run->end - run->next;"),
    ("estimate_not_restarted", DFS, "seam", "estimate_restart(&d->estimate);", ""),
    ("estimate_not_made_again", DFS, "script", "estimate_again(&d->estimate);", ""),
    ("estimate_not_loaded", DFS, "script", "if (!estimate_load(\n", "if (0 && !estimate_load(\n"),
    ("done_has_something_left", "reduce/tree.c", SOURCE, "asking->d->done ? 0 : ", ""),
    ("current_is_left", "reduce/source.c", SOURCE, "return sum - 1;", "return sum;"),
    ("current_is_left_of_advice", "reduce/optimal.c", OPTIMAL, "sum -= c.thread == now.thread &&", "sum -= 0 &&"),
    ("dropped_advice_is_left", "reduce/optimal.c", OPTIMAL, "if (!open_at(&d->nodes, i, &c))", "if (0)"),
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
    ("nothing_sleeps", "reduce/nodes.c", SOURCE, "if (choices_depend(&o->footprint, made))", "if (1)"),
    ("nothing_wakes", "reduce/nodes.c", SOURCE, "if (choices_depend(&o->footprint, made))", "if (0)"),
    ("explored_is_awake", "reduce/tree.c", SOURCE, "if (step < d->history.count)", "if (0)"),
    ("pending_has_no_races", "reduce/tree.c", SOURCE, "races_pending(&r, outcome, d->redundant);", ";"),
    ("pending_of_a_stop_has_none", "reduce/tree.c", SOURCE, "if (d->redundant ||", "if ("),
    ("unlock_ends_the_search", "reduce/races.c", SOURCE, "look_back(r, i, &a);", ";"),
    ("freed_elsewhere", "reduce/races.c", SOURCE, "freed_between(r, i, a, w) ? -1 : 0", "0"),
    ("only_new_races_ask", "reduce/source.c", SOURCE, "d->known = 0;", ";"),
    ("only_new_thread_asked", "reduce/source.c", SOURCE, "waiting_at(n, i, first == TID_NONE ? a->thread : first)",
     "waiting_at(n, i, a->thread)"),
    ("alternatives_do_not_race", "reduce/optimal.c", OPTIMAL, "alternatives(o, i);", ";"),
    ("nothing_is_known", "reduce/optimal.c", OPTIMAL, "if (!advice_begins(&a, o->sequence, length, &at))", "if (1)"),
    ("one_alternative_is_all", "reduce/optimal.c", OPTIMAL,
     "++alternatives == waiting_at(n, i, a.thread)->offers", "true"),
    ("new_races_only", "reduce/optimal.c", OPTIMAL, "o->tree.known = 0;", ";"),
    ("guess_is_kept", "reduce/optimal.c", OPTIMAL, "wakeup_settle(&o->wakeup", "if (0) wakeup_settle(&o->wakeup"),
    ("advice_is_one_option", "reduce/optimal.c", OPTIMAL,
     "wakeup_insert(&o->wakeup, i, o->sequence, length);\n}\n\n/* What event",
     "wakeup_insert(&o->wakeup, i, o->sequence, 1);\n}\n\n/* What event"),
    ("later_is_as_it_was", "reduce/optimal.c", COARSE, "if (!o->single)\n\t\treturn NULL;", ""),
    ("advice_lost_when_made_again", "reduce/optimal.c", AGAIN, "wakeup_back(&o->wakeup, i);", ";"),
    ("branch_goes_anywhere", "reduce/wakeup.c", OPTIMAL, "if (!commute(a->footprint, f))", "if (0)"),
    ("same_option_twice", "reduce/wakeup.c", OPTIMAL, "(--length - at) * sizeof *sequence", "0"),
    ("semaphore_always_free", "reduce/races.c", OPTIMAL, "level_without(r, i, a) > 0", "true"),
    ("unlocked_was_free", "reduce/races.c", OPTIMAL, "case OP_file_unlock:\n\t\tcase OP_read:\n\t\t\treturn 0;",
     "case OP_file_unlock:\n\t\tcase OP_read:\n\t\t\treturn 1;"),
    ("arrivals_always_commute", "depend.c", SOURCE, "return transitions_depend(a, b) ||", "return transitions_depend(a, b); return"),
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
