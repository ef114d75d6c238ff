/* SPDX-License-Identifier: MIT */
/* never: a key that nobody made cannot be deleted
 *
 * check: --exhaustive
 * verdict: verified
 * states: 22,22,22
 * native: sc
 */
#include "test.h"

int main(void)
{
	printf("%d,", pthread_key_delete(1000));
	printf("%d,", pthread_key_delete(4000));
	printf("%d\n", pthread_key_delete((pthread_key_t)-1));
	return 0;
}
