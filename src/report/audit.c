/* SPDX-License-Identifier: MIT */
#include "report/audit.h"
#include "report/names.h"

#include <inttypes.h>

/* "T0 T1*3 T2.1": thread, alternative if it is not 0, how often in a row. */
static void schedule(
	const char *name, const struct channel_schedule *s, FILE *out)
{
	uint32_t i = 0;

	fprintf(out, "  %s schedule:", name);
	while (i < s->length) {
		struct choice c = s->choice[i];
		uint32_t n = 1;

		while (i + n < s->length &&
			s->choice[i + n].thread == c.thread &&
			s->choice[i + n].alternative == c.alternative)
			n++;
		fprintf(out, " T%u", c.thread);
		if (c.alternative)
			fprintf(out, ".%u", c.alternative);
		if (n > 1)
			fprintf(out, "*%u", n);
		i += n;
	}
	fprintf(out, "\n");
}

static const char *const parts[PART_PARTS] = {
	[PART_clock] = "the clock",
	[PART_input] = "how far the standard input was read",
	[PART_output] = "what was printed",
	[PART_variables] = "variables",
	[PART_mapping] = "mapped memory",
	[PART_heap] = "the heap",
	[PART_thread_local] = "thread-local storage",
	[PART_thread] = "which threads live",
	[PART_object] = "the state of what threads wait for",
	[PART_who_writes] = "who waits for a read-write lock",
	[PART_waiters] = "who waits",
};

static void difference(
	const struct channel_differs *d, struct names *n, FILE *out)
{
	char where[512];

	fprintf(out, "  they differ in %s", parts[d->part]);
	if (d->place.address >= 65536) {
		names_place(n, &d->place, where, sizeof where);
		fprintf(out, ", at 0x%" PRIx64 ": %s", d->place.address, where);
	}
	if (d->only_one)
		fprintf(out, ", which one of them has alone\n");
	else
		fprintf(out,
			"\n  the first has 0x%016" PRIx64
			" there, the second 0x%016" PRIx64 "\n",
			d->first, d->second);
}

void audit_print(const struct channel *c, FILE *out)
{
	const struct channel_audit *a = &c->audit;

	if (!a->executions && !a->missed) {
		fprintf(out, "audit: it was not begun\n");
		return;
	}
	fprintf(out,
		"audit: %" PRIu64 " random execution%s, %" PRIu64
		" trace%s, %" PRIu64 " pair%s swapped: %s\n",
		a->executions, a->executions == 1 ? "" : "s",
		a->traces << a->shift, a->traces == 1 ? "" : "s", a->pairs,
		a->pairs == 1 ? "" : "s",
		a->missed ? "not all right" : "all right");
	if (!a->exhausted)
		fprintf(out,
			"  the search did not come to its end: %" PRIu64
			" of the executions have traces that it visited\n",
			a->judged);
	if (a->shift)
		fprintf(out,
			"  there are more traces than are remembered: one in "
			"%" PRIu64 " was, and %" PRIu64
			" of the executions were compared with them\n",
			(uint64_t)1 << a->shift, a->judged);
	if (!a->missed)
		return;
	fprintf(out, "  %s\n", a->miss);
	if (a->differs.told) {
		static struct names n;

		names_init(&n, c);
		difference(&a->differs, &n, out);
		names_fini(&n);
	}
	if (a->first.length)
		schedule("first", &a->first, out);
	if (a->second.length)
		schedule("second", &a->second, out);
}
