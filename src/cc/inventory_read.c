/* SPDX-License-Identifier: MIT */
/* inventory_read.c - the inventory of an executable, checked */
#include <string.h>

#include "build_id.h"
#include "cc/image.h"
#include "channel/inventory.h"

static bool none_allowed;

void inventory_allow_none(void)
{
	none_allowed = true;
}

static int not_built(const char *exe, struct err *err)
{
	return fail(err, ERR_USAGE,
		"'%s' was not built with scarp: compile and link it with "
		"'scarp cc' or 'scarp c++', or have it checked as it is, at "
		"locks and other library calls alone, by --binary" SC(451),
		exe);
}

static bool is_text(const struct inventory *i, uint32_t offset)
{
	return offset < sizeof i->text;
}

static bool sound(const struct inventory *i)
{
	bool good = i->bytes == sizeof *i && i->text[sizeof i->text - 1] == 0 &&
		    memchr(i->compiler, 0, sizeof i->compiler) &&
		    memchr(i->level, 0, sizeof i->level) &&
		    (i->state == INVENTORY_NOT_PATCHED ||
			    i->state == INVENTORY_COMPLETE) &&
		    i->unknowns <= INVENTORY_UNKNOWN_MAX &&
		    i->modules <= INVENTORY_MODULES_MAX &&
		    i->runtimes <= INVENTORY_RANGES_MAX &&
		    is_text(i, i->aggregate_name) &&
		    is_text(i, i->aggregate_file) &&
		    is_text(i, i->local_name) && is_text(i, i->local_file) &&
		    is_text(i, i->hole);

	for (uint32_t n = 0; good && n < i->unknowns; n++)
		good = is_text(i, i->unknown[n].name) &&
		       is_text(i, i->unknown[n].module);
	for (uint32_t n = 0; good && n < i->modules; n++)
		good = is_text(i, i->module[n].name);
	return good;
}

static int check(const struct inventory *i, const char *exe, struct err *err)
{
	if (memcmp(i->magic, INVENTORY_MAGIC, sizeof i->magic) != 0)
		return not_built(exe, err);
	if (i->version != INVENTORY_VERSION ||
		strncmp(i->build, SCARP_BUILD, sizeof i->build) != 0)
		return fail(err, ERR_VERSION,
			"'%s' was built by '%.*s', this is '%s': build it "
			"again" SC(453),
			exe, (int)strnlen(i->build, sizeof i->build), i->build,
			SCARP_BUILD);
	if (!sound(i))
		return fail(err, ERR_FORMAT,
			"the inventory of '%s' is damaged: link it again" SC(
				453),
			exe);
	return OK;
}

int inventory_read(struct inventory *out, const char *exe, struct err *err)
{
	const unsigned char *bytes;
	struct image m;
	GElf_Ehdr eh;
	GElf_Shdr sh;
	size_t length;
	int rc;

	rc = image_open(&m, exe, false, err);
	if (rc == ERR_FORMAT)
		fail(err, ERR_FORMAT,
			"'%s' is not an ELF executable: give "
			"the program itself that scarp cc built, not a "
			"script that starts it" SC(452),
			exe);
	if (rc != OK)
		return rc;
	if (!gelf_getehdr(m.elf, &eh) ||
		(eh.e_type != ET_EXEC && eh.e_type != ET_DYN)) {
		rc = fail(err, ERR_FORMAT,
			"'%s' is not an ELF executable: link it first" SC(452),
			exe);
		goto out;
	}
	bytes = image_bytes(image_section(&m, INVENTORY_SECTION, &sh), &length);
	if (!bytes && none_allowed) {
		*out = (struct inventory){.magic = INVENTORY_MAGIC,
			.version = INVENTORY_VERSION,
			.bytes = sizeof *out,
			.build = SCARP_BUILD,
			.state = INVENTORY_NOT_PATCHED};
		goto out;
	}
	if (!bytes || length < sizeof *out) {
		rc = not_built(exe, err);
		goto out;
	}
	rc = check((const struct inventory *)bytes, exe, err);
	if (rc == OK)
		memcpy(out, bytes, sizeof *out);
out:
	image_close(&m);
	return rc;
}
