# SPDX-License-Identifier: MIT
"""schema.py - does a document fit a JSON schema?

The words of draft 7 that our schemas use, and no others: an unknown word is an error,
so that none is passed over. With `closed`, an object may have no fields but those that
its schema names: in our own documents every field is in the schema.
"""
import re

TYPES = {"string": str, "array": list, "object": dict, "boolean": bool, "null": type(None)}


def is_a(value, kind):
    if kind in ("integer", "number"):
        return isinstance(value, int if kind == "integer" else (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[kind])


class Schema:
    def __init__(self, schema, closed=False):
        self.defs = schema.get("$defs", {})
        self.top = {k: v for k, v in schema.items() if k not in ("$defs", "$schema", "title")}
        self.closed = closed

    def errors(self, value):
        return self.of(self.top, value, "")

    def of(self, schema, value, at):
        found = []
        for word, want in schema.items():
            for text in getattr(self, "_" + word.strip("$"))(want, value, at, schema):
                found.append(text)
        return found

    def _description(self, *_):
        return []

    def _ref(self, name, value, at, _):
        return self.of(self.defs[name.rsplit("/", 1)[1]], value, at)

    def _type(self, want, value, at, _):
        kinds = want if isinstance(want, list) else [want]
        return [] if any(is_a(value, k) for k in kinds) else [f"{at}: {value!r:.60} is no {want}"]

    def _enum(self, want, value, at, _):
        return [] if value in want else [f"{at}: {value!r:.60} is none of {want}"]

    def _const(self, want, value, at, _):
        return [] if value == want else [f"{at}: {value!r:.60} is not {want}"]

    def _minimum(self, want, value, at, _):
        return [f"{at}: {value} is below {want}"] if is_a(value, "number") and value < want else []

    def _pattern(self, want, value, at, _):
        return [f"{at}: {value!r:.60} is not like {want}"] if isinstance(value, str) and not re.search(want, value) else []

    def _minItems(self, want, value, at, _):
        return [f"{at}: less than {want}"] if isinstance(value, list) and len(value) < want else []

    def _uniqueItems(self, _want, value, at, _):
        texts = [repr(v) for v in value] if isinstance(value, list) else []
        return [f"{at}: something is there twice"] if len(set(texts)) < len(texts) else []

    def _items(self, want, value, at, _):
        found = []
        for i, one in enumerate(value if isinstance(value, list) else []):
            found += self.of(want, one, f"{at}[{i}]")
        return found

    def _required(self, want, value, at, _):
        return [f"{at}: '{name}' is missing" for name in want if isinstance(value, dict) and name not in value]

    def _properties(self, want, value, at, _):
        found = []
        for name, one in (value.items() if isinstance(value, dict) else []):
            if name in want:
                found += self.of(want[name], one, f"{at}.{name}")
            elif self.closed:
                found.append(f"{at}: '{name}' is not in the schema")
        return found

    def _additionalProperties(self, want, value, at, schema):
        assert want is False, "what else there may be: not read here"
        known = schema.get("properties", {})
        return [f"{at}: '{name}' is not in the schema" for name in value if name not in known] \
            if isinstance(value, dict) and not self.closed else []

    def _anyOf(self, want, value, at, _):
        all_of_them = [self.of(one, value, at) for one in want]
        return [] if [] in all_of_them else min(all_of_them, key=len)


def names(schema):
    """Of all fields."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        for one in schema.values():
            yield from names(one)
    elif isinstance(schema, list):
        for one in schema:
            yield from names(one)
