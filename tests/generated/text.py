# SPDX-License-Identifier: MIT
"""text.py - a generated program as C or C++

Several programs stand in one file, to be compiled together; each has its own
names (p17_...), and main(argc, argv) runs the one whose seed is the argument.
"""
import blocks
import descriptors
import helpers
from program import KINDS, NAME, shown, show_kind

C_HEADERS = ("alloca.h", "arpa/inet.h", "errno.h", "fcntl.h", "fnmatch.h", "poll.h", "pthread.h", "sched.h", "search.h",
             "semaphore.h", "setjmp.h", "signal.h", "stdio.h", "stdlib.h", "string.h", "sys/epoll.h", "sys/eventfd.h",
             "sys/ioctl.h", "sys/mman.h", "sys/resource.h", "sys/select.h", "sys/sendfile.h", "sys/signalfd.h", "sys/socket.h",
             "locale.h", "wchar.h", "sys/stat.h", "sys/timerfd.h", "sys/uio.h", "time.h", "unistd.h")

# What is only written where it is used.
STRUCTURES = {
    "$node": """\
struct $node {
	int value;
	struct $node *next;
};
""",
    "$block": """\
struct $block {
	int length;
	int *at;
};
""",
    "$shape": """\
struct $shape {
	int size;

	explicit $shape(int n) : size(n) {}
	virtual ~$shape() { size = -1; }
	virtual int area() const { return size; }
};
struct $square : $shape {
	using $shape::$shape;
	int area() const override { return size * size; }
};
""",
    "$pair": """\
struct $pair {
	int a, b;
};
""",
    "$wide": """\
struct $wide {
	long a, b;
};
""",
    "$bits": """\
struct $bits {
	int a : 7, b : 12, c : 13;
};
""",
    "$packed": """\
struct __attribute__((packed)) $packed {
	signed char a;
	long b;
};
""",
    "$odd": """\
struct $odd {
	signed char at[13];
};
""",
    "$lanes": """\
typedef int $lanes __attribute__((vector_size(16)));
""",
    **helpers.STRUCTURES,
    "$large": """\
struct $large {
	long a, b;
	int c;
};
""",
}

FUNCTIONS = {
    "$push": """\
static __attribute__((noinline)) struct $node *$push(struct $node *next, int value)
{
	struct $node *n = (struct $node *)malloc(sizeof *n);

	n->value = value;
	n->next = next;
	return n;
}
""",
    "$value": """\
static int $value(struct $node *n)
{
	return n->value;
}
""",
    "$total": """\
static __attribute__((noinline)) int $total(const int *at, int length)
{
	int all = 0;

	for (int i = 0; i < length; i++)
		all += at[i];
	return all;
}
""",
    "$compare": """\
static int $compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}
""",
    "$mix(": """\
static __attribute__((noinline)) struct $pair $mix(struct $pair from, int x)
{
	struct $pair to;

	to.a = from.b;
	to.b = (from.a + x) & 15;
	return to;
}
""",
    "$mix_wide(": """\
static __attribute__((noinline)) struct $wide $mix_wide(struct $wide from, int x)
{
	struct $wide to = {from.b, (from.a + x) & 15};

	return to;
}
""",
    "$mix_large(": """\
static __attribute__((noinline)) struct $large $mix_large(struct $large from, int x)
{
	struct $large to;

	to.a = from.b;
	to.b = from.c;
	to.c = (int)((from.a + x) & 15);
	return to;
}
""",
    "$where(": """\
static __attribute__((noinline)) struct $large *$where(struct $large *at)
{
	return at;
}
""",
    "$shift(": """\
static __attribute__((noinline)) struct $odd $shift(struct $odd from, int x)
{
	struct $odd to;

	to.at[0] = (signed char)x;
	memcpy(to.at + 1, from.at, 12);
	return to;
}
""",
    "$deep(": """\
static __attribute__((noinline)) int $deep(int n)
{
	int here[4] = {n, n + 1, n + 2, n + 3};

	return n < 2 ? here[n] : $deep(n - 1) + $deep(n - 2) + here[n & 3] - here[0];
}
""",
    "$later": """\
static struct timespec $later;
""",
    "$add(": """\
static __attribute__((noinline)) int $add(struct $pair of)
{
	return of.a + 2 * of.b;
}
""",
    "$add_large(": """\
static __attribute__((noinline)) long $add_large(struct $large of)
{
	return of.a + of.b + of.c;
}
""",
    "$fail(": """\
static __attribute__((noinline)) void $fail(int value, int deep)
{
	std::string more(20 + deep, 'x'); // destroyed on the way

	if (deep == 0)
		throw std::runtime_error(std::to_string(value));
	$fail(value, deep - 1);
	more += "y";
}
""",
    "$failure(": """\
struct $failure : std::exception {
	std::string text;

	explicit $failure(int value) : text(std::to_string(value)) {}
	const char *what() const noexcept override { return text.c_str(); }
};
""",
    "$counted ": """\
struct $counted {
	int &where;

	~$counted() { where = (where + 1) & 15; }
};
""",
    "$object()": """\
struct $tracked {
	int value = 1;

	~$tracked() { $ends0.fetch_add(value); }
};
static $tracked &$object()
{
	static thread_local $tracked one;

	return one;
}
""",
    "$fence()": """\
static __attribute__((noinline)) void $fence(void) // two in a row would be made one
{
	$std_atomic_thread_fence($std_memory_order_seq_cst);
}
""",
    "$cleanup": """\
static void $cleanup(void *where)
{
	*(int *)where = (*(int *)where + 1) & 15;
}
""",
    "$key": """\
static pthread_key_t $key;
static void $key_end(void *value)
{
	$ends0 += (int)(long)value;
}
""",
    "$own": "static $local int $own = 5;\n",
    **helpers.FUNCTIONS,
    **descriptors.FUNCTIONS,
}


class Writer:
    def __init__(self, program):
        self.program, self.cxx = program, program.cxx
        self.headers, self.functions, self.lines = set(), [], []
        self.depth, self.thread, self.calls = 1, None, 0

    def named(self, text, owner):
        """Names as C sees them; owner: how a thread's own structure is reached."""
        def replace(match):
            name = match.group(0)
            if name in self.program.shared or name == "ends0":
                return "$" + name
            if name == "id0":
                return owner + "id"
            if name in ("r0", "r1", "r2") or name in self.program.own:
                return owner + name
            return name
        return NAME.sub(replace, text).replace("$$", "$")

    def line(self, text, owner=None):
        owner = owner or ("me->" if self.thread.style == "frame" else "own.")
        self.lines.append("\t" * self.depth + self.named(text, owner))

    def open(self, text):
        self.line((text + " {").strip())
        self.depth += 1

    def middle(self, text):
        self.depth -= 1
        self.line("} " + text + " {")
        self.depth += 1

    def close(self):
        self.depth -= 1
        self.line("}")

    def function(self, body):
        """The body as a function, and a call of it here."""
        outer, depth = self.lines, self.depth
        self.calls += 1
        name = f"$part_{self.calls}"
        self.lines, self.depth = [], 1
        for s in body:
            s.write(self)
        self.functions.append("\n".join([f"static __attribute__((noinline)) void {name}(struct $self *me)", "{",
                                         *(self.lines or ["\t(void)me;"]), "}", ""]))
        self.lines, self.depth = outer, depth
        self.line(f"{name}(me);")

    # --- threads

    def spawn(self, child):
        t = self.program.threads[child]
        n, cxx = t.number, self.cxx
        if t.place == "heap":
            made = "new $self()" if cxx else "(struct $self *)calloc(1, sizeof(struct $self))"
            self.line(f"$at[{n}] = {made};")
        elif t.place == "stack":
            self.line(f"struct $self frame_{n}{'{}' if cxx else ' = {0}'};")
            self.line(f"$at[{n}] = &frame_{n};")
        else:
            self.line(f"$at[{n}] = &$selves[{n}];")
        self.line(f"$at[{n}]->id = {n};")
        run = f"$thread_{t.twin if t.twin >= 0 else n}"
        if cxx:
            self.line(f"$handle[{n}] = std::thread({run}, $at[{n}]);")
        else:
            self.line(f"pthread_create(&$handle[{n}], NULL, {run}, $at[{n}]);")

    def join(self, child, into):
        t, n = self.program.threads[child], child
        if self.cxx:
            self.line(f"$handle[{n}].join();")
            if into:
                self.line(f"{into} = $at[{n}]->result;")
        elif into:
            self.line(f"{{ void *got; pthread_join($handle[{n}], &got); {into} = (int)(long)got; }}")
        else:
            self.line(f"pthread_join($handle[{n}], NULL);")
        if t.place != "global":
            self.line(f"$selves[{n}] = *$at[{n}];")
        if t.place == "heap":
            self.line(f"delete $at[{n}];" if self.cxx else f"free($at[{n}]);")

    def thread_function(self, t):
        self.thread, self.lines = t, []
        frame = t.style == "frame"
        for s in t.body:
            s.write(self)
        body, self.lines = self.lines, []
        if not frame:
            self.line("struct $self own = *me;")
            self.lines.append("")
        self.lines += body
        if not frame:
            self.line("*me = own;")
        if self.cxx:
            self.line("me->result = r0 & 15;", "me->")
            head = f"static void $thread_{t.number}(struct $self *me)"
        elif t.leaves == "exit" and t.number:
            self.line("pthread_exit((void *)(long)(r0 & 15));")
            head = f"static void *$thread_{t.number}(void *arg)"
        else:
            self.line("return (void *)(long)(r0 & 15);")
            head = f"static void *$thread_{t.number}(void *arg)"
        start = [] if self.cxx else ["\tstruct $self *me = (struct $self *)arg;", *([""] if frame else [])]
        self.functions.append("\n".join([head, "{", *start, *self.lines, "}", ""]))

    # --- declarations

    def declarations(self):
        p, out = self.program, []
        for name, s in p.shared.items():
            n = "$" + name
            if s.kind in KINDS:
                k = KINDS[s.kind]
                kind, init = (k.cxx if self.cxx else k.c), s.init[0]
                if self.cxx and s.kind.startswith(("atomic", "mailbox")):
                    out.append(f"{kind} {n}{{{init}}};")
                elif s.kind == "mailbox":  # no constant for clang
                    out.append(f"{kind} {n};")
                else:
                    space = "" if kind.endswith("*") else " "
                    out.append(f"{kind}{space}{n}{k.suffix} = {init};")
                if self.cxx:
                    self.headers.update(k.headers)
            elif s.kind == "cond":
                out.append(f"static std::condition_variable {n};" if self.cxx else
                           f"static pthread_cond_t {n} = PTHREAD_COND_INITIALIZER;")
            elif s.kind == "once":
                about = "$" + s.about
                out.append(f"static std::once_flag {n};" if self.cxx else
                           f"static pthread_once_t {n} = PTHREAD_ONCE_INIT;")
                out.append(f"static void {n}_init(void)\n{{\n\t{about} = {about} * 2 + 5;\n}}")
            elif s.kind in ("semaphore", "barrier", "spin", "writerlock"):
                kind = {"writerlock": "pthread_rwlock_t", "semaphore": "sem_t", "barrier": "pthread_barrier_t", "spin": "pthread_spinlock_t"}[s.kind]
                out.append(f"{kind} {n};")
            elif self.cxx:
                out.append(f"static {p.cxx_type(name)} {n};")
            elif s.kind == "rwlock":
                out.append(f"static pthread_rwlock_t {n} = PTHREAD_RWLOCK_INITIALIZER;")
            else:
                init = {"recursive": "RECURSIVE_MUTEX_INITIALIZER_NP", "errorcheck": "ERRORCHECK_MUTEX_INITIALIZER_NP",
                        "mutex": "MUTEX_INITIALIZER"}[s.kind]
                out.append(f"static pthread_mutex_t {n} = PTHREAD_{init};")
        out.append("std::atomic<int> $ends0{0};" if self.cxx else "_Atomic int $ends0;")
        own = ["\tint id, r0, r1, r2, result;"]
        if not self.cxx and any(isinstance(s, blocks.Try) for s in p.statements()):
            own += ["\tint thrown;", "\tjmp_buf back;"]
        for name, kind in p.own.items():
            k = KINDS[kind]
            kind = k.cxx if self.cxx else k.c
            own.append(f"\t{kind}{'' if kind.endswith('*') else ' '}{name}{k.suffix};")
            self.headers.update(k.headers if self.cxx else ())
        count = len(p.threads)
        out += ["struct $self {", *own, "};", f"static struct $self $selves[{count}], *$at[{count}];",
                f"static {'std::thread' if self.cxx else 'pthread_t'} $handle[{count}];"]
        out += [f"static void {'' if self.cxx else '*'}$thread_{t.number}({'struct $self *me' if self.cxx else 'void *arg'});"
                for t in p.threads if t.twin < 0]
        return "\n".join(out) + "\n"

    def main_function(self):
        p = self.program
        self.lines, self.thread = [], p.threads[0]
        for name, s in p.shared.items():
            if s.kind == "semaphore":
                self.line(f"sem_init(&{name}, 0, {s.init[0]});")
            elif s.kind == "barrier":
                self.line(f"pthread_barrier_init(&{name}, NULL, {s.init[0]});")
            elif s.kind == "spin":
                self.line(f"pthread_spin_init(&{name}, PTHREAD_PROCESS_PRIVATE);")
            elif s.kind == "writerlock":
                self.line("pthread_rwlockattr_t prefer;")
                self.line("pthread_rwlockattr_init(&prefer);")
                self.line("pthread_rwlockattr_setkind_np(&prefer, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);")
                self.line(f"pthread_rwlock_init(&{name}, &prefer);")
            elif s.kind in KINDS and KINDS[s.kind].setup:
                self.line(KINDS[s.kind].setup.replace("{n}", name))
        if any("$jump_out" in f for f in self.functions):
            self.line("signal(SIGVTALRM, $jump);")
        if any("$key" in f for f in self.functions):
            self.line("pthread_key_create(&$key, $key_end);")
        if any("$later" in f for f in self.functions):
            self.line("clock_gettime(CLOCK_REALTIME, &$later);")
            self.line("$later.tv_nsec += 20000000;")
            self.line("if ($later.tv_nsec >= 1000000000) {")
            self.line("\t$later.tv_sec++;")
            self.line("\t$later.tv_nsec -= 1000000000;")
            self.line("}")
        self.line("$thread_0(&$selves[0]);")
        if p.profile.leaves:
            self.line("pthread_exit(NULL);" if p.finish == "pthread_exit" else "return 0;")
            return "\n".join(["static int $main(void)", "{", *self.lines, "}", ""])
        for name, number in shown(p):
            self.line(show_kind(p, name).show.replace("{n}", name), f"$selves[{number}].")
        self.line('printf("\\n");')
        return "\n".join(["static int $main(void)", "{", *self.lines, "\treturn 0;", "}", ""])

    def text(self):
        p = self.program
        declared = self.declarations()
        for t in p.threads[1:] + p.threads[:1]:
            if t.twin < 0:
                self.thread_function(t)
        functions = "\n".join(self.functions) + "\n" + self.main_function()
        needed = ""
        for use, f in reversed(FUNCTIONS.items()):  # later ones use earlier ones
            if use in functions or use in needed or use in declared:
                needed = f + "\n" + needed
        needed = needed.replace("$std_", "std::" if self.cxx else "").replace(
            "$local", "thread_local" if self.cxx else "_Thread_local")
        if self.cxx and p.profile.throws:
            self.headers.update(("stdexcept", "string", "exception"))
        used = declared + needed + functions
        structures = "".join(text for name, text in STRUCTURES.items() if name in used)
        head = f"/* --- seed {p.seed} ({p.profile.name}) */\n"
        whole = head + structures + declared + "\n" + needed + functions
        return whole.replace("$", f"p{p.seed}_")


CXX_HEADERS = {"atomic", "chrono", "condition_variable", "mutex", "shared_mutex", "thread"}


def source(programs):
    """One file for programs of one language."""
    writers = [Writer(p) for p in programs]
    bodies = [w.text() for w in writers]
    headers = set().union(CXX_HEADERS, *(w.headers for w in writers)) if programs[0].cxx else {"stdatomic.h"}
    c = [*C_HEADERS, *(() if programs[0].cxx else headers)]
    lines = ["/* generated: tests/generated/run.py */", "#define _GNU_SOURCE" if not programs[0].cxx else ""]
    lines += [f"#include <{h}>" for h in sorted(c)]
    lines += [f"#include <{h}>" for h in sorted(headers)] if programs[0].cxx else []
    lines += ["", *bodies, "int main(int argc, char **argv)", "{",
              f"\tint seed = argc > 1 ? atoi(argv[1]) : {programs[0].seed};", "", "\tswitch (seed) {"]
    for p in programs:
        lines += [f"\tcase {p.seed}:", f"\t\treturn p{p.seed}_main();"]
    lines += ["\t}", "\treturn 2;", "}", ""]
    return "\n".join(lines)
