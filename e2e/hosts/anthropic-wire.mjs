/** The Anthropic Messages API, as far as a scripted model needs it: reads requests and writes answers in its format. */
import { mint, openStream, sendJson } from "./wire.mjs";

/** Background requests of Claude Code, which must not use up the scripted replies of the conversation. */
const ERRAND = /memory extraction subagent/;
const SUMMARY = /create a detailed summary|Your task is to create|summary of the conversation/i;

/** @type {import("./model-server.mjs").Wire} */
export const ANTHROPIC = {
  isModelCall: (path) => path.endsWith("/messages"),
  aside: (path) => (path.endsWith("/count_tokens") ? { input_tokens: 1000 } : null),
  kindOf: (body) => {
    const last = (body.messages ?? []).findLast(({ role }) => role === "user");
    if (SUMMARY.test(JSON.stringify(last ?? ""))) return "summary";
    const isErrand = ERRAND.test(JSON.stringify(body.system ?? ""));
    return (body.tools ?? []).length === 0 || isErrand ? "aside" : "turn";
  },
  toolsOf: (body) => (body.tools ?? []).map(({ name }) => ({ name, call: { name } })),
  textOf: (body) => JSON.stringify(body.messages),
  send: (response, body, reply) => {
    const content =
      "text" in reply
        ? [{ type: "text", text: reply.text }]
        : [{ type: "tool_use", id: mint("toolu"), ...reply.call, input: reply.input }];
    const message = messageOf(body, content);
    if (body.stream === true) stream(response, message);
    else sendJson(response, message);
  },
};

function messageOf(body, content) {
  return {
    id: mint("msg"),
    type: "message",
    role: "assistant",
    model: body.model,
    content,
    stop_reason: content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 1000, output_tokens: 20 },
  };
}

/** Sends the same message as server-sent events: start, each content block, end. */
function stream(response, message) {
  const send = openStream(response);
  send("message_start", { message: { ...message, content: [], stop_reason: null } });
  for (const [index, block] of message.content.entries()) {
    const isText = block.type === "text";
    const empty = isText ? { ...block, text: "" } : { ...block, input: {} };
    const delta = isText
      ? { type: "text_delta", text: block.text }
      : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
    send("content_block_start", { index, content_block: empty });
    send("content_block_delta", { index, delta });
    send("content_block_stop", { index });
  }
  const { stop_reason, stop_sequence, usage } = message;
  send("message_delta", { delta: { stop_reason, stop_sequence }, usage });
  send("message_stop", {});
  response.end();
}
