/** A repository whose configuration and attributes name programs wherever git has a place for one: does any of them run? */
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HOOK } from "../hooks/hook-process.ts";
import { makeProject, type ProjectProgram, spawned } from "../project-program.ts";

const HOOKS = [
  "pre-commit",
  "post-index-change",
  "post-checkout",
  "reference-transaction",
  "fsmonitor-watchman",
];

interface Trapped extends ProjectProgram {
  readonly sprung: () => string[];
}

/** `touch` a file of the trap's name, then behave as a filter does. */
function trapped(): Trapped {
  const place = makeProject();
  const marks = join(place.base, "marks");
  mkdirSync(marks);
  const trap = (name: string) => `touch ${marks}/${name}`;
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      ...{ cwd: place.project, env: place.env, stdio: "ignore" },
    });
  git("init", "-q", "-b", "main");
  for (let n = 0; n < 4; n++) {
    place.write(
      `src/m${n}.ts`,
      `export function f${n}() {\n  return ${n};\n}\n// ${"line ".repeat(20)}\n`,
    );
  }
  git("add", "-A");
  git("commit", "-qm", "feat: first");
  const settings: readonly (readonly [string, string])[] = [
    ["core.fsmonitor", trap("fsmonitor")],
    ["core.hooksPath", ".evilhooks"],
    ["core.pager", trap("pager")],
    ["core.sshCommand", trap("ssh")],
    ["core.askPass", trap("askpass")],
    ["core.alternateRefsCommand", trap("alternate-refs")],
    ["diff.external", trap("external-diff")],
    ["diff.evil.textconv", `${trap("textconv")}; cat`],
    ["diff.evil.command", trap("diff-command")],
    ["filter.evil.clean", `${trap("clean")}; cat`],
    ["filter.evil.smudge", `${trap("smudge")}; cat`],
    ["filter.evil2.process", trap("filter-process")],
    ["gpg.program", trap("gpg")],
    ["log.showSignature", "true"],
    ["pager.log", trap("pager-log")],
    ["pager.grep", trap("pager-grep")],
    ["alias.log", `!${trap("alias-log")}`],
    ["alias.grep", `!${trap("alias-grep")}`],
    ["credential.helper", `!${trap("credential")}`],
    ["merge.evil.driver", trap("merge-driver")],
    ["interactive.diffFilter", trap("diff-filter")],
    ["remote.origin.url", `ext::sh -c "${trap("transport")}"`],
    ["remote.origin.promisor", "true"],
    ["remote.origin.partialclonefilter", "blob:none"],
    ["protocol.ext.allow", "always"],
  ];
  for (const [key, value] of settings) git("config", key, value);
  const attributes = "*.ts filter=evil diff=evil merge=evil\n*.md filter=evil2 diff=evil\n";
  writeFileSync(join(place.project, ".gitattributes"), attributes);
  writeFileSync(join(place.project, ".git", "info", "attributes"), attributes);
  for (const folder of [join(place.project, ".evilhooks"), join(place.project, ".git", "hooks")]) {
    mkdirSync(folder, { recursive: true });
    for (const name of HOOKS) {
      writeFileSync(join(folder, name), `#!/bin/sh\n${trap(`hook-${name}`)}\n`);
      chmodSync(join(folder, name), 0o755);
    }
  }
  return { ...place, sprung: () => readdirSync(marks).sort() };
}

/** As after a checkout: git has to look at the content again to know whether a file is as it was. */
function disturb({ project }: ProjectProgram): void {
  utimesSync(join(project, "src", "m2.ts"), 1, 1);
  writeFileSync(join(project, "src", "m3.ts"), "export const dirty = 1;\n");
}

test("the traps are live: plain git springs them", () => {
  const place = trapped();
  disturb(place);
  for (const words of [["diff", "-M", "HEAD"], ["status"], ["add", "-A"], ["log", "-p", "-1"]]) {
    spawnSync("git", words, { cwd: place.project, env: place.env });
  }
  const live = ["clean", "diff-command", "fsmonitor", "hook-post-index-change", "textconv"];
  expect(place.sprung()).toEqual(expect.arrayContaining(live));
});

test("nothing of it runs: commands, hooks, and recall after a file moved", () => {
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

test("files where the repository's core.worktree points are not named", () => {
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
