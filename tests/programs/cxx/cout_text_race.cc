/* SPDX-License-Identifier: MIT */
/* cout_text_race: std::cout inserts a text that another thread changes; the
 * library reads what stands for it
 *
 * check: --exhaustive
 * verdict: verified
 * races: some
 * states: text taxt
 *
 * check: --exhaustive
 * flags: -DINSERT="std::cout.write(text,4)"
 * verdict: verified
 * races: some
 * states: text taxt
 */
#include <iostream>
#include <pthread.h>

#ifndef INSERT
#define INSERT std::cout << text
#endif

static char text[] = "text";

static void *change(void *)
{
	text[1] = 'a';
	return nullptr;
}

int main()
{
	pthread_t t;

	pthread_create(&t, nullptr, change, nullptr);
	INSERT;
	pthread_join(t, nullptr);
	return 0;
}
