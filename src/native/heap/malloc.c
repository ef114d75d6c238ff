/* SPDX-License-Identifier: MIT */
/* malloc.c - the C library's names of the rewound heap
 *
 * In a search it is ours (heap.h); in pass-through mode, and in the runtime's
 * driver, glibc's own.
 */
#include "native/heap/heap.h"
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
	return heap_allocate_zeroed(bytes, CALLER);
}

EXPORT void *realloc(void *p, size_t n)
{
	if (!controlled())
		return __libc_realloc(p, n);
	return p ? heap_resize(p, n, CALLER) : heap_allocate(n, CALLER);
}

EXPORT void *reallocarray(void *p, size_t n, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(n, size, &bytes)) {
		errno = ENOMEM;
		return 0;
	}
	return realloc(p, bytes);
}

EXPORT void *memalign(size_t align, size_t n)
{
	if (!controlled())
		return __libc_memalign(align, n);
	return heap_allocate_aligned(n, align, CALLER);
}

EXPORT void *aligned_alloc(size_t align, size_t n)
{
	if (!controlled())
		return __libc_memalign(align, n);
	return heap_allocate_aligned(n, align, CALLER);
}

EXPORT int posix_memalign(void **out, size_t align, size_t n)
{
	void *p;

	if (align < sizeof(void *) || (align & (align - 1)))
		return EINVAL;
	p = controlled() ? heap_allocate_aligned(n, align, CALLER)
			 : __libc_memalign(align, n);
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
	return memalign(PAGE, n);
}

/* As valloc, of whole pages. */
EXPORT void *pvalloc(size_t n)
{
	size_t bytes;

	if (__builtin_add_overflow(n, PAGE - 1, &bytes)) {
		errno = ENOMEM;
		return 0;
	}
	return memalign(PAGE, bytes & ~(size_t)(PAGE - 1));
}

EXPORT size_t malloc_usable_size(void *p)
{
	if (!p)
		return 0;
	if (!in_heap((uint64_t)p))
		return REAL(malloc_usable_size)(p);
	return heap_size(p);
}
