# SPDX-License-Identifier: MIT
"""dot.py - reads the part of the DOT language that scarp writes

parse(text) -> {"label", "nodes": {id: label}, "edges": [(from, to)],
                "clusters": {label: [ids]}}, or ValueError where it is no DOT.
"""
import re

TOKEN = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([A-Za-z_][A-Za-z_0-9]*|-?[0-9]+)|(->|[{}\[\]=,;]))', re.S)


def tokens(text):
    at = 0
    text = text.rstrip()
    while at < len(text):
        m = TOKEN.match(text, at)
        if not m:
            raise ValueError(f"no DOT: {text[at:at + 40]!r}")
        if m[1] is not None:
            yield "text", m[1]
        else:
            yield ("word", m[2]) if m[2] else ("sign", m[3])
        at = m.end()
    yield "end", ""


def plain(label):
    """What a label shows."""
    if re.search(r"[\x00-\x1f\x7f]", label):
        raise ValueError(f"control characters in {label!r}")
    if re.search(r"&(?!amp;|lt;|gt;)", label):
        raise ValueError(f"a bare & in {label!r}")
    shown = re.sub(r"\\(.)", lambda m: {"n": "\n", "\\": "\\", '"': '"'}[m[1]], label)
    return shown.replace("&amp;", "&")


class Parser:
    def __init__(self, text):
        self.all = list(tokens(text))
        self.at = 0
        self.graph = {"label": "", "nodes": {}, "edges": [], "clusters": {}}

    def peek(self):
        return self.all[self.at]

    def take(self, kind, *texts):
        got = self.all[self.at]
        if got[0] != kind or (texts and got[1] not in texts):
            raise ValueError(f"{got} in place of {kind} {texts}, token {self.at}")
        self.at += 1
        return got[1]

    def value(self):
        kind, text = self.peek()
        if kind not in ("text", "word"):
            raise ValueError(f"{text!r} in place of a value")
        self.at += 1
        return plain(text) if kind == "text" else text

    def attributes(self):
        found = {}
        if self.peek() != ("sign", "["):
            return found
        self.take("sign", "[")
        while self.peek() != ("sign", "]"):
            name = self.take("word")
            self.take("sign", "=")
            found[name] = self.value()
            if self.peek() == ("sign", ","):
                self.take("sign", ",")
        self.take("sign", "]")
        return found

    def statement(self, cluster):
        word = self.take("word")
        if word == "subgraph":
            self.take("word")
            self.block({"label": "", "ids": []})
            return
        if self.peek() == ("sign", "="):
            self.take("sign", "=")
            text = self.value()
            if word == "label":
                (self.graph if cluster is None else cluster)["label"] = text
        elif self.peek() == ("sign", "->"):
            self.take("sign", "->")
            self.graph["edges"].append((word, self.take("word")))
            self.attributes()
        else:
            more = self.attributes()
            if word != "node":
                self.graph["nodes"][word] = more["label"]
                cluster["ids"].append(word)
        self.take("sign", ";")

    def block(self, cluster):
        self.take("sign", "{")
        while self.peek() != ("sign", "}"):
            self.statement(cluster)
        self.take("sign", "}")
        if cluster is not None:
            self.graph["clusters"][cluster["label"]] = cluster["ids"]

    def parse(self):
        self.take("word", "digraph")
        self.take("word")
        self.block(None)
        self.take("end")
        return self.graph


def parse(text):
    return Parser(text).parse()
