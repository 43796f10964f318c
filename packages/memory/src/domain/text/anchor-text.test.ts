/** A part of a file is found again after everything around it changed, and not after it changed itself. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { markOf, occurrencesOf, seemsToDefine } from "./anchor-text.ts";

const FILE = `import { a } from "a";

export async function load(path: string) {
  return a(path, "utf8");
}

const limit = 10
const limitHit = 11

type Shape =
  | "round"
  | "square"

class Store {
  get(key: string) {
    return key;
  }
}
`;

/** Line ranges and names of parts of FILE. */
const MARKS = {
  load: [3, 5, "load"],
  limit: [7, 7, "limit"],
  Shape: [10, 12, "Shape"],
  get: [15, 17, "get"],
} as const;

function linesAfter(name: keyof typeof MARKS, text: string): readonly number[] {
  const [from, to, symbol] = MARKS[name];
  const mark = markOf(FILE, from, to, symbol);
  if (mark === null) throw new Error(`no mark of ${name}`);
  return occurrencesOf(text, mark).lines;
}

describe("finds an unchanged part", () => {
  test.each([
    ["as it is", "load", FILE, [3]],
    ["below new lines", "load", `// new\n\n${FILE}`, [5]],
    ["with other line ends", "load", FILE.replaceAll("\n", "\r\n"), [3]],
    ["with other indentation", "get", FILE.replaceAll("  ", "\t\t"), [15]],
    [
      "broken into more lines",
      "load",
      FILE.replace('(path, "utf8")', '(\n  path,\n  "utf8"\n)'),
      [3],
    ],
    ["no longer exported", "load", FILE.replace("export async", "async"), [3]],
    ["exported by default", "load", FILE.replace("export async", "export default async"), [3]],
    ["with a comment behind it", "limit", FILE.replace("= 10", "= 10 // why ten"), [7]],
    ["twice", "get", `${FILE}class B {\n  get(key: string) {\n    return key;\n  }\n}\n`, [15, 20]],
    [
      "in a list, with a comma more",
      "get",
      FILE.replace("    return key;\n  }", "    return key;\n  },"),
      [15],
    ],
  ] as const)("%s", (_name, symbol, text, lines) => {
    expect(linesAfter(symbol, text)).toEqual(lines);
  });
});

describe("does not find a changed part", () => {
  test.each([
    ["its body changed", "load", FILE.replace("utf8", "latin1")],
    ["it got a modifier", "get", FILE.replace("  get(", "  static get(")],
    ["it lost one", "load", FILE.replace("export async", "export")],
    ["its last word grew", "limit", FILE.replace("limit = 10", "limit = 100")],
    ["an expression went on", "limit", FILE.replace("limit = 10", "limit = 10 * 60")],
    [
      "it went on in the next line",
      "limit",
      FILE.replace("limit = 10", "limit = 10\n  .toString()"),
    ],
    ["a union got one member more", "Shape", FILE.replace('"square"', '"square"\n  | "flat"')],
    ["it was renamed", "load", FILE.replace("load(", "read(")],
    ["it was commented out", "limit", FILE.replace("const limit =", "// const limit =")],
    ["the file ends within it", "load", FILE.slice(0, FILE.indexOf("return a(path"))],
    ["the file is empty", "load", ""],
  ] as const)("%s", (_name, symbol, text) => {
    expect(linesAfter(symbol, text)).toEqual([]);
  });
});

test("reports the line of a part that is still defined but reads differently", () => {
  const mark = markOf(FILE, 3, 5, "load");
  if (mark === null) throw new Error("no mark");
  const changed = occurrencesOf(`\n${FILE.replace("utf8", "latin1")}`, mark);
  expect(changed).toEqual({ lines: [], headLine: 4 });
  expect(occurrencesOf('import { load } from "./load";\nload("a");\n', mark).headLine).toBeNull();
});

test("a mark contains no more of the code than its name, because what follows may be a secret", () => {
  const mark = markOf('export const TOKEN = "hunter2hunter2";\n', 1, 1, "TOKEN");
  expect(mark?.head).toBe("const TOKEN");
  expect(JSON.stringify(mark)).not.toContain("hunter2");
  const nameless = markOf('token: "hunter2hunter2"\n', 1, 1, null);
  expect(nameless?.head).toMatch(/^#[0-9a-f]{8}$/);
});

test.each([
  ["lines that are not there", 40, 41],
  ["lines the wrong way round", 5, 3],
  ["blank lines", 2, 2],
  ["line 0", 0, 0],
])("returns no mark for %s", (_name, from, to) => {
  expect(markOf(FILE, from, to, null)).toBeNull();
});

test.each([
  ["function load(", "load", true],
  ["export default async function load<T>(", "load", true],
  ["  private static load(path) {", "load", true],
  ["def load(self):", "load", true],
  ["  load(path)", "load", false],
  ['import { load } from "./load"', "load", false],
  ["const loader = 1", "load", false],
  ["const load", "load", false],
  ["const $a = 1", "$a", true],
])("whether %s defines %s", (text, name, isDefined) => {
  expect(seemsToDefine(`${text}\n`, name)).toBe(isDefined);
});

describe("in languages where indentation defines blocks", () => {
  const PYTHON = `def total(items):
    sum = 0
    for item in items:
        sum += rounded(
            item)
    return sum
`;
  const lines = (text: string) => {
    const mark = markOf(PYTHON, 1, 6, "total", "a.py");
    return mark === null ? null : occurrencesOf(text, mark, "a.py").lines;
  };
  test.each([
    ["as it is", PYTHON, [1]],
    ["as a method", `class A:\n${PYTHON.replace(/^(?=.)/gm, "    ")}`, [2]],
    ["with tabs", PYTHON.replaceAll("    ", "\t"), [1]],
    ["with a call on one line", PYTHON.replace("(\n            item", "(item"), [1]],
    ["with blank lines", PYTHON.replace("    return", "\n\n    return"), [1]],
    ["with a remark behind it", `${PYTHON}    # not any more\n\nx = 1\n`, [1]],
    ["with another function behind it", `${PYTHON}\n\ndef more():\n    pass\n`, [1]],
    ["with a line more at its end", `${PYTHON.replace("return", "x =")}\n    return x\n`, []],
    ["with a line after its end", `${PYTHON}\n    print(1)\n`, []],
    ["with its last line in the loop", PYTHON.replace("    return", "        return"), []],
    ["with a body out of the loop", PYTHON.replace("        sum +=", "    sum +="), []],
  ])("%s", (_name, text, found) => {
    expect(lines(text)).toEqual(found);
  });
});

const line = fc.stringMatching(/^[a-z(){};=. ]{0,30}$/);
const body = fc.array(line, { minLength: 1, maxLength: 6 });

test("property: finds lines whatever surrounds them and however they are indented", () => {
  fc.assert(
    fc.property(body, body, body, fc.constantFrom("", "  ", "\t"), (above, own, below, indent) => {
      const text = ["zebra", ...own, "zebra"];
      const mark = markOf(text.join("\n"), 1, text.length, null);
      expect(mark).not.toBeNull();
      if (mark === null) return;
      const moved = [...above, ...text.map((item) => indent + item), ...below].join("\r\n");
      expect(occurrencesOf(moved, mark).lines).toContain(above.length + 1);
    }),
  );
});

test("property: no text causes an error", () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 200 }),
      fc.nat(20),
      fc.nat(20),
      fc.string({ maxLength: 5 }),
      (text, from, to, name) => {
        const mark = markOf(text, from, to, name === "" ? null : name);
        if (mark !== null) expect(occurrencesOf(text, mark).lines.length).toBeGreaterThan(0);
        seemsToDefine(text, name);
      },
    ),
  );
});
