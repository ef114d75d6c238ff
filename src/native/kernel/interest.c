/* SPDX-License-Identifier: MIT */
#include "native/kernel/interest.h"
#include "native/kernel/poll.h"
#include "native/kernel/sock.h"
#include "native/kernel/timer.h"

#include <errno.h>
#include <sys/epoll.h>

struct interest interests[INTERESTS_MAX];

/* How it is watched, and not what for. */
#define MANNERS (EPOLLWAKEUP | EPOLLONESHOT | EPOLLET | EPOLLEXCLUSIVE)
#define WHAT_FOR(events) ((events) & ~(uint32_t)MANNERS)

enum {
	NEST_MAX = 4 /* Linux, EP_MAX_NESTS */
};

static struct {
	uint32_t any;  /* there was an epoll in this execution */
	uint32_t most; /* interests beyond that were never used in it */
	uint64_t sets; /* the interests that there are: who changes a file goes
			  by that */
} world;

void interest_begin(void)
{
	if (world.any)
		return;
	KEEP(world.any);
	world.any = 1;
}

static struct file *epoll_of(const struct interest *w)
{
	return &files[w->by - 1u];
}

struct interest *interest_find(
	const struct file *epoll, const struct file *f, int number)
{
	shared_read(&world.sets);
	for (uint32_t i = 0; i < world.most; i++) {
		struct interest *w = &interests[i];

		if (w->by && epoll_of(w) == epoll && &files[w->file] == f &&
			w->number == number)
			return w;
	}
	return 0;
}

struct interest *interest_new(struct file *epoll, struct file *f, int number)
{
	for (uint32_t i = 0; i < INTERESTS_MAX; i++) {
		struct interest *w = &interests[i];

		if (w->by)
			continue;
		KEEP(*w);
		KEEP(world.sets);
		*w = (struct interest){.by = (uint16_t)(epoll - files + 1),
			.file = (uint16_t)(f - files),
			.number = number};
		if (i >= world.most) {
			KEEP(world.most);
			world.most = i + 1;
		}
		return w;
	}
	return 0;
}

void interest_drop(struct interest *w)
{
	KEEP(*w);
	KEEP(world.sets);
	*w = (struct interest){0};
}

void interest_closed(const struct file *f)
{
	if (!world.any)
		return;
	for (uint32_t i = 0; i < world.most; i++) {
		struct interest *w = &interests[i];

		if (w->by && (epoll_of(w) == f || &files[w->file] == f))
			interest_drop(w);
	}
}

/* Behind all that are in the list. */
static void list(struct interest *w)
{
	struct file *epoll = epoll_of(w);

	spin_object(&epoll->value, sizeof epoll->value, true);
	KEEP(*epoll);
	KEEP(*w);
	w->place = ++epoll->value;
}

static unsigned ready(const struct interest *w)
{
	shared_read(w);
	return (unsigned)file_events(&files[w->file]) & WHAT_FOR(w->events);
}

static void wake(struct interest *w, unsigned events)
{
	shared_read(w);
	if (!WHAT_FOR(w->events) ||
		(events != WAKES_ALL && !(events & w->events)))
		return;
	if (!w->place)
		list(w);
	wake_file(epoll_of(w), EPOLLIN);
}

void interest_asks(struct interest *w, uint32_t events, uint64_t data)
{
	KEEP(*w);
	w->events = events | EPOLLERR | EPOLLHUP;
	w->data = data;
	if (!ready(w))
		return;
	if (!w->place)
		list(w);
	wake_file(epoll_of(w), EPOLLIN);
}

/* A timer that has ended by now is on its list, though nobody was there to put
 * it on. */
static bool is_listed(const struct interest *w)
{
	return w->place || timer_rings(&files[w->file]);
}

static bool is_of(const struct interest *w, const struct file *epoll)
{
	return w->by && epoll_of(w) == epoll;
}

bool interest_ready(const struct file *epoll)
{
	shared_read(&world.sets);
	shared_read(epoll);
	for (uint32_t i = 0; i < world.most; i++) {
		const struct interest *w = &interests[i];

		if (!is_of(w, epoll))
			continue;
		shared_read(w);
		if (is_listed(w) && ready(w))
			return true;
	}
	return false;
}

/* The first in the list behind `from` and not behind `to`. */
static struct interest *next(
	const struct file *epoll, uint64_t from, uint64_t to)
{
	struct interest *first = 0;

	for (uint32_t i = 0; i < world.most; i++) {
		struct interest *w = &interests[i];

		if (!is_of(w, epoll))
			continue;
		shared_read(w);
		if (w->place > from && w->place <= to &&
			(!first || w->place < first->place))
			first = w;
	}
	return first;
}

int interest_take(struct file *epoll, int most,
	void (*give)(void *to, int i, uint32_t events, uint64_t data), void *to)
{
	uint64_t last = epoll->value, at = 0;
	struct interest *w;
	int n = 0;

	while (n < most && (w = next(epoll, at, last))) {
		unsigned now = ready(w);

		at = w->place;
		KEEP(*w);
		w->place = 0;
		if (!now)
			continue;
		spin_abandon();
		give(to, n++, now, w->data);
		if (w->events & EPOLLONESHOT)
			w->events &= MANNERS;
		else if (!(w->events & EPOLLET))
			list(w);
	}
	return n;
}

void interest_each(const struct file *epoll,
	void (*visit)(const struct file *f, void *arg), void *arg)
{
	shared_read(&world.sets);
	for (uint32_t i = 0; i < world.most; i++) {
		const struct interest *w = &interests[i];

		if (!is_of(w, epoll))
			continue;
		shared_read(w);
		if (WHAT_FOR(w->events))
			visit(&files[w->file], arg);
	}
}

void interest_learn(const struct file *epoll)
{
	for (uint32_t i = 0; i < world.most; i++) {
		const struct interest *w = &interests[i];

		if (is_of(w, epoll) && is_listed(w) && ready(w))
			file_learn(&files[w->file]);
	}
}

/* How many epolls deep f is; `in` is one of them: more than that. */
static int depth(const struct file *f, const struct file *in)
{
	int most = 0;

	if (f == in)
		return NEST_MAX + 1;
	if (f->kind != FILE_EPOLL)
		return 0;
	for (uint32_t i = 0; i < world.most; i++)
		if (is_of(&interests[i], f)) {
			int d = depth(&files[interests[i].file], in);

			most = d > most ? d : most;
		}
	return most + 1;
}

/* How many are around it. */
static int height(const struct file *f)
{
	int most = 0;

	for (uint32_t i = 0; i < world.most; i++) {
		const struct interest *w = &interests[i];

		if (w->by && &files[w->file] == f) {
			int h = height(epoll_of(w)) + 1;

			most = h > most ? h : most;
		}
	}
	return most;
}

bool interest_circle(const struct file *epoll, const struct file *f)
{
	shared_read(&world.sets);
	return f->kind == FILE_EPOLL &&
	       height(epoll) + depth(f, epoll) > NEST_MAX;
}

/* --- who is woken
 * ------------------------------------------------------------------------- */

void wake_file(const struct file *f, unsigned events)
{
	if (!world.any)
		return;
	shared_read(&world.sets);
	for (uint32_t i = 0; i < world.most; i++)
		if (interests[i].by && &files[interests[i].file] == f)
			wake(&interests[i], events);
}

static void wake_queue(const struct queue *q, bool readers, unsigned events)
{
	uint32_t number = (uint32_t)(q - queues) + 1;

	if (!world.any)
		return;
	shared_read(&world.sets);
	for (uint32_t i = 0; i < world.most; i++) {
		const struct file *f = &files[interests[i].file];

		if (interests[i].by &&
			(readers			 ? f->in
				: f->kind == FILE_SOCKET ? sock_out(f)
							 : f->out) == number)
			wake(&interests[i], events);
	}
}

void wake_readers(const struct queue *q, unsigned events)
{
	wake_queue(q, true, events);
}

void wake_writers(const struct queue *q, unsigned events)
{
	wake_queue(q, false, events);
}
