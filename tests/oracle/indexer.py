# SPDX-License-Identifier: MIT
"""indexer.c: N threads insert MAX words each into one table of 128 slots."""


def thread(run, tid, MAX):
    for i in range(MAX):
        w = i * 11 + tid
        h = w * 7 % 128
        while True:
            done = yield "cas", f"table[{h}]", 0, w
            if done:
                break
            h = (h + 1) % 128


def program(N, MAX):
    def main(run):
        for i in range(128):
            yield "store", f"table[{i}]", 0
        t = [run.spawn(thread, i, MAX) for i in range(N)]
        for i in range(N):
            yield "join", t[i]
    return main, lambda m: {k: v for k, v in m.items() if v}


RUNS = [{"N": 2, "MAX": 2}]
