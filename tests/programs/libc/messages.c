/* SPDX-License-Identifier: MIT */
/* messages: who asks for a message in the user's language gets his own text
 * where the locale is "C", and which catalogues there are goes back
 *
 * Either domain may be said last.
 *
 * check: --exhaustive
 * verdict: verified
 * default: checkpoint
 * executions: 2
 * states: A,ones,a,/a,messages:/usr/share/locale
 * states: A,ones,b,/a,messages:/usr/share/locale
 * races: none
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * states: A,ones,a,/a,messages:/usr/share/locale
 * states: A,ones,b,/a,messages:/usr/share/locale
 */
#include "test.h"

#include <libintl.h>
#include <locale.h>

static void *say(void *name)
{
	textdomain(name);
	return NULL;
}

int main(void)
{
	char first[60];
	pthread_t t, u;

	snprintf(first, sizeof first, "%s:%s", textdomain(NULL),
		bindtextdomain("a", NULL));
	setlocale(LC_ALL, "C");
	bindtextdomain("a", "/a");
	t = start(say, "a");
	u = start(say, "b");
	finish(t);
	finish(u);
	printf("%s,%s,%s,%s,%s\n", gettext("A"), ngettext("one", "ones", 2),
		textdomain(NULL), bindtextdomain("a", NULL), first);
	return 0;
}
