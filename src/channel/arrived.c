/* SPDX-License-Identifier: MIT */
/* arrived.c - the buffer of stdout, as glibc fills and empties it
 *
 * _IO_new_file_xsputn, _IO_new_file_overflow, _IO_new_do_write and
 * _IO_new_file_setbuf, with a count and a flag for their pointers.
 */
#include "channel/arrived.h"

#include <string.h>

enum {
	PIPE_BUFFER = 4096, /* stdout's own, when it leads to a pipe */
	SMALL_BUFFER = 128  /* below, no rest of what is printed is kept */
};

/* What the buffer holds lies behind what has arrived. */
struct stream {
	char *to;
	size_t arrived, held, size;
	enum output_way way;
	bool putting; /* something was printed */
	bool open;    /* the buffer may be filled without a look at the way */
};

/* write(1): before what the buffer holds. */
static void overtake(struct stream *s, const char *text, size_t n)
{
	char *at = s->to + s->arrived;

	memmove(at + n, at, s->held);
	memcpy(at, text, n);
	s->arrived += n;
}

static void hold(struct stream *s, const char *text, size_t n)
{
	memcpy(s->to + s->arrived + s->held, text, n);
	s->held += n;
}

static void flush(struct stream *s)
{
	if (s->held)
		s->open = s->way == OUTPUT_FULL;
	s->arrived += s->held;
	s->held = 0;
}

static size_t room(const struct stream *s)
{
	return s->open ? s->size - s->held : 0;
}

static void begin(struct stream *s)
{
	if (!s->putting)
		s->open = s->way == OUTPUT_FULL;
	s->putting = true;
}

static void hold_each(struct stream *s, const char *text, size_t n)
{
	for (; n--; text++) {
		bool looks = room(s) == 0;

		if (s->held == s->size)
			flush(s);
		hold(s, text, 1);
		if (looks && s->way == OUTPUT_LINE && *text == '\n')
			flush(s);
	}
}

/* Up to and including the last line end. */
static size_t lines(const char *text, size_t n)
{
	while (n && text[n - 1] != '\n')
		n--;
	return n;
}

static void put(struct stream *s, const char *text, size_t n)
{
	bool by_line = s->way == OUTPUT_LINE && s->putting;
	size_t free = by_line ? s->size - s->held : room(s);
	size_t line = by_line && n <= free ? lines(text, n) : 0;
	size_t now = line ? line : n < free ? n : free;
	size_t past;

	hold(s, text, now);
	text += now;
	n -= now;
	if (!n && !line)
		return;
	begin(s);
	flush(s);
	past = s->size < SMALL_BUFFER ? n : n - n % s->size;
	hold(s, text, past);
	flush(s);
	hold_each(s, text + past, n - past);
}

static void set_buffer(struct stream *s, const struct output_chunk *o)
{
	s->way = (enum output_way)o->way;
	if (!o->buffer)
		return;
	flush(s);
	s->size = o->buffer;
	s->open = false;
}

static void follow(
	struct stream *s, const struct output_chunk *o, const char *text)
{
	if (o->way > OUTPUT_FLUSHED)
		set_buffer(s, o);
	else if (o->way == OUTPUT_DIRECT || s->way == OUTPUT_NONE)
		overtake(s, text, o->length);
	else if (o->length)
		put(s, text, o->length);
	if (o->way == OUTPUT_FLUSHED)
		flush(s);
}

size_t channel_arrived(
	const struct channel *c, uint32_t chunks, bool exited, char *to)
{
	struct stream s = {.to = to, .size = PIPE_BUFFER, .way = OUTPUT_FULL};

	for (uint32_t i = 0; i < chunks; i++)
		if (c->chunk[i].fd == 1)
			follow(&s, &c->chunk[i],
				c->output + c->chunk[i].offset);
	if (exited)
		flush(&s);
	return s.arrived;
}
