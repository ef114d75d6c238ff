// SPDX-License-Identifier: MIT
// settings.cc - settings are read once, by whoever needs them first
#include <atomic>
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

struct settings {
	std::string language;
	int port = 0;
};

static std::mutex lock;
static std::atomic<settings *> current;

static settings *get()
{
	settings *s = current;

	if (!s) {
		std::lock_guard<std::mutex> hold(lock);
		if (!current) {
			current = new settings;
			current.load()->language = "en";
			current.load()->port = 8080;
		}
		s = current;
	}
	return s;
}

static void serve()
{
	assert(get()->port == 8080);
}

int main()
{
	std::thread a(serve), b(serve);

	a.join();
	b.join();
	delete current;
}
