/* SPDX-License-Identifier: MIT */
/* under_lock: a constructor that throws std::bad_alloc while a lock is held
 *
 * HOW 0 locks and unlocks by hand: the exception leaves the lock behind, and the
 * other thread waits for it.  HOW 1 has a std::lock_guard.
 *
 * check: --exhaustive --fail malloc
 * flags: -DHOW=1
 * verdict: verified
 * states: 2 1
 *
 * check: --exhaustive
 * flags: -DHOW=0
 * verdict: verified
 *
 * check: --exhaustive --fail malloc
 * flags: -DHOW=0
 * verdict: bug deadlock
 * replays: 1
 * says: call operator new: fails, ENOMEM
 */
#include <cstdio>
#include <mutex>
#include <new>
#include <pthread.h>

static int *volatile last; /* else a compiler may leave `new` out */

struct node {
	int *value;

	node() : value(new int(1)) { last = value; }
	~node() { delete value; }
};

static std::mutex lock;
static int made;

static void make()
{
#if HOW == 1
	std::lock_guard<std::mutex> holds(lock);
	node n;

	made += *n.value;
#else
	lock.lock();
	{
		node n;

		made += *n.value;
	}
	lock.unlock();
#endif
}

static void *makes(void *)
{
	try {
		make();
	} catch (const std::bad_alloc &) {
	}
	return nullptr;
}

int main()
{
	pthread_t t;

	pthread_create(&t, nullptr, makes, nullptr);
	makes(nullptr);
	pthread_join(t, nullptr);
	printf("%d\n", made);
	return 0;
}
