# SPDX-License-Identifier: MIT
"""Does the program make more accesses than were announced as steps?

Each access to shared memory belongs to the announcement made last, for threads
may be switched at every one.  An access that an earlier one announced is *late*:
scarp switches, and then it reads or stores what it finds.  An announcement of
what one instruction can do stands for one access; a second one makes it
*divided*: scarp makes both in one step.  Announcements that are wide, lie across
a boundary of 8 bytes, or say themselves that they are torn promise nothing: the
runtime calls them a hole where they race.
"""


def promises(kind, at, size):
    """Is it one access of the machine?"""
    return kind in 'RW' and size in (1, 2, 4, 8) and at % 8 + size <= 8


class Steps:
    """The announcement made last, and what was found."""

    def __init__(self):
        self.found = {}  # form: {(what, pc): bytes}
        self.last = None

    def forget(self):
        self.last = None

    def announce(self, kind, at, size):
        self.last = [kind, at, size, None]

    def touch(self, form, what, pc, touched, locked):
        if not self.last:
            return
        kind, at, size, by = self.last
        torn = not promises(kind, at, size)
        inside = all(at <= b < at + size for b in touched)
        if not inside:
            if kind in 'rw':
                return
            name = 'late'
        elif torn or what == 'M' and locked:
            return
        elif what == 'M' or by is not None:
            name = 'divided'
        else:
            self.last[3] = pc
            return
        self.found.setdefault(form, {})[(name, pc)] = len(touched)
