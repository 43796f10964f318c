/** Tests that what a person chooses and enters becomes the request of `tacit models use`, and that each kind has words. */
import { MODEL_KINDS, MODEL_ROLES } from "@tacit-memory/protocol";
import { expect, test } from "vitest";
import { en } from "../../i18n/en.ts";
import { fr } from "../../i18n/fr.ts";
import {
  enteredOf,
  isComplete,
  modelOptions,
  NOTHING_ENTERED,
  needsHttp,
  optionOf,
  requestFor,
} from "./model-kinds.ts";

const encoders = [
  { name: "bge-small-en-v1.5", isInstalled: true, bytes: 1 },
  { name: "all-MiniLM-L6-v2", isInstalled: false, bytes: 2 },
];

test.each([
  ["encoder", { name: "built-in" }],
  ["encoder", { name: "bge-small-en-v1.5" }],
  ["encoder", { name: "ollama:nomic-embed-text", url: "http://127.0.0.1:11434" }],
  ["encoder", { name: "openai-compatible", url: "https://x.example/v1", model: "m", keyName: "K" }],
  ["reranker", { name: "/models/cross-encoder" }],
  ["reranker", { name: "cohere", model: "rerank-v3.5", callsADay: 9 }],
  [
    "reranker",
    { name: "judge", url: "http://box:8080/v1", model: "m", allowHttp: true, judgesUnasked: true },
  ],
  ["hyde", { name: "openai-compatible", url: "https://x.example/v1", model: "m" }],
  ["writer", { name: "claude-code", model: "haiku", callsADay: 4 }],
  ["writer", { name: "ollama:qwen3:8b", callsADay: 10 }],
  ["writer", { name: "none" }],
] as const)("%s: %j is requested again as it was", (role, request) => {
  const option = optionOf(modelOptions(role, { encoders }), request);
  if (option === undefined) throw new Error("no option");
  const entered = enteredOf(option, request);
  expect(isComplete(option, entered)).toBe(true);
  expect(requestFor(option, entered)).toEqual(request);
});

test("a model without its address, or one that is not installed, cannot be chosen yet", () => {
  const complete = modelOptions("encoder", { encoders }).filter((option) =>
    isComplete(option, NOTHING_ENTERED),
  );
  expect(complete.map(({ name }) => name)).toEqual(["built-in", "bge-small-en-v1.5"]);
});

test.each([
  ["http://127.0.0.1:1/v1", false],
  ["http://localhost", false],
  ["https://x.example", false],
  ["http://x.example", true],
  ["http://localhost.example", true],
])("%s needs permission to send unencrypted text: %s", (url, expected) => {
  expect(needsHttp(url)).toBe(expected);
});

test("each kind of model has a name and states its consequence in both languages", () => {
  const keys = MODEL_ROLES.flatMap((role) => MODEL_KINDS[role].map((kind) => `${role}_${kind}`));
  for (const { modelKind, modelText } of [en, fr]) {
    const kinds = keys.map((key) => key.split("_")[1] ?? "").filter((kind) => kind !== "installed");
    expect(kinds.filter((kind) => !(kind in modelKind))).toEqual([]);
    expect(Object.keys(modelText).sort()).toEqual([...keys].sort());
  }
});
