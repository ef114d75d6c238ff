/* SPDX-License-Identifier: MIT */
/* tree_colour: going back from one element of a set reads its colour, which an
 * insertion elsewhere in the tree changes
 *
 * 1, 2, 3: 2 is the root.  0 goes below 1, which makes 1 and 3 black; nothing
 * else of 3 changes.
 *
 * check: --exhaustive
 * verdict: verified
 * holes: may_tear
 * states: 2
 * races: some
 */
#include <cstdio>
#include <pthread.h>
#include <set>

static std::set<int> numbers = {2, 1, 3};

static void *inserts(void *)
{
	numbers.insert(0);
	return nullptr;
}

int main()
{
	auto last = numbers.find(3);
	pthread_t t;

	pthread_create(&t, nullptr, inserts, nullptr);
	--last;
	printf("%d\n", *last);
	pthread_join(t, nullptr);
	return 0;
}
