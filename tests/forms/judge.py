# SPDX-License-Identifier: MIT
"""Which bytes did a program touch that nothing announced?

Truth is valgrind's trace: every load and store with its instruction.  Kept are
those of the program's own code to its data, to the heap and to what a form has
shared.  Each byte must have been announced before, in the same form: a store by
a write hook, a load by either.  `strict` forgets what was announced wherever
threads could be switched.  How many accesses an announcement stands for:
steps.py.
"""
import bisect
import collections
import re
import subprocess

import steps


class Log:
    """What the announcing runtime wrote down."""

    def __init__(self, path):
        self.entries = []
        with open(path, encoding='utf-8') as f:
            for line in f:
                kind, first, second = line.split()
                if kind == 'L':
                    self.start, self.size = int(first, 16), int(second)
                elif kind == 'A':
                    self.arena = (int(first, 16),
                                  int(first, 16) + int(second, 16))
                elif kind == 'B':
                    self.entries.append((kind, first, 0))
                else:
                    self.entries.append((kind, int(first, 16), int(second)))


class Image:
    """Sections and functions of the program."""

    def __init__(self, path):
        self.section = {}
        for line in run('readelf', '-SW', path):
            words = line[line.find(']') + 1:].split()
            if line.startswith('  [') and len(words) > 5 and \
                    words[0].startswith('.'):
                start, size = int(words[2], 16), int(words[4], 16)
                self.section[words[0]] = (start, start + size)
        self.symbols = sorted(
            (int(words[0], 16), words[2])
            for words in (line.split(None, 2) for line in run('nm', '-C', path))
            if len(words) == 3 and len(words[0]) == 16)
        self.starts = [s[0] for s in self.symbols]
        self.locked = {
            int(line.partition(':')[0], 16)
            for line in run('objdump', '-d', '--no-show-raw-insn', path)
            if re.match(r'\s+[0-9a-f]+:\t(lock|xchg)\b', line)}

    def function(self, pc):
        at = bisect.bisect_right(self.starts, pc) - 1
        return self.symbols[at][1] if at >= 0 else '?'


class Rule:
    """What is announced now, and what was found."""

    def __init__(self, strict):
        self.strict = strict
        self.found = collections.OrderedDict()  # form: {(what, pc): bytes}
        self.forget()

    def forget(self):
        self.read, self.write = set(), set()

    def touch(self, form, what, pc, touched):
        missing = [b for b in touched if b not in self.write and
                   (what == 'store' or b not in self.read)]
        if missing:
            self.found.setdefault(form, {})[(what, pc)] = len(missing)


def run(*command):
    return subprocess.run(command, check=True, capture_output=True,
                          text=True).stdout.split('\n')


def judge(exe, log_path, trace_path):
    """[(form, strict, what, bytes, function, pc)] of what was not announced,
    [(form, what, bytes, function, pc)] of steps, and the accesses looked at."""
    log, image = Log(log_path), Image(exe)
    text = image.section['.text']
    fixed = [image.section[s] for s in ('.data', '.bss', '.tdata', '.tbss')
             if s in image.section] + [log.arena]
    # The question that loops ask is scarp's own, copied into the executable.
    asked = {at for at, name in image.symbols if name == '__scarp_turns'}
    end = log.start + log.size * len(log.entries)
    rules, step = [Rule(False), Rule(True)], steps.Steps()
    form, shared, pc, seen, accesses = None, [], 0, 0, 0
    with open(trace_path, encoding='utf-8', errors='replace') as trace:
        for line in trace:
            what = line[:2]
            if what == 'I ':
                fetched = line
                continue
            if what not in (' S', ' L', ' M'):
                continue
            address, _, size = line[3:].partition(',')
            address = int(address, 16)
            if log.start <= address < end:
                if what == ' S' and (address - log.start) % log.size == 0:
                    kind, at, n = log.entries[(address - log.start) // log.size]
                    seen += 1
                    if kind in 'BE':
                        form = at if kind == 'B' else None
                        shared = []
                    elif kind == 'X':
                        shared.append((at, at + n))
                    if kind in 'BS':
                        step.forget()
                    elif kind in 'RWrw':
                        step.announce(kind, at, n)
                    for rule in rules:
                        if kind == 'B' or kind == 'S' and rule.strict:
                            rule.forget()
                        elif kind in 'Rr':
                            rule.read.update(range(at, at + n))
                        elif kind in 'Ww':
                            rule.write.update(range(at, at + n))
                continue
            if form is None:
                continue
            pc = int(fetched[3:].partition(',')[0], 16)
            if not text[0] <= pc < text[1]:
                continue
            touched = [b for b in range(address, address + int(size))
                       if any(low <= b < high for low, high in fixed) or
                       any(low <= b < high for low, high in shared)]
            if not touched or address in asked:
                continue
            accesses += 1
            step.touch(form, what[1], pc, touched, pc in image.locked)
            for rule in rules:
                if what in (' L', ' M'):
                    rule.touch(form, 'load', pc, touched)
                if what in (' S', ' M'):
                    rule.touch(form, 'store', pc, touched)
    if seen != len(log.entries):
        raise SystemExit(f'the trace has {seen} log entries of '
                         f'{len(log.entries)}: is it cut?')
    return [(form, rule.strict, what, n, image.function(pc), pc)
            for rule in rules for form, places in rule.found.items()
            for (what, pc), n in places.items()], \
        [(form, what, n, image.function(pc), pc)
         for form, places in step.found.items()
         for (what, pc), n in places.items()], accesses
