/* SPDX-License-Identifier: MIT
 *
 * Functions of the C library that read or write memory which another thread
 * touches, one byte of it, by code of the test: each a race.
 *
 * flags: -lm
 *
 * check: --exhaustive --stdin {dir}/../io/input.txt
 * args: getline
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: sscanf
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: strsep
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: rawmemchr
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: setname
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: own_name
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: affinity
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * args: sincosl
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * What is stored behind several announcements goes back to each of them.  Where
 * the call touches more than 8 bytes besides, these count as torn.
 *
 * check: --exhaustive
 * env: SCARP_SOLO=1
 * args: sincosl
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * env: SCARP_SOLO=1
 * args: random_r
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * env: SCARP_SOLO=1
 * args: erand48
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * env: SCARP_SOLO=1
 * args: getstack
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * env: SCARP_SOLO=1
 * args: schedparam
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: environ
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: names
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: entry
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: clearenv
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: futex
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * args: rwlock
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * args: count
 * verdict: verified
 * races: some
 *
 * check: --exhaustive --stdin {dir}/../io/input.txt
 * args: getline_room
 * verdict: verified
 * races: some
 *
 * check: --exhaustive --spurious
 * args: exchange
 * verdict: verified
 * races: some
 *
 * check: --exhaustive
 * args: mremap
 * verdict: verified
 * races: some
 */
#include "test.h"

#include <linux/futex.h>
#include <math.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

static char text[] = "1 two", *line, *at;
static size_t room;
static cpu_set_t set;
static long double sine, cosine;
static pthread_attr_t attributes;
static _Atomic(char *) moved;
static atomic_int word;
static int expected;
static struct timespec duration;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int counted;
static char entry[] = "NAME=value";
static struct random_data drawing;
static char draws[64];
static int32_t drawn;
static _Alignas(8) unsigned short bits[3]; /* of one word */
static void *stack = text;		   /* no stack begins there */
static int policy;
static struct sched_param param;
static char *page, *touched;
static bool writes;

static void get_line(void)
{
	getline(&line, &room, stdin);
}

static void get_line_in(void)
{
	getline(&line, &room, stdin);
}

static void timed(void)
{
	pthread_rwlock_timedrdlock(&lock, &duration);
}

static void count(void)
{
	fprintf(stderr, "%n", &counted);
}

static void scan(void)
{
	int n;

	assert(sscanf(text, "%d", &n) == 1);
}

static void cut(void)
{
	assert(!strsep(&at, ","));
}

static void find(void)
{
	assert(rawmemchr(text, 'w') == text + 3);
}

static void name(void)
{
	pthread_setname_np(pthread_self(), text);
}

static void own_name(void)
{
	prctl(PR_SET_NAME, text);
}

static void affinity(void)
{
	pthread_attr_getaffinity_np(&attributes, sizeof set, &set);
}

static void both(void)
{
	sincosl(1, &sine, &cosine);
}

static void draw(void)
{
	random_r(&drawing, &drawn);
}

static void draw_bits(void)
{
	erand48(bits);
}

static void get_stack(void)
{
	pthread_attr_getstack(&attributes, &stack, &room);
}

static void get_param(void)
{
	pthread_getschedparam(pthread_self(), &policy, &param);
}

static void get(void)
{
	/* in one word: else it counts as torn, as it is read by a racing call
	 */
	static _Alignas(8) char name[8] = "NONE";

	assert(!getenv(name));
}

static void clear(void)
{
	clearenv();
}

static void wait_for(void)
{
	syscall(SYS_futex, &word, FUTEX_WAIT, 0, &duration, NULL, 0);
}

static void exchange(void)
{
	atomic_compare_exchange_weak(&word, &expected, 2);
}

static void move(void)
{
	char *to = mremap(page, 4096, 8192, MREMAP_MAYMOVE);

	assert(to != MAP_FAILED);
	atomic_store_explicit(&moved, to, memory_order_relaxed);
}

static void *touch(void *unused)
{
	volatile char *p = touched;
	char byte;

	if (!p)
		p = atomic_load_explicit(&moved, memory_order_relaxed);
	if (!p)
		return unused;
	byte = *p;
	if (writes)
		*p = byte;
	return unused;
}

static const struct {
	const char *name;
	void (*call)(void);
	void *touched;
	bool writes;
} kinds[] = {
	{"getline", get_line, &line, false},
	{"sscanf", scan, text, true},
	{"strsep", cut, &at, true},
	{"rawmemchr", find, text + 1, true},
	{"setname", name, text, true},
	{"own_name", own_name, text, true},
	{"affinity", affinity, &set, false},
	{"sincosl", both, &cosine, false},
	{"random_r", draw, &drawn, false},
	{"erand48", draw_bits, bits, false},
	{"getstack", get_stack, &room, false},
	{"schedparam", get_param, &param, false},
	{"environ", get, &environ, true},
	{"names", get, 0, true},
	{"entry", get, entry, true},
	{"clearenv", clear, &environ, false},
	{"futex", wait_for, &duration, true},
	{"rwlock", timed, &duration, true},
	{"count", count, &counted, false},
	{"getline_room", get_line_in, &line, true},
	{"exchange", exchange, &expected, false},
	{"mremap", move, 0, false},
};

static unsigned kind;

static void *call(void *unused)
{
	kinds[kind].call();
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t a, b;

	while (strcmp(kinds[kind].name, argv[argc - 1]) != 0)
		kind++;
	page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_attr_init(&attributes);
	initstate_r(1, draws, sizeof draws, &drawing);
	clearenv();
	putenv(entry);
	touched = kinds[kind].touched;
	if (strcmp(argv[argc - 1], "names") == 0)
		touched = (char *)environ;
	writes = kinds[kind].writes;
	if (kinds[kind].call == get_line_in)
		line = malloc(room = 500);
	a = start(call, NULL);
	b = start(touch, NULL);
	finish(a);
	finish(b);
	return 0;
}
