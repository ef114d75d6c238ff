/* SPDX-License-Identifier: MIT */
#include "base/addresses.h"

#include <sys/personality.h>

bool addresses_move(void)
{
	int now = personality(0xffffffff);

	if (now != -1 && (now & ADDR_NO_RANDOMIZE))
		return false; /* inherited: setarch -R, a debugger */
	if (personality((now == -1 ? 0u : (unsigned)now) | ADDR_NO_RANDOMIZE) ==
		-1)
		return true;
	personality(now == -1 ? 0u : (unsigned)now);
	return false;
}
