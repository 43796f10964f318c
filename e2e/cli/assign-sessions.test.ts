/**
 * Transcripts of another checkout or machine: stored separately and reported, or assigned if commits or files identify the
 * project.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeProject, type ProjectProgram } from "../project-program.ts";

const FOLDER = "/home/ann/work/parcel";
const FILES = ["src/a.ts", "src/b.ts", "src/c.ts", "lib/d.ts", "lib/e.ts", "test/f.ts"];
const GIT = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];

function repository(files: readonly string[]): ProjectProgram {
  const here = makeProject();
  for (const path of files) here.write(path, "export {};\n");
  const git = (...args: string[]) => execFileSync("git", [...GIT, ...args], { cwd: here.project });
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-qm", "first", "--allow-empty");
  return here;
}

/** Returns a Claude Code session in a folder of another machine. */
function transcript(here: ProjectProgram, committed = ""): string {
  let n = 0;
  const line = (type: string, message: object) => {
    const timestamp = new Date(Date.UTC(2026, 8, 1, 9, 0, n++)).toISOString();
    const common = { sessionId: "abroad", cwd: FOLDER, timestamp, uuid: `u${n}`, version: "2.1.0" };
    return JSON.stringify({ type, ...common, message });
  };
  const lines = [
    line("user", {
      role: "user",
      content: "Rename the exports, please. Always use pnpm in this project, never npm.",
    }),
    ...FILES.flatMap((path, i) => {
      const id = `t${i}`;
      const input = { file_path: `${FOLDER}/${path}`, old_string: "a", new_string: "b" };
      const content = [{ type: "tool_use", id, name: "Edit", input }];
      const result = [{ type: "tool_result", tool_use_id: id, content: "ok" }];
      return [
        line("assistant", { role: "assistant", content }),
        line("user", { role: "user", content: result }),
      ];
    }),
  ];
  if (committed !== "") {
    const input = { command: "git commit -m 'rename the exports'" };
    const content = [{ type: "tool_use", id: "c", name: "Bash", input }];
    const output = `[main ${committed}] rename the exports\n 1 file changed, 1 insertion(+)`;
    const result = [{ type: "tool_result", tool_use_id: "c", content: output }];
    lines.push(line("assistant", { role: "assistant", content }));
    lines.push(line("user", { role: "user", content: result }));
  }
  const path = join(here.base, "abroad.jsonl");
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

const contents = (here: ProjectProgram) =>
  (here.document("list") as { content: string }[]).map(({ content }) => content);

test("reports a match by files, stores sessions separately until the user agrees, and remembers the choice", () => {
  const here = repository(FILES);
  const path = transcript(here);
  const apart = here.run(["import", "transcript", path, "--json"]);
  expect(apart.json()).toMatchObject({
    sessions: 1,
    apart: [FOLDER],
    assigned: [{ folder: FOLDER, sessions: 1, by: "files", isAssigned: false }],
  });
  expect(apart.stderr).toContain("this repository contains 6 of their 6 files");
  expect(apart.stderr).toContain("--assign");
  expect(contents(here)).toEqual([]);

  expect(here.run(["import", "transcript", path, "--assign", "--json"]).json()).toMatchObject({
    apart: [],
    assigned: [{ folder: FOLDER, isAssigned: true }],
  });
  expect(contents(here)).toEqual([expect.stringContaining("pnpm")]);
  expect(here.run(["import", "transcript", path, "--json"]).json()).toMatchObject({
    sessions: 0,
    apart: [],
    assigned: [{ folder: FOLDER, by: "assigned", isAssigned: true }],
  });
});

test("assigns by a commit that the session made, whatever happened to its files", () => {
  const here = repository(["src/other.ts"]);
  const head = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: here.project });
  const path = transcript(here, head.toString().trim());
  expect(here.run(["import", "transcript", path, "--assign", "--json"]).json()).toMatchObject({
    apart: [],
    assigned: [{ folder: FOLDER, by: "commits", isAssigned: true }],
  });
  expect(contents(here)).toEqual([expect.stringContaining("pnpm")]);
});

test("assigns nothing if none of the files match, with or without --assign", () => {
  const here = repository(["src/other.ts"]);
  const path = transcript(here);
  expect(here.run(["import", "transcript", path, "--assign", "--json"]).json()).toMatchObject({
    apart: [FOLDER],
    assigned: [],
  });
  expect(contents(here)).toEqual([]);
});
