/* SPDX-License-Identifier: MIT */
/* contended: without scarp an atomic operation is one, of each kind and size
 *
 * Two threads add and subtract, set and clear, exchange tokens, and count by
 * compare-and-exchange, on the same variables; whatever they lose shows in the
 * sums.  Each thread adds 3 and subtracts 1 a turn: 2 * 2 * turns.  Bits set
 * are cleared again, bits flipped twice.  Tokens 1 and 2 go into one place and
 * what was there into one's hand: all three are somewhere in the end.
 *
 * check: --strategy random --max-executions 20
 * verdict: partial
 * exit: 0
 * args: 1
 * native: sc
 * states: 4,4,4,4,2,0,0,6
 *
 * So many turns that threads meet natively are too many for a search, of which
 * no execution ends.  1,200,000 is 128 in one byte, and 20,352 in two.
 *
 * check: --strategy random --max-executions 1 --max-steps 1000
 * verdict: error
 * exit: 5
 * args: 300000
 * native: sc 10 prints 128,20352,1200000,1200000,600000,0,0,6
 */
#include "test.h"

static atomic_uchar small;
static atomic_ushort medium;
static atomic_uint large;
static atomic_ulong huge, counter, bits, flips, place = 3;
static long turns;

#define TURN(x)                                                                \
	do {                                                                   \
		atomic_fetch_add(&(x), 3);                                     \
		atomic_fetch_sub_explicit(&(x), 1, memory_order_relaxed);      \
	} while (0)

static void *work(void *token)
{
	unsigned long mine = (unsigned long)token, bit = mine, seen;

	for (long i = 0; i < turns; i++) {
		TURN(small);
		TURN(medium);
		TURN(large);
		TURN(huge);
		seen = atomic_load_explicit(&counter, memory_order_relaxed);
		while (!atomic_compare_exchange_weak(&counter, &seen, seen + 1))
			;
		atomic_fetch_or(&bits, bit);
		atomic_fetch_and(&bits, ~bit);
		atomic_fetch_xor(&flips, bit);
		atomic_fetch_xor(&flips, bit);
		mine = atomic_exchange(&place, mine);
	}
	return (void *)mine;
}

int main(int argc, char **argv)
{
	pthread_t t;
	unsigned long tokens;

	turns = atol(argv[1]);
	t = start(work, (void *)1);
	tokens = (unsigned long)work((void *)2);
	tokens += (unsigned long)finish(t);
	printf("%u,%u,%u,%lu,%lu,%lu,%lu,%lu\n", atomic_load(&small),
		atomic_load(&medium), atomic_load(&large), atomic_load(&huge),
		atomic_load(&counter), atomic_load(&bits), atomic_load(&flips),
		tokens + atomic_load(&place));
	return 0;
}
