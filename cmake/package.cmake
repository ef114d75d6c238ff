# SPDX-License-Identifier: MIT
# `make deb`: a package of the tree, by CPack.
#
# What the command is linked with, dpkg-shlibdeps says.  What it calls is here:
# a compiler, its C library, and binutils.  Compilers that come later build
# their plugin from its source, for which they want their own headers.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON) # tests are no part of it
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME scarp)
set(CPACK_PACKAGE_VENDOR "The scarp authors")
set(SCARP_MAINTAINER "The scarp authors <scarp@localhost>" CACHE STRING
	"who answers for the package")
set(CPACK_PACKAGE_CONTACT "${SCARP_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION
	"scarp runs a concurrent C or C++ program natively through its thread\nschedules, one after another, until one fails, and repeats that one.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES OFF) # functions of the runtime keep their names
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "gcc | clang, libc6-dev, binutils")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++ | clang, gdb, man-db")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, gcc-12-plugin-dev, llvm-14-dev")
include(CPack)
