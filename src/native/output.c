/* SPDX-License-Identifier: MIT */
#include "native/libc/calendar.h"
#include "native/libc/locales.h"
#include "native/libc/options.h"
#include "native/footprint.h"
#include "native/output.h"
#include "channel/arrived.h"
#include "native/heap/heap.h"
#include "native/heap/kept.h"
#include "native/libc/stream.h"
#include "native/processor.h"
#include "native/raw.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The newest piece, if the running thread may still change it: a checkpoint
 * keeps those of earlier steps.  NULL: none. */
static struct output_chunk *last_piece(int fd, enum output_way way)
{
	struct world *w = &rt.world;
	struct output_chunk *last = &rt.channel->chunk[w->chunks - 1];

	return w->chunks && last->thread == rt.self->id && last->fd == fd &&
			       last->step == w->step && last->way == way
		       ? last
		       : 0;
}

/* There is room. */
static void add_piece(int fd, enum output_way way, size_t n, size_t buffer)
{
	struct world *w = &rt.world;

	rt.channel->chunk[w->chunks++] =
		(struct output_chunk){.offset = w->output,
			.length = (uint32_t)n,
			.step = w->step,
			.buffer = (uint32_t)buffer,
			.thread = rt.self->id,
			.fd = (uint8_t)fd,
			.way = (uint8_t)way};
	rt.channel->chunks = w->chunks;
}

static size_t buffer_size(void)
{
	return rt.world.buffer ? rt.world.buffer : OUTPUT_BUFFER;
}

size_t output_fits(const char *text, size_t n)
{
	size_t room = buffer_size() - rt.world.unflushed;

	if (rt.world.buffer_used == OUTPUT_NONE)
		return n ? 0 : SIZE_MAX;
	if (n > room)
		return room;
	return rt.world.buffer_used == OUTPUT_LINE && memchr(text, '\n', n)
		       ? n
		       : SIZE_MAX;
}

/* What waits behind that. */
static size_t waiting(const char *text, size_t n)
{
	size_t fits = output_fits(text, n);
	const char *end = rt.world.buffer_used == OUTPUT_LINE
				  ? REAL(memrchr)(text, '\n', n)
				  : 0;

	if (fits == SIZE_MAX)
		return rt.world.unflushed + n;
	if (rt.world.buffer_used == OUTPUT_NONE)
		return 0;
	return (end ? n - (size_t)(end + 1 - text) : n - fits) % buffer_size();
}

void output_write(int fd, enum output_way way, const char *text, size_t n)
{
	struct channel *c = rt.channel;
	struct world *w = &rt.world;
	struct output_chunk *last = last_piece(fd, way);

	if (n > OUTPUT_MAX - w->output || w->chunks >= CHUNKS_MAX) {
		caveat(CAVEAT_output_dropped, "%zu bytes", n);
		w->dropped |= fd == 1 ? DROPPED_ROOM : 0;
		return;
	}
	shared_write(&rt.world.output);
	memcpy(c->output + w->output, text, n);
	if (last)
		last->length += (uint32_t)n;
	else
		add_piece(fd, way, n, 0);
	w->output += (uint32_t)n;
	c->output_length = w->output;
	if (way == OUTPUT_BUFFERED)
		w->unflushed = (uint32_t)waiting(text, n);
}

bool output_flush(void)
{
	struct output_chunk *last = last_piece(1, OUTPUT_BUFFERED);

	if (!rt.world.unflushed) {
		shared_read(&rt.world.output);
		return false;
	}
	shared_write(&rt.world.output);
	rt.world.unflushed = 0;
	if (last)
		last->way = OUTPUT_FLUSHED;
	else if (rt.world.chunks < CHUNKS_MAX)
		add_piece(1, OUTPUT_FLUSHED, 0, 0);
	return true;
}

void output_buffer(enum output_way way, size_t n)
{
	shared_write(&rt.world.output);
	if (n)
		rt.world.unflushed = 0;
	rt.world.buffer_used = (uint8_t)way;
	if (n && n < SMALL_BUFFER && way != OUTPUT_NONE)
		rt.world.dropped |= DROPPED_SMALL;
	if (n)
		rt.world.buffer = n < OUTPUT_MAX ? (uint32_t)n : OUTPUT_MAX;
	if (rt.world.chunks < CHUNKS_MAX)
		add_piece(1, way, 0, n < OUTPUT_MAX ? n : OUTPUT_MAX);
}

void output_cleanup(void)
{
	/* Others may go on printing.  (Whether they have ended by now is not
	 * asked: that does not depend on this exit.) */
	if (rt.world.unflushed || rt.world.seen > 1)
		output_buffer(OUTPUT_NONE, 1);
	rt.world.cleaned = 1;
}

/* --- input
 * ---------------------------------------------------------------------- */

struct input input;

void input_wanted(void)
{
	if (rt.channel->config.stdin_missed)
		caveat(CAVEAT_no_input, "--stdin FILE gives it one");
}

static void input_read(int fd)
{
	size_t n = 0, room = 1 << 16;
	struct stat st;
	char *text;
	ssize_t got;

	if (fd < 0)
		return;
	if (REAL(fstat)(fd, &st) == 0 && (size_t)st.st_size >= room)
		room = (size_t)st.st_size + 1;
	text = mmap(0, room, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (text == MAP_FAILED)
		run_error(
			ERR_IO, 0, "no memory for the standard input" SC(437));
	/* By place: the descriptor is shared with other processes. */
	while (n < room &&
		(got = raw_syscall6(SYS_pread64, fd, (long)(text + n),
			 (long)(room - n), (long)n, 0, 0)) > 0)
		n += (size_t)got;
	input = (struct input){text, n};
}

/* --- SCARP_OUTCOMES ----------------------------------------------------------
 */

enum {
	OUTCOMES = 1 << 16
};
static int outcomes_fd = -1;
static uint64_t *outcomes; /* [OUTCOMES], shared with forked children */

void outcomes_init(void)
{
	const char *path = getenv("SCARP_OUTCOMES");
	int low;

	streams_init();
	calendar_init();
	options_init();
	locales_init();
	processor_init();
	cxx_streams_init();
	cxx_resources_init();
	input_read(rt.channel->config.stdin_fd);
	if (!path)
		return;
	low = (int)raw_syscall6(SYS_openat, AT_FDCWD, (long)path,
		O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666, 0, 0);
	/* Numbers of descriptors are part of what a test can see. */
	outcomes_fd = (int)raw_syscall6(
		SYS_fcntl, low, F_DUPFD_CLOEXEC, OUTCOMES_FD, 0, 0, 0);
	close(low);
	outcomes = mmap(0, OUTCOMES * sizeof *outcomes, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (outcomes == MAP_FAILED)
		outcomes_fd = -1;
}

void outcomes_note(void)
{
	static char line[2 * OUTPUT_MAX + 1], text[OUTPUT_MAX];
	uint64_t hash = 0xcbf29ce484222325u;
	size_t n = 0, arrived;
	uint32_t i;

	if (outcomes_fd < 0)
		return;
	arrived = channel_arrived(
		rt.channel, rt.world.chunks, rt.world.cleaned, text);
	for (size_t j = 0; j < arrived; j++) {
		char ch = text[j];

		if (ch == '\n') {
			line[n++] = '\\';
			ch = 'n';
		}
		line[n++] = ch;
		hash = (hash ^ (uint8_t)ch) * 0x100000001b3u;
	}
	for (i = (uint32_t)hash % OUTCOMES; outcomes[i]; i = (i + 1) % OUTCOMES)
		if (outcomes[i] == hash)
			return;
	outcomes[i] = hash;
	line[n++] = '\n';
	(void)!write(outcomes_fd, line, n);
}

void outcomes_share_no_more(void)
{
	if (outcomes_fd >= 0)
		madvise(outcomes, OUTCOMES * sizeof *outcomes, MADV_DONTFORK);
}

void leak_check(uint64_t pc)
{
	size_t bytes, n;
	uint64_t first;

	if (!rt.channel->config.leak_check)
		return;
	if (heap_of_libraries())
		kept_find();
	n = heap_leaks(&bytes, &first);
	if (n)
		bug(BUG_leak, pc, first,
			"%zu block%s of %zu bytes in all not freed at exit", n,
			n == 1 ? "" : "s", bytes);
}
