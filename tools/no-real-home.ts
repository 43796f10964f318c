/** Gives every test its own home: no test may read or write the developer's real home. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const home = mkdtempSync(join(tmpdir(), "tacit-test-home-"));
process.env["HOME"] = home;
process.env["USERPROFILE"] = home;
process.env["TACIT_HOME"] = join(home, "tacit");
for (const name of ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME"]) {
  delete process.env[name];
}

afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));
