/** A process that reads code: what waiting callers get when it answers, cannot answer, or ends. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ReaderEnded } from "./batch-reader.ts";
import { unpacked } from "./extract-batch.ts";
import { startProcess } from "./process-reader.ts";

function folder(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "tacit-reader-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  return root;
}

function started(root: string, options: { entry?: string; patienceMs?: number } = {}) {
  let isUnavailable = false;
  const onUnavailable = () => {
    isUnavailable = true;
  };
  const reader = startProcess(root, { onUnavailable, ...options });
  if (reader === null) throw new Error("no process");
  onTestFinished(async () => void (await reader.end()));
  return { reader, isUnavailable: () => isUnavailable };
}

const wanted = (path: string) => [{ path, knownHash: null }];

test("answers in the order of the requests", async () => {
  const root = folder({ "a.ts": "export function a() {}", "b.ts": "export function b() {}" });
  const { reader } = started(root);
  const answers = await Promise.all([reader.read(wanted("a.ts")), reader.read(wanted("b.ts"))]);
  const files = answers.flatMap(unpacked);
  expect(files.map(({ path }) => path)).toEqual(["a.ts", "b.ts"]);
  expect(files.every(({ facts }) => facts !== null)).toBe(true);
});

test("confines a crash by deep nesting to the process and blames only its batch", async () => {
  const deep = 200_000;
  const root = folder({
    "deep.ts": `x = ${"(\n".repeat(deep)}1${")\n".repeat(deep)}`,
    "b.ts": "export function b() {}",
  });
  const { reader } = started(root);
  const [first, second] = [reader.read(wanted("deep.ts")), reader.read(wanted("b.ts"))];
  await expect(first).rejects.toMatchObject({ wasAtIt: true });
  await expect(second).rejects.toMatchObject({ wasAtIt: false });
  await expect(reader.read(wanted("b.ts"))).rejects.toThrow(ReaderEnded);
});

test("reports once that oxc is unavailable, and blames no batch", async () => {
  const root = folder({ "says.mjs": 'process.on("message", () => process.send("unavailable"));' });
  const { reader, isUnavailable } = started(root, { entry: join(root, "says.mjs") });
  await expect(reader.read(wanted("a.ts"))).rejects.toMatchObject({ wasAtIt: false });
  expect(isUnavailable()).toBe(true);
});

test("rejects requests after it was ended", async () => {
  const { reader } = started(folder({ "a.ts": "" }));
  const waiting = reader.read(wanted("a.ts"));
  await reader.end();
  await expect(
    Promise.race([waiting.then(() => "read"), reader.read(wanted("a.ts"))]),
  ).rejects.toThrow(ReaderEnded);
});

test("ends a reader that never answers and blames the batch", async () => {
  const root = folder({ "hangs.mjs": 'process.on("message", () => { for (;;); });' });
  const { reader, isUnavailable } = started(root, {
    entry: join(root, "hangs.mjs"),
    patienceMs: 300,
  });
  await expect(reader.read(wanted("a.ts"))).rejects.toMatchObject({ wasAtIt: true });
  expect(isUnavailable()).toBe(false);
});

test("sends nothing more to a process that cannot start", async () => {
  const root = folder({ "fails.mjs": "process.disconnect();" });
  const { reader } = started(root, { entry: join(root, "fails.mjs") });
  await expect(reader.read(wanted("a.ts"))).rejects.toMatchObject({ wasAtIt: true });
});
