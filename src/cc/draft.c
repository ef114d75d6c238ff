/* SPDX-License-Identifier: MIT */
/* draft.c - an inventory while it is being made */
#include "cc/draft.h"

#include <string.h>

uint32_t draft_text(struct draft *d, const char *text)
{
	struct inventory *i = d->of;
	size_t n = strlen(text) + 1;
	uint32_t at = i->text_used ? i->text_used : 1;

	if (n == 1 || at + n > sizeof i->text)
		return 0;
	memcpy(i->text + at, text, n);
	i->text_used = (uint32_t)(at + n);
	return at;
}

static bool same(const struct draft *d, uint32_t offset, const char *text)
{
	return strcmp(inventory_text(d->of, offset), text) == 0;
}

void draft_unknown(struct draft *d, const char *name, const char *module,
	enum unknown_why why)
{
	struct inventory *i = d->of;
	struct inventory_unknown u = {.why = why};

	for (uint32_t n = 0; n < i->unknowns; n++)
		if (same(d, i->unknown[n].name, name) &&
			same(d, i->unknown[n].module, module))
			return;
	if (i->unknowns < INVENTORY_UNKNOWN_MAX)
		u.name = draft_text(d, name);
	if (!u.name) {
		i->unknowns_dropped++;
		return;
	}
	for (uint32_t n = 0; n < i->unknowns && !u.module; n++)
		if (same(d, i->unknown[n].module, module))
			u.module = i->unknown[n].module;
	if (!u.module)
		u.module = draft_text(d, module);
	i->unknown[i->unknowns++] = u;
}

void draft_module(struct draft *d, const char *name, uint32_t functions)
{
	struct inventory *i = d->of;
	struct inventory_module m = {.functions = functions};

	for (uint32_t n = 0; n < i->modules; n++)
		if (same(d, i->module[n].name, name)) {
			i->module[n].functions += functions;
			return;
		}
	if (i->modules < INVENTORY_MODULES_MAX)
		m.name = draft_text(d, name);
	if (!m.name) {
		i->modules_dropped++;
		return;
	}
	i->module[i->modules++] = m;
}
