# SPDX-License-Identifier: MIT
"""forms.py - operations at the border of compiler, C library and kernel

Rows as in operations.py, with a `form`, by which run.py --forms switches them on
and off.  What machine code does in several instructions is several points here:
`py`, `then` and `more`.  Where they may be divided otherwise, `most` has every
division; what is found must then be among those outcomes, and must have all of
the row's own, unless a hole that the profile lists says that some are missing.
"""
import operations
from operations import plain, point

# Forms of which scarp and the brute force agree; run.py --forms says otherwise.
AGREE = {"bitfields", "copies", "asm", "bytes", "locals", "again", "kinds", "joins", "state", "signals",
         "weak", "descriptors"}



def row(form, make, *words, **more):
    op = make(*words, **more)
    op.form = form
    return op


def words_copied(count):
    """Divisions of a copy of some words: all loads first, or word by word."""
    load = [f"flag1 = ({'' if i == 0 else '*flag1, '}{{b}}[{i}],)" for i in range(count)]
    store = [f"{{a}} = put({{a}}, {i}, flag1[{i}])" for i in range(count)]
    by_word = [s for i in range(count) for s in (f"flag1 = {{b}}[{i}]", f"{{a}} = put({{a}}, {i}, flag1)")]
    return tuple(load + store), tuple(by_word)


# Two ints may lie across two words (gcc and clang align them by 4): then one by one.
HALVES = ("flag1 = {b}[0][0]", "{a} = ((flag1, {a}[0][1]),)", "flag1 = {b}[0][1]", "{a} = (({a}[0][0], flag1),)")


def copy(kind, count):
    return row("copies", point, "fields", f"a:{kind}! b:{kind}", f"$copy_{kind}(&{{a}}, &{{b}});",
               "flag1 = {b}", then="{a} = flag1", most=(*words_copied(count), *([HALVES] if count == 1 else [])), weight=3)


def bytes_read(form, operands, c, value, **more):
    """A call that looks at the first bytes of a, up to its end; value has them as t."""
    loads = [f"flag1 = ({'' if i == 0 else '*flag1, '}{{a}}[{i}],)" for i in range(4)]
    result = "t = text(flag1); {r} = " + value
    return row(form, point, "calls", operands, c, "t = text({a}); {r} = " + value,
               most=((*loads[:-1], loads[-1] + "; " + result),), **more)


def bytes_copied(operands, c, count, weight=1):
    load = [f"flag1 = ({'' if i == 0 else '*flag1, '}{{b}}[{i}],)" for i in range(count)]
    store = [f"{{a}} = put({{a}}, {i}, flag1[{i}])" for i in range(count)]
    each = [s for i in range(count) for s in (f"flag1 = {{b}}[{i}]", f"{{a}} = put({{a}}, {i}, flag1)")]
    whole = f"{{a}} = flag1[:{count}] + {{a}}[{count}:]"
    return row("bytes", point, "calls", operands, c, "flag1 = {b}", then=whole, weight=weight,
               most=((*load, *store), tuple(each)))


def on_ends(operands, c, py, weight=1, kinds=("pipe", "socketpair", "connection"), **more):
    """Of what has two ends, of each kind."""
    return [row("descriptors", point, "state", operands.replace("ends", kind), c, py, weight=weight, exact=False, **more)
            for kind in kinds]


def helper(form, operands, c, py, **more):
    """What works on objects of its own, which nobody else can see."""
    return row(form, plain, "objects", operands, c, py, exact=False, **more)


HIT = "hits0 = hits0 + (0, 1, 10)[flag1]"  # the handlers
FORMS = [
    # --- bit fields: others of the same byte are read and written with them
    row("bitfields", point, "fields", "a:cells! x", "{a}.a = {x};", "flag1 = {a}", then="{a} = ({x} & 3, *flag1[1:])",
        weight=3),
    row("bitfields", point, "fields", "a:cells! x", "$set_b(&{a}, {x});", "flag1 = {a}",
        then="{a} = (flag1[0], {x} & 7, flag1[2])", weight=3),
    row("bitfields", point, "fields", "a:cells! x", "$set_c(&{a}, {x});", "flag1 = {a}",
        then="{a} = (*flag1[:2], {x} & 7)", weight=3),
    row("bitfields", point, "fields", "r a:cells", "{r} = {a}.b;", "{r} = {a}[1]", weight=2),
    row("bitfields", point, "fields", "r a:cells", "{r} = {a}.c;", "{r} = {a}[2]"),
    # --- copies of structures, and stores to their parts
    copy("rpair", 1), copy("rwide", 2), copy("rlarge", 3),
    row("copies", point, "fields", "a:rpair! x", "*(volatile int *)&{a}.b = {x};", "{a} = ((({a}[0][0], {x})),)", weight=2),
    row("copies", point, "fields", "r a:rpair", "{r} = *(volatile int *)&{a}.a;", "{r} = {a}[0][0]"),
    *(row("copies", point, "fields", f"a:{kind}! x", f"*(volatile long *)&{{a}}.{part} = {{x}};",
          f"{{a}} = put({{a}}, {at}, {{x}})", weight=2)
      for kind, part, at in (("rwide", "a", 0), ("rwide", "b", 1), ("rlarge", "a", 0), ("rlarge", "c", 2))),
    *(row("copies", point, "fields", f"r a:{kind}", f"{{r}} = (int)*(volatile long *)&{{a}}.{part};",
          f"{{r}} = wrap_s32({{a}}[{at}])") for kind, part, at in (("rwide", "b", 1), ("rlarge", "b", 1))),
    # --- inline assembler
    row("asm", point, "fields", "a:counter!", 'asm volatile("incl %0" : "+m"({a}) :: "cc");',
        "flag1 = {a}", then="{a} = wrap_s32(flag1 + 1)", weight=2),
    row("asm", point, "fields", "a:counter!", 'asm volatile("lock; incl %0" : "+m"({a}) :: "cc", "memory");',
        "{a} = wrap_s32({a} + 1)", weight=2),
    row("asm", point, "fields", "r a:counter! k", '{{ int old = {k}; asm volatile("xaddl %0, %1" : "+r"(old), "+m"({a}) '
        ':: "cc"); {r} = old; }}', "flag1 = {a}", then="{a} = wrap_s32(flag1 + {k}); {r} = flag1", weight=2),
    row("asm", point, "fields", "r a:counter! k", '{{ int old = {k}; asm volatile("xchgl %0, %1" : "+r"(old), "+m"({a})); '
        '{r} = old; }}', "({r}, {a}) = ({a}, {k})"),
    row("asm", point, "fields", "a:counter!", 'asm volatile("movl %1, %0\\n\\tmovl %2, %0" : "=m"({a}) : "i"(1), "i"(2));', "{a} = 1",
        then="{a} = 2"),
    row("asm", point, "fields", "r a:counter", '{{ int got; asm volatile("movl %1, %0" : "=r"(got) : "m"({a})); {r} = got; }}',
        "{r} = {a}", weight=2),
    row("asm", point, "fields", "r a:counter", "{r} = *(volatile int *)&{a};", "{r} = {a}", weight=2),
    row("asm", point, "fields", "a:counter! x", "*(volatile int *)&{a} = {x};", "{a} = {x}", weight=2),
    # --- library calls on bytes that others change
    row("bytes", point, "calls", "a:chars! k x", "*(volatile char *)&{a}[{k} % 3] = ({x}) % 3 ? '0' + ({x}) % 3 : 0;",
        "{a} = put({a}, {k} % 3, ({x}) % 3 and 48 + ({x}) % 3)", weight=6),
    row("bytes", point, "calls", "r a:chars k", "{r} = *(volatile char *)&{a}[{k} % 3];", "{r} = {a}[{k} % 3]", weight=2),
    bytes_read("bytes", "r a:chars", "{r} = (int)strlen({a});", "len(t)", weight=2),
    bytes_read("bytes", "r a:chars", "{r} = atoi({a});", "leading(t)", weight=2),
    bytes_read("bytes", "r a:chars", '{r} = strcmp({a}, "21") == 0;', "t == '21'", weight=2),
    bytes_read("bytes", "r a:chars", "{r} = strchr({a}, '2') != NULL;", "'2' in t"),
    bytes_read("bytes", "r a:chars", "{r} = (int)strtol({a}, NULL, 10);", "leading(t)"),
    bytes_read("bytes", "r a:chars", '{r} = (int)strspn({a}, "1");', "len(t) - len(t.lstrip('1'))"),
    bytes_read("bytes", "r a:chars", '{{ char tmp[8]; snprintf(tmp, sizeof tmp, "%s", {a}); {r} = tmp[0] + 2 * (tmp[0] ? '
               'tmp[1] : 0); }}', "(ord(t[0]) + 2 * (ord(t[1]) if len(t) > 1 else 0)) if t else 0"),
    bytes_read("bytes", "r a:chars", "{{ char *tmp = strdup({a}); {r} = tmp[0]; free(tmp); }}", "ord(t[0]) if t else 0"),
    bytes_read("unmodelled", "r a:chars", '{r} = strverscmp({a}, "21") == 0;', "t == '21'"),
    bytes_read("unmodelled", "r a:chars", '{r} = fnmatch("2*", {a}, 0) == 0;', "t[:1] == '2'"),
    row("bytes", point, "calls", "r a:chars", '{r} = memcmp({a}, "12", 2) == 0;', "{r} = {a}[:2] == (49, 50)",
        most=(("flag1 = {a}[0]", "{r} = (flag1, {a}[1]) == (49, 50)"),)),
    bytes_copied("a:chars! b:chars", "$copy_3({a}, {b});", 3, weight=3),
    bytes_copied("a:chars! b:chars", "memcpy({a}, {b}, 2);", 2),
    row("bytes", point, "calls", "a:chars! k", "memset({a}, '0' + {k}, 2);", "{a} = (48 + {k},) * 2 + {a}[2:]",
        most=(("{a} = put({a}, 0, 48 + {k})", "{a} = put({a}, 1, 48 + {k})"),
              ("{a} = put({a}, 1, 48 + {k})", "{a} = put({a}, 0, 48 + {k})"))),
    row("bytes", point, "calls", "a:chars!", 'strcpy({a}, "7");', "{a} = (55, 0) + {a}[2:]",
        most=(("{a} = put({a}, 0, 55)", "{a} = put({a}, 1, 0)"), ("{a} = put({a}, 1, 0)", "{a} = put({a}, 0, 55)"))),
    # --- objects whose life is a call, at an address that another kind had before
    helper("locals", "r k", "{r} = $brief_mutex({k});", "{r} = (16, 0, 35, 16)[{k}]", weight=4, inside=5),
    helper("locals", "r k", "{r} = $brief_cond({k});", "{r} = 110 + {k}", weight=2, inside=7),
    helper("locals", "r k", "{r} = $brief_semaphore({k});", "{r} = {k} > 0", weight=2, inside=2),
    helper("locals", "r k", "{r} = $brief_rwlock({k});", "{r} = 16 + ({k} & 1)", weight=2, inside=4),
    helper("locals", "r k", "{r} = $brief_barrier({k});", "{r} = 7", weight=2, inside=3),
    helper("locals", "r k", "{r} = $brief_once({k});", "{r} = 1", weight=2, inside=4),
    helper("locals", "r k", "{r} = $brief_spin({k});", "{r} = 16", weight=2, inside=4),
    # --- objects written over: a static initialiser again, a copy, other kinds in one place
    helper("again", "r k", "{r} = $again_mutex(&$mine, {k});", "{r} = (16, 0, 35, 16)[{k}]", weight=4, inside=5),
    helper("again", "r k", "{r} = $again_any(&$mine, {k});", "{r} = 40 + {k}", weight=4, inside=2),
    helper("again", "r k", "{r} = $again_copy({k});", "{r} = (16, 0, 35, 16)[{k}]", weight=3, inside=6),
    # --- the same in C++
    *(row("locals", plain, "objects", "r k", "", f"{{r}} = {py}", f"{{r}} = ${name}({{k}});", exact=False, inside=5, weight=2)
      for name, py in (("cxx_local", "{k} + 1"), ("cxx_pool", "{k} + 2"))),
    # --- joins that glibc refuses
    helper("joins", "r", "{r} = pthread_join(pthread_self(), NULL);", "{r} = 35", weight=2),
    # --- weak compare-and-swap: on this machine it fails for no reason never
    row("weak", point, "objects", "r a:atomic! k x",
        "{{ {a_type} old = {k}; {r} = atomic_compare_exchange_weak(&{a}, &old, {x}) + 2 * (int)old; }}",
        "old = {a}; {a} = {a_wrap}({x}) if old == {k} else old; {r} = (old == {k}) + 2 * old",
        "{{ {a_type} old = {k}; {r} = {a}.compare_exchange_weak(old, {x}) + 2 * (int)old; }}", weight=3),
    # --- what the library and the kernel keep for the process
    row("state", point, "state", "r a:umask! k", "{r} = (int)umask({k});", "{r} = {a}; {a} = {k}", weight=2, exact=False),
    row("state", point, "state", "a:directory! k", '(void)!chdir({k} & 1 ? "/tmp" : "/usr/lib");',
        "{a} = 4 if {k} & 1 else 8", exact=False),
    row("state", point, "state", "r a:directory", "{{ char tmp[99]; {r} = (int)strlen(getcwd(tmp, sizeof tmp)); }}",
        "{r} = {a}", exact=False),
    row("state", point, "state", "r a:directory", '{r} = access("x86_64-linux-gnu", F_OK) == 0;', "{r} = {a} == 8", exact=False),
    row("state", point, "state", "r a:directory",
        "{{ char tmp[4096]; {r} = (int)strlen(realpath(\".\", tmp)); }}", "{r} = {a}", exact=False),
    row("state", plain, "state", "r k", "{{ time_t when = 86400 * {k}; struct tm day; {r} = gmtime_r(&when, &day)->tm_mday; }}",
        "{r} = {k} + 1", exact=False),
    row("state", plain, "state", "r k",
        "{{ time_t when = 86400 * {k} + 43200; struct tm day; char tmp[9]; "
        "{r} = (int)strftime(tmp, sizeof tmp, \"%d-%m\", localtime_r(&when, &day)) + (mktime(&day) == when); }}",
        "{r} = 6", exact=False),
    row("state", plain, "state", "a:environment! k", 'setenv("GENERATED", "abcd" + {k}, 1);', "{a} = 'abcd'[{k}:]",
        weight=2, exact=False),
    row("state", plain, "state", "a:environment! k", 'setenv("GENERATED", "efgh" + {k}, 0);', "{a} = {a} or 'efgh'[{k}:]",
        exact=False),
    row("state", plain, "state", "a:environment!", 'unsetenv("GENERATED");', "{a} = ''", exact=False),
    row("state", point, "state", "a:dice! k", "srand({k} + 1);", "{a} = ({k} + 1, 0)", exact=False),
    row("state", point, "state", "r a:dice!", "{r} = rand() & 7;", "{r} = dice(*{a}) & 7; {a} = ({a}[0], {a}[1] + 1)",
        weight=2, exact=False),
    row("state", point, "state", "r a:dice!", "{r} = (int)(random() & 7);",
        "{r} = dice(*{a}) & 7; {a} = ({a}[0], {a}[1] + 1)", exact=False),
    row("state", point, "state", "a:limit! k", "{{ struct rlimit to = {{50 + {k}, 60}}; setrlimit(RLIMIT_NOFILE, &to); }}",
        "{a} = 50 + {k}", exact=False),
    row("state", point, "state", "r a:limit", "{{ struct rlimit to; getrlimit(RLIMIT_NOFILE, &to); {r} = (int)to.rlim_cur; }}",
        "{r} = {a}", exact=False),
    row("state", point, "state", "r a:file!", "{r} = open({a}, O_RDWR | O_CREAT | O_EXCL, 0600) >= 0;",
        "{r} = {a} < 0; {a} = max({a}, 0)", weight=2, exact=False),
    row("state", point, "state", "r a:file!", "{r} = unlink({a}) == 0;", "{r} = {a} >= 0; {a} = -1", weight=2, exact=False),
    row("state", point, "state", "r a:file! k", "{r} = truncate({a}, {k} + 1) == 0;",
        "{r} = {a} >= 0; {a} = {k} + 1 if {r} else -1", exact=False),
    row("state", point, "state", "r a:file", "{{ struct stat st; {r} = stat({a}, &st) ? 9 : (int)st.st_size; }}",
        "{r} = 9 if {a} < 0 else {a}", weight=2, exact=False),
    row("state", point, "state", "r a:file", "{r} = access({a}, F_OK) == 0;", "{r} = {a} >= 0", exact=False),
    row("state", point, "state", "a:concurrency! k", "pthread_setconcurrency({k});", "{a} = {k}", exact=False),
    row("state", point, "state", "r a:concurrency", "{r} = pthread_getconcurrency();", "{r} = {a}", exact=False),
    row("state", point, "state", "r a:locale! k", '{r} = setlocale(LC_CTYPE, {k} % 2 ? "C.UTF-8" : "C") != NULL;',
        "{r} = 1; {a} = {k} % 2", exact=False),
    row("state", point, "state", "r a:locale", '{r} = setlocale(LC_CTYPE, NULL)[1] == \'.\';', "{r} = {a}", exact=False),
    row("state", plain, "state", "r k", '{{ char tmp[9]; mbstate_t in = {{0}}; wchar_t c; '
        '{r} = (int)strftime(tmp, sizeof tmp, "%b", &(struct tm){{.tm_mon = {k}}}) + (int)mbrtowc(&c, tmp, 1, &in); }}',
        "{r} = 4", exact=False),
    # --- pipes and sockets, and what poll and epoll say of them
    *on_ends("r a:ends! k", '{r} = (int)write({a}[1], "0123" + {k}, 1);', "{r} = 1; {a} = {a} + ({k},)", weight=3),
    *on_ends("a:ends! k", '(void)!write({a}[1], "01234" + {k}, 2);', "{a} = {a} + ({k}, {k} + 1)"),
    *on_ends("r a:ends!", "{{ char tmp[2]; int got = (int)read({a}[0], tmp, 2); "
             "{r} = got > 0 ? got * 10 + tmp[0] - '0' : -errno; }}",
             "{r} = len({a}[:2]) * 10 + {a}[0] if {a} else -11; errno1 = errno1 if {a} else 11; {a} = {a}[2:]", weight=3),
    *on_ends("r a:ends", "{r} = $ready({a}[0], 0);", "{r} = 1 if {a} else 0", weight=2),
    *on_ends("r a:ends", "{r} = $ready({a}[0], -1);", "{r} = 1", wait="len({a}) > 0"),
    *on_ends("r a:ends", "{r} = $watched({a}[2], 0);", "{r} = 1 if {a} else 0", weight=2),
    *on_ends("r a:ends", "{r} = $watched({a}[2], -1);", "{r} = 1", wait="len({a}) > 0"),
    *on_ends("r a:ends", "{{ int left = 0; ioctl({a}[0], FIONREAD, &left); {r} = left; }}", "{r} = len({a})"),
    *on_ends("r a:ends", "{{ char tmp[2]; int got = (int)recv({a}[0], tmp, 2, MSG_PEEK); "
             "{r} = got > 0 ? got * 10 + tmp[0] - '0' : -errno; }}",
             "{r} = len({a}[:2]) * 10 + {a}[0] if {a} else -11; errno1 = errno1 if {a} else 11",
             kinds=("socketpair", "connection")),
    *on_ends("r a:ends! k", '{r} = (int)write({a}[1], "0123" + {k}, 1);', "{r} = 1; {a} = ({a}[0] + ({k},), True)",
             weight=4, kinds=("edges",)),
    *on_ends("r a:ends!", "{{ char tmp[2]; int got = (int)read({a}[0], tmp, 2); "
             "{r} = got > 0 ? got * 10 + tmp[0] - '0' : -errno; }}",
             "{r} = len({a}[0][:2]) * 10 + {a}[0][0] if {a}[0] else -11; errno1 = errno1 if {a}[0] else 11; "
             "{a} = ({a}[0][2:], {a}[1])", weight=3, kinds=("edges",)),
    *on_ends("r a:ends!", "{r} = $watched({a}[2], 0);", "{r} = 1 if {a}[0] and {a}[1] else 0; {a} = ({a}[0], False)",
             weight=4, kinds=("edges",)),
    # --- signals: what is done with one is a matter of the process, its mask of the thread
    *(row("signals", point, "state", "a:signal! k", f"{call};", "{a} = 1 + {k} % 2; hits0 = hits0", exact=False, weight=2)
      for call in ("signal({a}, {k} % 2 ? $caught_2 : $caught_1)",
                   "sigaction({a}, &(struct sigaction){{.sa_handler = {k} % 2 ? $caught_2 : $caught_1}}, NULL)")),
    row("signals", point, "state", "r a:signal! k", "{r} = signal({a}, {k} % 2 ? $caught_2 : $caught_1) == $caught_1;",
        "{r} = {a} == 1; {a} = 1 + {k} % 2; hits0 = hits0", exact=False),
    row("signals", point, "state", "r a:signal", "{{ struct sigaction was; sigaction({a}, NULL, &was); "
        "{r} = was.sa_handler == $caught_1; }}", "{r} = {a} == 1; hits0 = hits0", exact=False),
    row("signals", point, "state", "a:signal", "raise({a});",
        "flag1 = 0 if blocked1 else {a}; pending1 = pending1 or blocked1", exact=False,
        then=HIT, weight=4),
    row("signals", point, "state", "a:signal", "pthread_kill(pthread_self(), {a});",
        "flag1 = 0 if blocked1 else {a}; pending1 = pending1 or blocked1", exact=False,
        then=HIT, weight=2),
    row("signals", point, "state", "a:signal", "$block({a});", "blocked1 = True; hits0 = hits0", exact=False),
    row("signals", point, "state", "r a:signal", "{r} = $is_pending({a});", "{r} = pending1; hits0 = hits0", exact=False),
    row("signals", point, "state", "a:signal", "$unblock({a});",
        "flag1 = {a} if pending1 else 0; pending1 = False; blocked1 = False", exact=False,
        then=HIT, weight=2),
    row("signals", point, "state", "r a:hits", "{r} = {a};", "{r} = {a}", exact=False, weight=2),
    row("signals", plain, "state", "r k", "{r} = $jump_out({k} + 1);", "{r} = {k} + 1", exact=False, weight=2),
    # --- a process that is left
    row("", point, "leaves", "x", "$say({x});", 'out1 = out1 + "%d," % ({x})', weight=8, exact=False),
    row("leaves", point, "leaves", "k", "atexit({k} % 2 ? $at_exit_1 : $at_exit_0);", "exits0 = exits0 + ({k} % 2,)",
        weight=2, exact=False),
    row("leaves", point, "leaves", "k", "at_quick_exit($at_exit_0);", "quick0 = quick0 + (0,)", exact=False),
]
operations.OPERATIONS += FORMS
