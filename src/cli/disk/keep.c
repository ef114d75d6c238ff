/* SPDX-License-Identifier: MIT */
/* keep.c - bugs are on disk the moment they are seen */
#include "cli/disk/keep.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/disk/results.h"

/* It is made when it is needed first. */
struct channel *keep_copy(struct disk *disk, struct err *err)
{
	struct process *p = &disk->kept_copy;

	if (!p->channel && process_init(p, err))
		return NULL;
	return p->channel;
}

static struct channel *copy_of(struct check *check, const struct crew *crew,
	unsigned w, uint32_t index, struct err *err)
{
	struct channel *c = keep_copy(&check->disk, err);

	if (!c || channel_copy_bug(c, crew->process[w].channel, index, err))
		return NULL;
	return c;
}

static void tell(struct check *check, const struct found *f)
{
	char title[800];

	if (check->options.quiet || check->options.stop_after == 1)
		return;
	result_title(f->in, f->bug, title, sizeof title);
	status_clear(&check->show.status);
	fprintf(stderr,
		"found: %s (execution %" PRIu64 "), kept in %s; the search "
		"goes on\n",
		title, f->number, f->schedule_path);
}

void keep_found(void *arg, const struct crew *crew, unsigned w, uint32_t index)
{
	struct check *check = arg;
	struct err err = {OK, ""};
	struct channel *c = copy_of(check, crew, w, index, &err);
	struct found f = {.in = c};
	char name[32];

	if (c) {
		f.bug = &c->bug[0];
		f.schedule = (const struct choice *)(const void
				*)(c->blob + f.bug->schedule_offset);
		f.number = crew_number(crew, w, channel_bug_number(f.bug));
		snprintf(name, sizeof name, "found-%u", check->disk.kept + 1);
		if (!results_directory(check, &err) &&
			!results_schedule(check, &f, name, &err)) {
			check->disk.kept++;
			results_point_latest(check);
			tell(check, &f);
			feed_bug(&check->show, &f);
			return;
		}
		f.schedule_path[0] = '\0';
		feed_bug(&check->show, &f);
	}
	/* With one bug the end comes at once, and says the same. */
	if (!check->disk.keep_failed && check->options.stop_after != 1) {
		status_clear(&check->show.status);
		fprintf(stderr,
			"scarp: a bug was found that cannot be kept on disk: "
			"%s; it is told at the end\n",
			err.text);
	}
	check->disk.keep_failed = true;
}

void keep_forget(struct check *check)
{
	char path[512];

	for (unsigned k = 1; k <= check->disk.kept; k++) {
		snprintf(path, sizeof path, "%.400s/found-%u.schedule",
			check->disk.directory, k);
		unlink(path);
	}
	if (check->disk.kept && !check->result.bugs)
		results_remove_directory(check);
	check->disk.kept = 0;
}

void keep_tell(const struct check *check)
{
	if (check->disk.kept)
		fprintf(stderr,
			"scarp: what had been found is in %s: 'scarp replay "
			"%s/found-1.schedule'\n",
			check->disk.directory, check->disk.directory);
}
