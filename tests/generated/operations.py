# SPDX-License-Identifier: MIT
"""operations.py - the straight-line operations of generated programs

A row says one operation twice: as C or C++, and as Python for the interpreter.
In both, {x} stands for an operand:

    r s     a number of the thread's own, to be changed
    x y     an expression over numbers that the thread may read, 0 to 31
    k l     a constant, 0 to 3
    a:KIND  a variable that may be read; a:KIND! one that may be written.
            KIND is one of kinds.py, or `atomic`, `number`, `racing` for any
            of those

An operation with `point` is one operation of scarp's (op.def): there, another
thread may go on before it.  `exact` is False where a library decides how many
such operations it makes: outcomes still are exact, only numbers are not.
`wait` is the Python condition under which a point is enabled.  `then` is a
second point: an update of a racing variable is a read and a write.  Rows at the
border of compiler, library and kernel: forms.py.
"""
from dataclasses import dataclass


@dataclass
class Operation:
    profile: str
    operands: str
    c: str
    py: str
    cxx: str = ""           # where it differs from c
    point: bool = False
    wait: str = "1"
    then: str = ""
    exact: bool = True
    weight: int = 1
    c_only: bool = False
    headers: tuple = ()
    more: tuple = ()        # further points
    most: tuple = ()        # forms.py: every division into points that there may be
    form: str = ""          # forms.py
    inside: int = 0         # points that nobody else can tell from none

    def points(self):
        return self.point + bool(self.then) + self.inside


def point(profile, operands, c, py, cxx="", **more):
    return Operation(profile, operands, c, py, cxx, point=True, **more)


def plain(profile, operands, c, py, cxx="", **more):
    return Operation(profile, operands, c, py, cxx, **more)


def cxx(profile, operands, c, py, **more):
    return Operation(profile, operands, "", py, c, **more)


def push_back(kind, **more):
    return cxx("cxx", f"a:{kind}! x", "if ({a}.size() < 8) {a}.push_back({x});",
        "{a} = {a} + (({x}),) if len({a}) < 8 else {a}", **more)


def push_front(kind, call):
    return cxx("cxx", f"a:{kind}! x", "if ({a}.size() < 8) {a}." + call + ";",
        "{a} = (({x}),) + {a} if len({a}) < 8 else {a}")


def take(kind, look, remove, py):
    """Looks at one element and removes it; py gives it and the others."""
    return cxx("cxx", f"r a:{kind}!", "if (!{a}.empty()) {{ {r} = {a}." + look + "(); {a}." + remove + "(); }}",
        "({r}, {a}) = " + py + " if {a} else ({r}, {a})")


OPERATIONS = [
    # --- atomics
    point("core", "r a:atomic", "{r} = atomic_load(&{a});", "{r} = wrap_s32({a})", "{r} = (int){a}.load();", weight=3),
    point("core", "r a:atomic", "{r} = (int){a};", "{r} = wrap_s32({a})"),
    point("core", "a:atomic! x", "atomic_store(&{a}, {x});", "{a} = {a_wrap}({x})", "{a}.store({x});", weight=2),
    point("core", "a:atomic! x", "{a} = {x};", "{a} = {a_wrap}({x})"),
    point("core", "a:atomic!", "{a}++;", "{a} = {a_wrap}({a} + 1)", weight=2),
    point("core", "r a:atomic!", "{r} = (int)--{a};", "{a} = {a_wrap}({a} - 1); {r} = wrap_s32({a})"),
    point("core", "r a:atomic! x", "{r} = (int)atomic_fetch_add(&{a}, {x});",
          "{r} = {a}; {a} = {a_wrap}({a} + ({x}))", "{r} = (int){a}.fetch_add({x});", weight=2),
    point("core", "a:atomic! x", "{a} -= {x};", "{a} = {a_wrap}({a} - ({x}))"),
    # Nobody uses the result: these commute with each other.
    point("core", "a:atomic! x", "atomic_fetch_add_explicit(&{a}, {x}, memory_order_relaxed);",
          "{a} = {a_wrap}({a} + ({x}))", "{a}.fetch_add({x}, std::memory_order_relaxed);", weight=3),
    point("core", "a:atomic! x", "atomic_fetch_sub_explicit(&{a}, {x}, memory_order_release);",
          "{a} = {a_wrap}({a} - ({x}))", "{a}.fetch_sub({x}, std::memory_order_release);"),
    point("core", "r a:atomic! x", "{r} = (int)atomic_fetch_xor_explicit(&{a}, {x}, memory_order_seq_cst);",
          "{r} = {a}; {a} = {a_wrap}({a} ^ ({x}))", "{r} = (int){a}.fetch_xor({x}, std::memory_order_seq_cst);"),
    point("core", "a:atomic! x", "{a} |= {x};", "{a} = {a_wrap}({a} | ({x}))"),
    point("core", "r a:atomic! k", "{r} = (int)atomic_fetch_and(&{a}, {k});", "{r} = {a}; {a} = {a_wrap}({a} & {k})",
          "{r} = (int){a}.fetch_and({k});"),
    point("core", "r a:atomic! x", "{r} = (int)atomic_exchange(&{a}, {x});", "({r}, {a}) = ({a}, {a_wrap}({x}))",
          "{r} = (int){a}.exchange({x});", weight=2),
    point("core", "r a:atomic! k x",
          "{{ {a_type} old = {k}; {r} = atomic_compare_exchange_strong(&{a}, &old, {x}) + 2 * (int)old; }}",
          "old = {a}; {a} = {a_wrap}({x}) if old == {k} else old; {r} = (old == {k}) + 2 * old",
          "{{ {a_type} old = {k}; {r} = {a}.compare_exchange_strong(old, {x}) + 2 * (int)old; }}", weight=2),
    point("core", "r a:atomic! x", "{r} = (int)__atomic_add_fetch((volatile {a_type} *)&{a}, {x}, __ATOMIC_SEQ_CST);",
          "{a} = {a_wrap}({a} + ({x})); {r} = {a}", c_only=True),
    point("core", "r a:atomic! x", "{r} = (int)__sync_fetch_and_sub((volatile {a_type} *)&{a}, {x});",
          "{r} = {a}; {a} = {a_wrap}({a} - ({x}))", c_only=True),
    point("core", "", "$fence();", "pass"),
    point("core", "", "sched_yield();", "pass"),
    point("core", "", "usleep(1);", "pass"),
    # --- semaphores; the value is kept in the interpreter's variable of the name
    point("core", "a:semaphore", "sem_post(&{a});", "{a} = {a} + 1"),
    point("core", "a:semaphore", "sem_wait(&{a});", "{a} = {a} - 1", wait="{a} > 0"),
    point("core", "r a:semaphore", "{r} = sem_trywait(&{a}) == 0;", "{r} = {a} > 0; "
          "errno1 = errno1 if {a} > 0 else 11; {a} = {a} - ({a} > 0)"),
    point("core", "r a:semaphore", "{{ int value; sem_getvalue(&{a}, &value); {r} = value; }}", "{r} = {a}"),
    point("core", "r a:semaphore", "{r} = sem_timedwait(&{a}, &$later) == 0;", "{r} = {a} > 0; "
          "errno1 = errno1 if {a} > 0 else 110; {a} = {a} - ({a} > 0)", exact=True),
    # --- numbers
    plain("core", "r x", "{r} = {x};", "{r} = {x}", weight=2),
    plain("core", "a:number! x", "{a} = {x};", "{a} = {a_wrap}({x})", weight=2),
    plain("core", "a:number! x", "{a} += {x};", "{a} = {a_wrap}({a} + ({x}))", weight=2),
    plain("core", "a:number!", "{a}++;", "{a} = {a_wrap}({a} + 1)", weight=2),
    plain("core", "r a:number", "{r} = (int){a};", "{r} = wrap_s32({a})", weight=3),
    plain("core", "a:number! k", "{a} = {a} * 2 - {k};", "{a} = {a_wrap}({a} * 2 - {k})"),
    plain("core", "a:double! x", "{a} = {a} * 0.5 + ({x});", "{a} = {a} * 0.5 + ({x})"),
    plain("core", "r a:double", "{r} = (int)({a} * 2);", "{r} = int({a} * 2)"),
    plain("core", "x", "$own += {x};", "own1 = wrap_s32(own1 + ({x}))"),
    plain("core", "r", "{r} = $own & 31;", "{r} = own1 & 31"),
    plain("core", "r x", "{r} = $deep(({x}) % 7);", "{r} = (0, 2, 4, 9, 13, 23, 38)[{x} % 7]"),
    # --- the C library: text
    plain("libc", "a:text! x k", 'snprintf({a}, sizeof {a}, "%d-%03d", {x}, {k});', '{a} = "%d-%03d" % ({x}, {k})',
          weight=2),
    plain("libc", "a:text! b:text x", 'snprintf({t}, 12, "%s/%x", {b}, {x}); strcpy({a}, {t});'.replace("{t}", "tmp")
          .join(("{{ char tmp[12]; ", " }}")), '{a} = ("%s/%x" % ({b}, {x}))[:11]'),
    plain("libc", "a:text! x", "if (strlen({a}) < 20) sprintf({a} + strlen({a}), \"+%d\", {x});",
          '{a} = {a} + "+%d" % ({x}) if len({a}) < 20 else {a}'),
    plain("libc", "a:text! b:text", "strcpy({t}, {b}); strcpy({a}, {t});".replace("{t}", "tmp")
          .join(("{{ char tmp[48]; ", " }}")), "{a} = {b}"),
    plain("libc", "a:text!", 'if (strlen({a}) < 20) strcat({a}, "xyz");', '{a} = {a} + "xyz" if len({a}) < 20 else {a}',
          weight=2),
    plain("libc", "a:text! k", 'if (strlen({a}) < 20) strncat({a}, "klmno", {k});',
          '{a} = {a} + "klmno"[:{k}] if len({a}) < 20 else {a}'),
    plain("libc", "a:text! k", "memset({a}, 'b' + {k}, 3); {a}[3] = 0;", '{a} = chr(98 + {k}) * 3'),
    plain("libc", "a:text!", "if ({a}[0]) memmove({a}, {a} + 1, strlen({a}));", "{a} = {a}[1:]"),
    plain("libc", "a:text! k", "if ({a}[0]) {a}[0] = 'p' + {k};", "{a} = chr(112 + {k}) + {a}[1:] if {a} else {a}"),
    plain("libc", "r a:text", "{r} = (int)strlen({a});", "{r} = len({a})", weight=2),
    plain("libc", "r a:text b:text", "{r} = (strcmp({a}, {b}) > 0) - (strcmp({a}, {b}) < 0);",
          "{r} = ({a} > {b}) - ({a} < {b})"),
    plain("libc", "r a:text k", "{r} = strchr({a}, '0' + {k}) != NULL;", "{r} = chr(48 + {k}) in {a}"),
    plain("libc", "r a:text", '{r} = strstr({a}, "xy") ? (int)(strstr({a}, "xy") - {a}) : -1;', '{r} = {a}.find("xy")'),
    plain("libc", "r a:text", "{r} = atoi({a});", "{r} = leading({a})"),
    plain("libc", "r a:text", "{{ char *end; {r} = (int)strtol({a}, &end, 10) + (int)(end - {a}); }}",
          "{r} = leading({a}) + prefix({a})"),
    plain("libc", "r a:text", "{r} = (int)strspn({a}, \"xab\");", "{r} = len({a}) - len({a}.lstrip('xab'))"),
    plain("libc", "a:text! b:text k", "{{ char tmp[60], *end = stpcpy(tmp, {b}); strcpy(end, \"+++\" + {k}); "
          "strncpy({a}, tmp, 15); {a}[15] = 0; }}", "{a} = ({b} + '+++'[{k}:])[:15]"),
    plain("libc", "r a:text", "{{ int seen = -7; {r} = sscanf({a}, \"%d\", &seen) * 100 + seen; }}",
          # where there is nothing to read glibc leaves errno 0
          "{r} = (100 + leading({a})) if prefix({a}) else -107 if {a} == '' else -7; "
          "errno1 = errno1 if {a} else 0"),
    plain("libc", "r a:text b:text k", "{r} = strncmp({a}, {b}, {k}) == 0;", "{r} = {a}[:{k}] == {b}[:{k}]"),
    plain("libc", "r a:text", "{{ char *at = strrchr({a}, '+'); {r} = at ? (int)(at - {a}) : -1; }}",
          "{r} = {a}.rfind('+')"),
    plain("libc", "r a:text", "{{ char tmp[48], *next = tmp, *part; strcpy(tmp, {a}); {r} = 0; "
          "while ((part = strtok_r(next, \"-+\", &next))) {r} += (int)strlen(part) + 1; }}",
          "{r} = sum(len(i) + 1 for i in {a}.replace('+', '-').split('-') if i)"),
    plain("libc", "a:text! x y", 'snprintf({a}, sizeof {a}, "%c%5.2f%-4ldx", \'A\' + ({x}), ({y}) / 4.0, (long)({x}));',
          '{a} = "%c%5.2f%-4dx" % (chr(65 + {x}), {y} / 4.0, {x})'),
    plain("libc", "r x", "{{ int *tmp = (int *)alloca((({x}) % 5 + 1) * sizeof *tmp); "
          "for (int i = 0; i <= ({x}) % 5; i++) tmp[i] = i * i; {r} = $total(tmp, ({x}) % 5 + 1); }}",
          "{r} = sum(i * i for i in range({x} % 5 + 1))"),
    # --- values of keys
    plain("core", "x", "pthread_setspecific($key, (void *)(long)({x}));", "key1 = {x}"),
    plain("core", "r", "{r} = (int)(long)pthread_getspecific($key);", "{r} = key1"),
    # --- arrays
    plain("libc", "a:array! x y", "{a}[({x}) % 6] = {y};", "{a} = put({a}, ({x}) % 6, {y})", weight=2),
    plain("libc", "r a:array x", "{r} = {a}[({x}) % 6];", "{r} = {a}[({x}) % 6]", weight=2),
    plain("libc", "a:array! b:array", "memmove({a}, {b}, sizeof {a});", "{a} = {b}"),
    plain("libc", "a:array! b:array", "{{ int tmp[6]; memcpy(tmp, {b}, sizeof tmp); tmp[0]++; "
          "memcpy({a}, tmp, sizeof tmp); }}", "{a} = ({b}[0] + 1,) + {b}[1:]"),
    plain("libc", "a:array!", "memmove({a} + 1, {a}, 5 * sizeof {a}[0]);", "{a} = {a}[:1] + {a}[:5]"),
    plain("libc", "a:array! k", "memset({a} + {k}, 0, 2 * sizeof {a}[0]);", "{a} = {a}[:{k}] + (0, 0) + {a}[{k} + 2:]"),
    plain("libc", "a:array!", "qsort({a}, 6, sizeof {a}[0], $compare);", "{a} = tuple(sorted({a}))", weight=2),
    plain("libc", "r a:array b:array", "{r} = memcmp({a}, {b}, sizeof {a}) == 0;", "{r} = {a} == {b}"),
    plain("libc", "r a:array x", "{{ int key = {x}, tmp[6]; memcpy(tmp, {a}, sizeof tmp); "
          "qsort(tmp, 6, sizeof key, $compare); {r} = bsearch(&key, tmp, 6, sizeof key, $compare) != NULL; }}",
          "{r} = ({x}) in {a}"),
    plain("libc", "r a:array x", "{{ int key = {x}; size_t n = 6; int *at = (int *)lfind(&key, {a}, &n, sizeof key, "
          "$compare); {r} = at ? (int)(at - {a}) : -1; }}", "{r} = {a}.index({x}) if ({x}) in {a} else -1",
          headers=("search.h",)),
    plain("libc", "r a:array", "{{ void *root = NULL, *at; {r} = 0; for (int i = 0; i < 6; i++) {{ "
          "at = tsearch(&{a}[i], &root, $compare); {r} += *(int **)at == &{a}[i]; }} "
          "while (root) tdelete(*(void **)root, &root, $compare); }}", "{r} = len(set({a}))", headers=("search.h",)),
    plain("libc", "a:array! x", "for (int i = 0; i < 6; i++) {a}[i] += {x};", "{a} = tuple(i + {x} for i in {a})",
          weight=2),
    plain("libc", "a:array! b:array", "for (int i = 0; i < 6; i++) {a}[i] = {b}[5 - i] & 63;",
          "t = list({a}); u = t if '{a}' == '{b}' else list({b}); "
          "[t.__setitem__(i, u[5 - i] & 63) for i in range(6)]; {a} = tuple(t)"),
    plain("libc", "a:array!", "for (int i = 0; i < 6; i++) {a}[i] = 0;", "{a} = (0,) * 6"),
    plain("libc", "r a:array", "{r} = 0; for (int i = 0; i < 6; i++) {r} += {a}[i] & 7;",
          "{r} = sum(i & 7 for i in {a})"),
    # --- the heap
    plain("libc", "a:block! x", "if ({a}.length < 6) {{ {a}.at = (int *)realloc({a}.at, "
          "(size_t)({a}.length + 1) * sizeof *{a}.at); {a}.at[{a}.length++] = {x}; }}",
          "{a} = {a} + ({x},) if len({a}) < 6 else {a}", weight=3),
    plain("libc", "a:block!", "free({a}.at); {a}.at = NULL; {a}.length = 0;", "{a} = ()"),
    plain("libc", "a:block!", "if ({a}.length) {{ int *tmp = (int *)malloc(sizeof *tmp); *tmp = {a}.at[0]; "
          "free({a}.at); {a}.at = tmp; {a}.length = 1; }}", "{a} = {a}[:1]"),
    plain("libc", "a:block! k", "if ({a}.length == 0) {{ {a}.at = (int *)calloc(4, sizeof *{a}.at); {a}.length = 4; "
          "{a}.at[{k}] = 9; }}", "{a} = {a} or put((0, 0, 0, 0), {k}, 9)"),
    plain("libc", "r a:block", "{r} = $total({a}.at, {a}.length);", "{r} = sum({a})", weight=2),
    plain("libc", "a:block! x", "if ({a}.length) {a}.at[({x}) % {a}.length] += 1;",
          "{a} = put({a}, ({x}) % len({a}), {a}[({x}) % len({a})] + 1) if {a} else {a}"),
    plain("libc", "a:chain! x", "{a} = $push({a}, {x});", "{a} = (({x}),) + {a}", weight=3),
    plain("libc", "r a:chain!", "if ({a}) {{ struct $node *gone = {a}; {r} = gone->value; {a} = gone->next; "
          "free(gone); }}", "({r}, {a}) = ({a}[0], {a}[1:]) if {a} else ({r}, {a})", weight=2),
    plain("libc", "a:chain!", "{{ struct $node *all = NULL; while ({a}) {{ struct $node *i = {a}; {a} = i->next; "
          "i->next = all; all = i; }} {a} = all; }}", "{a} = {a}[::-1]"),
    plain("libc", "r a:chain", "{r} = 0; for (struct $node *i = {a}; i; i = i->next) {r} += i->value;",
          "{r} = sum({a})"),
    plain("libc", "a:string! b:text", "free({a}); {a} = strdup({b});", "{a} = {b}", weight=2),
    plain("libc", "a:string! x", "if (!{a} || strlen({a}) < 12) {{ char *old = {a}; if (asprintf(&{a}, \"%s.%d\", "
          "old ? old : \"\", {x}) < 0) abort(); free(old); }}",
          '{a} = ({a} or "") + ".%d" % ({x}) if len({a} or "") < 12 else {a}', weight=2),
    plain("libc", "a:string!", "free({a}); {a} = NULL;", "{a} = None"),
    plain("libc", "r a:string", "{r} = {a} ? (int)strlen({a}) : -1;", "{r} = -1 if {a} is None else len({a})"),
    point("libc", "r a:mailbox! x", "{{ struct $node *got = atomic_exchange(&{a}, $push(NULL, {x})); "
          "if (got) {{ {r} = got->value; free(got); }} }}",
          "({r}, {a}) = ({r} if {a} is None else {a}, ({x}))",
          "{{ struct $node *got = {a}.exchange($push(NULL, {x})); if (got) {{ {r} = got->value; free(got); }} }}",
          weight=2),
    point("libc", "r a:mailbox!", "{{ struct $node *got = atomic_exchange(&{a}, NULL); "
          "{r} = got ? got->value : -1; free(got); }}", "{r} = -1 if {a} is None else {a}; {a} = None",
          "{{ struct $node *got = {a}.exchange(NULL); {r} = got ? got->value : -1; free(got); }}"),
    # --- streams on memory, wide characters, trees
    plain("libc", "r x", "{{ char *tmp = NULL; size_t n = 0; FILE *to = open_memstream(&tmp, &n); "
          "fprintf(to, \"%d;\", {x}); fclose(to); {r} = (int)n; free(tmp); }}", "{r} = len('%d;' % ({x}))", exact=False),
    plain("libc", "r k", "{{ char tmp[] = \"0123\"; FILE *from = fmemopen(tmp + {k}, (size_t)(4 - {k}), \"r\"); "
          "{r} = getc(from) - '0'; fclose(from); }}", "{r} = {k}", exact=False),
    plain("libc", "r x", "{{ wchar_t tmp[16]; {r} = swprintf(tmp, 16, L\"%d|%lc\", {x}, L'w'); }}",
          "{r} = len('%d|w' % ({x}))", headers=("wchar.h",), exact=False),
    plain("libc", "r x y", "{{ void *tree = NULL; int one = {x}, two = {y}; tsearch(&one, &tree, $compare); "
          "{r} = *(int **)tsearch(&two, &tree, $compare) == &two; tdelete(&one, &tree, $compare); "
          "tdelete(&two, &tree, $compare); }}", "{r} = ({x}) != ({y})", headers=("search.h",), exact=False),
    # --- errno and output
    plain("libc", "x", "errno = {x};", "errno1 = {x}"),
    plain("libc", "", 'strtol("99999999999999999999", NULL, 10);', "errno1 = 34"),
    plain("libc", "r", "{r} = errno;", "{r} = errno1", weight=2),
    point("libc", "x", 'printf("%d,", {x});', 'out1 = out1 + "%d," % ({x})'),
    point("libc", "a:text", 'printf("(%s)", {a});', 'out1 = out1 + "(%s)" % {a}'),
    point("libc", "k", "putchar('a' + {k});", 'out1 = out1 + chr(97 + {k})'),
    point("libc", "x", 'fprintf(stdout, "%d;", {x});', 'out1 = out1 + "%d;" % ({x})'),
    point("libc", "", 'fwrite("one", 1, 3, stdout);', 'out1 = out1 + "one"'),
    # --- structures by value
    plain("aggregate", "a:pair! x", "{a} = (struct $pair){{{x}, 2}};", "{a} = (({x}), 2)",
          "{a} = $pair{{{x}, 2}};"),
    plain("aggregate", "a:pair! b:pair x", "{a} = $mix({b}, {x});", "{a} = ({b}[1], ({b}[0] + ({x})) & 15)", weight=3),
    plain("aggregate", "a:wide! b:wide x", "{a} = $mix_wide({b}, {x});", "{a} = ({b}[1], ({b}[0] + ({x})) & 15)",
          weight=3),
    plain("aggregate", "a:large! b:large x", "{a} = $mix_large({b}, {x});",
          "{a} = ({b}[1], {b}[2], ({b}[0] + ({x})) & 15)", weight=3),
    plain("aggregate", "a:pair! b:pair", "{a} = {b};", "{a} = {b}"),
    plain("aggregate", "a:large! b:large", "{a} = {b};", "{a} = {b}"),
    plain("aggregate", "a:pair! x", "{a}.a = {a}.b + ({x});", "{a} = ({a}[1] + ({x}), {a}[1])"),
    plain("aggregate", "a:wide! x", "{a}.b = {x};", "{a} = ({a}[0], ({x}))"),
    plain("aggregate", "a:large! x", "*$where(&{a}) = $mix_large({a}, {x});",
          "{a} = ({a}[1], {a}[2], ({a}[0] + ({x})) & 15)"),
    plain("aggregate", "r a:pair", "{r} = $add({a});", "{r} = {a}[0] + 2 * {a}[1]", weight=2),
    plain("aggregate", "r a:wide", "{r} = (int)({a}.a + {a}.b);", "{r} = {a}[0] + {a}[1]"),
    plain("aggregate", "r a:large", "{r} = (int)$add_large({a});", "{r} = {a}[0] + {a}[1] + {a}[2]", weight=2),
    plain("aggregate", "a:bits! x y", "{a}.a = {x}; {a}.c = {a}.b - ({y});", "{a} = ({x}, {a}[1], {a}[1] - {y})"),
    plain("aggregate", "a:bits! x", "{a}.b += {x};", "{a} = ({a}[0], {a}[1] + {x}, {a}[2])", weight=2),
    plain("aggregate", "r a:bits", "{r} = {a}.a + {a}.b;", "{r} = {a}[0] + {a}[1]"),
    plain("aggregate", "a:packed! x", "{a}.b += {x};", "{a} = ({a}[0], {a}[1] + {x})"),
    plain("aggregate", "a:packed! b:packed", "{a} = {b};", "{a} = {b}"),
    plain("aggregate", "r a:packed", "{r} = (int){a}.b - {a}.a;", "{r} = {a}[1] - {a}[0]"),
    plain("aggregate", "a:odd! b:odd x", "{a} = $shift({b}, {x});", "{a} = ({x},) + {b}[:12]"),
    plain("aggregate", "a:odd! b:odd", "{a} = {b};", "{a} = {b}"),
    plain("aggregate", "a:odd! x k", "{a}.at[{k} * 4] = {x};", "{a} = put({a}, {k} * 4, {x})"),
    plain("aggregate", "r a:odd k", "{r} = {a}.at[{k} * 4];", "{r} = {a}[{k} * 4]"),
    plain("aggregate", "a:lanes! x", "{a} += {x};", "{a} = tuple(i + {x} for i in {a})"),
    plain("aggregate", "a:lanes! b:lanes", "{a} = {b} * 3 - {a};", "{a} = tuple(wrap_s32(j * 3 - i) for i, j in zip({a}, {b}))"),
    plain("aggregate", "r a:lanes k", "{r} = {a}[{k}] & 63;", "{r} = {a}[{k}] & 63"),
    plain("aggregate", "a:huge! x", "{a} = {a} * 1000003 + {x};", "{a} = wrap_s128({a} * 1000003 + {x})", weight=2),
    plain("aggregate", "r a:huge", "{r} = (int)({a} >> 20) & 31;", "{r} = ({a} >> 20) & 31"),
    plain("aggregate", "a:extended! x", "{a} = {a} / 2 + {x};", "{a} = {a} / 2 + {x}", weight=2),
    plain("aggregate", "r a:extended", "{r} = (int)({a} * 4);", "{r} = int({a} * 4)"),
    # --- containers
    push_back("vector", weight=2),
    take("vector", "back", "pop_back", "({a}[-1], {a}[:-1])"),
    push_front("vector", "insert({a}.begin(), {x})"),
    cxx("cxx", "a:vector!", "if (!{a}.empty()) {a}.erase({a}.begin());", "{a} = {a}[1:]"),
    cxx("cxx", "a:vector!", "std::sort({a}.begin(), {a}.end());", "{a} = tuple(sorted({a}))"),
    cxx("cxx", "a:vector! k", "{a}.resize({k});", "{a} = ({a} + (0, 0, 0))[:{k}]"),
    cxx("cxx", "a:vector! b:vector", "{{ auto tmp = {b}; tmp.push_back(1); if (tmp.size() < 8) {a} = std::move(tmp); }}",
        "{a} = {b} + (1,) if len({b}) < 7 else {a}"),
    cxx("cxx", "r a:vector", "{r} = std::accumulate({a}.begin(), {a}.end(), 0) & 31;", "{r} = sum({a}) & 31"),
    push_back("deque"),
    push_front("deque", "push_front({x})"),
    take("deque", "front", "pop_front", "({a}[0], {a}[1:])"),
    push_back("list"),
    push_front("list", "emplace_front({x})"),
    cxx("cxx", "a:list! k", "{a}.remove({k});", "{a} = tuple(i for i in {a} if i != {k})"),
    cxx("cxx", "a:list!", "{a}.sort();", "{a} = tuple(sorted({a}))"),
    cxx("cxx", "a:list!", "{a}.reverse();", "{a} = {a}[::-1]"),
    cxx("cxx", "a:list! x", "if ({a}.size() < 7) {{ std::list<int> tmp{{{x}, 2}}; {a}.splice({a}.begin(), tmp); }}",
        "{a} = (({x}), 2) + {a} if len({a}) < 7 else {a}"),
    take("list", "back", "pop_back", "({a}[-1], {a}[:-1])"),
    cxx("cxx", "a:set! x", "{a}.insert({x});", "{a} = tuple(sorted(set({a}) | {{({x})}}))", weight=2),
    cxx("cxx", "r a:set! k", "{r} = (int){a}.erase({k});", "{r} = {k} in {a}; {a} = tuple(i for i in {a} if i != {k})"),
    cxx("cxx", "r a:set", "{r} = {a}.empty() ? -1 : *{a}.begin();", "{r} = {a}[0] if {a} else -1"),
    cxx("cxx", "a:map! k x", "{a}[{k}] += {x};", "{a} = store({a}, {k}, fetch({a}, {k}, 0) + ({x}))", weight=2),
    cxx("cxx", "a:map! k", "{a}.erase({k});", "{a} = tuple(i for i in {a} if i[0] != {k})"),
    cxx("cxx", "r a:map k", "{{ auto i = {a}.lower_bound({k}); {r} = i == {a}.end() ? -1 : i->first; }}",
        "{r} = ([j for j, v in {a} if j >= {k}] or [-1])[0]"),
    cxx("cxx", "r a:map k", "try {{ {r} = {a}.at({k}); }} catch (std::out_of_range &) {{ {r} = -2; }}",
        "{r} = fetch({a}, {k}, -2)", headers=("stdexcept",)),
    cxx("cxx", "a:map! b:map", "{{ auto tmp = {b}; tmp[7] = 1; {a}.swap(tmp); }}", "{a} = store({b}, 7, 1)"),
    cxx("cxx", "a:names! k x", "{a}[std::string({k} + 1, 'n')] = {x};", "{a} = store({a}, 'n' * ({k} + 1), ({x}))"),
    cxx("cxx", "r a:names k", "{{ auto i = {a}.find(std::string({k} + 1, 'n')); {r} = i == {a}.end() ? -1 : i->second; }}",
        "{r} = fetch({a}, 'n' * ({k} + 1), -1)"),
    cxx("cxx", "a:hash! k x", "{a}[{k}] = {x};", "{a} = store({a}, {k}, ({x}))", weight=2),
    cxx("cxx", "r a:hash! k", "{r} = (int){a}.erase({k});",
        "{r} = {k} in [j for j, v in {a}]; {a} = tuple(i for i in {a} if i[0] != {k})"),
    cxx("cxx", "r a:hash k", "{r} = (int){a}.count({k});", "{r} = {k} in [j for j, v in {a}]"),
    cxx("cxx", "a:hash!", "{a}.rehash(40);", "pass"),
    cxx("cxx", "a:word! k", "if ({a}.size() < 30) {a} += \"uvwxyz\" + {k};",
        "{a} = {a} + 'uvwxyz'[{k}:] if len({a}) < 30 else {a}", weight=2),
    cxx("cxx", "a:word! b:word x", "if ({b}.size() < 30) {a} = {b} + std::to_string({x});",
        "{a} = {b} + str({x}) if len({b}) < 30 else {a}", weight=2),
    cxx("cxx", "a:word! k", "{a} = {a}.substr({a}.size() / 2) + char('a' + {k});",
        "{a} = {a}[len({a}) // 2:] + chr(97 + {k})"),
    cxx("cxx", "a:word!", "{a}.insert(0, \"<>\"); if ({a}.size() > 30) {a}.erase(9);",
        "{a} = '<>' + {a}; {a} = {a}[:9] if len({a}) > 30 else {a}"),
    cxx("cxx", "r a:word b:word", "{r} = ({a} < {b}) + 2 * ({a} == {b});", "{r} = ({a} < {b}) + 2 * ({a} == {b})"),
    cxx("cxx", "r a:word", "{r} = (int){a}.find('w');", "{r} = {a}.find('w')"),
    cxx("streams", "a:word! x y", "{{ std::ostringstream os; os << {x} << ':' << {y}; {a} = os.str(); }}",
        "{a} = '%d:%d' % ({x}, {y})", headers=("sstream",)),
    cxx("streams", "r a:word", "{{ std::istringstream is({a}); {r} = -1; is >> {r}; }}",
        "{r} = leading({a}.lstrip(' ')) if prefix({a}) else 0 if {a} else -1", headers=("sstream",)),
    cxx("cxx", "r x", "{{ char tmp[16]; {r} = (int)(std::to_chars(tmp, tmp + 16, (int)({x})).ptr - tmp); }}",
        "{r} = len(str({x}))", headers=("charconv",)),
    cxx("cxx", "r x k", "{{ std::pmr::monotonic_buffer_resource room; std::pmr::vector<int> tmp(&room); "
        "for (int i = 0; i <= {k}; i++) tmp.push_back({x} + i); {r} = tmp.back(); }}",
        "{r} = ({x}) + {k}", headers=("memory_resource", "vector"), exact=False),
    cxx("cxx", "a:shared! x", "{a} = std::make_shared<int>({x});", "{a} = ({x})", exact=False),
    cxx("cxx", "a:shared! b:shared", "{a} = {b};", "{a} = {b}", exact=False),
    cxx("cxx", "a:shared!", "{a}.reset();", "{a} = None", exact=False),
    cxx("cxx", "r a:shared", "{{ auto tmp = {a}; {r} = tmp ? *tmp : -1; }}", "{r} = -1 if {a} is None else {a}",
        exact=False),
    cxx("cxx", "a:function! k l", "{a} = [](int i) {{ return {k} * i + {l}; }};", "{a} = ({k}, {l})"),
    cxx("cxx", "a:function! x", "{{ int held = {x}; long more = 3, much = held; "
        "{a} = [held, more, much](int i) {{ return (int)(more * i + held + much - held); }}; }}",
        "{a} = (3, ({x}))"),
    cxx("cxx", "a:function! b:function", "{a} = {b};", "{a} = {b}"),
    cxx("cxx", "r a:function x", "{r} = {a} ? {a}({x}) : -1;", "{r} = -1 if {a} is None else {a}[0] * ({x}) + {a}[1]"),
    cxx("cxx", "x", "std::cout << {x};", 'out1 = out1 + str({x})', point=True, headers=("iostream",)),
    cxx("cxx", "a:word", 'std::cout << {a} + "|";', 'out1 = out1 + {a} + "|"', point=True, headers=("iostream",)),
    cxx("cxx", "x", "$object().value += {x};", "object1 = (object1 or 1) + ({x})"),
    cxx("cxx", "r", "{r} = $object().value & 31;", "object1 = object1 or 1; {r} = object1 & 31"),
    cxx("cxx", "a:words! x", "if ({a}.size() < 5) {a}.push_back(\"number \" + std::to_string({x}) + \" of many\");",
        "{a} = {a} + ('number %d of many' % {x},) if len({a}) < 5 else {a}"),
    cxx("cxx", "a:words!", "if (!{a}.empty()) {{ {a}.back() += '.'; std::swap({a}.front(), {a}.back()); }}",
        "{a} = {a}[:-1] + ({a}[-1] + '.',) if {a} else {a}; "
        "{a} = ({a}[-1],) + {a}[1:-1] + ({a}[0],) if len({a}) > 1 else {a}"),
    cxx("cxx", "a:words!", "if ({a}.size() > 2) {a}.erase({a}.begin() + 1);",
        "{a} = {a}[:1] + {a}[2:] if len({a}) > 2 else {a}"),
    cxx("cxx", "r a:words", "{r} = 0; for (auto tmp : {a}) {r} += (int)tmp.size();", "{r} = sum(len(i) for i in {a})"),
    cxx("cxx", "a:heap! x", "if ({a}.size() < 6) {a}.push({x});",
        "{a} = tuple(sorted({a} + ({x},))) if len({a}) < 6 else {a}"),
    take("heap", "top", "pop", "({a}[-1], {a}[:-1])"),
    cxx("cxx", "a:shape! x", "{a} = std::make_unique<$square>({x});", "{a} = ({x}, 2)"),
    cxx("cxx", "a:shape! x", "{a}.reset(new $shape({x}));", "{a} = ({x}, 1)"),
    cxx("cxx", "a:shape!", "if ({a} && dynamic_cast<$square *>({a}.get())) {a}.reset();",
        "{a} = None if {a} and {a}[1] == 2 else {a}"),
    cxx("cxx", "r a:shape", "{r} = {a} ? {a}->area() : -1;", "{r} = {a}[0] ** {a}[1] if {a} else -1"),
    cxx("cxx", "a:maybe! x", "{a} = \"some longer text \" + std::to_string({x});", "{a} = 'some longer text %d' % {x}"),
    cxx("cxx", "a:maybe!", "{a}.reset();", "{a} = None"),
    cxx("cxx", "a:maybe! b:maybe", "{a} = {b};", "{a} = {b}"),
    cxx("cxx", "r a:maybe", "{r} = {a}.value_or(\"no\").size();", "{r} = len('no' if {a} is None else {a})"),
    cxx("cxx", "a:list! b:list", "{{ auto tmp = {b}; tmp.sort(); auto more = tmp; {a}.sort(); {a}.merge(tmp); "
        "{a}.unique(); if ({a}.size() > 7) {a} = more; }}",
        "t = tuple(sorted(set({a}) | set({b}))); {a} = t if len(t) <= 7 else tuple(sorted({b}))"),
    cxx("cxx", "a:problem! x", "try {{ throw (int){x}; }} catch (...) {{ {a} = std::current_exception(); }}", "{a} = {x}",
        exact=False, weight=3),
    cxx("cxx", "a:problem! x", "{a} = std::make_exception_ptr((int){x});", "{a} = {x}", exact=False),
    cxx("cxx", "a:problem! b:problem", "{a} = {b};", "{a} = {b}", exact=False),
    cxx("cxx", "a:problem!", "{a} = nullptr;", "{a} = None", exact=False),
    cxx("cxx", "r a:problem", "try {{ if ({a}) std::rethrow_exception({a}); {r} = -1; }} "
        "catch (int caught) {{ {r} = caught; }}", "{r} = -1 if {a} is None else {a}", exact=False, weight=2),
    # --- races: plain accesses, and atomics that order little
    point("races", "r a:racing", "{r} = (int){a};", "{r} = wrap_s32({a})", weight=3),
    point("races", "a:racing! x", "{a} = {x};", "{a} = {a_wrap}({x})", weight=4),
    point("races", "a:racing!", "{a}++;", "flag1 = {a}", then="{a} = {a_wrap}(flag1 + 1)", weight=2),
    point("races", "a:racing! x", "{a} += {x};", "flag1 = {a}", then="{a} = {a_wrap}(flag1 + {x})"),
    point("races", "a:racing! b:racing", "{a} = {b};", "flag1 = {b}", then="{a} = {a_wrap}(flag1)"),
    point("races", "r a:bytes k", "{r} = {a}[{k}];", "{r} = {a}[{k}]", weight=2),
    point("races", "a:bytes! k x", "{a}[{k}] = {x};", "{a} = put({a}, {k}, {x})", weight=2),
    point("races", "a:bytes! k", "{a}[{k}] += 2;", "flag1 = {a}[{k}]",
          then="{a} = put({a}, {k}, wrap_u8(flag1 + 2))"),
    point("races", "a:bytes! k x", "{a}[({x}) % 6] ^= 1;", "flag1 = {a}[{x} % 6]",
          then="{a} = put({a}, {x} % 6, flag1 ^ 1)"),
    point("races", "r a:atomic", "{r} = (int)atomic_load_explicit(&{a}, memory_order_relaxed);", "{r} = wrap_s32({a})"),
    point("races", "r a:atomic", "{r} = (int)atomic_load_explicit(&{a}, memory_order_acquire);", "{r} = wrap_s32({a})",
          weight=2),
    point("races", "a:atomic! x", "atomic_store_explicit(&{a}, {x}, memory_order_release);", "{a} = {a_wrap}({x})",
          weight=2),
    point("races", "a:atomic! x", "atomic_store_explicit(&{a}, {x}, memory_order_relaxed);", "{a} = {a_wrap}({x})"),
    point("races", "r a:atomic! x", "{r} = (int)atomic_fetch_add_explicit(&{a}, {x}, memory_order_relaxed);",
          "{r} = {a}; {a} = {a_wrap}({a} + ({x}))"),
    point("races", "r a:atomic! x", "{r} = (int)atomic_exchange_explicit(&{a}, {x}, memory_order_acq_rel);",
          "({r}, {a}) = ({a}, {a_wrap}({x}))"),
    point("races", "r a:atomic! k x",
          "{{ {a_type} old = {k}; {r} = atomic_compare_exchange_strong_explicit(&{a}, &old, {x}, "
          "memory_order_release, memory_order_relaxed) + 2 * (int)old; }}",
          "old = {a}; {a} = {a_wrap}({x}) if old == {k} else old; {r} = (old == {k}) + 2 * old"),
    point("races", "", "atomic_thread_fence(memory_order_acquire);", "pass"),
    point("races", "", "atomic_thread_fence(memory_order_release);", "pass"),
]
