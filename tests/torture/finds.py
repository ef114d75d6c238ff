#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""finds.py - torture.py finds what it is there to find

A script stands where scarp does: it refuses one file, warns of another and takes
its time for a third.  The files and their flags are those of a
compile_commands.json, in both of its forms; one of them no compiler takes.
"""
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FALSE_SCARP = '''#!/bin/sh
shift 3 # cc --compiler gcc
case $* in
*refused.c*) echo "refused.c:1:1: error: not this one" >&2; exit 1 ;;
*warns.c*) echo "warns.c:1:1: warning: of nothing" >&2 ;;
*slow.c*) (ulimit -t 3; while :; do :; done) ;;
esac
exec gcc "$@"
'''


def main():
    with tempfile.TemporaryDirectory(prefix='scarp-torture.') as work:
        scarp = os.path.join(work, 'scarp')
        with open(scarp, 'w') as f:
            f.write(FALSE_SCARP)
        os.chmod(scarp, 0o755)
        entries = []
        for name in ('taken', 'refused', 'warns', 'slow', 'invalid'):
            path = os.path.join(work, name + '.c')
            with open(path, 'w') as f:
                f.write('int x = NEEDED;\n' if name != 'invalid' else 'int x = ;\n')
            entry = {'directory': work, 'file': name + '.c'}
            if name == 'taken':
                entry['command'] = f'gcc -O3 -g -DNEEDED=1 -MF d -c {name}.c -o {name}.o'
            else:
                entry['arguments'] = ['gcc', '-Werror', '-DNEEDED=1', '-c', name + '.c']
            entries.append(entry)
        commands = os.path.join(work, 'compile_commands.json')
        with open(commands, 'w') as f:
            json.dump(entries, f)
        done = subprocess.run(
            [sys.executable, os.path.join(HERE, 'torture.py'), '--scarp', scarp, '--warnings',
             '--slow', '5', '--commands', commands], capture_output=True, text=True)
    wanted = ['1 not valid', '1 refused', '1 slow', '1 warned of more', '3 accepted', '; 3 lines',
              'refused: error: not this one', 'warns: error: ', 'slow: error: ']
    missing = [w for w in wanted if w not in done.stdout]
    if missing or done.returncode != 1:
        print(f'FAILED: exit {done.returncode}, not said: {missing}\n{done.stdout}{done.stderr}')
        return 1
    print('1 passed, 0 failed')
    return 0


if __name__ == '__main__':
    sys.exit(main())
