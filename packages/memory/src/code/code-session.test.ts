/** Failures of the code graph reach the library as a `MemoryError`; a session for looking never indexes. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
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

test("a session that must not index answers from its last graph when the index is lost meanwhile", async () => {
  const root = mkdtempSync(join(tmpdir(), "tacit-code-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  writeFileSync(join(root, "a.ts"), "export const a = 1;\n");
  const [own, other] = [await opened(root, "index/code.db"), await opened(root, "index/code.db")];
  onTestFinished(async () => {
    await own.close();
    await other.close();
  });
  expect(await own.withoutIndexing()).toBeNull();
  await other.index(true, () => undefined);
  const session = await own.withoutIndexing();
  writeFileSync(join(root, "b.ts"), "export const b = 1;\n");
  await other.index(false, () => undefined);
  const graphs = () => readdirSync(join(root, "index")).filter((name) => name.endsWith(".graph"));
  for (const name of graphs()) rmSync(join(root, "index", name));
  expect((await session?.fresh())?.graph.paths).toEqual(["a.ts"]);
  const answer = await session?.ask(
    ({ paths }) => paths.length,
    () => [],
  );
  expect(answer?.answer).toBe(1);
  expect(graphs()).toEqual([]);
});

test("a session that must not index answers again if a file in the answer has changed", async () => {
  const root = mkdtempSync(join(tmpdir(), "tacit-code-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  writeFileSync(join(root, "a.ts"), "export function first() {}\n");
  const own = await opened(root, "index/code.db");
  onTestFinished(() => own.close());
  await own.index(true, () => undefined);
  const session = await own.withoutIndexing();
  writeFileSync(join(root, "a.ts"), "export function first() {}\nexport function second() {}\n");
  const answer = await session?.ask(
    ({ kinds, paths }) => kinds.length - paths.length,
    () => ["a.ts"],
  );
  expect(answer?.answer).toBe(2);
});

async function indexed(root: string, scip: string): Promise<unknown> {
  const session = await opened(root, "index/code.db");
  return session
    .index(false, () => undefined, named(join(root, scip)))
    .finally(() => session.close());
}

function opened(root: string, path: string) {
  return openCodeSession({ path: join(root, path), root, newId: randomUUID, nowMs: () => 0 });
}
