# SPDX-License-Identifier: MIT
# -Werror: nothing that scarp adds makes a warning, at any warning level.
cat >fence.cc <<'EOF'
#include <atomic>
int main() { std::atomic_thread_fence(std::memory_order_seq_cst); return 0; }
EOF
cat >fence.c <<'EOF'
#include <stdatomic.h>
int main(void)
{
	atomic_thread_fence(memory_order_seq_cst);
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	return 0;
}
EOF
for flags in "-Wall -Wextra -Werror -pedantic -O2" "-Werror -g0" \
	"-Werror -std=c11" "-Werror -x c"; do
	silent $scarp_cc $flags -c fence.c -o fence.o
	silent $scarp_cc $flags fence.c -o fence
done
silent $scarp_cxx -Wall -Wextra -Werror -pedantic -O3 fence.cc -o fence
silent $scarp_cxx -Werror -std=c++20 -O3 fence.cc -o fence
if have_clang; then
	silent $scarp_cc --compiler clang -Wall -Werror fence.c -o fence
	silent $scarp_cc --compiler clang -Werror -c fence.c
	silent $scarp_cc --compiler clang -Werror fence.o -o fence
	silent $scarp_cc --compiler clang -Werror -E fence.c -o fence.i
	silent $scarp_cxx --compiler clang -Wall -Werror fence.cc -o fence
fi
