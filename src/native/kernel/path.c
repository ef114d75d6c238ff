/* SPDX-License-Identifier: MIT */
/* path.c - Unix sockets whose name is a path: a file of the tree (tree.h)
 *
 * What counts is the file, as of Linux: a socket is found by whatever path
 * leads to it, and no more where it was removed or replaced, though it listens
 * on.  Linux, net/unix/af_unix.c, unix_bind_bsd, unix_find_bsd.
 *
 * A socket that the disk has is another process's: refused by name.
 */
#include "native/kernel/process.h"
#include "native/kernel/sock.h"
#include "native/kernel/tree.h"
#include "native/libc/libc.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Of these no decision point lies between filling and using. */
static struct found at;

int path_make(struct name *n, const struct sock *s)
{
	const char *path = n->un.sun_path;
	int error;

	if (*path != '/')
		STATE_ALSO(bind, directory);
	tree_look_also(TOUCHES_bind_tree);
	if (tree_made_up(path))
		return EACCES;
	error = tree_walk_open(process_directory(), path, WALK_NAME, &at);
	if (!error && at.st.st_mode)
		error = EADDRINUSE;
	if (!error && at.slash)
		error = ENOENT;
	if (!error)
		error = tree_may_change(&at);
	if (!error && s->own.length)
		error = EINVAL;
	if (error)
		return error;
	STATE_ALSO(bind, umask);
	tree_change_also(TOUCHES_bind_tree);
	n->node = content_new(S_IFSOCK | (s->mode & ~process_umask()));
	n->length = (uint32_t)(sizeof(sa_family_t) + strlen(path) + 1);
	tree_set(at.path, n->node);
	contents[n->node - 1].links = 1;
	spin_abandon();
	return 0;
}

int path_find(struct name *n, uint64_t pc)
{
	const char *path = n->un.sun_path;
	char text[160];
	int error;

	n->node = 0;
	if (*path != '/')
		STATE_ALSO(connect, directory);
	tree_look_also(TOUCHES_connect_tree);
	error = tree_walk(process_directory(), path, true, &at);
	if (!error && !at.st.st_mode)
		error = ENOENT;
	if (!error)
		error = tree_may(&at, W_OK);
	if (!error && !S_ISSOCK(at.st.st_mode))
		error = ECONNREFUSED;
	if (error)
		return error;
	if (!at.node || contents[at.node - 1].stat) {
		snprintf(text, sizeof text,
			"a connection or a datagram to '%.80s', which is not "
			"the test's own socket: it would leave the process",
			path);
		unsupported(text, pc);
	}
	n->node = at.node;
	return 0;
}
