/* SPDX-License-Identifier: MIT */
#include "native/kernel/map.h"
#include "native/fails.h"
#include "native/kernel/file.h"
#include "native/libc/libc.h"
#include "native/posix/cancel.h"
#include "native/raw.h"
#include "native/races/shadow.h"
#include "native/spin.h"
#include "native/state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>

enum {
	PAGE = 4096,
	AREAS_MAX = 4096,
	LARGE = 1 << 20,
	WATCHED_MOST = 8 << 20
};
#define PAGE_MASK (~(uint64_t)(PAGE - 1))

/* Pages of one protection; those that nobody has are in none. */
struct area {
	uint64_t start, end;
	uint32_t protection; /* as asked for; AREA_GONE: unmapped */
	uint32_t unused;
};
enum {
	AREA_GONE = 1u << 31
};

static struct area area[AREAS_MAX]; /* rewound */
static uint64_t areas;		    /* rewound */
static uint64_t used[THREADS_MAX];  /* bytes of each thread's part; rewound */
static uint64_t dirty[THREADS_MAX]; /* the most there ever was; not rewound */
bool map_any;

/* What the kernel has; not rewound. */
static struct area real[AREAS_MAX];
static uint64_t reals;

/* --- the reserved range
 * ------------------------------------------------------------------- */

static uint64_t part(tid t, uint64_t *bytes)
{
	if (t == 0) {
		*bytes = MAPS_MAIN;
		return MAPS_BASE;
	}
	if (t < MAPS_LARGE) {
		*bytes = MAPS_EACH;
		return MAPS_BASE + MAPS_MAIN + (t - 1) * MAPS_EACH;
	}
	*bytes = MAPS_SMALL;
	return MAPS_BASE + MAPS_MAIN + (MAPS_LARGE - 1) * MAPS_EACH +
	       (t - MAPS_LARGE) * MAPS_SMALL;
}

void map_init(void)
{
	if (raw_syscall6(SYS_mmap, (long)MAPS_BASE, (long)MAPS_BYTES,
		    PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
			    MAP_FIXED_NOREPLACE,
		    -1, 0) != (long)MAPS_BASE)
		run_error(ERR_IO, 0, "cannot reserve memory for mappings");
}

static bool in_maps(uint64_t address)
{
	return address - MAPS_BASE < MAPS_BYTES;
}

/* New pages read as zero in every execution; nobody has seen them in this one,
 * so that nothing need be logged. */
static void make_fresh(tid t, uint64_t base, uint64_t start, uint64_t end)
{
	if (start < base + dirty[t]) {
		uint64_t last = end < base + dirty[t] ? end : base + dirty[t];

		if (last - start < LARGE)
			memset((void *)start, 0, last - start);
		else
			raw_syscall6(SYS_madvise, (long)start,
				(long)(last - start), MADV_DONTNEED, 0, 0, 0);
	}
	if (end - base > dirty[t])
		dirty[t] = end - base;
}

/* 0: there is no room. */
static uint64_t take(uint64_t n, uint64_t pc)
{
	tid t = rt.self->id;
	uint64_t bytes, base = part(t, &bytes), at = base + used[t];

	if (n > MAPS_MAIN)
		return 0; /* natively, too, for sizes like these */
	if (used[t] + n + PAGE > bytes) {
		caveat(CAVEAT_heap_used_up, "mappings of thread T%u", t);
		execution_leave(OUTCOME_STOPPED);
	}
	spin_abandon();
	undo_save8(&used[t]);
	used[t] += n + PAGE; /* a page between, that is nobody's */
	make_fresh(t, base, at, at + n);
	return at;
}

/* --- the table --------------------------------------------------------------
 */

static void put(struct area a)
{
	if (a.start >= a.end)
		return;
	if (areas == AREAS_MAX)
		run_error(ERR_UNSUPPORTED, 0,
			"more than %d pieces of mapped memory: scarp supports "
			"that many",
			AREAS_MAX);
	shared_write(area); /* rows have no fixed order */
	undo_save(&area[areas], sizeof *area);
	area[areas] = a;
	undo_save8(&areas);
	areas++;
}

void map_ranges(void (*each)(const void *at, uint64_t bytes))
{
	for (uint64_t i = 0; i < areas; i++)
		if (area[i].protection & PROT_READ && in_maps(area[i].start))
			each((void *)area[i].start,
				area[i].end - area[i].start);
}

/* [start, end) has another protection; what else an area held stays. */
static void change(uint64_t start, uint64_t end, uint32_t protection)
{
	for (uint64_t i = 0, n = areas; i < n; i++) {
		struct area a = area[i];

		if (a.end <= start || a.start >= end)
			continue;
		shared_write(area);
		undo_save(&area[i], sizeof *area);
		area[i].start = a.start > start ? a.start : start;
		area[i].end = a.end < end ? a.end : end;
		area[i].protection = protection;
		put((struct area){a.start, start, a.protection, 0});
		put((struct area){end, a.end, a.protection, 0});
	}
}

/* Is all of it mapped by the test? */
static bool mapped(uint64_t start, uint64_t end)
{
	uint64_t n = 0;

	for (uint64_t i = 0; i < areas; i++) {
		uint64_t a = area[i].start > start ? area[i].start : start;
		uint64_t b = area[i].end < end ? area[i].end : end;

		if (a < b && !(area[i].protection & AREA_GONE))
			n += b - a;
	}
	return n == end - start;
}

/* --- what the kernel has
 * ------------------------------------------------------------ */

static void protect(uint64_t start, uint64_t end, uint32_t protection)
{
	raw_syscall6(SYS_mprotect, (long)start, (long)(end - start),
		protection & AREA_GONE ? PROT_NONE : (long)protection, 0, 0, 0);
}

void map_open(void)
{
	for (uint64_t i = 0; i < reals; i++)
		if ((real[i].protection & 3) != (PROT_READ | PROT_WRITE) ||
			real[i].protection & AREA_GONE)
			protect(real[i].start, real[i].end,
				PROT_READ | PROT_WRITE);
	reals = 0;
}

/* The areas that are not plain memory; all else is, after map_open. */
void map_settle(void)
{
	for (uint64_t i = 0; i < areas; i++)
		if (area[i].protection != (PROT_READ | PROT_WRITE)) {
			protect(area[i].start, area[i].end, area[i].protection);
			real[reals++] = area[i];
		}
}

/* The table has changed: the kernel follows. */
static void follow(void)
{
	map_any = true;
	map_open();
	map_settle();
}

/* --- the C library's names
 * ------------------------------------------------------ */

static uint64_t pages(uint64_t n)
{
	return (n + PAGE - 1) & PAGE_MASK;
}

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

/* Pages are about to be other ones: an access to them that nothing orders comes
 * before or after.  They can all be read and written until follow(). */
static void pages_beside(uint64_t start, uint64_t end, uint64_t pc)
{
	spin_abandon();
	map_open();
	access_record(
		start, end - start, ACC_WRITE | ACC_ATOMIC | ACC_CHECKED, pc);
}

/* As that costs something for each byte: the largest piece that is asked for.
 */
static void protection_beside(uint64_t start, uint64_t end, uint64_t pc)
{
	if (rt.world.seen < 2)
		return;
	if (end - start <= WATCHED_MOST)
		pages_beside(start, end, pc);
	else
		caveat(CAVEAT_wide_protection, "%llu MiB",
			(unsigned long long)(end - start) >> 20);
}

static void *over(uint64_t start, uint64_t n, int protection, uint64_t pc)
{
	STATE_POINT(mmap, mappings, pc);
	if (!mapped(start, start + n))
		unsupported("mmap with MAP_FIXED outside of what the test "
			    "mapped",
			pc);
	pages_beside(start, start + n, pc);
	undo_save((void *)start, n);
	memset((void *)start, 0, n);
	change(start, start + n, (uint32_t)protection);
	follow();
	return (void *)start;
}

static void *map(void *where, size_t size, int protection, int flags,
	int number, off_t from, uint64_t pc)
{
	const struct file *f = 0;
	uint64_t n = pages(size), at, there;
	int error;

	if (size == 0 || from & (PAGE - 1) ||
		!(flags & (MAP_SHARED | MAP_PRIVATE)))
		return bad(EINVAL);
	if (n < size)
		return bad(ENOMEM);
	error = fails(FAILING_mmap, pc);
	if (!(flags & MAP_ANONYMOUS)) {
		numbers_point(OP_fd_control, pc);
		f = file_of(number);
		if (!f && !number_is_kernels(number))
			return bad(EBADF);
		if (!f || f->kind == FILE_REAL)
			unsupported("mmap of a file on disk", pc);
		if (f->kind != FILE_BYTES)
			return bad(ENODEV);
		file_looked_at(f);
		content_ordered(f, false);
		if ((f->flags & O_ACCMODE) == O_WRONLY ||
			((flags & MAP_TYPE) != MAP_PRIVATE &&
				protection & PROT_WRITE &&
				(f->flags & O_ACCMODE) != O_RDWR))
			return bad(EACCES);
		if ((flags & MAP_TYPE) != MAP_PRIVATE &&
			!content_share(f->content))
			unsupported("mmap with MAP_SHARED of a file that is "
				    "written",
				pc);
	}
	if (error)
		return bad(error);
	if (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) {
		if (f || flags & MAP_FIXED_NOREPLACE)
			unsupported("mmap at a fixed address", pc);
		if ((uint64_t)where & (PAGE - 1))
			return bad(EINVAL);
		return over((uint64_t)where, n, protection, pc);
	}
	at = take(n, pc);
	if (!at)
		return bad(ENOMEM);
	there = at + n;
	if (f) {
		fill(f, at, n, from);
		there = at + pages_of(f, n, from);
	}
	put((struct area){at, there, (uint32_t)protection, 0});
	put((struct area){there, at + n, PROT_NONE, 0}); /* beyond its end */
	follow();
	trace_result(at);
	return (void *)at;
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

/* As a free: races with whoever still uses it. */
static void give_up(uint64_t start, uint64_t end, uint64_t pc)
{
	map_open(); /* pages that cannot be read are written, as a whole */
	for (uint64_t i = 0, n = areas; i < n; i++) {
		struct area a = area[i];
		uint64_t from = a.start > start ? a.start : start;
		uint64_t to = a.end < end ? a.end : end;

		if (from < to && !(a.protection & AREA_GONE))
			access_freed(from, to - from, pc);
	}
	spin_abandon();
	spin_unmapped(start, end);
	change(start, end, AREA_GONE);
	follow();
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
		if (!mapped(at, at + PAGE))
			put((struct area){
				at, at + PAGE, PROT_READ | PROT_WRITE, 0});
}

static int protect_for(uint64_t start, size_t size, int protection, uint64_t pc)
{
	uint64_t end = start + pages(size);

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
	if (!mapped(start, end))
		return (int)refuse_call(ENOMEM);
	spin_abandon();
	if (!(protection & PROT_READ))
		spin_unmapped(start, end);
	protection_beside(start, end, pc);
	change(start, end, (uint32_t)protection);
	follow();
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

	if (start & (PAGE - 1) || (unsigned)advice > MADV_KNOWN ||
		(advice > MADV_RANDOM + MADV_KINDS && advice < MADV_FREE))
		return (int)refuse_call(EINVAL);
	if (advice != MADV_DONTNEED && advice != MADV_FREE &&
		advice != MADV_REMOVE)
		return 0; /* changes nothing that can be seen */
	if (advice != MADV_DONTNEED)
		unsupported("madvise with this advice", pc);
	if (!in_maps(start) || !in_maps(end - 1))
		unsupported("madvise of memory that the test did not map", pc);
	STATE_POINT(madvise, mappings, pc);
	if (!mapped(start, end))
		return (int)refuse_call(ENOMEM);
	for (uint64_t i = 0; i < areas; i++) {
		uint64_t a = area[i].start > start ? area[i].start : start;
		uint64_t b = area[i].end < end ? area[i].end : end;

		if (a >= b || area[i].protection & AREA_GONE)
			continue;
		pages_beside(a, b, pc);
		undo_save((void *)a, b - a);
		memset((void *)a, 0, b - a);
	}
	follow();
	return 0;
}

EXPORT int LIBC(madvise)(void *start, size_t size, int advice)
{
	return controlled() ? advise((uint64_t)start, size, advice, CALLER)
			    : REAL(madvise)(start, size, advice);
}

/* What it writes to files belongs to fork mode. */
EXPORT int LIBC(msync)(void *start, size_t size, int flags)
{
	if (controlled())
		cancel_ask(CALLER);
	return REAL(msync)(start, size, flags);
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

static void *move(
	uint64_t old, size_t size, size_t wanted, int flags, uint64_t pc)
{
	uint64_t n = pages(size), m = pages(wanted), at;

	if (old & (PAGE - 1) || !wanted || flags & ~MREMAP_MAYMOVE)
		return bad(EINVAL);
	STATE_POINT(mremap, mappings, pc);
	if (!mapped(old, old + n))
		return bad(EFAULT);
	if (m <= n) {
		if (m < n)
			give_up(old + m, old + n, pc);
		return (void *)old;
	}
	if (!(flags & MREMAP_MAYMOVE))
		return bad(ENOMEM);
	at = take(m, pc);
	if (!at)
		return bad(ENOMEM);
	put((struct area){at, at + m, PROT_READ | PROT_WRITE, 0});
	map_open();
	access_record(old, n, ACC_ATOMIC | ACC_CHECKED, pc);
	access_write((void *)at, n, pc);
	memcpy((void *)at, (void *)old, n);
	give_up(old, old + n, pc);
	return (void *)at;
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
