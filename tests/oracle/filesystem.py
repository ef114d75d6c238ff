# SPDX-License-Identifier: MIT
"""filesystem.c: N threads, each takes an inode and looks for a free block."""

NB, NI = 26, 32


def thread(run, tid):
    m, i = run.memory, tid % NI
    yield "lock", f"li[{i}]"
    if not m.get(f"inode[{i}]"):
        b = i * 2 % NB
        for k in range(10):
            yield "lock", f"lb[{b}]"
            if not m.get(f"busy[{b}]"):
                m[f"busy[{b}]"] = 1
                m[f"inode[{i}]"] = b + 1
                yield "unlock", f"lb[{b}]"
                break
            yield "unlock", f"lb[{b}]"
            b = (b + 1) % NB
    yield "unlock", f"li[{i}]"


def program(N):
    def main(run):
        for i in range(NI):
            yield "init", f"li[{i}]"
        for i in range(NB):
            yield "init", f"lb[{i}]"
        t = [run.spawn(thread, i) for i in range(N)]
        for i in range(N):
            yield "join", t[i]
    return main, lambda m: {k: v for k, v in m.items() if v}


RUNS = [{"N": 2}]
