/* SPDX-License-Identifier: MIT */
/* filesystem: what two threads do to one folder by std::filesystem, whose
 * functions ask the system more than once
 *
 * By hand:
 *
 * create    both make d/a/b: one of them makes the last part, and says so
 * rename    both move one file: one finds it
 * copy      both copy a file if it is not there: the second finds the copy (s),
 *           or comes between and is told (e)
 * remove    both remove a tree of three: what one does not count the other does,
 *           unless the library comes between (E2: ENOENT).  A C++ program
 *           without scarp prints all of these as well, in 30,000 runs
 * ready     one waits until the other has made a file
 *
 * verdict: verified
 * flags: -std=c++17
 * races: none
 *
 * check: --exhaustive
 * args: create
 * states: 1,0 0,1
 *
 * check: --exhaustive --reduce none
 * args: rename
 * states: 1,0 0,1
 *
 * check: --exhaustive
 * args: copy
 * states: c,s s,c c,e e,c
 *
 * check: --exhaustive
 * args: remove
 * states: 0,3 3,0 1,2 2,1 2,E2 E2,2 3,E2 E2,3
 *
 * check: --exhaustive
 * args: ready
 * states: 1
 */
#include <cassert>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace fs = std::filesystem;

static const fs::path ready = "d/ready";
static std::string said[2];

static void touch(const fs::path &path)
{
	std::ofstream f(path);

	assert(f.is_open());
}

static void run(const std::string &what, int me)
{
	std::error_code error;

	if (what == "create") {
		said[me] = std::to_string(fs::create_directories("d/a/b"));
		assert(fs::is_directory("d/a/b"));
	}
	if (what == "rename") {
		fs::rename("d/f", "d/g", error);
		said[me] = error ? "0" : "1";
	}
	if (what == "copy") {
		if (fs::exists("d/g"))
			said[me] = "s";
		else
			said[me] = fs::copy_file("d/f", "d/g", error) ? "c"
								      : "e";
	}
	if (what == "remove") {
		said[me] = std::to_string(fs::remove_all("d/t", error));
		if (error)
			said[me] = "E" + std::to_string(error.value());
	}
	if (what == "ready") {
		if (me)
			touch(ready);
		else
			while (!fs::exists(ready))
				std::this_thread::yield();
		said[me] = "1";
	}
}

int main(int argc, char **argv)
{
	std::string what = argv[argc - 1];

	fs::remove_all("d");
	fs::create_directory("d");
	touch("d/f");
	if (what == "remove") {
		fs::create_directory("d/t");
		touch("d/t/1");
		touch("d/t/2");
	}
	std::thread t(run, what, 1);

	run(what, 0);
	t.join();
	if (what == "ready")
		std::puts(said[0].c_str());
	else
		std::printf("%s,%s\n", said[0].c_str(), said[1].c_str());
	fs::remove_all("d");
}
