// SPDX-License-Identifier: MIT
// dcl.cc - double-checked initialisation that publishes too early
//
// The fast path looks at `ready` without the lock, and `ready` is set before
// the object is complete: another thread uses a configuration that has no
// servers yet.  Cure: do the work in the constructor of the local static, or in
// std::call_once, or set `ready` last.
#include <atomic>
#include <cassert>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

static std::mutex lock;
static std::atomic<bool> ready;

struct Config {
	std::vector<std::string> servers;

	static Config &instance()
	{
		static Config config;

		if (!ready) {
			std::lock_guard<std::mutex> hold(lock);
			if (!ready) {
				ready = true; // wrong: must come last
				config.servers.push_back("one");
			}
		}
		return config;
	}
};

int main()
{
	auto use = [] { assert(Config::instance().servers.size() == 1); };
	std::thread a(use), b(use);

	a.join();
	b.join();
}
