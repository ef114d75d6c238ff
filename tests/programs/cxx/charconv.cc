/* SPDX-License-Identifier: MIT */
/* charconv: std::to_chars and std::from_chars of floating point, by two threads
 * that count beside it
 *
 * Two threads of two additions each: C(4, 2) = 6 orders.
 *
 * check: --exhaustive --reduce none
 * flags: -std=c++17
 * verdict: verified
 * executions: 6
 *
 * check: --exhaustive
 * flags: -std=c++17
 * verdict: verified
 * races: none
 */
#include <atomic>
#include <cassert>
#include <charconv>
#include <string_view>
#include <thread>

static std::atomic<int> counter;

static void run(double value)
{
	char text[40], little[2];
	double back = 0;
	float half = 0;

	auto r = std::to_chars(text, text + sizeof text, value);
	counter++;
	assert(r.ec == std::errc());
	assert(std::from_chars(text, r.ptr, back).ptr == r.ptr);
	assert(back == value);
	r = std::to_chars(text, text + sizeof text, 2.5f,
		std::chars_format::fixed, 3);
	counter++;
	assert(std::string_view(text, (size_t)(r.ptr - text)) == "2.500");
	std::from_chars(text, r.ptr, half);
	assert(half == 2.5f);
	r = std::to_chars(little, little + 2, value);
	assert(r.ec == std::errc::value_too_large && r.ptr == little + 2);
}

int main()
{
	std::thread t(run, 1.25);

	run(-3e100);
	t.join();
	assert(counter == 4);
}
