#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""delays.py SCARP - SCARP_STRESS makes rare orders frequent, and changes nothing else

Each program loses an update when two threads overlap in it: at a plain access, an
atomic operation, or a library call, which natively hardly ever happens. With delays it
has to be seen. One that only computes has to print the same as without them.
Exit: 0 as expected, 1 not.
"""
import os
import subprocess
import sys
import tempfile

RUNS = 400  # each loses one with a probability of some percent
LOSES = """
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int a;
static int x;
static void *work(void *unused)
{
	BODY
	return NULL;
}
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, NULL, work, NULL);
	pthread_create(&u, NULL, work, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return x + a == 2 ? 0 : 9;
}
"""
BODIES = {
    "plain": "int v = *(volatile int *)&x; *(volatile int *)&x = v + 1;",
    "atomic": "int v = atomic_load(&a); atomic_store(&a, v + 1);",
    # Nothing but library calls between the read and the write.
    "library": "pthread_mutex_lock(&m); int v = x; pthread_mutex_unlock(&m);"
               " pthread_mutex_lock(&m); x = v + 1; pthread_mutex_unlock(&m);",
}
# Arguments in every register that can hold one, and on the stack.
KEEPS = """
#include <stdio.h>
static double sum(int a, long b, char c, short d, int e, int f, int g, double h, float i)
{
	printf("%d %ld %c %d %d %d %d %.2f %.3f\\n", a, b, c, d, e, f, g, h, i);
	return a + h;
}
int main(int argc, char **argv)
{
	char text[64];
	snprintf(text, sizeof text, "%.1f|%5.2e|%s|%Lf", 0.5 * argc, 2.0 * argc, argv[0] ? "x" : "", 1.5L * argc);
	puts(text);
	printf("%.2f\\n", sum(1, 2, 'c', 4, 5, 6, 7, 8.25 * argc, 9.125f));
	return 3;
}
"""


def build(scarp, compiler, name, text):
    with open(name + ".c", "w", encoding="utf-8") as f:
        f.write(text)
    subprocess.run([scarp, "cc", "--compiler", compiler, "-O1", "-g", name + ".c", "-o", name], check=True)


def run(name, number):
    env = {k: v for k, v in os.environ.items() if k != "SCARP_STRESS"}
    if number:
        env["SCARP_STRESS"] = str(number)
    return subprocess.run([os.path.abspath(name)], env=env, capture_output=True, text=True, timeout=60, check=False)


def main():
    scarp, failed = os.path.abspath(sys.argv[1]), 0
    with tempfile.TemporaryDirectory(prefix="scarp-delays-") as folder:
        os.chdir(folder)
        for name, body in BODIES.items():
            build(scarp, "gcc", name, LOSES.replace("BODY", body))
            ends = {}
            for number in range(1, RUNS + 1):
                end = run(name, number).returncode
                ends[end] = ends.get(end, 0) + 1
                if end == 9:
                    break
            wrong = 9 not in ends or not set(ends) <= {0, 9}
            failed += wrong
            print(f"{name}: {ends}{'  FAILED: no update was lost' if wrong else ''}")
        build(scarp, "gcc", "keeps", KEEPS)
        plain = run("keeps", 0)
        for number in range(1, 20):
            done = run("keeps", number)
            if (done.returncode, done.stdout) != (plain.returncode, plain.stdout) or done.returncode != 3:
                failed += 1
                print(f"FAILED keeps, SCARP_STRESS={number}: {done} instead of {plain}")
        os.chdir("/")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
