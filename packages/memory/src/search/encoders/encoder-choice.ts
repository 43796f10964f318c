/** Derives from a choice its display name, its encoder's id, and whether text stays on this machine. */

import { isLoopback } from "../models/endpoint.ts";
import type { EncoderChoice } from "./encoder-choice.schema.ts";

export const BUILT_IN = { kind: "built-in" } as const satisfies EncoderChoice;

/** Returns the display name. */
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
 * Returns the id of the encoder that a choice opens. The built-in encoder defines its own id, which changes with its model
 * file.
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

/** Whether encoding sends text to no other machine, so that secret memories may be embedded too. */
export function isOnThisMachine(choice: EncoderChoice): boolean {
  return choice.kind === "built-in" || choice.kind === "onnx" || isLoopback(choice.url);
}
