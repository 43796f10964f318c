/** Requests and responses of the panel's choice of models (panel.ts has the routes). No key of a model is ever part of them. */

/** Names that can be requested for each role. An encoder on this machine has the name of its model instead of `installed`. */
export const MODEL_KINDS = {
  encoder: ["built-in", "installed", "ollama", "openai-compatible"],
  reranker: ["turns", "late", "none", "ollama", "folder", "cohere", "judge"],
  hyde: ["none", "openai-compatible"],
  writer: ["none", "claude-code", "codex", "gemini", "ollama", "openai-compatible", "anthropic"],
} as const;

export const MODEL_ROLES = ["encoder", "reranker", "hyde", "writer"] as const;
export type ModelRoleName = (typeof MODEL_ROLES)[number];

/** Input to choose a model, as the options of `tacit models use`. */
export interface ModelRequest {
  /** One of MODEL_KINDS, the name of an installed encoder, `ollama:NAME`, or the folder of a reranker. */
  readonly name: string;
  readonly url?: string | undefined;
  /** Name of the model on its server. */
  readonly model?: string | undefined;
  readonly dims?: number | undefined;
  /** Environment variable that contains the key. */
  readonly keyName?: string | undefined;
  readonly allowHttp?: boolean | undefined;
  /** Daily limit of calls to a remote model; default: the tuned value. */
  readonly callsADay?: number | undefined;
  /** For a judge: also rates what is shown without a question. */
  readonly judgesUnasked?: boolean | undefined;
}

export interface PanelModels {
  readonly roles: readonly ModelRole[];
  /** Encoders that run inside Tacit, apart from the built-in one. */
  readonly encoders: readonly LocalEncoder[];
}

export interface ModelRole {
  readonly role: ModelRoleName;
  /** The request that chooses the present model again. */
  readonly chosen: ModelRequest;
  /** Value of the option that takes precedence over the choice; null if none does. */
  readonly override: string | null;
  /** Null if calls cost nothing. */
  readonly calls: { readonly today: number; readonly most: number } | null;
  /** Memories without a vector of the chosen encoder; 0 for other roles. */
  readonly waiting: number;
}

export interface LocalEncoder {
  readonly name: string;
  readonly isInstalled: boolean;
  /** Size of its files; null if unknown. */
  readonly bytes: number | null;
}

export interface ModelChange {
  /** The request that chooses the previous model again. */
  readonly before: ModelRequest;
}
