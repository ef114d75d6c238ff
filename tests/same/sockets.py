#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sockets.py - same.py with sockets.c alone: for planted faults"""
import sys

import same

sys.argv += ["--only", "sockets"]
same.main()
