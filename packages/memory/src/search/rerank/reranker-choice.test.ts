/** Tests that stored choices are read back unchanged, that ids name the model, and that invalid choices are rejected. */
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestStore } from "../../testing/testing-life.ts";
import { readStoredChoice } from "../models/stored-choice.ts";
import { writeTinyReranker } from "../models/testing-onnx.ts";
import { chooseOnnxReranker } from "./onnx-reranker.ts";
import {
  type HydeChoice,
  hydeSchema,
  type RerankerChoice,
  rerankerSchema,
} from "./reranker-choice.schema.ts";
import { hydeIdOf, rerankerIdOf, staysHere, TURNS_ONLY } from "./reranker-choice.ts";
import {
  readChosenHyde,
  readChosenReranker,
  writeChosenHyde,
  writeChosenReranker,
} from "./reranker-settings.ts";

const readRerankerChoice = (json: string) => readStoredChoice("reranker", rerankerSchema, json);
const readHydeChoice = (json: string) => readStoredChoice("hyde", hydeSchema, json);

const CHAT = { model: "m", keyName: null, allowHttp: false, callsADay: 5 };
const FAR = { ...CHAT, url: "https://api.example.org/v1" };
const NEAR = { ...CHAT, url: "http://127.0.0.1:8080" };

test.each<[RerankerChoice, string, boolean]>([
  [{ kind: "none" }, "none", true],
  [{ kind: "late" }, "late", true],
  [
    { kind: "onnx", folder: "/models/bge-reranker/", weights: "onnx/model.onnx", revision: "abc" },
    "onnx:bge-reranker@abc",
    true,
  ],
  [
    { kind: "ollama", url: "http://localhost:1", model: "q:0.6b", digest: "d", allowHttp: false },
    "ollama:q:0.6b@d",
    true,
  ],
  [{ kind: "cohere", ...FAR }, "cohere:api.example.org/m", false],
  [{ kind: "judge", ...NEAR, judgesUnasked: true }, "judge:127.0.0.1:8080/m", true],
])("derives from %j the id %s", (choice, id, isHere) => {
  expect(readRerankerChoice(JSON.stringify(choice))).toEqual(choice);
  expect(rerankerIdOf(choice)).toBe(id);
  expect(staysHere(choice)).toBe(isHere);
});

test.each<[HydeChoice, string]>([
  [{ kind: "none" }, "none"],
  [{ kind: "chat", ...FAR }, "hyde:api.example.org/m"],
])("derives from %j the id for hypothetical answers %s", (choice, id) => {
  expect(readHydeChoice(JSON.stringify(choice))).toEqual(choice);
  expect(hydeIdOf(choice)).toBe(id);
});

test.each(["", "{", "[]", '{"kind":"magic"}', '{"kind":"cohere","url":"x"}', '{"kind":"onnx"}'])(
  "rejects %j, which no version of Tacit wrote",
  (json) => {
    const refused = expect.objectContaining({ code: "config_malformed" });
    expect(() => readRerankerChoice(json)).toThrow(refused);
    expect(() => readHydeChoice(json)).toThrow(refused);
  },
);

test("rejects more calls a day than can be stored and keeps the previous choice", async () => {
  const { db } = await openTestStore();
  const wrong = { ...NEAR, callsADay: 2_000_000 };
  const refused = expect.objectContaining({ code: "usage" });
  const judge = { kind: "judge", ...wrong, judgesUnasked: false } as const;
  await expect(writeChosenReranker(db, judge)).rejects.toThrow(refused);
  await expect(writeChosenHyde(db, { kind: "chat", ...wrong })).rejects.toThrow(refused);
  expect(await readChosenReranker(db)).toEqual(TURNS_ONLY);
  expect(await readChosenHyde(db)).toEqual({ kind: "none" });
});

test("reports the path when the weights are a folder or missing", async () => {
  const { place } = await openTestStore();
  const folder = join(place.root, "reranker");
  writeTinyReranker(folder);
  const weights = join(folder, "onnx", "model_quantized.onnx");
  expect(await chooseOnnxReranker(folder)).toMatchObject({ weights: "onnx/model_quantized.onnx" });
  renameSync(weights, join(folder, "onnx", "model.onnx"));
  mkdirSync(weights);
  expect(await chooseOnnxReranker(folder)).toMatchObject({ weights: "onnx/model.onnx" });
  rmSync(join(folder, "onnx", "model.onnx"));
  await expect(chooseOnnxReranker(folder)).rejects.toThrow(
    expect.objectContaining({ code: "input_missing", facts: { path: weights } }),
  );
});
