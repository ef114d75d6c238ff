/* SPDX-License-Identifier: MIT */
/* own_calls: a program's own functions and variables that are called as those
 * of the C library hide them, and are the program's like all others
 *
 * Both threads take turns, so that one of two additions may be lost: by hand,
 * 1 or 2.
 *
 * check: --exhaustive
 * verdict: verified
 * races: some
 * states: send=1 send=2
 * native: prints send=1 send=2
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

int send; /* a variable, a function of other arguments, one of the same */

int read(int how_many);
int poll(char *line, int room);
char *strchr(const char *s, int c);

int read(int how_many)
{
	return send + how_many;
}

int poll(char *line, int room)
{
	for (int i = 0; i < room; i++)
		line[i] = 'x';
	return room;
}

/* Never found. */
char *strchr(const char *s, int c)
{
	(void)s;
	(void)c;
	return NULL;
}

static void *add(void *unused)
{
	send = read(1);
	return unused;
}

int main(void)
{
	char line[3];
	const char *volatile text = "abc";
	pthread_t t, u;

	assert(poll(line, 3) == 3 && line[2] == 'x');
	assert(strchr(text, 'b') == NULL);
	assert(pthread_create(&t, NULL, add, NULL) == 0);
	assert(pthread_create(&u, NULL, add, NULL) == 0);
	assert(pthread_join(t, NULL) == 0);
	assert(pthread_join(u, NULL) == 0);
	printf("send=%d\n", send);
	return 0;
}
