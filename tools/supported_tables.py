# SPDX-License-Identifier: MIT
"""Tables of docs/supported.md that are no calls: the compilers' hooks, what is
refused in part, and what the rewind audit passes over.

All are read from the code.  What is met there and has no place here is an error,
so that the page cannot fall behind.
"""
import glob
import os
import re
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# What a hook is for, and what scarp does there: the first that fits decides.
HOOKS = [
    (r"__tsan_(volatile_|unaligned_|unaligned_volatile_)?(read|write|read_write)\d+|__tsan_vptr_\w+",
     "a read or write, or both, of one width", "checked by the heap and for races, logged; a decision point once it races"),
    (r"__(tsan|scarp)_(read|write)_range", "a read or write of any size", "the same, for all bytes at once"),
    (r"__scarp_(read|write)_torn", "a read or write that the machine makes in several steps", "the same, in one; a hole where it races"),
    (r"__scarp_(read|write)_whole", "a read or write of 16 bytes by one locked instruction", "the same, for all bytes at once; no hole"),
    (r"__scarp_turn", "the head of a loop", "what the loop carries round; a turn without effect is no part of a trace"),
    (r"__scarp_fence", "instructions that wait for stores: `_mm_mfence()`, `mfence`, `lock` and `xchg` in assembly", "a fence, where stores are late (`--model`)"),
    (r"__scarp_store_fence", "`_mm_sfence()`, `sfence` in assembly", "a release fence between stores by `--model pso`, and nothing by the others"),
    (r"__scarp_non_temporal", "non-temporal stores", "stores as others, which is a hole where stores are late (`--model`)"),
    (r"__scarp_unannounced", "inline assembly that may touch memory other than its operands", "the hole `unannounced`; where loops have turns that are left out, the search begins again with all of them"),
    (r"__scarp_rdtscp?", "the processor's time stamp counter, by `__rdtsc()` or `__rdtscp()`", "the test's clock, a tick a nanosecond"),
    (r"__scarp_log_range", "a store announced before", "logged again, after others that are made with it"),
    (r"__tsan_mem(cpy|move|set)", "a copy or fill, called by clang 15 and later", "as the library's function"),
    (r"__tsan_atomic\w+_(load|store)", "an atomic load or store", "an operation"),
    (r"__tsan_atomic\w+_(exchange|fetch_\w+|compare_exchange_\w+)", "an atomic read-modify-write", "an operation"),
    (r"__tsan_atomic_\w+_fence", "a fence", "orders what is around it"),
    (r"__tsan_func_exit", "exit of functions", "the frame is left"),
    (r"__tsan_(init|func_entry|ignore_thread_(begin|end))", "start-up, entry of functions", "nothing: stacks come from the frames"),
    (r"__tsan_\w+|__sanitizer_\w+|(WTF)?Annotate\w+|RunningOnValgrind", "an annotation for race detectors", "[cc.md](cc.md#annotations-for-race-detectors)"),
    (r"scarp_debug_stop", "where debuggers have a breakpoint ([debug.md](formats/debug.md))", "nothing"),
    (r"scarp_runtime_operation_\w+", "a function of `<scarp/linearize.h>`", "a decision point: calls and returns of operations are ordered"),
    (r"scarp_runtime_\w+", "a function of `<scarp/scarp.h>`", "a data choice, an assumption, a hint"),
]
# Arguments of unknown() that are no text.
UNKNOWN_BY_NAME = {
    "i->getOpcodeName()": "any other instruction that may touch memory",
    "i.getOpcodeName()": "an access of unknown size",
    '"atomic " + name': "an atomic operation that clang makes no loop of",
    "name": "a `__builtin_` function that may touch memory and is not in `src/plugin/gcc/builtin.cc`",
    "internal_fn_name(which)": "an internal function of gcc that is not in `src/plugin/gcc/builtin.cc`",
    "get_tree_code_name(TREE_CODE(from))": "an assignment of an unknown form",
    "gimple_code_name[gimple_code(s)]": "any other statement that may touch memory",
}


def source(path):
    with open(f"{ROOT}/{path}") as f:
        return f.read()


def text_of(literals):
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals))


def fill(text, indent="  "):
    return textwrap.fill(text, 86, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def arguments(text, name):
    """What stands between the parentheses of each call of `name`."""
    for m in re.finditer(rf"\b{name}\(", text):
        depth, at, quoted = 1, m.end(), False
        while depth:
            c = text[at]
            if c == '"' and text[at - 1] != "\\":
                quoted = not quoted
            if not quoted:
                depth += {"(": 1, ")": -1}.get(c, 0)
            at += 1
        yield " ".join(text[m.end():at - 1].split())


def collapsed(found):
    """read1 read2 read4: read{1,2,4}."""
    widths = {}
    for name in found:
        m = re.search(r"\d+", name)
        key = (name[:m.start()], name[m.end():]) if m else (name, None)
        widths.setdefault(key, []).append(int(m[0]) if m else 0)
    for (head, tail), w in sorted(widths.items(), key=lambda item: item[0][0]):
        if tail is None:
            yield head
        elif len(w) == 1:
            yield f"{head}{w[0]}{tail}"
        else:
            yield f"{head}{{{','.join(map(str, sorted(w)))}}}{tail}"


def hooks(found):
    rows, left = {row: [] for row in HOOKS}, []
    for name in sorted(found):
        fits = [row for row in HOOKS if re.fullmatch(row[0], name)]
        (rows[fits[0]] if fits else left).append(name)
    if left:
        raise SystemExit(f"tools/supported_tables.py: no row of HOOKS for {' '.join(left)}")
    out = ["## Hooks\n", fill("The compilers and scarp's plugins call these, before what they announce. "
                              "[cc.md](cc.md#the-compiler-plugins) says what none announces.", "") + "\n"]
    for (_, what, done), names in rows.items():
        if names:
            out.append(fill(f"- {what}: {done}. " + " ".join(f"`{n}`" for n in collapsed(names))))
    return "\n".join(out) + "\n"


def refused_parts():
    """unsupported("..."): calls that are refused with some arguments only."""
    found = set()
    for path in sorted(glob.glob(f"{ROOT}/src/native/**/*.c", recursive=True)):
        text = re.sub(r"[ \t]*\\\n", "\n", source(os.path.relpath(path, ROOT)))
        for call in arguments(text, "unsupported"):
            if m := re.match(r'#name "( [^"]*)"', call):
                macro = text[:text.index(m[0])].rpartition("#define ")[2].split("(")[0]
                found |= {n + m[1] for n in re.findall(rf"^{macro}\((\w+)", text, re.M)}
            elif m := re.match(r'((?:"[^"]*"\s*)+)', call):
                found.add(text_of(m[1]))
    return sorted(t for t in found if " " in t)


def unknown_to_plugin(folder):
    found = set()
    for path in sorted(glob.glob(f"{ROOT}/src/plugin/{folder}/*.cc")):
        for call in arguments(source(os.path.relpath(path, ROOT)), "unknown"):
            if "where, const char" in call or "Instruction &at" in call:
                continue # its definition
            what = call.split(", ", 1)[1]
            if what not in UNKNOWN_BY_NAME and not re.fullmatch(r'("[^"]*"(, )?)+', what):
                raise SystemExit(f"tools/supported_tables.py: UNKNOWN_BY_NAME lacks {what!r}")
            found.add(UNKNOWN_BY_NAME.get(what) or " ".join(re.findall(r'"([^"]*)"', what)))
    if folder == "llvm":
        found.add("any intrinsic that may touch memory and is not in `src/plugin/llvm/intrinsics.def`")
    return sorted(found)


def refused():
    out = ["## What else is refused\n", fill("Calls that scarp has, but not so; the run ends with an error that "
                                             "names the call and the line. [cc.md](cc.md#what-is-left-out) says which flags "
                                             "`scarp cc` refuses.", "") + "\n"]
    out += [fill(f"- {t}") for t in refused_parts()]
    for compiler, folder in (("gcc", "gcc"), ("clang", "llvm")):
        out.append("\n" + fill(f"What the plugin for {compiler} does not know is compiled all the same, and leaves the hole "
                               "`unannounced`, by file and line:", "") + "\n")
        out += [fill(f"- {t}") for t in unknown_to_plugin(folder)]
    return "\n".join(out) + "\n"


def reviewed_in(path):
    """The tables `reviewed` of a file: (what, why)."""
    text = source(path)
    tables = re.findall(r"^\} reviewed\w*\[\] = \{\n(.*?)^\};", text, re.M | re.S)
    for table in tables:
        for row in re.findall(r"\{((?:[^{}\"]|\"[^\"]*\")*)\}", table):
            m = re.fullmatch(r'(.*?),\s*((?:"[^"]*"\s*)+)', row, re.S)
            if not m:
                raise SystemExit(f"{path}: no reviewed row: {row}")
            yield " ".join(m[1].replace('"', "").split()), text_of(m[2])
    # Those that are code: the comment says it.
    for why in re.findall(r"^/\* Reviewed: ((?:(?!\*/).)*?) \*/\n(?!static const struct)", text, re.M | re.S):
        yield None, " ".join(why.replace("\n *", " ").split())


PLACES = {
    "src/native/audit.c": "memory of libraries (by the beginning of their name), variables, and control blocks",
    "src/native/audit/descriptors.c": "descriptors (first and last number, and what of them)",
    "src/native/audit/fpu.c": "floating-point control words",
    "src/native/audit/mappings.c": "mappings (by place or name)",
}


def reviewed():
    out = ["## What the rewind audit passes over\n",
           fill("After executions 1, 2, 4, 8, ... everything is put back and compared with how it was "
                "([design](design/003-native-machine.md#libraries)). These differences were reviewed: they are harmless.", "") + "\n"]
    having = {os.path.relpath(p, ROOT) for p in glob.glob(f"{ROOT}/src/native/audit*.c") + glob.glob(f"{ROOT}/src/native/audit/*.c")
              if re.search(r"\breviewed\w*\[\]|\* Reviewed:", source(os.path.relpath(p, ROOT)))}
    if having != set(PLACES):
        raise SystemExit(f"tools/supported_tables.py: PLACES are {sorted(PLACES)}, reviewed lists are in {sorted(having)}")
    for path, what in PLACES.items():
        out.append(f"- {what}:")
        for name, why in reviewed_in(path):
            out.append(textwrap.indent(fill(f"- `{name}`: {why}" if name else f"- {why}"), "  "))
    return "\n".join(out) + "\n"
