/* SPDX-License-Identifier: MIT */
/* calendar.c - dates and time zones
 *
 * The zone is what the library keeps (library.h), and takes from the variable
 * TZ in the first call, and anew in most others, but not in localtime_r and
 * ctime_r.  As long as TZ stays as it is none of them changes anything, and
 * they commute.  Where it does not, the library has lists that only fork mode
 * puts back.  Results lie in memory that all threads share, as POSIX has it, so
 * that two calls race.
 */
#include "native/libc/calendar.h"
#include "native/libc/libc.h"
#include "native/libc/library.h"
#include "native/coarse.h"
#include "native/rewinding/undo.h"
#include "native/state.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <stddef.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct tm *broken_down; /* what gmtime and localtime return */
static char *as_text;	       /* and asctime and ctime */
enum {
	TEXT_BYTES = 26,      /* POSIX */
	SHARED_BYTES = 120,   /* glibc 2.36 has 114 */
	TEXT_FIRST = 1 << 12, /* of strftime: seldom more */
	TEXT_MOST = 1 << 20
};

/* TZ as the library has it; *looked: it is set. */
static char looked[PATH_MAX + 2];

static void note_zone(const char *text)
{
	looked[0] = text != 0;
	strncpy(looked + 1, text ? text : "", sizeof looked - 2);
}

static bool same_zone(const char *text)
{
	return text ? looked[0] && strcmp(looked + 1, text) == 0 : !looked[0];
}

/* What the library tells of the zone, before the first call and behind it. */
struct told {
	char *names[2];
	long seconds;
	int summer;
};
static struct {
	char **names;
	long *seconds;
	int *summer;
} at;
static struct told first;
static uint64_t begun; /* rewound: the test has made such a call */

static struct told told(void)
{
	return (struct told){
		{at.names[0], at.names[1]}, *at.seconds, *at.summer};
}

static void tell(const struct told *t)
{
	memcpy(at.names, t->names, sizeof t->names);
	*at.seconds = t->seconds;
	*at.summer = t->summer;
}

static void begin_zone(void)
{
	undo_save(at.names, 2 * sizeof *at.names);
	undo_save(at.seconds, sizeof *at.seconds);
	undo_save(at.summer, sizeof *at.summer);
	undo_save8(&begun);
	begun = 1;
	tell(&first);
}

/* From here on a call that finds TZ as it was changes nothing. */
void calendar_init(void)
{
	struct tm any = {.tm_mday = 1};
	struct told before;
	time_t now = 0;

	at.names = library_variable("tzname");
	at.seconds = library_variable("timezone");
	at.summer = library_variable("daylight");
	before = told();
	REAL(tzset)();
	first = told();
	note_zone(REAL(getenv)("TZ"));
	broken_down = REAL(localtime)(&now);
	as_text = REAL(asctime)(&any);
	tell(&before);
}

/* Looks at TZ, if it is looked at anew or for the first time: an operation on
 * the environment in any case.  Not set, the library would read its file once
 * more. */
static void look_at_zone(
	enum touches what, const char *name, bool anew, uint64_t pc)
{
	const char *text;

	state_point(what, 0, false, pc);
	if (rt.coarse) /* else nobody has changed it */
		STATE_ALSO(localtime_r, zone);
	if (!anew && begun)
		return;
	text = REAL(getenv)("TZ");
	if (same_zone(text)) {
		if (!begun)
			begin_zone();
		return;
	}
	if (rt.mode != MODE_FORK && rt.channel->config.task == TASK_CHECK)
		leaked(CAVEAT_fork_mode, pc, "%s", name);
	coarse_now();
	STATE_ALSO(tzset, zone);
	begin_zone();
	undo_save(looked, sizeof looked);
	note_zone(text);
	library_begin();
	REAL(tzset)();
	library_end();
}
#define LOOK(name, pc)                                                         \
	look_at_zone(TOUCHES_##name##_environment, #name, true, pc)
#define LOOK_ONCE(name, pc)                                                    \
	look_at_zone(TOUCHES_##name##_environment, #name, false, pc)

/* Around the library's own call, in the zone as it is.  Where TZ is not set it
 * would make a new copy of the file's name each time: it is told that name. */
static char **environment;
static struct told zone; /* what the program may have a copy of */

static void begin(void)
{
	static char file[] = "TZ=:/etc/localtime", *alone[] = {file, 0};

	library_begin();
	zone = told();
	environment = environ;
	if (!looked[0])
		environ = alone;
}

static void end(void)
{
	environ = environment;
	tell(&zone);
	library_forget();
}

static bool in_zone(const time_t *t, struct tm *out)
{
	bool good;

	memset(out, 0, sizeof *out); /* what lies between its fields, too */
	begin();
	good = REAL(localtime_r)(t, out) != 0;
	end();
	return good;
}

static struct tm *break_down(const time_t *t, struct tm *out, uint64_t pc)
{
	struct tm value;

	if (!in_zone(t, &value))
		return 0;
	access_write(out, sizeof *out, pc);
	*out = value;
	return out;
}

static time_t time_at(const time_t *t, uint64_t pc)
{
	access_read(t, sizeof *t, pc);
	return *t;
}

EXPORT struct tm *LIBC(localtime_r)(const time_t *t, struct tm *out)
{
	time_t when;

	if (!controlled())
		return REAL(localtime_r)(t, out);
	when = time_at(t, CALLER);
	LOOK_ONCE(localtime_r, CALLER);
	return break_down(&when, out, CALLER);
}

EXPORT struct tm *LIBC(localtime)(const time_t *t)
{
	time_t when;

	if (!controlled())
		return REAL(localtime)(t);
	when = time_at(t, CALLER);
	LOOK(localtime, CALLER);
	return break_down(&when, broken_down, CALLER);
}

/* No zone. */
static struct tm *of_utc(const time_t *t, struct tm *out, uint64_t pc)
{
	time_t when = time_at(t, pc);
	struct tm value, *good;

	memset(&value, 0, sizeof value);
	begin();
	good = REAL(gmtime_r)(&when, &value);
	end();
	if (!good)
		return 0;
	access_write(out, sizeof *out, pc);
	*out = value;
	return out;
}

EXPORT struct tm *LIBC(gmtime_r)(const time_t *t, struct tm *out)
{
	return controlled() ? of_utc(t, out, CALLER) : REAL(gmtime_r)(t, out);
}

EXPORT struct tm *LIBC(gmtime)(const time_t *t)
{
	return controlled() ? of_utc(t, broken_down, CALLER) : REAL(gmtime)(t);
}

/* --- back to seconds
 * ------------------------------------------------------------------------ */

enum {
	HOLE = offsetof(struct tm, tm_isdst) + sizeof(int),
	HOLE_END = offsetof(struct tm, tm_gmtoff)
};

/* The library remembers what it has found, to begin with that the next time. */
static time_t seconds_of(time_t (*call)(struct tm *), struct tm *t, uint64_t pc)
{
	struct tm value = *t;
	time_t result;

	begin();
	result = call(&value);
	end();
	/* What the library leaves between two members is of its own stack. */
	memcpy((char *)&value + HOLE, (const char *)t + HOLE, HOLE_END - HOLE);
	/* As the library does: also where nothing is other than it was. */
	if (result != -1 || memcmp(&value, t, sizeof value) != 0) {
		access_write(t, sizeof *t, pc);
		*t = value;
	}
	return result;
}

#define SECONDS(name)                                                          \
	EXPORT time_t LIBC(name)(struct tm * t)                                \
	{                                                                      \
		if (!controlled())                                             \
			return REAL(name)(t);                                  \
		LOOK(name, CALLER);                                            \
		access_read(t, sizeof *t, CALLER);                             \
		return seconds_of(REAL(name), t, CALLER);                      \
	}
SECONDS(mktime)
SECONDS(timelocal)

EXPORT time_t LIBC(timegm)(struct tm *t)
{
	if (!controlled())
		return REAL(timegm)(t);
	access_read(t, sizeof *t, CALLER);
	return seconds_of(REAL(timegm), t, CALLER);
}

EXPORT void LIBC(tzset)(void)
{
	if (controlled())
		LOOK(tzset, CALLER);
	else
		REAL(tzset)();
}

/* --- text
 * -----------------------------------------------------------------------------------
 */

/* %s is mktime; %Z of a time that does not say its zone. */
static bool asks_for_zone(const char *format, const struct tm *t)
{
	bool own = t->tm_zone && *t->tm_zone;

	while ((format = strchr(format, '%'))) {
		format++;
		format += strspn(format, "_-0123456789^#+EO");
		if (*format == 's' ||
			(*format == 'Z' && !own && t->tm_isdst >= 0))
			return true;
		if (!*format)
			break;
		format++;
	}
	return false;
}

EXPORT size_t LIBC(strftime)(
	char *out, size_t n, const char *format, const struct tm *t)
{
	struct tm value;
	char *text;
	size_t length, room;

	if (!controlled())
		return REAL(strftime)(out, n, format, t);
	format = read_string(format, CALLER);
	access_read(t, sizeof *t, CALLER);
	value = *t;
	if (asks_for_zone(format, &value))
		LOOK(strftime, CALLER);
	for (room = TEXT_FIRST;; room *= 16) { /* 0: it may not have fitted */
		if (room > n)
			room = n;
		text = (char *)arena_words(room / 4 + 1, 0);
		begin();
		length = REAL(strftime)(text, room, format, &value);
		end();
		if (length || room == n || room >= TEXT_MOST)
			break;
	}
	if (length || (n && !*format))
		put_bytes(out, text, length + 1, CALLER);
	return length;
}

static char *put_text(
	char *out, const char *text, const char *good, uint64_t pc)
{
	access_bytes(out, strlen(text) + 1, true, pc);
	strcpy(out, text);
	return good ? out : 0;
}

static char *of_nothing(void)
{
	errno = EINVAL;
	return 0;
}

static char *to_text(const struct tm *t, char *out, uint64_t pc)
{
	char text[TEXT_BYTES] = "", *good;
	struct tm value;

	if (!t)
		return of_nothing();
	access_read(t, sizeof *t, pc);
	value = *t;
	good = REAL(asctime_r)(&value, text); /* or as far as it came */
	return put_text(out, text, good, pc);
}

/* In memory of the library's own, which has room for more. */
static char *to_shared(const struct tm *t, uint64_t pc)
{
	char text[SHARED_BYTES] = "", *good;

	begin();
	good = REAL(asctime)(t);
	if (good)
		strncpy(text, good, sizeof text - 1);
	end();
	return good ? put_text(as_text, text, good, pc) : 0;
}

EXPORT char *LIBC(asctime_r)(const struct tm *t, char *out)
{
	return controlled() ? to_text(t, out, CALLER) : REAL(asctime_r)(t, out);
}

EXPORT char *LIBC(asctime)(const struct tm *t)
{
	struct tm value;

	if (!controlled())
		return REAL(asctime)(t);
	if (!t)
		return of_nothing();
	access_read(t, sizeof *t, CALLER);
	value = *t;
	return to_shared(&value, CALLER);
}

EXPORT char *LIBC(ctime_r)(const time_t *t, char *out)
{
	struct tm value;
	time_t when;

	if (!controlled())
		return REAL(ctime_r)(t, out);
	when = time_at(t, CALLER);
	LOOK_ONCE(ctime_r, CALLER);
	if (in_zone(&when, &value))
		return to_text(&value, out, CALLER);
	return of_nothing();
}

EXPORT char *LIBC(ctime)(const time_t *t)
{
	time_t when;

	if (!controlled())
		return REAL(ctime)(t);
	when = time_at(t, CALLER);
	LOOK(ctime, CALLER);
	if (break_down(&when, broken_down, CALLER))
		return to_shared(broken_down, CALLER);
	return of_nothing();
}
