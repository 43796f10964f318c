/**
 * Tests a pulled model in a real process: with the real runtime if `node e2e/models/onnx-runtime.mjs` has installed it,
 * otherwise with the output that a person without the runtime sees.
 */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import {
  chooseOnnx,
  openOnnxEncoder,
} from "../../packages/memory/src/search/encoders/onnx-encoder.ts";
import { writeTinyModel } from "../../packages/memory/src/search/models/testing-onnx.ts";
import { hasOnnxRuntime, RUNTIME_MODULES } from "./onnx-runtime.mjs";
import { makeProgram, type Program } from "./tacit-process.ts";

const CONTENT = "The build fails when the disk is full.";
/** Computed by hand from the table of testing-onnx.ts: the known words, six unknown words and the two marks of the text. */
const SUM = [1 + 0.5 + 0.6, 1 + 0.5 + 0.6, 0.6, 1 + 0.5 + 0.6];
const EXPECTED = SUM.map((item) => item / Math.hypot(...SUM));

async function pulled(name: string): Promise<Program> {
  const tacit = makeProgram();
  writeTinyModel(join(tacit.base, "model"));
  const lock = await tacit.json([
    ...["models", "pull", name],
    ...["--from", join(tacit.base, "model"), "--unpinned"],
  ]);
  expect(lock).toMatchObject({ name, isPinned: false, dims: 4 });
  return tacit;
}

if (hasOnnxRuntime()) {
  describe("with the real runtime", () => {
    function withRuntime(tacit: Program): void {
      mkdirSync(join(tacit.home, "runtime"), { recursive: true });
      symlinkSync(RUNTIME_MODULES, join(tacit.home, "runtime", "node_modules"), "junction");
    }

    test("pull → use → remember stores the model's vector to the precision of its codes", async () => {
      const tacit = await pulled("all-MiniLM-L6-v2");
      withRuntime(tacit);
      const used = await tacit.json(["models", "use", "all-MiniLM-L6-v2"]);
      expect(used).toMatchObject({ name: "all-MiniLM-L6-v2", embedding: { isActive: true } });
      await tacit.json(["remember", CONTENT]);
      expect(await tacit.json(["models", "embed"])).toMatchObject({ waiting: 0, isComplete: true });
      const db = new DatabaseSync(join(tacit.home, "memory.db"), { readOnly: true });
      const rows = db.prepare("SELECT scale, vector FROM embedding WHERE dims = 4").all();
      db.close();
      const [{ scale, vector }] = rows as unknown as [{ scale: number; vector: Uint8Array }];
      const stored = [...new Int8Array(Uint8Array.from(vector).buffer)].map((code) => code * scale);
      expect(stored).toHaveLength(EXPECTED.length);
      stored.forEach((item, i) => {
        expect(item).toBeCloseTo(EXPECTED[i] ?? Number.NaN, 2);
      });
      expect(await tacit.json(["models", "check"])).toMatchObject({ ok: true });
    });

    test("padding a batch of different lengths changes no vector, and the first token can represent the whole text", async () => {
      const tacit = await pulled("bge-small-en-v1.5");
      withRuntime(tacit);
      const encoder = openOnnxEncoder(chooseOnnx(tacit.home, "bge-small-en-v1.5"), tacit.home);
      const vectors = await encoder.encode(["build", "lunch in the garden"], "memory");
      // The toy model's first token is the same for every text.
      for (const vector of vectors) expect([...vector]).toEqual([0, 0, 0, 1]);
      await encoder.close();
      const mean = await pulled("all-MiniLM-L6-v2");
      withRuntime(mean);
      const other = openOnnxEncoder(chooseOnnx(mean.home, "all-MiniLM-L6-v2"), mean.home);
      const [alone] = await other.encode(["build"], "memory");
      const [padded] = await other.encode(["build", "lunch in the garden of the house"], "memory");
      expect(padded).toEqual(alone);
      await other.close();
    });
  });
} else {
  test("SKIPPED, no model was run: the runtime is not installed; `node e2e/models/onnx-runtime.mjs` installs it", async () => {
    const tacit = await pulled("all-MiniLM-L6-v2");
    const refused = await tacit.run(["models", "use", "all-MiniLM-L6-v2", "--json"]);
    expect(refused.status).toBe(69);
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: "encoder_missing" } });
    expect(refused.stderr).toContain("npm install --ignore-scripts --prefix");
    expect(await tacit.json(["remember", CONTENT])).toMatchObject({ accepted: true });
  });
}
