/** Tests the view of a memory: the code that it is about as it was and as it is, and what followed when it was shown. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startPanel } from "../testing-panel.ts";

const BEFORE = `export function one() {
  return 1;
}

export function portOf(name: string) {
  return name === "staging" ? 7781 : 80;
}

export const LAST = 3;
`;
const AFTER = `// A new first line.
${BEFORE.replace('  return name === "staging" ? 7781 : 80;', '  if (name === "staging") {\n    return 7790;\n  }\n  return 80;')}`;

function git(cwd: string, ...args: readonly string[]): void {
  const own = ["-c", "user.name=T", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...own, ...args], { cwd, stdio: "ignore" });
}

test("a memory shows the code that it is about, as it was and as it is", async () => {
  const panel = await startPanel();
  const project = join(panel.folder, "project");
  const file = join(project, "src", "ports.ts");
  mkdirSync(join(project, "src"));
  writeFileSync(file, BEFORE);
  git(project, "init", "-q", "-b", "main");
  git(project, "add", ".");
  git(project, "commit", "-q", "-m", "ports");
  const { id } = await panel.other.memories.remember({
    content: "`portOf` decides the port, because staging shares its machine with the metrics.",
    files: ["src/ports.ts"],
    symbols: ["portOf"],
    source: "user_taught",
  });
  const anchor = async () =>
    (await panel.call("GET /api/memories/:id", {}, { id: id ?? "" })).anchors.find(
      ({ symbol }) => symbol === "portOf",
    );
  const lines = BEFORE.split("\n").slice(4, 7).join("\n");
  expect((await anchor())?.code).toMatchObject({ before: lines, now: lines });
  writeFileSync(file, AFTER);
  expect(await anchor()).toMatchObject({
    freshness: "changed",
    line: 6,
    code: { before: lines, now: AFTER.split("\n").slice(5, 11).join("\n") },
  });
  writeFileSync(file, "export const LAST = 3;\n");
  expect(await anchor()).toMatchObject({ freshness: "gone", code: { before: lines, now: null } });
});
