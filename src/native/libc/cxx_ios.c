/* SPDX-License-Identifier: MIT */
#include "native/libc/cxx_ios.h"
#include "native/footprint.h"
#include "native/races/shadow.h"

static long width_of(const char *ios)
{
	return *(const long *)(const void *)(ios + IOS_WIDTH);
}

/* A pointer is inserted with flags of its own, which are put back. */
static void each(char *ios, enum insertion what, uint64_t pc,
	void (*does)(char *at, size_t n, bool write, uint64_t pc))
{
	does(ios + IOS_STATE, sizeof(int), false, pc);
	if (what == INSERTS_AS_IT_IS)
		return;
	if (what == INSERTS_REAL)
		does(ios + IOS_PRECISION, sizeof(long), false, pc);
	if (what != INSERTS_TEXT)
		does(ios + IOS_FLAGS, sizeof(int), what == INSERTS_POINTER, pc);
	does(ios + IOS_WIDTH, sizeof(long), false, pc);
	if (width_of(ios) == 0)
		return;
	does(ios + IOS_FILL, 1, false, pc);
	if (what == INSERTS_TEXT)
		does(ios + IOS_FLAGS, sizeof(int), false, pc);
	does(ios + IOS_WIDTH, sizeof(long), true, pc);
}

static void announce(char *at, size_t n, bool write, uint64_t pc)
{
	if (write)
		access_write(at, n, pc);
	else
		access_read(at, n, pc);
}

static void made(char *at, size_t n, bool write, uint64_t pc)
{
	footprint_made((uint64_t)at, n, write);
}

/* Each may be a decision point; the library does all of it behind the last. */
void ios_told(char *ios, enum insertion what, uint64_t pc)
{
	if (rt.self->held_by) /* a part of the insertion that told it */
		return;
	each(ios, what, pc, announce);
	if (unlikely(rt.footprints))
		each(ios, what, pc, made);
}
