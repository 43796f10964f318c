/** Secrets in memory fields without a name next to them: tags, triggers, titles; by command, import and hook. */
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hookHost } from "../hooks/hook-process.ts";
import { makeProject, type ProjectProgram } from "../project-program.ts";

const PASSWORD = ["Winter", "x7Kq2m", "2026!"].join("-");
const OPAQUE = ["qZ3xW8", "vB1nM6", "kL9pR2", "tY5c"].join("");
const LETTERS = ["CrmEzT", "kqUwNb"].join("");

function filesWith(folder: string, word: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => {
    const path = join(folder, name);
    return statSync(path).isFile() && readFileSync(path).toString("latin1").includes(word);
  });
}

const line = (more: object) =>
  `${JSON.stringify({ content: "The shop listens on port 4001 since March", ...more })}\n`;

test.each<[string, string, (here: ProjectProgram, home: string) => unknown]>([
  [
    "tag and trigger of remember",
    OPAQUE,
    ({ document }) =>
      document("remember", "The shop listens on port 4001", "--tag", OPAQUE, "--trigger", OPAQUE),
  ],
  [
    "a tag that repeats the content's password",
    LETTERS,
    ({ document }) =>
      document(
        "remember",
        `The staging shop's admin password is "${LETTERS}7" since March`,
        "--tag",
        `${LETTERS}7`,
      ),
  ],
  [
    "tags of an import",
    PASSWORD,
    ({ run }) => run(["import", "jsonl", "-"], { input: line({ tags: [PASSWORD] }) }),
  ],
  [
    "a tag that is added",
    OPAQUE,
    ({ document }) => {
      const { id } = document("remember", "The shop listens on port 4001") as { id: string };
      return document("tag", id, "add", OPAQUE);
    },
  ],
  [
    "a correction with a password of letters",
    LETTERS,
    ({ document }) => {
      const { id } = document("remember", "The shop listens on port 4001") as { id: string };
      return document("correct", id, `The shop is opened with mysql -u root -p${LETTERS} shop`);
    },
  ],
  [
    "a tool call of an agent",
    OPAQUE,
    ({ project }, home) =>
      hookHost(home, project).tell("PostToolUse", "s1", {
        tool_name: "mcp__notes__save",
        tool_use_id: "m1",
        tool_input: { content: "The shop listens on port 4001", tags: [OPAQUE] },
        tool_response: { content: [{ type: "text", text: "ok" }] },
      }),
  ],
])("%s: stores no part of the secret in the home", async (_name, secret, act) => {
  const here = makeProject();
  const home = join(here.base, "home");
  mkdirSync(home, { recursive: true });
  await act(here, home);
  expect(readdirSync(home)).not.toEqual([]);
  expect(filesWith(home, secret)).toEqual([]);
});
