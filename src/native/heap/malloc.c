/* SPDX-License-Identifier: MIT */
/* malloc.c - the C library's names of the rewound heap
 *
 * In a search it is ours (heap.h); in pass-through mode, and in the runtime's
 * driver, glibc's own.
 */
#include "native/fails.h"
#include "native/heap/heap.h"
#include "native/posix/interrupted.h"
#include "native/races/shadow.h"

#include <errno.h>

void *__libc_malloc(size_t n);
void __libc_free(void *p);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);
void *__libc_memalign(size_t align, size_t n);

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

EXPORT void *malloc(size_t n)
{
	if (!controlled())
		return __libc_malloc(n);
	unsafe_heap(CALLER);
	if (fails_to_allocate(FAILING_malloc, CALLER))
		return 0;
	return heap_allocate(n, CALLER);
}

EXPORT void free(void *p)
{
	if (!p)
		return;
	if (!controlled()) {
		if (!in_heap((uint64_t)p))
			__libc_free(p);
		return;
	}
	unsafe_heap(CALLER);
	heap_release(p, CALLER);
}

EXPORT void *calloc(size_t n, size_t size)
{
	size_t bytes;

	if (!controlled())
		return __libc_calloc(n, size);
	if (__builtin_mul_overflow(n, size, &bytes)) {
		errno = ENOMEM;
		return 0;
	}
	unsafe_heap(CALLER);
	if (fails_to_allocate(FAILING_calloc, CALLER))
		return 0;
	return heap_allocate_zeroed(bytes, CALLER);
}

static inline void *resize(void *p, size_t n, enum failing call, uint64_t pc)
{
	unsafe_heap(pc);
	/* The old block stays what it is; of no bytes it is given back. */
	if ((!p || n) && fails_to_allocate(call, pc))
		return 0;
	return p ? heap_resize(p, n, pc) : heap_allocate(n, pc);
}

EXPORT void *realloc(void *p, size_t n)
{
	return controlled() ? resize(p, n, FAILING_realloc, CALLER)
			    : __libc_realloc(p, n);
}

EXPORT void *reallocarray(void *p, size_t n, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(n, size, &bytes)) {
		errno = ENOMEM;
		return 0;
	}
	return controlled() ? resize(p, bytes, FAILING_reallocarray, CALLER)
			    : __libc_realloc(p, bytes);
}

static inline void *aligned(
	size_t align, size_t n, enum failing call, uint64_t pc)
{
	if (!controlled())
		return __libc_memalign(align, n);
	unsafe_heap(pc);
	if (fails_to_allocate(call, pc))
		return 0;
	return heap_allocate_aligned(n, align, pc);
}

EXPORT void *memalign(size_t align, size_t n)
{
	return aligned(align, n, FAILING_memalign, CALLER);
}

EXPORT void *aligned_alloc(size_t align, size_t n)
{
	return aligned(align, n, FAILING_aligned_alloc, CALLER);
}

EXPORT int posix_memalign(void **out, size_t align, size_t n)
{
	void *p;

	if (align < sizeof(void *) || (align & (align - 1)))
		return EINVAL;
	p = aligned(align, n, FAILING_posix_memalign, CALLER);
	if (!p)
		return ENOMEM;
	access_write(out, sizeof *out, CALLER);
	*out = p;
	return 0;
}

enum {
	PAGE = 4096
};

EXPORT void *valloc(size_t n)
{
	return aligned(PAGE, n, FAILING_valloc, CALLER);
}

/* As valloc, of whole pages. */
EXPORT void *pvalloc(size_t n)
{
	size_t bytes;

	if (__builtin_add_overflow(n, PAGE - 1, &bytes)) {
		errno = ENOMEM;
		return 0;
	}
	return aligned(
		PAGE, bytes & ~(size_t)(PAGE - 1), FAILING_valloc, CALLER);
}

EXPORT size_t malloc_usable_size(void *p)
{
	if (!p)
		return 0;
	if (!in_heap((uint64_t)p))
		return REAL(malloc_usable_size)(p);
	return heap_size(p);
}
