#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""dual.py - same.py with dual.c alone: for planted faults"""
import sys

import same

sys.argv += ["--only", "dual"]
same.main()
