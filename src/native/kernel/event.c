/* SPDX-License-Identifier: MIT */
/* event.c - eventfd: a counter that is read, or waited for, as a file */
#include "native/kernel/file.h"
#include "native/kernel/interest.h"
#include "native/spin.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>

static struct object *object_of(const struct file *f)
{
	return object_get(kernel_object(KERNEL_EVENT, (uint64_t)(f - files)),
		OBJECT_FILE, 0);
}

ssize_t event_read(struct file *f, const struct parts *p)
{
	uint64_t n;

	if (parts_bytes(p) < sizeof n)
		return refuse_call(EINVAL);
	if (!f->value) {
		spin_object(&f->value, sizeof f->value, false);
		return refuse_call(EAGAIN);
	}
	spin_object(&f->value, sizeof f->value, true);
	KEEP(*f);
	n = f->semaphore ? 1 : f->value;
	f->value -= n;
	wake_file(f, POLLOUT);
	parts_put(p, 0, &n, sizeof n);
	hb_acquire(object_of(f));
	return sizeof n;
}

ssize_t event_write(struct file *f, const struct parts *p)
{
	uint64_t n;

	if (parts_bytes(p) < sizeof n)
		return refuse_call(EINVAL);
	parts_get(p, 0, &n, sizeof n);
	if (n == UINT64_MAX)
		return refuse_call(EINVAL);
	if (!file_can_write(f, n)) {
		spin_object(&f->value, sizeof f->value, false);
		return refuse_call(EAGAIN);
	}
	spin_object(&f->value, sizeof f->value, true);
	KEEP(*f);
	f->value += n;
	wake_file(f, POLLIN);
	hb_release(object_of(f));
	return sizeof n;
}
