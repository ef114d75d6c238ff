#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""covered.py - what Landslide's substitute for sleep sets does as printed

Blum, Practical Concurrency Testing (2018), 3.4.2: every two transitions of two
threads that conflict are reversed, unless only transitions that are independent of
the second lie between and a place where its thread was explored already.  Run by
nothing but its own words, it loses a trace, and does not spare the two branches that
it is explained with: it looks at the transition that is reversed, not at the next one
of its thread, and knows an order by memory only between two that conflict.  That is
why classic-covered (src/search/reduce/classic.c) has two conditions more.
"""
import sys

sys.dont_write_bytecode = True
from classic import depend  # noqa: E402
from first_discovery import State, all_traces, trace  # noqa: E402


def covered(events, explored, i, j):
    """Was what event j's thread begins before event i explored beside an earlier one?"""
    for k in reversed(range(i)):
        if depend(events[k], events[j]):
            return False
        if events[j][0] in explored[k]:
            return True
    return False


def search(program, check):
    """Executions, and how many traces they are.  No operation may wait."""
    schedule, tagged, explored, traces, preferred, count = [], [], [], set(), 0, 0
    while True:
        state = State(program, schedule)
        while enabled := state.enabled():
            last = schedule[-1] if schedule else 0
            t = next(t for t in (last, preferred, *enabled) if t in enabled)
            tagged.append({t})
            explored.append(set())
            schedule.append(t)
            state.step(t)
        count += 1
        traces.add(trace(program, schedule))
        state = State(program)
        events = [(t, state.step(t)) for t in schedule]
        for j in range(len(events)):
            for i in range(j):
                if events[i][0] != events[j][0] and depend(events[i], events[j]) and \
                        not (check and covered(events, explored, i, j)):
                    tagged[i].add(events[j][0])
        while schedule:
            explored[-1].add(schedule.pop())
            if left := tagged[-1] - explored[-1]:
                preferred = min(left)
                schedule.append(preferred)
                break
            tagged.pop()
            explored.pop()
        if not schedule:
            return count, len(traces)


INCREMENT = [("read", "x"), ("write", "x", 1)]
CROSSED = [[("write", "y", 1), ("write", "x", 1)], [("read", "y"), ("write", "x", 2)]]

for program, check, expected in (
        ([INCREMENT, INCREMENT], False, (6, 4)), ([INCREMENT, INCREMENT], True, (6, 4)),
        (CROSSED, False, (6, 4)), (CROSSED, True, (3, 3))):  # of four
    if len(all_traces(program)) != 4 or search(program, check) != expected:
        sys.exit(f"{program}, check {check}: {search(program, check)}")
