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
#include "channel/inventory.h"
#include "cc/known.h"
#include "cli/check.h"
#include "replay/demangle.h"
#include "replay/symbols.h"
#include "report/names.h"

static void caveat(struct check *check, enum caveat which, uint64_t times,
	const char *detail)
{
	struct result *r = &check->result;

	r->caveats[which] += times;
	if (!r->caveat_detail[which][0])
		snprintf(r->caveat_detail[which],
			sizeof r->caveat_detail[which], "%.159s", detail);
}

/* "calls regcomp (parse.c:41), unknown, and 2 others" */
static void unknown_calls(const struct check *check, const struct inventory *i,
	char *out, size_t size)
{
	const struct inventory_unknown *u = &i->unknown[0];
	char where[128], name[96];
	size_t used;

	if (i->state == INVENTORY_NOT_PATCHED) {
		snprintf(out, size,
			"linked by another tool than scarp cc: its calls are "
			"unknown");
		return;
	}
	demangle(inventory_text(i, u->name), name, sizeof name);
	used = (size_t)snprintf(
		out, size, "%s calls %s", inventory_text(i, u->module), name);
	if (!inventory_text(i, u->module)[0])
		used = (size_t)snprintf(out, size, "calls %s", name);
	if (!inventory_text(i, u->module)[0] &&
		callsite_find(check->target.path, inventory_text(i, u->name),
			where, sizeof where) == 0)
		used += (size_t)snprintf(
			out + used, size - used, " (%s)", symbols_short(where));
	used += (size_t)snprintf(out + used, size - used, ", %s",
		u->why == UNKNOWN_NAME || u->why >= UNKNOWN_WHY_COUNT
			? "unknown"
			: unknown_why_text[u->why]);
	if (i->unknowns > 1)
		used += (size_t)snprintf(out + used, size - used,
			", and %u other%s", i->unknowns - 1,
			i->unknowns == 2 ? "" : "s");
}

static void holes(struct check *check, const struct inventory *i)
{
	char detail[160];

	if (i->modules) {
		size_t used = 0;

		detail[0] = '\0';
		for (uint32_t n = 0; n < i->modules && used < 100; n++)
			used += (size_t)snprintf(detail + used,
				sizeof detail - used, "%s%.60s", n ? ", " : "",
				inventory_text(i, i->module[n].name));
		caveat(check, CAVEAT_uninstrumented, i->modules, detail);
	}
	if (i->aggregates) {
		snprintf(detail, sizeof detail, "%.60s, called at %.60s:%u",
			inventory_text(i, i->aggregate_name),
			inventory_text(i, i->aggregate_file),
			i->aggregate_line);
		caveat(check, CAVEAT_aggregate_results, i->aggregates,
			i->flags & INVENTORY_AGGREGATES_ASSUMED ? "" : detail);
	}
	if (i->flags & INVENTORY_KEEP_O)
		caveat(check, CAVEAT_keep_o, 1, i->level);
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

int check_inspect_again(const char *path, struct err *err)
{
	static struct inventory inventory;

	return read_inventory(&inventory, path, err);
}

/* Calls that no way of going back makes harmless: files are shared by all
 * executions, and what time or chance say is not replayed. */
static void uncontrolled(struct check *check, const struct inventory *i)
{
	for (uint32_t n = 0; n < i->unknowns; n++) {
		const struct inventory_unknown *u = &i->unknown[n];
		const char *name = inventory_text(i, u->name);

		if (u->why == UNKNOWN_io)
			caveat(check, CAVEAT_file_writes, 1, name);
		else if (u->why == UNKNOWN_outside)
			caveat(check, CAVEAT_real_time, 1, name);
	}
}

int check_inspect(struct check *check, struct err *err)
{
	static struct inventory inventory;
	const char *mode = check->options.mode;
	struct result *r = &check->result;

	check->mode = MODE_CHECKPOINT;
	r->mode = rewind_mode_name[check->mode];
	if (read_inventory(&inventory, check->target.path, err))
		return err->code;
	holes(check, &inventory);
	if (mode && strcmp(mode, "auto") != 0) {
		for (int i = 0; i < MODE_COUNT; i++)
			if (strcmp(mode, rewind_mode_name[i]) == 0)
				check->mode = (enum rewind_mode)i;
		snprintf(r->mode_why, sizeof r->mode_why, "--mode");
	} else if (inventory.unknowns ||
		   inventory.state == INVENTORY_NOT_PATCHED) {
		check->mode = MODE_FORK;
		unknown_calls(
			check, &inventory, r->mode_why, sizeof r->mode_why);
		caveat(check, CAVEAT_fork_mode, 1, r->mode_why);
	}
	r->mode = rewind_mode_name[check->mode];
	uncontrolled(check, &inventory);
	return OK;
}

void announce(const struct check *check)
{
	const struct options *o = &check->options;
	const struct result *r = &check->result;
	bool unknown = r->mode_why[0] && strcmp(r->mode_why, "--mode") != 0;

	if (o->quiet)
		return;
	fprintf(check->out, "%s, model %s, %s mode%s%s%s\n",
		o->turns ? "dfs first, then random and pct in turns"
			 : o->strategy,
		o->model, r->mode, r->mode_why[0] ? ": " : "", r->mode_why,
		unknown ? "; see scarp help unknown-call" : "");
	fflush(check->out);
}
