/** Tests which stored choices are accepted, and the ids derived from them. */
import { expect, test } from "vitest";
import { readStoredChoice, storedChoice } from "../models/stored-choice.ts";
import { type EncoderChoice, encoderSchema } from "./encoder-choice.schema.ts";
import { encoderIdOf, isOnThisMachine } from "./encoder-choice.ts";

const readEncoderChoice = (json: string) => readStoredChoice("encoder", encoderSchema, json);
const encoderChoiceJson = (choice: EncoderChoice) => storedChoice("encoder", encoderSchema, choice);

const ollama: EncoderChoice = {
  kind: "ollama",
  url: "http://127.0.0.1:11434",
  model: "qwen3-embedding:4b",
  digest: "abcdef012345",
  dims: 1024,
  allowHttp: false,
};

test.each([
  ["text", "qwen3"],
  ["a number", "4"],
  ["another kind", '{"kind": "hash"}'],
  ["a missing field", '{"kind": "onnx", "name": "x"}'],
  ["no dimensions", JSON.stringify({ ...ollama, dims: 0 })],
  ["cut off", JSON.stringify(ollama).slice(0, -5)],
])("rejects %s", (_name, json) => {
  expect(() => readEncoderChoice(json)).toThrow(
    expect.objectContaining({ code: "config_malformed" }),
  );
});

test("reads what it wrote", () => {
  expect(readEncoderChoice(encoderChoiceJson(ollama))).toEqual(ollama);
});

test.each([{ dims: 70_000 }, { model: "" }, { model: "m".repeat(3000) }])(
  "does not write %j, which could not be read again",
  (wrong) => {
    expect(() => encoderChoiceJson({ ...ollama, ...wrong })).toThrow(
      expect.objectContaining({ code: "usage" }),
    );
  },
);

test.each<[string, Partial<typeof ollama>]>([
  ["model", { model: "qwen3-embedding:8b" }],
  ["revision", { digest: "000000000000" }],
  ["dimensions", { dims: 512 }],
])("gives a different id for another %s", (_name, change) => {
  expect(encoderIdOf({ ...ollama, ...change } as typeof ollama)).not.toBe(encoderIdOf(ollama));
});

test.each<[string, EncoderChoice, boolean]>([
  ["the built-in one", { kind: "built-in" }, true],
  ["a pulled model", { kind: "onnx", name: "x", revision: "a", dims: 4 }, true],
  ["Ollama here", ollama, true],
  ["Ollama elsewhere", { ...ollama, url: "https://box.example" }, false],
])("decides whether text for %s stays on this machine: %s", (_name, choice, expected) => {
  expect(isOnThisMachine(choice)).toBe(expected);
});
