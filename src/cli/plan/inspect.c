/* SPDX-License-Identifier: MIT */
/* inspect.c - what the binary itself tells before it runs
 *
 * The inventory that scarp cc left in it says which calls scarp does not know
 * (then every execution runs in a forked process), and which code it did not
 * compile (a hole).
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cc/callsite.h"
#include "base/decode.h"
#include "channel/inventory.h"
#include "channel/known.h"
#include "base/path.h"
#include "cli/plan/binary.h"
#include "cli/plan/inspect.h"
#include "cli/plan/unknown.h"
#include "report/names.h"

static void caveat(
	struct result *r, enum caveat which, uint64_t times, const char *detail)
{
	r->caveats[which] += times;
	if (!r->caveat_detail[which][0])
		snprintf(r->caveat_detail[which],
			sizeof r->caveat_detail[which], "%.159s", detail);
}

/* Parts of the program itself: whether a library is called shows when it is. */
static void foreign(struct result *r, const struct inventory *i)
{
	char detail[160] = "", file[60];
	uint32_t parts = 0;
	size_t used = 0;

	for (uint32_t n = 0; n < i->modules; n++) {
		if (!i->module[n].functions)
			continue;
		path_fit(inventory_text(i, i->module[n].name), file,
			sizeof file);
		if (used < 100)
			used += (size_t)snprintf(detail + used,
				sizeof detail - used, "%s%s", parts ? ", " : "",
				file);
		parts++;
	}
	if (parts || i->modules_dropped)
		caveat(r, CAVEAT_uninstrumented, parts + i->modules_dropped,
			detail);
}

static void holes(struct result *r, const struct inventory *i)
{
	char detail[160], file[60];

	foreign(r, i);
	if (i->aggregates) {
		path_fit(inventory_text(i, i->aggregate_file), file,
			sizeof file);
		snprintf(detail, sizeof detail, "%.60s, called at %s:%u",
			inventory_text(i, i->aggregate_name), file,
			i->aggregate_line);
		caveat(r, CAVEAT_aggregate_results, i->aggregates,
			i->flags & INVENTORY_AGGREGATES_ASSUMED ? "" : detail);
	}
	if (i->locals) {
		path_fit(inventory_text(i, i->local_file), file, sizeof file);
		snprintf(detail, sizeof detail, "%.60s, %s:%u",
			inventory_text(i, i->local_name), file, i->local_line);
		caveat(r, CAVEAT_local_parts, i->locals,
			i->local_line ? detail : "");
	}
	if (i->holes) {
		const char *text = inventory_text(i, i->hole);
		const char *at = strrchr(text, '(');
		int what = at ? (int)(at - text) : (int)strlen(text);

		path_fit(at ? at + 1 : "", file, sizeof file);
		snprintf(detail, sizeof detail, "%.*s%s%s",
			what < 80 ? what : 80, text, at ? "(" : "", file);
		caveat(r, CAVEAT_unannounced, i->holes, detail);
	}
	if (i->flags & INVENTORY_KEEP_O)
		caveat(r, CAVEAT_keep_o, 1, i->level);
}

static int read_inventory(
	struct inventory *i, const char *path, struct err *err)
{
	if (inventory_read(i, path, err))
		return err->code;
	for (uint32_t n = 0; n < i->runtimes; n++)
		names_hide(i->runtime[n].start, i->runtime[n].length);
	return OK;
}

int inspect_again(const char *path, struct err *err)
{
	static struct inventory inventory;

	return read_inventory(&inventory, path, err);
}

/* "rdtsc (clock.c:12)", "rdtsc and rdrand (clock.c:12)" */
static void instructions(
	struct result *r, const char *program, const struct inventory *i)
{
	char text[160] = "", where[512];
	size_t used = 0;
	const char *slash;

	for (unsigned n = 1; n < OUTSIDE_COUNT; n++)
		if (i->outside & 1u << n)
			used += (size_t)snprintf(text + used,
				sizeof text - used, "%s%s", used ? " and " : "",
				outside_name[n]);
	if (callsite_at(program, i->outside_at, where, sizeof where) == 0) {
		slash = strrchr(where, '/');
		snprintf(text + used, sizeof text - used, " (%.80s)",
			slash ? slash + 1 : where);
	}
	caveat(r, CAVEAT_real_time, 1, text);
}

int inspect(const struct options *o, struct processes *all, struct result *r,
	struct err *err)
{
	static struct inventory inventory;
	const char *mode = o->mode, *program = all->target.path;

	all->binary = o->binary;
	all->mode = MODE_CHECKPOINT;
	r->mode = rewind_mode_name[all->mode];
	if (read_inventory(&inventory, program, err))
		return err->code;
	holes(r, &inventory);
	/* A turn may have changed something, and nobody would know. */
	all->turns_kept = inventory.holes != 0 || o->binary;
	unknown_list(r, program, &inventory);
	if (o->binary) {
		all->mode = MODE_FORK; /* nobody sees what it writes */
		all->mode_given = true;
		snprintf(r->mode_why, sizeof r->mode_why, "--binary");
		binary_caveats(r, program);
	} else if (mode && strcmp(mode, "auto") != 0) {
		all->mode_given = true;
		for (int i = 0; i < MODE_COUNT; i++)
			if (strcmp(mode, rewind_mode_name[i]) == 0)
				all->mode = (enum rewind_mode)i;
		snprintf(r->mode_why, sizeof r->mode_why, "--mode");
		if (inventory.state == INVENTORY_NOT_PATCHED &&
			all->mode != MODE_FORK)
			caveat(r, CAVEAT_unknown_calls, 1, UNKNOWN_ALL);
	} else if (inventory.state == INVENTORY_NOT_PATCHED) {
		all->mode = MODE_FORK; /* nothing tells its calls from ours */
		snprintf(r->mode_why, sizeof r->mode_why, "%s", UNKNOWN_ALL);
		caveat(r, CAVEAT_fork_mode, 1, UNKNOWN_ALL);
	}
	r->mode = rewind_mode_name[all->mode];
	if (inventory.outside)
		instructions(r, program, &inventory);
	return OK;
}

void announce(const struct options *o, const struct result *r, FILE *out)
{
	bool reduced = strcmp(o->reduce, "none") != 0;
	bool unknown = strncmp(r->mode_why, "--", 2) != 0 && r->mode_why[0];
	bool kept = o->turns_used != TURNS_KEPT && reduced &&
		    r->caveats[CAVEAT_unannounced];
	bool erased = o->turns_used == TURNS_ERASED;

	if (o->quiet)
		return;
	fprintf(out, "%s%s%s%s%s, model %s%s, %s mode%s%s%s\n",
		o->deepens ? "iterative deepening"
		: o->turns ? "dfs first, then random and pct in turns"
			   : o->strategy,
		reduced ? ", " : "", reduced ? o->reduce : "",
		!reduced ? ""
		: strcmp(o->refine, "none") == 0
			? " reduction without refinements"
			: " reduction",
		kept ? ", all turns of loops (some accesses are not announced)"
		: erased ? ", turns without effect left out"
			 : "",
		o->model, o->heap_use == HEAP_REUSE ? ", heap reuse" : "",
		r->mode, r->mode_why[0] ? ": " : "", r->mode_why,
		unknown ? "; see scarp help unknown-call" : "");
	fflush(out);
}
