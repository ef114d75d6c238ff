/* SPDX-License-Identifier: MIT */
#include "search/depend.h"

/* A kind may have several rows. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverride-init"
const uint8_t kind_commutes_with_some[OP_COUNT] = {
#define COMMUTE(a, b) [OP_##a] = 1, [OP_##b] = 1,
#define COMMUTE_ALWAYS(a, b) COMMUTE(a, b)
#define ACCESS(kind, list, bytes, with) [OP_##kind] = OP_##with != OP_none,
#include "search/access.def"
#include "search/depend.def"
#undef ACCESS
#undef COMMUTE
#undef COMMUTE_ALWAYS
};
const uint8_t kind_commutes[OP_COUNT][OP_COUNT] = {
#define COMMUTE(a, b) [OP_##a][OP_##b] = 1, [OP_##b][OP_##a] = 1,
#define COMMUTE_ALWAYS(a, b) COMMUTE(a, b)
#define ACCESS(kind, list, bytes, with)                                        \
	[OP_##kind][OP_##with] = OP_##with != OP_none,                         \
	[OP_##with][OP_##kind] = OP_##with != OP_none,
#include "search/access.def"
#include "search/depend.def"
#undef ACCESS
#undef COMMUTE
#undef COMMUTE_ALWAYS
};
const uint8_t kind_unrefined[OP_COUNT] = {
#define COMMUTE(a, b)
#define COMMUTE_ALWAYS(a, b) [OP_##a] = OP_##a, [OP_##b] = OP_##b,
#include "search/depend.def"
#undef COMMUTE
#undef COMMUTE_ALWAYS
};
#pragma GCC diagnostic pop

/* Two lists by address, without overlap in themselves. */
static bool overlap(const struct access *a, uint32_t as, const struct access *b,
	uint32_t bs)
{
	uint32_t i = 0, j = 0;

	while (i < as && j < bs) {
		if (a[i].address + a[i].size <= b[j].address)
			i++;
		else if (b[j].address + b[j].size <= a[i].address)
			j++;
		else
			return true;
	}
	return false;
}

/* Of sorts that commute? */
static inline bool accesses_commute(const struct footprint *a,
	const struct access *x, const struct footprint *b,
	const struct access *y)
{
	return x->address == y->address && x->size == y->size &&
	       kinds_commute(kind_in(a, x->kind), kind_in(b, y->kind));
}

/* As overlap(), but for those that commute. */
static bool writes_depend(const struct footprint *a, const struct footprint *b)
{
	const struct access *x = a->access + a->reads, *x_end = x + a->writes;
	const struct access *y = b->access + b->reads, *y_end = y + b->writes;

	while (x < x_end && y < y_end) {
		if (x->address + x->size <= y->address)
			x++;
		else if (y->address + y->size <= x->address)
			y++;
		else if (accesses_commute(a, x, b, y))
			x++, y++;
		else
			return true;
	}
	return false;
}

static bool memory_depends(const struct footprint *a, const struct footprint *b)
{
	return overlap(a->access + a->reads, a->writes, b->access, b->reads) ||
	       writes_depend(a, b);
}

/* A thread's number is no object's address. */
static inline bool same_space(const struct access *a, const struct access *b)
{
	return names_thread(a) == names_thread(b);
}

/* Who holds a mutex is its state, and that a thread holds it is that thread's
 * part of it: nobody else's lock or unlock reads or changes that.  What depends
 * on others' parts, a try, a wait with an end, a robust mutex whose owner is
 * gone, has another kind. */
static inline bool lazy_kind(uint8_t kind)
{
	return kind == OP_mutex_lock || kind == OP_mutex_unlock;
}

static bool objects_depend(
	const struct footprint *a, const struct footprint *b, bool lazily)
{
	const struct access *x = a->access + a->reads + a->writes;
	const struct access *y = b->access + b->reads + b->writes;
	uint32_t i = 0, j = 0;

	while (i < a->objects && j < b->objects) {
		uint64_t address = x[i].address;
		uint32_t from = j;

		if (address != y[j].address) {
			if (address < y[j].address)
				i++;
			else
				j++;
			continue;
		}
		/* Every kind of the one with every kind of the other. */
		for (; i < a->objects && x[i].address == address; i++)
			for (j = from;
				j < b->objects && y[j].address == address; j++)
				if ((x[i].write || y[j].write) &&
					same_space(&x[i], &y[j]) &&
					!kinds_commute(kind_in(a, x[i].kind),
						kind_in(b, y[j].kind)) &&
					!(lazily && lazy_kind(x[i].kind) &&
						lazy_kind(y[j].kind)))
					return true;
	}
	return false;
}

static bool no_room(const struct footprint *a, const struct footprint *b)
{
	const struct access *x = a->access + a->reads + a->writes;
	const struct access *y = b->access + b->reads + b->writes;

	for (uint32_t i = 0; i < a->objects; i++)
		for (uint32_t j = 0; x[i].room == 1 && j < b->objects; j++)
			if (y[j].room == 1 && x[i].address == y[j].address)
				return true;
	return false;
}

bool choices_depend(const struct footprint *a, const struct footprint *b)
{
	return transitions_depend(a, b) ||
	       ((a->object_bits & b->object_bits) && no_room(a, b));
}

static bool depend(
	const struct footprint *a, const struct footprint *b, bool lazily)
{
	if (a->thread == b->thread || a->everything || b->everything)
		return true;
	if (footprint_acts_for(a, b->thread) ||
		footprint_acts_for(b, a->thread))
		return true;
	if ((a->write_bits & b->read_bits) && memory_depends(a, b))
		return true;
	if ((b->write_bits & a->read_bits) && memory_depends(b, a))
		return true;
	return objects_meet(a->object_bits, a->fixed_bits, b) &&
	       objects_depend(a, b, lazily);
}

bool transitions_depend(const struct footprint *a, const struct footprint *b)
{
	return depend(a, b, false);
}

bool transitions_depend_lazily(
	const struct footprint *a, const struct footprint *b)
{
	return depend(a, b, true);
}
