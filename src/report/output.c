/* SPDX-License-Identifier: MIT */
/* output.c - what the test printed in one execution, line by line */
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

void text_output(const struct channel *c, FILE *out)
{
	tid last = TID_NONE;
	uint8_t fd = 0;
	bool open = false;

	if (!c->output_length)
		return;
	fprintf(out, "\noutput of this execution:\n");
	for (uint32_t i = 0; i < c->chunks; i++) {
		const struct output_chunk *o = &c->chunk[i];

		if (!o->length)
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
