/* SPDX-License-Identifier: MIT */
/* nothing_ends: where each execution is cut there is no verdict, but an error
 * that says at what, where the thread was, and what to do
 *
 * verdict: error
 * exit: 5
 * silent: partial
 * native: hangs counts for ever
 *
 * Nobody has named a limit: it ends by itself, long before the time does.
 *
 * check: --budget 300s
 * flags: -DENDLESS
 * says: at the limit of decisions (--max-steps), 20000 steps
 * says: work
 * says: atomic update x (nothing_ends.c:
 * says: scarp_spin_hint()
 * says: is cut here
 *
 * No limit is met: a loop that does nothing that scarp sees.
 *
 * check: --budget 4s
 * flags: -DUNSEEN
 * says: that makes no operation
 * says: nothing_ends.c:
 * says: is cut here
 * time: 30
 *
 * A bound that was named, and is too low for anything.
 *
 * check: --exhaustive --max-steps 3
 * flags: -DLONG
 * says: cut at the limit of decisions (--max-steps), 3 steps
 * native: exits 0
 */
#include "test.h"

static atomic_int x;

static void *work(void *unused)
{
#ifdef ENDLESS
	for (;;)
		atomic_fetch_add(&x, 1);
#endif
#ifdef UNSEEN
	for (unsigned long i = 0; i != 3; i = i * 6364136223846793005 + 7)
		__asm__ volatile("" : "+r"(i));
#endif
#ifdef LONG
	for (int i = 0; i < 10; i++)
		atomic_fetch_add(&x, 1);
#endif
	return unused;
}

int main(void)
{
	finish(start(work, NULL));
	return 0;
}
