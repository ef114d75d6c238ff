# SPDX-License-Identifier: MIT
"""kinds.py - the kinds of variables that generated programs have

A kind says how a variable is declared in C and C++, how it is printed at the
end, and which Python value stands for it in the interpreter.  All such values
are immutable, so that a state is a tuple.  Adding one: a row here, and rows in
operations.py that use it.
"""
from dataclasses import dataclass


@dataclass
class Kind:
    prefix: str             # names are prefix and number, as in v0
    c: str                  # its C type; "" where it is for C++ only
    cxx: str                # its C++ type; "" where it is for C only
    zero: object            # the Python value of one that is not initialised
    show: str               # C statement that prints it
    text: str               # Python expression for what that prints
    suffix: str = ""        # after the name in a declaration
    inits: tuple = ()       # (C initialiser, Python value) of shared ones
    guard: str = "lock"     # shared ones: "lock", or "none" for what needs none
    wrap: str = ""          # integers: how values are cut to the type
    headers: tuple = ()     # of C++
    setup: str = ""         # C statements at main's start


def number(prefix, c, cxx, wrap, guard="lock"):
    return Kind(prefix, c, cxx, 0, 'printf(" %ld", (long){n});', '" %d" % {n}',
                inits=tuple((str(i), i) for i in range(4)), guard=guard, wrap=wrap)


NUMBERS = (("int", "wrap_s32"), ("long", "wrap_s64"), ("short", "wrap_s16"),
           ("signed char", "wrap_s8"), ("unsigned char", "wrap_u8"))
EACH = ("for (int i : {n}) printf(\",%d\", i); printf(\" \");", "''.join(',%d' % i for i in {n}) + ' '")
SORTED = ("for (auto &i : {n}) printf(\",%d=%d\", i.first, i.second); printf(\" \");",
          "''.join(',%d=%d' % i for i in {n}) + ' '")

KINDS = {
    **{"atomic " + t: number("a", "_Atomic " + t, f"std::atomic<{t}>", w, "none") for t, w in NUMBERS},
    **{t: number("v", t, t, w) for t, w in NUMBERS},
    # What races: every access of it is one, whatever the compiler would like.
    **{"racing " + t: number("x", "volatile " + t, "volatile " + t, w, "none") for t, w in NUMBERS},
    "bytes": Kind("xs", "volatile unsigned char", "volatile unsigned char", (0,) * 6,
                  'for (int i = 0; i < 6; i++) printf(",%d", {n}[i]);', '"".join(",%d" % i for i in {n})', "[6]",
                  inits=(("{0}", (0,) * 6), ("{1, 2, 3}", (1, 2, 3, 0, 0, 0))), guard="none"),
    "double": Kind("d", "double", "double", 0.0, 'printf(" %g", {n});', '" %g" % {n}',
                   inits=(("1.5", 1.5), ("0.25", 0.25))),
    "text": Kind("text", "char", "char", "", 'printf(" \'%s\'", {n});', '" \'" + {n} + "\'"', "[48]",
                 inits=(('""', ""), ('"ab"', "ab"), ('"seven"', "seven"))),
    "array": Kind("array", "int", "int", (0,) * 6,
                  'for (int i = 0; i < 6; i++) printf(",%d", {n}[i]);', '"".join(",%d" % i for i in {n})', "[6]",
                  inits=(("{3, 1, 2, 5, 4, 0}", (3, 1, 2, 5, 4, 0)), ("{1, 1}", (1, 1, 0, 0, 0, 0)))),
    # A growing block of the heap, a chain of its nodes, a string on it.
    "block": Kind("block", "struct $block", "struct $block", (),
                  'printf(" %d:%d", {n}.length, $total({n}.at, {n}.length));',
                  '" %d:%d" % (len({n}), sum({n}))', inits=(("{0}", ()),)),
    "chain": Kind("chain", "struct $node *", "struct $node *", (),
                  'for (struct $node *i = {n}; i; i = i->next) printf(">%d", i->value);',
                  '"".join(">%d" % i for i in {n})', inits=(("0", ()),)),
    "string": Kind("string", "char *", "char *", None, 'printf(" %s", {n} ? {n} : "none");',
                   '" " + ("none" if {n} is None else {n})', inits=(("0", None),)),
    # A node handed over by atomic exchange.
    "mailbox": Kind("mail", "struct $node *_Atomic", "std::atomic<struct $node *>", None,
                    'printf(" %d", {n} ? $value({n}) : -1);', '" %d" % (-1 if {n} is None else {n})',
                    inits=(("0", None),), guard="none"),
    # Structures in registers (8, 16 bytes) and in memory (24).
    "pair": Kind("pair", "struct $pair", "struct $pair", (0, 0), 'printf(" %d/%d", {n}.a, {n}.b);',
                 '" %d/%d" % {n}', inits=(("{1, 2}", (1, 2)), ("{0, 0}", (0, 0)))),
    "wide": Kind("wide", "struct $wide", "struct $wide", (0, 0), 'printf(" %ld/%ld", {n}.a, {n}.b);',
                 '" %d/%d" % {n}', inits=(("{3, 1}", (3, 1)),)),
    "large": Kind("large", "struct $large", "struct $large", (0, 0, 0),
                  'printf(" %ld/%ld/%d", {n}.a, {n}.b, {n}.c);', '" %d/%d/%d" % {n}',
                  inits=(("{1, 2, 3}", (1, 2, 3)),)),
    # Bit fields, fields that are not aligned, odd sizes, vectors, wide numbers.
    "bits": Kind("bits", "struct $bits", "struct $bits", (0, 0, 0), 'printf(" %d/%d/%d", {n}.a, {n}.b, {n}.c);',
                 '" %d/%d/%d" % {n}', inits=(("{1, 2, 3}", (1, 2, 3)),)),
    "packed": Kind("packed", "struct $packed", "struct $packed", (0, 0), 'printf(" %d/%ld", {n}.a, {n}.b);',
                   '" %d/%d" % {n}', inits=(("{1, 2}", (1, 2)),)),
    "odd": Kind("odd", "struct $odd", "struct $odd", (0,) * 13,
                'for (int i = 0; i < 13; i++) printf(",%d", {n}.at[i]);', '"".join(",%d" % i for i in {n})',
                inits=(("{{1, 2, 3}}", (1, 2, 3) + (0,) * 10),)),
    "lanes": Kind("lanes", "$lanes", "$lanes", (0,) * 4, 'printf(" %d/%d/%d/%d", {n}[0], {n}[1], {n}[2], {n}[3]);',
                  '" %d/%d/%d/%d" % {n}', inits=(("{1, 2, 3, 4}", (1, 2, 3, 4)),)),
    "huge": Kind("huge", "__int128", "__int128", 0, 'printf(" %lld:%lld", (long long)({n} >> 64), (long long){n});',
                 '" %d:%d" % (({n} >> 64), wrap_s64({n}))', inits=(("3", 3),), wrap="wrap_s128"),
    "extended": Kind("extended", "long double", "long double", 0.0, 'printf(" %Lg", {n});', '" %g" % {n}',
                     inits=(("0.5", 0.5), ("2", 2.0))),
    # Containers.
    "vector": Kind("vec", "", "std::vector<int>", (), *EACH, inits=(("{}", ()), ("{1, 2}", (1, 2))),
                   headers=("vector", "algorithm", "numeric")),
    "deque": Kind("deq", "", "std::deque<int>", (), *EACH, inits=(("{}", ()), ("{4}", (4,))), headers=("deque",)),
    "list": Kind("lst", "", "std::list<int>", (), *EACH, inits=(("{}", ()), ("{3, 1}", (3, 1))), headers=("list",)),
    "set": Kind("set", "", "std::set<int>", (), *EACH, inits=(("{}", ()), ("{1, 5}", (1, 5))), headers=("set",)),
    "map": Kind("map", "", "std::map<int, int>", (), *SORTED, inits=(("{}", ()), ("{{1, 2}}", ((1, 2),))),
                headers=("map",)),
    "names": Kind("names", "", "std::map<std::string, int>", (),
                  'for (auto &i : {n}) printf(",%s=%d", i.first.c_str(), i.second); printf(" ");',
                  "''.join(',%s=%d' % i for i in {n}) + ' '", inits=(("{}", ()),), headers=("map", "string")),
    "hash": Kind("hash", "", "std::unordered_map<int, int>", (),
                 "{ int all = 0; for (auto &i : {n}) all += (i.first + 1) * (i.second + 3); "
                 'printf(" %zu:%d", {n}.size(), all); }',
                 '" %d:%d" % (len({n}), sum((k + 1) * (v + 3) for k, v in {n}))', inits=(("{}", ()),),
                 headers=("unordered_map",)),
    "word": Kind("word", "", "std::string", "", 'printf(" \'%s\'", {n}.c_str());', '" \'" + {n} + "\'"',
                 inits=(('""', ""), ('"a string of more than sixteen"', "a string of more than sixteen")),
                 headers=("string",)),
    "words": Kind("words", "", "std::vector<std::string>", (), 'for (auto &i : {n}) printf(",%s", i.c_str()); printf(" ");',
                  "''.join(',' + i for i in {n}) + ' '", inits=(("{}", ()), ('{"one", "two"}', ("one", "two"))),
                  headers=("vector", "string")),
    "heap": Kind("heap", "", "std::priority_queue<int>", (),
                 'printf(" %zu:%d", {n}.size(), {n}.empty() ? -1 : {n}.top());',
                 '" %d:%d" % (len({n}), {n}[-1] if {n} else -1)', inits=(("{}", ()),), headers=("queue",)),
    "shape": Kind("shape", "", "std::unique_ptr<struct $shape>", None, 'printf(" %d", {n} ? {n}->area() : -1);',
                  '" %d" % (-1 if {n} is None else {n}[0] ** {n}[1])', inits=(("{}", None),), headers=("memory",)),
    "maybe": Kind("maybe", "", "std::optional<std::string>", None, 'printf(" %s", {n} ? {n}->c_str() : "none");',
                  '" " + ("none" if {n} is None else {n})', inits=(("{}", None),), headers=("optional", "string")),
    "problem": Kind("problem", "", "std::exception_ptr", None,
                    'try { if ({n}) std::rethrow_exception({n}); printf(" none"); } '
                    'catch (int caught) { printf(" %d", caught); }',
                    '" none" if {n} is None else " %d" % {n}', inits=(("{}", None),), headers=("exception",)),
    "shared": Kind("ptr", "", "std::shared_ptr<int>", None, 'printf(" %d", {n} ? *{n} : -1);',
                   '" %d" % (-1 if {n} is None else {n})', inits=(("{}", None),), headers=("memory",)),
    "function": Kind("fun", "", "std::function<int(int)>", None, 'printf(" %d", {n} ? {n}(1) : -1);',
                     '" %d" % (-1 if {n} is None else {n}[0] * 1 + {n}[1])', inits=(("{}", None),),
                     headers=("functional",)),
    # Fields of one byte; structures that race: Python has a list of machine words.
    "cells": Kind("cells", "volatile struct $cells", "", (0, 0, 0), 'printf(" %d/%d/%d", {n}.a, {n}.b, {n}.c);',
                  '" %d/%d/%d" % {n}', inits=(("{1, 2, 3}", (1, 2, 3)), ("{0, 7, 1}", (0, 7, 1))), guard="none"),
    "rpair": Kind("rpair", "struct $pair", "", ((0, 0),), 'printf(" %d/%d", {n}.a, {n}.b);', '" %d/%d" % {n}[0]',
                  inits=(("{1, 2}", ((1, 2),)), ("{7, 0}", ((7, 0),))), guard="none"),
    "rwide": Kind("rwide", "struct $wide", "", (0, 0), 'printf(" %ld/%ld", {n}.a, {n}.b);', '" %d/%d" % {n}',
                  inits=(("{1, 2}", (1, 2)), ("{7, 0}", (7, 0))), guard="none"),
    "rlarge": Kind("rlarge", "struct $triple", "", (0, 0, 0), 'printf(" %ld/%ld/%ld", {n}.a, {n}.b, {n}.c);',
                   '" %d/%d/%d" % {n}', inits=(("{1, 2, 3}", (1, 2, 3)), ("{7}", (7, 0, 0))), guard="none"),
    "counter": Kind("cn", "int", "", 0, 'printf(" %d", {n});', '" %d" % {n}', inits=(("0", 0), ("5", 5)), guard="none"),
    "chars": Kind("ch", "char", "", (0,) * 4, 'printf(" \'%s\'", {n});', '" \'" + text({n}) + "\'"', "[4]",
                  inits=(('"12"', (49, 50, 0, 0)), ('"2"', (50, 0, 0, 0)), ('""', (0,) * 4)), guard="none"),
    # What the library and the kernel keep for the process: the variable only stands for it.
    "umask": Kind("um", "int", "", 0, 'printf(" %o", umask(0));', '" %o" % {n}', inits=(("0", 0),), guard="none",
                  setup="umask(0);"),
    "directory": Kind("cwd", "int", "", 4, '{ char tmp[99]; printf(" %zu", strlen(getcwd(tmp, sizeof tmp))); }',
                      '" %d" % {n}', inits=(("0", 4),), guard="none", setup='(void)!chdir("/tmp");'),
    "environment": Kind("env", "int", "", "", 'printf(" %s", getenv("GENERATED") ? getenv("GENERATED") : "");',
                        '" " + {n}', inits=(("0", ""),), setup='unsetenv("GENERATED");'),
    "dice": Kind("dice", "int", "", (1, 0), 'printf(" %d", rand() & 15);', '" %d" % (dice(*{n}) & 15)',
                 inits=(("0", (1, 0)),), guard="none", setup="srand(1);"),
    "limit": Kind("lim", "struct rlimit", "", 60, '{ struct rlimit to; getrlimit(RLIMIT_NOFILE, &to); '
                  'printf(" %d", (int)to.rlim_cur); }', '" %d" % {n}', inits=(("{60, 60}", 60),), guard="none",
                  setup="setrlimit(RLIMIT_NOFILE, &{n});"),
    "concurrency": Kind("conc", "int", "", 0, 'printf(" %d", pthread_getconcurrency());', '" %d" % {n}',
                        inits=(("0", 0),), guard="none"),
    "locale": Kind("loc", "int", "", 0, 'printf(" %s", setlocale(LC_CTYPE, NULL));', '" " + ("C", "C.UTF-8")[{n}]',
                   inits=(("0", 0),), guard="none", setup='setlocale(LC_ALL, "C");'),
    "signal": Kind("sig", "int", "", 1, 'printf(" %d", signal({n}, SIG_DFL) == $caught_1);', '" %d" % ({n} == 1)',
                   inits=(("SIGUSR1", 1),), guard="none", setup="signal({n}, $caught_1);"),
    # A file, by its name: how many bytes it has; -1: it is not there.
    "file": Kind("file", "char", "", -1,
                 '{ struct stat st; printf(" %d", stat({n}, &st) ? -1 : (int)st.st_size); unlink({n}); }',
                 '" %d" % {n}', "[40]", inits=(('""', -1),), guard="none",
                 setup='snprintf({n}, sizeof {n}, "/tmp/generated.%d", (int)getpid()); unlink({n});'),
    # What can be read, what can be written, an epoll that watches the first: what is on its way.
    **{name: Kind(prefix, "int", "", (), '{ int left = 0; ioctl({n}[0], FIONREAD, &left); printf(" %d", left); }',
                  '" %d" % len({n})', "[3]", inits=(("{0}", ()),), guard="none", setup=f"$ends({{n}}, {i});")
       for i, (name, prefix) in enumerate((("pipe", "pp"), ("socketpair", "sp"), ("connection", "tcp")))},
    # The same, watched for edges: and is it on the epoll's list?
    "edges": Kind("ed", "int", "", ((), False), '{ int left = 0; ioctl({n}[0], FIONREAD, &left); printf(" %d", left); }',
                  '" %d" % len({n}[0])', "[3]", inits=(("{0}", ((), False)),), guard="none", setup="$ends({n}, 3);"),
    "hits": Kind("hits", "_Atomic int", "", 0, 'printf(" %d", {n});', '" %d" % {n}', inits=(("0", 0),), guard="none"),
}
