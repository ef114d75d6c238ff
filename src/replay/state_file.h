/* SPDX-License-Identifier: MIT */
/* state_file.h - an unfinished search on disk (docs/formats/state.md)
 *
 * Lines of text that say whose search it is, then the accounts of its processes
 * (channel/account.h) as bytes, then a checksum over all.
 *
 * Trust    state_load judges the frame and the lines; account_read judges an
 *          account, and the test process the search that is in it.
 * Memory   state_load allocates, state_fini frees; state_save copies nothing.
 */
#ifndef REPLAY_STATE_FILE_H
#define REPLAY_STATE_FILE_H

#include "channel/account.h"

enum {
	STATE_VERSION = 2,
	STATE_WORDS_MAX = 65536, /* of each list */
	STATE_ACCOUNTS_MAX = 1024
};

struct state_account {
	const struct channel *from; /* to save it */
	const void *bytes;	    /* as it was loaded */
	uint64_t length;
};

/* Lists end with NULL. */
struct state {
	char *program;	   /* absolute path */
	char *build_id;	   /* of the program */
	char *directory;   /* working directory */
	char *stdin_id;	   /* "CHECKSUM PATH"; NULL: empty input */
	char *expected_id; /* the same of --expect-output; NULL: none */
	char *leak;	   /* "CAVEAT DETAIL": why it went over to fork mode */
	char **argument;
	char **option;	 /* of scarp check, those that last */
	char **origin;	 /* of the first options, which nobody typed; NULL */
	char **library;	 /* "ID PATH" of what the program was run with */
	char **variable; /* "CHECKSUM NAME" of its environment */
	uint64_t milliseconds;
	uint64_t executions;
	struct state_account account[STATE_ACCOUNTS_MAX];
	unsigned accounts;
	char *all; /* what was read */
};

int state_save(const struct state *s, const char *path, struct err *err);
/* ERR_IO, ERR_FORMAT or ERR_VERSION, which name `path`. */
int state_load(struct state *s, const char *path, struct err *err);
void state_fini(struct state *s);

/* "CHECKSUM PATH" of what the file holds; NULL with err.  free() it. */
char *state_file_id(const char *path, struct err *err);

#endif
