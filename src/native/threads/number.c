/* SPDX-License-Identifier: MIT */
#include "native/threads/number.h"
#include "native/rewinding/trial.h"
#include "native/threads/thread.h"

#include <string.h>

/* Names to numbers: open addressing, rebuilt from channel->thread_name. */
enum {
	NAMES_SIZE = 2 * THREADS_MAX
};
static uint16_t names[NAMES_SIZE]; /* number + 1; 0: empty */

static uint32_t name_hash(struct thread_name n)
{
	return (n.creator * 0x9e3779b1u + n.nth * 0x85ebca6bu) >> 19;
}

static uint16_t *name_slot(struct thread_name n)
{
	uint32_t i = name_hash(n) % NAMES_SIZE;

	for (;; i = (i + 1) % NAMES_SIZE) {
		struct thread_name *name;

		if (!names[i])
			return &names[i];
		name = &rt.channel->thread_name[names[i] - 1];
		if (name->creator == n.creator && name->nth == n.nth &&
			name->kind == n.kind)
			return &names[i];
	}
}

void thread_names_load(void)
{
	static uint32_t loaded; /* rows only come to it */
	uint32_t n = rt.channel->thread_names;

	if (n > THREADS_MAX)
		n = rt.channel->thread_names = 0;
	if (n < loaded) {
		memset(names, 0, sizeof names);
		loaded = 0;
	}
	for (uint32_t i = loaded; i < n; i++)
		*name_slot(rt.channel->thread_name[i]) = (uint16_t)(i + 1);
	loaded = n;
}

static bool is_free(tid i)
{
	return thread_of(i)->state == THREAD_FREE && !rt.pending[i].live;
}

static tid lowest_free(uint64_t pc)
{
	/* Which are free depends on what was flushed, and that must not decide.
	 */
	if (rt.late)
		run_error(ERR_UNSUPPORTED, pc,
			"more than %u threads and buffers in which their "
			"stores wait: scarp supports that many (--model); make "
			"the test smaller" SC(620),
			THREADS_MAX);
	for (tid i = 0; i < THREADS_MAX; i++)
		if (is_free(i))
			return i;
	run_error(ERR_UNSUPPORTED, pc,
		"more than %u threads are alive: scarp supports that many; "
		"make the test smaller" SC(502),
		THREADS_MAX);
}

/* The rows that other processes have added. */
static void names_follow(void)
{
	struct channel *c = rt.channel;

	while (c->thread_names < THREAD_NAMES_MAX) {
		uint64_t row = __atomic_load_n(
			&rt.names->row[c->thread_names], __ATOMIC_ACQUIRE);

		if (!row)
			break;
		c->thread_name[c->thread_names++] = names_unpack(row);
	}
	thread_names_load();
}

/* False: another process was faster. */
static bool names_claim(tid id, struct thread_name name)
{
	uint64_t none = 0;

	return !rt.names || __atomic_compare_exchange_n(&rt.names->row[id],
				    &none, names_pack(name), false,
				    __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

tid number_for(struct thread_name name, uint64_t pc)
{
	uint16_t *slot = name_slot(name);
	struct channel *c = rt.channel;
	tid id;

	if (!*slot && rt.names) {
		names_follow();
		slot = name_slot(name);
	}
	if (*slot && is_free(*slot - 1))
		return *slot - 1;
	if (*slot || c->thread_names == THREADS_MAX)
		return lowest_free(pc);
	trial_stops(TRIAL_GIVEN_UP); /* the name would stay */
	/* A name is as old as its row: the row's number must be free too. */
	id = (tid)c->thread_names;
	if (!is_free(id))
		return lowest_free(pc);
	if (!names_claim(id, name))
		return number_for(name, pc);
	c->thread_name[id] = name;
	c->thread_names = id + 1u;
	*slot = id + 1;
	return id;
}
