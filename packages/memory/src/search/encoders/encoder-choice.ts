/** What follows from a choice: what a person calls it, its encoder's id, whether text stays on this machine. */

import { isLoopback } from "../models/endpoint.ts";
import type { EncoderChoice } from "./encoder-choice.schema.ts";

export const BUILT_IN = { kind: "built-in" } as const satisfies EncoderChoice;

/** What a person calls it. */
export function choiceName(choice: EncoderChoice): string {
  switch (choice.kind) {
    case "built-in":
      return "built-in";
    case "onnx":
      return choice.name;
    case "ollama":
    case "openai":
      return choice.model;
  }
}

/**
 * The id of the encoder a choice opens. The built-in one's is its own business: it changes with the file it was
 * shipped with.
 */
export function encoderIdOf(choice: Exclude<EncoderChoice, { kind: "built-in" }>): string {
  switch (choice.kind) {
    case "onnx":
      return `onnx:${choice.name}@${choice.revision}:${choice.dims}`;
    case "ollama":
      return `ollama:${choice.model}@${choice.digest}:${choice.dims}`;
    case "openai":
      return `openai:${new URL(choice.url).host}/${choice.model}:${choice.dims}`;
  }
}

/** Whether encoding sends text to nobody else: secret memories may then be embedded too. */
export function isOnThisMachine(choice: EncoderChoice): boolean {
  return choice.kind === "built-in" || choice.kind === "onnx" || isLoopback(choice.url);
}
