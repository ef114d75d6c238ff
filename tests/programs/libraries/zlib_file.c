/* SPDX-License-Identifier: MIT */
/* zlib_file: three threads write a line each to one file of zlib's, under a
 * lock; what is read back says in which order
 *
 * 3! orders.  The file is one of memory, and goes back with what the library
 * keeps of it.
 *
 * needs: /usr/include/zlib.h
 *
 * check: --exhaustive
 * flags: -lz
 * verdict: verified
 * default: checkpoint
 * states: abc acb bac bca cab cba
 * races: none
 * native: sc
 *
 * Without the lock they race in what the library keeps of the file.
 *
 * check: --exhaustive
 * args: unlocked
 * flags: -lz
 * verdict: partial
 * holes: may_tear
 * default: checkpoint
 * states: abc acb bac bca cab cba
 * races: some
 * native: exits -6 -11 prints anything
 *
 * One removes the file while another opens it.
 *
 * check: --exhaustive
 * args: removed
 * flags: -lz
 * verdict: verified
 * default: checkpoint
 * states: open=0 open=1
 * races: none
 * native: prints anything
 */
#include "test.h"

#include <zlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static gzFile out;
static bool locked;
static char name[80];

static void *put(void *letter)
{
	char line[3] = {*(char *)letter, '\n'};

	if (locked)
		pthread_mutex_lock(&lock);
	assert(gzputs(out, line) == 2);
	if (locked)
		pthread_mutex_unlock(&lock);
	return NULL;
}

static void write_all(void)
{
	pthread_t t[3];

	out = gzopen(name, "wb");
	assert(out && gzbuffer(out, 512) == 0);
	for (int i = 0; i < 3; i++)
		t[i] = start(put, (void *)&"abc"[i]);
	for (int i = 0; i < 3; i++)
		finish(t[i]);
	assert(gzclose(out) == Z_OK);
}

static void read_all(char *to)
{
	gzFile in = gzopen(name, "rb");
	char line[8];

	assert(in);
	while (gzgets(in, line, sizeof line))
		*to++ = *line;
	*to = 0;
	assert(gzeof(in) && gzrewind(in) == 0 && gzgetc(in) == *(to - 3));
	assert(gzclose(in) == Z_OK);
}

static void *take_away(void *unused)
{
	assert(unlink(name) == 0);
	return unused;
}

static void removed(void)
{
	gzFile f = gzopen(name, "wb");
	pthread_t t;

	assert(f && gzclose(f) == Z_OK);
	t = start(take_away, NULL);
	f = gzopen(name, "rb");
	finish(t);
	printf("open=%d\n", f != NULL);
	if (f)
		gzclose(f);
}

int main(int argc, char **argv)
{
	char order[8];

	snprintf(name, sizeof name, "scarp_zlib_file.%ld.gz", (long)getpid());
	if (argc > 1 && strcmp(argv[1], "removed") == 0) {
		removed();
		return 0;
	}
	locked = argc == 1;
	write_all();
	read_all(order);
	printf("%s\n", order);
	assert(unlink(name) == 0);
	return 0;
}
