/* SPDX-License-Identifier: MIT */
#include "native/kernel/setting.h"
#include "native/kernel/file.h"
#include "native/kernel/own.h"
#include "native/raw.h"

#include <fcntl.h>
#include <limits.h>
#include <string.h>

enum {
	SETTINGS_MAX = 64,
	ROOM = 1 << 19 /* bytes, of all: some are of a page for each processor
			*/
};

/* Not rewound. */
static struct setting {
	char path[128];
	struct stat st;
	uint32_t size;
	const char *bytes;
} settings[SETTINGS_MAX];
static unsigned count;
static char room[ROOM];
static uint32_t used;

static bool is_one_of(const char *path, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(path, names[i]) == 0)
			return true;
	return false;
}

#define IS_ONE_OF(path, names)                                                 \
	is_one_of(path, names, sizeof names / sizeof *names)

/* Each read may find something else there. */
static bool is_use(const char *path)
{
	static const char *const uses[] = {"/proc/cpuinfo", "/proc/meminfo",
		"/proc/loadavg", "/proc/stat", "/proc/vmstat"};

	return IS_ONE_OF(path, uses);
}

/* What a container may use. */
static bool is_limit(const char *path)
{
	static const char *const ends[] = {".max", ".min", ".high", ".low",
		"cpuset.cpus", "cpuset.cpus.effective", "cgroup.controllers",
		"cfs_quota_us", "cfs_period_us", "limit_in_bytes"};
	size_t n = strlen(path);

	if (strncmp(path, "/sys/fs/cgroup/", 15) != 0 || strstr(path, ".."))
		return false;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		size_t k = strlen(ends[i]);

		if (n > k && strcmp(path + n - k, ends[i]) == 0)
			return true;
	}
	return false;
}

static bool is_setting(const char *path)
{
	static const char *const alone[] = {"/proc/version", "/proc/cmdline",
		"/proc/filesystems", "/proc/self/cgroup"};
	static const char *const folders[] = {"/proc/sys/vm/",
		"/proc/sys/kernel/", "/proc/sys/fs/", "/proc/sys/net/",
		"/sys/devices/system/", "/sys/kernel/mm/"};
	/* Of these each read, or each boot, has its own. */
	static const char *const vary[] = {"/proc/sys/kernel/random/",
		"/proc/sys/fs/inode", "/proc/sys/fs/dentry",
		"/proc/sys/fs/file-nr", "/proc/sys/fs/aio-nr",
		"/proc/sys/kernel/ns_last_pid", "cpufreq", "/stats/", "vmstat",
		"meminfo", "numastat", "cpuidle", ".."};

	if (IS_ONE_OF(path, alone) || is_limit(path))
		return true;
	for (size_t i = 0; i < sizeof vary / sizeof *vary; i++)
		if (strstr(path, vary[i]))
			return false;
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		if (strncmp(path, folders[i], strlen(folders[i])) == 0)
			return true;
	return false;
}

static bool read_it(struct setting *s, long fd)
{
	long got;

	if (raw_syscall(SYS_fstat, fd, (long)&s->st) < 0 ||
		!S_ISREG(s->st.st_mode))
		return false;
	s->bytes = room + used;
	if (own_stat_named(s->path)) {
		s->size = (uint32_t)own_stat(room + used, ROOM - used);
		return used + s->size < ROOM;
	}
	for (s->size = 0; used + s->size < ROOM; s->size += (uint32_t)got) {
		got = raw_syscall6(SYS_read, fd, (long)(s->bytes + s->size),
			(long)(ROOM - used - s->size), 0, 0, 0);
		if (got <= 0)
			return got == 0;
	}
	return false; /* there may be more */
}

static const struct setting *setting(const char *path)
{
	struct setting *s;
	bool good;
	long fd;

	for (unsigned i = 0; i < count; i++)
		if (strcmp(settings[i].path, path) == 0)
			return &settings[i];
	if (count == SETTINGS_MAX || strlen(path) >= sizeof settings->path)
		return 0;
	fd = raw_syscall6(SYS_openat, AT_FDCWD, (long)path,
		O_RDONLY | O_CLOEXEC, 0, 0, 0);
	if (fd < 0)
		return 0;
	s = &settings[count];
	strcpy(s->path, path);
	good = read_it(s, fd);
	raw_syscall(SYS_close, fd, 0);
	if (!good)
		return 0;
	used += s->size;
	count++;
	return s;
}

uint32_t setting_content(const char *path)
{
	bool own = own_stat_named(path);
	bool use = own || (is_use(path) && rt.mode != MODE_FORK);
	const struct setting *s = use || is_setting(path) ? setting(path) : 0;

	if (s && use)
		caveat(CAVEAT_machine_stands, "%s", path);
	return s ? content_made_up(&s->st, s->bytes, s->size) : 0;
}

/* --- names -------------------------------------------------------------------
 */

bool setting_is_named(const char *path)
{
	static const char *const above[] = {"/proc/sys", "/proc/sys/vm",
		"/proc/sys/kernel", "/proc/sys/fs", "/proc/sys/net",
		"/sys/devices", "/sys/devices/system", "/sys/kernel",
		"/sys/kernel/mm", "/sys/fs", "/sys/fs/cgroup"};

	return is_use(path) || is_setting(path) || own_stat_named(path) ||
	       IS_ONE_OF(path, above);
}

bool setting_is_folder(const char *path)
{
	struct stat st;

	return is_setting(path) && setting_stat(path, true, &st) == 0 &&
	       S_ISDIR(st.st_mode);
}

/* When it was looked at first is what such a file has for its times. */
long setting_stat(const char *path, bool follow, struct stat *out)
{
	static struct known {
		char path[128];
		bool follow;
		long rc;
		struct stat st;
	} all[SETTINGS_MAX]; /* not rewound */
	static unsigned known;
	struct known *k = all;

	for (; k < all + known; k++)
		if (k->follow == follow && strcmp(k->path, path) == 0)
			break;
	if (k == all + known) {
		long rc = raw_syscall6(SYS_newfstatat, AT_FDCWD, (long)path,
			(long)out, follow ? 0 : AT_SYMLINK_NOFOLLOW, 0, 0);

		if (known == SETTINGS_MAX || strlen(path) >= sizeof k->path)
			return rc;
		strcpy(k->path, path);
		k->follow = follow;
		k->rc = rc;
		k->st = *out;
		known++;
	}
	*out = k->st;
	return k->rc;
}
