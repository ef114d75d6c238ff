# SPDX-License-Identifier: MIT
"""threads.py - run by gdb: reads `scarp_threads` and unwinds every thread

Reads the table as docs/formats/threads.md describes it, from raw memory, as a
reader of a core file would.  Prints OK or WRONG and why.
"""
import struct

import gdb

NAMES = ["r15", "r14", "r13", "r12", "rbx", "rbp", "rip"]
OUTERMOST = ["level3", "level2", "level1", "work", "thread_main", "fiber_first"]
wrong = []


def want(what, condition):
    if not condition:
        wrong.append(what)


def memory(address, size):
    return bytes(gdb.selected_inferior().read_memory(address, size))


def word(address, form="Q"):
    return struct.unpack(form, memory(address, struct.calcsize(form)))[0]


def table():
    at = int(gdb.parse_and_eval("(unsigned long)&scarp_threads"))
    head = struct.unpack("8sII3Q12I", memory(at, 8 + 8 + 24 + 48))
    want("magic", head[0] == b"scarpthr")
    want("version", head[1] == 1)
    want("bytes", head[2] == 88)
    rows, running, count = (word(head[3]), word(head[4]), word(head[5], "H"))
    keys = "row_bytes id state started named name sp fs low top start saved".split()
    f = dict(zip(keys, head[6:]))
    threads = []
    for i in range(count):
        row = rows + i * f["row_bytes"]
        name = memory(row + f["name"], 16).split(b"\0")[0].decode()
        threads.append({
            "row": row, "id": word(row + f["id"], "H"), "state": word(row + f["state"], "B"),
            "name": name if word(row + f["named"], "B") else "", "running": row == running,
            **{k: word(row + f[k]) for k in ("sp", "fs", "low", "top", "start")}})
    want("saved", f["saved"] == 8 * len(NAMES))
    return threads


def frames():
    """Names of all frames, innermost first, and why the last one is the last."""
    out, frame = [], gdb.newest_frame()
    while frame:
        out.append(frame.name())
        last, frame = frame, frame.older()
    return out, last.unwind_stop_reason()


def select(thread):
    saved = struct.unpack("7Q", memory(thread["sp"], 56))
    for name, value in zip(NAMES, saved):
        gdb.execute(f"set ${name} = {value}")
    gdb.execute(f"set $rsp = {thread['sp'] + 56}")


def suspended():
    threads = table()
    want("four threads", len(threads) == 4)
    want("ids", [t["id"] for t in threads] == list(range(len(threads))))
    want("states", [t["state"] for t in threads] == [1] * 4)
    want("names", [t["name"] for t in threads] == ["", "alpha", "beta", "gamma"])
    want("main runs", [t["running"] for t in threads] == [True] + [False] * 3)
    rsp = int(gdb.parse_and_eval("$rsp"))
    want("main's stack", threads[0]["low"] <= rsp < threads[0]["top"])
    want("8 MiB", {t["top"] - t["low"] for t in threads} == {8 << 20})
    want("control blocks", all(word(t["fs"]) == t["fs"] for t in threads))
    want("main's control block", int(gdb.parse_and_eval("$fs_base")) == threads[0]["fs"])
    names, why = frames()
    want(f"main's frames {names}", names[0] == "all_suspended" and "main" in names
         and names[-2:] == ["thread_main", "fiber_first"])
    work = int(gdb.parse_and_eval("(unsigned long)&work"))
    registers = {r: int(gdb.parse_and_eval(f"${r}")) for r in NAMES + ["rsp"]}
    for t in threads[1:]:
        want("start", t["start"] == work)
        want("sp in stack", t["low"] <= t["sp"] < t["top"])
        select(t)
        names, why = frames()
        want(f"frames of {t['name']}: {names}", names[-6:] == OUTERMOST)
        want(f"why they end: {why}", why == gdb.FRAME_UNWIND_OUTERMOST)
    for r, value in registers.items():
        gdb.execute(f"set ${r} = {value}")


def every_instruction_of_a_switch():
    """At each instruction of fiber_jump, before and after it takes the other
    stack, gdb finds a thread's whole stack."""
    gdb.execute("tbreak fiber_jump")
    gdb.execute("continue")
    seen, inside = 0, True
    while inside:
        names, why = frames()
        inside = names[0] == "fiber_jump"
        want(f"instruction {seen} of fiber_jump: {names} {why}",
             names[-1] == "fiber_first" and None not in names and why == gdb.FRAME_UNWIND_OUTERMOST)
        gdb.execute("stepi")
        seen += 1
    want(f"{seen} instructions", seen >= 9)


gdb.execute("set pagination off")
gdb.execute("set confirm off")
gdb.execute("set breakpoint pending on")
gdb.execute("set startup-with-shell off")
gdb.execute("set follow-fork-mode child")
gdb.execute("set backtrace past-main on")
gdb.execute("tbreak all_suspended")
try:
    gdb.execute("run")
    suspended()
    every_instruction_of_a_switch()
except gdb.error as e:
    wrong.append(str(e))
print("WRONG: " + "; ".join(wrong) if wrong else "OK")
gdb.execute("kill")
