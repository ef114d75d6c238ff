#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does `scarp cc` accept what the compiler accepts, and does it do the same?

  torture.py --scarp build/bin/scarp --compiler clang --flags=-O1 FOLDER...
  torture.py --scarp build/bin/scarp --run --flags=-O0 FOLDER...
  torture.py --scarp build/bin/scarp --commands compile_commands.json

Every C and C++ file in the folders is compiled by `scarp cc`, and where that fails
by the compiler with the same flags: if it succeeds, the file was refused.  A file's
own `dg-options` are added.  With --commands, the files and flags are those that
CMake or another tool wrote down.

With --warnings, files keep the flags of their own that ask for warnings, and what
`scarp cc` warns of must be what the compiler warns of: another warning ends a build
with -Werror.  With --slow N, what takes `scarp cc` more than N times the compiler's
processor time, and more than 2 seconds, is found, too.

With --run, each file that has a main is linked, too, by both, and run: what ends
with 0 must end so, and print the same, when `scarp cc` built it, and `scarp check`
must not find anything else (one thread: one execution).  --no-check leaves the last
part out.

--keep-O leaves -O2 and -O3 to scarp cc, too, which makes -O1 of them otherwise.
--each N takes every Nth file, --from K begins at the Kth.  What was refused, or
differs, goes to the file of --log with the compiler's first error, and a summary to
stdout.  Exit: 0 nothing, 1 something, 77 the compiler is not installed.
"""
import argparse
import collections
import json
import os
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

C, CXX = ('.c', '.i'), ('.cc', '.cpp', '.C', '.cxx', '.ii')
# What would make something else than an object, or say more than errors.
DROPPED = re.compile(
    r'-f(dump|opt-info|sched-verbose|syntax-only|lto|save-opt|stack-usage|diagnostics|'
    r'compare-debug|analyzer|sanitize|plugin|callgraph-info|profile|auto-profile|branch-prob)|'
    r'-(E|S|c|M\w*|save-temps|dA|dp|dP|o|v|Q|wrapper|aux-info|dumpdir|static)\b|'
    r'-(pedantic-errors|W)')


def files(folders):
    for folder in folders:
        if os.path.isfile(folder):
            yield os.path.abspath(folder)
        for path, below, names in os.walk(os.path.abspath(folder)):
            below.sort()
            for name in sorted(names):
                if name.endswith(C + CXX):
                    yield os.path.join(path, name)


def own_options(text):
    """Those of dg-options lines that hold for every target."""
    out = []
    for words in re.findall(r'dg-(?:additional-)?options\s+(?:"([^"]*)"|\{([^{}]*)\})\s*\}', text):
        out += (words[0] or words[1]).split()
    return [word for word in out if not DROPPED.match(word) and
            not re.match(r'-O|-m32|-mx32', word)]


def warnings(text):
    """With their places; the same one in a header is one."""
    return set(re.findall(r'^(\S+:\d+:\d+: warning: .*)', text, re.M))


class Torture:
    def __init__(self, args, work):
        self.args, self.work = args, work
        self.count = collections.Counter()
        self.found = collections.defaultdict(list)
        self.log = open(args.log, 'w', encoding='utf-8') if args.log else None

    def spent(self):
        """Processor time of all that was called so far."""
        use = resource.getrusage(resource.RUSAGE_CHILDREN)
        return use.ru_utime + use.ru_stime

    def limit(self):
        resource.setrlimit(resource.RLIMIT_CPU, (self.args.seconds, self.args.seconds))

    def call(self, command, seconds, cwd=None):
        """(exit status, output, errors); 124: it took too long."""
        try:
            done = subprocess.run(
                command, cwd=cwd or self.work, stdin=subprocess.DEVNULL, capture_output=True,
                timeout=20 * seconds, preexec_fn=self.limit)
        except subprocess.TimeoutExpired:
            return 124, b'', 'too slow'
        return done.returncode, done.stdout, done.stderr.decode(errors='replace')

    def drivers(self, path):
        cxx = path.endswith(CXX)
        plain = self.args.compiler
        if cxx:
            plain = plain.replace('clang', 'clang++').replace('gcc', 'g++')
        return ([plain], [self.args.scarp, 'c++' if cxx else 'cc',
                          '--compiler', self.args.compiler] +
                ['--keep-O'] * self.args.keep_O)

    def tell(self, what, path, text):
        first = [line for line in text.splitlines()
                 if re.search(r'error|undefined|internal|Assert|rror:', line)]
        said = (first or text.splitlines() or [''])[0]
        key = what + ': ' + re.sub(r"^.*?(error:)|'[^']*'|‘[^’]*’|\d+", r'\1', said)[:110]
        self.found[key].append(path)
        if self.log:
            self.log.write(f'{what}\t{path}\t{said}\n')
            self.log.flush()

    def compiles(self, path, flags, cwd=None):
        plain, scarp = self.drivers(path)
        quiet = [] if self.args.warnings else ['-w']
        rest = [*flags, *quiet, '-c', path, '-o', os.path.join(self.work, 'out.o')]
        start = self.spent()
        status, _, errors = self.call(scarp + rest, self.args.seconds, cwd)
        took = self.spent() - start
        if status == 0:
            self.count['accepted'] += 1
            self.compare(path, plain + rest, took, warnings(errors), cwd)
            return True
        if self.call(plain + rest, self.args.seconds, cwd)[0] != 0:
            self.count['not valid'] += 1
            return False
        self.count['refused'] += 1
        self.tell('refused', path, errors)
        return False

    def compare(self, path, plain, took, warned, cwd):
        """What was accepted: at what price, and with what to say?"""
        slow = self.args.slow and took > 2
        if not slow and not (self.args.warnings and warned):
            return
        start = self.spent()
        _, _, errors = self.call(plain, self.args.seconds, cwd)
        alone = self.spent() - start
        if slow and took > self.args.slow * alone:
            self.count['slow'] += 1
            self.tell('slow', path, f'error: {took:.1f} s instead of {alone:.1f}')
        more = warned - warnings(errors) if self.args.warnings else None
        if more:
            self.count['warned of more'] += 1
            self.tell('warns', path, 'error: ' + min(more))

    def runs(self, path, flags):
        plain, scarp = self.drivers(path)
        one, two = (os.path.join(self.work, name) for name in ('plain', 'ours'))
        rest = [*flags, '-w', path, '-lm', '-pthread', '-o']
        if self.call(plain + rest + [one], self.args.seconds)[0] != 0:
            self.count['not valid'] += 1
            return
        status, output, _ = self.call([one], 10)
        if status != 0:
            self.count['fails natively'] += 1
            return
        status, _, errors = self.call(scarp + rest + [two], self.args.seconds)
        if status != 0:
            self.count['refused'] += 1
            self.tell('refused', path, errors)
            return
        status, ours, _ = self.call([two], 20)
        if status != 0 or ours != output:
            self.count['differs'] += 1
            self.tell('differs', path, f'error: exit {status} natively')
            return
        self.count['the same'] += 1
        if self.args.no_check:
            return
        status, said, errors = self.call(
            [self.args.scarp, 'check', '--budget', '5s', '--out',
             os.path.join(self.work, 'out'), two], 30)
        said = said.decode(errors='replace')
        shutil.rmtree(os.path.join(self.work, 'out'), ignore_errors=True)
        self.count['checked'] += 1
        if status not in (0, 4):
            self.count['check fails'] += 1
            self.tell('check', path, f'error: {status} ' + (said + errors).replace('\n', ' | ')[:300])
        else:
            for name in re.findall(r'^\s+(?:hole|scope) (\w+)|^(\w+):', said, re.M):
                self.count['says ' + (name[0] or name[1])] += 1

    def dropped(self):
        """Levels are ours to choose, and no warning is an error."""
        kept = 'Werror|Wp,' if self.args.warnings else 'W'
        return rf'-(O|{kept}|M\w*$|flto|g)'

    def commands(self, path):
        """[(file, flags, folder)] of a compile_commands.json."""
        for entry in json.load(open(path, encoding='utf-8')):
            words = entry.get('arguments') or shlex.split(entry['command'])
            flags, skip = [], True
            for word in words:
                if skip:
                    skip = False
                elif word in ('-o', '-MF', '-MT', '-MQ'):
                    skip = True
                elif word not in ('-c', entry['file']) and not re.match(
                        self.dropped(), word) and not (
                        word.endswith(C + CXX) and not word.startswith('-')):
                    flags.append(word)
            yield (os.path.join(entry['directory'], entry['file']), flags,
                   entry['directory'])

    def all(self):
        args, lines, start = self.args, 0, time.time()
        if args.commands:
            todo = list(self.commands(args.commands))
        else:
            todo = [(path, None, None) for path in files(args.folder)]
        for path, flags, cwd in todo[args.begin::args.each]:
            if not path.endswith(C + CXX) or (args.only and not re.search(args.only, path)):
                continue
            with open(path, encoding='utf-8', errors='replace') as f:
                text = f.read()
            more = flags if flags is not None else [
                *own_options(text), '-I' + os.path.dirname(path)]
            more = args.flags.split() + more
            if args.run:
                if re.search(r'\bmain\s*\(', text):
                    self.runs(path, more)
            elif self.compiles(path, more, cwd):
                lines += text.count('\n')
            if args.stop and time.time() - start > args.stop:
                print('stopped at', path)
                break
        print(f'{args.compiler} {args.flags}: ' + ', '.join(
            f'{n} {what}' for what, n in sorted(self.count.items())) +
            f'; {lines} lines; {time.time() - start:.0f} s')
        for key, paths in sorted(self.found.items(), key=lambda x: -len(x[1])):
            print(f'{len(paths):5} {key}\n      {paths[0]}')
        return bool(self.found) or (args.all_valid and self.count['not valid'] > 0)


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--scarp', required=True)
    p.add_argument('--compiler', default='gcc')
    p.add_argument('--flags', default='-O1')
    p.add_argument('--keep-O', action='store_true', dest='keep_O')
    p.add_argument('--run', action='store_true')
    p.add_argument('--no-check', action='store_true')
    p.add_argument('--warnings', action='store_true')
    p.add_argument('--slow', type=float, metavar='TIMES')
    p.add_argument('--all-valid', action='store_true', help='the compiler has to take all')
    p.add_argument('--commands')
    p.add_argument('--log')
    p.add_argument('--only', metavar='PATTERN')
    p.add_argument('--each', type=int, default=1)
    p.add_argument('--from', type=int, default=0, dest='begin')
    p.add_argument('--seconds', type=int, default=20, help='processor time of one command')
    p.add_argument('--stop', type=int, metavar='SECONDS', help='begin no file later')
    p.add_argument('folder', nargs='*')
    args = p.parse_args()
    args.scarp = os.path.abspath(args.scarp)
    args.log = args.log and os.path.abspath(args.log)
    if not shutil.which(args.compiler):
        print(f'skipped: {args.compiler} is not installed')
        return 77
    work = tempfile.mkdtemp(prefix='scarp-torture.')
    try:
        return int(Torture(args, work).all())
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == '__main__':
    sys.exit(main())
