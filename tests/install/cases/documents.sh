# SPDX-License-Identifier: MIT
# What is installed beside the command: documents, examples, manual pages,
# completion; and that messages name what is there.
prefix=$dir/there
cmake --install "$build" --prefix "$prefix" >out.txt || fail "no installation"
for file in share/doc/scarp/README.md share/doc/scarp/docs/cc.md \
	share/doc/scarp/docs/formats/check-json.md \
	share/doc/scarp/examples/lost_update.c share/doc/scarp/LICENSE \
	share/man/man1/scarp.1 share/man/man1/scarp-check.1 \
	share/man/man1/scarp-cc.1 share/man/man5/scarp.conf.5 \
	share/man/man7/scarp-topics.7 \
	share/bash-completion/completions/scarp \
	share/zsh/site-functions/_scarp; do
	[ -s "$prefix/$file" ] || fail "no $file"
done
code 1 grep -rlF "$build" "$prefix/share"

# README's first commands, with what is there.
mkdir work
cd work
ln -s "$prefix/share/doc/scarp/examples" examples
silent "$prefix/bin/scarp" cc -g examples/lost_update.c -o lost_update
code 1 "$prefix/bin/scarp" check ./lost_update

# A message names a document: its path.
for scarp in "$prefix/bin/scarp" "$bin/scarp"; do
	want "left out of 'c': -flto \(/[^ ]*/docs/cc.md says why\)" \
		"$scarp" cc -flto ../plain.c -o c
	named=$(sed -n 's/.*(\(.*\) says why).*/\1/p' out.txt)
	grep -q '^# ' "$named" || fail "'$named' is no document"
	want "'docs' is /" "$scarp" help gdb
	named=$(sed -n "s/^'docs' is //p" out.txt)
	[ -s "$named/debugging.md" ] || fail "no $named/debugging.md"
	want "'docs' is /" "$scarp" help show
done
# Alone it has none, and says what they are called.
mkdir alone
cp -L "$bin/scarp" alone/scarp
export XDG_CACHE_HOME=$dir/cache
mkdir -p "$XDG_CACHE_HOME"
want '\(docs/cc.md says why\)' alone/scarp cc -flto ../plain.c -o c
wantnot "'docs' is" alone/scarp help gdb

# Every link between documents leads somewhere, but for those into the sources.
cat >links.py <<'EOF'
import glob, os, re, sys
top, bad = sys.argv[1], 0
SOURCES = ("src", "tests", "bench", "tools", "cmake", "include", "CONTRIBUTING.md")
for name in glob.glob(f"{top}/**/*.md", recursive=True):
    with open(name) as f:
        text = re.sub(r"```.*?```", "", f.read(), flags=re.S)
    for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        path = os.path.relpath(os.path.join(os.path.dirname(name), link), top)
        if "://" in link or path.split("/")[0] in SOURCES:
            continue
        if not os.path.exists(os.path.join(top, path)):
            bad += 1
            print(f"{name}: {link}")
sys.exit(bad > 0)
EOF
silent python3 links.py "$prefix/share/doc/scarp"
