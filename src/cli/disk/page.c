/* SPDX-License-Identifier: MIT */
#include "cli/disk/page.h"

#include "report/html/html.h"

int page_save(struct result *r, unsigned i, const char *path, enum file_how how,
	struct err *err)
{
	struct found *f = &r->found[i];
	char command[600];
	struct new_file n;
	struct err ended;
	int code;

	if (!html_possible(f))
		return OK;
	snprintf(command, sizeof command, "scarp replay %s", f->schedule_path);
	if (file_begin(&n, path, err))
		return err->code;
	code = html_bug(r, f, command, n.f, err);
	if (file_end(&n, how, code ? &ended : err) || code)
		return err->code;
	snprintf(f->html_path, sizeof f->html_path, "%s", path);
	return OK;
}
