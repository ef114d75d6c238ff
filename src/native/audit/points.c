/* SPDX-License-Identifier: MIT */
#include "native/audit/points.h"
#include "native/heap/heap.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum {
	NOTES = 1024,
	NOTES_BYTES = 16 << 20,
	HEAP_MOST = 64 << 10, /* of one thread's arena: larger ones are left */
	CREDIT_FIRST = 1 << 20,
	CREDIT_EXECUTION = 32
};

/* A range in use; its bytes follow. */
struct piece {
	char *at;
	uint64_t bytes;
	tid thread;
	bool heap;
};

struct note {
	uint32_t depth;
	uint32_t from, to; /* in the store */
	tid threads;
};

bool audit_noting;
uint32_t audit_notes;
static struct note notes[NOTES];
static char *store;
static int64_t credit;

void audit_points_init(void)
{
	store = mmap(0, NOTES_BYTES, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (store == MAP_FAILED)
		store = 0;
	credit = CREDIT_FIRST;
}

void audit_points_begin(bool due)
{
	credit += CREDIT_EXECUTION;
	audit_noting = store && (due || credit > 0);
}

static void put(struct note *n, char *at, uint64_t bytes, tid t, bool heap)
{
	struct piece *p = (struct piece *)(void *)(store + n->to);
	uint64_t room = (sizeof *p + bytes + 15) & ~15ull;

	if (!bytes || n->to + room > NOTES_BYTES)
		return;
	*p = (struct piece){at, bytes, t, heap};
	memcpy(p + 1, at, bytes);
	n->to += (uint32_t)room;
	credit -= (int64_t)room;
}

void audit_note(uint32_t depth)
{
	struct note *n;

	audit_forget(depth - 1);
	if (audit_notes == NOTES)
		return;
	n = &notes[audit_notes++];
	n->depth = depth;
	n->from = n->to = audit_notes > 1 ? n[-1].to : 0;
	n->threads = rt.world.threads;
	for (tid i = 0; i < n->threads; i++) {
		struct thread *t = thread_of(i);
		uint64_t base, used = heap_used(i, &base);

		if (t->state == THREAD_LIVE)
			put(n, t->sp, (uint64_t)((char *)t->fs - (char *)t->sp),
				i, false);
		if (used <= HEAP_MOST)
			put(n, (char *)base, used, i, true);
	}
}

uint32_t audit_deepest(void)
{
	return audit_notes ? notes[audit_notes - 1].depth : 0;
}

void audit_forget(uint32_t depth)
{
	while (audit_notes && notes[audit_notes - 1].depth > depth)
		audit_notes--;
}

/* The return address in whose frame an address lies; 0: unknown. */
static uint64_t frame_of(const struct thread *t, uint64_t address)
{
	uint64_t *sp = t->sp, pc = sp[6], rbp = sp[5];

	while (rbp > (uint64_t)sp && rbp < (uint64_t)t->stack_top) {
		if (address < rbp)
			return pc;
		pc = ((uint64_t *)rbp)[1];
		rbp = ((uint64_t *)rbp)[0];
	}
	return pc;
}

static void told(const struct piece *p, uint64_t address)
	__attribute__((noreturn));
static void told(const struct piece *p, uint64_t address)
{
	const struct thread *t = thread_of(p->thread);
	/* errno lies at the same place of every thread. */
	uint64_t error = (uint64_t)&errno - rt.driver_fs + t->fs;
	struct channel_place place = {0};

	if (p->heap) {
		heap_describe(address, &place);
		leaked(CAVEAT_unseen_stores, place.block_pc,
			"byte %llu of a heap block of %llu bytes that thread "
			"T%u allocated",
			(unsigned long long)(address - place.block),
			(unsigned long long)place.block_size, p->thread);
	}
	if (address - error < sizeof errno)
		leaked(CAVEAT_rewind_leak, 0, "errno of thread T%u", p->thread);
	if (address >= (uint64_t)t->stack_top)
		leaked(CAVEAT_unseen_stores, 0,
			"thread-local storage of thread T%u, %llu bytes below "
			"its end",
			p->thread, (unsigned long long)(t->fs - address));
	leaked(CAVEAT_unseen_stores, frame_of(t, address),
		"the stack of thread T%u", p->thread);
}

void audit_compare(uint32_t depth)
{
	struct note *n;

	audit_forget(depth);
	n = &notes[audit_notes - 1];
	if (!audit_notes || n->depth != depth)
		return;
	for (uint32_t at = n->from; at < n->to;) {
		struct piece *p = (struct piece *)(void *)(store + at);
		const char *was = (const char *)(p + 1);

		at += (uint32_t)((sizeof *p + p->bytes + 15) & ~15ull);
		credit -= (int64_t)p->bytes;
		if (memcmp(was, p->at, p->bytes) == 0)
			continue;
		for (uint64_t i = 0;; i++)
			if (was[i] != p->at[i])
				told(p, (uint64_t)p->at + i);
	}
	audit_forget(depth - 1);
}
