/* One thing in each: that a report names in a way of its own. */
#include <assert.h>
#include <fcntl.h>
#include <getopt.h>
#include <glob.h>
#include <netdb.h>
#include <pthread.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wordexp.h>

static volatile int *block, done, numbers[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

/* The reader is not waited for: its access and the free are a race. */
static void *reads(void *arg)
{
	(void)block[3];
	done = 1;
	return arg;
}

static void *opens(void *arg)
{
	numbers[arg != 0] = open("/dev/null", O_RDONLY);
	return arg;
}

static void *waits(void *arg)
{
	pthread_mutex_lock(&lock);
	while (!done)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *spins(void *arg)
{
	while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE))
		;
	return arg;
}

static int frees(void)
{
	pthread_t t;

	block = malloc(40);
	pthread_create(&t, 0, reads, 0);
	if (done)
		free((void *)block);
	pthread_join(t, 0);
	return 0;
}

static int descriptors(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, opens, 0);
	pthread_create(&b, 0, opens, &b);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(numbers[0] < numbers[1]);
	return 0;
}

/* All values of a byte, 2,000 of them, or a word in Latin-1. */
static int prints(int binary)
{
	for (unsigned i = 0; binary && i < 2000; i++)
		putchar((int)(i * 2654435761u >> 13 & 0xff));
	fprintf(binary ? stderr : stdout, "caf\xe9 au lait\n");
	fflush(stdout);
	assert(0);
	return 0;
}

static int scopes(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, waits, 0);
	pthread_create(&b, 0, spins, 0);
	pthread_mutex_lock(&lock);
	__atomic_store_n(&done, 1, __ATOMIC_RELEASE);
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}

/* The bytes that both touch are the last four of what the later one reads. */
static struct {
	int first, second;
} pair;

static long both;

static void *reads_both(void *arg)
{
	memcpy(&both, &pair, sizeof both);
	return arg;
}

static int part(void)
{
	pthread_t t;

	pthread_create(&t, 0, reads_both, 0);
	pair.second = 1;
	pthread_join(t, 0);
	return both == 7;
}

#ifdef CALLS
/* Eleven whose effect is not known; one is made. */
static void calls(char **argv, int all)
{
	regex_t r;

	l64a(0);
	if (!all)
		return;
	glob_t g;
	wordexp_t w;

	regcomp(&r, "a", 0);
	glob("*", 0, 0, &g);
	wordexp("a", &w, 0);
	gethostbyname("a");
	getprotobyname("a");
	getnetbyname("a");
	getprotobynumber(1);
	getservbyport(1, 0);
	getservbyname("a", 0);
	getnetbyaddr(1, 2);
}
#endif

int main(int argc, char **argv)
{
#ifdef CALLS
	if (argc > 1)
		calls(argv, argc > 5);
#endif
	switch (argc > 1 ? argv[1][0] : 0) {
	case 'f':
		return frees();
	case 'p':
		return part();
	case 'd':
		return descriptors();
	case 'b':
	case 'l':
		return prints(argv[1][0] == 'b');
	case 's':
		return scopes();
	}
	return 0;
}
