# SPDX-License-Identifier: MIT
# A CMake project, three ways: scarp-cc as its compiler, an installed scarp by
# find_package with the system's compiler, and pkg-config.
command -v cmake >/dev/null || exit 77
mkdir project
cp thread.cc project/main.cc
echo 'int lib_shared; extern "C" int use(void) { return ++lib_shared; }' \
	>project/lib.cc
echo '#include <scarp/scarp.h>
int use(void); int main(void) { scarp_assume(true); return use() - 1; }' \
	>project/prog.c
cat >project/CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(sample C CXX)
include(CheckCCompilerFlag)
check_c_compiler_flag(-Wall HAS_WALL)
check_c_compiler_flag(-fno-such-flag HAS_NONSENSE)
if(NOT HAS_WALL OR HAS_NONSENSE)
	message(FATAL_ERROR "probes fail")
endif()
find_package(Threads REQUIRED)
add_compile_options(-Wall -Werror)
add_library(lib SHARED lib.cc)
target_link_options(lib PRIVATE -Wl,--no-undefined)
add_executable(prog prog.c)
target_link_libraries(prog lib)
add_executable(threads main.cc)
target_link_libraries(threads Threads::Threads)
if(INSTALLED)
	enable_testing()
	find_package(scarp REQUIRED)
	target_link_libraries(prog scarp::scarp)
	scarp_instrument(lib)
	scarp_add_check(check-prog prog PARTIAL_EXIT 77
		OPTIONS --max-executions 9 ARGUMENTS x)
endif()
EOF
quietly()
{
	"$@" >cmake.out 2>&1 || {
		cat cmake.out
		fail "$*"
	}
}
quietly cmake -S project -B b -DCMAKE_BUILD_TYPE=Release \
	-DCMAKE_C_COMPILER=$scarp_cc -DCMAKE_CXX_COMPILER=$scarp_cxx
quietly cmake --build b
code 0 b/prog
want ours b/threads
want 'level -O1' $print b/prog
wantnot '^module|unknown use' $print b/prog

quietly cmake --install "$build" --prefix "$dir/prefix"
prefix=$dir/prefix
quietly cmake -S project -B c -DINSTALLED=ON -DCMAKE_PREFIX_PATH="$prefix"
quietly cmake --build c
want 'state complete' $print c/prog
wantnot '^module|unknown use' $print c/prog
want 'not built with scarp' $print c/threads
want 'check-prog' cmake -E chdir c ctest -N
want 'scarp" "check" "--max-executions" "9" "--partial-exit" "77" ".*/prog" "x"' \
	cat c/CTestTestfile.cmake

PKG_CONFIG_PATH=$prefix/lib/pkgconfig
export PKG_CONFIG_PATH
cc=$(pkg-config --variable=cc scarp)
echo '#include <scarp/scarp.h>
int main(void) { return 0; }' >h.c
code 0 gcc $(pkg-config --cflags scarp) -c h.c
code 0 $cc h.c -o h
want 'state complete' $print h
# The tree may be moved as a whole.
mv prefix elsewhere
code 0 elsewhere/bin/scarp cc h.c -o h
code 0 elsewhere/bin/scarp-c++ thread.cc -o thread
want ours ./thread
