/** Long-running commands and pauses of the user: a store that is truncated meanwhile, or is not writable. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const CLI = pathToFileURL(join(import.meta.dirname, "cli.ts")).href;

function folderOfOwn(): string {
  const base = mkdtempSync(join(tmpdir(), "tacit-open-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));
  return base;
}

/**
 * Runs in a separate process: `script` may call teach(…) and ends with the status of atTerminal(argv, env) or inPipe(argv,
 * stdin).
 */
function run(base: string, script: string) {
  const before = `
    import { symlinkSync, truncateSync } from "node:fs";
    import { join } from "node:path";
    import { openTacit } from "@tacit-memory/memory";
    import { runCli } from ${JSON.stringify(CLI)};
    const cwd = ${JSON.stringify(base)};
    const home = join(cwd, "home");
    const teach = async (content) => {
      const tacit = await openTacit({ home, cwd });
      await tacit.memories.remember({ type: "fact", source: "user_taught", content });
      return tacit;
    };
    const atTerminal = (argv, env = {}) => {
      const stdin = Object.assign(process.stdin, { isTTY: true });
      return called(argv, env, stdin, true);
    };
    const inPipe = (argv, stdin) => called(argv, {}, stdin, false);
    const called = (argv, env, stdin, isTTY) => runCli(argv, {
      env: { TACIT_HOME: home, ...env },
      platform: process.platform,
      userHome: cwd,
      cwd: () => cwd,
      stdin,
      stdout: { write: (text) => process.stdout.write(text) },
      stderr: { isTTY, write: (text) => process.stderr.write(text) },
      nowMs: () => Date.now(),
    });`;
  return spawnSync(
    process.execPath,
    ["--conditions=source", "--input-type=module", "--eval", `${before}\n${script}`],
    { cwd: import.meta.dirname, encoding: "utf8", input: "", windowsHide: true },
  );
}

test("reports a store truncated while the editor is open as damaged instead of crashing", () => {
  const base = folderOfOwn();
  // The header stays, but the rest is gone. The log of other open connections still refers to it.
  const editor = join(base, "cut.cjs");
  const store = JSON.stringify(join(base, "home", "memory.db"));
  writeFileSync(editor, `require("node:fs").truncateSync(${store}, 4096);`);
  const command = JSON.stringify(`"${process.execPath}" ${JSON.stringify(editor)}`);
  const ran = run(
    base,
    `const first = await teach("Port 8080 belongs to the proxy of this test.");
    const [memory] = await first.memories.list();
    await first.close();
    await teach("Port 9090 belongs to the metrics of this test.");
    process.exit(await atTerminal(["edit", memory.id], { EDITOR: ${command} }));`,
  );
  expect([ran.signal, ran.status], ran.stderr).toEqual([null, 74]);
  expect(ran.stderr).toContain("the store is damaged");
});

test("reports a store truncated while a piped command waits for its next line", () => {
  const ran = run(
    folderOfOwn(),
    `const first = await teach("Port 8080 belongs to the proxy of this test.");
    await first.close();
    await teach("Port 9090 belongs to the metrics of this test.");
    async function* stdin() {
      truncateSync(join(home, "memory.db"), 4096);
      yield JSON.stringify({ content: "Port 7070 belongs to the panel of this test." });
    }
    process.exit(await inPipe(["import", "jsonl", "-"], stdin()));`,
  );
  expect([ran.signal, ran.status], ran.stderr).toEqual([null, 74]);
  expect(ran.stderr).toContain("the store is damaged");
});

test("reads memories in a home that is not writable", () => {
  // A dangling link with this name prevents creating the file that readers share.
  const ran = run(
    folderOfOwn(),
    `await (await teach("Port 8080 belongs to the proxy of this test.")).close();
    symlinkSync(join(home, "nowhere", "else"), join(home, "memory.db-shm"));
    process.exit(await atTerminal(["list"]));`,
  );
  expect([ran.signal, ran.status], ran.stderr).toEqual([null, 0]);
  expect(ran.stdout).toContain("Port 8080");
});
