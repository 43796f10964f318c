/** One question to a language model behind `/v1/chat/completions`: OpenAI's endpoint and those that speak like it. */
import * as z from "zod/mini";
import { apiKey } from "../encoders/api-key.ts";
import { endpointOf } from "../encoders/endpoint.ts";
import { callJson } from "../encoders/json-call.ts";
import { asModelFault, modelFailed } from "./fault.ts";
import type { ChatEndpoint } from "./reranker-choice.schema.ts";

export type Env = Readonly<Record<string, string | undefined>>;

export interface ChatQuestion {
  readonly system: string;
  readonly user: string;
}

export interface ChatCall {
  /** For messages. */
  readonly id: string;
  readonly env: Env;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

const answerSchema = z.object({
  choices: z
    .array(z.object({ message: z.object({ content: z.nullable(z.string()) }) }))
    .check(z.minLength(1)),
});

/**
 * What it answers. Only model and messages are sent: newer models refuse parameters that older ones need. Throws
 * "model_failed".
 */
export async function askChat(
  { url, model, keyName, allowHttp }: ChatEndpoint,
  { system, user }: ChatQuestion,
  { id, env, timeoutMs, signal }: ChatCall,
): Promise<string> {
  const messages = [
    { role: "system", content: system },
    { role: "user", content: user },
  ];
  let answer: unknown;
  try {
    answer = await callJson({
      encoder: id,
      url: completionsUrl(url, allowHttp),
      key: apiKey(env, keyName, id),
      body: { model, messages },
      timeoutMs,
      retries: 0,
      signal,
    });
  } catch (error) {
    throw asModelFault(id, error);
  }
  const parsed = answerSchema.safeParse(answer);
  const content = parsed.success ? parsed.data.choices[0]?.message.content : undefined;
  if (content === undefined) {
    throw modelFailed(id, "unexpected_shape", "not an answer of /v1/chat/completions");
  }
  if (content === null || content.trim() === "") {
    throw modelFailed(id, "unexpected_shape", "the model said nothing");
  }
  return content;
}

function completionsUrl(address: string, allowHttp: boolean): string {
  const base = endpointOf(address, allowHttp);
  return `${base}${new URL(base).pathname === "/" ? "/v1" : ""}/chat/completions`;
}
