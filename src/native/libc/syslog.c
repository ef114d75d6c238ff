/* SPDX-License-Identifier: MIT */
/* syslog.c - messages to the system's log, which nobody gets
 *
 * Who keeps the log is another process: nothing leaves this one, in whichever
 * schedule, and nothing comes back by which a test could go.  What openlog and
 * setlogmask have said is kept here; with LOG_PERROR a message is a write to
 * descriptor 2.
 */
#include "native/kernel/file.h"
#include "native/libc/libc.h"
#include "native/posix/cancel.h"
#include "native/rewinding/undo.h"
#include "native/state.h"

#include <errno.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>

static struct {
	const char *name; /* the test's own text; 0: the program's */
	int options, mask;
} said = {0, 0, 0xff}; /* rewound */

EXPORT void LIBC(openlog)(const char *name, int options, int facility)
{
	if (!controlled()) {
		REAL(openlog)(name, options, facility);
		return;
	}
	STATE_POINT(openlog, log, CALLER);
	if (options & LOG_NDELAY) /* it would ask for a socket */
		cancel_here();
	state_value(&said.options, sizeof said.options, true);
	undo_save(&said, sizeof said);
	if (name)
		said.name = name;
	said.options = options;
}

EXPORT void LIBC(closelog)(void)
{
	if (!controlled()) {
		REAL(closelog)();
		return;
	}
	STATE_POINT(closelog, log, CALLER);
	undo_save(&said, sizeof said);
	said.name = 0;
}

EXPORT int LIBC(setlogmask)(int mask)
{
	int before;

	if (!controlled())
		return REAL(setlogmask)(mask);
	state_point(TOUCHES_setlogmask_log, 0, mask != 0, CALLER);
	before = said.mask;
	state_value(&said.mask, sizeof said.mask, mask != 0);
	if (mask) {
		undo_save(&said, sizeof said);
		said.mask = mask;
	}
	return before;
}

/* One line, as the C library makes it, in memory of this execution. */
static size_t line_of(
	const char *name, const char *format, va_list args, char **out)
{
	int error = errno, first, then;
	char number[16] = "";
	va_list copy;
	size_t n;

	if (said.options & LOG_PID)
		REAL(snprintf)(number, sizeof number, "[%d]", (int)getpid());
	va_copy(copy, args);
	then = REAL(vsnprintf)(0, 0, format, copy);
	va_end(copy);
	first = REAL(snprintf)(0, 0, "%s%s: ", name, number);
	n = (size_t)first + (size_t)(then < 0 ? 0 : then);
	*out = (char *)arena_words(n / 4 + 2, 0);
	REAL(snprintf)(*out, n + 1, "%s%s: ", name, number);
	errno = error; /* for %m */
	if (then > 0)
		REAL(vsnprintf)(*out + first, (size_t)then + 1, format, args);
	if ((*out)[n - 1] != '\n')
		(*out)[n++] = '\n';
	return n;
}

static void tell(const char *format, va_list args, uint64_t pc)
{
	const char *name = said.name ? read_string(said.name, pc)
				     : program_invocation_short_name;
	struct iovec part = {0, 0};
	struct parts p = {&part, 1, pc, 0, PARTS_OF_STREAM, 0};
	char *text;

	part.iov_len = line_of(name, format, args, &text);
	part.iov_base = text;
	descriptor_write(STDERR_FILENO, &p, -1);
}

static void note(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	tell(format, args, user_pc());
	va_end(args);
}

static bool is_wanted(int priority)
{
	return (LOG_MASK(LOG_PRI(priority)) & said.mask) != 0;
}

static void message(int priority, const char *format, va_list args, uint64_t pc)
{
	const int all = LOG_PRIMASK | LOG_FACMASK;
	int error = errno;
	va_list copy;

	STATE_POINT(syslog, log, pc);
	state_value(&said.options, sizeof said.options, false);
	state_value(&said.mask, sizeof said.mask, false);
	va_copy(copy, args);
	format_announce(format, copy, pc);
	va_end(copy);
	if (is_wanted(priority) || (priority & ~all && is_wanted(LOG_ERR)))
		cancel_here();
	if (priority & ~all && said.options & LOG_PERROR && is_wanted(LOG_ERR))
		note("syslog: unknown facility/priority: %x",
			(unsigned)priority);
	errno = error;
	if (said.options & LOG_PERROR && is_wanted(priority))
		tell(format, args, pc);
}

EXPORT void LIBC(vsyslog)(int priority, const char *format, va_list args)
{
	if (controlled())
		message(priority, format, args, CALLER);
	else
		REAL(vsyslog)(priority, format, args);
}

EXPORT void LIBC(syslog)(int priority, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (controlled())
		message(priority, format, args, CALLER);
	else
		REAL(vsyslog)(priority, format, args);
	va_end(args);
}

void __syslog_chk(int priority, int flag, const char *format, ...);
void __vsyslog_chk(int priority, int flag, const char *format, va_list args);

EXPORT void LIBC(__vsyslog_chk)(
	int priority, int flag, const char *format, va_list args)
{
	if (controlled())
		message(priority, format, args, CALLER);
	else
		REAL(__vsyslog_chk)(priority, flag, format, args);
}

EXPORT void LIBC(__syslog_chk)(int priority, int flag, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (controlled())
		message(priority, format, args, CALLER);
	else
		REAL(__vsyslog_chk)(priority, flag, format, args);
	va_end(args);
}
