/** Tests the pairs found beside code of several languages: comments, docstrings, errors, names of tests. */
import { expect, test } from "vitest";
import { isCode, mineCode } from "./code.ts";

const pairs = (path: string, text: string) =>
  [...mineCode(path, text, "a/b")].map(({ k, a, b }) => [k, a, b.split("\n")[0]]);

const SAID = "Reads the settings of a project from its folder.";

test.each([
  [
    "a.ts",
    `/**\n * ${SAID}\n * @param x no\n */\nexport function read(x) {}\n`,
    [["docstring_code", SAID, "export function read(x) {}"]],
  ],
  [
    "a.ts",
    `/** ${SAID} */\nexport function read(x) {}\n`,
    [["docstring_code", SAID, "export function read(x) {}"]],
  ],
  [
    "a.py",
    `def read(\n    path,\n):\n    """${SAID}\n\n    Args:\n        path: no\n    """\n    return open(path)\n`,
    [["docstring_code", SAID, "def read("]],
  ],
  ["a.py", `class A:\n    '''${SAID}'''\n    size = 1\n`, [["docstring_code", SAID, "class A:"]]],
  [
    "a.rs",
    `/// ${SAID}\npub fn read(path: &Path) -> X {\n`,
    [["docstring_code", SAID, "pub fn read(path: &Path) -> X {"]],
  ],
  [
    "a.go",
    `// ${SAID}\nfunc read(path string) {}\n`,
    [["docstring_code", SAID, "func read(path string) {}"]],
  ],
  [
    "a.lua",
    `-- ${SAID}\nlocal settings = read(path)\n`,
    [["comment_code", SAID, "local settings = read(path)"]],
  ],
  [
    "a.rb",
    `# ${SAID}\n# In two lines.\nsettings = read(path)\n`,
    [["comment_code", `${SAID} In two lines.`, "settings = read(path)"]],
  ],
  ["a.ts", "// Copyright of whoever wrote this file long ago.\nconst value = compute(1);\n", []],
  [
    "a.ts",
    'if (gone) throw new Error("the settings of {name} are not there");\n',
    [
      [
        "error_code",
        "the settings of   are not there",
        'if (gone) throw new Error("the settings of {name} are not there");',
      ],
    ],
  ],
  [
    "a.ts",
    'it("reads the settings of a project", () => {\n  const x = read("somewhere");\n  expect(x).toBe(1);\n});\n',
    [["test_code", "reads the settings of a project", '  const x = read("somewhere");']],
  ],
  [
    "a.py",
    "def test_reads_settings_of_project():\n    assert read('somewhere') == {'value': 1}\n",
    [["test_code", "reads settings of project", "    assert read('somewhere') == {'value': 1}"]],
  ],
  ["a.png", `// ${SAID}\nconst value = compute(1);\n`, []],
  ["a.ts", `// ${SAID}\n${"x".repeat(2001)}\n`, []],
  ["a.py", "def never_ends(\n    '''", []],
  ["a.ts", "/** never ends", []],
])("finds the pairs of %s %j", (path, text, expected) =>
  expect(pairs(path, text)).toEqual(expected),
);

test.each([
  ["src/a.TS", true],
  ["Makefile", false],
  ["a.constructor", false],
  ["a.md", false],
])("recognises %s as code: %s", (path, expected) => expect(isCode(path)).toBe(expected));
