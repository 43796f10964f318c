/** A user's rule reaches the files in `.tacit` through real hooks, and an edit of a topic file reaches the next session. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { makeFolders } from "../store/processes.ts";
import { hookHost } from "./hook-process.ts";
import { workerEnd } from "./worker-end.ts";

const CLI = join(import.meta.dirname, "..", "..", "apps", "cli", "dist", "tacit.mjs");
const MAX_TRIES = 100;
const RULE = "Always build with make release, because plain make leaves out the signature.";

test("from the store to the file, and from an edit of the file to an agent", async () => {
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
  /** On a busy machine the hooks leave the session to later commands, which may start another worker. */
  const caughtUp = async (isDone: () => boolean) => {
    for (let i = 0; i < MAX_TRIES && !isDone(); i++) {
      tacit("list");
      await workerEnd(home);
    }
  };
  const [overview, path] = [
    join(project, ".tacit", "MEMORY.md"),
    join(project, ".tacit", "memory", "conventions.md"),
  ];
  tacit("remember", RULE, "--type", "convention");
  await session("first");
  await caughtUp(() => JSON.parse(tacit("report", "--json")).isLearnedFrom === true);
  expect(existsSync(join(project, ".tacit"))).toBe(false);
  tacit("config", "memoryFile", "on");
  await session("second");
  await caughtUp(() => existsSync(overview));
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
