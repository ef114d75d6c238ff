#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""include-rule.py - who may include whom (CONTRIBUTING.md, "The house")

tools/include-rule.py [ROOT]       check ROOT/src; one line per violation, exit 1
tools/include-rule.py --self-test  plant a violation of every row; each must be
                                   found, and a tree without one must pass

A folder not in the table is an error, so a new one cannot escape the rule.
"""
import os
import re
import sys
import tempfile

RUNTIME = {"base", "search", "detect", "channel", "linear"}
COMMAND = {"base", "search", "detect", "channel", "replay", "report", "cc",
           "quicksand", "linear"}
MAY = {  # folder: the other folders that its files may include
    "base": set(),
    "search": {"base"},
    "detect": {"base", "search"},
    "channel": {"base", "search", "detect", "linear"},
    "native": RUNTIME,
    "kernel": RUNTIME,
    "plugin": set(),  # loaded by compilers
    "cc": {"base", "channel", "plugin"},  # channel/inventory.h, plugin/holes.h
    "replay": {"base", "search", "detect", "channel"},
    "report": {"base", "search", "detect", "channel", "replay", "quicksand", "linear"},
    "quicksand": {"base", "search", "detect"},
    "linear": {"base"},
    "cli": COMMAND,
}
# Rooms of a folder, and the other rooms that each may include.
ROOMS = {"cli": {
    "processes": set(),
    "words": set(),
    "plan": {"words", "processes", "show", "disk", "suite"},
    "show": {"words", "plan", "processes", "disk"},
    "formats": {"words", "disk"},
    "fences": {"words", "plan", "processes", "show", "disk", "suite"},
    "linear": {"words", "plan", "processes", "show", "disk", "suite"},
    "study": {"words", "processes", "formats"},
    "disk": {"words", "plan", "processes", "show", "suite", "linear"},
    "suite": {"words", "plan", "processes", "show", "disk"},
}}
# Linked into every test: libc and the unwinder, nothing else.
IN_TEST = RUNTIME | {"native", "kernel"}
LIBRARY = re.compile(r"(elfutils/|libelf|gelf|dwarf|jansson|sqlite|cmocka)")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.M)
SOURCE = (".c", ".h", ".S", ".def", ".cc", ".hh", ".inc")


def sources(src):
    for folder, subfolders, names in os.walk(src):
        subfolders.sort()
        for name in sorted(names):
            if name.endswith(SOURCE):
                yield os.path.join(folder, name)


def target(src, path, quote, name):
    """The folder of src/ that an #include reaches, or None."""
    if quote == '"':
        near = os.path.normpath(os.path.join(os.path.dirname(path), name))
        if os.path.exists(near):
            inside = os.path.relpath(near, src)
            return None if inside.startswith("..") else inside.split(os.sep)[0]
    top = os.path.normpath(name).split("/")[0]
    return top if "/" in name and top in MAY else None


def check_room(inside, text):
    """Of a folder with rooms: every file lies in one, and includes what that may."""
    folder, *rest = inside.split(os.sep)
    if len(rest) < 2 or rest[0] not in ROOMS[folder]:
        yield f"src/{inside}:1: lies in no room of src/{folder} (tools/include-rule.py)"
        return
    for found in INCLUDE.finditer(text):
        parts = os.path.normpath(found[2]).split("/")
        if len(parts) == 3 and parts[0] == folder and parts[1] != rest[0] and \
                parts[1] not in ROOMS[folder][rest[0]]:
            line = text.count("\n", 0, found.start()) + 1
            yield f"src/{inside}:{line}: '{folder}/{rest[0]}' may not include '{folder}/{parts[1]}' ({found[2]})"


def check(root):
    src = os.path.join(root, "src")
    wrong = []
    for path in sources(src):
        inside = os.path.relpath(path, src)
        folder = inside.split(os.sep)[0]
        if folder not in MAY:
            wrong.append(f"src/{inside}:1: folder '{folder}' is not in the "
                         "table of tools/include-rule.py")
            continue
        with open(path, encoding="utf-8", errors="replace") as f:
            text = f.read()
        if folder in ROOMS:
            wrong += check_room(inside, text)
        for found in INCLUDE.finditer(text):
            quote, name = found.groups()
            line = text.count("\n", 0, found.start()) + 1
            to = target(src, path, quote, name)
            if to and to != folder and to not in MAY[folder]:
                wrong.append(f"src/{inside}:{line}: '{folder}' may not include "
                             f"'{to}' ({name})")
            if folder in IN_TEST and LIBRARY.match(name):
                wrong.append(f"src/{inside}:{line}: '{folder}' is linked into "
                             f"every test and may not use a library ({name})")
    return wrong


def self_test():
    """Every folder against every folder, each way of writing an #include."""
    ways = ['#include "%s/x.h"\n', "#include <%s/x.h>\n",
            '  #  include\t"../%s/x.h"\n']
    tried = 0
    with tempfile.TemporaryDirectory() as root:
        def room_of(folder):
            return os.path.join(folder, next(iter(ROOMS[folder]))) if folder in ROOMS else folder

        for folder in MAY:
            os.makedirs(os.path.join(root, "src", room_of(folder)))
            with open(os.path.join(root, "src", room_of(folder), "x.h"), "w") as f:
                f.write("/* nothing */\n")

        def planted(where, text, expected):
            nonlocal tried
            tried += 1
            path = os.path.join(root, "src", where)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as f:
                f.write("/* comment */\n" + text)
            found = check(root)
            os.remove(path)
            if bool(found) != expected:
                sys.exit(f"self-test: {where} with {text.strip()!r} was "
                         f"{'accepted' if expected else 'refused'}: {found}")

        for folder in MAY:
            for to in MAY:
                for way in ways:
                    text = way % room_of(to)
                    planted(f"{room_of(folder)}/planted.c",
                            text.replace("../", "../../") if folder in ROOMS else text,
                            to != folder and to not in MAY[folder])
        for folder, rooms in ROOMS.items():
            for room in rooms:
                for to in rooms:
                    planted(f"{folder}/{room}/planted.c", f'#include "{folder}/{to}/x.h"\n',
                            to != room and to not in rooms[room])
            planted(f"{folder}/planted.c", "int x;\n", True)
            planted(f"{folder}/attic/planted.c", "int x;\n", True)
        planted("search/reduce/deep.c", '#include "../../native/x.h"\n', True)
        planted("native/posix/deep.c", '#include "../../base/x.h"\n', False)
        planted("native/planted.c", "#include <jansson.h>\n", True)
        planted("cli/show/planted.c", "#include <jansson.h>\n", False)
        planted("elsewhere/planted.c", "int x;\n", True)
        if check(root):
            sys.exit("self-test: the empty tree was refused")
    print(f"include rule: {tried} planted cases, all as expected")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    wrong = check(sys.argv[1] if len(sys.argv) > 1 else ".")
    print("\n".join(wrong) if wrong else "include rule: holds")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
