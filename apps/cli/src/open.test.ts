/** Does a command that waits for a person end with a sentence where somebody cuts the store meanwhile? */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const CLI = pathToFileURL(join(import.meta.dirname, "cli.ts")).href;

test("a store cut short while the editor is open is said to be damaged: no signal ends the command", () => {
  const base = mkdtempSync(join(tmpdir(), "tacit-cut-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));
  const home = join(base, "home");
  // The header stays, and what it leads to is gone; the log of whoever else has the store open still counts it.
  const editor = join(base, "cut.cjs");
  const cut = `require("node:fs").truncateSync(${JSON.stringify(join(home, "memory.db"))}, 4096);`;
  writeFileSync(editor, cut);
  const script = `
    import { openTacit } from "@tacit-memory/memory";
    import { runCli } from ${JSON.stringify(CLI)};
    const [home, cwd] = ${JSON.stringify([home, base])};
    const teaching = (content) => ({ type: "fact", source: "user_taught", content });
    const first = await openTacit({ home, cwd });
    await first.remember(teaching("Port 8080 belongs to the proxy of this test."));
    const [memory] = await first.list();
    await first.close();
    const other = await openTacit({ home, cwd });
    await other.remember(teaching("Port 9090 belongs to the metrics of this test."));
    const status = await runCli(["edit", memory.id], {
      env: { TACIT_HOME: home, EDITOR: '"' + process.execPath + '" ' + ${JSON.stringify(JSON.stringify(editor))} },
      platform: process.platform,
      userHome: cwd,
      cwd: () => cwd,
      stdin: Object.assign(process.stdin, { isTTY: true }),
      stdout: { write: () => true },
      stderr: { isTTY: true, write: (text) => process.stderr.write(text) },
      nowMs: () => Date.now(),
    });
    process.exit(status);`;
  const ran = spawnSync(
    process.execPath,
    ["--conditions=source", "--input-type=module", "--eval", script],
    { cwd: import.meta.dirname, encoding: "utf8", input: "", windowsHide: true },
  );
  expect([ran.signal, ran.status], ran.stderr).toEqual([null, 74]);
  expect(ran.stderr).toContain("the store is damaged");
});
