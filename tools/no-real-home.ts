/** Gives every test its own home: no test may read or write the developer's real home, or depend on the agent that runs it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const home = mkdtempSync(join(tmpdir(), "tacit-test-home-"));
process.env["HOME"] = home;
process.env["USERPROFILE"] = home;
process.env["TACIT_HOME"] = join(home, "tacit");
const OTHERS = "XDG_DATA_HOME XDG_CONFIG_HOME CLAUDE_CONFIG_DIR CODEX_HOME CLAUDECODE GEMINI_CLI";
for (const name of OTHERS.split(" ")) {
  delete process.env[name];
}

afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));
