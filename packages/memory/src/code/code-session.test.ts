/** Every failure of the code graph reaches the library as a `MemoryError` with the same code. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { MemoryError } from "../domain/errors.ts";
import { openCodeSession } from "./code-session.ts";

const named = (scip: string) => ({ named: [scip], isLooking: false, isChecked: false });

test.each<[string, string, (root: string) => Promise<unknown>]>([
  ["an index that was named and is missing", "input_missing", (root) => indexed(root, "gone.scip")],
  ["an index that cannot be read", "scip_malformed", (root) => indexed(root, "a.ts")],
  ["a file where the folder should be", "store_unwritable", (root) => opened(root, "a.ts/code.db")],
])("%s: %s", async (_name, code, work) => {
  const root = mkdtempSync(join(tmpdir(), "tacit-code-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  writeFileSync(join(root, "a.ts"), "export const a = 1;\n".repeat(20));
  const error = await work(root).catch((cause: unknown) => cause);
  expect(MemoryError.is(error), String(error)).toBe(true);
  expect(error).toMatchObject({ code, facts: { path: expect.any(String) } });
});

async function indexed(root: string, scip: string): Promise<unknown> {
  const session = await opened(root, "index/code.db");
  return session
    .index(false, () => undefined, named(join(root, scip)))
    .finally(() => session.close());
}

function opened(root: string, path: string) {
  return openCodeSession({ path: join(root, path), root, newId: () => "id", nowMs: () => 0 });
}
