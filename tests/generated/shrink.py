# SPDX-License-Identifier: MIT
"""shrink.py - the small program that still disagrees

Takes statements, blocks and threads out of a program as long as the same sort
of disagreement stays; what would have a deadlock is left alone.
"""
import copy

import blocks
import explore
import program as programs


def lists(program):
    """Every list of statements, outer ones first."""
    todo = [t.body for t in program.threads]
    while todo:
        body = todo.pop(0)
        yield body
        for s in body:
            todo += s.bodies


def without_thread(program, number):
    """Without the last thread, if nobody needs it."""
    if number != len(program.threads) - 1 or number < 2 or any(t.parent == number for t in program.threads):
        return None
    p = copy.deepcopy(program)
    p.threads.pop()
    for body in lists(p):
        body[:] = [s for s in body if not (isinstance(s, (blocks.Spawn, blocks.Join)) and s.child == number)]
    for name in p.names("barrier"):
        count = int(p.shared[name].init[0]) - 1
        p.shared[name].init = (str(count), count)
    return p


def smaller(program):
    """Programs with a piece less, large pieces first."""
    yield without_thread(program, len(program.threads) - 1)
    p = copy.deepcopy(program)
    for body in lists(p):
        body[:] = [s for s in body if not isinstance(s, blocks.Meet)]
    if any(isinstance(s, blocks.Meet) for s in program.statements()):
        yield p
    for t in program.threads:
        if t.style == "copy" or t.place != "global" or t.leaves != "return":
            p = copy.deepcopy(program)
            p.threads[t.number].style, p.threads[t.number].place = "frame", "global"
            p.threads[t.number].leaves = "return"
            yield p
    for n, body in enumerate(lists(program)):
        for i in reversed(range(len(body))):
            if isinstance(body[i], (blocks.Spawn, blocks.Join, blocks.Meet)):
                continue
            p = copy.deepcopy(program)
            del list(lists(p))[n][i]
            yield p
            if body[i].soft:
                p = copy.deepcopy(program)
                place = list(lists(p))[n]
                place[i:i + 1] = place[i].bodies[0]
                yield p


def shrink(program, disagrees, tries):
    """The smallest found by so many tries; disagrees(program, Outcome, exact?)"""
    again = True
    while again and tries > 0:
        again = False
        for p in smaller(program):
            if p is None or tries <= 0:
                continue
            try:
                programs.prune(p)
                found, exact = programs.outcomes(p)
            except (explore.TooLarge, ValueError):
                continue
            if found.deadlocks:
                continue
            tries -= 1
            if disagrees(p, found, exact):
                program, again = p, True
                break
    return program
