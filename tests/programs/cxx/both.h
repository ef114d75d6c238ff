/* SPDX-License-Identifier: MIT */
/* both.h - runs work(1) and work(2) in two threads, one at a time, in any order
 *
 * For containers and the like: what they leave in memory depends on the order
 * alone, so two outcomes are expected, and a third means that something was not
 * put back between two executions.
 */
#ifndef BOTH_H
#define BOTH_H

#include <cassert>
#include <cstdio>
#include <mutex>
#include <thread>

template <class Work> void both(Work work)
{
	std::mutex lock;
	auto run = [&](int i) {
		std::lock_guard<std::mutex> hold(lock);
		work(i);
	};
	std::thread a(run, 1), b(run, 2);

	a.join();
	b.join();
}

#endif
