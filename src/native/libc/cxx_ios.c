/* SPDX-License-Identifier: MIT */
#include "native/libc/cxx_ios.h"
#include "native/shadow.h"

static long width_of(const char *ios)
{
	return *(const long *)(const void *)(ios + IOS_WIDTH);
}

/* A pointer is inserted with flags of its own, which are put back. */
void ios_told(char *ios, enum insertion what, uint64_t pc)
{
	if (rt.self->in_libc) /* a part of the insertion that told it */
		return;
	access_read(ios + IOS_STATE, sizeof(int), pc);
	if (what == INSERTS_AS_IT_IS)
		return;
	if (what == INSERTS_REAL)
		access_read(ios + IOS_PRECISION, sizeof(long), pc);
	if (what == INSERTS_POINTER)
		access_write(ios + IOS_FLAGS, sizeof(int), pc);
	else if (what != INSERTS_TEXT)
		access_read(ios + IOS_FLAGS, sizeof(int), pc);
	access_read(ios + IOS_WIDTH, sizeof(long), pc);
	if (width_of(ios) == 0)
		return;
	access_read(ios + IOS_FILL, 1, pc);
	if (what == INSERTS_TEXT)
		access_read(ios + IOS_FLAGS, sizeof(int), pc);
	access_write(ios + IOS_WIDTH, sizeof(long), pc);
}
