/* SPDX-License-Identifier: MIT */
/* schedule_file.c - writing a schedule, and what identifies a binary */
#include "replay/new_file.h"
#include "build_id.h"
#include "channel/failure.h"
#include "replay/schedule_file.h"
#include "replay/writer.h"
#include "search/model.h"

#include <elfutils/libdwelf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int content_id(int fd, char *out, size_t size)
{
	uint64_t sum = CHECKSUM_START;
	char block[65536];
	ssize_t n;

	if (lseek(fd, 0, SEEK_SET) != 0)
		return -1;
	while ((n = read(fd, block, sizeof block)) > 0)
		sum = checksum(sum, block, (size_t)n);
	snprintf(out, size, "fnv-%016" PRIx64, sum);
	return n < 0 ? -1 : 0;
}

int build_id(const char *path, char *out, size_t size, struct err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	const void *bits;
	ssize_t n = 0;
	Elf *elf;

	if (fd < 0)
		return fail(err, ERR_USAGE, "cannot open '%s': %s" SC(431),
			path, strerror(errno));
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (elf)
		n = dwelf_elf_gnu_build_id(elf, &bits);
	out[0] = '\0';
	for (ssize_t i = 0; i < n && 2 * (size_t)i + 3 < size; i++)
		snprintf(out + 2 * i, size - 2 * (size_t)i, "%02x",
			((const unsigned char *)bits)[i]);
	elf_end(elf);
	if (n <= 0 && content_id(fd, out, size)) {
		close(fd);
		return fail(err, ERR_IO, "cannot read '%s': %s" SC(431), path,
			strerror(errno));
	}
	close(fd);
	return OK;
}

int schedule_same_binary(
	const struct schedule *s, const char *path, struct err *err)
{
	char id[72];

	if (build_id(s->program, id, sizeof id, err))
		return err->code;
	if (strcmp(id, s->build_id) == 0)
		return OK;
	return fail(err, ERR_USAGE,
		"'%s' was recorded with another build of '%s'; build that one "
		"again, or run 'scarp check' on the new one" SC(434),
		path, s->program);
}

static void put_points(struct writer *w, const struct schedule *s)
{
	const struct channel_config *config = &s->c->config;

	put(w, "classes");
	for (int i = CLASS_always; i < CLASS_COUNT; i++)
		if (config->points_classes & 1u << i)
			put(w, " %s", op_class_name[i]);
	put(w, "\nracing %" PRIu32 "\n", config->points_racing);
	put(w, "rules %s\n", profile_name[config->profile]);
	put(w, "exits %" PRIu32 "\n", s->bug->exits);
	put(w, "turns-erased %" PRIu32 "\n", s->bug->loop_turns);
	for (uint32_t i = 0; i < s->c->modules &&
			     (s->bug->points || config->filters.directives);
		i++)
		put_text(w, "module", s->c->module[i].path);
	for (uint32_t i = 0; i < s->bug->points; i++) {
		const struct point *p = &s->c->point[i];

		put(w, "point %" PRId64 " 0x%" PRIx64 " %s 0x%" PRIx64 "\n",
			p->module == UINT32_MAX ? -1 : (int64_t)p->module,
			p->offset, point_access_name[p->access], p->pc);
	}
}

static void put_filters(struct writer *w, const struct channel_filters *f)
{
	for (uint32_t i = 0; i < f->directives; i++)
		put_text(w, directive_name[f->directive[i].kind],
			f->directive[i].name);
	for (uint32_t i = 0; i < f->pieces; i++)
		put(w,
			"piece %" PRIu32 " 0x%" PRIx64 " 0x%" PRIx64
			" 0x%" PRIx64 "\n",
			f->piece[i].module, f->piece[i].start,
			f->piece[i].length, f->piece[i].hits);
}

/* Line by line, for people. */
static void put_expected_text(struct writer *w,
	const struct channel_expected *e, const struct expected_part *p)
{
	uint32_t end = p->at + p->bytes, from = p->at;

	for (uint32_t i = from; i < end; i++)
		if (e->text[i] == '\n' || i + 1 == end) {
			put_quoted(w, "expected", e->text + from, i + 1 - from);
			from = i + 1;
		}
}

static void put_expected(struct writer *w, const struct channel_expected *e)
{
	static const char *const word[EXPECTED_HOWS] = {
		[EXPECTED_SAME] = "same",
		[EXPECTED_ANY_ORDER] = "any-order",
		[EXPECTED_ABSENT] = "absent"};

	for (uint32_t i = 0; i < e->parts; i++) {
		const struct expected_part *p = &e->part[i];

		if (p->how >= EXPECTED_HOWS || !word[p->how])
			continue;
		if (i == EXPECTED_OUTPUT) {
			put(w, "output %s %s\n", word[p->how],
				e->given ? "given" : "first");
		} else {
			put_quoted(w, "output-file", p->path, strlen(p->path));
			put(w, "output-is %s\n", word[p->how]);
		}
		put_expected_text(w, e, p);
	}
}

static void put_threads(struct writer *w, const struct schedule *s)
{
	for (uint32_t i = 0; i < s->c->thread_names; i++) {
		const struct thread_name *n = &s->c->thread_name[i];

		if (n->kind != NAME_thread)
			put(w, "internal T%" PRIu32 " %s of T%u %" PRIu32 "\n",
				i, name_kind_word[n->kind],
				(unsigned)n->creator, n->nth);
		else if (n->creator == TID_NONE)
			put(w, "thread T%" PRIu32 " main\n", i);
		else
			put(w, "thread T%" PRIu32 " of T%u %" PRIu32 "\n", i,
				(unsigned)n->creator, n->nth);
	}
}

static void put_choices(struct writer *w, const struct schedule *s)
{
	put(w, "choices %" PRIu32 "\n", s->choices);
	for (uint32_t i = 0, n; i < s->choices; i += n) {
		const struct choice *c = &s->choice[i];

		for (n = 1; i + n < s->choices; n++)
			if (c[n].thread != c->thread ||
				c[n].alternative != c->alternative)
				break;
		put(w, "T%u", (unsigned)c->thread);
		if (c->alternative)
			put(w, "/%" PRIu32, c->alternative);
		if (n > 1)
			put(w, " x%" PRIu32, n);
		put(w, "\n");
	}
}

static void put_all(struct writer *w, const struct schedule *s)
{
	const struct channel_config *config = &s->c->config;

	put(w, "scarp-schedule %d\n", SCHEDULE_VERSION);
	put(w, "# one failing execution; 'scarp replay <this file>' repeats "
	       "it\n");
	put_text(w, "made-by", SCARP_BUILD);
	put_text(w, "program", s->program);
	put_text(w, "build-id", s->build_id);
	put_text(w, "directory", s->directory);
	for (char **a = s->argv; *a; a++)
		put_text(w, "argument", *a);
	for (unsigned i = 0; i < s->variables; i++)
		put_text(w, "variable", s->variable[i]);
	if (s->stdin_path)
		put_text(w, "stdin", s->stdin_path);
	put(w, "bug %s\n", bug_info[s->bug->kind].name);
	put_text(w, "message", s->bug->message);
	put_text(w, "file", s->bug->file);
	put(w, "line %" PRIu32 "\n", s->bug->line);
	put(w, "pc 0x%" PRIx64 "\n", s->bug->pc);
	put(w, "strategy %s\n", s->strategy);
	put(w, "execution %" PRIu64 "\n", s->execution);
	put(w, "seed %" PRIu64 "\n", config->search.seed);
	put(w, "mode %s\n", rewind_mode_name[config->mode]);
	put(w, "model %s\n", model_info[config->model].name);
	put(w, "heap %s\n", heap_use_name[s->bug->heap]);
	put(w, "expect-exit %" PRId32 "\n", config->expect_exit);
	put_expected(w, &config->expected);
	put(w, "leak-check %" PRIu32 "\n", config->leak_check);
	if (config->binary)
		put(w, "binary 1\n");
	if (config->unsafe_handlers)
		put(w, "unsafe-handlers %" PRIu32 "\n",
			config->unsafe_handlers);
	if (config->progress)
		put(w, "progress %" PRIu32 "\n", config->progress);
	if (config->spurious)
		put(w, "spurious %" PRIu32 "\n", config->spurious);
	if (config->failing) {
		put(w, "fail");
		for (unsigned i = 0; i < FAILURES; i++)
			if (config->failing >> i & 1)
				put(w, " %s", failure_info[i].name);
		put(w, "\nfailures %" PRIu32 "\n", config->failures);
	}
	put(w, "max-steps %" PRIu32 "\n", config->search.steps_max);
	put(w, "fuel %" PRIu32 "\n", config->fuel_max_log2);
	put_points(w, s);
	put_filters(w, &config->filters);
	put_threads(w, s);
	put_choices(w, s);
}

int schedule_save(const struct schedule *s, const char *path, struct err *err)
{
	struct new_file n;
	struct writer w;

	if (file_begin(&n, path, err))
		return err->code;
	w = writer_to(n.f);
	put_all(&w, s);
	writer_end(&w);
	return file_end(&n, FILE_NEW, err);
}

void schedule_fini(struct schedule *s)
{
	for (char **a = s->argv; a && *a; a++)
		free(*a);
	for (unsigned i = 0; i < s->variables; i++)
		free(s->variable[i]);
	free(s->argv);
	free(s->program);
	free(s->directory);
	free(s->stdin_path);
}
