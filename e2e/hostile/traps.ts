/** A git repository whose configuration and attributes name a program wherever git allows it. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const HOOKS = [
  "pre-commit",
  "post-index-change",
  "post-checkout",
  "reference-transaction",
  "fsmonitor-watchman",
];

/**
 * Creates the repository in an existing empty folder, with four files and one commit. Each trap that runs creates a file with
 * its name in `marks` and then behaves like a filter.
 */
export function setTraps(project: string, marks: string, env: NodeJS.ProcessEnv): void {
  mkdirSync(marks);
  const trap = (name: string) => `touch ${marks}/${name}`;
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      ...{ cwd: project, env, stdio: "ignore" },
    });
  git("init", "-q", "-b", "main");
  mkdirSync(join(project, "src"));
  for (let n = 0; n < 4; n++) {
    const body = `export function f${n}() {\n  return ${n};\n}\n// ${"line ".repeat(20)}\n`;
    writeFileSync(join(project, "src", `m${n}.ts`), body);
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
  writeFileSync(join(project, ".gitattributes"), attributes);
  writeFileSync(join(project, ".git", "info", "attributes"), attributes);
  for (const folder of [join(project, ".evilhooks"), join(project, ".git", "hooks")]) {
    mkdirSync(folder, { recursive: true });
    for (const name of HOOKS) {
      writeFileSync(join(folder, name), `#!/bin/sh\n${trap(`hook-${name}`)}\n`);
      chmodSync(join(folder, name), 0o755);
    }
  }
}
