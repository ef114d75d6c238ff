/* SPDX-License-Identifier: MIT */
/* process.h - one test process and the channel it shares with us
 *
 * The channel outlives its processes: after a crash a second one may go on with
 * it (config.resume).  The child gets address randomisation off, no core dumps,
 * a fixed environment, an empty standard input, its own process group, and
 * dies with us.
 *
 * Memory   process_free unmaps the channel; kill first.
 */
#ifndef CLI_PROCESS_H
#define CLI_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "channel/channel.h"

enum {
	TARGET_SET_MAX = 8
};

/* What is started: the same for every process of a check. */
struct target {
	char *path;		   /* resolved, absolute */
	char **argv;		   /* ours: not copied */
	char **environment;	   /* sorted, without volatile variables */
	char *set[TARGET_SET_MAX]; /* of these, what we set: "NAME=VALUE" */
	unsigned sets;
	char *directory;	/* working directory; NULL: ours */
	int stdin_fd;		/* what the test reads as input, or -1 */
	const char *stdin_path; /* of that, as given, or NULL */
	char *preloaded; /* an entry of environment that preload() made */
};

struct process {
	struct channel *channel;
	int fd;	       /* the channel's file */
	pid_t pid;     /* 0: not running */
	int pidfd;     /* -1: none */
	int names_fd;  /* of threads.h, not ours; -1: none */
	int reruns_fd; /* of channel/reruns.h, not ours; -1: none */
	int own_fd;    /* of linear/own.h, the same */
	int status;
	uint32_t told;	  /* bugs that crew.found was told of */
	uint32_t judged;  /* bugs of which `quiet` is known */
	uint64_t quiet;	  /* bits: those that are suppressed */
	uint64_t rest_ns; /* until then it is not asked for a part of its own */
	/* for the hang detector */
	uint64_t mark;			/* what progress looked like */
	uint64_t mark_ns;		/* CPU time then */
	uint64_t mark_wall_ns, seen_ns; /* wall-clock time then, and last */
};

/* Finds the program (NULL: argv[0]) and prepares what every process gets;
 * directory NULL is the current one.  ERR_USAGE when
 * there is no such program or it cannot run. */
int target_init(struct target *t, const char *program, const char *directory,
	char **argv, const char *stdin_path, struct err *err);
/* One variable more, or in place of that of its name; copied.  False: there is
 * no room. */
bool target_set(struct target *t, const char *entry);
void target_fini(struct target *t);

/* A memory file of so many bytes, for test processes to map: its descriptor is
 * out of the way of theirs.  -1 with err. */
int process_memory(size_t bytes, struct err *err);

/* A new channel with magic, version, build and no process. */
int process_init(struct process *p, struct err *err);
void process_free(struct process *p);

int process_start(struct process *p, const struct target *t, struct err *err);
/* This process becomes the test itself, for whoever watches it from outside.
 * Comes back only when that failed. */
int process_become(
	const struct process *p, const struct target *t, struct err *err);
/* True when the process has ended; its status is in p->status. */
bool process_ended(struct process *p);
/* SIGKILL to its group, and waits. */
void process_kill(struct process *p);

/* CPU time of the process and, in fork mode, of the child that runs now. */
uint64_t process_cpu_ns(const struct process *p);
/* The same, and that of the children that have ended (to 10 ms). */
uint64_t process_used_ns(const struct process *p);

/* Does it, or its child, use a processor, or wait for one? */
bool process_runs(const struct process *p);

#endif
