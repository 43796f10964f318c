/** A repository whose configuration and attributes name programs wherever git allows it: none of them runs. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HOOK } from "../hooks/hook-process.ts";
import { makeProject, type ProjectProgram, spawned } from "../project-program.ts";
import { setTraps } from "./traps.ts";

interface Trapped extends ProjectProgram {
  readonly sprung: () => string[];
}

function trapped(): Trapped {
  const place = makeProject();
  const marks = join(place.base, "marks");
  setTraps(place.project, marks, place.env);
  return { ...place, sprung: () => readdirSync(marks).sort() };
}

/** Makes git compare content again, as after a checkout, to know whether a file has changed. */
function disturb({ project }: ProjectProgram): void {
  utimesSync(join(project, "src", "m2.ts"), 1, 1);
  writeFileSync(join(project, "src", "m3.ts"), "export const dirty = 1;\n");
}

test("triggers the traps with plain git, so they are live", () => {
  const place = trapped();
  disturb(place);
  for (const words of [["diff", "-M", "HEAD"], ["status"], ["add", "-A"], ["log", "-p", "-1"]]) {
    spawnSync("git", words, { cwd: place.project, env: place.env });
  }
  const live = ["clean", "diff-command", "fsmonitor", "hook-post-index-change", "textconv"];
  expect(place.sprung()).toEqual(expect.arrayContaining(live));
});

test("triggers no trap in commands, hooks, and recall after a file moved", () => {
  const place = trapped();
  const tell = (event: string, more: object) => {
    const payload = { session_id: "s", cwd: place.project, hook_event_name: event, ...more };
    const ran = spawned(
      [HOOK, "claude-code", event],
      place.project,
      place.env,
      JSON.stringify(payload),
    );
    expect(ran.status).toBe(0);
  };
  const commands = [
    ["remember", "f1 in src/m1.ts must keep its order of calls", "--file", "src/m1.ts"],
    ["index", "--full"],
    ["import", "git"],
    ["import", "rules"],
  ];
  const questions = [
    ["recall", "f1 order of calls"],
    ["recall", "f1", "--file", "lib/n1.ts"],
    ["context", "--task", "change f1 in src/m1.ts"],
    ["prefetch", "--task", "change f1 in src/m1.ts"],
    ["impact", "src/m0.ts"],
    ["index"],
    ["modules"],
    ["audit"],
    ["doctor"],
    ["status"],
    ["learn", "--yes"],
  ];
  for (const words of commands) expect(place.tacit(...words).status, words.join(" ")).toBe(0);
  mkdirSync(join(place.project, "lib"));
  renameSync(join(place.project, "src", "m1.ts"), join(place.project, "lib", "n1.ts"));
  rmSync(join(place.project, "src", "m0.ts"));
  disturb(place);
  for (const words of questions) place.tacit(...words);
  tell("SessionStart", { source: "startup" });
  tell("UserPromptSubmit", { prompt: "What is known of f1 in src/m1.ts?" });
  tell("PreToolUse", {
    tool_name: "Edit",
    tool_input: { file_path: join(place.project, "lib/n1.ts") },
  });
  tell("SessionEnd", { reason: "other" });
  expect(place.sprung()).toEqual([]);
});

test("does not name files in the folder of the repository's core.worktree", () => {
  const place = trapped();
  const elsewhere = join(place.base, "elsewhere");
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, "canary.ts"), "export function canaryPort() {}\n");
  execFileSync("git", ["config", "core.worktree", elsewhere], { cwd: place.project });
  for (const words of [
    ["index"],
    ["prefetch", "--task", "change canaryPort in canary.ts", "--json"],
  ]) {
    const { stdout, stderr } = place.tacit(...words);
    expect(stdout + stderr).not.toContain("elsewhere");
    expect(stdout).not.toMatch(/"path": ?"[^"]*canary/);
  }
});
