/** Asks a language model on a server one question: judges, imagined answers and writers of lessons use it. */

import type { Env } from "../../domain/options.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import { apiKey } from "./api-key.ts";
import { endpointOf } from "./endpoint.ts";
import { callJson } from "./json-call.ts";
import { modelErrors } from "./model-fault.ts";

export interface ChatQuestion {
  readonly system: string;
  readonly user: string;
}

/** The text, and the tokens as far as the server counts them. */
export interface ChatAnswer {
  readonly text: string;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/** The form of requests and answers: openai.ts, ollama.ts and anthropic.ts have one each. */
export interface ChatProtocol {
  /** For messages. */
  readonly name: string;
  readonly keyHeader?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly address: (base: string) => string;
  readonly request: (model: string, question: ChatQuestion) => unknown;
  /** Null if the value is not an answer of this protocol. */
  readonly answer: (value: unknown) => ChatAnswer | null;
}

export interface ChatServer {
  readonly url: string;
  readonly model: string;
  /** The environment variable that holds the key; null if the server needs none. */
  readonly keyName: string | null;
  readonly allowHttp: boolean;
}

export interface ChatCall {
  /** The id of the model, for messages. */
  readonly id: string;
  readonly env: Env;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly maxBytes?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Answers of the protocols that need `max_tokens`: eight lessons, and room to think. */
export const MAX_ANSWER_TOKENS = 4000;

/** One attempt, without retries. Throws "model_failed" with the fault, also for an empty answer. */
export async function askChat(
  protocol: ChatProtocol,
  { url, model, keyName, allowHttp }: ChatServer,
  question: ChatQuestion,
  { id, env, timeoutMs, signal, maxBytes, headers }: ChatCall,
): Promise<ChatAnswer> {
  const fail = modelErrors(id);
  const value = await callJson({
    fail,
    url: protocol.address(endpointOf(url, allowHttp)),
    key: apiKey(env, keyName, fail),
    keyHeader: protocol.keyHeader,
    headers: { ...protocol.headers, ...headers },
    body: protocol.request(model, question),
    timeoutMs,
    maxBytes,
    retries: 0,
    signal,
  });
  const answer = protocol.answer(value);
  if (answer === null)
    throw fail("unexpected_shape", sentenceOf("other_format", { api: protocol.name }));
  if (answer.text.trim() === "") throw fail("unexpected_shape", sentenceOf("said_nothing", {}));
  return answer;
}
