/* SPDX-License-Identifier: MIT */
/* leaks: who gives up halfway keeps what it has
 *
 * make() allocates twice; where the second call fails, the first block is lost.
 * HOW 1 frees it.  With both blocks, with none, with one that is freed: of two
 * calls 3 executions.
 *
 * check: --exhaustive --leak-check --fail malloc
 * flags: -DHOW=1
 * verdict: verified
 * executions: 3
 * states: 2 0
 *
 * check: --exhaustive --leak-check
 * flags: -DHOW=0
 * verdict: verified
 * executions: 1
 *
 * check: --exhaustive --leak-check --fail malloc
 * flags: -DHOW=0
 * verdict: bug leak
 * replays: 1
 * says: call strdup: fails, ENOMEM
 */
#include "test.h"

struct note {
	char *text;
};

static struct note *make(void)
{
	struct note *n = malloc(sizeof *n);

	if (!n)
		return NULL;
	n->text = strdup("a note");
	if (n->text)
		return n;
#if HOW == 1
	free(n);
#endif
	return NULL;
}

int main(void)
{
	struct note *n = make();

	printf("%d\n", n ? 2 : 0);
	if (n) {
		free(n->text);
		free(n);
	}
	return 0;
}
