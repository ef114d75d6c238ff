/* SPDX-License-Identifier: MIT */
/* resources.c - where scarp's own files are: relative to /proc/self/exe
 *
 * No path is compiled in: an installed tree may be moved as a whole, and the
 * executable alone unpacks what it needs.
 */
#include "cc/resources.h"
#include "cc/embedded.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int present(const char *path, struct err *err)
{
	if (access(path, R_OK) == 0)
		return OK;
	return fail(err, ERR_IO,
		"cannot read '%s': %s; reinstall scarp, or build the target "
		"'all'" SC(603),
		path, strerror(errno));
}

/* What bin is in. */
static int prefix(char *dir, size_t size, struct err *err)
{
	ssize_t n = readlink("/proc/self/exe", dir, size - 1);

	if (n < 0)
		return fail(err, ERR_IO,
			"cannot read '/proc/self/exe': %s" SC(603),
			strerror(errno));
	dir[n] = 0;
	for (int up = 0; up < 2; up++) {
		char *slash = strrchr(dir, '/');

		if (slash)
			*slash = 0;
	}
	return OK;
}

/* What lib/scarp is in; where there is none `probe` is not there either. */
static int root(char *dir, size_t size, const char *probe, struct err *err)
{
	char path[RESOURCE_PATH_MAX];

	if (prefix(dir, size, err))
		return err->code;
	snprintf(path, sizeof path, "%.4000s/%s", dir, probe);
	return access(path, F_OK) == 0 ? OK : embedded_unpack(dir, size, err);
}

/* One file of them alone. */
static int one(const char *name, char *out, size_t size, struct err *err)
{
	char dir[4096];

	if (root(dir, sizeof dir, name, err))
		return err->code;
	snprintf(out, size, "%s/%s", dir, name);
	return present(out, err);
}

void resources_document(const char *name, char *out, size_t size)
{
	char dir[4096];
	struct err err;

	if (prefix(dir, sizeof dir, &err) == OK) {
		snprintf(out, size, "%s/share/doc/scarp/%s", dir, name);
		if (access(out, R_OK) == 0)
			return;
	}
	snprintf(out, size, "%s", name);
}

int resources_library(char *out, size_t size, struct err *err)
{
	return one("lib/scarp/libscarp-rt.so", out, size, err);
}

int resources_gdb(char *out, size_t size, struct err *err)
{
	return one("lib/scarp/scarp-gdb.py", out, size, err);
}

int resources_find(struct resources *out, struct err *err)
{
	char dir[4096];
	int rc;

	if (root(dir, sizeof dir, "lib/scarp/scarp-rt.o", err))
		return err->code;
#define AT(field, name) snprintf(out->field, sizeof out->field, "%s/" name, dir)
	AT(runtime, "lib/scarp/scarp-rt.o");
	AT(symbols, "lib/scarp/scarp-rt.symbols");
	AT(stub, "lib/scarp/libscarp-stub.so");
	AT(specs, "lib/scarp/gcc.specs");
	AT(features, "lib/scarp/clang-features.h");
	AT(include, "include");
	AT(plugins, "lib/scarp/plugin");
#undef AT
	if ((rc = present(out->runtime, err)) != OK ||
		(rc = present(out->symbols, err)) != OK ||
		(rc = present(out->stub, err)) != OK ||
		(rc = present(out->features, err)) != OK)
		return rc;
	return present(out->specs, err);
}
