/* SPDX-License-Identifier: MIT */
#include "search/reduce/overtakes.h"
#include "search/depend.h"
#include "search/late.h"

/* The write of event k that overlaps a, or NULL. */
static const struct access *write_at(
	const struct history *h, uint32_t k, const struct access *a)
{
	const struct footprint *f = &h->event[k].footprint;
	const struct access *w = f->access + f->reads;

	for (uint32_t j = 0; j < f->writes; j++)
		if (w[j].address < a->address + a->size &&
			a->address < w[j].address + w[j].size)
			return &w[j];
	return NULL;
}

/* The entry that a flush flushed; 0: it is none. */
static uint64_t flushed(const struct past_event *e)
{
	const struct access *o = footprint_objects(&e->footprint);

	for (uint32_t k = 0; e->kind == OP_flush && k < e->footprint.objects;
		k++)
		if (is_entry(o[k].address) && o[k].write)
			return o[k].address;
	return 0;
}

/* The entry that is at this place before event i and after all that is not
 * after it; 0: what is there is none.  Additions that commute leave it to those
 * who write: any of them may be the first (access.def).  Not *whole: it is a
 * part of what is there. */
static uint64_t entry_at(const struct history *h, uint32_t i, tid t,
	const struct access *a, bool *whole)
{
	struct access place = *a;
	struct footprint f;
	struct walk walk;

	history_settle(h, &f, t, &place, 1);
	walk_begin(&h->earlier, &f, h->count, &walk);
	for (uint32_t k = walk_next(&h->earlier, &walk); k != EVENT_NONE;
		k = walk_next(&h->earlier, &walk)) {
		const struct access *w = write_at(h, k, a);

		if (!w || (k >= i && happens_before(h, i, k)) ||
			(a->write && kind_commutes_at_all(w->kind)))
			continue;
		*whole &= w->address <= a->address &&
			  a->address + a->size <= w->address + w->size;
		return flushed(&h->event[k]);
	}
	return 0;
}

/* Does it wait for the buffer of its thread?  Then what that wrote last is
 * before it in any case, and it may as well read memory. */
static bool waits_for_buffer(const struct access *a, size_t n)
{
	for (size_t k = 0; k < n; k++)
		if (is_entry(a[k].address) && !a[k].write)
			return true;
	return false;
}

bool overtakes_event(const struct history *h, uint32_t i, tid t,
	struct footprint *f, struct access *access, size_t n)
{
	size_t kept = 0, all;
	bool waits = waits_for_buffer(access, n), whole = true;

	for (size_t k = 0; k < n; k++)
		if (!is_value(access[k].address))
			access[kept++] = access[k];
	all = kept;
	for (size_t k = 0; k < kept; k++) {
		struct access *a = &access[k];
		uint64_t entry = a->size && !is_life(a->address)
					 ? entry_at(h, i, t, a, &whole)
					 : 0;

		if (entry && a->write)
			access[all++] = late_covered(entry, a->kind);
		else if (entry && !waits && entry_owner(entry) == t)
			*a = late_served(entry);
	}
	history_settle(h, f, t, access, all);
	return whole;
}

void overtakes_none(const struct history *h, const struct footprint *f,
	uint32_t end, uint32_t *clock)
{
	struct walk walk;

	walk_begin(&h->earlier, f, end, &walk);
	for (uint32_t k = walk_next(&h->earlier, &walk); k != EVENT_NONE;
		k = walk_next(&h->earlier, &walk))
		for (tid u = 0; late_in_order(f, &h->event[k].footprint) &&
				u < h->threads;
			u++) {
			uint32_t n = reached(h, k, u);

			clock[u] = clock[u] < n ? n : clock[u];
		}
}
