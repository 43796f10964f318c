/** The client of Anthropic's messages API. */
import * as z from "zod/mini";
import { type ChatProtocol, MAX_ANSWER_TOKENS } from "./chat.ts";
import { versioned } from "./openai.ts";
import { tokenCount } from "./token-count.ts";

const schema = z.object({
  content: z.array(z.object({ type: z.string(), text: z.optional(z.string()) })),
  usage: z.catch(
    z.nullish(z.object({ input_tokens: tokenCount, output_tokens: tokenCount })),
    null,
  ),
});

export const ANTHROPIC_CHAT: ChatProtocol = {
  name: "Anthropic's /v1/messages",
  keyHeader: "x-api-key",
  headers: { "anthropic-version": "2023-06-01" },
  address: (base) => `${versioned(base)}/messages`,
  request: (model, { system, user }) => ({
    model,
    max_tokens: MAX_ANSWER_TOKENS,
    system,
    messages: [{ role: "user", content: user }],
  }),
  answer: (value) => {
    const parsed = schema.safeParse(value);
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
