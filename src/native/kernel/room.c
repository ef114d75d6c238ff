/* SPDX-License-Identifier: MIT */
/* room.c - where new mappings lie */
#include "native/kernel/areas.h"
#include "native/cut.h"
#include "native/footprint.h"
#include "native/raw.h"
#include "native/spin.h"
#include "native/state.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>

enum {
	LARGE = 1 << 20
};

/* Bytes of a part that were given, rewound; and the most there ever was, which
 * is not. */
struct part {
	uint64_t used, dirty;
};
static struct part own[THREADS_MAX], far;

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

static void reserve(uint64_t at, uint64_t bytes)
{
	if (raw_syscall6(SYS_mmap, (long)at, (long)bytes,
		    PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
			    MAP_FIXED_NOREPLACE,
		    -1, 0) != (long)at)
		run_error(ERR_IO, 0,
			"cannot reserve memory for mappings" SC(437));
	raw_syscall6(
		SYS_madvise, (long)at, (long)bytes, MADV_NOHUGEPAGE, 0, 0, 0);
}

void map_init(void)
{
	reserve(MAPS_BASE, MAPS_BYTES);
	reserve(FAR_BASE, FAR_BYTES);
}

/* New pages read as zero in every execution; nobody has seen them in this one,
 * so that nothing need be logged. */
static void make_fresh(struct part *p, uint64_t base, uint64_t n)
{
	uint64_t from = p->used, to = from + n;
	uint64_t last = to < p->dirty ? to : p->dirty;

	if (from < last && last - from < LARGE)
		memset((void *)(base + from), 0, last - from);
	else if (from < last)
		raw_syscall6(SYS_madvise, (long)(base + from),
			(long)(last - from), MADV_DONTNEED, 0, 0, 0);
	if (to > p->dirty)
		p->dirty = to;
}

bool room_is_far(uint64_t n)
{
	uint64_t bytes;

	part(rt.self->id, &bytes);
	return own[rt.self->id].used + n + PAGE > bytes;
}

/* Memory that may be written and is accounted for is not more than the machine
 * has, by the kernel's default (vm.overcommit_memory 0). */
bool room_allows(uint64_t n, int protection, int flags)
{
	struct sysinfo has;

	if (n >= 1ull << 47)
		return false;
	if (n < FAR_BYTES || !(protection & PROT_WRITE) ||
		flags & MAP_NORESERVE)
		return true;
	return raw_syscall(SYS_sysinfo, (long)&has, 0) ||
	       n <= (has.totalram + has.totalswap) * has.mem_unit;
}

uint64_t room_take(uint64_t n, uint64_t pc)
{
	struct part *p = &own[rt.self->id];
	uint64_t bytes, base = part(rt.self->id, &bytes), at;

	if (room_is_far(n)) {
		p = &far;
		base = FAR_BASE;
		bytes = FAR_BYTES;
		shared_write(&far);
	}
	if (n > FAR_BYTES - PAGE)
		unsupported("mmap of more than 115 GiB", pc);
	if (p->used + n + PAGE > bytes)
		execution_cut(CUT_heap, "mappings of thread T%u", rt.self->id);
	spin_abandon();
	make_fresh(p, base, n);
	undo_save8(&p->used);
	at = base + p->used;
	p->used += n + PAGE;
	return at;
}
