/* SPDX-License-Identifier: MIT */
/* keep.c - bugs are on disk the moment they are seen */
#include "cli/disk/keep.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/disk/results.h"
#include "cli/processes/crew.h"
#include "cli/show/show.h"
#include "cli/words/options.h"

/* It is made when it is needed first. */
struct channel *keep_copy(struct disk *disk, struct err *err)
{
	struct process *p = &disk->kept_copy;

	if (!p->channel && process_init(p, err))
		return NULL;
	return p->channel;
}

static struct channel *copy_of(struct disk *disk, const struct crew *crew,
	unsigned w, uint32_t index, struct err *err)
{
	struct channel *c = keep_copy(disk, err);

	if (!c || channel_copy_bug(c, crew->process[w].channel, index, err))
		return NULL;
	return c;
}

static void tell(
	struct show *show, const struct options *o, const struct found *f)
{
	char title[800];

	if (o->quiet || o->stop_after == 1)
		return;
	result_title(f->in, f->bug, title, sizeof title);
	status_clear(&show->status);
	fprintf(stderr,
		"found: %s (execution %" PRIu64 "), kept in %s; the search "
		"goes on\n",
		title, f->number, f->schedule_path);
}

void keep_found(struct disk *disk, struct show *show, const struct options *o,
	const struct crew *crew, unsigned w, uint32_t index)
{
	struct err err = {OK, ""};
	struct channel *c = copy_of(disk, crew, w, index, &err);
	struct found f = {.in = c};
	char name[32];

	if (c) {
		f.bug = &c->bug[0];
		f.schedule = (const struct choice *)(const void
				*)(c->blob + f.bug->schedule_offset);
		f.steps = f.bug->schedule_length;
		f.number = crew_number(crew, w, channel_bug_number(f.bug));
		snprintf(name, sizeof name, "found-%u", disk->kept + 1);
		if (!results_directory(disk, &err) &&
			!results_schedule(disk, crew->target, &f, name, &err)) {
			disk->kept++;
			results_point_latest(disk);
			tell(show, o, &f);
			feed_bug(show, &f);
			return;
		}
		f.schedule_path[0] = '\0';
		feed_bug(show, &f);
	}
	/* With one bug the end comes at once, and says the same. */
	if (!disk->keep_failed && o->stop_after != 1) {
		status_clear(&show->status);
		fprintf(stderr,
			"scarp: a bug was found that cannot be kept on disk: "
			"%s; it is told at the end\n",
			err.text);
	}
	disk->keep_failed = true;
}

void keep_forget(struct disk *disk, bool bugs)
{
	char path[512];

	for (unsigned k = 1; k <= disk->kept; k++) {
		snprintf(path, sizeof path, "%.400s/found-%u.schedule",
			disk->directory, k);
		unlink(path);
	}
	if (disk->kept && !bugs)
		results_remove_directory(disk);
	disk->kept = 0;
}

void keep_tell(const struct disk *disk)
{
	if (disk->kept)
		fprintf(stderr,
			"scarp: what had been found is in %s: 'scarp replay "
			"%s/found-1.schedule'\n",
			disk->directory, disk->directory);
}
