/* SPDX-License-Identifier: MIT */
#include "cli/show/feed.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/disk/keep.h"
#include "cli/plan/deepen.h"
#include "cli/processes/crew.h"
#include "cli/show/progress.h"
#include "cli/show/show.h"
#include "replay/symbols.h"
#include "report/covered.h"
#include "report/json.h"

enum {
	SCHEMA = 1
};
#define PROGRESS_NS 1000000000u

int feed_open(struct feed *f, const char *path, bool quiet, struct err *err)
{
	int number, end = 0;

	*f = (struct feed){.fd = -1, .path = path, .quiet = quiet};
	if (!path)
		return OK;
	if (strcmp(path, "-") == 0)
		f->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
	else if (sscanf(path, "/dev/fd/%d%n", &number, &end) == 1 && !path[end])
		f->fd = fcntl(number, F_DUPFD_CLOEXEC, 0);
	else
		f->fd = open(
			path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (f->fd < 0)
		return fail(err, ERR_USAGE,
			"cannot write '%s' for --events: %s" SC(432), path,
			strerror(errno));
	return OK;
}

/* All of it, without being killed by a reader that went away; else errno. */
static int put(int fd, const char *line, size_t n)
{
	struct timespec none = {0, 0};
	sigset_t pipe, before;
	int wrong = 0;

	sigemptyset(&pipe);
	sigaddset(&pipe, SIGPIPE);
	sigprocmask(SIG_BLOCK, &pipe, &before);
	while (n && !wrong) {
		ssize_t some = write(fd, line, n);

		if (some >= 0) {
			line += some;
			n -= (size_t)some;
		} else if (errno == EAGAIN) {
			poll(&(struct pollfd){fd, POLLOUT, 0}, 1, -1);
		} else if (errno != EINTR) {
			wrong = errno;
		}
	}
	if (wrong == EPIPE)
		sigtimedwait(&pipe, NULL, &none);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return wrong;
}

static void broken(struct show *show, int wrong)
{
	struct feed *f = &show->feed;

	close(f->fd);
	f->fd = -1;
	f->failed = wrong != EPIPE;
	if (wrong == EPIPE && f->quiet)
		return;
	status_clear(&show->status);
	if (wrong == EPIPE)
		fprintf(stderr,
			"scarp: nobody reads the events any more; the check "
			"goes on without them\n");
	else
		fprintf(stderr,
			"scarp: cannot write the events to '%s': %s; the check "
			"goes on without them\n",
			f->path, strerror(wrong));
}

/* Takes the object. */
static void tell(struct show *show, json_t *event)
{
	char *line = json_dumps(event, JSON_COMPACT | JSON_REAL_PRECISION(9));
	size_t n = line ? strlen(line) : 0;
	int wrong = ENOMEM;

	json_decref(event);
	if (line) {
		line[n] = '\n'; /* in place of its end */
		wrong = put(show->feed.fd, line, n + 1);
	}
	free(line);
	if (wrong)
		broken(show, wrong);
}

static json_t *number(uint64_t n)
{
	return json_integer((json_int_t)n);
}

/* JSON has no infinity. */
static json_t *real(double x)
{
	return isfinite(x) ? json_real(x) : json_null();
}

static json_t *text_or_null(const char *s)
{
	return s && s[0] ? json_clean(s) : json_null();
}

static json_t *begin_event(const struct show *show, const char *name)
{
	json_t *e = json_object();

	json_object_set_new(e, "event", json_string(name));
	json_object_set_new(e, "seconds",
		json_real((double)(clock_ns() - show->status.start_ns) / 1e9));
	return e;
}

void feed_begin(struct show *show, const struct options *o, char **argv)
{
	json_t *e, *words = json_array();

	if (show->feed.fd < 0) {
		json_decref(words);
		return;
	}
	e = begin_event(show, "begin");
	for (; *argv; argv++)
		json_array_append_new(words, json_clean(*argv));
	json_object_set_new(e, "schema", number(SCHEMA));
	json_object_set_new(e, "scarp", json_clean(SCARP_VERSION));
	json_object_set_new(e, "command", words);
	json_object_set_new(e, "strategy",
		o->deepens ? json_string("deepen")
		: o->turns ? json_string("dfs, turns")
			   : json_clean(o->strategy));
	json_object_set_new(e, "reduction", json_clean(o->reduce));
	json_object_set_new(e, "model", json_clean(o->model));
	json_object_set_new(e, "seed", number(o->seed));
	json_object_set_new(e, "budget_s",
		o->given.budget ? json_real((double)o->budget / 1e3)
				: json_null());
	json_object_set_new(e, "max_executions",
		o->given.max_executions ? number(o->max_executions)
					: json_null());
	tell(show, e);
}

void feed_search(
	struct show *show, const char *mode, unsigned jobs, bool exhausts)
{
	json_t *e;

	show->feed.last_ns = clock_ns();
	if (show->feed.fd < 0)
		return;
	e = begin_event(show, "search");
	json_object_set_new(e, "strategy", json_clean(show->strategy));
	json_object_set_new(e, "exhausts", json_boolean(exhausts));
	json_object_set_new(e, "mode", json_clean(mode));
	json_object_set_new(e, "jobs", number(jobs));
	tell(show, e);
}

void feed_job(struct show *show, struct deepen *d, unsigned i)
{
	const struct job *j = &d->jobs.job[i];
	struct account a = {.jobs = &d->jobs,
		.point = d->point,
		.reruns = d->options->count_reruns ? d->reruns : NULL};
	json_t *e;

	if (show->feed.fd < 0)
		return;
	e = begin_event(show, "job");
	json_object_set_new(e, "job", number(i));
	json_add_job(e, &a, i, deepen_symbols(d));
	json_object_set_new(e, "eta_s",
		j->eta >= 0 && !d->by_count ? real(j->eta) : json_null());
	tell(show, e);
}

static bool told(struct feed *f, uint64_t pc)
{
	for (unsigned i = 0; i < f->points; i++)
		if (f->point[i] == pc)
			return true;
	if (f->points == POINTS_MAX)
		return true;
	f->point[f->points++] = pc;
	return false;
}

static void tell_point(
	struct show *show, struct symbols *symbols, const struct point *point)
{
	json_t *e = begin_event(show, "point");
	struct frame f = {0};

	if (symbols)
		symbols_frames(symbols, point->pc, &f, 1);
	json_object_set_new(e, "points", number(show->feed.points));
	json_object_set_new(e, "access",
		json_string(point_access_name[point->access % POINT_ACCESSES]));
	json_object_set_new(e, "function", text_or_null(f.function));
	json_object_set_new(e, "file",
		text_or_null(f.path[0] ? symbols_short(f.path) : ""));
	json_object_set_new(e, "line", f.line ? number(f.line) : json_null());
	tell(show, e);
}

void feed_points(
	struct show *show, struct disk *disk, const struct channel *live)
{
	struct feed *f = &show->feed;
	struct symbols *symbols = NULL;
	struct err err;
	struct channel *c;

	if (f->fd < 0 || live->points <= f->points)
		return;
	c = keep_copy(disk, &err);
	if (!c || channel_copy_points(c, live, &err))
		return;
	for (uint32_t i = 0; i < c->points && f->fd >= 0; i++) {
		if (!point_stops(&c->point[i]) || told(f, c->point[i].pc))
			continue;
		if (!symbols)
			symbols = symbols_new(c);
		tell_point(show, symbols, &c->point[i]);
	}
	symbols_free(symbols);
}

static void add_outlook(json_t *e, const struct outlook *o)
{
	json_object_set_new(
		e, "fraction", o->known ? real(o->fraction) : json_null());
	json_object_set_new(
		e, "total", o->known ? real(o->executions) : json_null());
	json_object_set_new(
		e, "eta_s", o->known ? real(o->seconds) : json_null());
}

void feed_progress(struct show *show, const struct progress *p, bool last)
{
	struct feed *f = &show->feed;
	uint64_t now = clock_ns();
	double seconds = (double)(now - show->status.start_ns) / 1e9;
	json_t *e;

	if (f->fd < 0 || (!last && now - f->last_ns < PROGRESS_NS))
		return;
	if (!last && poll(&(struct pollfd){f->fd, POLLOUT, 0}, 1, 0) == 0)
		return;
	f->last_ns = now;
	e = begin_event(show, "progress");
	json_object_set_new(e, "strategy", json_clean(p->strategy));
	json_object_set_new(e, "bound",
		p->bound < 0 ? json_null() : json_integer(p->bound));
	json_object_set_new(e, "executions", number(p->executions));
	json_object_set_new(e, "rate",
		real(seconds > 0 ? (double)p->executions / seconds : 0));
	add_outlook(e, &p->outlook);
	json_object_set_new(e, "covered", json_covered(p->shown));
	json_object_set_new(e, "round", number(p->round));
	json_object_set_new(e, "points", number(p->points));
	json_object_set_new(e, "bugs", number(p->bugs));
	tell(show, e);
}

/* What `bug` and `end` say of one. */
static void add_bug(json_t *e, const struct found *f)
{
	const struct channel_bug *b = f->bug;
	char title[800];

	result_title(f->in, b, title, sizeof title);
	json_object_set_new(e, "kind", json_clean(bug_info[b->kind].name));
	json_object_set_new(e, "title", json_clean(title));
	json_object_set_new(e, "execution", number(f->number));
	json_object_set_new(e, "schedule", text_or_null(f->schedule_path));
}

void feed_bug(struct show *show, const struct found *found)
{
	json_t *e;

	if (show->feed.fd < 0)
		return;
	e = begin_event(show, "bug");
	json_object_set_new(e, "number", number(++show->feed.bugs));
	add_bug(e, found);
	tell(show, e);
}

void feed_end(struct show *show, const struct result *r, int exit_code)
{
	json_t *e, *bugs = json_array();

	if (show->feed.fd < 0) {
		json_decref(bugs);
		return;
	}
	e = begin_event(show, "end");
	json_object_set_new(e, "verdict", json_clean(verdict_name[r->verdict]));
	json_object_set_new(e, "exit_code", number((uint64_t)exit_code));
	json_object_set_new(e, "executions", number(search_made(&r->count)));
	for (unsigned i = 0; i < r->bugs; i++) {
		json_t *one = json_object();

		add_bug(one, &r->found[i]);
		json_object_set_new(
			one, "confirmed", json_boolean(r->found[i].confirmed));
		json_array_append_new(bugs, one);
	}
	json_object_set_new(e, "bugs", bugs);
	json_add_error(e, r->error);
	tell(show, e);
}

bool feed_close(struct feed *f)
{
	if (f->fd >= 0 && close(f->fd) != 0 && errno != EINTR) {
		f->failed = true;
		fprintf(stderr,
			"scarp: cannot write the events to '%s': %s" SC(
				432) "\n",
			f->path, strerror(errno));
	}
	f->fd = -1;
	return !f->failed;
}
