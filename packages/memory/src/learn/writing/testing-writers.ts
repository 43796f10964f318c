/** Test helper: toy writers behind the real protocols; the test provides their answers. */
import { type Answer, type ReceivedRequest, sendJson } from "../../search/models/testing-server.ts";

/** Returns the user message of a request in any of the protocols. */
export function userMessageOf({ body }: ReceivedRequest): string {
  const messages = (body?.["messages"] ?? []) as { readonly content: string }[];
  return messages.at(-1)?.content ?? "";
}

/** Returns the reply to a user message. */
export type Say = (user: string, request: ReceivedRequest) => string;

/** Speaks `/v1/chat/completions`. */
export function answerAsChatWriter(say: Say): Answer {
  return (request, response) => {
    if (request.path !== "/v1/chat/completions") return sendJson(response, {}, 404);
    const message = { role: "assistant", content: say(userMessageOf(request), request) };
    const choices = [{ index: 0, message, finish_reason: "stop" }];
    const usage = { prompt_tokens: 321, completion_tokens: 45, total_tokens: 366 };
    sendJson(response, { id: "1", object: "chat.completion", choices, usage });
  };
}

/** Answers in the format of Ollama's `/api/chat`. */
export function answerAsOllamaWriter(say: Say): Answer {
  return (request, response) => {
    if (request.path !== "/api/chat" || request.body?.["stream"] !== false)
      return sendJson(response, { error: "not found" }, 404);
    const message = { role: "assistant", content: say(userMessageOf(request), request) };
    const counts = { prompt_eval_count: 321, eval_count: 45 };
    sendJson(response, { model: request.body["model"], message, done: true, ...counts });
  };
}

/** Answers in the format of Anthropic's `/v1/messages`. */
export function answerAsAnthropic(say: Say): Answer {
  return (request, response) => {
    const { headers, body, path } = request;
    if (path !== "/v1/messages" || headers["anthropic-version"] !== "2023-06-01")
      return sendJson(response, { type: "error", error: { message: "no" } }, 400);
    if (typeof body?.["max_tokens"] !== "number" || typeof body["system"] !== "string")
      return sendJson(response, { type: "error", error: { message: "max_tokens: required" } }, 400);
    const content = [{ type: "text", text: say(userMessageOf(request), request) }];
    const usage = { input_tokens: 321, output_tokens: 45 };
    sendJson(response, { id: "1", type: "message", role: "assistant", content, usage });
  };
}
