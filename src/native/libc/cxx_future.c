/* SPDX-License-Identifier: MIT */
/* cxx_future.c - what C++ does behind the end of a thread
 *
 * std::promise::set_value_at_thread_exit and its kin, and
 * std::notify_all_at_thread_exit: libstdc++ keeps a list of them for each
 * thread, where nobody sees what they order.  Here they are run behind the
 * destructors of the thread's objects, the latest first, operation by operation
 * as libstdc++ 12 does it (condition_variable.cc, future.cc).
 */
#include "native/hooks/hooks_atomic.h"
#include "native/libc/libc.h"
#include "native/heap/heap.h"
#include "native/posix/cond.h"
#include "native/posix/futex.h"
#include "native/posix/mutex.h"
#include "native/threads/thread.h"

#include <limits.h>
#include <linux/futex.h>

/* std::_Sp_counted_base: behind two destructors its table has these. */
enum {
	DISPOSE = 2,
	DESTROY = 3
};
struct control {
	void (**function)(struct control *);
	uint32_t uses, weaks;
};

/* std::__future_base::_State_baseV2, and the status that is waited for. */
struct state {
	void *function, *result;
	uint32_t status;
};
enum {
	READY = 1
};
#define WAITED 0x80000000u

/* _State_baseV2::_Make_ready: an element of the list, and a std::weak_ptr. */
struct make_ready {
	void *next, *run;
	struct state *state;
	struct control *control;
};

/* What is to be done, and where it was asked for. */
struct later {
	void *a, *b;
	uint64_t pc;
};

static void at_end(void (*function)(void *), void *a, void *b, uint64_t pc)
{
	struct later *l = (struct later *)(void *)arena_words(
		sizeof(struct later) / 4, 0);

	*l = (struct later){a, b, pc};
	cxx_at_thread_end(function, l);
}

/* std::weak_ptr::lock. */
static bool hold(struct control *c, uint64_t pc)
{
	uint32_t n = atomic32_load(&c->uses, __ATOMIC_RELAXED, pc);

	while (n)
		if (atomic32_compare_exchange(&c->uses, &n, n + 1,
			    __ATOMIC_ACQ_REL, __ATOMIC_RELAXED, pc))
			return true;
	return false;
}

static void let_go_of_block(struct control *c, uint64_t pc)
{
	if (atomic32_fetch_sub(&c->weaks, 1, __ATOMIC_ACQ_REL, pc) == 1)
		c->function[DESTROY](c);
}

static void let_go(struct control *c, uint64_t pc)
{
	if (atomic32_fetch_sub(&c->uses, 1, __ATOMIC_ACQ_REL, pc) != 1)
		return;
	c->function[DISPOSE](c);
	let_go_of_block(c, pc);
}

static void makes_ready(void *with)
{
	const struct later *l = with;
	struct make_ready *m = l->a;
	struct control *c;
	uint32_t *status;

	access_read(m, sizeof *m, l->pc);
	c = m->control;
	if (c && hold(c, l->pc)) {
		status = &m->state->status;
		if (atomic32_exchange(status, READY, __ATOMIC_RELEASE, l->pc) &
			WAITED)
			futex_call(status, FUTEX_WAKE_PRIVATE, INT_MAX, 0, 0, 0,
				l->pc);
		let_go(c, l->pc);
	}
	if (c)
		let_go_of_block(c, l->pc);
	heap_release(m, l->pc);
}

EXPORT void _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv(
	struct make_ready *m)
{
	if (controlled())
		at_end(makes_ready, m, 0, CALLER);
	else
		REAL(_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv)
	(m);
}

/* --- condition variables
 * ------------------------------------------------------------ */

struct unique_lock {
	void *mutex;
	bool owns;
};

static void notifies(void *with)
{
	const struct later *l = with;

	mutex_unlock(l->b, l->pc);
	cond_broadcast(l->a, l->pc);
}

EXPORT void
_ZSt25notify_all_at_thread_exitRSt18condition_variableSt11unique_lockISt5mutexE(
	void *condition, struct unique_lock *lock)
{
	if (!controlled()) {
		REAL(_ZSt25notify_all_at_thread_exitRSt18condition_variableSt11unique_lockISt5mutexE)
		(condition, lock);
		return;
	}
	access_write(lock, sizeof *lock, CALLER);
	at_end(notifies, condition, lock->mutex, CALLER);
	*lock = (struct unique_lock){0};
}
