/* SPDX-License-Identifier: MIT */
/* no_sanitize: a function that nothing announces is a hole, whatever in it
 * touches memory that others may know; one that touches none is not
 *
 * modes: fork
 * holes: unannounced
 *
 * check: --exhaustive
 * flags: -DDOES="x++"
 * verdict: partial
 * says: announced (no_sanitize function hidden (
 * says: no_sanitize.c:99))
 *
 * check: --exhaustive
 * flags: -DDOES="a=made()"
 * verdict: partial
 * says: announced (no_sanitize function hidden (
 * says: no_sanitize.c:99))
 *
 * check: --exhaustive
 * flags: -DDOES="big=made_big()"
 * verdict: partial
 * says: announced (no_sanitize function hidden (
 * says: no_sanitize.c:99))
 *
 * check: --exhaustive
 * flags: -DDOES="*to=big"
 * verdict: partial
 * says: announced (no_sanitize function hidden (
 * says: no_sanitize.c:99))
 *
 * check: --exhaustive
 * flags: -DDOES="take(*to)"
 * verdict: partial
 * says: announced (no_sanitize function hidden (
 * says: no_sanitize.c:99))
 *
 * check: --exhaustive
 * flags: -DDOES="__builtin_memset(to,1,8)"
 * verdict: partial
 * says: announced (no_sanitize function hidden (
 * says: no_sanitize.c:99))
 *
 * check: --exhaustive
 * flags: -DDOES="atomic_fetch_add(&number,1)"
 * verdict: partial
 * says: announced (no_sanitize function hidden (
 * says: no_sanitize.c:99))
 *
 * check: --exhaustive
 * flags: -DDOES="__asm__ volatile(\"incq %0\":\"+m\"(x))"
 * verdict: partial
 * says: announced (no_sanitize function hidden (
 * says: no_sanitize.c:99))
 *
 * What it calls announces itself; a local that it gives to nobody is its own.
 *
 * check: --exhaustive
 * flags: -DDOES="work(1)"
 * holes:
 * verdict: verified
 *
 * check: --exhaustive
 * flags: -DDOES="struct pair p=made();work(p.a)"
 * holes:
 * verdict: verified
 */
#include "test.h"

struct pair {
	long a, b;
} a;
struct big {
	long a[9];
} big, other, *to = &other;
long x;
atomic_int number;

__attribute__((noinline)) void work(long by)
{
	x += by;
}

__attribute__((noinline)) struct pair made(void)
{
	return (struct pair){x + 1, x};
}

__attribute__((noinline)) struct big made_big(void)
{
	return (struct big){{x + 1, x}};
}

__attribute__((noinline)) void take(struct big b)
{
	x = b.a[0];
}

__attribute__((no_sanitize("thread"), noinline)) static void hidden(void)
{
	DOES;
}

int main(void)
{
	hidden();
	return 0;
}
