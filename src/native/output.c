/* SPDX-License-Identifier: MIT */
#include "native/footprint.h"
#include "native/output.h"
#include "native/heap.h"
#include "native/libc/stream.h"
#include "native/raw.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

void output_write(int fd, const char *text, size_t n)
{
	struct channel *c = rt.channel;
	struct world *w = &rt.world;
	struct output_chunk *last = w->chunks ? &c->chunk[w->chunks - 1] : 0;

	if (n > OUTPUT_MAX - w->output || w->chunks >= CHUNKS_MAX) {
		caveat(CAVEAT_output_dropped, "%zu bytes", n);
		return;
	}
	shared_write(&rt.world.output);
	memcpy(c->output + w->output, text, n);
	if (last && last->thread == rt.self->id && last->fd == fd &&
		last->step == w->step) {
		last->length += (uint32_t)n;
	} else {
		c->chunk[w->chunks++] =
			(struct output_chunk){.offset = w->output,
				.length = (uint32_t)n,
				.step = w->step,
				.thread = rt.self->id,
				.fd = (uint8_t)fd};
	}
	w->output += (uint32_t)n;
	c->output_length = w->output;
	c->chunks = w->chunks;
}

/* --- input
 * ---------------------------------------------------------------------- */

struct input input;

static void input_read(int fd)
{
	size_t n = 0, room = 1 << 16;
	struct stat st;
	char *text;
	ssize_t got;

	if (fd < 0)
		return;
	if (fstat(fd, &st) == 0 && (size_t)st.st_size >= room)
		room = (size_t)st.st_size + 1;
	text = mmap(0, room, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (text == MAP_FAILED)
		run_error(ERR_IO, 0, "no memory for the standard input");
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
	cxx_streams_init();
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
	static char line[2 * OUTPUT_MAX + 1];
	struct channel *c = rt.channel;
	uint64_t hash = 0xcbf29ce484222325u;
	size_t n = 0;
	uint32_t i;

	if (outcomes_fd < 0)
		return;
	for (i = 0; i < rt.world.chunks; i++)
		for (uint32_t j = 0;
			c->chunk[i].fd == 1 && j < c->chunk[i].length; j++) {
			char ch = c->output[c->chunk[i].offset + j];

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
	n = heap_leaks(&bytes, &first);
	if (n)
		bug(BUG_leak, pc, first,
			"%zu block%s of %zu bytes in all not freed at exit", n,
			n == 1 ? "" : "s", bytes);
}
