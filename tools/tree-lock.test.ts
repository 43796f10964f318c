/** Tests that nothing is installed during a run and that nothing starts during an installation. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { explainedUnwritable, lockForInstall, turnToBuild, useTree } from "./tree-lock.mjs";

const TOOLS = dirname(fileURLToPath(import.meta.url));

function makeTree(): string {
  const root = mkdtempSync(join(tmpdir(), "tacit-tree-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

/** Starts another process that holds the tree until it is ended. */
async function holder(root: string, how: "useTree" | "lockForInstall"): Promise<ChildProcess> {
  const module = JSON.stringify(join(TOOLS, "tree-lock.mjs"));
  const script = `import { ${how} } from ${module}; ${how}(${JSON.stringify(root)}, "an end-to-end run"); console.log("held"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

test("a run blocks installing until it is killed", async () => {
  const root = makeTree();
  const run = await holder(root, "useTree");
  expect(() => lockForInstall(root, "setup")).toThrow(`an end-to-end run (process ${run.pid})`);
  useTree(root, "another run")();
  await end(run);
  lockForInstall(root, "setup")();
});

test("an installation blocks runs and other installations", async () => {
  const root = makeTree();
  const setup = await holder(root, "lockForInstall");
  expect(() => useTree(root, "a test run")).toThrow(`(process ${setup.pid})`);
  expect(() => lockForInstall(root, "setup")).toThrow(`process ${setup.pid}`);
  await end(setup);
  useTree(root, "a test run")();
  lockForInstall(root, "setup")();
});

test("a half-written mark does not block for ever", () => {
  const root = makeTree();
  lockForInstall(root, "setup")();
  const path = join(root, ".cache", "in-use", "install");
  writeFileSync(path, "");
  expect(() => lockForInstall(root, "setup")).toThrow("another setup");
  utimesSync(path, new Date(0), new Date(0));
  lockForInstall(root, "setup")();
});

test("a mark of an ended process does not block if this process has its id now", () => {
  const root = makeTree();
  const release = lockForInstall(root, "setup");
  expect(() => lockForInstall(root, "setup")).toThrow(`process ${process.pid}`);
  release();
  const stale = JSON.stringify({ pid: process.pid, what: "setup" });
  writeFileSync(join(root, ".cache", "in-use", "install"), stale);
  lockForInstall(root, "setup")();
});

test("a mark of an ended process does not block if another process has its id now", async () => {
  const root = makeTree();
  const other = await holder(root, "useTree");
  const folder = join(root, ".cache", "in-use");
  const [name] = readdirSync(folder);
  const mark = JSON.parse(readFileSync(join(folder, name ?? ""), "utf8"));
  expect(() => lockForInstall(root, "setup")).toThrow(`process ${other.pid}`);
  // If the kernel does not report when a process began, only a restart of the machine shows it.
  if (mark.startedAt === null) utimesSync(join(folder, name ?? ""), new Date(0), new Date(0));
  else writeFileSync(join(folder, name ?? ""), JSON.stringify({ ...mark, startedAt: "1" }));
  lockForInstall(root, "setup")();
});

test("of several processes that find a stale mark at once, one installs", async () => {
  const root = makeTree();
  await end(await holder(root, "lockForInstall"));
  const module = JSON.stringify(join(TOOLS, "tree-lock.mjs"));
  const script = `import { lockForInstall } from ${module};
    console.log("ready");
    process.stdin.once("data", () => {
      try { lockForInstall(${JSON.stringify(root)}, "setup"); console.log("held"); }
      catch { console.log("refused"); }
    });`;
  const children = Array.from({ length: 4 }, () => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script]);
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  });
  const answer = async (child: ChildProcess) =>
    String((await once(child.stdout as NodeJS.EventEmitter, "data"))[0]).trim();
  expect(await Promise.all(children.map(answer))).toEqual(Array(4).fill("ready"));
  const answers = Promise.all(children.map(answer));
  for (const child of children) child.stdin?.write("go");
  expect((await answers).sort()).toEqual(["held", "refused", "refused", "refused"]);
});

test("builds take turns, and a build that waits too long learns which process it waits for", async () => {
  const root = makeTree();
  let atWork = 0;
  const item = async () => {
    const release = await turnToBuild(root);
    expect(++atWork).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    atWork--;
    release();
  };
  await Promise.all([item(), item(), item()]);
  const release = await turnToBuild(root);
  await expect(turnToBuild(root, 0)).rejects.toThrow(`process ${process.pid}`);
  release();
});

test("explains that a tree cannot be written, with the next step", () => {
  const root = makeTree();
  writeFileSync(join(root, ".cache"), "");
  // A file in a folder's place is another kind of error and is not changed.
  expect(() => useTree(root, "a test run")).toThrow("ENOTDIR");
  const refused = Object.assign(new Error("no"), { code: "EROFS", path: "/x" });
  expect((explainedUnwritable(refused, root) as Error).message).toBe(
    `${root} cannot be written (EROFS: /x). Setup, tests and bundles write there: make it writable, or work in a copy of it, then run this again.`,
  );
});

test("setup refuses before it touches node_modules, and names the process it waits for", async () => {
  const root = makeTree();
  mkdirSync(join(root, "tools"));
  mkdirSync(join(root, "node_modules"));
  for (const name of ["setup.mjs", "tree-lock.mjs"])
    copyFileSync(join(TOOLS, name), join(root, "tools", name));
  writeFileSync(join(root, "package-lock.json"), "{}");
  writeFileSync(join(root, "node_modules", "there"), "");
  const run = await holder(root, "useTree");
  // Without npm, so that setup could not install anything if it were not refused.
  const env = { ...process.env, PATH: root };
  const ran = spawnSync(process.execPath, [join(root, "tools", "setup.mjs")], {
    env,
    encoding: "utf8",
  });
  expect(ran.stderr).toContain(`an end-to-end run (process ${run.pid})`);
  expect(ran.status).toBe(75);
  expect(existsSync(join(root, "node_modules", "there"))).toBe(true);
});
