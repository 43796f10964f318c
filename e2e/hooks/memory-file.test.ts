/** What is stored reaches the files in a repository through real hooks, and an edit of a file reaches the next session. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { makeFolders } from "../store/processes.ts";
import { hookHost } from "./hook-process.ts";
import { workerEnd } from "./worker-end.ts";

const CLI = join(import.meta.dirname, "..", "..", "apps", "cli", "dist", "tacit.mjs");
const RULE = "Always build with make release, because plain make leaves out the signature.";

/** A home and a project, the installed command, and sessions of Claude Code's hooks. */
function place() {
  const { home, project } = makeFolders();
  const tacit = (...args: string[]) => {
    const env = { ...process.env, TACIT_HOME: home, HOME: home };
    const ran = spawnSync(process.execPath, [CLI, ...args], {
      cwd: project,
      env,
      encoding: "utf8",
    });
    expect(ran.status, ran.stderr).toBe(0);
    return ran.stdout;
  };
  const host = hookHost(home, project);
  const session = async (id: string) => {
    await host.tell("SessionStart", id, { source: "startup" });
    await host.tell("UserPromptSubmit", id, { prompt: "Bump the version of the package, please." });
    await host.tell("Stop", id, { last_assistant_message: "The version is 2.1.0 now." });
    await host.tell("SessionEnd", id, { reason: "other" });
    await workerEnd(home);
  };
  return { project, tacit, session };
}

test("from the store to the file, and from an edit of the file to an agent", async () => {
  const { project, tacit, session } = place();
  const [overview, path] = [
    join(project, ".tacit", "MEMORY.md"),
    join(project, ".tacit", "memory", "conventions.md"),
  ];
  tacit("remember", RULE, "--type", "convention");
  await session("first");
  expect(existsSync(join(project, ".tacit"))).toBe(false);
  tacit("config", "memoryFile", "on");
  await session("second");
  expect(readFileSync(overview, "utf8")).toContain(`## Rules\n\n- ${RULE}`);
  const text = readFileSync(path, "utf8");
  expect(text).toContain(`### ${RULE}`);
  writeFileSync(path, text.replace("make release", "make dist"));
  expect(tacit("import", "export", dirname(path), "--edits")).toContain("1 text changed");
  // The text that a hook adds at the start of a session, without the deadline of a hook.
  expect(tacit("context")).toContain("Always build with make dist");
  const [{ id }] = JSON.parse(tacit("list", "--json")) as [{ id: string }];
  tacit("forget", id, "--yes");
  expect(existsSync(join(project, ".tacit"))).toBe(false);
});

test("a procedure reaches the folders in which agents look for skills, and an edit there the store", async () => {
  const { project, tacit, session } = place();
  const source = join(project, "team", "release");
  mkdirSync(source, { recursive: true });
  const steps = "1. Run make release\n2. Tag the commit\n";
  writeFileSync(
    join(source, "SKILL.md"),
    `---\ndescription: Release the package\n---\n\n# Release\n\n${steps}`,
  );
  tacit("import", "skills", "team", "--trusted");
  tacit("config", "skillFiles", "on");
  await session("first");
  const path = join(project, ".claude", "skills", "release", "SKILL.md");
  const text = readFileSync(path, "utf8");
  expect(text).toContain("1. Run make release");
  expect(readFileSync(join(project, ".agents", "skills", "release", "SKILL.md"), "utf8")).toBe(
    text,
  );
  writeFileSync(path, text.replace("make release", "make dist"));
  expect(tacit("import", "skills")).toContain("1 changed, 0 new, 1 unchanged");
  const [{ id }] = JSON.parse(tacit("list", "--json")) as [{ id: string }];
  expect(tacit("show", id)).toContain("1. Run make dist");
  tacit("forget", id, "--yes");
  for (const folder of [".claude", ".agents"])
    expect(existsSync(join(project, folder))).toBe(false);
});
