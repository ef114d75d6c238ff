# SPDX-License-Identifier: MIT
"""blocks.py - the statements of generated programs

Each kind is a class with three duties: `make` (a random one that fits the
context, or None), `write` (as C or C++), `lower` (for the interpreter).
`bodies` are the lists of statements inside, for the shrinker.  Races are
excluded by construction: a variable with a guard is only touched where its
lock is held.  Deadlocks are not; programs that have one are thrown away.
"""
import operations

CHANCE_LEAF = 0.45


class Statement:
    bodies = ()
    soft = False  # the shrinker may put the first body in its place

    def all(self):
        yield self
        for body in self.bodies:
            for s in body:
                yield from s.all()


def write_all(body, w):
    for s in body:
        s.write(w)


def lower_all(body, t):
    for s in body:
        s.lower(t)


class Simple(Statement):
    """A row of operations.py with its operands filled in."""

    def __init__(self, row, operands, types):
        self.row, self.operands, self.types = row, operands, types

    @property
    def op(self):
        return operations.OPERATIONS[self.row]

    @classmethod
    def make(cls, mk, ctx, budget):
        fitting = []
        for i in mk.rows:
            op = operations.OPERATIONS[i]
            if 0 < op.points() > budget:
                continue
            fitting += [i] * op.weight
        for _ in range(20):
            i = mk.rng.choice(fitting)
            operands = mk.operands(operations.OPERATIONS[i].operands, ctx)
            if operands is not None:
                types = {n: mk.program.kind_name(v) for n, v in operands.items() if n in "ab"}
                return cls(i, operands, types)
        return None

    def fields(self):
        out = dict(self.operands)
        for n, v in self.operands.items():
            if n in "xy":
                out[n] = f"({v})"
        for n, kind in self.types.items():
            out[n + "_type"] = kind.replace("atomic ", "")
        return out

    def write(self, w):
        op = self.op
        text = (op.cxx or op.c) if w.cxx else op.c
        if op.headers:
            w.headers.update(op.headers)
        w.line(text.format(**self.fields()))

    def lower(self, t):
        op, fields, before = self.op, dict(self.operands), ""
        for n, v in self.operands.items():
            if n in "xy":
                before += f"{n}_ = int({v})\n"
                fields[n] = n + "_"
            if n in self.types:
                t.python(v)  # used, even where the Python text has no need of it
                fields[n + "_wrap"] = t.program.wrap(v)
        body = before + "\n".join(op.py.format(**fields).split("; "))
        t.exact = t.exact and op.exact
        if t.most and op.most:
            return self.divided(t, before, fields)
        for _ in range(op.inside):
            t.point("1", "pass")
        if op.point or not op.exact:
            t.point(op.wait.format(**fields), body)
            if op.then:
                t.point("1", before + op.then.format(**fields))
        else:
            t.do(body)

    def divided(self, t, before, fields):
        """One of several ways to do it, each of several points."""
        ends = []
        if len(self.op.most) > 1:
            t.point(str(len(self.op.most)), "way1 = way")
        for n, steps in enumerate(self.op.most):
            past = t.branch(f"way1 == {n}") if n < len(self.op.most) - 1 else None
            for step in steps:
                t.point("1", before + "\n".join(step.format(**fields).split("; ")))
            if past:
                ends.append(t.jump())
                t.here(past)
        for end in ends:
            t.here(end)


def lower_guarded(body, t, give):
    """A body that gives the lock back when it is left by an exception, too."""
    t.scopes.append(("cleanup", lambda: t.point("1", give)))
    lower_all(body, t)
    t.scopes.pop()


class Locked(Statement):
    """Between lock and unlock; `rest` is for who does not get it: a trylock, or
    a timed one.  That may time out whenever the lock is held, which for what can
    happen is the same: who waits is one who has not come to it yet.  How long
    that is natively does not matter, since all of it is in the set."""

    def __init__(self, lock, way, attempt, body, rest, style):
        self.lock, self.way, self.attempt = lock, way, attempt  # way: "w" or "r"
        self.body, self.rest, self.style = body, rest, style
        self.bodies = (body, rest)

    @classmethod
    def make(cls, mk, ctx, budget):
        # Locks are taken in one order, so that most programs have no deadlock.
        free = [n for n in mk.program.locks() if n not in ctx.held and n > max(ctx.held, default="")]
        if not free or budget < 2 or ctx.depth > 2 or (ctx.trying and not mk.program.cxx):
            return None
        lock = mk.rng.choice(free)
        way = "r" if mk.program.kind_name(lock) == "rwlock" and mk.rng.random() < 0.5 else "w"
        attempt = mk.rng.choice(("", "", "", "try", "timed" if mk.program.can_wait(lock) else "try"))
        inner = ctx.deeper(held={**ctx.held, lock: way})
        body = mk.body(inner, budget - 2, mk.rng.randint(1, 3))
        rest = mk.body(ctx.deeper(), 0, 1) if attempt else []
        return cls(lock, way, attempt, body, rest, mk.rng.choice(("guard", "unique", "hand")) if not ctx.trying
                   and not any(isinstance(s, Leave) for b in body for s in b.all()) else "guard")

    def guard(self, w):
        kind = w.program.kind_name(self.lock)
        mutex = w.program.cxx_type(self.lock)
        if kind == "rwlock" and self.way == "r":
            return f"std::shared_lock<{mutex}>"
        if self.style == "unique" or self.attempt:
            return f"std::unique_lock<{mutex}>"
        return f"std::lock_guard<{mutex}>"

    def write(self, w):
        if w.cxx and self.style != "hand":
            if self.attempt:
                how = "std::try_to_lock" if self.attempt == "try" else "std::chrono::milliseconds(20)"
                w.open(f"if ({self.guard(w)} held{{{self.lock}, {how}}}; held)")
            else:
                w.open("")
                w.line(f"{self.guard(w)} held{{{self.lock}}};")
            write_all(self.body, w)
            if self.attempt and self.rest:
                w.middle("else")
                write_all(self.rest, w)
            w.close()
            return
        take, attempt, give = w.program.lock_calls(self.lock, self.way, w.cxx, self.attempt == "timed")
        if self.attempt:
            w.open(f"if ({attempt})")
        else:
            w.line(f"{take};")
        write_all(self.body, w)
        w.line(f"{give};")
        if self.attempt:
            if self.rest:
                w.middle("else")
                write_all(self.rest, w)
            w.close()

    def lower(self, t):
        free, take, give = t.program.lock_python(self.lock, self.way, t.number)
        if self.attempt:
            if self.attempt == "timed" and t.program.cxx:  # libstdc++ looks at clocks
                t.exact = False
                t.point("1", "pass")
            t.point("1", f"{t.flag} = {free}\nif {t.flag}: {take}")
            past = t.branch(t.flag)
        elif self.way == "w" and t.program.shared[self.lock].kind == "writerlock":  # readers wait for who waits
            t.exact = False
            name = self.lock
            t.point("1", f"{t.flag} = {free}\n{name} = ({t.number}, 0, 0) if {t.flag} else "
                    f"({name}[0], {name}[1], {name}[2] + 1)")
            past = t.branch(f"not {t.flag}")
            t.point(f"{name}[:2] == (None, 0)", f"{name} = ({t.number}, 0, {name}[2] - 1)")
            t.here(past)
        else:
            t.point(free, take)
        lower_guarded(self.body, t, give)
        t.point("1", give)
        if self.attempt:
            end = t.jump()
            t.here(past)
            lower_all(self.rest, t)
            t.here(end)


class Await(Statement):
    """Waits for a condition with a predicate, as one should."""

    def __init__(self, cond, least, body, timed):
        self.cond, self.least, self.body, self.timed = cond, least, body, timed
        self.bodies = (body,)

    @classmethod
    def make(cls, mk, ctx, budget):
        conds = mk.program.names("cond")
        if not conds or budget < 5 or ctx.held or ctx.trying or ctx.depth:
            return None
        cond = mk.rng.choice(conds)
        inner = ctx.deeper(held={mk.program.shared[cond].guard: "w"})
        return cls(cond, mk.rng.randint(1, 2), mk.body(inner, 0, mk.rng.randint(0, 2)), mk.rng.random() < 0.3)

    def write(self, w):
        s = w.program.shared[self.cond]
        if w.cxx:
            w.open("")
            w.line(f"std::unique_lock<std::mutex> held{{{s.guard}}};")
            if self.timed:
                w.line(f"while ({s.about} < {self.least} && {self.cond}.wait_for(held, std::chrono::milliseconds(20)) "
                       "== std::cv_status::no_timeout)")
                w.line("\t;")
            else:
                w.line(f"{self.cond}.wait(held, [] {{ return {s.about} >= {self.least}; }});")
            write_all(self.body, w)
            w.close()
            return
        w.line(f"pthread_mutex_lock(&{s.guard});")
        if self.timed:
            w.line(f"while ({s.about} < {self.least} && pthread_cond_timedwait(&{self.cond}, &{s.guard}, &$later) == 0)")
            w.line("\t;")
        else:
            w.line(f"while ({s.about} < {self.least})")
            w.line(f"\tpthread_cond_wait(&{self.cond}, &{s.guard});")
        write_all(self.body, w)
        w.line(f"pthread_mutex_unlock(&{s.guard});")

    def lower(self, t):
        s, c = t.program.shared[self.cond], self.cond
        free, take, give = t.program.lock_python(s.guard, "w", t.number)
        t.point(free, take)
        again = t.place()
        done = t.branch(f"{s.about} < {self.least}")
        t.point("1", f"{c} = tuple(sorted({c} + ({t.number},)))\n{give}")
        if self.timed and t.program.cxx:
            t.exact = False
        if self.timed:  # whoever was signalled does not time out
            t.point("1", f"flag1 = {t.number} not in {c}\n{c} = tuple(i for i in {c} if i != {t.number})")
        else:
            t.point(f"{t.number} not in {c}", "flag1 = True")
        t.point(free, take)
        out = t.branch("flag1")
        t.jump(again)
        t.here(out)
        t.here(done)
        lower_guarded(self.body, t, give)
        t.point("1", give)


class Notify(Statement):
    """Changes what somebody may wait for, and says so."""

    def __init__(self, cond, everybody, outside, body):
        self.cond, self.everybody, self.outside, self.body = cond, everybody, outside, body
        self.bodies = (body,)

    @classmethod
    def make(cls, mk, ctx, budget):
        conds = mk.program.names("cond")
        if not conds or budget < 3 or ctx.held or ctx.trying or ctx.depth > 1:
            return None
        cond = mk.rng.choice(conds)
        inner = ctx.deeper(held={mk.program.shared[cond].guard: "w"})
        return cls(cond, mk.rng.random() < 0.5, mk.rng.random() < 0.5, mk.body(inner, 0, mk.rng.randint(0, 1)))

    def write(self, w):
        s = w.program.shared[self.cond]
        if w.cxx:
            call = f"{self.cond}.notify_{'all' if self.everybody else 'one'}();"
            w.open("")
            w.line(f"std::unique_lock<std::mutex> held{{{s.guard}}};")
        else:
            call = f"pthread_cond_{'broadcast' if self.everybody else 'signal'}(&{self.cond});"
            w.line(f"pthread_mutex_lock(&{s.guard});")
        w.line(f"{s.about}++;")
        write_all(self.body, w)
        if not self.outside:
            w.line(call)
        if w.cxx:
            if self.outside:
                w.line("held.unlock();")
                w.line(call)
            w.close()
            return
        w.line(f"pthread_mutex_unlock(&{s.guard});")
        if self.outside:
            w.line(call)

    def lower(self, t):
        s, c = t.program.shared[self.cond], self.cond
        free, take, give = t.program.lock_python(s.guard, "w", t.number)
        t.point(free, take)
        t.do(f"{s.about} = {t.program.wrap(s.about)}({s.about} + 1)")
        lower_guarded(self.body, t, give)

        def wake():
            if self.everybody:
                t.point("1", f"{c} = ()")
            else:  # which of those who wait
                t.point(f"max(1, len({c}))", f"{c} = {c}[:way] + {c}[way + 1:]")
        if not self.outside:
            wake()
        t.point("1", give)
        if self.outside:
            wake()


class Meet(Statement):
    """A barrier; the maker puts one into each of its threads."""

    def __init__(self, barrier):
        self.barrier = barrier

    def write(self, w):
        w.line(f"pthread_barrier_wait(&{self.barrier});")

    def lower(self, t):
        b, n, me = self.barrier, t.program.shared[self.barrier].init[1], t.number
        t.point("1", f"{b} = {b} + ({me},)\nif len({b}) % {n} == 0: {b} = tuple(-1 - i if i >= 0 else i for i in {b})")
        t.point(f"{me} not in {b}", "pass")


class Once(Statement):
    """Initialises at the first time, and reads what was initialised."""

    def __init__(self, once, into):
        self.once, self.into = once, into

    @classmethod
    def make(cls, mk, ctx, budget):
        onces = mk.program.names("once")
        if not onces or budget < 2 or ctx.trying or ctx.depth > 1:
            return None
        return cls(mk.rng.choice(onces), mk.rng.choice(mk.registers))

    def write(self, w):
        s = w.program.shared[self.once]
        if w.cxx:
            w.line(f"std::call_once({self.once}, ${self.once}_init);")
        else:
            w.line(f"pthread_once(&{self.once}, ${self.once}_init);")
        w.line(f"{self.into} = (int){s.about};")

    def lower(self, t):
        o, s = self.once, t.program.shared[self.once]
        # (done, who initialises now)
        t.point(f"{o}[1] is None", f"{t.flag} = not {o}[0]\nif {t.flag}: {o} = (False, {t.number})")
        past = t.branch(t.flag)
        t.do(f"{s.about} = {t.program.wrap(s.about)}({s.about} * 2 + 5)")
        t.point("1", f"{o} = (True, None)")
        t.here(past)
        t.do(f"{self.into} = wrap_s32({s.about})")
        t.exact = t.exact and not t.program.cxx  # std::call_once is libstdc++'s


class If(Statement):
    soft = True

    def __init__(self, test, then, other):
        self.test, self.then, self.other = test, then, other
        self.bodies = (then, other)

    @classmethod
    def make(cls, mk, ctx, budget):
        if ctx.depth > 2:
            return None
        r, k, sign = mk.rng.choice(mk.registers), mk.rng.randint(0, 4), mk.rng.choice(("<", "==", "!=", ">"))
        then = mk.body(ctx.deeper(), budget, mk.rng.randint(1, 2))
        other = mk.body(ctx.deeper(), budget, 1) if mk.rng.random() < 0.4 else []
        return cls(f"{r} {sign} {k}", then, other)

    def write(self, w):
        w.open(f"if ({self.test})")
        write_all(self.then, w)
        if self.other:
            w.middle("else")
            write_all(self.other, w)
        w.close()

    def lower(self, t):
        past = t.branch(self.test)
        lower_all(self.then, t)
        end = t.jump()
        t.here(past)
        lower_all(self.other, t)
        t.here(end)


class For(Statement):
    soft = True

    def __init__(self, turns, body):
        self.turns, self.body = turns, body
        self.bodies = (body,)

    @classmethod
    def make(cls, mk, ctx, budget):
        if ctx.depth > 1:
            return None
        turns = mk.rng.randint(2, 3)
        return cls(turns, mk.body(ctx.deeper(), budget // turns, mk.rng.randint(1, 2)))

    def write(self, w):
        i = f"turn{w.depth}_"
        w.open(f"for (int {i} = 0; {i} < {self.turns}; {i}++)")
        write_all(self.body, w)
        w.close()

    def lower(self, t):
        for _ in range(self.turns):
            lower_all(self.body, t)


class Call(Statement):
    """The body in a function of its own."""
    soft = True

    def __init__(self, body):
        self.body = body
        self.bodies = (body,)

    @classmethod
    def make(cls, mk, ctx, budget):
        if ctx.depth > 1 or ctx.style != "frame":
            return None
        return cls(mk.body(ctx.deeper(), budget, mk.rng.randint(1, 3)))

    def write(self, w):
        w.function(self.body)

    def lower(self, t):
        lower_all(self.body, t)


class Try(Statement):
    """try, with what is thrown somewhere in its body as an int, a
    std::runtime_error or an object of a class; the handler keeps a number.
    In C, setjmp and longjmp."""

    def __init__(self, body, into, handler, again):
        self.body, self.into, self.handler, self.again = body, into, handler, again
        self.bodies = (body, handler)

    @classmethod
    def make(cls, mk, ctx, budget):
        if ctx.depth > 1 or not mk.throws or not (mk.program.cxx or ctx.style == "frame" and not ctx.trying):
            return None
        inner = ctx.deeper(trying=True)
        body = mk.body(inner, budget, mk.rng.randint(1, 3)) + [Throw.make(mk, inner, 0)]
        return cls(body, mk.rng.choice(mk.registers), mk.body(ctx.deeper(), 0, mk.rng.randint(0, 1)),
                   mk.rng.random() < 0.3)

    def write(self, w):
        if not w.cxx:
            w.open("if ((me->thrown = setjmp(me->back)) == 0)")
            write_all(self.body, w)
            w.middle("else")
            w.line(f"{self.into} = me->thrown;")
            write_all(self.handler, w)
            w.close()
            return
        w.open("try")
        if self.again:  # thrown on through another handler
            w.open("try")
        write_all(self.body, w)
        if self.again:
            w.middle("catch (...)")
            w.line("throw;")
            w.close()
        w.middle("catch (int caught)")
        w.line(f"{self.into} = caught;")
        write_all(self.handler, w)
        w.middle("catch (std::exception &caught)")
        w.line(f"{self.into} = std::atoi(caught.what());")
        write_all(self.handler, w)
        w.close()

    def lower(self, t):
        patches = []
        t.scopes.append(("handler", patches))
        lower_all(self.body, t)
        t.scopes.pop()
        end = t.jump()
        for p in patches:
            t.here(p)
        t.do(f"{self.into} = thrown1")
        lower_all(self.handler, t)
        t.here(end)


class Throw(Statement):
    def __init__(self, test, value, way):
        self.test, self.value, self.way = test, value, way

    @classmethod
    def make(cls, mk, ctx, budget):
        if not ctx.trying:
            return None
        r = mk.rng.choice(mk.registers)
        return cls(f"{r} {mk.rng.choice(('<', '>', '!='))} {mk.rng.randint(0, 3)}", mk.rng.randint(1, 9),
                   mk.rng.choice(("int", "runtime_error", "own", "deep")))

    def write(self, w):
        w.open(f"if ({self.test})")
        if not w.cxx:
            w.line(f"longjmp(me->back, {self.value});")
            w.close()
            return
        w.line({"int": "throw {};", "runtime_error": 'throw std::runtime_error("{}");', "own": "throw $failure({});",
                "deep": "$fail({}, 2);"}[self.way].format(self.value))
        w.close()

    def lower(self, t):
        past = t.branch(self.test)
        for kind, what in reversed(t.scopes):
            if kind == "handler":
                t.do(f"thrown1 = {self.value}")
                what.append(t.jump())
                break
            what()
        else:
            raise ValueError("thrown where nobody catches")
        t.here(past)


class Counted(Statement):
    """A body with something that counts whenever it is left."""

    def __init__(self, into, body):
        self.into, self.body = into, body
        self.bodies = (body,)

    def lower(self, t):
        def leave():
            t.do(f"{self.into} = ({self.into} + 1) & 15")
        t.scopes.append(("cleanup", leave))
        lower_all(self.body, t)
        t.scopes.pop()
        leave()


class Scope(Counted):
    """A body with an object whose destructor counts."""
    soft = True

    @classmethod
    def make(cls, mk, ctx, budget):
        if ctx.depth > 1 or not mk.throws:
            return None
        return cls(mk.rng.choice(mk.registers), mk.body(ctx.deeper(), budget, mk.rng.randint(1, 2)))

    def write(self, w):
        w.open("")
        w.line(f"$counted leaves{{{self.into}}};")
        write_all(self.body, w)
        w.close()


class Cleanup(Counted):
    """A body inside pthread_cleanup_push and pop."""

    @classmethod
    def make(cls, mk, ctx, budget):
        if ctx.depth > 1 or ctx.trying or ctx.style != "frame":
            return None
        inner = ctx.deeper()
        body = mk.body(inner, budget, mk.rng.randint(1, 2))
        leave = Leave.make(mk, inner, 0)
        return cls(mk.rng.choice(mk.registers), body + ([leave] if leave else []))

    def write(self, w):
        w.line(f"pthread_cleanup_push($cleanup, &{self.into});")
        write_all(self.body, w)
        w.line("pthread_cleanup_pop(1);")


class Leave(Statement):
    """pthread_exit in the middle, through handlers, guards and destructors."""

    def __init__(self, test, value):
        self.test, self.value = test, value

    @classmethod
    def make(cls, mk, ctx, budget):
        # In C nobody would unlock; who has created threads must join them.
        if ctx.thread.number == 0 or ctx.style != "frame" or ctx.held and not mk.program.cxx or ctx.leaf is False:
            return None
        return cls(f"{mk.rng.choice(mk.registers)} {mk.rng.choice(('<', '>'))} {mk.rng.randint(0, 4)}",
                   mk.rng.randint(1, 9))

    def write(self, w):
        w.open(f"if ({self.test})")
        if w.cxx:
            w.line(f"me->result = {self.value};")
        w.line(f"pthread_exit((void *)(long){self.value});")
        w.close()

    def lower(self, t):
        past = t.branch(self.test)
        for kind, what in reversed(t.scopes):
            if kind == "cleanup":
                what()
        t.do(f"{t.result} = {self.value}")
        t.leaving.append(t.jump())
        t.here(past)


def lower_exit(t):
    """exit(): handlers, the latest first, and what others still register."""
    again = t.place()
    t.point("1", f"{t.flag} = exits0[-1:]\nexits0 = exits0[:-1]")
    done = t.branch(t.flag)
    past = t.branch(f"{t.flag} == (0,)")
    t.point("1", "out1 = out1 + '40,'")
    t.jump(again)
    t.here(past)
    t.point("1", f"{t.flag} = turns0\nturns0 = turns0 + 1")
    t.point("1", f"out1 = out1 + '%d,' % (50 + {t.flag})")
    t.jump(again)
    t.here(done)
    lower_over(t)


def lower_over(t):
    t.point("1", "pass")
    t.code.append(("over",))


class Quit(Statement):
    """The process ends here."""

    def __init__(self, test, way):
        self.test, self.way = test, way

    def write(self, w):
        w.open(f"if ({self.test})")
        w.line(f"{self.way}(0);")
        w.close()

    def lower(self, t):
        past = t.branch(self.test)
        if self.way == "exit":
            lower_exit(t)
        elif self.way == "quick_exit":
            again = t.place()
            t.point("1", f"{t.flag} = quick0[-1:]\nquick0 = quick0[:-1]")
            done = t.branch(t.flag)
            t.point("1", "out1 = out1 + '40,'")
            t.jump(again)
            t.here(done)
        if self.way != "exit":
            lower_over(t)
        t.here(past)


class Spawn(Statement):
    def __init__(self, child):
        self.child = child

    def write(self, w):
        w.spawn(self.child)

    def lower(self, t):
        t.inherit(self.child)
        t.code.append(("spawn", self.child))


class Join(Statement):
    def __init__(self, child, into):
        self.child, self.into = child, into

    def write(self, w):
        w.join(self.child, self.into)

    def lower(self, t):
        t.code.append(("join", self.child))
        if self.into:
            t.do(f"{self.into} = result{self.child}")


# How often each is tried.
BOTH = (Locked,) * 8 + (Await, Notify, Once, If, For, Call, Cleanup, Try)
BLOCKS = {"c": BOTH, "c++": BOTH + (Try, Scope)}
