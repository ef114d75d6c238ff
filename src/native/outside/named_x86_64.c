/* SPDX-License-Identifier: MIT */
#include "native/outside/named.h"

#include "native/rt.h"

/* Nothing here calls anybody: that would lead here again. */
typedef int32_t unaligned __attribute__((aligned(1), may_alias));

/* An operand of 4 bytes, from the instruction's end on. */
static uint64_t relative(const unsigned char *operand)
{
	int64_t distance = *(const unaligned *)operand;

	return (uint64_t)operand + sizeof(unaligned) + (uint64_t)distance;
}

static bool is_in_program(uint64_t at, size_t n)
{
	const struct channel_module *m = &rt.channel->module[0];

	return at >= m->start && at < m->end && n <= m->end - at;
}

static bool holds(uint64_t slot, uint64_t target)
{
	return !(slot & 7) && is_in_program(slot, sizeof target) &&
	       *(const uint64_t *)slot == target;
}

/* What the linker makes of a call: perhaps endbr64, perhaps bnd, jmp *slot. */
static bool leads(uint64_t stub, uint64_t target)
{
	const int32_t endbr64 = (int32_t)0xfa1e0ff3;
	const unsigned char *at = (const unsigned char *)stub;

	if (!is_in_program(stub, 16))
		return false;
	if (*(const unaligned *)at == endbr64)
		at += sizeof endbr64;
	if (*at == 0xf2)
		at++;
	return at[0] == 0xff && at[1] == 0x25 &&
	       holds(relative(at + 2), target);
}

bool called_by_name(uint64_t pc, uint64_t target)
{
	const unsigned char *end = (const unsigned char *)pc;

	if (!is_in_program(pc - 6, 6))
		return false;
	return (end[-5] == 0xe8 && leads(relative(end - 4), target)) ||
	       (end[-6] == 0xff && end[-5] == 0x15 &&
		       holds(relative(end - 4), target));
}
