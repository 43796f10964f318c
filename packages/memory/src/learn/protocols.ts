/** How each kind of server is asked, and where its answer has the text: chat completions, Ollama's chat, Anthropic's messages. */
import * as z from "zod/mini";
import type { Answered, Question } from "./writer.ts";

/** Where a server has to be told: eight lessons, and room to think. */
const MOST_ANSWER_TOKENS = 4000;

export interface WriterProtocol {
  /** For messages. */
  readonly name: string;
  readonly keyHeader?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly address: (base: string) => string;
  readonly request: (model: string, question: Question) => unknown;
  /** Null for what is no answer. */
  readonly answer: (value: unknown) => Answered | null;
}

const count = z.catch(z.nullable(z.number().check(z.int(), z.gte(0), z.lte(1e9))), null);

const chatSchema = z.object({
  choices: z
    .array(z.object({ message: z.object({ content: z.nullable(z.string()) }) }))
    .check(z.minLength(1)),
  usage: z.catch(z.nullish(z.object({ prompt_tokens: count, completion_tokens: count })), null),
});

/** Only model and messages are sent: newer models refuse parameters that older ones need. */
export const CHAT: WriterProtocol = {
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

const ollamaSchema = z.object({
  message: z.object({ content: z.string() }),
  prompt_eval_count: count,
  eval_count: count,
});

export const OLLAMA_CHAT: WriterProtocol = {
  name: "Ollama's /api/chat",
  address: (base) => `${base}/api/chat`,
  request: (model, { system, user }) => ({
    model,
    stream: false,
    options: { num_predict: MOST_ANSWER_TOKENS, temperature: 0 },
    messages: [
      { role: "system", content: system },
      { role: "user", content: user },
    ],
  }),
  answer: (value) => {
    const parsed = ollamaSchema.safeParse(value);
    if (!parsed.success) return null;
    const { message, prompt_eval_count: inputTokens, eval_count: outputTokens } = parsed.data;
    return { text: message.content, inputTokens, outputTokens };
  },
};

const anthropicSchema = z.object({
  content: z.array(z.object({ type: z.string(), text: z.optional(z.string()) })),
  usage: z.catch(z.nullish(z.object({ input_tokens: count, output_tokens: count })), null),
});

export const ANTHROPIC: WriterProtocol = {
  name: "Anthropic's /v1/messages",
  keyHeader: "x-api-key",
  headers: { "anthropic-version": "2023-06-01" },
  address: (base) => `${versioned(base)}/messages`,
  request: (model, { system, user }) => ({
    model,
    max_tokens: MOST_ANSWER_TOKENS,
    system,
    messages: [{ role: "user", content: user }],
  }),
  answer: (value) => {
    const parsed = anthropicSchema.safeParse(value);
    if (!parsed.success) return null;
    const { content, usage } = parsed.data;
    return {
      text: content
        .filter(({ type }) => type === "text")
        .map(({ text = "" }) => text)
        .join(""),
      inputTokens: usage?.input_tokens ?? null,
      outputTokens: usage?.output_tokens ?? null,
    };
  },
};

/** A bare server has its interface at `/v1`; an address with a path is taken as it is. */
function versioned(base: string): string {
  return `${base}${new URL(base).pathname === "/" ? "/v1" : ""}`;
}
