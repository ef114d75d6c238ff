/* SPDX-License-Identifier: MIT */
/* signal_meet.c - what a handler and the code that it came to both touch
 *
 * A handler may come between any two instructions, and signals come at decision
 * points.  So an access that conflicts with one of a handler's becomes one, as
 * that of a race does.  What handlers touch is kept among the points, by words:
 * it outlives the execution, and the search begins again when there is more.
 *
 * Cost     once signals were sent to other threads: a look-up for each 8 bytes
 *          of every access.
 */
#include "native/posix/interrupted.h"
#include "native/posix/signal.h"
#include "native/races/shadow.h"

/* Frames of the handler's own, and of what it calls. */
static bool is_its_own(uint64_t address, uint64_t sp)
{
	return thread_owns(rt.self, address) && address < sp;
}

static void handler_touches(uint64_t address, uint64_t end, bool write)
{
	uint64_t sp = signal_handler_sp();

	for (address &= ~7ull; address < end; address += 8)
		if (!is_its_own(address, sp))
			point_handled(address, write);
}

static bool met(uint64_t address, uint64_t end, bool write)
{
	for (address &= ~7ull; address < end; address += 8)
		if (point_is_handled(address, true) ||
			(write && point_is_handled(address, false)))
			return true;
	return false;
}

void signal_access(uint64_t address, size_t size, unsigned flags, uint64_t pc)
{
	bool write = flags & ACC_WRITE;

	if (signal_handling())
		handler_touches(address, address + size, write);
	else if (!(flags & (ACC_ATOMIC | ACC_FREE)) &&
		 met(address, address + size, write))
		point_add(pc, write);
}
