/** Opens the encoder of a choice. Only the adapter of the chosen one is loaded. */
import type { Env } from "../../domain/options.ts";
import type { Encoder } from "./encoder.ts";
import type { EncoderChoice } from "./encoder-choice.schema.ts";

export interface EncoderSurroundings {
  /** Tacit's home folder, which contains the pulled models. */
  readonly home: string;
  /** Environment from which keys are read; never stored. */
  readonly env: Env;
  /** Default: the built-in encoder. */
  readonly openBuiltIn?: (() => Promise<Encoder>) | undefined;
}

/**
 * Opens the encoder without calling a server or loading a model, which happens with the first text. Throws "encoder_missing"
 * when the build contains no built-in encoder.
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
