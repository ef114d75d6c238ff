/* SPDX-License-Identifier: MIT */
#include "native/spin/place.h"
#include "native/rt.h"
#include "native/threads/fiber.h"

#include <unwind.h>

struct seek {
	struct place *place;
	uint64_t pc;
	bool found;
};

static _Unwind_Reason_Code seek(struct _Unwind_Context *context, void *arg)
{
	static const int number[6] = {3, 6, 12, 13, 14, 15};
	struct seek *s = arg;

	uint64_t ip = (uint64_t)_Unwind_GetIP(context);
	uint64_t sp = (uint64_t)_Unwind_GetCFA(context);

	if (rt.announced ? sp != rt.announced : ip != s->pc)
		return _URC_NO_REASON;
	s->place->sp = sp;
	s->place->ip = ip;
	for (int i = 0; i < 6; i++)
		s->place->reg[i] = (uint64_t)_Unwind_GetGR(context, number[i]);
	s->found = true;
	return _URC_END_OF_STACK;
}

uint64_t place_fpu(void)
{
	return fiber_rounding();
}

bool place_now(struct place *place, uint64_t pc)
{
	struct seek s = {.place = place, .pc = pc};
	uint64_t on = rt.on;

	rt.on = 0; /* the unwinder's memset is not the test's */
	_Unwind_Backtrace(seek, &s);
	place->fpu = place_fpu();
	rt.on = on;
	return s.found;
}
