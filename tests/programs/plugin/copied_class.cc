/* SPDX-License-Identifier: MIT */
/* copied_class: a class with a destructor is copied as it lies in memory
 *
 * Such a class goes by its address, and what copies it is an assignment to
 * another place. FIELD: bit fields of one that no instruction can hold. Each
 * thread copies an object and then stores 2 to the one that the other copies:
 * both see 1, or one of them sees 2. Both cannot: who stores last has seen 1.
 *
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * states: 1,1 1,2 2,1
 *
 * check: --exhaustive
 * flags: -O0
 * states: 1,1 1,2 2,1
 *
 * check: --exhaustive
 * flags: -fnon-call-exceptions -O0
 * modes: checkpoint
 * states: 1,1 1,2 2,1
 *
 * check: --exhaustive
 * flags: -DFIELD -O0
 * modes: checkpoint
 * verdict: partial
 * holes: may_tear
 * states: 1,1 1,2 2,1
 */
#include "test.h"

struct held {
	int value;
#ifdef FIELD
	unsigned low : 1, high : 31;
	unsigned long more : 33, rest : 31;
	char other[3];
#endif
	held() : value(1)
	{
	}
	~held()
	{
		value = -1; /* of the copy alone */
	}
};

static held shared[2];
static int seen[2];

__attribute__((noinline)) static int look(held h)
{
	return h.value;
}

static void *go(void *which)
{
	long n = (long)which;

	seen[n] = look(shared[n]);
	shared[!n].value = 2;
#ifdef FIELD
	shared[!n].more = 5;
	assert(shared[!n].more == 5 && shared[!n].rest == 0);
#endif
	return NULL;
}

int main()
{
	pthread_t a = start(go, (void *)0), b = start(go, (void *)1);

	finish(a);
	finish(b);
	printf("%d,%d\n", seen[0], seen[1]);
	return 0;
}
