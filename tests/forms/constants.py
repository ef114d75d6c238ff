#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""constants.py - what compilers fold is a constant with scarp, too

A call of a library function with constant arguments may stand where the
language asks for a constant: compilers know strlen("abc"). Each expression
stands in each context on a line of its own; the lines that the compiler alone
refuses have to be those that scarp cc refuses. What is accepted is then built
and run both ways, and must print the same values.

    tests/forms/constants.py --scarp build/bin/scarp --compiler gcc
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

# Of both languages, by the type of the value.
SIZES = """
strlen("abc")
strlen("ab\\0c")
strcmp("a", "a") + 3
strcmp("abc", "abd") + 9
strncmp("abc", "abd", 2) + 3
strcasecmp("a", "a") + 3
strncasecmp("a", "a", 1) + 3
memcmp("ab", "ab", 2) + 3
memcmp("ab", "ac", 2) + 9
strspn("aab", "a")
strcspn("aab", "b")
strchr("abc", 'b') != 0
strchr("abc", 'b') - "abc"
strrchr("abc", 'b') != 0
strstr("abc", "b") != 0
strpbrk("abc", "b") != 0
index("abc", 'b') != 0
rindex("abc", 'b') != 0
memchr("abc", 'b', 3) != 0
*strchr("abc", 'b')
strnlen("abc", 2)
wcslen(L"abc")
abs(-3)
labs(-3)
llabs(-3)
imaxabs(-3)
ffs(8)
ffsl(8)
ffsll(8)
toascii(200)
isascii(65) + 1
isdigit('3') + 1
isalpha('a') + 1
toupper('a')
printf("abc")
sprintf((char *)0, "abc")
snprintf((char *)0, 0, "abc")
lround(2.5)
llround(2.5)
lrint(2.0)
llrint(2.0)
ilogb(8.0)
isinf(1.0) + 1
isnan(1.0) + 1
finite(1.0) + 1
isfinite(1.0) + 1
isnormal(1.0) + 1
signbit(1.0) + 1
fpclassify(1.0) + 1
isgreater(2.0, 1.0) + 1
(int)sqrt(16.0)
(int)fabs(-3.0)
(int)pow(2.0, 3.0)
__builtin_strlen("abc")
__builtin_popcount(7)
__builtin_ffs(8)
__builtin_clz(8)
__builtin_bswap32(8) != 0
__builtin_abs(-3)
sizeof(malloc(3))
sizeof(strlen("abc"))
__builtin_constant_p(strlen("abc")) + 1
__builtin_choose_expr(1, 3, strlen("abc"))
__builtin_object_size("abc", 0)
""".strip().splitlines()
REALS = """
fabs(-1.5)
fabsf(-1.5f)
fabsl(-1.5L)
sqrt(2.0)
sqrt(-1.0)
sqrtf(2.0f)
cbrt(8.0)
pow(2.0, 0.5)
powf(2.0f, 3.0f)
exp(1.0)
exp2(3.0)
expm1(0.0)
log(2.0)
log2(8.0)
log10(1000.0)
log1p(0.0)
sin(1.0)
cos(1.0)
tan(1.0)
asin(0.5)
acos(0.5)
atan(1.0)
atan2(1.0, 2.0)
sinh(1.0)
cosh(1.0)
tanh(1.0)
tgamma(3.0)
lgamma(3.0)
erf(0.5)
erfc(0.5)
j0(1.0)
hypot(3.0, 4.0)
fmod(5.0, 3.0)
remainder(5.0, 3.0)
drem(5.0, 3.0)
fdim(5.0, 3.0)
fmin(5.0, 3.0)
fmax(5.0, 3.0)
fma(2.0, 3.0, 4.0)
floor(1.5)
ceil(1.5)
trunc(1.5)
round(1.5)
rint(1.5)
nearbyint(1.5)
copysign(1.5, -1.0)
nextafter(1.0, 2.0)
scalbn(1.0, 3)
scalbln(1.0, 3)
ldexp(1.0, 3)
logb(8.0)
significand(8.0)
pow10(2.0)
exp10(2.0)
nan("")
strtod("1.5", 0)
atof("1.5")
__builtin_fabs(-1.5)
__builtin_inf()
creal(1.5)
""".strip().splitlines()

INCLUDES = {
    "c": "#include <ctype.h>\n#include <inttypes.h>\n#include <math.h>\n#include <complex.h>\n"
         "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <strings.h>\n#include <wchar.h>\n",
    "c++": "#include <cctype>\n#include <cinttypes>\n#include <cmath>\n#include <cstdio>\n#include <cstdlib>\n"
           "#include <cstring>\n#include <strings.h>\n#include <cwchar>\nusing namespace std;\n",
}


def of_sizes(language, n, e):
    """The contexts of one expression, each a definition of a line and what prints it."""
    yield f"static long a{n} = (long)({e});", f'printf("%ld\\n", a{n});'
    yield f"static char b{n}[({e})];", f'printf("%d\\n", (int)sizeof b{n});'
    yield f"enum {{ c{n} = ({e}) }};", f'printf("%d\\n", (int)c{n});'
    yield (f"static int d{n}(int i) {{ switch (i) {{ case (int)({e}): return 1; }} return 0; }}",
           f'printf("%d\\n", d{n}(3));')
    yield (f"static long e{n}(void) {{ static const long v = (long)({e}); return v; }}", f'printf("%ld\\n", e{n}());')
    yield f"struct f{n} {{ int f : (int)({e}); }};", f'printf("%d\\n", (int)sizeof(struct f{n}));'
    if language == "c":
        yield f"_Static_assert(({e}) != 77, \"\");", ""
    else:
        yield f"static_assert(({e}) != 77, \"\");", ""
        yield f"constexpr long g{n} = (long)({e});", f'printf("%ld\\n", g{n});'
        yield f"constexpr long h{n}() {{ return (long)({e}); }}", f'printf("%ld\\n", h{n}());'
        yield f"template <long N> struct i{n} {{}}; static i{n}<(long)({e})> j{n};", f'printf("%d\\n", (int)sizeof j{n});'


def of_reals(language, n, e):
    yield f"static double a{n} = {e};", f'printf("%a\\n", a{n});'
    yield f"static double b{n}[] = {{1, {e}}};", f'printf("%a\\n", b{n}[1]);'
    yield f"static double e{n}(void) {{ static const double v = {e}; return v; }}", f'printf("%a\\n", e{n}());'
    if language == "c++":
        yield f"constexpr double g{n} = {e};", f'printf("%a\\n", g{n});'
        yield f"constexpr double h{n}() {{ return {e}; }}", f'printf("%a\\n", h{n}());'


# clang has to forget these for the sake of others: docs/cc.md.
FORGOTTEN = {"clang": re.compile(r"(?<!builtin_)\b(strlen|strcmp|strncmp|memcmp|strchr|memchr|wcslen)\("), "gcc": None}

# What is undeclared has gcc's type and, in C, gcc's value.
UNDECLARED = [(f"static double {name}_(double x) {{ return {name}(x); }}", f'printf("%a\\n", {name}_(-8.0));')
              for name in ("signbit", "fabs", "floor", "isnan", "cbrt")] + \
    [("static char *copy_(char *s) { return strchr(s, 'b'); }", 'printf("%s\\n", copy_("abc"));'),
     ("static int signbits_(float x, long double y) { return !!signbit(x) + 2 * !!signbit(y); }",
      'printf("%d\\n", signbits_(-1, -1));'),
     ("static unsigned long undeclared_ = strlen(\"abc\");", 'printf("%lu\\n", undeclared_);')]


def lines(language):
    found = []
    for n, e in enumerate(SIZES):
        found += of_sizes(language, n, e)
    for n, e in enumerate(REALS, len(SIZES)):
        found += of_reals(language, n, e)
    return found


def source(path, head, body):
    """The number of a line in the list is that in the file, but for those before."""
    with open(path, "w", encoding="ascii") as f:
        f.write(head)
        f.writelines(line + "\n" for line, _ in body)
        f.write("int main(void)\n{\n")
        f.writelines("\t" + show + "\n" for _, show in body)
        f.write("\treturn 0;\n}\n")


def refused(command, path, body):
    """The lines of a file that the compiler has errors for."""
    out = subprocess.run([*command, "-c", "-o", os.devnull, path], capture_output=True, text=True)
    wrong = {int(n) for n in re.findall(rf"^{re.escape(path)}:(\d+):\d+: (?:fatal )?error:", out.stderr, re.M)}
    if out.returncode and not wrong:
        sys.exit(f"{' '.join(command)}: no line is named\n{out.stderr}")
    return wrong


def prints(command, path, binary):
    out = subprocess.run([*command, path, "-o", binary, "-lm"], capture_output=True, text=True)
    if out.returncode:
        sys.exit(f"{' '.join(command)}: does not build\n{out.stderr[-2000:]}")
    return subprocess.run([binary], capture_output=True, text=True).stdout.splitlines()


def compare(plain, scarp, folder, head, body, suffix, forgotten):
    """What differs: 'refused' or 'another value', with the line."""
    path, binary = f"{folder}/x.{suffix}", f"{folder}/x"
    source(path, head, body)
    first = head.count("\n") + 1
    alone, ours = (refused(command, path, body) for command in (plain, scarp))
    # Lines of main, which name what was refused, are not looked at.
    wrong = [(n - first, "is refused") for n in ours - alone if n < first + len(body)]
    wrong += [(n - first, "is accepted") for n in alone - ours if n < first + len(body)]
    both = [b for n, b in enumerate(body) if first + n not in alone | ours]
    source(path, head, both)
    one, other = (prints(command, path, binary) for command in (plain, scarp))
    if one != other:
        shown = [b for b in both if b[1]]
        wrong += [(body.index(b), f"is {y} instead of {x}") for b, x, y in zip(shown, one, other) if x != y]
    wrong = [w for w in wrong if not forgotten or not forgotten.search(body[w[0]][0])]
    return [f"{body[n][0]}: {what}" for n, what in sorted(wrong)], len(both)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--scarp", required=True)
    p.add_argument("--compiler", default="gcc")
    p.add_argument("--levels", default="-O0 -O2")
    o = p.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for level in o.levels.split():
            for language, suffix, extra in (("c", "c", "-std=gnu11"), ("c", "c", "-std=gnu89"),
                                            ("c++", "cc", "-std=gnu++17")):
                by = {"c": "cc", "c++": "c++"}[language]
                alone = {"gcc": {"c": "gcc", "c++": "g++"}, "clang": {"c": "clang", "c++": "clang++"}}[o.compiler]
                flags = ["-w", level, extra] + (["-ferror-limit=0"] if o.compiler == "clang" else [])
                plain = [alone[language], *flags]
                scarp = [o.scarp, by, "--compiler", o.compiler, *flags]
                bodies = [(INCLUDES[language], lines(language))]
                if extra == "-std=gnu89" and o.compiler == "gcc" and level != "-O0":
                    bodies.append(("", UNDECLARED))
                for head, body in bodies:
                    wrong, good = compare(plain, scarp, folder, head, body, suffix, FORGOTTEN[o.compiler])
                    print(f"{o.compiler} {level} {extra}: {good} of {len(body)} lines accepted, {len(wrong)} differ")
                    for line in wrong:
                        print("    " + line)
                    failed += len(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
