/* SPDX-License-Identifier: MIT */
/* list_hook: libstdc++ writes into an object of the test, out of line, by its
 * own function and not by ours
 *
 * Each execution hangs one node behind the head of a ring, which has to be
 * empty before.  Two additions: 2 executions.
 *
 * holes: unseen_stores
 *
 * check: --exhaustive --reduce none
 * modes: checkpoint restart
 * fallback: fork
 * flags: -Wl,--no-as-needed
 * verdict: verified
 * executions: 2
 * states: 1
 * says: ('head
 * says: starting again in fork mode
 */
#include <atomic>
#include <cstdio>
#include <dlfcn.h>
#include <list>
#include <pthread.h>

static std::atomic<int> x;

struct node {
	node *next, *previous;
};
static node head = {&head, &head}, other;

static void *work(void *)
{
	x++;
	return nullptr;
}

int main()
{
	void *library = dlopen("libstdc++.so.6", RTLD_NOW | RTLD_NOLOAD);
	auto hook = (void (*)(node *, node *))dlsym(
		library, "_ZNSt8__detail15_List_node_base7_M_hookEPS0_");
	bool empty = head.next == &head;
	pthread_t t;

	pthread_create(&t, nullptr, work, nullptr);
	x++;
	hook(&other, &head);
	pthread_join(t, nullptr);
	std::printf("%d\n", empty);
	return 0;
}
