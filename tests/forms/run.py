#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Forms of memory access, compiled by `scarp cc`: is each one announced?

  run.py --scarp build/bin/scarp --compiler gcc
  run.py --scarp build/bin/scarp --compiler gcc --flags=-O2 --variant static

The objects are linked with the announcing runtime (announce.c) in place of
scarp's, run under valgrind, and judged (judge.py, steps.py).  What exceptions.txt
lists must be found, and nothing else.  Without --flags and --variant, one fixed
configuration is looked at, and with SCARP_TEST_FULL=1 in the environment all of
them.  With --off NAME, the compiler's plugin is left out, and the form NAME, the
only one looked at, must be found: the test can fail.

Exit: 0 as expected, 1 not, 77 valgrind or the compiler is not installed.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

import judge
import source

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLE = [('-O1', 'extern')]
ALL = [(flags, variant) for flags in ('-O0', '-O1', '-O2', '-O3', '-O3 -mavx2')
       for variant in ('extern', 'static')]


def exceptions(family):
    """Forms that are known not to be announced, and why."""
    out = {}
    with open(os.path.join(HERE, 'exceptions.txt'), encoding='utf-8') as f:
        for line in f:
            words = line.split(None, 2)
            if words and not line.startswith('#') and words[0] == family:
                out[words[1]] = words[2].strip()
    return out


def call(*command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit('failed: ' + ' '.join(command) + '\n' +
                         done.stdout[-2000:] + done.stderr[-6000:])


def build(args, family, cxx, work):
    """Compiles the table; returns the program and its number of forms."""
    name = 'cxx' if cxx else 'c'
    text, forms = source.program(
        os.path.join(HERE, name + '.forms'), f'prelude_{name}.h', cxx,
        args.variant, family, args.off)
    if forms == 0:
        return None, 0
    path = os.path.join(work, 'forms.' + ('cc' if cxx else 'c'))
    with open(path, 'w', encoding='utf-8') as f:
        f.write(text)
    flags = ['-w', '-fno-pie', '-I' + HERE, '--keep-O', '--compiler',
             args.compiler, *args.flags.split()]
    if args.off:
        flags.append('--no-plugin')
    exe = os.path.join(work, name)
    runtime = os.path.join(work, 'announce.so')
    call(args.scarp, 'cc', *flags, '-c', os.path.join(HERE, 'callee.c'), '-o',
         exe + '-callee.o')
    if cxx:
        call(args.scarp, 'c++', *flags, '-std=c++20', '-c', path, '-o',
             exe + '.o')
    else:
        call(args.scarp, 'cc', *flags, '-c', path, '-o', exe + '.o')
    call('gcc', '-shared', '-fPIC', '-O1', '-w', '-fno-builtin', '-o', runtime,
         os.path.join(HERE, 'announce.c'))
    call('g++' if cxx else 'gcc', '-no-pie', exe + '.o', exe + '-callee.o',
         # valgrind 3.19 cannot read all of clang's debug information.
         runtime, '-Wl,-rpath,' + work, '-Wl,-S', '-o', exe)
    return exe, forms


def look(exe):
    """Runs it under valgrind, and judges."""
    log, trace = exe + '.log', exe + '.trace'
    call('valgrind', '--tool=lackey', '--trace-mem=yes', '--basic-counts=no',
         '--vex-iropt-level=0', '--log-file=' + trace, exe, log)
    found = judge.judge(exe, log, trace)
    os.unlink(trace)
    return found


def examine(args, family, work):
    """One configuration: builds both tables, prints, returns the exit code."""
    known = exceptions(family)
    missed, uneven, total, looked_at = {}, {}, 0, 0
    for cxx in (False, True):
        exe, forms = build(args, family, cxx, work)
        if not exe:
            continue
        found, steps, accesses = look(exe)
        for form, *place in steps:
            uneven.setdefault(form, []).append(tuple(place))
        total += forms
        looked_at += accesses
        for form, *place in found:
            missed.setdefault(form, []).append(tuple(place))
    print(f'{args.compiler} {args.flags} {args.variant}: {total} forms, '
          f'{looked_at} accesses to shared memory, {len(missed)} forms with '
          'an access that nothing announced')
    if args.off:
        print(' '.join(sorted({*missed, *uneven})))
        if args.off not in missed and args.off not in uneven:
            print(f'{args.off} should be one of them: this test cannot fail')
        return int(args.off not in missed and args.off not in uneven)
    for form, places in missed.items():
        if form in known:
            continue
        ordinary = {place[1:] for place in places if not place[0]}
        for strict, what, n, function, pc in places:
            if strict and (what, n, function, pc) in ordinary:
                continue
            print(f'{form}: {what} of {n} bytes in {function} ({pc:#x}) is '
                  'not announced' +
                  (' since threads could be switched' if strict else ''))
    for form, places in uneven.items():
        if form in known:
            continue
        for what, n, function, pc in places:
            print(f'{form}: an access of {n} bytes in {function} ({pc:#x}) '
                  f'is {what}: steps.py')
    for form, why in known.items():
        if form not in missed:
            print(f'{form} is announced, but exceptions.txt says: {why}')
    return int(set(missed) != set(known) or not set(uneven) <= set(known))


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--scarp', required=True)
    p.add_argument('--compiler', default='gcc')
    p.add_argument('--flags')
    p.add_argument('--variant', choices=('extern', 'static'))
    p.add_argument('--off', metavar='FORM')
    p.add_argument('--keep', metavar='FOLDER', help='leave the files here')
    args = p.parse_args()
    args.scarp = os.path.abspath(args.scarp)
    for tool in ('valgrind', args.compiler):
        if not shutil.which(tool):
            print(f'skipped: {tool} is not installed '
                  '(sh tools/deps.sh --check installs what tests use)')
            return 77
    family = 'clang' if 'clang' in args.compiler else 'gcc'
    full = os.environ.get('SCARP_TEST_FULL') == '1' and not args.off
    todo = ALL if full else SAMPLE
    if args.flags or args.variant:
        todo = [(args.flags or '-O1', args.variant or 'extern')]
    work = os.path.abspath(
        args.keep or tempfile.mkdtemp(prefix='scarp-forms.'))
    os.makedirs(work, exist_ok=True)
    failed = 0
    try:
        for args.flags, args.variant in todo:
            failed |= examine(args, family, work)
    finally:
        if not args.keep:
            shutil.rmtree(work)
    return failed


if __name__ == '__main__':
    sys.exit(main())
