/* SPDX-License-Identifier: MIT */
/* real.c - the definitions that ours hide */
#include "base/hash.h"
#include "native/rt.h"
#include "native/stress.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

extern struct real_slot __start_scarp_real[] HIDDEN;
extern struct real_slot __stop_scarp_real[] HIDDEN;

static void *look_up(const struct real_slot *slot)
{
	return slot->version ? dlvsym(RTLD_NEXT, slot->name, slot->version)
			     : dlsym(RTLD_NEXT, slot->name);
}

void *real_find(struct real_slot *slot)
{
	void *found;

	if (slot->late) {
		stress_pause();
		return slot->late;
	}
	found = look_up(slot);
	if (!found) {
		static const char text[] = "scarp: the C library lacks ";

		(void)!write(2, text, sizeof text - 1);
		(void)!write(2, slot->name, strlen(slot->name));
		(void)!write(2, SC(511) "\n", sizeof SC(511));
		_exit(3);
	}
	slot->found = found;
	return found;
}

static bool done;	      /* there is nothing left to find, */
static bool done_but_members; /* or members of C++'s classes alone */

/* There are hundreds of them, few are called, and no thread or handler minds
 * if they are looked up then. */
static bool is_member(const char *name)
{
	return strncmp(name, "_ZNS", 4) == 0 || strncmp(name, "_ZNKS", 5) == 0;
}

void *real_find_linked(struct real_slot *slot)
{
	if (slot->late) {
		stress_pause();
		return slot->late;
	}
	if (!slot->found && !done &&
		(!done_but_members || is_member(slot->name)))
		slot->found = look_up(slot);
	return slot->found;
}

/* A name has a slot for each place that uses it, and the linker keeps one copy
 * of it: most are looked up once.  Before there is a second thread. */
static void *look_up_once(const struct real_slot *slot)
{
	enum {
		ROOM = 4096
	};
	static const struct real_slot *first[ROOM];
	uint64_t at = hash_mix((uint64_t)slot->name);

	for (int tries = 0; tries < 8; tries++, at++) {
		const struct real_slot **s = &first[at % ROOM];

		if (!*s) {
			*s = slot;
			return look_up(slot);
		}
		if ((*s)->name == slot->name && (*s)->version == slot->version)
			return (*s)->found;
	}
	return look_up(slot);
}

static void find(bool members)
{
	for (struct real_slot *s = __start_scarp_real; s < __stop_scarp_real;
		s++)
		if (s->name && !s->found && (members || !is_member(s->name)))
			s->found =
				look_up_once(s); /* libstdc++'s may be absent */
}

void real_find_all(void)
{
	if (done)
		return;
	done = true;
	find(true);
}

void real_find_most(void)
{
	if (done || done_but_members)
		return;
	done_but_members = true;
	find(false);
}

void real_find_late(void)
{
	real_find_all();
	for (struct real_slot *s = __start_scarp_real; s < __stop_scarp_real;
		s++) {
		s->late = s->found;
		s->found = NULL;
	}
}
