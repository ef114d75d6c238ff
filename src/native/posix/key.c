/* SPDX-License-Identifier: MIT */
/* key.c - pthread keys: values per thread, destructors at a thread's end
 *
 * Keys made before the first execution (by constructors of libraries) are real
 * ones and keep their numbers; ours start above them.  A key's number is
 * the lowest free one, as natively: making and deleting keys are operations on
 * the table of them, and so is the end of a thread that has values.  Asking for
 * a value, or setting it, is none, though a deletion beside it is a race, as
 * POSIX has it.
 */
#include "native/posix/key.h"
#include "native/footprint.h"
#include "native/spin.h"
#include "native/state.h"
#include "native/threads/thread.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum {
	KEYS = 1024,
	FIRST = 2048
};

struct key {
	void (*destructor)(void *);
	uint32_t used;
	uint32_t life; /* values set for an earlier life do not count */
};

/* Rewound through the undo log. */
static struct key keys[KEYS];

/* By a thread that has, or sets, a value of it. */
static struct key *key_of(pthread_key_t k, uint64_t pc)
{
	k -= FIRST;
	if (k >= KEYS)
		return 0;
	access_read(&keys[k].used, sizeof keys[k].used, pc);
	return keys[k].used ? &keys[k] : 0;
}

/* Values and the lives they were set for. */
struct value {
	void *value;
	uint64_t life;
};

static struct value *value_of(struct thread *t, pthread_key_t k, bool make)
{
	if (!t->specific) {
		struct value *all;

		if (!make)
			return 0;
		all = (struct value *)(void *)arena_words(
			KEYS * sizeof(struct value) / 4, 0);
		thread_rare(t)->specific = (void **)(void *)all;
	}
	return (struct value *)(void *)t->specific + (k - FIRST);
}

int key_create(pthread_key_t *out, void (*destructor)(void *), uint64_t pc)
{
	STATE_POINT(pthread_key_create, keys, pc);
	for (unsigned i = 0; i < KEYS; i++)
		if (!keys[i].used) {
			spin_abandon();
			undo_save(&keys[i], sizeof keys[i]);
			keys[i].used = 1;
			keys[i].life++;
			keys[i].destructor = destructor;
			access_write(out, sizeof *out, pc);
			*out = FIRST + i;
			return 0;
		}
	return EAGAIN;
}

EXPORT int pthread_key_create(pthread_key_t *out, void (*destructor)(void *))
{
	return controlled() ? key_create(out, destructor, CALLER)
			    : REAL(pthread_key_create)(out, destructor);
}

/* 0, or EINVAL: the C library has none of that number. */
static int real_key(pthread_key_t k)
{
	return REAL(pthread_setspecific)(k, REAL(pthread_getspecific)(k));
}

int key_delete(pthread_key_t k, uint64_t pc)
{
	struct key *key = &keys[(k - FIRST) % KEYS];

	STATE_POINT(pthread_key_delete, keys, pc);
	if (k - FIRST >= KEYS)
		return k < FIRST ? real_key(k) : EINVAL;
	if (!key->used)
		return EINVAL;
	spin_abandon();
	state_beside(&key->used, sizeof key->used, pc);
	undo_save(key, sizeof *key);
	key->used = 0;
	return 0;
}

EXPORT int pthread_key_delete(pthread_key_t k)
{
	return controlled() ? key_delete(k, CALLER)
			    : REAL(pthread_key_delete)(k);
}

#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" /* it is not read */
int key_set(pthread_key_t k, const void *value, uint64_t pc)
{
	struct key *key = key_of(k, pc);
	struct value *v;

	if (!key)
		return k < FIRST ? REAL(pthread_setspecific)(k, value) : EINVAL;
	v = value_of(rt.self, k, true);
	if (v->value != value || v->life != key->life)
		spin_abandon();
	undo_save(v, sizeof *v);
	v->value = (void *)value;
	v->life = key->life;
	return 0;
}

EXPORT int pthread_setspecific(pthread_key_t k, const void *value)
{
	return controlled() ? key_set(k, value, CALLER)
			    : REAL(pthread_setspecific)(k, value);
}

void *key_get(pthread_key_t k, uint64_t pc)
{
	struct key *key = key_of(k, pc);
	struct value *v;

	if (!key)
		return k < FIRST ? REAL(pthread_getspecific)(k) : 0;
	v = value_of(rt.self, k, false);
	return v && v->life == key->life ? v->value : 0;
}

EXPORT void *pthread_getspecific(pthread_key_t k)
{
	return controlled() ? key_get(k, CALLER) : REAL(pthread_getspecific)(k);
}

void keys_run_destructors(void)
{
	for (int round = 0;
		rt.self->specific && round < PTHREAD_DESTRUCTOR_ITERATIONS;
		round++) {
		bool again = false;

		for (pthread_key_t k = FIRST; k < FIRST + KEYS; k++) {
			struct key *key = &keys[k - FIRST];
			struct value *v = value_of(rt.self, k, false);
			void *value = v->value;

			if (!value)
				continue;
			STATE_POINT(pthread_exit, keys, 0);
			if (!key->used || v->life != key->life)
				continue;
			undo_save(v, sizeof *v);
			v->value = 0;
			if (key->destructor) {
				key->destructor(value);
				again = true;
			}
		}
		if (!again)
			return;
	}
}
