/* SPDX-License-Identifier: MIT */
/* too_many: an execution with more operations than are kept, or of more
 * objects, is not judged, and goes on.
 *
 * check: --exhaustive
 * verdict: partial
 * holes: operations_unjudged
 * executions: 2
 * says: an execution with too many operations
 */
#include <scarp/linearize.h>
#include <scarp/scarp.h>

int main(void)
{
	static int object[65];

	if (scarp_choose(2)) {
		for (int i = 0; i < 65; i++)
			scarp_specification(&object[i], "stack");
	} else {
		scarp_specification(&object[0], "stack");
		for (int i = 0; i < 257; i++)
			SCARP_OPERATION(&object[0], "push", (void)0,
				(SCARP_NUMBER(1)), SCARP_NOTHING);
	}
	/* Nobody pushed that. */
	SCARP_OPERATION(&object[0], "pop", (void)0, (), SCARP_NUMBER(2));
	return 0;
}
