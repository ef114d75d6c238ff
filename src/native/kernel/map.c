/* SPDX-License-Identifier: MIT */
/* map.c - what mmap and its kin answer */
#include "native/fails.h"
#include "native/kernel/areas.h"
#include "native/kernel/map.h"
#include "native/kernel/device.h"
#include "native/kernel/pages.h"
#include "native/kernel/shared.h"
#include "native/libc/libc.h"
#include "native/posix/cancel.h"
#include "native/model/buffer.h"
#include "native/raw.h"
#include "native/races/shadow.h"
#include "native/spin.h"
#include "native/state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>

/* --- the C library's names
 * ------------------------------------------------------ */

static void *bad(int error)
{
	refuse_call(error);
	return MAP_FAILED;
}

/* What a file held when it was opened, or holds in memory: a copy, private. */
static void fill(const struct file *f, uint64_t at, uint64_t n, off_t from)
{
	const struct content *c = &contents[f->content - 1];
	uint64_t left = (uint64_t)from < c->size ? c->size - (uint64_t)from : 0;

	memcpy((void *)at, content_bytes(f->content) + from,
		left < n ? left : n);
}

/* How many of n bytes from there on lie in pages that the file has. */
static uint64_t pages_of(const struct file *f, uint64_t n, off_t from)
{
	uint64_t size = contents[f->content - 1].size;
	uint64_t left =
		(uint64_t)from < size ? pages(size - (uint64_t)from) : 0;

	return left < n ? left : n;
}

static void *over(uint64_t start, uint64_t n, int protection, uint64_t pc)
{
	const struct area *a;

	STATE_POINT(mmap, mappings, pc);
	if (!areas_cover(start, start + n))
		unsupported("mmap with MAP_FIXED outside of what the test "
			    "mapped",
			pc);
	for (uint64_t i = 0; (a = areas_next(start, start + n, &i));)
		if (a->content)
			unsupported("mmap with MAP_FIXED over a file that is "
				    "mapped with MAP_SHARED",
				pc);
	map_open();
	pages_beside(start, start + n, pc);
	pages_clear(start, start + n);
	areas_change(start, start + n, (uint32_t)protection);
	areas_follow();
	return (void *)start;
}

/* Memory of no file.  What is too much for any thread's own part has its place
 * by what others did. */
static void *anonymous(uint64_t n, int protection, int flags, uint64_t pc)
{
	uint64_t at;

	if (!room_allows(n, protection, flags))
		return bad(ENOMEM);
	if (room_is_far(n))
		STATE_POINT(mmap, mappings, pc);
	at = room_take(n, pc);
	areas_put((struct area){.start = at,
		.end = at + n,
		.protection = (uint32_t)protection});
	areas_follow();
	trace_result(at);
	return (void *)at;
}

/* What a file held when it was opened, or holds in memory: a copy. */
static void *private_copy(const struct file *f, uint64_t n, int protection,
	off_t from, uint64_t pc)
{
	uint64_t at = room_take(n, pc), there = at + pages_of(f, n, from);

	map_open();
	fill(f, at, n, from);
	areas_put((struct area){.start = at,
		.end = there,
		.protection = (uint32_t)protection,
		.copy = 1});
	areas_put((struct area){.start = there,
		.end = at + n,
		.protection = PROT_NONE,
		.copy = 1});
	areas_follow();
	trace_result(at);
	return (void *)at;
}

/* May it be mapped so?  0 or the errno. */
static int refused(const struct file *f, int protection, int flags)
{
	bool private = (flags & MAP_TYPE) == MAP_PRIVATE;

	if (f->kind != FILE_BYTES)
		return ENODEV;
	if (flags & MAP_SYNC && (flags & MAP_TYPE) == MAP_SHARED_VALIDATE)
		return EOPNOTSUPP;
	return (f->flags & O_ACCMODE) == O_WRONLY ||
			       (!private && protection & PROT_WRITE &&
				       (f->flags & O_ACCMODE) != O_RDWR)
		       ? EACCES
		       : 0;
}

static void *of_file(int number, uint64_t n, int protection, int flags,
	off_t from, int failing, uint64_t pc)
{
	bool private = (flags & MAP_TYPE) == MAP_PRIVATE;
	const struct file *f;
	void *at;
	int error;

	numbers_point(OP_fd_control, pc);
	f = file_of(number);
	if (!f && !number_is_kernels(number))
		return bad(EBADF);
	if (!f || f->kind == FILE_REAL)
		unsupported("mmap of a file on disk", pc);
	file_looked_at(f);
	if (file_is_device(f, DEVICE_ZERO)) /* as if no file was named */
		return failing ? bad(failing)
			       : anonymous(n, protection, flags, pc);
	error = refused(f, protection, flags);
	if (error)
		return bad(error);
	if (failing)
		return bad(failing);
	if (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE))
		unsupported("mmap of a file at a fixed address", pc);
	content_ordered(f, false);
	if (private && !room_is_far(n))
		return private_copy(f, n, protection, from, pc);
	STATE_ALSO(mmap, mappings);
	if (private)
		return private_copy(f, n, protection, from, pc);
	spin_abandon();
	at = shared_map(f, (uint64_t)from, n, protection);
	trace_result((uint64_t)at);
	return at;
}

static void *map(void *where, size_t size, int protection, int flags,
	int number, off_t from, uint64_t pc)
{
	uint64_t n = pages(size);
	int error;

	if (size == 0 || from & (PAGE - 1) ||
		!(flags & (MAP_SHARED | MAP_PRIVATE)))
		return bad(EINVAL);
	if (n < size)
		return bad(ENOMEM);
	error = fails(FAILING_mmap, pc);
	if (!(flags & MAP_ANONYMOUS))
		return of_file(number, n, protection, flags, from, error, pc);
	if (error)
		return bad(error);
	if (flags & MAP_FIXED_NOREPLACE)
		unsupported("mmap at a fixed address", pc);
	if (flags & MAP_FIXED)
		return (uint64_t)where & (PAGE - 1)
			       ? bad(EINVAL)
			       : over((uint64_t)where, n, protection, pc);
	return anonymous(n, protection, flags, pc);
}

EXPORT void *LIBC(mmap)(void *where, size_t size, int protection, int flags,
	int number, off_t from)
{
	return controlled() ? map(where, size, protection, flags, number, from,
				      CALLER)
			    : REAL(mmap)(where, size, protection, flags, number,
				      from);
}

EXPORT void *LIBC(mmap64)(void *where, size_t size, int protection, int flags,
	int number, off_t from)
{
	return controlled() ? map(where, size, protection, flags, number, from,
				      CALLER)
			    : REAL(mmap)(where, size, protection, flags, number,
				      from);
}

/* As a free: races with whoever still uses it.  Of a file that was mapped twice
 * at a time nobody knows through which mapping others used it. */
static void give_up(uint64_t start, uint64_t end, uint64_t pc)
{
	struct area *a;

	map_open(); /* pages that cannot be read are written, as a whole */
	areas_cut(start, end);
	for (uint64_t i = 0; (a = areas_next(start, end, &i));) {
		if (a->protection & AREA_GONE)
			continue;
		area_save(a);
		if (a->times > 1) {
			a->times--;
			continue;
		}
		if (!a->beside)
			pages_freed(a->start, a->end, pc);
		spin_unmapped(a->start, a->end);
		a->protection = AREA_GONE;
	}
	spin_abandon();
	areas_follow();
}

uint64_t map_fresh(uint64_t n, uint64_t pc)
{
	return (uint64_t)anonymous(
		pages(n), PROT_READ | PROT_WRITE, MAP_PRIVATE, pc);
}

void map_allow(uint64_t at, uint64_t n, int protection)
{
	map_open();
	if (!(protection & PROT_READ))
		spin_unmapped(at, at + pages(n));
	areas_change(at, at + pages(n), (uint32_t)protection);
	areas_follow();
}

void map_drop(uint64_t at, uint64_t n, uint64_t pc)
{
	give_up(at, at + pages(n), pc);
}

static int unmap(uint64_t start, size_t size, uint64_t pc)
{
	uint64_t end = start + pages(size);

	if (start & (PAGE - 1) || size == 0 || end < start)
		return (int)refuse_call(EINVAL);
	if (!in_maps(start) || !in_maps(end - 1))
		unsupported("munmap of memory that the test did not map", pc);
	STATE_POINT(munmap, mappings, pc);
	give_up(start, end, pc);
	return 0;
}

EXPORT int LIBC(munmap)(void *start, size_t size)
{
	return controlled() ? unmap((uint64_t)start, size, CALLER)
			    : REAL(munmap)(start, size);
}

/* Pages of the heap are plain memory until somebody protects them. */
static void adopt(uint64_t start, uint64_t end)
{
	for (uint64_t at = start; at < end; at += PAGE)
		if (!areas_cover(at, at + PAGE))
			areas_put((struct area){.start = at,
				.end = at + PAGE,
				.protection = PROT_READ | PROT_WRITE});
}

/* What a file that is mapped allows: 0 or the errno. */
static int file_refuses(
	uint64_t start, uint64_t end, int protection, uint64_t pc)
{
	const struct area *a;

	for (uint64_t i = 0; (a = areas_next(start, end, &i));) {
		if (!a->content)
			continue;
		if (a->times > 1)
			unsupported("mprotect of a file that is mapped twice "
				    "with MAP_SHARED",
				pc);
		if (protection & PROT_WRITE && !a->writable)
			return EACCES;
	}
	return 0;
}

/* As that costs something for each byte: what is not used is a hole. */
static void protection_beside(uint64_t start, uint64_t end, uint64_t pc)
{
	if (rt.world.seen < 2)
		return;
	map_open();
	pages_beside(start, end, pc);
}

static int protect_for(uint64_t start, size_t size, int protection, uint64_t pc)
{
	uint64_t end = start + pages(size);
	int error;

	if (start & (PAGE - 1) ||
		protection & ~(PROT_READ | PROT_WRITE | PROT_EXEC))
		return (int)refuse_call(EINVAL);
	if (size == 0)
		return 0;
	STATE_POINT(mprotect, mappings, pc);
	if (in_heap(start) && in_heap(end - 1))
		adopt(start, end);
	else if (!in_maps(start) || !in_maps(end - 1))
		unsupported("mprotect of memory that the test did not map or "
			    "allocate",
			pc);
	if (!areas_cover(start, end))
		return (int)refuse_call(ENOMEM);
	error = file_refuses(start, end, protection, pc);
	if (error)
		return (int)refuse_call(error);
	spin_abandon();
	if (unlikely(rt.world.late) && buffers_touch(start, end - start))
		unsupported(
			"mprotect of memory to which a store is not visible "
			"yet (--model)",
			pc);
	if (!(protection & PROT_READ))
		spin_unmapped(start, end);
	protection_beside(start, end, pc);
	areas_change(start, end, (uint32_t)protection);
	areas_follow();
	return 0;
}

EXPORT int LIBC(mprotect)(void *start, size_t size, int protection)
{
	return controlled()
		       ? protect_for((uint64_t)start, size, protection, CALLER)
		       : REAL(mprotect)(start, size, protection);
}

enum {
	MADV_KINDS = 3, /* from MADV_RANDOM to MADV_DONTNEED */
	MADV_KNOWN = 102
};

static int advise(uint64_t start, size_t size, int advice, uint64_t pc)
{
	uint64_t end = start + pages(size);
	const struct area *a;

	if (start & (PAGE - 1) || (unsigned)advice > MADV_KNOWN ||
		(advice > MADV_RANDOM + MADV_KINDS && advice < MADV_FREE))
		return (int)refuse_call(EINVAL);
	if (advice != MADV_DONTNEED && advice != MADV_FREE &&
		advice != MADV_REMOVE)
		return 0; /* changes nothing that can be seen */
	if (advice == MADV_REMOVE)
		unsupported("madvise with MADV_REMOVE", pc);
	if (!in_maps(start) || !in_maps(end - 1))
		unsupported("madvise of memory that the test did not map", pc);
	STATE_POINT(madvise, mappings, pc);
	if (!areas_cover(start, end))
		return (int)refuse_call(ENOMEM);
	map_open();
	for (uint64_t i = 0; (a = areas_next(start, end, &i));) {
		uint64_t from = a->start > start ? a->start : start;
		uint64_t to = a->end < end ? a->end : end;

		if (a->protection & AREA_GONE || a->content)
			continue; /* a file's pages are read anew */
		if (a->copy)
			unsupported("madvise with MADV_DONTNEED of a file that "
				    "is mapped with MAP_PRIVATE",
				pc);
		if (advice == MADV_FREE)
			caveat(CAVEAT_freed_pages, "%llu KiB",
				(unsigned long long)(to - from) >> 10);
		pages_beside(from, to, pc);
		pages_clear(from, to);
	}
	areas_follow();
	return 0;
}

EXPORT int LIBC(madvise)(void *start, size_t size, int advice)
{
	return controlled() ? advise((uint64_t)start, size, advice, CALLER)
			    : REAL(madvise)(start, size, advice);
}

/* There is nothing to do: what a mapping shows is the file. */
static int sync(uint64_t start, size_t size, int flags, uint64_t pc)
{
	uint64_t end = start + pages(size);

	if (flags & ~(MS_ASYNC | MS_INVALIDATE | MS_SYNC) ||
		start & (PAGE - 1) || (flags & MS_ASYNC && flags & MS_SYNC))
		return (int)refuse_call(EINVAL);
	if (end < start)
		return (int)refuse_call(ENOMEM);
	if (!in_maps(start) || (end > start && !in_maps(end - 1)))
		return 1;
	STATE_LOOK(msync, mappings, pc);
	return areas_cover(start, end) ? 0 : (int)refuse_call(ENOMEM);
}

EXPORT int LIBC(msync)(void *start, size_t size, int flags)
{
	int rc = 1;

	if (controlled()) {
		cancel_ask(CALLER);
		rc = sync((uint64_t)start, size, flags, CALLER);
	}
	return rc <= 0 ? rc : REAL(msync)(start, size, flags);
}

EXPORT int LIBC(posix_madvise)(void *start, size_t size, int advice)
{
	if (!controlled())
		return REAL(posix_madvise)(start, size, advice);
	if ((uint64_t)start & (PAGE - 1) || advice < POSIX_MADV_NORMAL ||
		advice > POSIX_MADV_DONTNEED)
		return EINVAL;
	return 0; /* changes nothing: glibc leaves POSIX_MADV_DONTNEED out */
}

/* Is [start, end) one mapping for the kernel, or for all it can tell? */
static const struct area *alike(uint64_t start, uint64_t end)
{
	const struct area *a, *first = 0;

	for (uint64_t i = 0; (a = areas_next(start, end, &i)); first = a)
		if (first && (a->protection != first->protection ||
				     a->content != first->content ||
				     a->copy != first->copy))
			return 0;
	return first;
}

static void *longer(uint64_t old, uint64_t n, uint64_t m, uint64_t pc)
{
	const struct area *a = alike(old, old + n);
	uint32_t protection;
	uint64_t at;

	if (!a)
		return bad(EFAULT);
	if (a->copy)
		unsupported(
			"mremap of a file that is mapped with MAP_PRIVATE", pc);
	protection = a->protection;
	if (a->content) {
		if (!shared_extend(old, n, m))
			unsupported("mremap of a file that is mapped with "
				    "MAP_SHARED to more than twice its length",
				pc);
		return (void *)old;
	}
	if (!room_allows(m, PROT_NONE, 0))
		return bad(ENOMEM);
	at = room_take(m, pc);
	areas_put((struct area){
		.start = at, .end = at + m, .protection = protection});
	map_open();
	pages_copy(at, old, n, pc);
	give_up(old, old + n, pc);
	return (void *)at;
}

static void *move(
	uint64_t old, size_t size, size_t wanted, int flags, uint64_t pc)
{
	uint64_t n = pages(size), m = pages(wanted);

	if (flags & ~(MREMAP_MAYMOVE | MREMAP_FIXED | MREMAP_DONTUNMAP) ||
		(flags & (MREMAP_FIXED | MREMAP_DONTUNMAP) &&
			!(flags & MREMAP_MAYMOVE)) ||
		old & (PAGE - 1) || !wanted)
		return bad(EINVAL);
	if (flags & ~MREMAP_MAYMOVE)
		unsupported("mremap with MREMAP_FIXED or MREMAP_DONTUNMAP", pc);
	if (!n)
		unsupported("mremap of no bytes, which maps a second time", pc);
	STATE_POINT(mremap, mappings, pc);
	if (!areas_cover(old, old + n))
		return bad(EFAULT);
	if (m <= n) {
		if (m < n)
			give_up(old + m, old + n, pc);
		return (void *)old;
	}
	if (!(flags & MREMAP_MAYMOVE))
		return bad(ENOMEM);
	return longer(old, n, m, pc);
}

EXPORT void *LIBC(mremap)(void *old, size_t size, size_t wanted, int flags, ...)
{
	va_list args;
	void *where;

	va_start(args, flags);
	where = va_arg(args, void *);
	va_end(args);
	return controlled() ? move((uint64_t)old, size, wanted, flags, CALLER)
			    : REAL(mremap)(old, size, wanted, flags, where);
}
