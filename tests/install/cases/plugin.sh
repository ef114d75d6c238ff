# SPDX-License-Identifier: MIT
# Where the compiler plugin comes from: beside scarp, built at its first use, or
# nowhere.
export XDG_CACHE_HOME=$dir/cache
mkdir cache

# Beside it, for the gcc that was there when scarp was built.
silent $scarp_cc -g -c plain.c
want '-fplugin=.*/scarp_gcc.so' $bin/scarp flags --cflags
want ' -O1 ' $bin/scarp flags --cflags
want 'fplugin=.*scarp_gcc.so' readelf --debug-dump=info plain.o
wantnot 'fplugin' $bin/scarp flags --cflags --no-plugin
silent $scarp_cc --no-plugin -g -c plain.c
wantnot 'fplugin' readelf --debug-dump=info plain.o
[ ! -e cache/scarp ] || fail "the cache was used"

# Another gcc that says so, with the same insides: built once, by two at a time.
mkdir other
cat >other/gcc-12 <<'EOF'
#!/bin/sh
case $* in
--version) echo "gcc-12 (Other 1.2-3) 12.2.9"; exit ;;
*-fPIC*-shared* | *-shared*-fPIC*) echo built >>"$BUILDS" ;;
esac
exec gcc "$@"
EOF
chmod +x other/gcc-12
export BUILDS=$dir/builds
: >builds
$scarp_cc --compiler $dir/other/gcc-12 -g -c plain.c -o a.o & one=$!
$scarp_cc --compiler $dir/other/gcc-12 -g -c plain.c -o b.o & two=$!
wait $one
wait $two
silent $scarp_cc --compiler $dir/other/gcc-12 -g -c plain.c -o c.o
for o in a b c; do
	want 'fplugin=.*/Other_1.2-3_12.2.9/scarp_gcc.so' \
		readelf --debug-dump=info $o.o
done
[ "$(wc -l <builds)" = 1 ] || fail "built $(wc -l <builds) times"
[ "$(find cache -name '*.so*' | wc -l)" = 1 ] || fail "$(find cache)"

# A plugin for another build of gcc, under this one's name: gcc itself refuses.
stamp=$(sed -n 's/.*datestamp\[\] = "\(.*\)";/\1/p' \
	"$(gcc -print-file-name=plugin)/include/plugin-version.h")
mkdir wrong
sed "s/$stamp/19991231/g" "$(find cache -name scarp_gcc.so)" >wrong/scarp_gcc.so
code 1 gcc -fplugin=./wrong/scarp_gcc.so -c plain.c
want 'built for another build of gcc.*--no-plugin' \
	gcc -fplugin=./wrong/scarp_gcc.so -c plain.c

# One without headers: refused, with the name of the package; or without.
mkdir none
cat >none/gcc <<'EOF'
#!/bin/sh
case $* in
--version) echo "gcc (Newer 13.1-1) 13.1.0"; exit ;;
*-print-file-name=plugin*) echo plugin; exit ;;
esac
exec /usr/bin/gcc "$@"
EOF
chmod +x none/gcc
code 2 $scarp_cc --compiler $dir/none/gcc -c plain.c -o d.o
want 'install gcc-13-plugin-dev.*--no-plugin' \
	$scarp_cc --compiler $dir/none/gcc -c plain.c -o d.o
[ ! -e d.o ] || fail "compiled without the plugin"
silent $scarp_cc --compiler $dir/none/gcc --no-plugin -c plain.c -o d.o
silent $scarp_cc --compiler $dir/none/gcc d.o -o d
want '--version|Newer' $scarp_cc --compiler $dir/none/gcc --version

# Headers that do not compile: where it is said why.
mkdir -p broken/plugin/include
: >broken/plugin/include/gcc-plugin.h
sed -e "s|echo plugin|echo $dir/broken/plugin|" -e s/Newer/Broken/ none/gcc \
	>broken/gcc
chmod +x broken/gcc
want "'.*/build.log' says why" $scarp_cc --compiler $dir/broken/gcc -c plain.c
want 'error' cat cache/scarp/plugin-*/Broken*/build.log

# scarp alone brings it.
mkdir only
cp -L "$bin/scarp" only/scarp
silent only/scarp cc -g -c plain.c -o e.o
want "fplugin=$dir/cache/scarp/.*/scarp_gcc.so" readelf --debug-dump=info e.o
