/** The client of Ollama's API: lists installed models and calls embeddings, chat, and the next token of a raw prompt. */

import * as z from "zod/mini";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import { type ChatProtocol, MAX_ANSWER_TOKENS } from "./chat.ts";
import { callJson, type JsonCall } from "./json-call.ts";
import { OLLAMA_KEEP_ALIVE } from "./limits.ts";
import type { FaultError } from "./model-fault.ts";
import { tokenCount } from "./token-count.ts";

/** `url` is the address of the server, without a path of the API. */
export type OllamaCall = Pick<
  JsonCall,
  "fail" | "url" | "timeoutMs" | "retries" | "signal" | "pause"
>;

export interface InstalledModel {
  /** Name with its tag: `qwen3-embedding:0.6b`. */
  readonly name: string;
  /** The first twelve digits, as Ollama shows it. */
  readonly digest: string;
}

const digest = z.string().check(z.regex(/^(?:sha256:)?[0-9a-f]{12,}$/));
const tagsSchema = z.object({ models: z.array(z.object({ name: z.string(), digest })) });
const loadedSchema = z.object({
  models: z.array(z.object({ name: z.string(), size: z.number().check(z.gte(0)) })),
});
const shownSchema = z.object({
  capabilities: z.optional(z.array(z.string())),
  model_info: z.optional(z.record(z.string(), z.unknown())),
});
const embeddingsSchema = z.object({ embeddings: z.array(z.unknown()) });

/** Returns the name as Ollama lists it: a name without a tag has the tag `latest`. */
export function taggedName(name: string): string {
  return name.includes(":") ? name : `${name}:latest`;
}

export async function installedModels(call: OllamaCall): Promise<InstalledModel[]> {
  const { fail, url } = call;
  // Every use of Ollama calls this first, so a server that does not run is detected here.
  const notRunning: FaultError = (what, reason, cause) =>
    what === "unreachable"
      ? fail(
          what,
          `Ollama does not answer at ${url}: \`ollama serve\` starts it, --url or OLLAMA_HOST says where it is`,
          cause,
        )
      : fail(what, reason, cause);
  const answer = await callJson({ ...call, fail: notRunning, url: `${url}/api/tags` });
  return parsed(tagsSchema, answer, fail).models.map(({ name, digest }) => ({
    name,
    digest: digest.replace(/^sha256:/, "").slice(0, 12),
  }));
}

/** Checks that the model is installed as it was chosen. Throws the fault "not_there" or "model_changed" otherwise. */
export async function checkInstalled(
  call: OllamaCall,
  { name, digest }: InstalledModel,
  adviceIfChanged: string,
): Promise<void> {
  const found = (await installedModels(call)).find((model) => model.name === name);
  if (found === undefined) {
    throw call.fail("not_there", sentenceOf("model_in_ollama_gone", { model: name }));
  }
  if (found.digest !== digest) {
    throw call.fail("model_changed", `${name} was updated since it was chosen: ${adviceIfChanged}`);
  }
}

/** Returns the models in memory, with the bytes each uses there. */
export async function loadedModels(
  call: OllamaCall,
): Promise<readonly { readonly name: string; readonly size: number }[]> {
  const answer = await callJson({ ...call, url: `${call.url}/api/ps` });
  return parsed(loadedSchema, answer, call.fail).models;
}

export interface ShownModel {
  /** Null if an older Ollama does not report it. */
  readonly isEmbedder: boolean | null;
  /** Null if Ollama does not report it. */
  readonly dims: number | null;
}

export async function showModel(call: OllamaCall, model: string): Promise<ShownModel> {
  const answer = await callJson({ ...call, url: `${call.url}/api/show`, body: { model } });
  const { capabilities, model_info: info = {} } = parsed(shownSchema, answer, call.fail);
  const [, dims] = Object.entries(info).find(([key]) => key.endsWith(".embedding_length")) ?? [];
  return {
    isEmbedder: capabilities === undefined ? null : capabilities.includes("embedding"),
    dims: typeof dims === "number" && Number.isSafeInteger(dims) && dims > 0 ? dims : null,
  };
}

/** Returns the raw vectors of the texts. */
export async function embed(
  call: OllamaCall,
  model: string,
  input: readonly string[],
): Promise<readonly unknown[]> {
  const body = { model, input, truncate: true, keep_alive: OLLAMA_KEEP_ALIVE };
  const answer = await callJson({ ...call, url: `${call.url}/api/embed`, body });
  return parsed(embeddingsSchema, answer, call.fail).embeddings;
}

const likely = z.object({ token: z.string(), logprob: z.number() });
const generatedSchema = z.object({
  logprobs: z.optional(
    z.nullable(
      z.array(z.object({ ...likely.shape, top_logprobs: z.optional(z.nullable(z.array(likely))) })),
    ),
  ),
});

/** The chosen token, and the likeliest ones with natural logarithms of their probabilities. */
export interface NextToken {
  readonly token: string;
  readonly likeliest: readonly { readonly token: string; readonly logprob: number }[];
}

/** Returns the token after a raw prompt; null if this Ollama returns no log probabilities (before 0.12.11). */
export async function nextToken(
  call: OllamaCall,
  request: {
    readonly model: string;
    readonly prompt: string;
    readonly topLogprobs: number;
    readonly contextTokens: number;
  },
): Promise<NextToken | null> {
  const { model, prompt, topLogprobs, contextTokens } = request;
  const answer = await callJson({
    ...call,
    url: `${call.url}/api/generate`,
    body: {
      model,
      prompt,
      raw: true,
      stream: false,
      logprobs: true,
      top_logprobs: topLogprobs,
      keep_alive: OLLAMA_KEEP_ALIVE,
      options: { temperature: 0, num_predict: 1, num_ctx: contextTokens },
    },
  });
  const read = generatedSchema.safeParse(answer);
  if (!read.success)
    throw call.fail("unexpected_shape", sentenceOf("other_format", { api: "Ollama" }));
  const [first] = read.data.logprobs ?? [];
  if (first === undefined) return null;
  return { token: first.token, likeliest: [...(first.top_logprobs ?? []), first] };
}

const chatSchema = z.object({
  message: z.object({ content: z.string() }),
  prompt_eval_count: tokenCount,
  eval_count: tokenCount,
});

export const OLLAMA_CHAT: ChatProtocol = {
  name: "Ollama's /api/chat",
  address: (base) => `${base}/api/chat`,
  request: (model, { system, user }) => ({
    model,
    stream: false,
    options: { num_predict: MAX_ANSWER_TOKENS, temperature: 0 },
    messages: [
      { role: "system", content: system },
      { role: "user", content: user },
    ],
  }),
  answer: (value) => {
    const read = chatSchema.safeParse(value);
    if (!read.success) return null;
    const { message, prompt_eval_count: inputTokens, eval_count: outputTokens } = read.data;
    return { text: message.content, inputTokens, outputTokens };
  },
};

function parsed<T>(
  schema: { safeParse: (value: unknown) => z.core.util.SafeParseResult<T> },
  value: unknown,
  fail: FaultError,
): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const at = `${issue?.path.join(".") || "answer"}: ${issue?.message ?? "invalid"}`;
  throw fail("unexpected_shape", `not an answer of Ollama (${at})`);
}
