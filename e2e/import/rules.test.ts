/** Imports rule files through the program; each step is a separate process. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { makeProgram, type Program } from "../models/tacit-process.ts";

interface Listed {
  readonly id: string;
  readonly content: string;
  readonly type: string;
}

interface Preview {
  readonly rules: readonly { readonly content: string; readonly outcome: string }[];
  readonly left: readonly { readonly path: string; readonly reason: string }[];
  readonly problems: readonly { readonly reason: string }[];
}

function write(program: Program, path: string, text: string): void {
  const full = join(program.base, "project", path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
}

async function contents(program: Program): Promise<string[]> {
  return ((await program.json(["list"])) as Listed[]).map(({ content }) => content).sort();
}

const TYPES = `---
description: types
globs: "*.ts,*.tsx"
---
- Never use \`any\`; write \`unknown\` and narrow it.
`;

test("imports rules that another process finds, updates them with their files, and restores a withdrawn rule", async () => {
  const program = makeProgram();
  write(
    program,
    "CLAUDE.md",
    "@docs/style.md\n\n# Testing\n- Always run `npm test` before a commit.\n",
  );
  write(program, "docs/style.md", "# Style\n- Prefer early returns over nested conditions.\n");
  write(program, ".cursor/rules/types.mdc", TYPES);
  write(program, "apps/web/AGENTS.md", "- Components must not fetch data themselves.\n");
  write(
    program,
    ".github/copilot-instructions.md",
    "This is a shop.\n\n- Amounts are always integer cents.\n",
  );
  const preview = (await program.json(["import", "rules", "--preview"])) as Preview;
  expect(preview.rules.map(({ outcome }) => outcome)).toEqual(["new", "new", "new", "new", "new"]);
  expect(preview.left).toMatchObject([
    { path: ".github/copilot-instructions.md", reason: "describes" },
  ]);
  expect(await contents(program)).toEqual([]);

  expect(await program.json(["import", "rules"])).toMatchObject({ items: 5, imported: 5 });
  expect(await program.json(["import", "rules"])).toMatchObject({ imported: 0, merged: 5 });
  const answer = (await program.json(["recall", "style", "--file", "apps/web/page.tsx"])) as {
    hits: Listed[];
  };
  expect(answer.hits.map(({ content }) => content).slice(0, 3)).toEqual(
    expect.arrayContaining([
      "Components must not fetch data themselves.",
      "Never use `any`; write `unknown` and narrow it.",
    ]),
  );

  write(
    program,
    "docs/style.md",
    "# Style\n- Prefer early returns over deeply nested conditions.\n",
  );
  rmSync(join(program.base, "project", "apps/web/AGENTS.md"));
  expect(await program.json(["import", "rules"])).toMatchObject({
    corrected: 1,
    withdrawn: 1,
    imported: 0,
  });
  expect(await contents(program)).not.toContain("Components must not fetch data themselves.");
  const all = (await program.json(["list", "--all"])) as Listed[];
  const gone = all.find(({ content }) => content.startsWith("Components"));
  await program.json(["restore", gone?.id ?? ""]);
  expect(await contents(program)).toContain("Components must not fetch data themselves.");
});

test("holds rules for review, and copies no rule text when importing by reference", async () => {
  const program = makeProgram();
  write(program, "AGENTS.md", "# Data\n- Never store local times, always UTC.\n");
  expect(await program.json(["import", "rules", "--review"])).toMatchObject({
    waiting: 1,
    imported: 0,
  });
  expect(await contents(program)).toEqual([]);
  const { candidates } = (await program.json(["review"])) as { candidates: { id: string }[] };
  await program.json(["review", "accept", candidates[0]?.id ?? ""]);
  expect(await contents(program)).toEqual(["Data: Never store local times, always UTC."]);
  await program.json(["import", "rules", "--by-reference"]);
  expect(await contents(program)).toEqual([
    "See `AGENTS.md` for 1 rule that must be followed in the whole project. It speaks of: Data.",
  ]);
});

test("reports a project without rule files, and refuses options that exclude each other", async () => {
  const program = makeProgram();
  expect((await program.run(["import", "rules"])).stdout).toBe("no rule files in this project\n");
  const { status, stderr } = await program.run(["import", "rules", "--review", "--by-reference"]);
  expect([status, stderr]).toEqual([64, expect.stringContaining("cannot be combined")]);
});
