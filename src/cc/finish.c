/* SPDX-License-Identifier: MIT */
/* finish.c - what is done to a linked file
 *
 * The file is changed in place: no section moves, so no tool is needed.
 */
#include "cc/finish.h"

#include <sys/stat.h>

#include "channel/inventory.h"
#include "cc/unstub.h"

int finish(
	const struct request *r, const struct resources *from, struct err *err)
{
	struct stat st;

	if (stat(r->output, &st) != 0 || !S_ISREG(st.st_mode))
		return OK;
	if (r->product == MAKES_SHARED)
		return unstub(r->output, err);
	return inventory_write(r->output, r, from, err);
}
