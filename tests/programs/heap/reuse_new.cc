/* SPDX-License-Identifier: MIT */
/* reuse_new: `new` of the test is a choice, what libraries allocate is none
 *
 * check: --exhaustive --reduce none --heap=reuse
 * flags: -DUSE=new(char[8])
 * verdict: verified
 * executions: 2
 * states: new same
 *
 * check: --exhaustive --reduce none --heap=reuse
 * flags: -DUSE=strdup(seven)
 * verdict: verified
 * executions: 1
 * states: new
 * native: prints same
 */
#include "test.h"

static const char seven[] = "1234567";

int main()
{
	char *p = new char[8], *q;
	uintptr_t was = (uintptr_t)p;

	delete[] p;
	q = USE;
	assert(q && sizeof seven == 8);
	puts((uintptr_t)q == was ? "same" : "new");
	return 0;
}
