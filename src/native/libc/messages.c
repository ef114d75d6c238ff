/* SPDX-License-Identifier: MIT */
/* messages.c - gettext and its kin: messages in the user's language
 *
 * In the locale "C" there are no catalogues: who asks for a message gets his
 * own text back, whatever the domain, and no file is looked at.  In C.UTF-8
 * there might be some, and mostly are none.  So what textdomain and
 * bindtextdomain have said is kept here and goes back.  With another locale,
 * the thread's or the process's, and where more is said than there is room for,
 * it is the library's, in fork mode.
 */
#include "native/libc/libc.h"
#include "native/libc/locales.h"
#include "native/outside/outside.h"
#include "native/raw.h"
#include "native/rewinding/undo.h"
#include "native/state.h"

#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>

enum {
	BOUND_MAX = 16, /* domains */
	NAME_MOST = 128,
	FOLDER_MOST = 512
};

/* Which part of the state it is. */
enum {
	THE_DOMAIN,
	BOUND
};

/* glibc's own: what applies until something is said. */
#define FIRST_DOMAIN "messages"
#define FIRST_FOLDER "/usr/share/locale"

struct bound {
	char domain[NAME_MOST];
	char folder[FOLDER_MOST];
	char codeset[NAME_MOST]; /* empty: none */
};

/* Rewound. */
static char domain[NAME_MOST] = FIRST_DOMAIN;
static struct bound bound[BOUND_MAX];

/* Has a folder catalogues in C.UTF-8, by any of its names? */
static bool has_catalogues(const char *folder)
{
	static const char *const names[] = {"C.UTF-8", "C.utf8", "C"};
	char path[FOLDER_MOST + 32];

	if (*folder != '/')
		return true;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(path, sizeof path, "%s/%s/LC_MESSAGES", folder,
			names[i]);
		if (raw_syscall(SYS_access, (long)path, 0) == 0)
			return true;
	}
	return false;
}

static bool has_any_catalogue(void)
{
	if (locales_languages() || has_catalogues(FIRST_FOLDER))
		return true;
	for (unsigned i = 0; i < BOUND_MAX && *bound[i].domain; i++)
		if (has_catalogues(bound[i].folder))
			return true;
	return false;
}

/* Is it the library's, in a forked process? */
static bool is_foreign(const char *name, uint64_t pc)
{
	const char *locale = nl_langinfo(_NL_LOCALE_NAME(LC_MESSAGES));

	if (!*locale || strcmp(locale, "C") == 0 ||
		strcmp(locale, "POSIX") == 0 ||
		(locales_have(locale) && !has_any_catalogue()))
		return false;
	outside_unknown(name, pc);
	outside_made(name, pc);
	return true;
}

#define GET(name, parameters, arguments, reads, found)                         \
	EXPORT char *LIBC(name) parameters                                     \
	{                                                                      \
		if (!controlled())                                             \
			return REAL(name) arguments;                           \
		reads;                                                         \
		return is_foreign(#name, CALLER) ? REAL(name) arguments        \
						 : (char *)(found);            \
	}

static const char *reads(const char *text, uint64_t pc)
{
	return text ? read_string(text, pc) : 0;
}

/* What a plural is without a catalogue. */
#define OF(n) ((n) == 1 ? one : many)

GET(gettext, (const char *text), (text), reads(text, CALLER), text)
GET(dgettext, (const char *in, const char *text), (in, text),
	(reads(in, CALLER), reads(text, CALLER)), text)
GET(dcgettext, (const char *in, const char *text, int category),
	(in, text, category), (reads(in, CALLER), reads(text, CALLER)), text)
GET(ngettext, (const char *one, const char *many, unsigned long n),
	(one, many, n), reads(one, CALLER), OF(n))
GET(dngettext,
	(const char *in, const char *one, const char *many, unsigned long n),
	(in, one, many, n), (reads(in, CALLER), reads(one, CALLER)), OF(n))
GET(dcngettext,
	(const char *in, const char *one, const char *many, unsigned long n,
		int category),
	(in, one, many, n, category), (reads(in, CALLER), reads(one, CALLER)),
	OF(n))

/* --- which catalogues --------------------------------------------------------
 */

/* In a forked process the library is told as well: some locale may come. */
static bool told(void)
{
	return rt.mode == MODE_FORK;
}

EXPORT char *LIBC(textdomain)(const char *name)
{
	if (!controlled())
		return REAL(textdomain)(name);
	name = reads(name, CALLER);
	state_point(TOUCHES_textdomain_messages, THE_DOMAIN, name != 0, CALLER);
	state_value(domain, sizeof domain, name != 0);
	if (!name)
		return domain;
	if (strlen(name) >= sizeof domain) {
		outside_unknown("textdomain", CALLER);
		return REAL(textdomain)(name);
	}
	if (told())
		REAL(textdomain)(name);
	undo_save(domain, sizeof domain);
	strcpy(domain, *name ? name : FIRST_DOMAIN);
	return domain;
}

/* The row of a domain, or a free one; NULL: no room. */
static struct bound *row_of(const char *name)
{
	for (unsigned i = 0; i < BOUND_MAX; i++)
		if (!*bound[i].domain || strcmp(bound[i].domain, name) == 0)
			return strlen(name) < NAME_MOST ? &bound[i] : 0;
	return 0;
}

/* One of the texts of a row: `text`, of at most `most` bytes.  NULL: it does
 * not fit. */
static char *keep(struct bound *b, const char *name, char *text, size_t most,
	const char *to)
{
	if (!b || strlen(to) >= most)
		return 0;
	undo_save(b, sizeof *b);
	if (!*b->domain)
		strcpy(b->folder, FIRST_FOLDER);
	strcpy(b->domain, name);
	strcpy(text, to);
	return text;
}

EXPORT char *LIBC(bindtextdomain)(const char *name, const char *folder)
{
	struct bound *b;
	char *kept;

	if (!controlled())
		return REAL(bindtextdomain)(name, folder);
	name = reads(name, CALLER);
	folder = reads(folder, CALLER);
	state_point(
		TOUCHES_bindtextdomain_messages, BOUND, folder != 0, CALLER);
	if (!name || !*name)
		return 0;
	b = row_of(name);
	state_value(b ? b : bound, sizeof *b, folder != 0);
	if (!folder)
		return b && *b->domain ? b->folder : (char *)FIRST_FOLDER;
	kept = keep(b, name, b ? b->folder : 0, FOLDER_MOST, folder);
	if (!kept)
		outside_unknown("bindtextdomain", CALLER);
	if (kept && !told())
		return kept;
	return REAL(bindtextdomain)(name, folder);
}

EXPORT char *LIBC(bind_textdomain_codeset)(
	const char *name, const char *codeset)
{
	struct bound *b;
	char *kept;

	if (!controlled())
		return REAL(bind_textdomain_codeset)(name, codeset);
	name = reads(name, CALLER);
	codeset = reads(codeset, CALLER);
	state_point(TOUCHES_bind_textdomain_codeset_messages, BOUND,
		codeset != 0, CALLER);
	if (!name || !*name)
		return 0;
	b = row_of(name);
	state_value(b ? b : bound, sizeof *b, codeset != 0);
	if (!codeset)
		return b && *b->codeset ? b->codeset : 0;
	kept = keep(b, name, b ? b->codeset : 0, NAME_MOST, codeset);
	if (!kept)
		outside_unknown("bind_textdomain_codeset", CALLER);
	if (kept && !told())
		return kept;
	return REAL(bind_textdomain_codeset)(name, codeset);
}
