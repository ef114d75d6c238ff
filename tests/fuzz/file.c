/* SPDX-License-Identifier: MIT */
#include "file.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* Nothing is embedded in a fuzzer: cc/embedded.h. */
__asm__(".data\n"
	".globl embedded_files, embedded_files_end\n"
	"embedded_files:\n"
	"embedded_files_end:\n"
	".text\n");

const char *fuzz_file(const void *data, size_t size)
{
	static char path[64];
	static int fd = -1;

	if (fd < 0) {
		fd = memfd_create("input", 0);
		snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	}
	if (ftruncate(fd, 0) != 0 || pwrite(fd, data, size, 0) != (ssize_t)size)
		abort();
	return path;
}

void *fuzz_memory(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (memory == MAP_FAILED)
		abort();
	madvise(memory, size, MADV_NOHUGEPAGE); /* 2 MiB to clear a touch */
	return memory;
}

void fuzz_clear(void *memory, size_t size)
{
	madvise(memory, size, MADV_DONTNEED);
}

FILE *fuzz_nowhere(void)
{
	static FILE *nowhere;

	if (!nowhere)
		nowhere = fopen("/dev/null", "we");
	return nowhere;
}
