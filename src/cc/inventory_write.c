/* SPDX-License-Identifier: MIT */
/* inventory_write.c - fills in the inventory after the link, in place
 *
 * The output file is read as a whole, then one write puts the inventory where
 * the runtime reserved room; nothing else of the file changes.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cc/aggregate.h"
#include "cc/locals.h"
#include "cc/foreign.h"
#include "cc/holes.h"
#include "cc/imports.h"
#include "cc/place.h"
#include "cc/request.h"
#include "cc/resources.h"

static int store(const char *exe, const struct inventory *i, uint64_t offset,
	struct err *err)
{
	int fd = open(exe, O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return fail(err, ERR_IO, "cannot open '%s': %s" SC(606), exe,
			strerror(errno));
	if (pwrite(fd, i, sizeof *i, (off_t)offset) != (ssize_t)sizeof *i) {
		close(fd);
		return fail(err, ERR_IO, "cannot write to '%s': %s" SC(606),
			exe, strerror(errno));
	}
	if (close(fd) != 0)
		return fail(err, ERR_IO, "cannot write to '%s': %s" SC(606),
			exe, strerror(errno));
	return OK;
}

int inventory_write(const char *exe, const struct request *r,
	const struct resources *from, struct err *err)
{
	struct draft d = {calloc(1, sizeof *d.of)};
	struct inventory *i = d.of;
	struct units units;
	struct image m, runtime;
	const unsigned char *bytes;
	uint64_t offset;
	GElf_Shdr sh;
	size_t length;
	int rc;

	if (!i)
		abort();
	rc = image_open(&runtime, from->runtime, false, err);
	if (rc != OK)
		goto out;
	rc = image_open(&m, exe, true, err);
	if (rc != OK)
		goto close_runtime;
	bytes = image_bytes(image_section(&m, INVENTORY_SECTION, &sh), &length);
	if (!bytes || length < sizeof *i)
		goto close; /* a linker script of the project dropped it */
	offset = sh.sh_offset;
	memcpy(i, bytes, offsetof(struct inventory, state));
	i->state = INVENTORY_COMPLETE;
	if (r->keep_o)
		i->flags |= INVENTORY_KEEP_O;
	units_read(&units, &m);
	units_describe(&units, &d);
	place_runtime(&d, &m, &runtime);
	imports_list(&d, &m, &runtime, &r->library);
	aggregate_list(&d, &units);
	locals_list(&d, &units);
	holes_list(&d, &m);
	holes_without_plugin(&d, &units);
	foreign_list(&d, &m, &units, &r->kept);
	units_free(&units);
	rc = store(exe, i, offset, err);
close:
	image_close(&m);
close_runtime:
	image_close(&runtime);
out:
	free(i);
	return rc;
}
