/* SPDX-License-Identifier: MIT */
/* files: streams over files, of two threads
 *
 * What can come of it, by hand:
 *
 * shared     two threads print to one stream: each line whole, in either order
 * buffered   what was printed is in the file only when it is flushed: who looks
 *            finds nothing, or all of it
 * flushed    the same, where a part is flushed before the rest is printed
 * reads      two threads take a line each from one stream
 * places     each has a stream of its own on the same file: both begin at its
 *            start, and the later one to be closed stays
 * closed     a stream is closed, opened and read again while another thread
 *            opens one of its own: each gets what its file has
 * lines      getline, fscanf and fgetc, alone, after the other is gone
 * released   who holds the stream is waited for, and what he did before is
 *            known
 *
 * verdict: verified
 *
 * check: --exhaustive
 * args: shared
 * states: a1b2 b2a1
 *
 * check: --exhaustive --reduce none
 * args: shared
 * states: a1b2 b2a1
 *
 * check: --exhaustive
 * args: buffered
 * states: empty text
 *
 * check: --exhaustive --reduce none
 * args: buffered
 * states: empty text
 *
 * check: --exhaustive
 * args: flushed
 * states: empty text textmore
 *
 * check: --exhaustive
 * args: reads
 * states: one,two two,one
 *
 * check: --exhaustive --reduce source
 * args: reads
 * states: one,two two,one
 *
 * check: --exhaustive
 * args: places
 * states: a1 b2
 *
 * check: --exhaustive
 * args: closed
 * states: ab
 *
 * check: --exhaustive
 * args: lines
 * states: first,12,x
 *
 * check: --exhaustive
 * args: released
 * states: 1 0
 * races: none
 */
#include "test.h"

#include <fcntl.h>
#include <sys/stat.h>

static FILE *stream;
static char got[2][16];
static int counter;

static void make(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert(f && fputs(text, f) >= 0 && fclose(f) == 0);
}

static void say(const char *path)
{
	char text[32] = "";
	FILE *f = fopen(path, "r");
	size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;

	text[n] = 0;
	printf("%s\n", n ? text : "empty");
	if (f)
		fclose(f);
}

static void prints(const char *what, int me)
{
	if (!strcmp(what, "shared"))
		fprintf(stream, "%c%d", "ab"[me], me + 1);
	if (!strcmp(what, "reads"))
		assert(fscanf(stream, "%15s", got[me]) == 1);
	if (!strcmp(what, "places")) {
		FILE *f = fopen("f", "w");

		fprintf(f, "%c%d", "ab"[me], me + 1);
		fclose(f);
	}
	if (!strcmp(what, "closed")) {
		FILE *f = fopen(me ? "g" : "f", "r");

		got[me][0] = (char)fgetc(f);
		fclose(f);
	}
	if (!strcmp(what, "released")) {
		flockfile(stream);
		if (me)
			counter = 1;
		else
			printf("%d\n", counter);
		funlockfile(stream);
	}
}

static void *other(void *what)
{
	prints(what, 1);
	if (!strcmp(what, "buffered") || !strcmp(what, "flushed")) {
		fputs("text", stream);
		if (!strcmp(what, "flushed"))
			fflush(stream);
		fputs(strcmp(what, "flushed") ? "" : "more", stream);
		fclose(stream);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	const char *what = argv[argc - 1];
	char *line = NULL, c;
	size_t room = 0;
	pthread_t t;
	int n;

	make("f", !strcmp(what, "reads")    ? "one two"
		  : !strcmp(what, "lines")  ? "first\n 12 xyz"
		  : !strcmp(what, "closed") ? "a"
					    : "");
	make("g", "b");
	stream = fopen("f",
		!strcmp(what, "reads") || !strcmp(what, "lines") ? "r" : "a");
	t = start(other, argv[argc - 1]);
	prints(what, 0);
	if (!strcmp(what, "buffered") || !strcmp(what, "flushed"))
		say("f");
	finish(t);
	if (!strcmp(what, "shared"))
		fclose(stream);
	if (!strcmp(what, "shared") || !strcmp(what, "places"))
		say("f");
	if (!strcmp(what, "reads"))
		printf("%s,%s\n", got[0], got[1]);
	if (!strcmp(what, "closed"))
		printf("%c%c\n", got[0][0], got[1][0]);
	if (!strcmp(what, "lines")) {
		assert(getline(&line, &room, stream) == 6);
		assert(fscanf(stream, "%d", &n) == 1);
		c = (char)fgetc(stream);
		assert(c == ' ' && (c = (char)fgetc(stream)));
		printf("%.5s,%d,%c\n", line, n, c);
		free(line);
	}
	unlink("f");
	unlink("g");
	return 0;
}
