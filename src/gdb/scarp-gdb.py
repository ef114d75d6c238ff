# SPDX-License-Identifier: MIT
"""scarp-gdb.py - gdb on a schedule that scarp recorded (docs/debugging.md)

`scarp replay --gdb` starts gdb with it; `source` reads it into any other one.
The test's threads are fibers of one kernel thread, of which gdb sees the one that
runs.  The others' frames are shown by an unwinder, which lets the running frame be
called by them: no register is changed, and nothing has to be put back.

Reads `scarp_debug` and `scarp_threads` from memory (docs/formats).
"""
import json
import os
import re
import shlex
import shutil
import struct
import subprocess
import tempfile

import gdb
import gdb.frames
import gdb.unwinder

DEBUG = "<8sII4QII5Q4IQII2Q600s"
DEBUG_KEYS = ("magic version bytes event access until_event until_access reason runtimes "
              "runtime base schedule steps pending row_bytes kind object pc text text_bytes "
              "output_max output output_length message").split()
UNTIL = {"event": 32, "access": 40}  # offsets in it
THREADS_KEYS = "row_bytes id state started named name sp fs low top start saved".split()
RUNS, ASKED_FOR, FAILED, ERROR, ENDED = range(5)
SAVED = ["r15", "r14", "r13", "r12", "rbx", "rbp", "rip"]
NOBODY = 0xffff
ENVIRONMENT = dict(os.environ)  # as it was given to us


def memory(address, size):
    return bytes(gdb.selected_inferior().read_memory(address, size))


def word(address, form="Q"):
    return struct.unpack("<" + form, memory(address, struct.calcsize("<" + form)))[0]


def text_at(address):
    return gdb.Value(address).cast(gdb.lookup_type("char").pointer()).string(errors="replace")


def address_of(symbol):
    return int(gdb.parse_and_eval(f"(unsigned long)&{symbol}"))


def say(text):
    gdb.write(text + "\n")


class Runtime:
    """What the process says of itself, read anew at each stop."""

    def __init__(self):
        at = address_of("scarp_debug")
        self.at = at
        values = struct.unpack(DEBUG, memory(at, struct.calcsize(DEBUG)))
        self.__dict__.update(zip(DEBUG_KEYS, values))
        if self.magic != b"scarpdbg" or self.version != 1:
            raise gdb.GdbError("the program was linked by a scarp that this one does not know")
        self.message = self.message.split(b"\0")[0].decode(errors="replace")
        self.code = []
        for i in range(self.runtimes):
            start, length = struct.unpack("<QQ", memory(self.runtime + 16 * i, 16))
            self.code.append((start + self.base, start + self.base + length))

    def owns(self, pc):
        return any(low <= pc < high for low, high in self.code)

    def chosen(self):
        """The threads of the schedule so far."""
        n = word(self.steps, "I") if self.steps else 0
        raw = memory(self.schedule, 8 * n) if n else b""
        return [struct.unpack_from("<H", raw, 8 * i)[0] for i in range(n)]


class Thread:
    def __init__(self, row, fields, running):
        self.id = word(row + fields["id"], "H")
        self.state = word(row + fields["state"], "B")
        self.started = word(row + fields["started"], "B")
        self.sp = word(row + fields["sp"])
        self.stack = (word(row + fields["low"]), word(row + fields["top"]))
        self.runs = row == running
        self.here = False  # its frames are those of the process, saved or not
        own = memory(row + fields["name"], 16).split(b"\0")[0].decode(errors="replace")
        self.own = own if word(row + fields["named"], "B") else ""

    def name(self):
        if self.id < len(session.threads):
            return session.threads[self.id]
        return f"T{self.id}" + (f" {self.own}" if self.own else "")


def threads():
    """All that are alive or were not joined; none outside of an execution."""
    at = address_of("scarp_threads")
    head = struct.unpack("<8sII3Q12I", memory(at, 88))
    rows, running, n = word(head[3]), word(head[4]), word(head[5], "H")
    fields = dict(zip(THREADS_KEYS, head[6:]))
    if not rows:
        return []
    all_rows = [Thread(rows + i * fields["row_bytes"], fields, running) for i in range(n)]
    alive_or_not = [t for t in all_rows if t.state]
    rsp = int(gdb.newest_frame().read_register("rsp"))
    on_it = [t for t in alive_or_not if t.stack[0] <= rsp < t.stack[1]]
    # In a deadlock nobody runs, but somebody's stack is still in use; a signal's handler
    # has a stack of its own.
    for t in on_it or [t for t in alive_or_not if t.runs]:
        t.here = True
    return alive_or_not


class Session:
    def __init__(self):
        self.path = None
        self.threads, self.steps, self.report = [], [], ""
        self.start_at = "end"
        self.seen = 0          # choices that were made at the last stop
        self.quiet = False     # a stop that nobody asked for
        self.fiber = None      # whose frames are shown instead of the running thread's
        self.here = None       # stack pointer of the running frame then
        self.over = False      # the execution failed, or ended
        self.stopped = False   # it has been, since the process began
        self.told = ""         # of the place, last

    def rows(self):
        return [s for s in self.steps if s["step"]]

    def name(self, tid):
        return self.threads[tid] if tid < len(self.threads) else f"T{tid}"

    def tell(self, row):
        """One row of the table in words."""
        return f"{self.name(row['thread'])}: {row['where']}  {row['what']}"


session = Session()


# --- frames ------------------------------------------------------------------

class FiberUnwinder(gdb.unwinder.Unwinder):
    """The frame that runs is called by those of session.fiber, as far as gdb knows."""

    class Id:
        # Lower than any stack: the frames behind it are never taken for inner ones.
        def __init__(self, pc):
            self.sp, self.pc = gdb.Value(16).cast(pc.type), pc

    def __init__(self):
        super().__init__("scarp fibers")

    def __call__(self, pending):
        if session.fiber is None:
            return None
        rsp, rip = pending.read_register("rsp"), pending.read_register("rip")
        if int(rsp) != session.here:
            return None
        sp = session.fiber.sp
        info = pending.create_unwind_info(self.Id(rip))
        for name, value in zip(SAVED, struct.unpack("<7Q", memory(sp, 56))):
            info.add_saved_register(name, gdb.Value(value).cast(pending.read_register(name).type))
        info.add_saved_register("rsp", gdb.Value(sp + 56).cast(rsp.type))
        return info


def is_of_scarp(r, frame):
    """Its own, or that of a signal that it took."""
    if frame.type() == gdb.SIGTRAMP_FRAME and frame.newer():
        frame = frame.newer()
    return r.owns(frame.pc())


class WithoutRuntime:
    """`bt` without scarp's own frames (`bt -no-filters` has them)."""

    def __init__(self):
        self.name, self.priority, self.enabled = "scarp", 100, True
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        try:
            r = Runtime()
        except (gdb.error, gdb.GdbError):
            return frames
        newest = gdb.newest_frame() if session.fiber else None
        return (f for f in frames
                if not is_of_scarp(r, f.inferior_frame()) and f.inferior_frame() != newest)


def show_fiber(thread):
    """From here on frames are those of `thread`; None: of the one that runs."""
    if session.fiber is None:
        gdb.newest_frame().select()
        session.here = int(gdb.newest_frame().read_register("rsp"))
    session.fiber = thread
    gdb.invalidate_cached_frames()


def left_to(r):
    """The innermost frame that is not scarp's, and the one that it called; or None."""
    inner, frame = None, gdb.newest_frame()
    if session.fiber:
        inner, frame = frame, frame.older()
    while frame and (r.owns(frame.pc()) or frame.type() == gdb.SIGTRAMP_FRAME):
        inner, frame = frame, frame.older()
    return frame, inner


def is_own(frame):
    """Not in a library, nor in what its headers bring."""
    symtab = frame.find_sal().symtab
    return symtab and not symtab.fullname().startswith(("/usr/include/", "/usr/lib/"))


def of_test(r):
    """The innermost frame of the test's own code; else of what it called; or None."""
    first, _ = left_to(r)
    frame = first
    while frame and not is_own(frame):
        frame = frame.older()
        if frame and r.owns(frame.pc()):
            frame = None
    return frame or first


def select_test_frame(r):
    frame = of_test(r)
    if frame:
        frame.select()
    return frame


def place(frame):
    sal = frame.find_sal()
    name = frame.name() or "??"
    return f"{name} at {os.path.basename(sal.symtab.filename)}:{sal.line}" if sal.symtab else name


# --- stops ---------------------------------------------------------------------

class Stop(gdb.Breakpoint):
    """Where the runtime says that something has come to pass."""

    def __init__(self):
        super().__init__("scarp_debug_stop", internal=True)
        # An editor is to be told by gdb that it stopped, and where.
        self.silent = not through_mi()


def through_mi():
    """Does a program speak to this gdb, and nobody type?"""
    with open("/proc/self/cmdline", "rb") as f:
        words = f.read().decode(errors="replace").split("\0")
    return any(re.fullmatch(r"--?i(nterpreter)?=mi\d?", w) or
               (re.fullmatch(r"--?i(nterpreter)?", w) and after.startswith("mi"))
               for w, after in zip(words, words[1:] + [""]))


def position(r):
    """The row that is being made, as an index of session.rows(); -1: none so far."""
    rows = session.rows()
    if r.reason >= FAILED:
        return len(rows)
    made = {"event": r.event, "access": r.access}
    at = -1
    for i, row in enumerate(rows):
        kind = "event" if "event" in row else "access"
        if row[kind] < made[kind]:
            at = i
    return at


def tell_position(r):
    rows = session.rows()
    at = position(r)
    running = next((t for t in threads() if t.runs), None)
    if at < 0 or at >= len(rows):
        return f"[{running.name() if running else 'nobody runs'}]"
    row = rows[at]
    return f"[{running.name() if running else 'nobody runs'}; " \
           f"step {row['step']} of {len(rows)} was {session.tell(row)}]"


def tell_asked_for(r):
    rows = session.rows()
    row = rows[min(max(position(r), 0), len(rows) - 1)]
    say(f"step {row['step']} of {len(rows)}, about to be made: {session.tell(row)}")


def on_stop(_event):
    session.fiber = None
    if session.quiet:
        return
    try:
        ours = gdb.newest_frame().name() == "scarp_debug_stop"
        r = Runtime()
        if not r.schedule:
            return
        chosen = r.chosen()
        between = chosen[session.seen:] if session.stopped else []
        running = next((t.id for t in threads() if t.runs), None)
    except (gdb.error, gdb.GdbError):
        return  # before the runtime's start
    session.seen, session.stopped = len(chosen), True
    if ours:
        session.over = r.reason >= FAILED
        if r.reason == ASKED_FOR:
            tell_asked_for(r)
        elif r.reason == FAILED:
            say(f"failed: {failure(r)}")
        elif r.reason == ERROR:
            say(f"the execution cannot go on: {r.message}")
        else:
            say(f"the execution did not fail: {r.message}")
        if select_test_frame(r):
            gdb.execute("frame")
        return
    others = sorted({t for t in between if t not in (running, NOBODY)})
    if others:
        say("[" + ", ".join(session.name(t) for t in others) + " ran in between]")
    told = tell_position(r)
    if told != session.told:
        say(told)
    session.told = told


def failure(r):
    """As the report has it, unless somebody made it another one here."""
    line = session.report.split("\n")[0]
    if r.message.split(": ", 1)[-1] in line:
        return line.split(": ", 1)[-1]
    return r.message


def on_exit(event):
    # A process that gdb killed, to start anew, has neither.
    signal = gdb.convenience_variable("_exitsignal")
    ended = hasattr(event, "exit_code") or signal is not None
    if session.path and not session.over and ended:
        say("[the process has ended, and nothing in it could stop here before; "
            "'scarp why' shows the failure]")
    gdb.set_convenience_variable("_exitsignal", None)
    forget()


def forget():
    session.fiber, session.seen, session.stopped, session.over = None, 0, False, False


def on_continue(event):
    session.fiber = None


def alive():
    inferior = gdb.selected_inferior()
    return inferior.pid != 0


def need_process():
    if not alive():
        raise gdb.GdbError("nothing runs: 'run' starts the execution, 'scarp goto STEP' does, too")


def need_schedule():
    if not session.path:
        raise gdb.GdbError("no schedule: 'scarp load FILE' takes one, as scarp check left it")


def before_resume(command):
    """What user commands that go on need: frames as they are, and for those that go by
    source lines the test's own frame."""
    if not alive() or not session.path:
        return
    if session.fiber:
        show_fiber(None)
        session.fiber = None
        gdb.newest_frame().select()
    if command in ("continue", "jump"):
        return
    r = Runtime()
    if not r.schedule or not r.owns(gdb.newest_frame().pc()):
        return
    if r.reason >= FAILED:
        raise gdb.GdbError("the execution goes no further: 'scarp back', 'scarp goto STEP' "
                           "and 'run' start it again")
    if command == "finish":
        return
    frame, inner = left_to(r)
    if not frame or not inner:
        return
    back = gdb.FinishBreakpoint(inner, internal=True)
    back.silent = True
    session.quiet = True
    try:
        gdb.execute("continue", to_string=True)
    finally:
        session.quiet = False
    if not alive():
        raise gdb.GdbError("the execution is over")
    if Runtime().owns(gdb.newest_frame().pc()) or gdb.newest_frame() != frame:
        on_stop(None)
        raise gdb.GdbError("it stopped here first")


# --- going to a step --------------------------------------------------------------

class WithoutBreakpoints:
    """The user's do not stop, and are put back."""

    def __enter__(self):
        self.off = [b for b in gdb.breakpoints() or () if b.enabled and b.visible]
        for b in self.off:
            b.enabled = False

    def __exit__(self, *unused):
        for b in self.off:
            if b.is_valid():
                b.enabled = True


def where_of(row):
    return "event" if "event" in row else "access"


def wrap(where):
    command = [session.command, "replay", "--config=none", "--become", where, session.path, "--"]
    gdb.execute("set exec-wrapper " + " ".join(shlex.quote(c) for c in command))


def rerun(where):
    wrap(where)
    try:
        gdb.execute("with confirm off -- run")
    finally:
        wrap(session.start_at)


def go(row):
    """To before this row; None: to the failure."""
    kind = row and where_of(row)
    r = Runtime() if alive() else None
    ahead = r and r.schedule and r.reason < FAILED and \
        (not row or row[kind] >= getattr(r, kind))
    if ahead:
        if row:
            gdb.selected_inferior().write_memory(
                r.at + UNTIL[kind], struct.pack("<Q", row[kind] + 1))
        gdb.execute("continue")
    else:
        rerun(f"{kind}:{row[kind]}" if row else "end")


def row_of(step):
    rows = session.rows()
    if not 1 <= step <= len(rows):
        raise gdb.GdbError(f"there is no step {step}: they are 1 to {len(rows)} ('scarp steps')")
    return rows[step - 1]


def number(text, default=None):
    text = text.strip()
    if not text and default is not None:
        return default
    try:
        return int(gdb.parse_and_eval(text))
    except gdb.error:
        raise gdb.GdbError(f"a number is wanted, not '{text}'")


# --- commands -----------------------------------------------------------------------

class Command(gdb.Command):
    def __init__(self):
        super().__init__("scarp " + self.word, self.sort)

    sort = gdb.COMMAND_RUNNING

    def invoke(self, argument, from_tty):
        self.dont_repeat()
        self.run(argument)


class Scarp(gdb.Command):
    """The execution that scarp recorded: its steps, its threads, and why it fails."""

    def __init__(self):
        super().__init__("scarp", gdb.COMMAND_RUNNING, gdb.COMPLETE_NONE, True)


class Load(Command):
    """scarp load [--full] FILE [STEP]: take a schedule; 'run' then goes to its failure, or STEP.

With --full every step has a number, as in `scarp replay --full`."""

    word, sort = "load", gdb.COMMAND_FILES

    def run(self, argument):
        words = gdb.string_to_argv(argument)
        full = "--full" in words
        words = [w for w in words if w != "--full"]
        if not 1 <= len(words) <= 2:
            raise gdb.GdbError("usage: scarp load [--full] FILE [STEP]")
        path = ENVIRONMENT.get("SCARP_SCHEDULE", "") if words[0] == "-" else words[0]
        session.command = find_scarp()
        learn(os.path.abspath(os.path.expanduser(path)), full)
        gdb.execute("file " + json.dumps(session.program), to_string=True)
        prepare_gdb()
        step = number(words[1]) if len(words) == 2 else 0
        session.start_at = "end"
        if step:
            row = row_of(step)
            session.start_at = f"{where_of(row)}:{row[where_of(row)]}"
        wrap(session.start_at)
        say(session.report.split("\n")[0])
        say(f"{len(session.rows())} steps ('scarp steps'); 'help scarp' lists scarp's commands")


def find_scarp():
    here = os.path.dirname(os.path.abspath(SCRIPT))
    beside = os.path.join(os.path.dirname(os.path.dirname(here)), "bin", "scarp")
    for path in (ENVIRONMENT.get("SCARP_COMMAND"), beside, shutil.which("scarp")):
        if path and os.access(path, os.X_OK):
            return path
    raise gdb.GdbError("there is no command 'scarp' in PATH, nor beside this script")


def learn(path, full):
    """What the schedule does, by a replay without gdb."""
    with tempfile.NamedTemporaryFile(prefix="scarp-steps-") as out:
        command = [session.command, "replay", "--config=none", "--steps", out.name, path]
        if full:
            command.insert(2, "--full")
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env=ENVIRONMENT, check=False)
        report = done.stdout.decode(errors="replace")
        if done.returncode != 1:
            raise gdb.GdbError(report.strip())
        with open(out.name, encoding="utf-8") as f:
            steps = json.load(f)
    forget()
    session.path, session.report = path, report
    session.program, session.threads, session.steps = \
        steps["program"], steps["threads"], steps["steps"]
    session.objects = steps.get("objects", {})  # an older scarp has none


prepared = []


def prepare_gdb():
    for text in ("set print thread-events off", "set startup-with-shell on", "set disable-randomization on",
                 # What the test handles goes by; what it does not is a failure.
                 "handle SIGSEGV SIGBUS SIGFPE SIGILL nostop noprint pass"):
        gdb.execute(text, to_string=True)
    # That shell corrects PWD, which is to be as it was.
    gdb.execute("set environment SCARP_PWD " + ENVIRONMENT.get("PWD", ""), to_string=True)
    os.environ["SHELL"] = "/bin/sh"  # gdb's own: what it starts programs with
    if prepared:
        return
    # Quietly: where the runtime is a library, the symbol is not there yet.
    gdb.execute("python prepared.append(Stop())", to_string=True)
    gdb.unwinder.register_unwinder(None, FiberUnwinder(), replace=True)
    prepared.append(WithoutRuntime())
    gdb.events.stop.connect(on_stop)
    gdb.events.exited.connect(on_exit)
    gdb.events.cont.connect(on_continue)
    for command in ("step", "next", "stepi", "nexti", "until", "advance", "finish",
                    "continue", "jump"):
        gdb.execute(f"define hook-{command}\nscarp before {command}\nend", to_string=True)


class Why(Command):
    """scarp why: the failure, as `scarp replay` tells it."""

    word, sort = "why", gdb.COMMAND_STATUS

    def run(self, argument):
        need_schedule()
        say(session.report.rstrip())


class Steps(Command):
    """scarp steps [FROM [TO]]: what the threads do in this execution; > is the step that
is about to be made, or was made last."""

    word, sort = "steps", gdb.COMMAND_STATUS

    def run(self, argument):
        need_schedule()
        words = argument.split()
        low = number(words[0]) if words else 1
        high = number(words[1]) if len(words) > 1 else len(session.rows())
        at = -1
        if alive():
            at = position(Runtime())
        for i, row in enumerate(session.rows()):
            if low <= row["step"] <= high:
                say(f"{'>' if i == at else ' '}{row['step']:5}  {session.tell(row)}")
        if at == len(session.rows()):
            say(">       failed")


class Threads(Command):
    """scarp threads: the threads of the test, what each is about to do and where.

* is the one that runs."""

    word, sort = "threads", gdb.COMMAND_STATUS

    def run(self, argument):
        need_process()
        r, shown = Runtime(), session.fiber
        for t in threads():
            say(f"{'*' if t.runs else ' '} {t.name():24} {self.does(r, t)}")
        show_fiber(shown)
        select_test_frame(r)

    @staticmethod
    def does(r, t):
        if t.state == 2:
            return "has ended, not joined"
        if not t.started:
            return "has not begun"
        show_fiber(None if t.here else t)
        frame = of_test(r)
        where = place(frame) if frame else "in scarp"
        row = word(r.pending) + t.id * r.row_bytes
        kind = word(row + r.kind, "B")
        if t.runs or not kind:
            return ("runs: " if t.runs else "") + where
        return f"at: {text_at(word(r.text + kind * r.text_bytes))} " \
               f"{name_of(word(row + r.object))}, {where}"


def name_of(address):
    """As the report calls it."""
    return session.objects.get(f"{address:#x}") or symbol(address)


def symbol(address):
    if address < 4096:
        return f"T{address}" if address else ""
    try:
        return gdb.execute(f"info symbol {address:#x}", to_string=True).split(" in section")[0] \
            if "No symbol" not in gdb.execute(f"info symbol {address:#x}", to_string=True) \
            else f"{address:#x}"
    except gdb.error:
        return f"{address:#x}"


def find_thread(argument):
    wanted = argument.strip().lstrip("T")
    for t in threads():
        if wanted == str(t.id) or (wanted and wanted == t.own):
            return t
    raise gdb.GdbError(f"there is no thread '{argument.strip()}'; 'scarp threads' lists them")


class OneThread(Command):
    """scarp thread N: the frames of thread N from here on, for bt, up, frame and print.

Whatever goes on (next, continue) does so in the thread that runs."""

    word, sort = "thread", gdb.COMMAND_STACK

    def run(self, argument):
        need_process()
        r = Runtime()
        t = find_thread(argument)
        if t.state != 1 or not t.started:
            raise gdb.GdbError(f"{t.name()} has no frames: it has "
                               + ("ended" if t.state == 2 else "not begun"))
        show_fiber(None if t.here else t)
        here = next((other.name() for other in threads() if other.here), "nobody")
        say(f"[{t.name()}]" if t.here else
            f"[{t.name()}; thread-local variables that gdb prints are still those of {here}]")
        if select_test_frame(r):
            gdb.execute("frame")


class Bt(Command):
    """scarp bt [N | all]: the stack of thread N, or of each."""

    word, sort = "bt", gdb.COMMAND_STACK

    def run(self, argument):
        need_process()
        r = Runtime()
        shown = session.fiber
        if argument.strip() in ("", "all"):
            some = threads()
        else:
            some = [find_thread(argument)]
        for t in some:
            say(f"\n{t.name()}{' (runs)' if t.runs else ''}:")
            if t.state == 1 and t.started:
                show_fiber(None if t.here else t)
                gdb.execute("backtrace")
            else:
                say("has ended" if t.state == 2 else "has not begun")
        show_fiber(shown)
        select_test_frame(r)


class Goto(Command):
    """scarp goto STEP: stop before a step of the table, ahead or back; `scarp goto end`: at the
failure.  Breakpoints do not stop on the way.  To go back the execution is made again."""

    word = "goto"

    def run(self, argument):
        need_schedule()
        row = None if argument.strip() == "end" else row_of(number(argument))
        with WithoutBreakpoints():
            go(row)


class Until(Command):
    """scarp until STEP: go on, but no further than before this step."""

    word = "until"

    def run(self, argument):
        need_schedule()
        need_process()
        row = row_of(number(argument))
        if row[where_of(row)] < getattr(Runtime(), where_of(row)):
            raise gdb.GdbError("that step was made; 'scarp goto' goes back")
        go(row)


def move(by):
    need_schedule()
    rows = session.rows()
    at = position(Runtime()) if alive() else -1
    to = at + by
    with WithoutBreakpoints():
        if to >= len(rows):
            if at >= len(rows):
                raise gdb.GdbError("this is the failure: the execution goes no further")
            go(None)
        else:
            go(rows[max(to, 0)])


class Step(Command):
    """scarp step [N]: to the next step of the table, whoever makes it, or the Nth from here."""

    word = "step"

    def run(self, argument):
        move(number(argument, 1))


class Back(Command):
    """scarp back [N]: one step of the table back, or N; the execution is made again."""

    word = "back"

    def run(self, argument):
        move(-number(argument, 1))


class Before(Command):
    """scarp before COMMAND: what hooks of gdb's own commands do."""

    word = "before"

    def run(self, argument):
        before_resume(argument.strip())


class Output(Command):
    """scarp output: what the test has printed so far."""

    word, sort = "output", gdb.COMMAND_STATUS

    def run(self, argument):
        need_process()
        r = Runtime()
        n = min(word(r.output_length, "I"), r.output_max) if r.output else 0
        gdb.write(memory(r.output, n).decode(errors="replace") if n else "")


class StepNumber(gdb.Function):
    """$scarp_step(): the step of the table that is being made, for conditions."""

    def __init__(self):
        super().__init__("scarp_step")

    def invoke(self):
        rows = session.rows()
        at = position(Runtime())
        return rows[at]["step"] if 0 <= at < len(rows) else 0


class ThreadNumber(gdb.Function):
    """$scarp_thread(): the number of the thread that runs; -1: none."""

    def __init__(self):
        super().__init__("scarp_thread")

    def invoke(self):
        return next((t.id for t in threads() if t.runs), -1)


SCRIPT = __file__
for sort in (Scarp, Load, Why, Steps, Threads, OneThread, Bt, Goto, Until, Step, Back, Before,
             Output, StepNumber, ThreadNumber):
    sort()
