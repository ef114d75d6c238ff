/* SPDX-License-Identifier: MIT */
/* around_main.cc - a constructor starts a thread, a destructor joins it and an
 * exit handler comes between: all of it is part of every execution
 */
#include <cstdio>
#include <cstdlib>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int runs;

static void *counts(void *)
{
	pthread_mutex_lock(&lock);
	runs++;
	pthread_mutex_unlock(&lock);
	return nullptr;
}

struct counter {
	pthread_t thread;

	counter()
	{
		pthread_create(&thread, nullptr, counts, nullptr);
	}
	~counter()
	{
		pthread_join(thread, nullptr);
		std::printf("destroyed %d\n", runs);
	}
};

static counter first;

static void __attribute__((destructor)) last()
{
	std::printf("last\n");
}

int main(int argc, char **argv)
{
	std::atexit([] { std::printf("at exit\n"); });
	pthread_mutex_lock(&lock);
	std::printf("main %d %s\n", runs, getenv("LD_PRELOAD") ? "loaded" : "");
	pthread_mutex_unlock(&lock);
	return argc > 1 ? std::atoi(argv[1]) : 0;
}
