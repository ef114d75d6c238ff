/* SPDX-License-Identifier: MIT */
/* polls_number: poll, ppoll and select of a number that another thread opens as
 * a socket and closes again
 *
 * It comes before, between or behind these two: it finds a socket that is
 * connected to nobody, or no descriptor.  A call of poll is one step: three
 * traces.
 *
 * check: --exhaustive
 * verdict: verified
 * states: hung_up none
 * last_round: 3
 * native: 4
 *
 * check: --exhaustive
 * args: ppoll
 * verdict: verified
 * states: hung_up none
 * last_round: 3
 * native: 4
 *
 * check: --exhaustive
 * args: select
 * verdict: verified
 * states: ready=1 none
 * native: 4
 *
 * Who looks for time to pass asks others' questions, too.
 *
 * check: --exhaustive
 * args: timed
 * verdict: verified
 * states: hung_up none
 * last_round: 3
 * native: 4
 */
#include "test.h"

#include <poll.h>
#include <sys/select.h>
#include <sys/socket.h>

enum {
	FREE = 3 /* the lowest number that is */
};

static const char *how;

static void say(int n, const struct pollfd *p)
{
	assert(n == 1);
	if (p->revents == POLLNVAL)
		printf("none\n");
	else if (p->revents == POLLHUP)
		printf("hung_up\n");
	else
		printf("revents=%d\n", p->revents);
}

static void *ask(void *unused)
{
	struct pollfd p = {FREE, POLLIN, 0};
	struct timespec now = {0, 0};
	struct timeval at_once = {0, 0};
	fd_set in;
	int n;

	if (strcmp(how, "poll") == 0 || strcmp(how, "timed") == 0) {
		n = poll(&p, 1, how[0] == 't' ? 1000 : 0);
		say(n, &p);
	} else if (strcmp(how, "ppoll") == 0) {
		n = ppoll(&p, 1, &now, NULL);
		say(n, &p);
	} else {
		FD_ZERO(&in);
		FD_SET(FREE, &in);
		n = select(FREE + 1, &in, NULL, NULL, &at_once);
		if (n < 0 && errno == EBADF)
			printf("none\n");
		else
			printf("ready=%d\n", n);
	}
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t t;
	int s;

	how = argc > 1 ? argv[1] : "poll";
	t = start(ask, NULL);
	s = socket(AF_INET, SOCK_STREAM, 0);
	assert(s == FREE);
	assert(close(s) == 0);
	finish(t);
	return 0;
}
