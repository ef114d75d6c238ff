/* SPDX-License-Identifier: MIT */
/* pointers: from C++, a stack of nodes that are told by their addresses, and a map by
 * bytes.  The pop that is wrong returns what the other thread has taken.
 *
 * check: --exhaustive
 * verdict: bug not_linearizable
 * says: p1 was put there once, and both
 */
#include <atomic>
#include <scarp/linearize.h>
#include <thread>

namespace
{
struct node {
	node *next;
};

struct stack {
	std::atomic<node *> top{nullptr};

	node *pop()
	{
		node *seen = top;

		if (seen)
			top = seen->next; /* by whoever has seen it */
		return seen;
	}
};

stack s;
node only;

void pops()
{
	node *got;

	SCARP_OPERATION(&s, "pop", got = s.pop(), (), SCARP_POINTER(got));
}
} // namespace

int main()
{
	int map = 0;

	scarp_specification(&s, "stack");
	scarp_specification(&map, "map");
	SCARP_OPERATION(&map, "put", (void)0,
		(SCARP_BYTES("key", 3), SCARP_NUMBER(1)), SCARP_NOTHING);
	SCARP_OPERATION(&map, "get", (void)0, (SCARP_BYTES("key", 3)),
		SCARP_NUMBER(1));
	SCARP_OPERATION(&map, "get", (void)0, (SCARP_BYTES("kex", 3)),
		SCARP_EMPTY);
	SCARP_OPERATION(&s, "push", s.top = &only, (SCARP_POINTER(&only)),
		SCARP_NOTHING);
	std::thread a(pops), b(pops);
	a.join();
	b.join();
	return 0;
}
