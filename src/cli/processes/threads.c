/* SPDX-License-Identifier: MIT */
#include "cli/processes/threads.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/processes/crew.h"

int threads_open(struct thread_table *n, struct err *err)
{
	*n = (struct thread_table){.fd = process_memory(sizeof *n->table, err)};
	if (n->fd < 0)
		return err->code;
	n->table = mmap(NULL, sizeof *n->table, PROT_READ | PROT_WRITE,
		MAP_SHARED, n->fd, 0);
	if (n->table != MAP_FAILED)
		return OK;
	n->table = NULL;
	threads_close(n);
	return fail(err, ERR_IO, "cannot map a memory file: %s" SC(511),
		strerror(errno));
}

void threads_close(struct thread_table *n)
{
	if (n->table)
		munmap(n->table, sizeof *n->table);
	if (n->fd >= 0)
		close(n->fd);
	*n = (struct thread_table){.fd = -1};
}

int threads_fill(
	struct channel_names *table, const struct crew *crew, struct err *err)
{
	for (unsigned i = 0; i < crew->size; i++) {
		const struct channel *c = crew->process[i].channel;

		for (uint32_t t = 0; t < c->thread_names; t++) {
			uint64_t row = names_pack(c->thread_name[t]);

			if (table->row[t] && table->row[t] != row)
				return fail(err, ERR_FORMAT,
					"the parts of the search number their "
					"threads in different ways" SC(508));
			table->row[t] = row;
		}
	}
	return OK;
}
