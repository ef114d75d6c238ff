#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""local.py - same.py with local.c alone: for planted faults"""
import sys

import same

sys.argv += ["--only", "local"]
same.main()
