/* SPDX-License-Identifier: MIT */
#include "native/kernel/rights.h"
#include "native/kernel/sock.h"
#include "native/libc/libc.h"

#include <errno.h>
#include <string.h>

enum {
	RIGHTS_MOST = 253 /* SCM_MAX_FD */
};

struct list {
	uint32_t count;
	int32_t at[]; /* numbers as the test gave them, or files, plus one */
};

static struct list *list_at(uint32_t index)
{
	return (struct list *)(void *)(rt.arena + index);
}

static struct list *list_new(uint32_t count, uint32_t *index)
{
	struct list *l = (struct list *)(void *)arena_words(1 + count, index);

	l->count = count;
	return l;
}

/* --- sending ---------------------------------------------------------------
 */

/* Adds what one header has; 0 or an error. */
static int add(struct list *l, const struct cmsghdr *c, uint64_t pc)
{
	size_t n = (c->cmsg_len - sizeof *c) / sizeof(int);

	if (c->cmsg_level != SOL_SOCKET)
		return 0;
	if (c->cmsg_type != SCM_RIGHTS)
		unsupported("sendmsg with ancillary data other than SCM_RIGHTS "
			    "(SCM_CREDENTIALS and the like)",
			pc);
	if (l->count + n > RIGHTS_MOST)
		return EINVAL;
	memcpy(l->at + l->count, CMSG_DATA(c), n * sizeof(int));
	l->count += (uint32_t)n;
	return 0;
}

bool rights_asked(const struct msghdr *m, uint32_t *asked, uint64_t pc)
{
	size_t left = m->msg_controllen, step;
	const char *at = look(m->msg_control, left, pc);
	struct list *l = list_new(RIGHTS_MOST, asked);
	struct cmsghdr c;
	int error = 0;

	seen(m->msg_control, at, left, pc);
	l->count = 0;
	for (; !error && left >= sizeof c; left -= step, at += step) {
		memcpy(&c, at, sizeof c);
		if (c.cmsg_len < sizeof c || c.cmsg_len > left)
			error = EINVAL;
		else
			error = add(l, (const struct cmsghdr *)(const void *)at,
				pc);
		step = CMSG_ALIGN(c.cmsg_len) < left ? CMSG_ALIGN(c.cmsg_len)
						     : left;
	}
	if (!l->count)
		*asked = 0;
	return error ? refuse_call(error) == 0 : true;
}

bool rights_found(uint32_t asked, uint32_t *found, uint64_t pc)
{
	const struct list *numbers = asked ? list_at(asked) : 0;
	struct list *l;

	*found = 0;
	if (!numbers)
		return true;
	l = list_new(numbers->count, found);
	for (uint32_t i = 0; i < numbers->count; i++) {
		const struct file *f = file_of(numbers->at[i]);

		if (!f && number_is_kernels(numbers->at[i]))
			unsupported("SCM_RIGHTS of a descriptor that scarp "
				    "does not model",
				pc);
		if (!f)
			return refuse_call(EBADF) == 0;
		if (f->kind == FILE_REAL)
			unsupported(
				"SCM_RIGHTS of a file that the kernel has", pc);
		l->at[i] = (int32_t)(f - files) + 1;
	}
	return true;
}

static bool leads_to(const struct file *f, const struct queue *q);

/* Does a message that waits there lead to q? */
static bool waiting_leads_to(uint32_t queue, const struct queue *q)
{
	uint32_t at = 0, rights;

	if (!queue)
		return false;
	if (&queues[queue - 1] == q)
		return true;
	shared_read(&queues[queue - 1]);
	while ((rights = queue_next_rights(queue, &at)))
		for (uint32_t i = 0; i < list_at(rights)->count; i++)
			if (leads_to(&files[list_at(rights)->at[i] - 1], q))
				return true;
	return false;
}

/* Has who holds f a way to what is in q?  There is no circle so far. */
static bool leads_to(const struct file *f, const struct queue *q)
{
	if (f->kind != FILE_SOCKET)
		return false;
	if (waiting_leads_to(f->in, q))
		return true;
	for (unsigned at = sock_of(f)->first; at; at = socks[at - 1].next)
		if (waiting_leads_to(sock_file(at)->in, q))
			return true;
	return false;
}

void rights_hold(uint32_t list, const struct queue *q, uint64_t pc)
{
	const struct list *l = list_at(list);

	for (uint32_t i = 0; i < l->count; i++) {
		struct file *f = &files[l->at[i] - 1];

		if (leads_to(f, q))
			unsupported("SCM_RIGHTS of a socket by which the "
				    "message itself is received",
				pc);
		KEEP(*f);
		f->refs++;
	}
}

/* --- what became of them ----------------------------------------------------
 */

void rights_drop(uint32_t list)
{
	const struct list *l = list_at(list);

	for (uint32_t i = 0; i < l->count; i++)
		file_drop(&files[l->at[i] - 1]);
}

int rights_give(uint32_t list, bool peeked, const struct msghdr *to, int flags,
	size_t *used, uint64_t pc)
{
	const struct list *l = list_at(list);
	size_t room = to->msg_control ? to->msg_controllen : 0, n = 0, most;
	struct cmsghdr head = {
		.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
	int number[RIGHTS_MOST];

	most = room > sizeof head ? (room - sizeof head) / sizeof(int) : 0;
	for (; n < l->count && n < most; n++) {
		number[n] = number_new(
			&files[l->at[n] - 1], 0, flags & MSG_CMSG_CLOEXEC);
		if (number[n] < 0)
			break;
	}
	if (!peeked)
		rights_drop(list);
	*used = 0;
	if (n) {
		char *at = to->msg_control;

		head.cmsg_len = CMSG_LEN(n * sizeof(int));
		*used = CMSG_SPACE(n * sizeof(int)) < room
				? CMSG_SPACE(n * sizeof(int))
				: room;
		put_bytes(at, &head, sizeof head, pc);
		put_bytes(at + sizeof head, number, n * sizeof(int), pc);
	}
	return n < l->count ? MSG_CTRUNC : 0;
}
