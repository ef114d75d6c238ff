/* SPDX-License-Identifier: MIT */
/* file.h - descriptors as the test sees them: numbers, open files, queues
 *
 * Under control no descriptor of the test is one of the kernel's: numbers, what
 * they stand for and the bytes in between lie in tables that are rewound like
 * memory, so that every way of going back serves them alike, a blocked read is
 * a thread that waits, and the number that a call gives is the lowest free one
 * in every execution.
 *
 *   number      what dup copies, close frees; at most RLIMIT_NOFILE
 *   file        an open file, shared by the numbers that dup made: flags, place
 *   queue       the bytes of a pipe, or of one direction of a pair of sockets
 *
 * Regular files and folders are those of tree.h, which never changes the disk;
 * every other file is the kernel's own (FILE_REAL) and exists in fork mode
 * only.
 *
 * Operations: whatever gives or frees a number is one on KERNEL_NUMBERS, as
 * numbers are the process's; the others are on the queue, event or file.
 *
 * Rule     everything in here is changed through KEEP first.
 * Memory   bytes lie in the arena: chunks, written once.
 */
#ifndef NATIVE_KERNEL_FILE_H
#define NATIVE_KERNEL_FILE_H

#include "channel/kernel.h"
#include "native/footprint.h"
#include "native/kernel/content.h"
#include "native/rt.h"
#include "native/spin.h"

#include <sys/types.h>
#include <sys/uio.h>

enum {
	NUMBERS_MAX = 1024,
	FILES_MAX = 1024,
	FILE_IS_LARGE = 0100000, /* O_LARGEFILE, which the kernel adds */
	PIPE_PAGES = 16,	 /* Linux's default */
	PIPE_PAGE = 4096,
	PIPE_ROOM = PIPE_PAGES * PIPE_PAGE,
	PIPE_ATOMIC = 4096, /* PIPE_BUF */
	/* What any system's socket takes, with what the kernel adds to each. */
	SOCKET_SURE = 65536,
	SOCKET_EACH = 1024,
	DATAGRAMS_MOST = 11,  /* of Unix's: net.unix.max_dgram_qlen, and one */
	DATAGRAM_MOST = 65507 /* of UDP over IPv4 */
};

enum file_kind {
	FILE_FREE,
	FILE_STREAM, /* value: 0, 1 or 2 */
	FILE_PIPE,
	FILE_SOCKET,
	FILE_EVENT,  /* value: the counter */
	FILE_BYTES,  /* a regular file; value: the place */
	FILE_FOLDER, /* value: arena index of its path */
	FILE_DEVICE, /* value: which (device.h) */
	FILE_EPOLL,  /* value: the last place in its list that was given */
	FILE_TIMER,  /* value: how often it ran out */
	FILE_SIGNAL, /* value: the signals that can be read from it */
	FILE_REAL,   /* the kernel has it under the same number */
};

/* What flock gave an open file. */
enum file_lock {
	LOCK_IS_NONE,
	LOCK_IS_SHARED,
	LOCK_IS_ALONE
};

struct file {
	uint8_t kind;
	uint8_t semaphore : 1; /* EFD_SEMAPHORE */
	uint8_t lock : 2;      /* enum file_lock */
	uint16_t refs;	       /* numbers, and calls in progress */
	uint32_t flags;	       /* access mode, O_NONBLOCK, O_APPEND */
	uint32_t in, out;      /* queues to read from and write to, plus one */
	uint32_t content;      /* plus one */
	uint64_t value;
};

struct queue {
	uint64_t bytes;
	uint32_t first, last;	   /* chunks: arena indices; 0: none */
	uint32_t skip;		   /* bytes of the first one that were read */
	uint16_t readers, writers; /* files */
	uint16_t chunks;	   /* that were not read; of a pipe: pages */
	uint16_t end;		   /* of a pipe: where its last page is free */
	/* With a name: how often it was opened. */
	uint16_t readers_ever, writers_ever;
	uint8_t pages;	   /* it is a pipe */
	uint8_t messages;  /* one chunk a read (datagrams, packets) */
	uint8_t datagrams; /* messages without an end of file */
	uint8_t closed;	   /* for writing, by shutdown */
	uint8_t reset;	   /* a socket's peer was closed without reading all */
	uint8_t tcp;
	uint8_t broken; /* over TCP: the writer knows that nobody is there */
	uint8_t alone;	/* a socket's own, to which others send datagrams */
	uint8_t lossy;	/* what does not fit is lost: UDP */
	uint8_t rights; /* descriptors were passed through it (rights.h) */
};

extern HIDDEN struct file files[FILES_MAX];
extern HIDDEN struct queue queues[FILES_MAX];

#define KEEP(place)                                                            \
	do {                                                                   \
		shared_write(&(place));                                        \
		undo_save(&(place), sizeof(place));                            \
	} while (0)

/* The same, and no turn of a loop that does this is without effect: what a spin
 * would put back is not told apart. */
#define CHANGE(place)                                                          \
	do {                                                                   \
		KEEP(place);                                                   \
		spin_abandon();                                                \
	} while (0)

static inline long refuse_call(int error)
{
	extern int *__errno_location(void);

	*__errno_location() = error;
	return -1;
}

/* --- number.c --------------------------------------------------------------
 */

/* Before the first execution: 0, 1 and 2, and what else is open. */
void numbers_init(void);
/* What a number stands for; NULL: nothing that we know. */
struct file *file_of(int number);
/* The same, asked for nobody: what a thread that waits may do is worked out by
 * whoever decides, or by none, and is nothing that the running one looked at.
 */
struct file *file_at(int number);
/* Has the kernel a number that no table of ours has?  In fork mode alone. */
bool number_is_kernels(int number);
/* A new file without a number; NULL: there are too many. */
struct file *file_new(enum file_kind kind, uint32_t flags);
/* The lowest free number from `from` on for a file; -1 and errno. */
int number_new(struct file *f, int from, bool closes_on_exec);
/* The lowest one for a file that has none, which is told; or the file is
 * dropped. */
int file_give(struct file *f, bool closes_on_exec);
/* The same at an exact one, which is free. */
void number_set(int number, struct file *f, bool closes_on_exec);
/* Frees a number: the last one of a file closes it. */
void number_drop(int number);
bool number_closes_on_exec(int number);
void number_closing(int number, bool closes_on_exec);
/* Drops one reference. */
void file_drop(struct file *f);
/* RLIMIT_NOFILE as the test set it. */
extern HIDDEN uint64_t number_limit;
/* May there be a descriptor n?  Part of an operation on the table: where the
 * limit is changed, an order with that is tried. */
bool number_allowed(uint64_t n);

/* A decision point before something that gives or frees a number. */
void numbers_point(enum op kind, uint64_t pc);
/* Only a process of its own can do this: in checkpoint and restart mode the
 * search starts again in fork mode, where a hole is left. */
void only_forked(uint64_t pc, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* The whole path of a folder. */
static inline const char *file_path(const struct file *f)
{
	return (const char *)(rt.arena + f->value);
}

/* open.c: what open does, with a path that was read. */
int file_open(
	int folder, const char *path, int flags, unsigned mode, uint64_t pc);
/* dup.c: what close does. */
int number_close(int number, uint64_t pc);
/* alter.c: what unlink does. */
int file_remove(const char *path, uint64_t pc);
/* alter.c: what mkdir does, with a path that was read. */
int folder_make(const char *path, unsigned mode, uint64_t pc);
/* stat.c: what fstat does. */
struct stat;
int number_stat(int number, struct stat *out, uint64_t pc);
/* stat.c: to be kept with a file that was read. */
struct stat;
uint32_t stat_keep(const struct stat *st);

/* --- queue.c, event.c, content.c: what read and write do
 * ---------------------------------------------------------- */

/* Others of the call were read or written before: no handler comes in between,
 * and one that comes where it waits ends it with that, SA_RESTART or not. */
#define PARTS_BEGUN (1 << 30)

/* The parts of a call, and what is left of them. */
struct parts {
	const struct iovec *at;
	int count;
	uint64_t pc;
	int flags; /* MSG_DONTWAIT, MSG_NOSIGNAL, PARTS_BEGUN */
	enum parts_of {
		PARTS_OF_BYTES,	  /* read, write and their kin */
		PARTS_OF_VECTOR,  /* readv, writev */
		PARTS_OF_MESSAGE, /* send, recv */
		PARTS_OF_STREAM /* a library's buffer, which is not announced */
	} of;
	struct got *got; /* 0: nobody asks */
};
/* What else there is to say of what was read from a socket, or to be sent. */
struct got {
	uint32_t from; /* whose it was: arena index of a name; 0: nobody's */
	bool message;
	bool cut;     /* there was not room for all of it */
	size_t whole; /* of a message */
	/* Descriptors that are passed (rights.h): as asked for, before the
	 * operation; and the files, behind it. */
	uint32_t asked, files;
	bool peeked; /* the message keeps these */
};
/* The kernel takes no length beyond SSIZE_MAX, whatever it is for. */
bool parts_too_long(const struct parts *p);
size_t parts_bytes(const struct parts *p);
/* Bytes from the runtime's memory into the test's, from offset `skip` on. */
void parts_put(const struct parts *p, size_t skip, const void *from, size_t n);
/* Bytes of the test's memory into the runtime's. */
void parts_get(const struct parts *p, size_t skip, void *to, size_t n);

uint32_t queue_new(bool pages, bool messages); /* plus one; 0: too many */
ssize_t queue_read(struct file *f, const struct parts *p);
ssize_t queue_write(struct file *f, const struct parts *p);
/* A file that read from it, or wrote to it, is closed. */
void queue_leave(uint32_t number, bool reads);
/* Nothing can be written any more. */
void queue_shut(uint32_t number);
/* The descriptors that a message in it passes, one after the other, from *at
 * on, which is 0 at first; 0: there are no more. */
uint32_t queue_next_rights(uint32_t number, uint32_t *at);
/* What is in it is lost. */
void queue_purge(uint32_t number);
/* For happens-before: what is done to its socket beside bytes. */
void queue_order(uint32_t number, bool releases);
/* A message from `from` (struct got); one that has no room is lost, or, of
 * Unix's, refused. */
ssize_t queue_send(struct queue *q, const struct parts *p, uint32_t from);
/* How much could be read: of messages, the next one's bytes. */
uint64_t queue_next(const struct queue *q);
/* A socket is closed: its peer learns of it if something was not read, or where
 * the connection is aborted. */
void queue_reset(const struct file *f, bool aborts);
/* What a call found there that could not go on. */
void queue_looked_at(struct queue *q);
bool queue_can_read(const struct file *f);
/* The hole, if a system may have less room than that. */
void queue_doubtful(const struct queue *q, size_t n);
/* Of Unix's datagrams: nobody but who it is connected to may send any more,
 * which is told as a hole, too. */
bool queue_is_full(const struct queue *q);
/* Can a write of n bytes go on? */
bool queue_has_room(const struct queue *q, uint64_t n);

ssize_t event_read(struct file *f, const struct parts *p);
ssize_t event_write(struct file *f, const struct parts *p);

/* `at` -1: at the file's place, which moves. */
ssize_t content_read(struct file *f, const struct parts *p, off_t at);
ssize_t content_write(struct file *f, const struct parts *p, off_t at);
/* Who looks at its place or size comes after who moved it, and the other way
 * round. */
void content_ordered(const struct file *f, bool writes);

/* --- signal_file.c: signals to a thread, or to the process, which who reads
 * from a descriptor takes
 * ------------------------------------------------------------------------- */

ssize_t signal_file_read(struct file *f, const struct parts *p);
/* Is there a signal for whoever asks? */
bool signal_file_ready(const struct file *f);
/* That is thread t from here on; 0: the running one again. */
void signal_files_asked_by(const struct thread *t);

/* --- look.c: what is at a path
 * ------------------------------------------------------------------------ */

/* The running thread is about to make a call that may change files. */
void files_change(void);

/* --- wait.c: operations that may have to wait
 * ----------------------------------------------------------------------- */

enum wait {
	WAIT_NOT,
	WAIT_READ,  /* until the file can be read */
	WAIT_WRITE, /* until `need` bytes can be written */
	WAIT_LOCK,  /* until flock gets it, alone if `need` */
	WAIT_POLL,  /* until one of `need` struct pollfd at arena index n can */
	WAIT_EPOLL, /* until something that the epoll watches is ready */
	WAIT_ACCEPT,
	WAIT_CONNECT,	   /* until the name at arena index `need` takes it */
	WAIT_SEND,	   /* until that name takes a datagram */
	WAIT_MEET,	   /* until the other end was opened (fifo.h) */
	WAIT_AT_ONCE = 16, /* with one of these: it is only asked whether */
	WAIT_BEGUN = 32,   /* the same: part of the call is done */
	/* With READ, WRITE, CONNECT: once it has come to wait, a handler ends
	 * it though what it waits for is there by then. */
	WAIT_SLEEPS = 64
};
/* Is there what the thread waits for in its pending call? */
bool wait_is_over(const struct thread *t);
/* Is the operation that t makes not the first of its call? */
bool wait_has_begun(const struct thread *t, enum op kind);
/* Has t come to wait there, and may a handler end that whatever is there now?
 */
bool wait_sleeps(const struct thread *t, enum op kind);
/* It only asks, and has its answer: nothing is there.  poll and select look for
 * signals then, epoll_wait does not. */
bool wait_in_vain(const struct thread *t);
/* Nothing is there that it waits for, but its time may be over. */
bool wait_ends_in_time(const struct pending *p);
/* A decision point on an object, for file number `n` of the table.
 * SIGNAL_ENDS: a handler ended the call, which fails with EINTR. */
uint32_t kernel_point(enum op kind, uint64_t object, unsigned wait, uint64_t n,
	uint64_t need, uint64_t pc);
/* The same until a virtual time, for an end of the wait that is no answer; 0:
 * none. */
uint32_t kernel_point_until(enum op kind, uint64_t object, unsigned wait,
	uint64_t n, uint64_t need, uint64_t deadline, uint64_t pc);
/* The same with a timeout: -1 none, 0 at once; *deadline is when it is over, or
 * would be, in virtual ns. */
uint32_t kernel_timed_point(enum op kind, uint64_t object, unsigned wait,
	uint64_t n, uint64_t need, int64_t timeout_ns, uint64_t *deadline,
	uint64_t pc);
/* It becomes blocking, or no more so: that somebody has come already, and goes
 * by what it was before, is told as a hole. */
void file_waiting_changes(int number, const struct file *f);
/* All that says so was looked at. */
void file_looked_at(const struct file *f);
/* Would it not wait? */
bool file_can_read(const struct file *f);
bool file_can_write(const struct file *f, uint64_t need);

/* io.c: what the interposers of read and write call under control; at -1: at
 * the place. */
ssize_t descriptor_read(int number, const struct parts *p, off_t at);
ssize_t descriptor_write(int number, const struct parts *p, off_t at);
/* Part of a call that has begun, and waits until then; 0: for ever. */
ssize_t descriptor_read_until(
	int number, const struct parts *p, off_t at, uint64_t deadline);
/* place.c: what lseek does. */
off_t descriptor_seek(int number, off_t offset, int from, uint64_t pc);
/* put.c and get.c: the standard streams. */
ssize_t stream_write_parts(int stream, const struct parts *p);
ssize_t stream_read_parts(const struct parts *p);

#endif
