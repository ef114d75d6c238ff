/* SPDX-License-Identifier: MIT */
/* reads_file: a loop that reads a file gets on, even if it always reads the
 * same, and so does one by a function that keeps to itself where it is
 *
 * check: --exhaustive
 * flags: -DFILE_OF_ITS_OWN
 * verdict: verified
 * states: b
 *
 * check: --exhaustive
 * flags: -DOPTIONS
 * verdict: verified
 * modes: fork
 * states: b
 */
#include "test.h"
#include <unistd.h>

static atomic_int never;

int main(void)
{
	int c;
#ifdef OPTIONS
	char word[][4] = {"x", "-a", "-a", "-a", "-b"};
	char *words[] = {word[0], word[1], word[2], word[3], word[4], NULL};

	while ((c = getopt(5, words, "ab")) == 'a' && !atomic_load(&never))
		;
#else
	FILE *f = tmpfile();

	fputs("aaaaaaaab", f);
	rewind(f);
	while ((c = getc(f)) == 'a' && !atomic_load(&never))
		;
	fclose(f);
#endif
	puts(c == 'b' ? "b" : "other");
	return 0;
}
