/* SPDX-License-Identifier: MIT */
/* syslog: what goes to the system's log goes nowhere, and with LOG_PERROR to
 * standard error as well, in each order with setlogmask and openlog
 *
 * Descriptor 2 is a file of the test's.  The thread calls the log "new", then
 * shuts it for what is no error; main writes one message: before, between and
 * behind that; and by then it may write the line later.
 *
 * check: --exhaustive
 * verdict: verified
 * states: none old:hello new:hello
 */
#include "test.h"

#include <sys/mman.h>
#include <syslog.h>

static void *change(void *unused)
{
	openlog("new", LOG_PERROR, LOG_DAEMON);
	assert(setlogmask(LOG_MASK(LOG_ERR)) == 0xff);
	return unused;
}

int main(void)
{
	char line[40] = "";
	int log = memfd_create("log", 0);
	pthread_t t;
	ssize_t n;

	assert(log >= 0 && dup2(log, 2) == 2);
	openlog("old", LOG_PERROR, LOG_USER);
	t = start(change, NULL);
	syslog(LOG_INFO, "%s", "hello");
	finish(t);
	n = pread(log, line, sizeof line - 1, 0);
	if (n <= 0) {
		puts("none");
	} else {
		assert(line[n - 1] == '\n');
		line[n - 1] = 0;
		printf("%.3s:%s\n", line, line + 5);
	}
	return 0;
}
