/* SPDX-License-Identifier: MIT */
/* uncontrolled: a source of chance that scarp does not control decides how many
 * operations there are: SOURCE is 0 (time stamp counter), 1 (/proc), 2
 * (getrandom) or 3 (the processor's random numbers) */
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/random.h>
#include <unistd.h>

static atomic_int x;

static unsigned draw(void)
{
	unsigned value = 0;
#if SOURCE == 0
	__asm__ volatile("rdtsc" : "=a"(value) : : "edx");
	value >>= 4;
#elif SOURCE == 1
	int fd = open("/proc/sys/kernel/random/uuid", O_RDONLY);

	if (fd < 0 || read(fd, &value, sizeof value) != sizeof value)
		_exit(1);
	close(fd);
#elif SOURCE == 3
	while (!__builtin_ia32_rdrand32_step(&value))
		;
#else
	if (getrandom(&value, sizeof value, 0) != sizeof value)
		_exit(1);
#endif
	return value;
}

static void *work(void *unused)
{
	for (unsigned i = 0; i <= draw() % 8; i++)
		atomic_fetch_add(&x, 1);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	atomic_fetch_add(&x, 1);
	pthread_join(t, NULL);
	return 0;
}
