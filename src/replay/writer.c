/* SPDX-License-Identifier: MIT */
#include "replay/writer.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

uint64_t checksum(uint64_t sum, const void *bytes, size_t n)
{
	const unsigned char *b = bytes;

	for (size_t i = 0; i < n; i++)
		sum = (sum ^ b[i]) * 0x100000001b3u;
	return sum;
}

struct writer writer_to(FILE *f)
{
	return (struct writer){f, CHECKSUM_START};
}

void put_bytes(struct writer *w, const void *bytes, size_t n)
{
	w->sum = checksum(w->sum, bytes, n);
	fwrite(bytes, 1, n, w->f);
}

void put(struct writer *w, const char *fmt, ...)
{
	char line[8192];
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(line, sizeof line, fmt, args);
	va_end(args);
	if (n >= (int)sizeof line)
		n = sizeof line - 1;
	put_bytes(w, line, (size_t)n);
}

void put_text(struct writer *w, const char *key, const char *text)
{
	put_quoted(w, key, text, strlen(text));
}

void put_quoted(struct writer *w, const char *key, const char *text, size_t n)
{
	put(w, "%s \"", key);
	for (; n--; text++) {
		unsigned char c = (unsigned char)*text;

		if (c < ' ' || c == '"' || c == '\\' || c == 127)
			put(w, "\\x%02x", c);
		else
			put(w, "%c", c);
	}
	put(w, "\"\n");
}

void writer_end(struct writer *w)
{
	fprintf(w->f, "end %016" PRIx64 "\n", w->sum);
}
