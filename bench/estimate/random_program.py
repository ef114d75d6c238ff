# SPDX-License-Identifier: MIT
"""random_program.py - a small random program as C text: threads that lock, add, store, load,
swap, post and look, some only if they have read a certain value

make(seed) is always the same text.  No program has a bug, and none waits for ever: locks are
given back at once, of two the lower is taken first, and nothing else waits.
"""
import random

HEAD = """#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int x[3];
static int plain[3], got[5];
"""


def one(r, me, most):
    """One statement of thread `me`."""
    kind = r.choices(("lock", "both", "read", "write", "add", "store", "load", "swap", "if"),
                     (4, 1, 1, 1, 2, 3, 3, 2, 2 if most else 0))[0]
    k, v = r.randrange(3), r.randrange(1, 4)
    if kind == "lock":
        return f"pthread_mutex_lock(&lock[{k % 2}]); plain[{k % 2}]++; pthread_mutex_unlock(&lock[{k % 2}]);"
    if kind == "both":
        return ("pthread_mutex_lock(&lock[0]); pthread_mutex_lock(&lock[1]); plain[0] += plain[1]++; "
                "pthread_mutex_unlock(&lock[1]); pthread_mutex_unlock(&lock[0]);")
    if kind == "read":
        return f"pthread_rwlock_rdlock(&rwlock); got[{me}] += plain[2]; pthread_rwlock_unlock(&rwlock);"
    if kind == "write":
        return "pthread_rwlock_wrlock(&rwlock); plain[2]++; pthread_rwlock_unlock(&rwlock);"
    if kind == "add":
        return f"got[{me}] += atomic_fetch_add(&x[{k}], {v});"
    if kind == "store":
        return f"atomic_store(&x[{k}], {v});"
    if kind == "load":
        return f"got[{me}] += atomic_load(&x[{k}]);"
    if kind == "swap":
        return f"{{ int was = {v - 1}; got[{me}] += atomic_compare_exchange_strong(&x[{k}], &was, {v}); }}"
    inside = " ".join(one(r, me, 0) for _ in range(r.randrange(1, most + 1)))
    return f"if (atomic_load(&x[{k}]) == {r.randrange(3)}) {{ {inside} }}"


def make(seed):
    r = random.Random(seed)
    threads = r.choice((2, 3, 3, 4))
    length = {2: (4, 8), 3: (2, 5), 4: (2, 3)}[threads]
    text = HEAD
    for t in range(threads):
        body = "\n\t".join(one(r, t, 3) for _ in range(r.randint(*length)))
        text += f"static void *t{t}(void *unused)\n{{\n\t{body}\n\treturn unused;\n}}\n"
    begin = " ".join(f"pthread_create(&t[{t}], 0, t{t}, 0);" for t in range(threads))
    end = " ".join(f"pthread_join(t[{t}], 0);" for t in range(threads))
    return text + f"int main(void)\n{{\n\tpthread_t t[{threads}];\n\n\t{begin}\n\t{end}\n\treturn 0;\n}}\n"
