# SPDX-License-Identifier: MIT
# The executable copied elsewhere, without the files that lie beside it.
mkdir home cache only
cp -L "$bin/scarp" only/scarp
ln -s scarp only/scarp-cc
cat >t.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <scarp/scarp.h>
static int c;
static void *add(void *p)
{
	c++;
	return p;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, add, 0);
	c++;
	pthread_join(t, 0);
	assert(c == 2);
	return 0;
}
END
unset XDG_CACHE_HOME
export HOME=$dir/home
silent only/scarp-cc -g t.c -o t
want 'assertion "c == 2" failed' only/scarp check ./t
want 'scarp-rt.o' find home -type f

# A folder of their own; the same one for two at a time.
export XDG_CACHE_HOME=$dir/cache
only/scarp-cc -g -c t.c -o a.o & one=$!
only/scarp-cc -g -c t.c -o b.o & two=$!
wait $one
wait $two
[ "$(ls cache/scarp | wc -l)" = 1 ] || fail "$(ls cache/scarp)"
silent only/scarp-cc a.o -o a

# Nowhere to write: said, with what to do.
if [ "$(id -u)" != 0 ]; then
	chmod 500 cache/scarp
	rm -rf cache/scarp/*
	want 'XDG_CACHE_HOME' only/scarp-cc t.c -o t
fi
ln -s /dev/null not-a-folder
export XDG_CACHE_HOME=$dir/not-a-folder
export TMPDIR=$dir
silent only/scarp-cc -g t.c -o t
want 'scarp-rt.o' find "scarp-$(id -u)" -type f
