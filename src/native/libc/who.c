/* SPDX-License-Identifier: MIT */
/* who.c - users and groups: getpwnam, getgrgid, getpwent, getlogin
 *
 * What is in the files is told from there (users.h).  Results lie in memory
 * that all threads share, as POSIX has it, so that two calls race; or where the
 * test wants them.
 */
#include "native/libc/libc.h"
#include "native/libc/users.h"
#include "native/outside/outside.h"
#include "native/raw.h"
#include "native/rewinding/undo.h"
#include "native/state.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	ROOM = BUFSIZ,
	LOGIN_ROOM = 33, /* glibc's UT_NAMESIZE, and the zero */
	PASSWD_PARTS = 7,
	GROUP_PARTS = 4
};

/* What the calls without _r return. */
static struct {
	struct passwd value;
	char text[ROOM];
} passwd;
static struct {
	struct group value;
	char text[ROOM] __attribute__((aligned(8)));
} group;
static char login[LOGIN_ROOM];
/* Where the next line is that getpwent and getgrent give; rewound. */
static uint64_t place[USERS_FILES];

static uint32_t number_of(const char *text)
{
	return (uint32_t)strtoul(text, 0, 10);
}

/* --- a line as a struct; false: there is no room
 * -------------------------------------------------------------------- */

static bool passwd_of(const char *line, void *to, char *text, size_t room)
{
	struct passwd *out = to;
	char *part[PASSWD_PARTS] = {0};
	size_t n = strlen(line) + 1;
	unsigned parts;

	if (n > room)
		return false;
	memcpy(text, line, n);
	parts = users_split(text, part, PASSWD_PARTS);
	for (unsigned i = parts; i < PASSWD_PARTS; i++)
		part[i] = text + n - 1;
	*out = (struct passwd){.pw_name = part[0],
		.pw_passwd = part[1],
		.pw_uid = number_of(part[2]),
		.pw_gid = number_of(part[3]),
		.pw_gecos = part[4],
		.pw_dir = part[5],
		.pw_shell = part[6]};
	return true;
}

/* The members lie behind the text. */
static bool group_of(const char *line, void *to, char *text, size_t room)
{
	struct group *out = to;
	char *part[GROUP_PARTS] = {0}, *at, **member;
	size_t n = strlen(line) + 1, members = 0, most = 1;

	for (const char *c = line; *c; c++)
		most += *c == ',';
	most = (most + 1) * sizeof *member + 7;
	if (n + most > room)
		return false;
	memcpy(text, line, n);
	member = (char **)(((uintptr_t)text + n + 7) & ~(uintptr_t)7);
	if (users_split(text, part, GROUP_PARTS) < GROUP_PARTS)
		part[3] = text + n - 1;
	for (at = part[3]; *at;) {
		size_t length = strcspn(at, ",");
		char *end = at + length;

		if (length)
			member[members++] = at;
		at = *end ? end + 1 : end;
		*end = 0;
	}
	member[members] = 0;
	*out = (struct group){.gr_name = part[0],
		.gr_passwd = part[1],
		.gr_gid = number_of(part[2]),
		.gr_mem = member};
	return true;
}

static const struct kind {
	size_t bytes;
	bool (*of)(const char *line, void *to, char *text, size_t room);
	void *value;
	char *text;
} kinds[] = {
	[USERS_PASSWD] = {sizeof passwd.value, passwd_of, &passwd.value,
		passwd.text},
	[USERS_GROUP] = {sizeof group.value, group_of, &group.value,
		group.text},
};

/* --- what a call gives
 * ------------------------------------------------------------------------ */

/* Nobody is there who might be elsewhere: else it is a call that nobody knows.
 */
static bool is_nowhere(enum users which, const char *name, uint64_t pc)
{
	if (users_are_all(which))
		return true;
	outside_unknown(name, pc);
	outside_made(name, pc);
	return false;
}

/* In the library's own memory. */
static void *shared(enum users which, const char *line, uint64_t pc)
{
	const struct kind *k = &kinds[which];

	access_write(k->value, k->bytes, pc);
	access_also(k->text, ROOM, true, pc);
	if (k->of(line, k->value, k->text, ROOM))
		return k->value;
	errno = ERANGE;
	return 0;
}

/* In the test's. */
static int given(enum users which, const char *line, void *to, char *text,
	size_t room, void **result, uint64_t pc)
{
	const struct kind *k = &kinds[which];
	bool good = line;

	if (line) {
		access_write(text, room, pc);
		access_also(to, k->bytes, true, pc);
		good = k->of(line, to, text, room);
		access_also(result, sizeof *result, true, pc);
	} else {
		access_write(result, sizeof *result, pc);
	}
	*result = good ? to : 0;
	if (line && !good)
		errno = ERANGE;
	return line && !good ? ERANGE : 0;
}

#define FIND(name, type, which, parameter, as_name, as_number)                 \
	EXPORT struct type *LIBC(name)(parameter who)                          \
	{                                                                      \
		const char *line;                                              \
                                                                               \
		if (!controlled())                                             \
			return REAL(name)(who);                                \
		line = users_find(which, as_name, as_number, CALLER);          \
		if (line)                                                      \
			return shared(which, line, CALLER);                    \
		return is_nowhere(which, #name, CALLER) ? 0 : REAL(name)(who); \
	}                                                                      \
	EXPORT int LIBC(name##_r)(parameter who, struct type * to, char *text, \
		size_t room, struct type **result)                             \
	{                                                                      \
		const char *line;                                              \
                                                                               \
		if (!controlled())                                             \
			return REAL(name##_r)(who, to, text, room, result);    \
		line = users_find(which, as_name, as_number, CALLER);          \
		if (!line && !is_nowhere(which, #name "_r", CALLER))           \
			return REAL(name##_r)(who, to, text, room, result);    \
		return given(                                                  \
			which, line, to, text, room, (void **)result, CALLER); \
	}

FIND(getpwnam, passwd, USERS_PASSWD, const char *, read_string(who, CALLER), 0)
FIND(getpwuid, passwd, USERS_PASSWD, uid_t, 0, who)
FIND(getgrnam, group, USERS_GROUP, const char *, read_string(who, CALLER), 0)
FIND(getgrgid, group, USERS_GROUP, gid_t, 0, who)

/* --- one after the other
 * ----------------------------------------------------------------------- */

static void back(enum users which)
{
	state_value(&place[which], sizeof *place, true);
	undo_save8(&place[which]);
	place[which] = 0;
}

static const char *following(enum users which, uint64_t pc)
{
	state_value(&place[which], sizeof *place, true);
	undo_save8(&place[which]);
	return users_next(which, &place[which], pc);
}

/* The library's own would begin with the first. */
static void ends(enum users which, const char *name, uint64_t pc)
{
	if (!is_nowhere(which, name, pc))
		unsupported(name, pc);
}

#define LIST(get, set, end, type, which, state)                                \
	EXPORT void LIBC(set)(void)                                            \
	{                                                                      \
		if (!controlled()) {                                           \
			REAL(set)();                                           \
			return;                                                \
		}                                                              \
		STATE_POINT(set, state, CALLER);                               \
		back(which);                                                   \
	}                                                                      \
	EXPORT void LIBC(end)(void)                                            \
	{                                                                      \
		if (!controlled()) {                                           \
			REAL(end)();                                           \
			return;                                                \
		}                                                              \
		STATE_POINT(end, state, CALLER);                               \
		back(which);                                                   \
	}                                                                      \
	EXPORT struct type *LIBC(get)(void)                                    \
	{                                                                      \
		const char *line;                                              \
                                                                               \
		if (!controlled())                                             \
			return REAL(get)();                                    \
		STATE_POINT(get, state, CALLER);                               \
		line = following(which, CALLER);                               \
		if (line)                                                      \
			return shared(which, line, CALLER);                    \
		ends(which, #get " behind the last one in the file", CALLER);  \
		return 0;                                                      \
	}                                                                      \
	EXPORT int LIBC(get##_r)(struct type * to, char *text, size_t room,    \
		struct type **result)                                          \
	{                                                                      \
		const char *line;                                              \
		int rc;                                                        \
                                                                               \
		if (!controlled())                                             \
			return REAL(get##_r)(to, text, room, result);          \
		STATE_POINT(get, state, CALLER);                               \
		line = following(which, CALLER);                               \
		if (!line)                                                     \
			ends(which, #get "_r behind the last one in the file", \
				CALLER);                                       \
		rc = given(                                                    \
			which, line, to, text, room, (void **)result, CALLER); \
		return line ? rc : ENOENT;                                     \
	}

LIST(getpwent, setpwent, endpwent, passwd, USERS_PASSWD, users)
LIST(getgrent, setgrent, endgrent, group, USERS_GROUP, groups)

/* --- who has logged in
 * ------------------------------------------------------------------------ */

/* What the kernel knows; -1: nothing. */
static long session(void)
{
	char text[16] = "";
	long fd = raw_syscall6(SYS_openat, AT_FDCWD,
		(long)"/proc/self/loginuid", O_RDONLY | O_CLOEXEC, 0, 0, 0);

	if (fd < 0)
		return -1;
	raw_syscall6(SYS_read, fd, (long)text, sizeof text - 1, 0, 0, 0);
	raw_syscall(SYS_close, fd, 0);
	return (long)strtoul(text, 0, 10);
}

/* 0 and the line, or the errno: standard input is no terminal that could tell
 * more. */
static int logged_in(const char **line, size_t *length, uint64_t pc)
{
	long number = session();

	if (number < 0)
		return ENOTTY;
	if ((uint32_t)number == UINT32_MAX)
		return ENXIO;
	*line = users_find(USERS_PASSWD, 0, (uint32_t)number, pc);
	if (!*line) {
		if (!is_nowhere(USERS_PASSWD, "getlogin", pc))
			unsupported(
				"getlogin of a user that is in no file", pc);
		return ENXIO;
	}
	*length = strcspn(*line, ":");
	return 0;
}

EXPORT char *LIBC(getlogin)(void)
{
	const char *line;
	size_t n;
	int error;

	if (!controlled())
		return REAL(getlogin)();
	error = logged_in(&line, &n, CALLER);
	if (!error && n >= sizeof login)
		error = ERANGE;
	if (error) {
		errno = error;
		return 0;
	}
	put_bytes(login, line, n, CALLER);
	put_bytes(login + n, "", 1, CALLER);
	return login;
}

EXPORT int LIBC(getlogin_r)(char *to, size_t room)
{
	const char *line;
	size_t n;
	int error;

	if (!controlled())
		return REAL(getlogin_r)(to, room);
	error = logged_in(&line, &n, CALLER);
	if (!error && n >= room)
		error = ERANGE;
	if (error) {
		errno = error;
		return error;
	}
	put_bytes(to, line, n, CALLER);
	put_bytes(to + n, "", 1, CALLER);
	return 0;
}
