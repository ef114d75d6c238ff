/* SPDX-License-Identifier: MIT */
#include "native/libc/cxx_console.h"
#include "native/footprint.h"
#include "native/libc/cxx_call.h"
#include "native/libc/stream.h"
#include "native/output.h"
#include "native/posix/cancel.h"
#include "native/spin.h"

/* stdio_sync_filebuf<char> of libstdc++ 12. */
enum {
	CONSOLE_STREAM = 64, /* which FILE */
	CONSOLE_BYTES = 80
};

extern char _ZSt4cout[] __attribute__((weak));
extern void *_ZTVN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE[]
	__attribute__((weak));

/* -1: it is none of these buffers, or on another stream. */
static int number_of(const char *buffer)
{
	/* A table starts with two words that objects do not point to. */
	if (!_ZTVN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE ||
		*(void *const *)(const void *)buffer !=
			_ZTVN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE +
				2)
		return -1;
	return stream_number((FILE *)word(buffer + CONSOLE_STREAM));
}

bool console_buffer(const char *buffer)
{
	return number_of(buffer) == 0;
}

bool console_tied(const char *buffer, const char *tie)
{
	char *out;

	if (!console_buffer(buffer) || tie != _ZSt4cout)
		return false;
	out = word(ios_of(_ZSt4cout) + IOS_BUFFER);
	return out && number_of(out) == 1;
}

/* What is read is read at once, by each of its calls of the C library. */
static void may_not_be_cancelled(uint64_t pc)
{
	if (cancel_due(rt.self))
		unsupported("a call of std::cin in a thread that was cancelled",
			pc);
	cancel_missed(rt.self);
}

void console_point(struct text_call *c)
{
	const struct object *out;

	c->begun = c->operation = c->console = true;
	stream_point(stdin, OP_io_read, true, c->pc);
	spin_abandon();
	may_not_be_cancelled(c->pc);
	stream_used(stdin, false, c->pc); /* it takes one after the other */
	out = object_find((uint64_t)stdout);
	if (out && out->owner != TID_NONE && out->owner != rt.self->id)
		unsupported("a call of std::cin while another thread holds "
			    "stdout (flockfile)",
			c->pc);
	hb_acquire(object_get((uint64_t)stdin, OBJECT_FILE, 0));
}

void console_tell(struct text_call *c, char *buffer)
{
	text_tell(c, buffer, CONSOLE_BYTES, true);
}

void console_end(void)
{
	hb_release(object_get((uint64_t)stdin, OBJECT_FILE, 0));
}

size_t console_left(void)
{
	input_wanted();
	shared_read(&rt.world.stdin_offset);
	return input.bytes - rt.world.stdin_offset;
}

/* --- the buffer by itself: istreambuf_iterator, sgetc and their kin
 * ----------------------------------------------------------------------------
 */

/* Who writes to std::cout's or std::cerr's. */
static void writes(struct text_call *c, uint64_t at, uint64_t from, uint64_t n)
{
	int number = number_of((char *)at);

	if (number <= 0) {
		c->elsewhere = true;
		return;
	}
	c->begun = true;
	stream_point(number == 1 ? stdout : stderr, OP_io_write, true, c->pc);
	may_not_be_cancelled(c->pc);
	if (from && n)
		text_tell(c, (void *)from, n, false);
	text_tell(c, (char *)at, CONSOLE_BYTES, false);
}

#define SYNC(rest) _ZN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEE##rest

CALL(SYNC(5uflowEv), BUFFER(a, true, 0))
CALL(SYNC(9underflowEv), BUFFER(a, true, 0))
CALL(SYNC(9pbackfailEi), BUFFER(a, true, TEXT_ALL))
CALL(SYNC(6xsgetnEPcl), HAS(a, d); BUFFER_FILLS(a, b, d))
CALL(SYNC(8overflowEi), writes(&c, a, 0, 0))
CALL(SYNC(6xsputnEPKcl), writes(&c, a, b, (int64_t)d > 0 ? d : 0))
CALL(SYNC(4syncEv), writes(&c, a, 0, 0))
