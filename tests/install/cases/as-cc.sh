# SPDX-License-Identifier: MIT
# Links called cc and c++, first in the search path: a build that does not ask
# for its compiler is scarp's all the same.
mkdir links
ln -s "$scarp_cc" links/cc
ln -s "$scarp_cxx" links/c++
echo 'int main(void) { return 0; }' >one.c
cp one.c one.cc
code 0 env "PATH=$PWD/links:$PATH" cc one.c -o one
code 0 env "PATH=$PWD/links:$PATH" c++ one.cc -o two
want 'state complete' $print ./one
want 'state complete' $print ./two
