/** Checks that `tacit doctor` learns from the real Codex which of our hooks it skips, and that only the user changes that. */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CODEX } from "./codex.mjs";
import { NODE_FOLDER } from "./npm-program.mjs";

const CLI = join(import.meta.dirname, "..", "..", "apps", "cli", "dist", "tacit.mjs");
let ground: string;
beforeAll(() => {
  ground = mkdtempSync(join(tmpdir(), "tacit-codex-trust-"));
});
afterAll(() => rmSync(ground, { recursive: true, force: true, maxRetries: 3 }));

function run(command: string, args: readonly string[], input?: string) {
  const home = join(ground, "home");
  const env = {
    HOME: home,
    PATH: [dirname(CODEX.program.path), NODE_FOLDER, "/usr/bin", "/bin"].join(":"),
    HTTPS_PROXY: "http://127.0.0.1:9",
    HTTP_PROXY: "http://127.0.0.1:9",
    ...CODEX.place(home),
    ...CODEX.env("", home),
  };
  const ran = spawnSync(command, args, { cwd: ground, env, input, encoding: "utf8" });
  return ran.stdout;
}

function codexInDoctor(): { readonly ok: boolean; readonly detail: string } {
  const { checks } = JSON.parse(run(process.execPath, [CLI, "doctor", "--json"]));
  return checks.find(({ name }: { name: string }) => name === "codex");
}

/** Writes what Codex itself writes when its user approves a hook: the digest and name that Codex lists for it. */
function approveAll(config: string): number {
  const requests = [
    { id: 0, method: "initialize", params: { clientInfo: { name: "t", version: "0" } } },
    { method: "initialized" },
    { id: 1, method: "hooks/list", params: { cwds: [ground] } },
  ];
  const script = `const { spawn } = require("node:child_process");
    const server = spawn("codex", ["app-server"], { stdio: ["pipe", "pipe", "inherit"] });
    let text = "";
    server.stdout.on("data", (chunk) => {
      const line = (text += chunk).split("\\n").find((one) => one.includes('"id":1,'));
      if (line && text.endsWith("\\n")) { console.log(line); server.kill(); }
    });
    server.stdin.write(${JSON.stringify(requests.map((item) => `${JSON.stringify(item)}\n`).join(""))});`;
  const { result } = JSON.parse(run(process.execPath, ["-e", script]));
  const hooks: { key: string; currentHash: string }[] = result.data[0].hooks;
  for (const { key, currentHash } of hooks) {
    const table = `\n[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "${currentHash}"\n`;
    appendFileSync(config, table);
  }
  return hooks.length;
}

if (CODEX.program.isInstalled()) {
  test("reports untrusted hooks with the next step and writes nothing, and reports approved hooks as registered", () => {
    const { path, text } = CODEX.config(join(ground, "home"));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    run(process.execPath, [CLI, "connect", "codex", "--yes"]);
    const hooks = join(dirname(path), "hooks.json");
    const before = [path, hooks].map((file) => readFileSync(file, "utf8"));

    const { ok, detail } = codexInDoctor();
    expect(detail).toMatch(
      /^registered; (\d+) of \1 hooks are skipped until you trust them: .*\/hooks/,
    );
    expect(ok).toBe(true);
    expect([path, hooks].map((file) => readFileSync(file, "utf8"))).toEqual(before);

    expect(approveAll(path)).toBeGreaterThan(5);
    expect(codexInDoctor()).toMatchObject({ ok: true, detail: "registered" });
  });
} else {
  test("SKIPPED: Codex is not installed; `npm run e2e:hosts` proves the hosts", () => {
    expect(CODEX.program.isInstalled()).toBe(false);
  });
}
