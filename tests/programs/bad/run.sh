#!/bin/sh
# SPDX-License-Identifier: MIT
# bad/run.sh - bad input: what the command says and its exit code
[ "$1" = --list ] && exit 0
