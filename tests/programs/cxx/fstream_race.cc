/* SPDX-License-Identifier: MIT */
/* fstream_race: two threads insert into one stream on a file, which is for one
 * at a time; nor is a stream closed beside another thread that inserts
 *
 * check: --exhaustive
 * verdict: partial
 * holes: may_tear
 * races: some
 *
 * check: --exhaustive
 * flags: -DSECOND=close()
 * verdict: partial
 * holes: may_tear
 * races: some
 */
#include <fstream>
#include <pthread.h>

#ifndef SECOND
#define SECOND operator<<(2)
#endif

static std::ofstream out;

static void *inserts(void *unused)
{
	out << 1;
	return unused;
}

int main()
{
	pthread_t t;

	out.open("/dev/null");
	out << "begun";
	pthread_create(&t, nullptr, inserts, nullptr);
	out.SECOND;
	pthread_join(t, nullptr);
	return 0;
}
