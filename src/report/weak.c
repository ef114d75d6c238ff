/* SPDX-License-Identifier: MIT */
#include "report/weak.h"

#include <string.h>

static void add(struct result *r, const struct channel_weak *w)
{
	uint32_t i = 0;

	while (i < r->weaks && r->weak[i].pc != w->pc)
		i++;
	if (i == WEAK_MAX) {
		r->weak_more = true;
		return;
	}
	if (i == r->weaks)
		r->weak[r->weaks++] = (struct channel_weak){.pc = w->pc};
	r->weak[i].overtaken |= w->overtaken;
}

void weak_add(struct result *r, const struct channel *c)
{
	r->weak_more |= c->weak_more != 0;
	for (unsigned i = 0; i < WEAK_MAX; i++)
		if (c->weak[i].pc)
			add(r, &c->weak[i]);
}

/* What another one leaves out may have the same states, and what came before
 * them is no part of a state. */
static bool sees_all(const struct result *r)
{
	return r->model && r->caching && r->reduction &&
	       strcmp(r->model, "sc") == 0 && strcmp(r->caching, "none") == 0 &&
	       (strcmp(r->reduction, "none") == 0 ||
		       strcmp(r->reduction, "source") == 0 ||
		       strcmp(r->reduction, "optimal") == 0);
}

bool weak_overtaken(const struct result *r, unsigned *out)
{
	*out = 0;
	for (uint32_t i = 0; i < r->weaks; i++)
		*out += r->weak[i].overtaken != 0;
	return !r->weak_more && sees_all(r);
}
