# SPDX-License-Identifier: MIT
# The package: it installs into a root of its own, works there, depends on what
# it is linked with, and can be taken away again.
command -v dpkg >/dev/null && command -v cpack >/dev/null &&
	command -v dpkg-shlibdeps >/dev/null || exit 77

(cd "$build" && cpack -G DEB -B "$dir/out") >log.txt 2>&1 || {
	cat log.txt >&2
	fail "no package"
}
deb=$(ls "$dir"/out/*.deb)
case $deb in
*/scarp_*_"$(dpkg --print-architecture)".deb) ;;
*) fail "'$deb' is no name of a package" ;;
esac

# What the command is linked with, and what it calls.
dpkg-deb -f "$deb" Depends | tr ',|' '\n\n' | sed 's/(.*//; s/ //g' |
	sort >depends.txt
for library in $(ldd "$bin/scarp" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p'); do
	soname=$(basename "$library")
	objdump -p "$bin/scarp" | grep -q "NEEDED *$soname" || continue
	package=$(dpkg-query -S "*/*-linux-gnu/$soname" | sed 's/:.*//' |
		head -n 1)
	grep -qx "$package" depends.txt ||
		fail "$soname is of $package, which is not in: $(cat depends.txt)"
done
for package in gcc clang libc6-dev binutils; do
	grep -qx $package depends.txt || fail "no dependence on $package"
done
[ "$(dpkg-deb -f "$deb" Package)" = scarp ] || fail "another name"

# Nothing of the build, nothing outside of /usr.
dpkg-deb --fsys-tarfile "$deb" | tar -t | sed 's/^\.//' | sort >list.txt
wantnot '^/[^u]|^/usr/(local|etc)' cat list.txt
for file in bin/scarp bin/scarp-cc lib/scarp/scarp-rt.o \
	include/scarp/scarp.h include/scarp/linearize.h include/scarp/clients.h lib/cmake/scarp/scarp-config.cmake \
	share/man/man1/scarp-check.1 share/doc/scarp/docs/cc.md \
	share/scarp/ci/action.yml; do
	grep -qx "/usr/$file" list.txt || fail "no /usr/$file"
done

# By dpkg, into a root that has nothing else.
mkdir -p root/var/lib/dpkg/updates root/var/lib/dpkg/info
touch root/var/lib/dpkg/status
dpkg="dpkg --root=$dir/root --force-depends --force-not-root \
	--force-script-chrootless --log=$dir/dpkg.log"
$dpkg -i "$deb" >out.txt 2>&1 || {
	cat out.txt >&2
	fail "dpkg does not install it"
}
want '^Status: install ok installed' $dpkg -s scarp
cat >t.c <<'EOF'
#include <assert.h>
#include <pthread.h>
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
}
EOF
silent root/usr/bin/scarp-cc -g t.c -o t
want 'assertion "c == 2" failed' root/usr/bin/scarp check ./t
want "'docs' is $dir/root/usr/share/doc/scarp" root/usr/bin/scarp help gdb
silent pkg-config --with-path="$dir/root/usr/lib/pkgconfig" --exists scarp
$dpkg -r scarp >out.txt 2>&1 || fail "dpkg does not take it away"
[ ! -e root/usr/bin/scarp ] || fail "it is still there"
