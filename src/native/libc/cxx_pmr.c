/* SPDX-License-Identifier: MIT */
/* cxx_pmr.c - std::pmr's resources, as far as libstdc++.so has their code
 *
 * A monotonic buffer is done here, every load and store announced, so that the
 * resource behind it may be any, the test's own too.
 *
 * A pool (unsynchronized_pool_resource) is the library's: what it has of pools
 * and chunks is told as changed, never the blocks that it gives away.  Its call
 * is one piece: the resource behind it is one of the standard's, which wait for
 * nobody; with another one the call is not known.
 */
#include "native/libc/cxx_call.h"
#include "native/libc/libc.h"
#include "native/outside/outside.h"

enum {
	RESOURCE_BYTES = 64,
	POOLS_BYTES = 72
};

/* What objects of std::pmr::memory_resource begin with. */
struct resource {
	struct {
		void (*destroy)(struct resource *);
		void (*destroy_and_free)(struct resource *);
		void *(*allocate)(struct resource *, size_t, size_t);
		void (*deallocate)(struct resource *, void *, size_t, size_t);
		bool (*is)(const struct resource *, const struct resource *);
	} * table;
};

/* --- std::pmr::monotonic_buffer_resource of libstdc++ 12
 * ------------------------------------------------------------------------- */

/* At the end of each block of the resource behind it. */
struct chunk {
	uint64_t size; /* of the block, and the logarithm of its alignment */
	struct chunk *next;
};

struct monotonic {
	struct resource base;
	char *buffer;
	uint64_t left, next; /* how large the next one is to be, at least */
	struct resource *upstream;
	void *first;
	uint64_t first_size;
	struct chunk *chunks;
};
_Static_assert(sizeof(struct monotonic) == RESOURCE_BYTES, "as the library's");

enum {
	CHUNK_UNIT = 64 /* its size leaves the bits of an alignment */
};

static uint64_t get(const uint64_t *at, uint64_t pc)
{
	access_read(at, sizeof *at, pc);
	return *at;
}

static void set(uint64_t *at, uint64_t to, uint64_t pc)
{
	access_write(at, sizeof *at, pc);
	*at = to;
}

#define GET(at) get((const uint64_t *)(const void *)(at), pc)
#define SET(at, to) set((uint64_t *)(void *)(at), (uint64_t)(to), pc)

static void new_buffer(
	struct monotonic *m, uint64_t bytes, uint64_t alignment, uint64_t pc)
{
	uint64_t next = GET(&m->next), least = bytes > next ? bytes : next, n;
	struct resource *from = (struct resource *)GET(&m->upstream);
	struct chunk *c;
	char *block;

	alignment = (alignment + 15) & ~15ull;
	n = (least + sizeof *c + CHUNK_UNIT - 1) & ~(CHUNK_UNIT - 1ull);
	if (n < least) { /* which no resource has */
		n = UINT64_MAX;
		alignment = 1ull << 63;
	}
	block = from->table->allocate(from, n, alignment);
	c = (struct chunk *)(void *)(block + n - sizeof *c);
	SET(&c->size, n | (uint64_t)__builtin_ctzll(alignment));
	SET(&c->next, GET(&m->chunks));
	SET(&m->chunks, c);
	SET(&m->buffer, block);
	SET(&m->left, n - sizeof *c);
	SET(&m->next, (float)GET(&m->next) * 1.5f);
}

static void give_back(struct monotonic *m, uint64_t pc)
{
	struct resource *to = (struct resource *)GET(&m->upstream);
	struct chunk *c = (struct chunk *)GET(&m->chunks), *next;

	SET(&m->chunks, 0);
	for (; c; c = next) {
		uint64_t size = GET(&c->size), n = size & ~(CHUNK_UNIT - 1ull);

		next = (struct chunk *)GET(&c->next);
		to->table->deallocate(to, (char *)(c + 1) - n, n,
			1ull << (size & (CHUNK_UNIT - 1)));
	}
}

#define MONOTONIC(rest) _ZNSt3pmr25monotonic_buffer_resource##rest

EXPORT void MONOTONIC(13_M_new_bufferEmm)(
	struct monotonic *m, uint64_t bytes, uint64_t alignment)
{
	if (controlled())
		new_buffer(m, bytes, alignment, CALLER);
	else
		REAL(_ZNSt3pmr25monotonic_buffer_resource13_M_new_bufferEmm)
	(m, bytes, alignment);
}

EXPORT void MONOTONIC(18_M_release_buffersEv)(struct monotonic *m)
{
	if (controlled())
		give_back(m, CALLER);
	else
		REAL(_ZNSt3pmr25monotonic_buffer_resource18_M_release_buffersEv)
	(m);
}

/* The library's own has nothing to give back then. */
#define DESTROY(which)                                                         \
	EXPORT void _ZNSt3pmr25monotonic_buffer_resource##which##Ev(           \
		struct monotonic *m)                                           \
	{                                                                      \
		if (controlled()) {                                            \
			give_back(m, CALLER);                                  \
			access_write(m, sizeof *m, CALLER);                    \
		}                                                              \
		REAL(_ZNSt3pmr25monotonic_buffer_resource##which##Ev)(m);      \
	}

DESTROY(D0)
DESTROY(D1)
DESTROY(D2)

/* What a table of the library's leads to, past all symbols. */

static void *gives(struct resource *r, size_t bytes, size_t alignment)
{
	struct monotonic *m = (struct monotonic *)r;
	uint64_t pc = CALLER, at = GET(&m->buffer), left = GET(&m->left), skip;

	if (!bytes)
		bytes = 1;
	skip = -at & (alignment - 1);
	if (skip > left || bytes > left - skip) {
		new_buffer(m, bytes, alignment, pc);
		at = GET(&m->buffer);
		left = GET(&m->left);
		skip = 0;
	}
	SET(&m->buffer, at + skip + bytes);
	SET(&m->left, left - skip - bytes);
	return (char *)at + skip;
}

static void takes_nothing(struct resource *r, void *p, size_t n, size_t a)
{
}

static bool is(const struct resource *a, const struct resource *b)
{
	return a == b;
}

extern void *_ZTVNSt3pmr25monotonic_buffer_resourceE[] __attribute__((weak));

static void learn(const struct resource *r, void *destroy,
	void *destroy_and_free, void *allocate, void *deallocate)
{
	outside_virtual(&r->table->destroy, destroy);
	outside_virtual(&r->table->destroy_and_free, destroy_and_free);
	outside_virtual(&r->table->allocate, allocate);
	outside_virtual(&r->table->deallocate, deallocate);
	outside_virtual(&r->table->is, (void *)is);
}

void cxx_resources_init(void)
{
	struct resource r;

	if (!_ZTVNSt3pmr25monotonic_buffer_resourceE)
		return;
	r.table = (void *)(_ZTVNSt3pmr25monotonic_buffer_resourceE + 2);
	learn(&r, (void *)MONOTONIC(D1Ev), (void *)MONOTONIC(D0Ev),
		(void *)gives, (void *)takes_nothing);
}

/* --- std::pmr::unsynchronized_pool_resource of libstdc++ 12
 * ------------------------------------------------------------------------- */

struct pool_chunk {
	uint64_t *used; /* a bit for each of its blocks */
	uint32_t blocks : 19, : 13;
	uint32_t bytes;
	void *first;
};

struct pool {
	struct pool_chunk *chunks;
	uint32_t n, room;
	uint32_t block, more;
};

struct pools {
	struct resource base;
	uint64_t most, largest;
	struct resource *upstream;
	char *large, *large_end, *large_room; /* blocks that are in no pool */
	int32_t n;
	struct pool *pool;
};
_Static_assert(sizeof(struct pools) == POOLS_BYTES, "as the library's");

struct resource *_ZNSt3pmr19new_delete_resourceEv(void) __attribute__((weak));
struct resource *_ZNSt3pmr20null_memory_resourceEv(void) __attribute__((weak));

/* It waits for nobody, and is told by itself. */
static bool is_standard(const struct resource *r)
{
	const void *table = r->table;

	return r == _ZNSt3pmr19new_delete_resourceEv() ||
	       r == _ZNSt3pmr20null_memory_resourceEv() ||
	       table == _ZTVNSt3pmr25monotonic_buffer_resourceE + 2;
}

static void tell_chunks(struct text_call *c, const struct pool *p)
{
	if (!p->chunks)
		return;
	text_tell(c, p->chunks, p->room * sizeof *p->chunks, true);
	for (uint32_t i = 0; i < p->n; i++)
		text_tell(c, p->chunks[i].used,
			(p->chunks[i].blocks + 63u) / 64 * 8, true);
}

static void tell_pools(struct text_call *c, const struct pools *p)
{
	text_tell(c, p, sizeof *p, true);
	if (rt.reuse || !is_standard(p->upstream)) {
		c->elsewhere = true;
		return;
	}
	text_tell(c, p->large, (size_t)(p->large_room - p->large), true);
	if (!p->pool)
		return;
	text_tell(c, p->pool, (size_t)p->n * sizeof *p->pool, true);
	for (int32_t i = 0; i < p->n; i++)
		tell_chunks(c, &p->pool[i]);
}

#define POOLS(rest) _ZNSt3pmr28unsynchronized_pool_resource##rest
#define TELL tell_pools(&c, (const struct pools *)a)

CALL(POOLS(D0Ev), TELL)
CALL(POOLS(D1Ev), TELL)
CALL(POOLS(D2Ev), TELL)
CALL(POOLS(7releaseEv), TELL)
CALL(POOLS(11do_allocateEmm), TELL)
CALL(POOLS(13do_deallocateEPvmm), TELL)

#define MAKES(symbol)                                                          \
	EXPORT void symbol(struct pools *p, const void *options,               \
		struct resource *upstream)                                     \
	{                                                                      \
		TEXT_CALL c = {.name = NAME(symbol), .pc = CALLER};            \
                                                                               \
		if (text_controlled()) {                                       \
			WRITES(p, sizeof *p);                                  \
			READS(options, 16);                                    \
			c.elsewhere |= rt.reuse || !is_standard(upstream);     \
			text_begin(&c);                                        \
		}                                                              \
		REAL(symbol)(p, options, upstream);                            \
		if (c.begun)                                                   \
			learn(&p->base, (void *)POOLS(D1Ev),                   \
				(void *)POOLS(D0Ev),                           \
				(void *)POOLS(11do_allocateEmm),               \
				(void *)POOLS(13do_deallocateEPvmm));          \
	}

MAKES(POOLS(C1ERKNS_12pool_optionsEPNS_15memory_resourceE))
MAKES(POOLS(C2ERKNS_12pool_optionsEPNS_15memory_resourceE))
