// SPDX-License-Identifier: MIT
/* What docs/first-bug.md checks, as its test has it, which fetches nothing over
 * the network: a group of threads that one thread waits for, written anew from
 * what is said of the bug.  The lines that reports and gdb show there are those
 * of IronsDu/brynet at 22c761b (MIT), and stand on the same lines.
 */
#pragma once
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>

namespace brynet::base {

class WaitGroup {
public:
	static std::shared_ptr<WaitGroup> Create()
	{
		struct make_shared_enabler : WaitGroup {
		};

        return std::make_shared<make_shared_enabler>();
	}

public:
	void add(int i)
	{
        mCounter += i;
	}

    void done()
    {
        --mCounter;
        mCond.notify_all();
    }

	void wait()
	{
        std::unique_lock<std::mutex> l(mMutex);
        mCond.wait(l, [&] {
            return mCounter <= 0;
        });
	}

private:
	std::mutex mMutex;
	std::atomic<int> mCounter{0};
	std::condition_variable mCond;

	WaitGroup() = default;
	virtual ~WaitGroup() = default;
};

} // namespace brynet::base
