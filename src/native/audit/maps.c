/* SPDX-License-Identifier: MIT */
#include "native/audit/maps.h"
#include "native/raw.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

static char text[1 << 20];
static char *at = text;

void maps_read(void)
{
	long fd = raw_syscall6(SYS_openat, AT_FDCWD, (long)"/proc/self/maps",
		O_RDONLY | O_CLOEXEC, 0, 0, 0);
	size_t n = 0;
	long got;

	while (fd >= 0 && n < sizeof text - 1 &&
		(got = raw_syscall6(SYS_read, fd, (long)(text + n),
			 (long)(sizeof text - 1 - n), 0, 0, 0)) > 0)
		n += (size_t)got;
	if (fd >= 0)
		raw_syscall(SYS_close, fd, 0);
	text[n] = 0;
	at = text;
}

/* "7f12-7f13 rw-p 00000000 fe:01 1234    /usr/lib/x.so" */
bool maps_next(struct map *out)
{
	char *line = at, *end;

	if (!*line)
		return false;
	at = line + strcspn(line, "\n");
	if (*at)
		*at++ = 0;
	out->start = strtoull(line, &end, 16);
	out->end = strtoull(end + 1, &end, 16);
	memcpy(out->protection, end + 1, 4);
	out->protection[4] = 0;
	out->writable = out->protection[1] == 'w';
	out->shared = out->protection[3] == 's';
	line = end + 1;
	for (int field = 0; field < 4; field++) {
		line += strcspn(line, " ");
		line += strspn(line, " ");
	}
	out->name = line;
	return true;
}
