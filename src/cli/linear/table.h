/* SPDX-License-Identifier: MIT */
/* table.h - the operations that a test has for clients (scarp/clients.h)
 *
 * The test is run once for that, with an argument that asks for them, without a
 * search.
 */
#ifndef CLI_LINEAR_TABLE_H
#define CLI_LINEAR_TABLE_H

#include "cli/linear/clients.h"

struct target;

/* ERR_USAGE: it has none, or a client cannot be made of them. */
int client_table_read(
	struct client_table *t, const struct target *target, struct err *err);

#endif
