/* SPDX-License-Identifier: MIT */
/* check.c - `scarp check`: explore the schedules of a test, say what follows */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check.h"
#include "cli/cli.h"
#include "search/caveat.h"

struct process *check_process(struct check *check, struct err *err)
{
	struct process *p;

	if (check->processes == PROCESSES_MAX) {
		fail(err, ERR_IO, "more than %d test processes", PROCESSES_MAX);
		return NULL;
	}
	p = calloc(1, sizeof *p);
	if (!p) {
		fail(err, ERR_IO, "no memory for a test process");
		return NULL;
	}
	check->process[check->processes++] = p;
	return process_init(p, err) ? NULL : p;
}

void check_configure(const struct check *check, struct channel_config *config)
{
	const struct options *o = &check->options;

	config->mode = check->mode;
	config->points_classes = o->points_classes;
	config->points_racing = o->points_racing;
	config->expect_exit = (int32_t)o->expect_exit;
	config->leak_check = o->leak_check;
	config->fuel_max_log2 = 24;
	config->search.seed = o->seed;
	config->search.steps_max = (uint32_t)o->max_steps;
	config->search.pct_depth = (uint32_t)o->pct_depth;
	config->search.stride = 1;
	snprintf(config->search.reduce, sizeof config->search.reduce, "%s",
		o->reduce);
}

void check_fini(struct check *check)
{
	for (unsigned i = 0; i < check->processes; i++) {
		process_free(check->process[i]);
		free(check->process[i]);
	}
	result_fini(&check->result);
	target_fini(&check->target);
}

/* A failure that did not come again makes the verdict an error, unless another
 * one did. */
static void settle_verdict(struct check *check)
{
	struct result *r = &check->result;
	unsigned confirmed = 0;

	r->verdict = result_judge(r);
	if (r->verdict != VERDICT_BUG)
		return;
	for (unsigned i = 0; i < r->bugs; i++)
		confirmed += r->found[i].confirmed;
	if (confirmed)
		return;
	r->verdict = VERDICT_ERROR;
	snprintf(r->error, sizeof r->error,
		"a failure (%s) did not come again: %s",
		bug_info[r->found[0].bug->kind].text, r->found[0].why_not);
}

static void print_caveats(const struct check *check)
{
	const struct result *r = &check->result;

	for (int i = 0; i < CAVEAT_COUNT; i++) {
		const char *detail = r->caveat_detail[i];

		if (!r->caveats[i] ||
			caveat_info[i].kind != CAVEAT_KIND_HOLE)
			continue;
		fprintf(check->out, "  not proven: %s%s%s%s\n",
			caveat_info[i].sentence, detail[0] ? " (" : "", detail,
			detail[0] ? ")" : "");
	}
}

static int finish(struct check *check)
{
	char line[2048];

	result_line(&check->result, line, sizeof line);
	fprintf(check->out, "%s\n", line);
	print_caveats(check);
	return check_exit(check);
}

static int work(struct check *check, struct err *err)
{
	if (check_inspect(check, err))
		return err->code;
	announce(check);
	if (explore(check, err))
		return err->code;
	crew_forget_signal();
	if (confirm(check, err))
		return err->code;
	settle_verdict(check);
	return OK;
}

int check_main(int argc, char **argv)
{
	static struct check check; /* large */
	struct options *o = &check.options;
	struct err err = {OK, ""};
	int code;

	if (options_parse(o, argc, argv, CHECK, &err))
		return cli_fail(&err);
	if (o->help)
		return help_main(2, (char *[]){"help", "check", NULL});
	if (o->rest == argc) {
		fail(&err, ERR_USAGE,
			"no program to check; say 'scarp check ./prog'");
		return cli_fail(&err);
	}
	if (options_judge(o, &err) ||
		target_init(&check.target, NULL, argv + o->rest, o->stdin_path,
			&err)) {
		check_fini(&check);
		return cli_fail(&err);
	}
	check.out = o->json && strcmp(o->json, "-") == 0 ? stderr : stdout;
	check.start_ns = clock_ns();
	check.result.reduction = o->reduce;
	check.result.model = o->model;
	check.result.seed = o->seed;
	status_init(&check.status, o->quiet);
	crew_catch_signals();
	if (work(&check, &err)) {
		code = check.fault ? EXIT_FAULT : cli_fail(&err);
		if (check.fault)
			cli_fail(&err);
	} else {
		code = finish(&check);
	}
	check_fini(&check);
	return code;
}
