"""Random JSON texts for comparing canonicalizers: valid, without duplicate names, numbers within
the doubles, one line each, and spelled in as many ways as JSON allows."""

import json
import random
import struct

# Where orders and escapes differ: controls, quotes, BOM, line separators, both sides of the
# surrogates, astral and non-characters.
POINTS = (
    list(range(0x00, 0x24))
    + [0x2F, 0x5C, 0x61, 0x7F, 0x80, 0x9F, 0xA0, 0xE9, 0x7FF, 0x800, 0x301, 0x200B, 0x200E, 0x202E]
    + [0x2028, 0x2029, 0x20AC, 0xD7FF, 0xE000, 0xF8FF, 0xFB01, 0xFB33, 0xFEFF, 0xFFFD, 0xFFFE]
    + [0xFFFF, 0x10000, 0x1F600, 0x1F1E9, 0xE0001, 0xFFFFF, 0x10FFFF]
)
WORDS = ["type", "name", "description", "properties", "required", "items", "title", "__proto__"]
SHORT_ESCAPES = {8: "b", 9: "t", 10: "n", 12: "f", 13: "r", 0x22: '"', 0x5C: "\\", 0x2F: "/"}


class Documents:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def text(self):
        root = self.random.choice([self.array, self.object])
        return self.space() + root(self.random.randint(1, 6)) + self.space()

    def value(self, depth):
        kinds = ["literal", "number", "number", "string"]
        if depth > 0:
            kinds += ["array", "object", "object", "object"]
        return getattr(self, self.random.choice(kinds))(depth)

    def literal(self, _):
        return self.random.choice(["null", "true", "false"])

    def array(self, depth):
        items = [self.value(depth - 1) for _ in range(self.length(8))]
        return "[" + self.space() + self.comma().join(items) + self.space() + "]"

    def object(self, depth):
        names = dict.fromkeys(self.characters() for _ in range(self.length(24)))
        members = [
            self.spell(name) + self.space() + ":" + self.space() + self.value(depth - 1)
            for name in names
        ]
        return "{" + self.space() + self.comma().join(members) + self.space() + "}"

    def string(self, _):
        return self.spell(self.characters())

    def characters(self):
        chosen = self.random.random()
        if chosen < 0.3:
            return self.random.choice(WORDS)
        if chosen < 0.4:
            return "a long common beginning " + self.characters()
        length = self.length(12)
        if chosen < 0.5:
            return "".join(chr(self.any_point()) for _ in range(length))
        return "".join(chr(self.random.choice(POINTS)) for _ in range(length))

    def any_point(self):
        point = self.random.randint(0, 0x10F7FF)
        return point if point < 0xD800 else point + 0x800

    def spell(self, text):
        return '"' + "".join(self.spell_character(ord(c)) for c in text) + '"'

    def spell_character(self, point):
        must = point < 0x20 or point in (0x22, 0x5C)
        if not must and self.random.random() < 0.8:
            return chr(point)
        if point in SHORT_ESCAPES and self.random.random() < 0.5:
            return "\\" + SHORT_ESCAPES[point]
        if point < 0x10000:
            return self.hex(point)
        point -= 0x10000
        return self.hex(0xD800 + (point >> 10)) + self.hex(0xDC00 + (point & 0x3FF))

    def hex(self, unit):
        return "\\u" + format(unit, self.random.choice(["04x", "04X"]))

    def number(self, _):
        chosen = self.random.random()
        if chosen < 0.35:
            return str(self.random.randint(-1000, 1000))
        if chosen < 0.5:
            return str(self.random.randint(-(2**70), 2**70) >> self.random.randint(0, 69))
        if chosen < 0.75:
            return self.bit_pattern()
        return self.decimal()

    def bit_pattern(self):
        while True:
            value = struct.unpack("<d", self.random.randbytes(8))[0]
            if value == value and abs(value) != float("inf"):
                return self.random.choice([repr(value), format(value, ".20e")])

    def decimal(self):
        count = self.random.randint(1, 30)
        digits = "".join(self.random.choice("0123456789") for _ in range(count))
        whole = digits.lstrip("0") or "0"
        text = self.random.choice(["", "-"]) + whole
        if self.random.random() < 0.6:
            text += "." + digits[::-1]
        if self.random.random() < 0.6:
            sign = self.random.choice(["", "+", "-"])
            largest = 330 if sign == "-" else 270
            text += self.random.choice("eE") + sign + str(self.random.randint(0, largest))
        return text

    def length(self, longest):
        return min(int(self.random.expovariate(0.3)), longest)

    def comma(self):
        return self.space() + "," + self.space()

    def space(self):
        if self.random.random() < 0.8:
            return ""
        return "".join(self.random.choice(" \t\r") for _ in range(self.random.randint(1, 3)))


def generate(seed, count):
    documents = Documents(seed)
    texts = [documents.text() for _ in range(count)]
    for text in texts:
        json.loads(text)
    return texts
