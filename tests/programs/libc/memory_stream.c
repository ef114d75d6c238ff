/* SPDX-License-Identifier: MIT */
/* memory_stream: three threads print to one stream on memory, in each order;
 * and somebody reads the text that a stream gave, while another one goes on
 *
 * 3! orders.  What each prints makes the text grow, and move, with the last.
 *
 * mode `race`: fputs and fflush are two operations, and the plain read of the
 * text races with what the second one stores behind it.
 *
 * check: --exhaustive
 * verdict: verified
 * states: abc acb bac bca cab cba
 * last_round: 6
 * races: none
 *
 * check: --exhaustive
 * args: buffer
 * verdict: verified
 * states: abc acb bac bca cab cba
 * last_round: 6
 * races: none
 *
 * check: --exhaustive
 * args: race
 * verdict: partial
 * holes: may_tear
 * states: 0 a
 * pair: read TEXT, write FLUSH, both, benign here
 * pair: read BYTE, write PUT, both, benign here
 * native: prints anything
 */
#include "test.h"

enum {
	PART = 4000
};

static FILE *stream;
static char *text, room[3 * PART + 10];
static size_t length;

static void *print(void *letter)
{
	static const char dots[] = ".........................................";
	char part[PART + 1];
	size_t n = 1;

	part[0] = *(char *)letter;
	for (; n + sizeof dots < PART; n += sizeof dots - 1)
		strcpy(part + n, dots);
	fputs(part, stream);
	return NULL;
}

static void all_print(void)
{
	pthread_t t[3];

	for (int i = 0; i < 3; i++)
		t[i] = start(print, (void *)&"abc"[i]);
	for (int i = 0; i < 3; i++)
		finish(t[i]);
	fclose(stream);
}

static void say(const char *what)
{
	for (; *what; what++)
		if (*what != '.')
			putchar(*what);
	putchar('\n');
}

static void *go_on(void *unused)
{
	fputc('a', stream); /* PUT */
	fflush(stream);	    /* FLUSH */
	return unused;
}

static void race(void)
{
	pthread_t t;
	char *at;

	fflush(stream);
	t = start(go_on, NULL);
	at = text;	       /* TEXT */
	puts(*at ? "a" : "0"); /* BYTE */
	finish(t);
	fclose(stream);
}

int main(int argc, char **argv)
{
	char how = argc > 1 ? argv[1][0] : 'g';

	stream = how == 'b' ? fmemopen(room, sizeof room, "w")
			    : open_memstream(&text, &length);
	assert(stream);
	if (how == 'r') {
		race();
	} else {
		all_print();
		say(how == 'b' ? room : text);
	}
	free(text);
	return 0;
}
