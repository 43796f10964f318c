/** Opens the reranker of a choice. Only the adapter of the chosen one is loaded. */
import type { Env } from "../../domain/options.ts";
import type { Reranker } from "./reranker.ts";
import type { RerankerChoice } from "./reranker-choice.schema.ts";

export interface RerankerSurroundings {
  /** Tacit's home folder, where a runtime may be installed. */
  readonly home: string;
  /** Environment from which keys are read; never stored. */
  readonly env: Env;
}

/**
 * Opens the reranker without calling a server or loading a model, which happens with the first question. Null for "none".
 * Throws "encoder_missing".
 */
export async function openReranker(
  choice: RerankerChoice,
  { home, env }: RerankerSurroundings,
): Promise<Reranker | null> {
  switch (choice.kind) {
    case "none":
      return null;
    case "turns":
    case "late": {
      const { openBuiltInEncoder } = await import("../encoders/built-in-encoder.ts");
      return (await import("./late-interaction.ts")).openLateInteraction(openBuiltInEncoder());
    }
    case "onnx":
      return (await import("./onnx-reranker.ts")).openOnnxReranker(choice, home);
    case "ollama":
      return (await import("./qwen3-reranker.ts")).openQwen3Reranker(choice);
    case "cohere":
      return (await import("./cohere-reranker.ts")).openCohereReranker(choice, env);
    case "judge":
      return (await import("./judge.ts")).openJudge(choice, env);
  }
}
