/** `tacit models …`: what is rejected with which exit status. Tests with servers and files are in e2e/models. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "./testing-machine.ts";

let machine: TestMachine;
beforeEach(() => {
  machine = testMachine();
});
afterEach(() => machine.remove());

test.each<[string, readonly string[], number, string]>([
  ["a name that is none", ["use", "bge-gigantic"], 66, "model_not_found"],
  ["a name that is a path", ["pull", "../../evil"], 66, "model_not_found"],
  ["not pulled yet", ["use", "bge-small-en-v1.5"], 66, "model_not_found"],
  ["no folder there", ["pull", "bge-small-en-v1.5", "--from", "nowhere"], 66, "input_missing"],
  ["a server without a name", ["use", "openai-compatible", "--url", "http://x"], 64, "usage"],
  ["http to another machine", ["use", "qwen3-embedding", "--url", "http://box:1"], 64, "usage"],
  ["dimensions that are none", ["use", "qwen3-embedding", "--dims", "many"], 64, "usage"],
])("%s: %j exits with %i", async (_name, words, status, code) => {
  const ran = await machine.run(["models", ...words, "--json"]);
  expect({ status: ran.status, ...JSON.parse(ran.stdout) }).toMatchObject({
    status,
    error: { code },
  });
});

test("lists the built-in encoder first, then downloadable ones with sizes", async () => {
  const { stdout } = await machine.run(["models", "list"]);
  expect(stdout).toMatch(/^\* {2}built-in /m);
  expect(stdout).toMatch(/^ {3}bge-small-en-v1\.5 +to download, 34\.7 MB/m);
  const rows = (await machine.json(["models", "list"])) as Record<string, unknown>[];
  expect(Object.keys(rows[1] ?? {}).sort()).toEqual(
    [
      ...["role", "name", "kind", "id", "dims", "text", "isPulled", "isChosen", "isActive"],
      ...["embedded", "waiting", "bytes"],
    ].sort(),
  );
});

test("rejects wrong files and names the way to use them anyway", async () => {
  const from = join(machine.folder, "model");
  mkdirSync(join(from, "onnx"), { recursive: true });
  for (const file of ["config.json", "tokenizer.json", "tokenizer_config.json"]) {
    writeFileSync(join(from, file), "{}");
  }
  writeFileSync(join(from, "onnx", "model_quantized.onnx"), "no model");
  const ran = await machine.run(["models", "pull", "all-MiniLM-L6-v2", "--from", from]);
  expect(ran.status).toBe(65);
  expect(ran.stderr).toContain("--unpinned");
});
