/* SPDX-License-Identifier: MIT */
/* filesystem_kept: a path and an iterator that two threads use under a mutex go
 * back with the variables beside them
 *
 * Two threads of two sections each: C(4, 2) = 6 orders.
 *
 * check: --exhaustive --reduce none
 * verdict: verified
 * flags: -std=c++17
 *
 * check: --exhaustive
 * verdict: verified
 * flags: -std=c++17
 * last_round: 6
 * races: none
 */
#include <cassert>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>

namespace fs = std::filesystem;

static fs::path path;
static fs::directory_iterator at;
static std::mutex lock;
static std::string all, seen;
static int sections;

static void section(int me)
{
	std::lock_guard<std::mutex> held(lock);
	std::string name(20, (char)('a' + me));

	path /= name;
	all += "/" + name;
	assert(path == all);
	assert(std::distance(path.begin(), path.end()) == ++sections + 1);
	assert(seen.find(at->path().filename()) == std::string::npos);
	seen += at->path().filename();
	++at;
}

static void twice(int me)
{
	section(me);
	section(me);
}

int main()
{
	fs::remove_all("filesystem_kept");
	for (const char *name : {"1", "2", "3", "4"})
		fs::create_directories(fs::path("filesystem_kept") / name);
	path = all = "one";
	at = fs::directory_iterator("filesystem_kept");
	std::thread t(twice, 1);

	twice(2);
	t.join();
	assert(at == fs::directory_iterator() && seen.size() == 4);
	fs::remove_all("filesystem_kept");
}
