/* SPDX-License-Identifier: MIT */
/* map_allocator: memory as allocators of programs have it
 *
 * A gigabyte is reserved, more than is needed, so that a part begins at a
 * multiple of 4 MiB; what is before and behind is given back.  Each thread has
 * a segment of its own there, which it makes usable, with a list of free
 * blocks; blocks that other threads free come back on an atomic list.  At its
 * end a thread gives its pages back, and keeps the addresses.
 *
 * verdict: verified
 *
 * T1 makes a block and gives it to T2, if that comes later, and T2 the same
 * (0: nobody came later)
 *
 * check: --exhaustive
 * states: 1 2
 *
 * check: --exhaustive --heap=reuse
 * states: 1 2
 *
 * The list of those that come back is taken without an exchange: one is lost,
 * or in two lists.
 *
 * check: --exhaustive
 * flags: -DBROKEN
 * verdict: bug assertion
 * native: prints anything
 */
#include "test.h"

#include <sys/mman.h>

enum {
	MIB = 1 << 20,
	SEGMENT = 4 * MIB,
	BLOCK = 64,
	BLOCKS = 8
};

struct block {
	struct block *next;
	int owner;
	int used;
};

struct segment {
	struct block *free;
	_Atomic(struct block *) back; /* freed by others */
};

static char *arena;
static _Atomic(struct block *) box[2];

static struct segment *segment(int owner)
{
	return (struct segment *)(void *)(arena + owner * SEGMENT);
}

static void reserve(void)
{
	size_t n = 1 << 30, wanted = 8 * SEGMENT;
	char *p = mmap(NULL, n, PROT_NONE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	size_t head;

	assert(p != MAP_FAILED);
	arena = (char *)(((uintptr_t)p + SEGMENT - 1) & ~(SEGMENT - 1ul));
	head = (size_t)(arena - p);
	if (head)
		assert(munmap(p, head) == 0);
	assert(munmap(arena + wanted, n - head - wanted) == 0);
}

static void begin(int owner)
{
	struct segment *s = segment(owner);

	assert(mprotect(s, MIB, PROT_READ | PROT_WRITE) == 0);
	assert(!s->free && !s->back); /* fresh */
	for (int i = 1; i <= BLOCKS; i++) {
		struct block *b = (void *)((char *)s + i * BLOCK);

		b->owner = owner;
		b->next = s->free;
		s->free = b;
	}
}

static void take_back(struct segment *s)
{
#ifdef BROKEN
	struct block *b = atomic_load(&s->back);

	atomic_store(&s->back, NULL);
#else
	struct block *b = atomic_exchange(&s->back, NULL);
#endif

	while (b) {
		struct block *next = b->next;

		b->next = s->free;
		s->free = b;
		b = next;
	}
}

static struct block *allocate(int owner)
{
	struct segment *s = segment(owner);
	struct block *b;

	b = s->free;
	assert(b && !b->used);
	s->free = b->next;
	b->used = 1;
	return b;
}

static void release(struct block *b, int by)
{
	struct segment *s = segment(b->owner);

	assert(b->used);
	b->used = 0;
	if (b->owner == by) {
		b->next = s->free;
		s->free = b;
		return;
	}
	b->next = atomic_load(&s->back);
	while (!atomic_compare_exchange_strong(&s->back, &b->next, b))
		;
}

static void *works(void *which)
{
	int me = *(int *)which;
	struct block *b = allocate(me), *other;

	b = atomic_exchange(&box[0], b);
	if (b)
		release(b, me);
	other = allocate(me);
	release(other, me);
	take_back(segment(me));
	return NULL;
}

static int count(int owner)
{
	int n = 0;

	take_back(segment(owner));
	for (struct block *b = segment(owner)->free; b; b = b->next)
		n++;
	return n;
}

int main(void)
{
	int which[2] = {1, 2}, left, sum;
	struct block *b;
	pthread_t t, u;

	reserve();
	begin(1);
	begin(2);
	t = start(works, &which[0]);
	u = start(works, &which[1]);
	finish(t);
	finish(u);
	b = atomic_load(&box[0]);
	left = b->owner;
	release(b, 0);
	sum = count(1) + count(2);
	assert(sum == 2 * BLOCKS);
	assert(madvise(segment(1), SEGMENT, MADV_DONTNEED) == 0);
	assert(mprotect(segment(1), SEGMENT, PROT_NONE) == 0);
	printf("%d\n", left);
	return 0;
}
