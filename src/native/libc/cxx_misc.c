/* SPDX-License-Identifier: MIT */
/* cxx_misc.c - small objects that libstdc++.so writes: bucket counts, threads
 *
 * What the library's own function did last, after all decision points inside,
 * is put back, announced, and done again.
 */
#include "native/libc/libc.h"

#include <string.h>

static void redo(uint64_t *at, uint64_t before, uint64_t pc)
{
	uint64_t now = *at;

	if (now == before)
		return;
	*at = before;
	access_write(at, sizeof *at, pc);
	*at = now;
}

/* --- unordered containers
 * ---------------------------------------------------------- */

struct rehash_policy {
	float load;
	uint64_t next; /* number of elements at which to grow */
};

struct rehash {
	uint64_t needed, buckets; /* std::pair<bool, size_t>, in registers */
};

EXPORT struct rehash _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm(
	struct rehash_policy *p, uint64_t buckets, uint64_t elements,
	uint64_t more)
{
	uint64_t before;
	struct rehash r;

	if (!controlled())
		return REAL(
			_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm)(
			p, buckets, elements, more);
	access_read(p, sizeof *p, CALLER);
	before = p->next;
	r = REAL(_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm)(
		p, buckets, elements, more);
	redo(&p->next, before, CALLER);
	return r;
}

EXPORT uint64_t _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm(
	struct rehash_policy *p, uint64_t buckets)
{
	uint64_t before, n;

	if (!controlled())
		return REAL(
			_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm)(
			p, buckets);
	access_read(p, sizeof *p, CALLER);
	before = p->next;
	n = REAL(_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm)(
		p, buckets);
	redo(&p->next, before, CALLER);
	return n;
}

EXPORT uint64_t _ZSt11_Hash_bytesPKvmm(const void *key, size_t n, uint64_t seed)
{
	const char *bytes = controlled() ? look(key, n, CALLER) : key;

	seen(key, bytes, n, CALLER);
	return REAL(_ZSt11_Hash_bytesPKvmm)(bytes, n, seed);
}

/* --- std::thread
 * --------------------------------------------------------------------- */

EXPORT void _ZNSt6thread4joinEv(uint64_t *id)
{
	uint64_t before;

	access_read(id, sizeof *id, CALLER);
	before = *id;
	REAL(_ZNSt6thread4joinEv)(id);
	if (controlled())
		redo(id, before, CALLER);
}

EXPORT void _ZNSt6thread6detachEv(uint64_t *id)
{
	uint64_t before;

	access_read(id, sizeof *id, CALLER);
	before = *id;
	REAL(_ZNSt6thread6detachEv)(id);
	if (controlled())
		redo(id, before, CALLER);
}
