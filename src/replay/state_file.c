/* SPDX-License-Identifier: MIT */
/* state_file.c - writing an unfinished search */
#include "replay/state_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "build_id.h"
#include "replay/new_file.h"
#include "replay/writer.h"

static void put_list(struct writer *w, const char *key, char *const *list)
{
	for (; list && *list; list++)
		put_text(w, key, *list);
}

static void put_piece(void *w, const void *bytes, size_t n)
{
	put_bytes(w, bytes, n);
}

static void put_all(struct writer *w, const struct state *s)
{
	put(w, "scarp-state %d\n", STATE_VERSION);
	put(w, "# an unfinished search; 'scarp resume <this file>' goes on\n");
	put_text(w, "made-by", SCARP_BUILD);
	put_text(w, "program", s->program);
	put_text(w, "build-id", s->build_id);
	put_text(w, "directory", s->directory);
	put_list(w, "argument", s->argument);
	put_list(w, "option", s->option);
	if (s->origin)
		put_list(w, "origin", s->origin);
	if (s->stdin_id)
		put_text(w, "stdin", s->stdin_id);
	if (s->expected_id)
		put_text(w, "expected", s->expected_id);
	if (s->leak)
		put_text(w, "leak", s->leak);
	put_list(w, "library", s->library);
	put_list(w, "variable", s->variable);
	put(w, "milliseconds %" PRIu64 "\n", s->milliseconds);
	put(w, "executions %" PRIu64 "\n", s->executions);
	for (unsigned i = 0; i < s->accounts; i++) {
		put(w, "account %" PRIu64 "\n",
			account_bytes(s->account[i].from));
		account_write(s->account[i].from, put_piece, w);
		put(w, "\n");
	}
}

int state_save(const struct state *s, const char *path, struct err *err)
{
	struct new_file n;
	struct writer w;

	if (file_begin(&n, path, err))
		return err->code;
	w = writer_to(n.f);
	put_all(&w, s);
	writer_end(&w);
	return file_end(&n, FILE_DURABLE, err);
}

char *state_file_id(const char *path, struct err *err)
{
	uint64_t sum = CHECKSUM_START;
	FILE *f = fopen(path, "re");
	char block[65536], *id = NULL;
	bool bad;
	size_t n;

	if (!f) {
		fail(err, ERR_IO, "cannot open '%s': %s" SC(431), path,
			strerror(errno));
		return NULL;
	}
	while ((n = fread(block, 1, sizeof block, f)) > 0)
		sum = checksum(sum, block, n);
	bad = ferror(f);
	fclose(f);
	if (bad || asprintf(&id, "%016" PRIx64 " %s", sum, path) < 0) {
		fail(err, ERR_IO, "cannot read '%s'" SC(431), path);
		return NULL;
	}
	return id;
}

static void free_list(char **list)
{
	for (char **at = list; at && *at; at++)
		free(*at);
	free(list);
}

void state_fini(struct state *s)
{
	free(s->program);
	free(s->build_id);
	free(s->directory);
	free(s->stdin_id);
	free(s->expected_id);
	free(s->leak);
	free_list(s->argument);
	free_list(s->option);
	free_list(s->origin);
	free_list(s->library);
	free_list(s->variable);
	free(s->all);
	*s = (struct state){.accounts = 0};
}
