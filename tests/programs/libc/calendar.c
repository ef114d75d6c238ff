/* SPDX-License-Identifier: MIT */
/* calendar: dates in two threads; the zone is the library's, and TZ the test's
 *
 * Each thread with memory of its own: no call changes anything, and they
 * commute.
 *
 * check: --exhaustive
 * args: own
 * executions: 1
 * verdict: verified
 * states: 24
 *
 * One sets TZ while the other asks: only fork mode puts the zone back.
 *
 * check: --exhaustive
 * args: zone
 * modes: fork
 * verdict: verified
 * states: 26 23
 *
 * check: --exhaustive --reduce none
 * args: zone
 * modes: fork
 * verdict: verified
 * states: 26 23
 *
 * check: --exhaustive
 * args: zone
 * modes: checkpoint
 * fallback: fork
 * verdict: verified
 * says: the test calls tzset
 * states: 26 23
 *
 * localtime_r does not look at TZ, but at what localtime made of it.
 *
 * check: --exhaustive
 * args: looked
 * modes: fork
 * verdict: verified
 * states: 26 23
 *
 * What localtime returns all threads share.
 *
 * check: --exhaustive --races=error
 * args: shared
 * verdict: bug data_race
 */
#include "test.h"

#include <time.h>

static const time_t day = 86400;
static const char *how;
static int seen;

static int hour(const struct tm *t)
{
	return 24 * (t->tm_mday - 1) + t->tm_hour;
}

static void *asks(void *unused)
{
	char text[40];
	struct tm t;

	if (!strcmp(how, "own")) {
		localtime_r(&day, &t);
		strftime(text, sizeof text, "%H", &t);
		seen = 24 * (t.tm_mday - 1) + atoi(text) -
		       (int)(t.tm_gmtoff / 3600);
	} else if (!strcmp(how, "looked")) {
		localtime_r(&day, &t);
		seen = hour(&t);
	} else {
		seen = hour(localtime(&day));
	}
	return unused;
}

int main(int argc, char **argv)
{
	char text[40];
	struct tm t;
	pthread_t other;

	how = argv[argc - 1];
	if (!strcmp(how, "zone") || !strcmp(how, "looked")) {
		setenv("TZ", "AAA-2", 1);
		tzset();
	}
	if (!strcmp(how, "looked"))
		setenv("TZ", "BBB1", 1);
	other = start(asks, NULL);
	if (!strcmp(how, "own")) {
		localtime_r(&day, &t);
		strftime(text, sizeof text, "%H", &t);
		assert(mktime(&t) == day && t.tm_hour == atoi(text));
	} else if (!strcmp(how, "zone")) {
		setenv("TZ", "BBB1", 1);
	} else {
		localtime(&day);
	}
	finish(other);
	printf("%d\n", seen);
	return 0;
}
