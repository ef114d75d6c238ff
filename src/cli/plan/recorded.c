/* SPDX-License-Identifier: MIT */
#include "cli/plan/recorded.h"
#include "cli/plan/serial.h"

#include <ctype.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/disk/results.h"
#include "cli/plan/binary.h"

static bool is_number(const char *s)
{
	while (isdigit((unsigned char)*s))
		s++;
	return *s == '\0';
}

/* Of a check that was killed there is only what it had kept until then. */
static bool bug_of(
	const char *directory, const char *number, char *path, size_t size)
{
	snprintf(path, size, "%.540s/found-%.20s.schedule", directory, number);
	if (access(path, F_OK) == 0)
		return true;
	snprintf(path, size, "%.540s/bug-%.20s.schedule", directory, number);
	return access(path, F_OK) == 0;
}

/* A directory of one check, or that of all. */
static void in_directory(
	const char *name, const char *number, char *path, size_t size)
{
	char one[600];

	if (bug_of(name, number, path, size))
		return;
	results_latest(name, one, sizeof one);
	if (access(one, F_OK) == 0)
		bug_of(one, number, path, size);
}

int recorded_find(const char *name, const char *number, char *path, size_t size,
	struct err *err)
{
	struct stat st;
	char directory[600];
	bool latest = !name || (is_number(name) && access(name, F_OK) != 0);

	if (!number)
		number = latest && name ? name : "1";
	if (latest) {
		results_latest(RESULTS, directory, sizeof directory);
		if (bug_of(directory, number, path, size))
			return OK;
		return fail(err, ERR_USAGE,
			"no bug to replay: there is no '%s'; run 'scarp check' "
			"here first, or name a schedule file" SC(435),
			path);
	}
	snprintf(path, size, "%s", name);
	if (stat(name, &st) == 0 && S_ISDIR(st.st_mode))
		in_directory(name, number, path, size);
	return OK;
}

struct process *recorded_prepare(struct processes *all, const char *path,
	struct schedule *s, struct channel_bug *bug, struct err *err)
{
	struct process *p = processes_add(all, err);

	if (!p || schedule_load(s, p->channel, bug, path, err) ||
		schedule_same_binary(s, path, err) ||
		target_init(&all->target, s->program, s->directory, s->argv,
			s->stdin_path, err) ||
		(p->channel->config.binary &&
			binary_prepare(&all->target, err)))
		return NULL;
	for (unsigned i = 0; i < s->variables; i++)
		target_set(&all->target, s->variable[i]);
	if (serial_find_again(all, p, bug, err))
		return NULL;
	if (bug->kind == BUG_data_race)
		p->channel->config.race_pc = bug->pc;
	return p;
}
