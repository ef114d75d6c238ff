/* SPDX-License-Identifier: MIT */
/* output.c - what the test printed in one execution, line by line
 *
 * What is no text (compressed, a picture) would bury the report, and is told by
 * its length alone.
 */
#include <inttypes.h>
#include <string.h>

#include "report/names.h"
#include "report/text.h"

/* A prefix for each line; control characters other than tab are dropped. */
static void print_piece(
	const struct output_chunk *o, const char *text, FILE *out, bool *open)
{
	for (uint32_t i = 0; i < o->length; i++) {
		if (!*open)
			fprintf(out, "  %-4s%s ", names_thread(o->thread),
				o->fd == 2 ? "2|" : " |");
		*open = text[i] != '\n';
		if (text[i] == '\n' || text[i] == '\t' ||
			(unsigned char)text[i] >= ' ')
			fputc(text[i], out);
	}
}

/* Bytes of the character of UTF-8 that begins here; 0: none does. */
static unsigned character(const unsigned char *at, uint32_t left)
{
	unsigned n = at[0] < 0x80	      ? 1
		     : (at[0] & 0xe0) == 0xc0 ? 2
		     : (at[0] & 0xf0) == 0xe0 ? 3
		     : (at[0] & 0xf8) == 0xf0 ? 4
					      : 0;

	if (n > left)
		return 0;
	for (unsigned i = 1; i < n; i++)
		if ((at[i] & 0xc0) != 0x80)
			return 0;
	return n;
}

static bool of_text(unsigned char c)
{
	return c >= ' ' || strchr("\t\n\r\b\f\033", c);
}

/* A stream is no text if it has zeros, or if more than an eighth of it are no
 * characters; a word in Latin-1 is one. */
static bool is_text(const struct channel *c, uint8_t fd, uint64_t *length)
{
	uint64_t bad = 0;

	*length = 0;
	for (uint32_t i = 0; i < c->chunks; i++) {
		const struct output_chunk *o = &c->chunk[i];
		const unsigned char *at =
			(const unsigned char *)c->output + o->offset;

		if (o->fd != fd)
			continue;
		for (uint32_t k = 0, n; k < o->length; k += n ? n : 1) {
			n = character(at + k, o->length - k);
			if (at[k] == '\0')
				bad = UINT32_MAX;
			bad += !n || !of_text(at[k]);
		}
		*length += o->length;
	}
	return bad <= *length / 8;
}

void text_output(const struct channel *c, FILE *out)
{
	bool text[3] = {true, true, true}, open = false;
	tid last = TID_NONE;
	uint8_t fd = 0;

	if (!c->output_length)
		return;
	fprintf(out, "\noutput of this execution:\n");
	for (uint8_t i = 1; i <= 2; i++) {
		uint64_t length;

		text[i] = is_text(c, i, &length);
		if (!text[i])
			fprintf(out,
				"  %" PRIu64 " bytes of standard %s, which "
				"are no text\n",
				length, i == 1 ? "output" : "error");
	}
	for (uint32_t i = 0; i < c->chunks; i++) {
		const struct output_chunk *o = &c->chunk[i];

		if (!o->length || (o->fd <= 2 && !text[o->fd]))
			continue;
		if (open && (o->thread != last || o->fd != fd)) {
			fputc('\n', out);
			open = false;
		}
		print_piece(o, c->output + o->offset, out, &open);
		last = o->thread;
		fd = o->fd;
	}
	if (open)
		fputc('\n', out);
}
