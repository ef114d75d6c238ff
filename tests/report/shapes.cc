// SPDX-License-Identifier: MIT
// What classes wrap, and what is copied as a word, passes from T1 to main.
#include <atomic>
#include <cassert>
#include <cstring>
#include <string>
#include <thread>

enum class Mode : char { Off, On = 3 };
struct Small {
	short a, b;
};

static std::atomic<bool> ready;
static std::atomic<Mode> mode;
static Small small, from{1, -2};
static int numbers[4];
static std::string text;

int main()
{
	std::thread t([] {
		int two[2] = {5, 6};

		ready = true;
		mode = Mode::On;
		std::memcpy(&small, &from, sizeof small);
		std::memcpy(numbers + 1, two, sizeof two);
		text = "too long for what a string has itself";
	});
	t.join();
	assert(!(ready && mode.load() == Mode::On && small.a && numbers[1] && text[0]));
}
