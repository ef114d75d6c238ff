/* SPDX-License-Identifier: MIT */
/* inventory_section.c - room for the inventory in every linked executable
 *
 * `scarp cc` fills it in after the link; see channel/inventory.h.  It is
 * read-only data that the runtime never touches, and --gc-sections must leave
 * it.
 */
#include "build_id.h"
#include "channel/inventory.h"
#include "native/rt.h"

_Static_assert(sizeof(struct inventory) == INVENTORY_BYTES,
	"the section has a fixed size");

__attribute__((section(INVENTORY_SECTION), used, retain,
	aligned(16))) static const struct inventory reserved = {
	.magic = INVENTORY_MAGIC,
	.version = INVENTORY_VERSION,
	.bytes = sizeof(struct inventory),
	.build = SCARP_BUILD,
	.state = INVENTORY_NOT_PATCHED,
};

/* The link changes it behind the compiler's back. */
static uint32_t flags(void)
{
	return *(const volatile uint32_t *)&reserved.flags;
}

/* A runtime that was loaded into a program, whose link knew nothing of it. */
static struct inventory_range library; /* addresses in memory; none: linked */

void inventory_is_library(uint64_t start, uint64_t end)
{
	library = (struct inventory_range){start, end - start};
}

bool inventory_is_library_at(uint64_t start, uint64_t end)
{
	return library.length && library.start >= start && library.start < end;
}

bool inventory_uses_fenv(void)
{
	return library.length || (flags() & INVENTORY_USES_FENV);
}

bool inventory_unknown_calls(void)
{
	const volatile struct inventory *i = &reserved;

	return i->unknowns || i->state == INVENTORY_NOT_PATCHED;
}

bool inventory_asks_processor(void)
{
	const volatile struct inventory *i = &reserved;

	return i->outside;
}

bool inventory_unannounced(void)
{
	const volatile struct inventory *i = &reserved;

	return i->holes;
}

bool inventory_void_main(void)
{
	return flags() & INVENTORY_VOID_MAIN;
}

bool inventory_is_ours(uint64_t pc)
{
	if (library.length)
		return pc - library.start < library.length;
	return inventory_is_ours_at(pc - rt.channel->module[0].base);
}

const struct inventory_range *inventory_ranges(uint32_t *n, uint64_t *base)
{
	const volatile struct inventory *i = &reserved;

	if (library.length) {
		*n = 1;
		*base = 0;
		return &library;
	}
	*n = i->runtimes < INVENTORY_RANGES_MAX ? i->runtimes
						: INVENTORY_RANGES_MAX;
	*base = rt.channel->module[0].base;
	return reserved.runtime;
}

bool inventory_is_ours_at(uint64_t at)
{
	const volatile struct inventory *i = &reserved;

	for (uint32_t n = 0; n < i->runtimes && n < INVENTORY_RANGES_MAX; n++)
		if (at - i->runtime[n].start < i->runtime[n].length)
			return true;
	return false;
}
