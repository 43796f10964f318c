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

test("reports what this and another connection changed, each change once", async () => {
  const { own, other } = await twoConnections();
  let { mark } = await own.admin.changesSince(await own.admin.mark());
  const isChanged = async () => {
    const changes = await own.admin.changesSince(mark);
    mark = changes.mark;
    return changes.isChanged;
  };
  expect(await isChanged()).toBe(false);
  await other.memories.remember({ content: FIRST, source: "user_taught" });
  expect(await isChanged()).toBe(true);
  await own.memories.remember({ content: SECOND, source: "user_taught" });
  expect(await isChanged()).toBe(true);
  expect(await isChanged()).toBe(false);
});

test("reports a write of another connection that changed no memory", async () => {
  const { own, other } = await twoConnections();
  const mark = await own.admin.mark();
  await other.admin.setMode("off");
  expect(await own.admin.changesSince(mark)).toMatchObject({ isChanged: true });
});
