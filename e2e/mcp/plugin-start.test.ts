/**
 * Starts the server as a plugin's host does, from the plugin's own configuration, and checks that it answers and stores its
 * compiled code for the next start.
 */
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..");
const ASKED = {
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  },
};

test.each([
  ["plugin/.mcp.json", "plugin"],
  ["plugin/.codex-plugin/mcp.json", "plugin"],
  ["plugin-gemini/gemini-extension.json", "plugin-gemini"],
])("%s", async (file, plugin) => {
  const base = mkdtempSync(join(tmpdir(), "tacit-e2e-plugin-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));
  const [temporary, codex] = [join(base, "tmp"), join(base, "codex")];
  mkdirSync(temporary);
  // Codex passes no plugin folder, so the server searches for it.
  const root = join(codex, "plugins", "cache", "market", "tacit", "0.1.0");
  for (const folder of ["bin", "dist"])
    cpSync(join(ROOT, plugin, folder), join(root, folder), { recursive: true });
  const config = JSON.parse(readFileSync(join(ROOT, file), "utf8")) as {
    readonly mcpServers: { readonly tacit: { readonly args: readonly string[] } };
  };
  const args = config.mcpServers.tacit.args.map((arg) =>
    arg.replace(/\$\{(?:CLAUDE_PLUGIN_ROOT|extensionPath)\}/, root).replace(/\$\{\/\}/g, "/"),
  );
  const own = { TACIT_HOME: join(base, "home"), HOME: base, CODEX_HOME: codex };
  const places = { TMPDIR: temporary, TMP: temporary, TEMP: temporary };
  const env = { ...process.env, NODE_COMPILE_CACHE: undefined, ...own, ...places };
  const child = spawn(process.execPath, args, { cwd: base, env });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(`${JSON.stringify({ jsonrpc: "2.0", id: 1, ...ASKED })}\n`);
  const status = await new Promise((resolve) => child.on("close", resolve));
  expect(JSON.parse(output)).toMatchObject({ id: 1, result: { serverInfo: { name: "tacit" } } });
  expect(status).toBe(0);
  expect(existsSync(join(temporary, "node-compile-cache"))).toBe(true);
});
