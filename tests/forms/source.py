# SPDX-License-Identifier: MIT
"""Turns a table of forms into a program: one function a form.

A form is a name, lines of declarations that start with @, and a body.  The
declared variables are local statics of the function in the variant `static`,
and variables with external linkage in the variant `extern`.
"""
import re

FORM = re.compile(r'(\w+)(?: \((gcc|clang)\))?:$')


class Form:
    def __init__(self, name, only, line):
        self.name, self.only, self.line = name, only, line
        self.shared, self.body = [], []


def read(path):
    """The forms of a table, in order."""
    forms = []
    with open(path, encoding='utf-8') as f:
        for number, line in enumerate(f, 1):
            line = line.rstrip('\n')
            start = FORM.match(line)
            if start:
                forms.append(Form(*start.groups(), number))
            elif line.startswith('\t@ '):
                forms[-1].shared.append(line[3:])
            elif line.startswith('\t'):
                forms[-1].body.append(line[1:])
            elif line and not line.startswith('#'):
                raise SystemExit(f'{path}:{number}: no form: {line}')
    return forms


def c_extern(form):
    """Variables of all forms share one name space: each gets its form's name."""
    shared = re.sub(r'\bstatic ', '', ' '.join(form.shared))
    body = ' '.join(form.body)
    for name in set(re.findall(r'\b(?:g|h|k|b|p|fp|arr|V|U)\b', shared)):
        pattern, new = rf'\b{name}\b', f'{name}_{form.name}'
        shared = re.sub(pattern, new, shared)
        body = re.sub(pattern, new, body)
    return (f'{shared}\n'
            f'static NOINLINE void form_{form.name}(void) {{ {body} }}\n')


def cxx_extern(form):
    shared = re.sub(r'\bstatic ', '', ' '.join(form.shared))
    return (f'namespace of_{form.name} {{ {shared} }}\n'
            f'static NOINLINE void form_{form.name}(void) '
            f'{{ using namespace of_{form.name}; {" ".join(form.body)} }}\n')


def local(form):
    return (f'static NOINLINE void form_{form.name}(void) '
            f'{{ {" ".join(form.shared)} {" ".join(form.body)} }}\n')


def program(table, prelude, cxx, variant, family, name=None):
    """The source, and how many forms are in it: all, or the one of that name."""
    forms = [f for f in read(table) if f.only in (None, family)
             and name in (None, f.name)]
    write = local if variant == 'static' else cxx_extern if cxx else c_extern
    out = [f'#include "{prelude}"\n']
    for form in forms:
        out += [f'#line {form.line} "{table}"\n', write(form)]
    out.append('int main(int argc, char **argv)\n{\n')
    for form in forms:
        out.append(f'\tform_begin("{form.name}"); form_{form.name}(); '
                   'form_end();\n')
    out.append('\tlog_save(argv[1]);\n\treturn 0;\n}\n')
    return ''.join(out), len(forms)
