/** Which files are read, which of their lines are rules, and their types and scopes. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseRules } from "./parse-rules.ts";
import { readRuleFiles } from "./rule-files.ts";

const AGENTS = `---
title: rules
---
# Project

Some prose that describes the project and rules nothing in particular at all.

## Testing
- Run the tests with \`npm test\` before pushing.
- **Never** mock the database in integration tests.
1. Prefer small fixtures over recorded ones.

\`\`\`ts
never("read", "as a rule");
\`\`\`
| always | a table |
> always a quote of somebody
- short
@AGENTS.md must be included somewhere
`;

test("extracts instructing list items with their headings and lines", () => {
  const { rules } = parseRules("AGENTS.md", AGENTS);
  expect(
    rules.map(({ line, heading, type, text }) => `${line} ${heading} | ${type} | ${text}`),
  ).toEqual([
    "9 Testing | workflow_recipe | Run the tests with `npm test` before pushing.",
    "10 Testing | convention | Never mock the database in integration tests.",
    "11 Testing | preference | Prefer small fixtures over recorded ones.",
  ]);
});

test("returns lines that are not rules with the reason", () => {
  const { left } = parseRules("AGENTS.md", AGENTS);
  expect(left.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    "6 describes",
    "13 code_alone",
    "16 table",
    "17 quote",
    "18 describes",
  ]);
});

interface Case {
  readonly name: string;
  readonly text: string;
  readonly contents: readonly string[];
}

const CASES: readonly Case[] = [
  {
    name: "a rule over several lines is one rule",
    text: "- Always keep the first line\n  together with the second.\n\nEvery paragraph must stand\nas one, too.\n",
    contents: [
      "Always keep the first line together with the second.",
      "Every paragraph must stand as one, too.",
    ],
  },
  {
    name: "a byte order mark and carriage returns",
    text: "\uFEFF- Always keep the mark away.\r\n- Never mind carriage returns.\r\n",
    contents: ["Always keep the mark away.", "Never mind carriage returns."],
  },
  {
    name: "a fence that is never closed",
    text: "- Always open a fence and never close it\n```\n- Always inside the fence, never read",
    contents: ["Always open a fence and never close it"],
  },
  {
    name: "commands under a heading are what the heading says",
    text: "## Run all tests\n```bash\nnpm run build\nnpm test\n```\n",
    contents: ["Run all tests\n```bash\nnpm run build\nnpm test\n```"],
  },
  {
    name: "code stays with the sentence that announces it",
    text: '# Style\n## Errors\nAlways wrap errors:\n```go\nreturn fmt.Errorf("read: %w", err)\n```\n',
    contents: ['Errors: Always wrap errors:\n```go\nreturn fmt.Errorf("read: %w", err)\n```'],
  },
  {
    name: "a list keeps what introduces it, and what turns it round",
    text: "## Settings\n**Do NOT:**\n- Read the settings file directly with `os.ReadFile`\n- Duplicate parsing logic in other packages\n",
    contents: [
      "Do NOT: Read the settings file directly with `os.ReadFile`",
      "Do NOT: Duplicate parsing logic in other packages",
    ],
  },
  {
    name: "the steps of a procedure are one",
    text: "## Adding a command\n1. Create a file in `commands/`\n2. Register it in the table\n3. Run the build\n",
    contents: [
      "Adding a command: 1. Create a file in `commands/` 2. Register it in the table 3. Run the build",
    ],
  },
  {
    name: "what only explains a rule stays with it",
    text: "- Never block the loop\n  - it starves the timers\n  - one thread serves all\n",
    contents: ["Never block the loop it starves the timers; one thread serves all"],
  },
  {
    name: "files, routes and symbols with what they are make none",
    text: "## Layout\n- `src/api/` - the routes\n- `POST /export` - generate the export\n- `save()` - writes it\n- **docs/a.md** - all commands\n",
    contents: [],
  },
  {
    name: "a reference elsewhere makes none",
    text: "See [the guide](docs/guide.md) for details.\n\nRefer to CONTRIBUTING.md for the style.\n",
    contents: [],
  },
  {
    name: "comments, over lines too, make none",
    text: "<!-- always\n- never read this line here\n-->\n- Always read this line here.\n",
    contents: ["Always read this line here."],
  },
];

test.each(CASES)("$name", ({ text, contents }) =>
  expect(parseRules("x", text).rules.map(({ content }) => content)).toEqual(contents),
);

test.each([
  ["Prefer `const` over `let` where possible.", "preference"],
  ["Never commit generated files.", "convention"],
  ["Always run `npm run lint` before you push.", "workflow_recipe"],
  ["Mismatched keys silently break delivery, so verify both sides.", "gotcha"],
  ["We chose SQLite on purpose: never propose another database.", "decision"],
  ["All code must run on Node 20 and must support Windows.", "requirement"],
])("%s is a %s", (text, type) =>
  expect(parseRules("x", `- ${text}`).rules.map((rule) => rule.type)).toEqual([type]),
);

test.each([
  ["globs: *.ts,*.tsx\nalwaysApply: false", "", ["*.ts", "*.tsx"]],
  ["globs: ['a/**/*.test.tsx', \"b/*.ts\"]", "", ["a/**/*.test.tsx", "b/*.ts"]],
  ["globs:\n  - a/**\n  - b/**", "", ["a/**", "b/**"]],
  ["globs: src/**\nalwaysApply: true", "", []],
  ['applyTo: "**/*.ts,**/*.tsx"', "", ["**/*.ts", "**/*.tsx"]],
  ['applyTo: "**"', "", []],
  ["globs: src/*.{ts,js}", "", ["src/*.ts", "src/*.js"]],
  ["globs: '*.mdx'", "apps/docs", ["apps/docs/**/*.mdx"]],
  ["globs: apps/docs/x/*.md", "apps/docs", ["apps/docs/x/*.md"]],
  ["description: none", "apps/docs", ["apps/docs/**"]],
  ["globs:", "", []],
])("frontmatter %j in folder %j applies to %j", (frontmatter, folder, appliesTo) => {
  const text = `---\n${frontmatter}\n---\n- Always write tests.\n`;
  const { rules } = parseRules("rule.mdc", text, folder);
  expect(rules.map((rule) => rule.appliesTo)).toEqual([appliesTo]);
});

/** Creates a project with these files and returns its root. */
function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "tacit-rules-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const RULE = "- Always write tests for new code.\n";

test("finds every kind of rule file with the folder it applies to", () => {
  const root = project({
    "CLAUDE.md": RULE,
    "QWEN.md": RULE,
    ".cursorrules": RULE,
    ".windsurfrules": RULE,
    ".github/copilot-instructions.md": RULE,
    ".github/instructions/go.instructions.md": `---\napplyTo: "**/*.go"\n---\n${RULE}`,
    "apps/web/AGENTS.md": RULE,
    "apps/web/.claude/CLAUDE.md": RULE,
    "apps/docs/.cursor/rules/docs.mdc": RULE,
    "node_modules/x/AGENTS.md": RULE,
    "other/.git/HEAD": "ref: refs/heads/main\n",
    "other/AGENTS.md": RULE,
    "README.md": RULE,
  });
  mkdirSync(join(root, "GEMINI.md"));
  expect(readRuleFiles(root).files.map(({ path, appliesTo }) => [path, ...appliesTo])).toEqual([
    [".cursorrules"],
    [".windsurfrules"],
    ["CLAUDE.md"],
    ["QWEN.md"],
    [".github/copilot-instructions.md"],
    [".github/instructions/go.instructions.md", "**/*.go"],
    ["apps/web/AGENTS.md", "apps/web/**"],
    ["apps/web/.claude/CLAUDE.md", "apps/web/**"],
    ["apps/docs/.cursor/rules/docs.mdc", "apps/docs/**"],
  ]);
});

test("reads imports once, stops at cycles, and reads nothing outside the project", () => {
  const outside = project({ "secret.md": "- Never tell this to anybody.\n" });
  const root = project({
    "CLAUDE.md":
      "@docs/style.md and @~/private.md\n@../up.md\n@gone.md `@code.md`\n```\n@fenced.md\n```\n",
    "docs/style.md": "- Always use tabs in makefiles.\n@../CLAUDE.md\n@link.md\n",
    "code.md": RULE,
    "fenced.md": RULE,
  });
  symlinkSync(join(outside, "secret.md"), join(root, "docs/link.md"));
  const { files, rules, problems } = readRuleFiles(root);
  expect(files.map(({ path }) => path)).toEqual(["CLAUDE.md", "docs/style.md"]);
  expect(rules.map(({ content }) => content)).toEqual(["Always use tabs in makefiles."]);
  expect(problems.map(({ path, line, reason }) => `${path}:${line} ${reason}`)).toEqual([
    "CLAUDE.md:1 @~/private.md: outside the project, not read",
    "CLAUDE.md:2 @../up.md: outside the project, not read",
    "CLAUDE.md:3 @gone.md: no such file",
    "docs/style.md:3 @link.md: outside the project, not read",
  ]);
});

test("follows at most five levels of imports", () => {
  const chain = Object.fromEntries(
    Array.from({ length: 7 }, (_, i) => [
      `f${i}.md`,
      `- Always obey number ${i}.\n@f${i + 1}.md\n`,
    ]),
  );
  const { files, problems } = readRuleFiles(project({ "CLAUDE.md": "@f0.md\n", ...chain }));
  expect(files.map(({ path }) => path)).toEqual([
    "CLAUDE.md",
    "f0.md",
    "f1.md",
    "f2.md",
    "f3.md",
    "f4.md",
  ]);
  expect(problems.map(({ reason }) => reason)).toEqual([
    "@f5.md: more than 5 imports deep, not read",
  ]);
});

test("a link to a rule file counts as that file", () => {
  const root = project({ "AGENTS.md": RULE });
  symlinkSync("AGENTS.md", join(root, "CLAUDE.md"));
  expect(readRuleFiles(root).files).toHaveLength(1);
});

test.each([
  ["a file with NUL bytes", Buffer.from([45, 32, 0, 65]), "not a text file"],
  ["a file that is too large", Buffer.alloc(400_001, 65), "larger than 400000 bytes, not read"],
])("reports %s and reads the others", (_name, bytes, reason) => {
  const root = project({ "AGENTS.md": RULE });
  writeFileSync(join(root, "CLAUDE.md"), bytes);
  const { rules, problems } = readRuleFiles(root);
  expect(rules).toHaveLength(1);
  expect(problems).toEqual([{ path: "CLAUDE.md", line: 1, reason }]);
});

test("reads UTF-16, as PowerShell writes it", () => {
  const root = project({});
  writeFileSync(join(root, "AGENTS.md"), Buffer.from(`\uFEFF${RULE}`, "utf16le"));
  expect(readRuleFiles(root).rules.map(({ text }) => text)).toEqual([
    "Always write tests for new code.",
  ]);
});

test("finds nothing in a missing folder", () =>
  expect(readRuleFiles(join(tmpdir(), "tacit-no-such-folder")).files).toEqual([]));

test("property: reads pathological texts in linear time", () => {
  const texts = [
    "- ".repeat(50_000),
    "@a/".repeat(50_000),
    "`".repeat(100_000),
    "{a,".repeat(30_000),
    "**".repeat(50_000),
    ",".repeat(100_000),
    " ".repeat(100_000),
    "#".repeat(100_000),
  ];
  const startedAt = performance.now();
  for (const text of texts) {
    parseRules("x", `---\nglobs: "${text}!"\n- ${text}!\u2028\n---\n# a ${text}!\n${text}`);
  }
  expect(performance.now() - startedAt).toBeLessThan(3000);
});

test("property: reads fifty thousand lists, or one that long, in linear time", () => {
  const startedAt = performance.now();
  for (const text of ["- a\n\nb\n\n".repeat(40_000), "- a\n".repeat(50_000)]) parseRules("x", text);
  expect(performance.now() - startedAt).toBeLessThan(6000);
});

test("reports imported files beyond the limit", () => {
  const names = Array.from({ length: 510 }, (_, i) => `f${i}.md`);
  const root = project({
    "CLAUDE.md": names.map((name) => `@${name}\n`).join(""),
    ...Object.fromEntries(names.map((name) => [name, RULE])),
  });
  const { files, unread, problems } = readRuleFiles(root);
  expect(files).toHaveLength(500);
  expect(unread).toEqual(names.slice(499));
  expect(problems[0]?.reason).toBe("more than 500 rule files, not read");
});

test("reports rule files beyond the limit", () => {
  const paths = Array.from({ length: 502 }, (_, i) => `.claude/rules/f${i}.md`).sort();
  const root = project(Object.fromEntries(paths.map((path) => [path, RULE])));
  const { files, unread, problems } = readRuleFiles(root);
  expect(files).toHaveLength(500);
  expect(unread).toEqual(paths.slice(500));
  expect(problems.map(({ path }) => path)).toEqual(paths.slice(500));
});
