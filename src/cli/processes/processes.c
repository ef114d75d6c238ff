/* SPDX-License-Identifier: MIT */
#include "cli/processes/processes.h"

#include <stdlib.h>
#include <string.h>

static void knows_own(const struct processes *all, struct process *p)
{
	const struct channel *from = all->serial;

	p->own_fd = all->own_fd;
	if (!from)
		return;
	p->channel->config.thread_names = from->thread_names;
	memcpy(p->channel->thread_name, from->thread_name,
		from->thread_names * sizeof from->thread_name[0]);
}

struct process *processes_add(struct processes *all, struct err *err)
{
	struct process *p;

	if (all->size == PROCESSES_MAX) {
		fail(err, ERR_IO, "more than %d test processes" SC(437),
			PROCESSES_MAX);
		return NULL;
	}
	p = calloc(1, sizeof *p);
	if (!p) {
		fail(err, ERR_IO, "no memory for a test process" SC(437));
		return NULL;
	}
	all->process[all->size++] = p;
	if (process_init(p, err))
		return NULL;
	if (all->own)
		knows_own(all, p);
	return p;
}

struct process *processes_lend(struct process *p, struct crew *crew)
{
	struct process *to = &crew->process[crew->size++];

	*to = *p;
	*p = (struct process){.fd = -1,
		.pidfd = -1,
		.names_fd = -1,
		.reruns_fd = -1,
		.own_fd = -1};
	return to;
}

void processes_take_back(struct processes *all, const struct crew *crew)
{
	for (unsigned i = 0; i < crew->size; i++)
		*all->process[all->size - crew->size + i] = crew->process[i];
}

const struct channel *processes_channel(const struct processes *all)
{
	const struct channel *any = NULL;

	for (unsigned i = 0; i < all->size; i++) {
		const struct channel *c = all->process[i]->channel;

		if (!c || channel_check(c, NULL))
			continue; /* the test has written there */
		if (c->modules)
			return c;
		any = c;
	}
	return any;
}

void processes_fini(struct processes *all)
{
	for (unsigned i = 0; i < all->size; i++) {
		process_free(all->process[i]);
		free(all->process[i]);
	}
	target_fini(&all->target);
}
