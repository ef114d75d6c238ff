/* SPDX-License-Identifier: MIT */
/* fstream: streams on files, of two threads
 *
 * What can come of it, by hand:
 *
 * appends    each has a stream of its own at the file's end: either is first
 * locked     one stream, under a mutex: either is first
 * buffered   what was inserted is in the file only when it is closed: who looks
 *            finds nothing, or all of it
 * flushed    the same, where a part is flushed before the rest is inserted
 * ends       std::endl flushes: as before
 * unit       each insertion is flushed: nothing, one, or both
 * long       more than 1024 bytes at once go past the buffer, with what is in
 *            it, which is no part of the store before
 * full       so does what has no room there any more
 * reads      a word each from one stream, under a mutex
 * places     each has a stream of its own on the same file: both begin at its
 *            start, and the later one to be closed stays
 *
 * verdict: verified
 * races: none
 *
 * check: --exhaustive
 * args: appends
 * states: a1b2 b2a1
 *
 * check: --exhaustive --reduce none
 * args: appends
 * states: a1b2 b2a1
 *
 * check: --exhaustive
 * args: locked
 * states: a1b2 b2a1
 *
 * check: --exhaustive
 * args: buffered
 * states: empty text
 *
 * check: --exhaustive --reduce none
 * args: buffered
 * states: empty text
 *
 * check: --exhaustive
 * args: flushed
 * states: empty text textmore
 *
 * check: --exhaustive
 * args: ends
 * states: empty text textmore
 *
 * check: --exhaustive
 * args: unit
 * states: empty text textmore
 *
 * check: --exhaustive
 * args: long
 * states: 0:empty 1:empty 0:2004 1:2004 0:2008 1:2008
 *
 * check: --exhaustive
 * args: full
 * states: 0:empty 1:empty 0:9004 1:9004 0:9008 1:9008
 *
 * check: --exhaustive
 * args: reads
 * states: one,two two,one
 *
 * check: --exhaustive --reduce source
 * args: reads
 * states: one,two two,one
 *
 * check: --exhaustive
 * args: places
 * states: a1 b2
 */
#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>

static std::fstream stream;
static std::mutex lock;
static std::string got[2];
static std::atomic<int> said;

static void make(const char *path, const char *text)
{
	std::ofstream f(path);

	f << text;
	f.close();
	assert(f.good());
}

static void say(const char *path)
{
	std::ifstream f(path);
	std::string text;

	for (std::string word; f >> word;)
		text += word;
	if (text.size() > 100)
		text = std::to_string(text.size());
	std::printf("%s\n", text.empty() ? "empty" : text.c_str());
}

static bool is(const char *what, const char *name)
{
	return std::strcmp(what, name) == 0;
}

static void both(const char *what, int me)
{
	if (is(what, "appends")) {
		std::ofstream f("f", std::ios::app);

		f << "ab"[me] << me + 1;
	}
	if (is(what, "places")) {
		std::ofstream f("f", std::ios::in);

		f << "ab"[me] << me + 1;
	}
	if (is(what, "locked")) {
		std::lock_guard<std::mutex> held(lock);

		stream << "ab"[me] << me + 1;
	}
	if (is(what, "reads")) {
		std::lock_guard<std::mutex> held(lock);

		stream >> got[me];
	}
}

static bool inserts(const char *what)
{
	for (const char *one : {"buffered", "flushed", "ends", "unit", "long",
		     "full"})
		if (is(what, one))
			return true;
	return false;
}

static void other(const char *what)
{
	both(what, 1);
	if (!inserts(what))
		return;
	if (is(what, "unit"))
		stream << std::unitbuf;
	stream << "text";
	if (is(what, "flushed"))
		stream << std::flush << "more";
	if (is(what, "ends"))
		stream << std::endl << "more";
	if (is(what, "unit"))
		stream << "more";
	if (is(what, "full"))
		for (int i = 0; i < 8; i++)
			stream << std::string(1000, 'x');
	if (is(what, "long") || is(what, "full")) {
		said = 1;
		stream << std::string(is(what, "long") ? 2000 : 1000, 'x');
		stream << "more";
	}
	stream.close();
}

int main(int argc, char **argv)
{
	const char *what = argv[argc - 1];

	make("f", is(what, "reads") ? "one two" : "");
	if (is(what, "reads"))
		stream.open("f", std::ios::in);
	else
		stream.open("f", std::ios::out | std::ios::app);
	assert(stream.is_open());
	std::thread t(other, what);
	both(what, 0);
	if (is(what, "long") || is(what, "full"))
		std::printf("%d:", said.load());
	if (inserts(what))
		say("f");
	t.join();
	if (is(what, "locked"))
		stream.close();
	if (is(what, "reads"))
		std::printf("%s,%s\n", got[0].c_str(), got[1].c_str());
	else if (!inserts(what))
		say("f");
	std::remove("f");
}
