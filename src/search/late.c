/* SPDX-License-Identifier: MIT */
#include "search/late.h"

static uint64_t value_of(uint64_t entry)
{
	return entry | 1ull << LATE_SHIFT;
}

struct access late_made(uint64_t entry)
{
	return (struct access){.address = entry, .write = 1, .kind = OP_flush};
}

struct access late_waited(uint64_t entry)
{
	return (struct access){.address = entry, .kind = OP_flush};
}

struct access late_served(uint64_t entry)
{
	return (struct access){.address = value_of(entry), .kind = OP_flush};
}

/* Additions that commute all cover the same one, and commute there as well. */
struct access late_covered(uint64_t entry, uint8_t kind)
{
	return (struct access){
		.address = value_of(entry), .write = 1, .kind = kind};
}

bool late_in_order(const struct footprint *a, const struct footprint *b)
{
	const struct access *x = footprint_objects(a);
	const struct access *y = footprint_objects(b);

	for (uint32_t i = 0; i < a->objects; i++)
		for (uint32_t j = 0; is_entry(x[i].address) && j < b->objects;
			j++)
			if (x[i].address == y[j].address)
				return true;
	return false;
}
