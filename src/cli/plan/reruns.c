/* SPDX-License-Identifier: MIT */
#include "cli/plan/reruns.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "channel/reruns.h"
#include "cli/processes/process.h"

int reruns_open(int *fd, bool counted, struct err *err)
{
	*fd = -1;
	if (!counted)
		return OK;
	*fd = process_memory(sizeof(struct channel_reruns), err);
	return *fd < 0 ? err->code : OK;
}

void reruns_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

void reruns_print(const struct rerun_count *n, FILE *out)
{
	fprintf(out,
		"  made again: %" PRIu64 " of %" PRIu64
		" complete executions (%.1f %%) had a trace that another job "
		"had executed, %" PRIu64 " (%.1f %%) one of their own job's",
		n->earlier, n->executions, percent(n->earlier, n->executions),
		n->own, percent(n->own, n->executions));
	if (n->unknown)
		fprintf(out, "; of %" PRIu64 " it is not known", n->unknown);
	fprintf(out, "\n");
}
