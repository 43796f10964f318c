/** OpenAI's chat completions, as far as a scripted model needs it: reads requests and writes answers in its format. */
import { mint, sendJson, unescaped } from "./wire.mjs";

/** @type {import("./model-server.mjs").Wire} */
export const CHAT = {
  isModelCall: (path) => path.endsWith("/chat/completions"),
  aside: (path) => (path.endsWith("/models") ? { object: "list", data: [] } : null),
  kindOf: (body) => {
    if ((body.tools ?? []).length > 0) return "turn";
    return /context summari[sz]ation/.test(JSON.stringify(body.messages)) ? "summary" : "aside";
  },
  toolsOf: (body) => [...offered(body), ...listed(body)],
  textOf: (body) => unescaped(JSON.stringify(body.messages)),
  send: (response, body, reply) => {
    const message = { role: "assistant", ...contentOf(reply) };
    const finish = "text" in reply ? "stop" : "tool_calls";
    const promptTokens = reply.isFull === true ? 98_000 : 1000;
    const usage = {
      prompt_tokens: promptTokens,
      completion_tokens: 20,
      total_tokens: promptTokens + 20,
    };
    const head = { id: mint("chatcmpl"), created: 0, model: body.model };
    if (body.stream !== true) {
      const choices = [{ index: 0, message, finish_reason: finish }];
      return sendJson(response, { ...head, object: "chat.completion", choices, usage });
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (choices, more = {}) => {
      const chunk = { ...head, object: "chat.completion.chunk", choices, ...more };
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    };
    send([{ index: 0, delta: message, finish_reason: null }]);
    send([{ index: 0, delta: {}, finish_reason: finish }]);
    send([], { usage });
    response.end("data: [DONE]\n\n");
  },
};

function contentOf(reply) {
  if ("text" in reply) return { content: reply.text };
  const { name, hidden } = reply.call;
  const input = hidden === undefined ? reply.input : { name: hidden, arguments: reply.input };
  const call = { name, arguments: JSON.stringify(input) };
  return {
    content: null,
    tool_calls: [{ index: 0, id: mint("call"), type: "function", function: call }],
  };
}

function offered(body) {
  const names = (body.tools ?? []).map((tool) => tool.function.name);
  return names.map((name) => ({ name, call: { name } }));
}

/** Returns the tools that only the text names and that are called through another tool, `tool_call`. */
function listed(body) {
  if (!offered(body).some(({ name }) => name === "tool_call")) return [];
  const names = JSON.stringify(body.messages).match(/\bmcp__[a-z]+__[a-z_]+/g) ?? [];
  return [...new Set(names)].map((name) => ({ name, call: { name: "tool_call", hidden: name } }));
}
