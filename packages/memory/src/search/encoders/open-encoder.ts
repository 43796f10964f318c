/** A choice → the encoder. Each adapter is loaded when it is the chosen one. */
import type { Encoder } from "./encoder.ts";
import type { EncoderChoice } from "./encoder-choice.schema.ts";

export interface EncoderSurroundings {
  /** Tacit's home folder, where pulled models are. */
  readonly home: string;
  /** Keys are read from it; nothing of it is kept. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default: the encoder that ships with Tacit. */
  readonly openBuiltIn?: (() => Promise<Encoder>) | undefined;
}

/**
 * Asks nobody and loads no model: that waits for the first text. Throws "encoder_missing" for a built-in encoder
 * that did not come with this build.
 */
export async function openEncoder(
  choice: EncoderChoice,
  { home, env, openBuiltIn }: EncoderSurroundings,
): Promise<Encoder> {
  switch (choice.kind) {
    case "built-in":
      return openBuiltIn?.() ?? (await import("./built-in-encoder.ts")).openBuiltInEncoder();
    case "onnx":
      return (await import("./onnx-encoder.ts")).openOnnxEncoder(choice, home);
    case "ollama":
      return (await import("./ollama-encoder.ts")).openOllamaEncoder(choice);
    case "openai":
      return (await import("./openai-encoder.ts")).openOpenAiEncoder(choice, env);
  }
}
