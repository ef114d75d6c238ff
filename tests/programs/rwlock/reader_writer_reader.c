/* SPDX-License-Identifier: MIT */
/* reader_writer_reader: reads twice, and between the two a writer begins to
 * wait
 *
 * With PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP the second read waits for
 * the writer, which waits for the first: a deadlock.  The kind comes by the
 * attribute, or by the static initialiser.  Other kinds know no such thing; of
 * PREFER_WRITER_NP glibc says that it prefers writers, and lets readers in.
 *
 * Executions with --reduce none: the reader has 4 operations, r1 r2 u2 u1, the
 * writer w u, main joins the reader (j) and then the writer.  w comes before
 * r1, and then u, too, since the reader cannot go on before that: 1; the joins
 * come last.  Or w comes after u1: j stands before w, between w and u, or
 * after u, in all 3. No more with the default kind: 4.  The other one has w
 * also after r1: the deadlock, 1; after r2, and after u2: then w only begins to
 * wait, and is granted the lock (g) after u1, with j at 3 places beside g
 * and u: 6.  11.
 *
 * check: --exhaustive
 * flags: -DKIND=PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP
 * verdict: bug deadlock
 * replays: 1
 * says: held by T1
 *
 * check: --exhaustive --reduce none --stop-after 0
 * flags: -DKIND=PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP
 * verdict: bug deadlock
 * executions: 11
 * failed: 1
 *
 * check: --exhaustive --reduce none --stop-after 0
 * flags: -DSTATIC
 * verdict: bug deadlock
 * executions: 11
 * failed: 1
 *
 * check: --exhaustive --reduce none
 * flags: -DKIND=PTHREAD_RWLOCK_PREFER_WRITER_NP
 * verdict: verified
 * executions: 4
 *
 * check: --exhaustive --reduce none
 * flags: -DKIND=PTHREAD_RWLOCK_PREFER_READER_NP
 * verdict: verified
 * executions: 4
 */
#include "test.h"

#ifdef STATIC
static pthread_rwlock_t l = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
#else
static pthread_rwlock_t l;
#endif

static void *reader(void *unused)
{
	pthread_rwlock_rdlock(&l);
	pthread_rwlock_rdlock(&l);
	pthread_rwlock_unlock(&l);
	pthread_rwlock_unlock(&l);
	return NULL;
}

static void *writer(void *unused)
{
	pthread_rwlock_wrlock(&l);
	pthread_rwlock_unlock(&l);
	return NULL;
}

int main(void)
{
	pthread_t a, b;
#ifndef STATIC
	pthread_rwlockattr_t attr;
	int kind = -1;

	pthread_rwlockattr_init(&attr);
	assert(pthread_rwlockattr_setkind_np(&attr, KIND) == 0);
	assert(pthread_rwlockattr_setkind_np(&attr, 9) == EINVAL);
	assert(pthread_rwlockattr_getkind_np(&attr, &kind) == 0);
	assert(kind == KIND);
	assert(pthread_rwlock_init(&l, &attr) == 0);
#endif
	a = start(reader, NULL);
	b = start(writer, NULL);
	finish(a);
	finish(b);
	return 0;
}
