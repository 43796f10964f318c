/** Derives from a choice its display name, its id, and whether text stays on this machine. */
import { isLoopback } from "../models/endpoint.ts";
import type { HydeChoice, RerankerChoice } from "./reranker-choice.schema.ts";

export const NO_RERANKER = { kind: "none" } as const satisfies RerankerChoice;
/** The default without a choice: late interaction, over what was said in conversations. */
export const TURNS_ONLY = { kind: "turns" } as const satisfies RerankerChoice;
export const LATE_INTERACTION = { kind: "late" } as const satisfies RerankerChoice;

/** Returns an id of kind, model and revision; choices without a model have a fixed id. */
export function rerankerIdOf(choice: RerankerChoice): string {
  switch (choice.kind) {
    case "none":
    case "turns":
    case "late":
      return choice.kind;
    case "onnx":
      return `onnx:${lastPart(choice.folder)}@${choice.revision}`;
    case "ollama":
      return `ollama:${choice.model}@${choice.digest}`;
    case "cohere":
    case "judge":
      return `${choice.kind}:${new URL(choice.url).host}/${choice.model}`;
  }
}

export function hydeIdOf(choice: HydeChoice): string {
  return choice.kind === "none" ? "none" : `hyde:${new URL(choice.url).host}/${choice.model}`;
}

/** Whether nothing leaves this machine, so that secret memories may be read too. */
export function staysHere(choice: RerankerChoice | HydeChoice | { readonly url: string }): boolean {
  return "url" in choice ? isLoopback(choice.url) : true;
}

function lastPart(folder: string): string {
  return folder.split(/[\\/]/).filter(Boolean).at(-1) ?? folder;
}
