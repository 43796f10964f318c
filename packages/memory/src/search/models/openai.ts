/** The client of OpenAI's API and of the many servers with the same form: embeddings and chat completions. */
import * as z from "zod/mini";
import type { Env } from "../../domain/options.ts";
import { apiKey } from "./api-key.ts";
import type { ChatProtocol } from "./chat.ts";
import { endpointOf } from "./endpoint.ts";
import { callJson, type JsonCall } from "./json-call.ts";
import { tokenCount } from "./token-count.ts";

export interface EmbeddingsServer {
  readonly url: string;
  readonly model: string;
  readonly keyName: string | null;
  readonly allowHttp: boolean;
}

type Call = Pick<JsonCall, "fail" | "timeoutMs" | "retries" | "signal" | "pause">;

const embeddingsSchema = z.object({
  data: z.array(z.object({ index: z.optional(z.number()), embedding: z.unknown() })),
});

/**
 * Returns the raw vectors in the order of `input`. `dimensions` is only sent if it is given. Throws what `call.fail` creates.
 */
export async function askEmbeddings(
  { url, model, keyName, allowHttp }: EmbeddingsServer,
  { input, dimensions }: { readonly input: readonly string[]; readonly dimensions?: number },
  env: Env,
  call: Call,
): Promise<readonly unknown[]> {
  const answer = await callJson({
    ...call,
    url: `${versioned(endpointOf(url, allowHttp))}/embeddings`,
    key: apiKey(env, keyName, call.fail),
    body: {
      model,
      input,
      encoding_format: "float",
      ...(dimensions === undefined ? {} : { dimensions }),
    },
  });
  return inOrder(answer, input.length, call);
}

function inOrder(answer: unknown, count: number, { fail }: Call): readonly unknown[] {
  const parsed = embeddingsSchema.safeParse(answer);
  if (!parsed.success) {
    throw fail("unexpected_shape", "not an answer of /v1/embeddings: no data in it");
  }
  const { data } = parsed.data;
  if (data.length !== count) throw fail("wrong_count", `${data.length} vectors for ${count} texts`);
  const rows = new Map(data.map(({ index, embedding }, i) => [index ?? i, embedding]));
  const ordered = Array.from({ length: count }, (_, i) => rows.get(i));
  if (ordered.includes(undefined)) {
    throw fail("wrong_count", "the answer's indexes are not those of the texts");
  }
  return ordered;
}

const chatSchema = z.object({
  choices: z
    .array(z.object({ message: z.object({ content: z.nullable(z.string()) }) }))
    .check(z.minLength(1)),
  usage: z.catch(
    z.nullish(z.object({ prompt_tokens: tokenCount, completion_tokens: tokenCount })),
    null,
  ),
});

/** Sends only the model and the messages: newer models refuse parameters that older ones need. */
export const OPENAI_CHAT: ChatProtocol = {
  name: "/v1/chat/completions",
  address: (base) => `${versioned(base)}/chat/completions`,
  request: (model, { system, user }) => ({
    model,
    messages: [
      { role: "system", content: system },
      { role: "user", content: user },
    ],
  }),
  answer: (value) => {
    const parsed = chatSchema.safeParse(value);
    if (!parsed.success) return null;
    const { choices, usage } = parsed.data;
    return {
      text: choices[0]?.message.content ?? "",
      inputTokens: usage?.prompt_tokens ?? null,
      outputTokens: usage?.completion_tokens ?? null,
    };
  },
};

/** Returns the base of the API: a server without a path has its API at `/v1`; an address with a path is used as it is. */
export function versioned(base: string): string {
  return `${base}${new URL(base).pathname === "/" ? "/v1" : ""}`;
}
