/* SPDX-License-Identifier: MIT */
/* filesystem_whole: each thread has a folder of its own, and asserts all that it
 * is told of it, whatever was switched between two calls
 *
 * flags: -std=c++17
 * verdict: partial
 * holes: sampled
 * exit: 0
 * races: none
 *
 * check: --strategy random --max-executions 200
 *
 * check: --strategy pct --max-executions 200
 */
#include <cassert>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace fs = std::filesystem;

static void files(const fs::path &p)
{
	std::error_code error;

	assert(fs::create_directories(p / "a" / "b"));
	assert(!fs::create_directory(p / "a"));
	std::ofstream(p / "a" / "x.txt") << "hello";
	assert(fs::file_size(p / "a" / "x.txt") == 5);
	assert(fs::copy_file(p / "a" / "x.txt", p / "a" / "b" / "y.txt"));
	fs::rename(p / "a" / "x.txt", p / "z");
	assert(!fs::exists(p / "a" / "x.txt") && fs::is_regular_file(p / "z"));
	fs::create_symlink("z", p / "l");
	assert(fs::is_symlink(p / "l") && fs::read_symlink(p / "l") == "z");
	assert(fs::equivalent(p / "l", fs::canonical(p / "z")));
	fs::create_hard_link(p / "z", p / "h");
	assert(fs::hard_link_count(p / "z") == 2 && fs::remove(p / "h"));
	fs::permissions(p / "z", fs::perms::owner_read);
	assert(fs::status(p / "z").permissions() == fs::perms::owner_read);
	fs::permissions(
		p / "z", fs::perms::owner_write, fs::perm_options::add);
	fs::resize_file(p / "z", 2);
	assert(fs::file_size(p / "z") == 2);
	fs::last_write_time(p / "z", fs::last_write_time(p / "l"));
	assert(!fs::remove(p / "none", error) && !error);
	fs::file_size(p / "none", error);
	assert(error == std::errc::no_such_file_or_directory);
}

static void folders(const fs::path &p)
{
	fs::path copy = p;
	unsigned n = 0, deep = 0;

	for (auto &e : fs::directory_iterator(p)) {
		assert(e.path().parent_path() == p);
		n++;
	}
	assert(n == 3);
	for (fs::recursive_directory_iterator i(p), end; i != end; ++i) {
		deep += (unsigned)i.depth();
		if (i->path().filename() == "b")
			i.disable_recursion_pending();
		n++;
	}
	assert(n == 3 + 4 && deep == 1);
	copy += "-copy";
	fs::copy(p, copy, fs::copy_options::recursive |
				  fs::copy_options::copy_symlinks);
	assert(fs::exists(copy / "a" / "b" / "y.txt"));
	assert(fs::remove_all(copy) == 6);
	assert(!fs::is_empty(p) && fs::remove_all(p) == 6);
}

static void fails(const fs::path &p)
{
	bool caught = false;

	try {
		fs::create_directory(p / "none" / "none");
	} catch (const fs::filesystem_error &e) {
		caught = e.path1() == p / "none" / "none" && *e.what() &&
			 e.code() == std::errc::no_such_file_or_directory;
	}
	assert(caught);
	caught = false;
	try {
		for (auto &e : fs::directory_iterator(p / "none"))
			assert(!e.exists());
	} catch (const fs::filesystem_error &) {
		caught = true;
	}
	assert(caught);
}

static void paths(const fs::path &p)
{
	fs::path q = p / "a" / ".." / "z.tar.gz";

	assert(q.lexically_normal() == p / "z.tar.gz");
	assert(q.filename() == "z.tar.gz" && q.stem() == "z.tar");
	assert(q.extension() == ".gz" && !q.has_root_path());
	q.replace_extension("xz").replace_filename("w");
	assert(q.filename() == "w" && fs::path("/a//b").root_path() == "/");
	q.remove_filename();
	q = q.parent_path();
	assert(fs::relative(p / "a", p) == "a" && fs::absolute(p).is_absolute());
	assert(fs::current_path().is_absolute() && p.compare("a") > 0);
	assert(std::distance(q.begin(), q.end()) == 3);
	assert(fs::hash_value(p) == fs::hash_value(fs::path(p)));
	assert(fs::is_directory(fs::temp_directory_path()));
	q.clear();
	q += "x";
	q.swap(q);
	assert(q == "x" && fs::weakly_canonical(p / "n").filename() == "n");
}

static void run(int me)
{
	fs::path p = "filesystem_whole-" + std::to_string(me);

	fs::remove_all(p);
	files(p);
	paths(p);
	folders(p);
	fails(p);
}

int main()
{
	std::thread t(run, 1);

	run(2);
	t.join();
}
