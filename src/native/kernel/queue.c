/* SPDX-License-Identifier: MIT */
/* queue.c - the bytes of pipes and of pairs of sockets
 *
 * A write appends a chunk, which never changes again; a read takes from the
 * first one.  Who reads has seen what was done before the write.
 *
 * A pipe has so many pages, whatever is in them (Linux, fs/pipe.c, pipe_write):
 * a write takes new ones, but that its odd part goes behind the last one's end,
 * if all of that fits.  A page is free when all of it is read.
 */
#include "native/kernel/file.h"
#include "native/kernel/interest.h"
#include "native/kernel/rights.h"
#include "native/posix/ident.h"
#include "native/spin.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>

struct chunk {
	uint32_t next; /* arena index; 0: none */
	uint32_t bytes;
	uint32_t merged; /* into the page of the chunk before */
	uint32_t from;	 /* of a datagram: whose it is */
	uint32_t rights; /* passed with it: a list of rights.h; 0: none */
	char data[];
};

static struct chunk *chunk_at(uint32_t index)
{
	return (struct chunk *)(void *)(rt.arena + index);
}

static struct object *object_of(const struct queue *q)
{
	return object_get(kernel_object(KERNEL_PIPE, (uint64_t)(q - queues)),
		OBJECT_FILE, 0);
}

uint32_t queue_new(bool pages, bool messages)
{
	for (uint32_t i = 0; i < FILES_MAX; i++)
		if (!queues[i].readers && !queues[i].writers) {
			KEEP(queues[i]);
			queues[i] = (struct queue){.readers = 1,
				.writers = 1,
				.pages = pages,
				.messages = messages};
			object_drop(kernel_object(KERNEL_PIPE, i));
			return i + 1;
		}
	return 0;
}

void queue_looked_at(struct queue *q)
{
	spin_object(&q->bytes, sizeof q->bytes, false);
	spin_object(&q->readers, sizeof q->readers, false);
	spin_object(&q->writers, sizeof q->writers, false);
	spin_object(&q->closed, sizeof q->closed, false);
	spin_object(&q->reset, sizeof q->reset, false);
}

uint32_t queue_next_rights(uint32_t number, uint32_t *at)
{
	const struct queue *q = &queues[number - 1];

	if (!q->rights)
		return 0;
	do
		*at = *at ? chunk_at(*at)->next : q->first;
	while (*at && !chunk_at(*at)->rights);
	return *at ? chunk_at(*at)->rights : 0;
}

/* Of all that is in it, which nobody will read. */
static void drop_rights(uint32_t number)
{
	uint32_t at = 0, rights;

	while ((rights = queue_next_rights(number, &at)))
		rights_drop(rights);
}

void queue_leave(uint32_t number, bool reads)
{
	struct queue *q = number ? &queues[number - 1] : 0;

	if (!q)
		return;
	KEEP(*q);
	if (q->alone)
		q->writers = 0;
	if (reads) {
		spin_object(&q->readers, sizeof q->readers, true);
		q->readers--;
	} else {
		spin_object(&q->writers, sizeof q->writers, true);
		q->writers--;
		if (rt.on)
			hb_release(object_of(q));
	}
	if (reads && (!q->pages || !q->readers))
		wake_writers(q, WAKES_ALL);
	if (!reads && (!q->pages || !q->writers))
		wake_readers(q, WAKES_ALL);
	if (reads && !q->readers && q->rights)
		drop_rights(number);
	if (!q->readers && !q->writers)
		*q = (struct queue){0};
}

/* Linux, net/unix/af_unix.c, unix_release_sock; net/ipv4/tcp.c, __tcp_close. */
void queue_reset(const struct file *f, bool aborts)
{
	struct queue *in, *peers;

	if (!f->in || !f->out)
		return;
	in = &queues[f->in - 1];
	if (!aborts && !in->first)
		return;
	peers = &queues[f->out - 1];
	spin_object(&peers->reset, sizeof peers->reset, true);
	KEEP(*peers);
	peers->reset = 1;
	if (in->tcp) {
		KEEP(*in);
		in->broken = 1;
	}
}

void queue_shut(uint32_t number)
{
	struct queue *q = &queues[number - 1];

	spin_object(&q->closed, sizeof q->closed, true);
	KEEP(*q);
	q->closed = 1;
	wake_readers(q, WAKES_ALL);
	wake_writers(q, WAKES_ALL);
	hb_release(object_of(q));
}

void queue_purge(uint32_t number)
{
	struct queue *q = &queues[number - 1];

	drop_rights(number);
	spin_object(&q->bytes, sizeof q->bytes, true);
	KEEP(*q);
	q->first = q->last = q->skip = 0;
	q->bytes = 0;
	q->chunks = 0;
	wake_writers(q, POLLOUT | POLLWRNORM);
}

void queue_order(uint32_t number, bool releases)
{
	if (releases)
		hb_release(object_of(&queues[number - 1]));
	else
		hb_acquire(object_of(&queues[number - 1]));
}

bool queue_can_read(const struct file *f)
{
	const struct queue *q;

	if (!f->in)
		return true; /* an error */
	q = &queues[f->in - 1];
	return q->bytes || q->first || !q->writers || q->closed;
}

/* What the first chunk passes, to whoever reads the first of it. */
static bool take_rights(struct queue *q, const struct parts *p)
{
	struct chunk *c = chunk_at(q->first);
	uint32_t rights = c->rights;

	if (!rights)
		return false;
	undo_save(&c->rights, sizeof c->rights);
	c->rights = 0;
	if (p->got)
		p->got->files = rights;
	else
		rights_drop(rights);
	return true;
}

/* Takes up to n bytes of the first chunk; forgets it at its end. */
static size_t take(
	struct queue *q, const struct parts *p, size_t done, size_t n)
{
	struct chunk *c = chunk_at(q->first);
	size_t left = c->bytes - q->skip, now = left < n ? left : n;

	parts_put(p, done, c->data + q->skip, now);
	q->skip += (uint32_t)now;
	q->bytes -= now;
	if (q->skip == c->bytes || q->messages) {
		q->bytes -= c->bytes - q->skip; /* of a message: lost */
		q->first = c->next;
		q->skip = 0;
		if (!q->first)
			q->last = 0;
		if (!q->first || !chunk_at(q->first)->merged)
			q->chunks--;
	}
	return now;
}

/* Who waits to write is woken where something was in his way: of a pipe, and
 * over TCP, when it was full; of a socket of Unix's, by each chunk that is read
 * to its end. */
static void freed(const struct queue *q, unsigned chunks_before, bool was_full)
{
	if (q->pages || q->tcp ? was_full && queue_has_room(q, PIPE_ATOMIC)
			       : q->chunks < chunks_before)
		wake_writers(q, POLLOUT | POLLWRNORM);
}

/* What is there, and stays there. */
static size_t peek(const struct queue *q, const struct parts *p, size_t n)
{
	size_t skip = q->skip, done = 0, now;

	for (uint32_t at = q->first; at && done < n; at = chunk_at(at)->next) {
		struct chunk *c = chunk_at(at);

		now = c->bytes - skip < n - done ? c->bytes - skip : n - done;
		parts_put(p, done, c->data + skip, now);
		done += now;
		skip = 0;
		if (c->rights && p->got) {
			p->got->files = c->rights;
			p->got->peeked = true;
		}
		if (q->messages || c->rights)
			break;
	}
	return done;
}

uint64_t queue_next(const struct queue *q)
{
	return q->messages ? q->first ? chunk_at(q->first)->bytes : 0
			   : q->bytes;
}

ssize_t queue_read(struct file *f, const struct parts *p)
{
	unsigned chunks;
	bool was_full, passed;
	size_t n = parts_bytes(p), done = 0;
	struct queue *q = &queues[f->in - 1];

	if (n == 0 && p->of != PARTS_OF_MESSAGE && (q->pages || !q->messages))
		return 0;
	if (!q->first) {
		queue_looked_at(q);
		if (q->reset) { /* once */
			KEEP(*q);
			q->reset = 0;
			hb_acquire(object_of(q));
			return refuse_call(ECONNRESET);
		}
		if (q->writers && !q->closed)
			return refuse_call(EAGAIN);
		hb_acquire(object_of(q)); /* the end was closed before */
		return 0;
	}
	if (p->got && q->messages) {
		p->got->message = true;
		p->got->whole = chunk_at(q->first)->bytes;
		p->got->from = chunk_at(q->first)->from;
	}
	if (p->flags & MSG_PEEK) {
		queue_looked_at(q);
		hb_acquire(object_of(q));
		return (ssize_t)peek(q, p, n);
	}
	spin_object(&q->bytes, sizeof q->bytes, true);
	KEEP(*q);
	chunks = q->chunks;
	was_full = !queue_has_room(q, PIPE_ATOMIC);
	do {
		passed = take_rights(q, p);
		done += take(q, p, done, n - done);
	} while (done < n && q->first && !q->messages && !passed);
	freed(q, chunks, was_full);
	hb_acquire(object_of(q));
	return (ssize_t)done;
}

static ssize_t broken(const struct parts *p, bool signals)
{
	if (signals)
		signal_raise(SIGPIPE, p->pc);
	return refuse_call(EPIPE);
}

/* Of a write of n bytes: how many go into the last page. */
static size_t odd_part(const struct queue *q, size_t n)
{
	size_t odd = n % PIPE_PAGE;

	return q->pages && q->last && q->end + odd <= PIPE_PAGE ? odd : 0;
}

bool queue_has_room(const struct queue *q, uint64_t n)
{
	if (q->pages)
		return q->chunks < PIPE_PAGES || odd_part(q, n);
	return PIPE_ROOM - q->bytes >= n;
}

/* How much of n bytes goes at once; 0: it has to wait. */
static size_t room_for(const struct queue *q, size_t n)
{
	size_t odd = odd_part(q, n), room = PIPE_ROOM - q->bytes;

	if (q->pages)
		room = odd + (size_t)(PIPE_PAGES - q->chunks) * PIPE_PAGE;
	else if (n > room && (q->messages || n <= PIPE_ATOMIC))
		room = 0;
	return n < room ? n : room;
}

static void append(struct queue *q, const struct parts *p, size_t from,
	size_t n, bool merged)
{
	uint32_t index;
	struct chunk *c = (struct chunk *)(void *)arena_words(
		(sizeof *c + n + 3) / 4, &index);

	c->bytes = (uint32_t)n;
	c->merged = merged;
	c->from = 0;
	c->rights = 0;
	parts_get(p, from, c->data, n);
	if (q->last) {
		undo_save8(chunk_at(q->last));
		chunk_at(q->last)->next = index;
	} else {
		q->first = index;
	}
	q->last = index;
	q->bytes += n;
	q->chunks += !merged;
	q->end = (uint16_t)(merged ? q->end + n : n);
}

/* With the chunk just appended. */
static void pass_rights(struct queue *q, const struct parts *p)
{
	uint32_t list = p->got ? p->got->files : 0;

	if (!list)
		return;
	rights_hold(list, q, p->pc);
	chunk_at(q->last)->rights = list;
	q->rights = 1;
}

/* How much a socket takes is a matter of the system's settings. */
void queue_doubtful(const struct queue *q, size_t n)
{
	if (!q->pages &&
		(2 * (q->bytes + n) + SOCKET_EACH * q->chunks > SOCKET_SURE ||
			!queue_has_room(q, n)))
		caveat(CAVEAT_socket_room, "%llu bytes in %u writes",
			(unsigned long long)(q->bytes + n), q->chunks + 1u);
}

bool queue_is_full(const struct queue *q)
{
	if (q->chunks < DATAGRAMS_MOST)
		return false;
	caveat(CAVEAT_socket_room, "%u datagrams", q->chunks + 1u);
	return true;
}

ssize_t queue_send(struct queue *q, const struct parts *p, uint32_t from)
{
	size_t n = parts_bytes(p);

	queue_doubtful(q, n);
	if (!queue_has_room(q, n)) {
		queue_looked_at(q);
		return q->lossy ? (ssize_t)n : refuse_call(EAGAIN);
	}
	spin_object(&q->bytes, sizeof q->bytes, true);
	KEEP(*q);
	append(q, p, 0, n, false);
	chunk_at(q->last)->from = from;
	pass_rights(q, p);
	wake_readers(q, POLLIN | POLLRDNORM);
	hb_release(object_of(q));
	return (ssize_t)n;
}

ssize_t queue_write(struct file *f, const struct parts *p)
{
	size_t n = parts_bytes(p), done = 0, now;
	struct queue *q = &queues[f->out - 1];

	if (n == 0 && q->pages)
		return 0;
	if (!q->readers || q->closed)
		return broken(p, (q->pages || !q->messages) &&
					 !(p->flags & MSG_NOSIGNAL));
	if (n == 0 && !q->messages)
		return 0;
	queue_doubtful(q, n);
	now = room_for(q, n);
	if (now == 0 && n) {
		queue_looked_at(q);
		return refuse_call(EAGAIN);
	}
	spin_object(&q->bytes, sizeof q->bytes, true);
	KEEP(*q);
	if (!q->pages) {
		append(q, p, 0, now, false);
		pass_rights(q, p);
	} else {
		if ((done = odd_part(q, n)))
			append(q, p, 0, done, true);
		for (size_t page; done < now; done += page) {
			page = now - done < PIPE_PAGE ? now - done : PIPE_PAGE;
			append(q, p, done, page, false);
		}
	}
	wake_readers(q, POLLIN | POLLRDNORM);
	hb_release(object_of(q));
	return (ssize_t)now;
}
