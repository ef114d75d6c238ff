/* SPDX-License-Identifier: MIT */
/* life.c - synchronisation objects begin and end with their memory
 *
 * Called on slow paths only: what each operation asks is in life.h.  All of it
 * is rewound: objects and cells are logged, and so is what is written to the
 * test's memory.
 */
#include "native/life.h"
#include "native/posix/ident.h"
#include "native/posix/mutex.h"
#include "native/posix/set.h"

#include <string.h>

static bool known_to_self(tid t, uint32_t stamp)
{
	return t == rt.world.self || stamp < rt.birth || stamp <= rt.clock[t];
}

/* The latest operation of somebody that is not ordered before what the running
 * thread does now, as the key of an access; 0: there is none. */
static uint64_t unordered(const struct object *o)
{
	const uint32_t *clock = rt.arena + o->clock;
	uint64_t key = 0xfull << KEY_MASK_SHIFT | KEY_ATOMIC;

	for (tid t = 0; t < o->clock_len; t++)
		if (!known_to_self(t, clock[t]))
			return key | (uint64_t)t << KEY_THREAD_SHIFT | clock[t];
	if (o->used && !known_to_self(o->user, o->used))
		return key | (uint64_t)o->user << KEY_THREAD_SHIFT | o->used;
	return 0;
}

void life_raced(uint64_t address, uint64_t pc)
{
	access_pending(address, 4, ACC_ATOMIC | ACC_OBJECT, pc);
}

/* As glibc lays it out. */
static void show_mutex(const struct object *o)
{
	bool held = o->owner != TID_NONE;
	pthread_mutex_t *m = (pthread_mutex_t *)o->address;

	if (o->type == MUTEX_SPIN) {
		access_log(m, sizeof(pthread_spinlock_t));
		*(pthread_spinlock_t *)o->address = held ? ~o->owner : 1;
		return;
	}
	access_log(m, offsetof(pthread_mutex_t, __data.__kind));
	m->__data.__lock = held;
	m->__data.__count =
		held && o->type == PTHREAD_MUTEX_RECURSIVE ? o->a : 0;
	m->__data.__owner = held ? PROCESS_ID + o->owner : 0;
	m->__data.__nusers = held;
}

static void show_rwlock(const struct object *o)
{
	pthread_rwlock_t *l = (pthread_rwlock_t *)o->address;
	bool held = o->owner != TID_NONE;

	access_log(l, sizeof *l);
	l->__data.__readers = held ? 3 : o->a << 3;
	l->__data.__cur_writer = held ? PROCESS_ID + o->owner : 0;
}

void life_show(struct object *o)
{
	object_log(o);
	o->shown = 1;
	switch (o->kind) {
	case OBJECT_MUTEX:
		if (o->left != LIFE_DESTROYED && o->type != MUTEX_DESTROYED)
			show_mutex(o);
		break;
	case OBJECT_RWLOCK:
		if (!o->type)
			show_rwlock(o);
		break;
	case OBJECT_SEM:
		if (!o->type) {
			access_log((void *)o->address, sizeof o->a);
			memcpy((void *)o->address, &o->a, sizeof o->a);
			o->left = o->a;
		}
		break;
	}
}

static bool pends(uint64_t address)
{
	for (tid i = 0; i < rt.world.threads; i++)
		if (rt.pending[i].live && rt.pending[i].object == address)
			return true;
	return false;
}

/* Whoever waits for it looks into memory then. */
static void end(const struct object *o, bool unmapped)
{
	if (!unmapped || !pends(o->address))
		object_drop(o->address);
}

void life_access(struct cell *c, const struct met *access)
{
	bool write = access->flags & ACC_WRITE;
	bool freed = (access->flags & ACC_FREE) && in_heap(access->address);
	uint32_t n = c->object & CELL_OBJECT, next;

	if (access->flags & (ACC_ATOMIC | ACC_OBJECT | ACC_PENDING))
		return;
	for (; n; n = next) {
		struct object *o = &rt.object[n];
		uint64_t key;

		next = o->next;
		/* What readers release concerns writers alone. */
		if (!life_shows(o->kind) || (!write && (o->address & 3)))
			continue;
		key = unordered(o);
		if (key)
			race_found(access, key, o->pc, true);
		/* In freed memory it stays: whoever uses it is told so. */
		if (freed)
			continue;
		if (write)
			end(o, access->flags & ACC_FREE);
		else
			life_show(o);
	}
}

struct object *life_begin(struct object *o)
{
	uint64_t address = o->address;
	enum object_kind kind = o->kind;

	object_drop(address);
	return object_get(address, kind, 0);
}

void life_write(struct object *o, unsigned offset, uint32_t value, uint64_t pc)
{
	uint64_t at = o->address + offset;

	access_object(at, sizeof value, ACC_WRITE, pc);
	memcpy((void *)at, &value, sizeof value);
	object_log(o);
	o->left = value;
}

struct thread *life_holder(const void *mutex)
{
	const pthread_mutex_t *m = mutex;
	uint32_t id = (uint32_t)m->__data.__owner - PROCESS_ID;

	/* A constructor of a library took it, natively. */
	if (m->__data.__lock && m->__data.__owner == rt.loader && rt.loader)
		return thread_of(0);
	if (m->__data.__lock != 1 || id >= rt.world.threads ||
		thread_of((tid)id)->state != THREAD_LIVE)
		return 0;
	return thread_of((tid)id);
}
