/** Files ignored by git, and user-defined secrets that are never stored, with the hook and the command. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeProject, type ProjectProgram } from "../project-program.ts";
import { hookHost } from "./hook-process.ts";

const SECRET = "quibblefax";

function filesWith(folder: string, word: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => {
    const path = join(folder, name);
    return statSync(path).isFile() && readFileSync(path).toString("latin1").includes(word);
  });
}

function homeOf({ base }: ProjectProgram): string {
  const home = join(base, "home");
  mkdirSync(home, { recursive: true });
  return home;
}

interface Written {
  /** Files of the project, or of the home folder with the prefix `home:`. */
  readonly files: Readonly<Record<string, string>>;
  /** The file that the agent reads and edits. */
  readonly path: string;
}

function isShown(file: Written): Promise<boolean> {
  const here = makeProject();
  const home = homeOf(here);
  mkdirSync(join(here.project, ".git/info"), { recursive: true });
  for (const [path, text] of Object.entries(file.files))
    here.write(path.startsWith("home:") ? `../home/${path.slice(5)}` : path, text);
  const host = hookHost(home, here.project);
  const filePath = join(here.project, file.path);
  return (async () => {
    await host.tell("PostToolUse", "s1", {
      tool_name: "Read",
      tool_use_id: "r1",
      tool_input: { file_path: filePath },
      tool_response: { type: "text", file: { filePath, content: `the ${SECRET} notes` } },
    });
    await host.tell("PostToolUse", "s1", {
      tool_name: "Write",
      tool_use_id: "w1",
      tool_input: { file_path: filePath, content: `the ${SECRET} notes` },
      tool_response: { filePath, success: true },
    });
    expect(host.log()).toEqual([]);
    expect(readdirSync(join(home, "spool"))).not.toEqual([]);
    return filesWith(home, SECRET).length > 0;
  })();
}

test.each<[string, boolean, Written]>([
  ["nothing ignores it", true, { files: { ".gitignore": "other/\n" }, path: "notes/a.md" }],
  [".gitignore of the root", false, { files: { ".gitignore": "notes/\n" }, path: "notes/a.md" }],
  [".gitignore beside it", false, { files: { "notes/.gitignore": "*.md" }, path: "notes/a.md" }],
  [
    "taken back beside it",
    true,
    { files: { ".gitignore": "*.md", "notes/.gitignore": "!a.md" }, path: "notes/a.md" },
  ],
  [
    "the repository's own list",
    false,
    { files: { ".git/info/exclude": "a.md" }, path: "notes/a.md" },
  ],
  [
    "the project's .tacit.json",
    false,
    { files: { ".tacit.json": '{"ignore": ["notes/"]}' }, path: "notes/a.md" },
  ],
  [
    "config.json of the home",
    false,
    { files: { "home:config.json": '{"ignore": ["*.md"]}' }, path: "notes/a.md" },
  ],
  [
    "a default, which a project cannot take back",
    false,
    { files: { ".tacit.json": '{"ignore": ["!.env"]}' }, path: ".env" },
  ],
])("content of a file: %s: is stored: %s", async (_name, isStored, file) => {
  expect(await isShown(file)).toBe(isStored);
});

test("a broken file of options, which may contain rules, turns hooks off", async () => {
  const here = makeProject();
  const home = homeOf(here);
  here.write("../home/config.json", '{"ignore": [');
  const filePath = join(here.project, "notes/a.md");
  const host = hookHost(home, here.project);
  await host.tell("PostToolUse", "s1", {
    tool_name: "Write",
    tool_use_id: "w1",
    tool_input: { file_path: filePath, content: `the ${SECRET} notes` },
    tool_response: { filePath, success: true },
  });
  expect(filesWith(home, SECRET)).toEqual([]);
  expect(existsSync(join(home, "spool"))).toBe(false);
});

test("redacts a user's pattern in hook and command, and doctor reports invalid patterns", async () => {
  const here = makeProject();
  const home = homeOf(here);
  here.write(".tacit.json", JSON.stringify({ secrets: ["ACME-[a-z]{6,}"] }));
  here.write("../home/config.json", JSON.stringify({ secrets: ["(a+)+$"] }));
  const host = hookHost(home, here.project);
  await host.tell("UserPromptSubmit", "s1", { prompt: `log in with ACME-${SECRET} please` });
  here.document(
    "remember",
    `The staging server of the shop is opened with ACME-${SECRET} at night`,
  );
  expect(filesWith(home, SECRET)).toEqual([]);
  expect(here.document("list")).toMatchObject([
    { content: expect.stringContaining("[redacted:own-pattern]") },
  ]);
  const scrubbed = here.run(["scrub"], { input: `x ACME-${SECRET} y` });
  expect(scrubbed.stdout).toBe("x [redacted:own-pattern] y");
  expect(scrubbed.stderr).toContain("(a+)+$");
  const doctor = here.tacit("doctor");
  expect(doctor.stdout).toContain("repeats a group that holds a repetition");
});
