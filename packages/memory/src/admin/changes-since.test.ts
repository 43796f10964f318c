/** Tests that a process detects the writes of other processes and its own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openTacit } from "../open.ts";

const FIRST = "The staging port is 7781 because 7780 is taken by the metrics sidecar.";
const SECOND = "Invoices are numbered by the ledger service alone, never by the shop.";

async function twoConnections() {
  const home = mkdtempSync(join(tmpdir(), "tacit-changes-"));
  const cwd = mkdtempSync(join(tmpdir(), "tacit-project-"));
  const [own, other] = [await openTacit({ home, cwd }), await openTacit({ home, cwd })];
  onTestFinished(async () => {
    await Promise.all([own.close(), other.close()]);
    for (const folder of [home, cwd]) rmSync(folder, { recursive: true, force: true });
  });
  return { own, other };
}

test("names the memories that this and another connection changed", async () => {
  const { own, other } = await twoConnections();
  const mark = await own.admin.mark();
  expect(await own.admin.changesSince(mark)).toMatchObject({ isChanged: false, ops: [] });
  const { id } = await other.memories.remember({ content: FIRST, source: "user_taught" });
  const first = await own.admin.changesSince(mark);
  expect(first).toMatchObject({ isChanged: true, ops: [{ entityId: id, action: "insert" }] });
  await own.memories.remember({ content: SECOND, source: "user_taught" });
  const second = await own.admin.changesSince(first.mark);
  expect(second.isChanged).toBe(true);
  expect(second.ops).toHaveLength(1);
});

test("reports a write of another connection that changed no memory", async () => {
  const { own, other } = await twoConnections();
  const mark = await own.admin.mark();
  await other.admin.setMode("off");
  expect(await own.admin.changesSince(mark)).toMatchObject({ isChanged: true, ops: [] });
});

test("continues a list after the last memory of the previous page", async () => {
  const { own } = await twoConnections();
  for (const content of [FIRST, SECOND])
    await own.memories.remember({ content, source: "user_taught" });
  const all = await own.memories.list();
  const [first] = await own.memories.list({ limit: 1 });
  expect(await own.memories.list({ olderThan: first })).toEqual(all.slice(1));
});
