/** OpenAI's Responses API, as far as a scripted model needs it: reads requests and writes answers in its format. */
import { mint, openStream, sendJson } from "./wire.mjs";

const SUMMARY = /CONTEXT CHECKPOINT COMPACTION|create a handoff summary/i;

/** Token count that a model reports when its context is almost full. */
const FULL_TOKENS = 150_000;

/** @type {import("./model-server.mjs").Wire} */
export const RESPONSES = {
  isModelCall: (path) => path.endsWith("/responses"),
  aside: (path) => (path.endsWith("/models") ? { object: "list", data: [], models: [] } : null),
  kindOf: (body) => {
    const last = (body.input ?? []).findLast(({ role }) => role === "user");
    if (SUMMARY.test(JSON.stringify(last ?? ""))) return "summary";
    return (body.tools ?? []).length === 0 ? "aside" : "turn";
  },
  toolsOf: (body) => (body.tools ?? []).flatMap((tool) => callable(tool, null)),
  textOf: (body) => JSON.stringify(body.input),
  send: (response, body, reply) => {
    const item =
      "text" in reply
        ? {
            type: "message",
            id: mint("msg"),
            role: "assistant",
            status: "completed",
            content: [{ type: "output_text", text: reply.text, annotations: [] }],
          }
        : {
            type: "function_call",
            id: mint("fc"),
            call_id: mint("call"),
            ...reply.call,
            arguments: JSON.stringify(reply.input),
            status: "completed",
          };
    const whole = responseOf(body, [item], reply.isFull === true ? FULL_TOKENS : 1000);
    if (body.stream !== true) return sendJson(response, whole);
    stream(response, whole, item);
  },
};

/** Returns the callable tools. The tools of each MCP server are in a separate namespace. */
function callable(tool, namespace) {
  if (tool.type === "namespace")
    return (tool.tools ?? []).flatMap((one) => callable(one, tool.name));
  const name = tool.name ?? tool.type;
  return namespace === null
    ? [{ name, call: { name } }]
    : [{ name: `${namespace}__${name.replace(/^_+/, "")}`, call: { name, namespace } }];
}

function responseOf(body, output, inputTokens) {
  return {
    id: mint("resp"),
    object: "response",
    created_at: 0,
    status: "completed",
    model: body.model,
    output,
    usage: {
      input_tokens: inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 20,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: inputTokens + 20,
    },
    error: null,
    incomplete_details: null,
  };
}

/** Sends the answer as a stream. The client uses the completed item; the events before it are only for display. */
function stream(response, whole, item) {
  const send = openStream(response);
  send("response.created", {
    response: { ...whole, status: "in_progress", output: [], usage: null },
  });
  send("response.output_item.added", { output_index: 0, item: { ...item, status: "in_progress" } });
  send("response.output_item.done", { output_index: 0, item });
  send("response.completed", { response: whole });
  response.end();
}
