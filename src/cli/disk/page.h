/* SPDX-License-Identifier: MIT */
/* page.h - the page of a bug as a file (report/html/html.h) */
#ifndef CLI_PAGE_H
#define CLI_PAGE_H

#include "replay/new_file.h"
#include "report/result.h"

/* Writes that of r->found[i], whose html_path is `path` then; nothing where
 * there is no execution to be shown. */
int page_save(struct result *r, unsigned i, const char *path, enum file_how how,
	struct err *err);

#endif
