# SPDX-License-Identifier: MIT
# What shared libraries do before and behind main is part of every execution,
# where scarp cc built them; else their constructors run once, and the threads
# that they start begin with main.

c() { # a source; echo would read its \n
	printf '%s\n' "$1"
}

# What one execution prints, and what it prints natively.
same() { # program
	./"$1" >native || exit 1
	rm -f said
	SCARP_OUTCOMES=$PWD/said $bin/scarp check -q --exhaustive ./"$1" >told || { cat told; exit 1; }
	sed 's/\\n/\n/g' said | grep -v '^$' >ours
	cmp native ours || { diff native ours; exit 1; }
}

# Order: a library behind those that it needs, also where it is found earlier
# (main needs b and c; c needs d, and d needs b), and the other way at the end.
for l in b:0 c:d d:b e:0; do
	n=${l%:*}
	needs=${l#*:}
	c "#include <stdio.h>
#include <stdlib.h>
static void said_at_exit(void) { printf(\"atexit $n\\n\"); }
__attribute__((constructor)) static void begin(void) { printf(\"begin $n\\n\"); atexit(said_at_exit); }
__attribute__((destructor)) static void end(void) { printf(\"end $n\\n\"); fflush(stdout); }
void f_$n(void) { }" >$n.c
done
c '#include <stdio.h>
#include <stdlib.h>
void f_b(void); void f_c(void); void f_e(void);
static void said(void) { printf("atexit main\n"); }
__attribute__((constructor)) static void begin(void) { printf("begin main\n"); }
__attribute__((destructor)) static void end(void) { printf("end main\n"); }
int main(void) { f_b(); f_c(); f_e(); atexit(said); printf("main\n"); return 0; }' >main.c
$scarp_cc -shared -fPIC b.c -o libb.so
$scarp_cc -shared -fPIC d.c -Wl,--no-as-needed ./libb.so -o libd.so
$scarp_cc -shared -fPIC c.c -Wl,--no-as-needed ./libd.so -o libc_.so
$scarp_cc -shared -fPIC e.c -o libe.so
$scarp_cc main.c ./libb.so ./libc_.so ./libe.so -o order
same order
# A channel that was another's: all of it happens, what is registered for the
# end a little earlier.
SCARP_CHANNEL=99 ./order >again
head -6 native >begins
head -6 again | cmp begins -
sort native >all
sort again | cmp all -
want '^verified' $bin/scarp check --exhaustive ./order
wantnot 'constructors of shared' $bin/scarp check --exhaustive ./order

# A thread that a constructor starts.
c '#include <pthread.h>
#include <stdatomic.h>
_Atomic int ready;
static void *sets(void *unused) { ready = 1; return unused; }
__attribute__((constructor)) static void begin(void)
{
	pthread_t t;

	pthread_create(&t, 0, sets, 0);
	pthread_detach(t);
}' >sets.c
c '#include <assert.h>
#include <stdatomic.h>
extern atomic_int ready;
int main(void) { assert(ready); return 0; }' >ready.c
$scarp_cc -g -shared -fPIC sets.c -o libsets.so
$scarp_cc -g ready.c ./libsets.so -o ready
want '^bug: assertion "ready"' $bin/scarp check --exhaustive ./ready

# A pool that a library starts, and ends: it serves main.
c '#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn = PTHREAD_COND_INITIALIZER;
static int work, done, over;
static pthread_t worker;
static void *works(void *unused)
{
	pthread_mutex_lock(&lock);
	while (!over) {
		while (!work && !over)
			pthread_cond_wait(&turn, &lock);
		done += work;
		work = 0;
		pthread_cond_broadcast(&turn);
	}
	pthread_mutex_unlock(&lock);
	return unused;
}
__attribute__((constructor)) static void begin(void)
{
	pthread_create(&worker, 0, works, 0);
	pthread_setname_np(worker, "worker");
}
__attribute__((destructor)) static void end(void)
{
	pthread_mutex_lock(&lock);
	over = 1;
	pthread_cond_broadcast(&turn);
	pthread_mutex_unlock(&lock);
	pthread_join(worker, 0);
}
int serve(void)
{
	int n;

	pthread_mutex_lock(&lock);
	work++;
	pthread_cond_broadcast(&turn);
	while (!done)
		pthread_cond_wait(&turn, &lock);
	n = done;
	pthread_mutex_unlock(&lock);
	return n;
}' >pool.c
c '#include <assert.h>
int serve(void);
int main(void) { assert(serve() == 1); return 0; }' >served.c
$scarp_cc -D_GNU_SOURCE -g -shared -fPIC pool.c -o libpool.so
$scarp_cc -g served.c ./libpool.so -o served
want '^verified' $bin/scarp check --exhaustive ./served
# The same of a library that nobody instruments, and of a whole program.
gcc -D_GNU_SOURCE -g -shared -fPIC pool.c -o libpool.so -lpthread
$scarp_cc -g served.c ./libpool.so -o served
want '^partial: no bug' $bin/scarp check --exhaustive ./served
want 'constructors of shared libraries ran once, .*\(libpool.so\)' $bin/scarp check --exhaustive ./served
gcc -g served.c ./libpool.so -o served -lpthread
want '^partial: no bug' $bin/scarp check --exhaustive --binary ./served
gcc -shared -fPIC sets.c -o libsets.so -lpthread
gcc ready.c ./libsets.so -o ready
want '^bug: assertion "ready"' $bin/scarp check --binary ./ready

# A destructor that fails, and one of C++.
c '#include <assert.h>
int used;
__attribute__((destructor)) static void end(void) { assert(used == 2); }' >ends.c
c 'extern int used; int main(void) { used = USED; return 0; }' >uses.c
$scarp_cc -g -shared -fPIC ends.c -o libends.so
$scarp_cc -g -DUSED=1 uses.c ./libends.so -o uses
want '^bug: assertion "used == 2" failed in end' $bin/scarp check --exhaustive ./uses
$scarp_cc -g -DUSED=2 uses.c ./libends.so -o uses
want '^verified' $bin/scarp check --exhaustive ./uses
c '#include <cassert>
int used;
static struct last { ~last() { assert(used == 2); } } last;' >ends.cc
$scarp_cxx -g -shared -fPIC ends.cc -o libends.so
$scarp_cc -g -DUSED=1 uses.c ./libends.so -o uses
want '^bug: assertion "used == 2"' $bin/scarp check --exhaustive ./uses

# What a library makes first may be the program's: its destructor runs.
printf '%s\n' '#include <cstdlib>
struct one { ~one() { abort(); } };
__attribute__((noinline)) inline one &the() { static one o; return o; }' >one.h
printf '%s\n' '#include "one.h"
static one &first = the();' >makes.cc
printf '%s\n' '#include "one.h"
int main() { return &the() == nullptr; }' >inline.cc
$scarp_cxx -shared -fPIC makes.cc -o libmakes.so
$scarp_cxx -Wl,--no-as-needed inline.cc ./libmakes.so -o inline
want '^bug: abort' $bin/scarp check --exhaustive ./inline
# exit in a constructor: nothing is there to be destroyed.
printf '%s\n' '#include <stdlib.h>
__attribute__((constructor)) static void begin(void) { exit(0); }
__attribute__((destructor)) static void end(void) { abort(); }' >leaves.c
$scarp_cc -shared -fPIC leaves.c -o libuses.so
echo 'int main(void) { return 1; }' >never.c
$scarp_cc -Wl,--no-as-needed never.c ./libuses.so -o never
code 0 $bin/scarp check --exhaustive ./never

# What a constructor leaves for main: a handler, a held lock, a value of a key,
# a mask, a name, a seed.
c '#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
pthread_mutex_t held;
pthread_rwlock_t read_by = PTHREAD_RWLOCK_INITIALIZER;
pthread_key_t key;
int handled;
static void handles(int n) { handled += n == SIGUSR1; }
__attribute__((constructor)) static void begin(void)
{
	pthread_mutexattr_t checks;
	sigset_t two;

	pthread_mutexattr_init(&checks);
	pthread_mutexattr_settype(&checks, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&held, &checks);
	pthread_mutex_lock(&held);
	pthread_rwlock_rdlock(&read_by);
	pthread_key_create(&key, 0);
	pthread_setspecific(key, &key);
	signal(SIGUSR1, handles);
	sigemptyset(&two);
	sigaddset(&two, SIGUSR2);
	pthread_sigmask(SIG_BLOCK, &two, 0);
	pthread_setname_np(pthread_self(), "given");
	srand(42);
}' >leaves.c
c '#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
extern pthread_mutex_t held;
extern pthread_rwlock_t read_by;
extern pthread_key_t key;
extern int handled;
static void *tries(void *unused)
{
	printf("%d %d\n", pthread_mutex_trylock(&held), pthread_rwlock_trywrlock(&read_by));
	return unused;
}
int main(void)
{
	char name[16];
	pthread_t t;

	pthread_create(&t, 0, tries, 0);
	pthread_join(t, 0);
	raise(SIGUSR1);
	raise(SIGUSR2);
	pthread_getname_np(pthread_self(), name, sizeof name);
	printf("%d %d %s %d\n", handled, pthread_getspecific(key) == &key, name, rand());
	printf("%d %d %d\n", pthread_mutex_lock(&held), pthread_mutex_unlock(&held), pthread_mutex_unlock(&held));
	fflush(stdout);
	return 0;
}' >finds.c
$scarp_cc -D_GNU_SOURCE -shared -fPIC leaves.c -o libleaves.so
$scarp_cc -D_GNU_SOURCE finds.c ./libleaves.so -o finds
same finds
# A mutex that a library's constructor took natively is main's.
gcc -D_GNU_SOURCE -shared -fPIC leaves.c -o libleaves.so -lpthread
c '#include <assert.h>
#include <errno.h>
#include <pthread.h>
extern pthread_mutex_t held;
int main(void)
{
	assert(pthread_mutex_lock(&held) == EDEADLK && pthread_mutex_unlock(&held) == 0);
	assert(pthread_mutex_unlock(&held) == EPERM);
	return 0;
}' >owns.c
$scarp_cc owns.c ./libleaves.so -o owns
code 4 $bin/scarp check --exhaustive ./owns

# Who is needed by a library that the loader constructs is constructed by it.
c 'int begun; __attribute__((constructor)) static void begin(void) { begun = 1; }' >first.c
c '#include <stdlib.h>
extern int begun;
__attribute__((constructor)) static void begin(void) { if (!begun) abort(); }' >second.c
c 'extern int begun; int main(void) { return !begun; }' >third.c
$scarp_cc -shared -fPIC first.c -o libfirst.so
gcc -shared -fPIC second.c ./libfirst.so -o libsecond.so
$scarp_cc third.c -Wl,--no-as-needed ./libsecond.so ./libfirst.so -o third
# caveat: constructors_before
want 'constructors of shared libraries ran once, .*\(lib(first|second).so\)' $bin/scarp check --exhaustive ./third

# One with an entry of its own (-init) is left to the loader, whole.
printf '%s\n' 'int set; void sets(void) { set = 1; }
__attribute__((constructor)) static void begin(void) { set++; }' >entry.c
printf '%s\n' 'extern int set; int main(void) { return set - 2; }' >entered.c
$scarp_cc -shared -fPIC -Wl,-init=sets entry.c -o libentry.so
$scarp_cc entered.c ./libentry.so -o entered
want 'constructors of shared libraries ran once, .*\(libentry.so\)' $bin/scarp check --exhaustive ./entered

# A constructor that joins its thread has it done at once; one that waits for
# it in another way is refused.
c '#include <pthread.h>
int made;
static void *makes(void *unused) { made = 7; return unused; }
__attribute__((constructor)) static void begin(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, makes, 0);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
}' >joins.c
c 'extern int made; int main(void) { return made - 7; }' >made.c
gcc -shared -fPIC joins.c -o libjoins.so -lpthread
$scarp_cc made.c ./libjoins.so -o made
code 4 $bin/scarp check --exhaustive ./made
sed -e 's/pthread_join(t\[i\], 0)/sem_wait(\&s)/' -e 's/made = 7;/made = 7; sem_post(\&s);/' \
	-e 's/^int made;/#include <semaphore.h>\nint made; static sem_t s;/' joins.c >waits.c
gcc -shared -fPIC waits.c -o libjoins.so -lpthread
want 'a library starts a thread before main, and its constructor then calls sem_wait.*SC502' \
	sh -c "$bin/scarp check --exhaustive ./made 2>&1"
