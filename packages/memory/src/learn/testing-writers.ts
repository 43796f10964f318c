/** Toy writers behind the real protocols, for tests: what they say is given by the test. */
import { type Answer, type Asked, sendJson } from "../encoders/testing-server.ts";

export interface SentNote {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly files: readonly string[];
  readonly evidence: readonly string[];
}

/** The notes of a request, whichever protocol it came by. */
export function notesIn({ body }: Asked): SentNote[] {
  const messages = (body?.["messages"] ?? []) as { readonly content: string }[];
  const user = messages.at(-1)?.content ?? "";
  return user
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as SentNote);
}

export type Say = (notes: readonly SentNote[], asked: Asked) => unknown;

const textOf = (said: unknown) => (typeof said === "string" ? said : JSON.stringify(said));

/** Speaks `/v1/chat/completions`. */
export function answerAsChatWriter(say: Say): Answer {
  return (asked, response) => {
    if (asked.path !== "/v1/chat/completions") return sendJson(response, {}, 404);
    const message = { role: "assistant", content: textOf(say(notesIn(asked), asked)) };
    const choices = [{ index: 0, message, finish_reason: "stop" }];
    const usage = { prompt_tokens: 321, completion_tokens: 45, total_tokens: 366 };
    sendJson(response, { id: "1", object: "chat.completion", choices, usage });
  };
}

/** Speaks Ollama's `/api/chat`. */
export function answerAsOllamaWriter(say: Say): Answer {
  return (asked, response) => {
    if (asked.path !== "/api/chat" || asked.body?.["stream"] !== false)
      return sendJson(response, { error: "not found" }, 404);
    const message = { role: "assistant", content: textOf(say(notesIn(asked), asked)) };
    const counts = { prompt_eval_count: 321, eval_count: 45 };
    sendJson(response, { model: asked.body["model"], message, done: true, ...counts });
  };
}

/** Speaks Anthropic's `/v1/messages`. */
export function answerAsAnthropic(say: Say): Answer {
  return (asked, response) => {
    const { headers, body, path } = asked;
    if (path !== "/v1/messages" || headers["anthropic-version"] !== "2023-06-01")
      return sendJson(response, { type: "error", error: { message: "no" } }, 400);
    if (typeof body?.["max_tokens"] !== "number" || typeof body["system"] !== "string")
      return sendJson(response, { type: "error", error: { message: "max_tokens: required" } }, 400);
    const content = [{ type: "text", text: textOf(say(notesIn(asked), asked)) }];
    const usage = { input_tokens: 321, output_tokens: 45 };
    sendJson(response, { id: "1", type: "message", role: "assistant", content, usage });
  };
}
