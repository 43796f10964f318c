/** Which files are listed, with and without git. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { git } from "../testing-git.ts";
import { walk } from "./walk.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tacit-walk-"));
  for (const [path, text] of Object.entries({
    ".gitignore": "*.log.ts\n/out/\n!out/kept.ts\n",
    "a.ts": "",
    "b.py": "",
    "notes.txt": "",
    "debug.log.ts": "",
    "lib.min.js": "",
    "out/x.ts": "",
    "node_modules/p/index.js": "",
    "vendor/v.go": "",
    "sub/.gitignore": "private.ts\n",
    "sub/private.ts": "",
    "sub/c.tsx": "",
    "sub/package.json": "{}",
    "sub/tsconfig.build.json": "{}",
  })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  symlinkSync("..", join(root, "sub", "loop"));
});
afterEach(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));

const SOURCES = ["a.ts", "b.py", "sub/c.tsx"];
const CONFIGS = ["sub/package.json", "sub/tsconfig.build.json"];

test("follows nested ignore files but no links without git", async () => {
  expect(await walk(root)).toEqual({ sources: SOURCES, configs: CONFIGS, unread: [] });
});

test("lists tracked and new files but no ignored ones with git", async () => {
  git(root, "init", "-q");
  git(root, "add", "a.ts");
  expect(await walk(root)).toEqual({ sources: SOURCES, configs: CONFIGS, unread: [] });
});

test("does not run a program named by the repository's configuration", async () => {
  git(root, "init", "-q");
  const ran = join(root, "ran");
  git(root, "config", "core.fsmonitor", `touch "${ran}"; false`);
  await walk(root);
  expect(existsSync(ran)).toBe(false);
});

test("lists nothing for a folder that does not exist", async () => {
  expect(await walk(join(root, "none"))).toEqual({ sources: [], configs: [], unread: [] });
});
