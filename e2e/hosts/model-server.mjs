/**
 * A model that says what it is told: the Anthropic Messages API on the loopback interface, streaming or not,
 * with every request kept for inspection. What a real host sends it is what a real model would have read.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

/**
 * @typedef {{text: string} | {tool: string, input: Record<string, unknown>}} Reply
 * @typedef {{step: number, reply: number, kind: "turn" | "aside" | "summary", body: any, text: string}} Kept
 */

/** Host errands of Claude Code, which must not use up the replies of the conversation. */
const ERRAND = /memory extraction subagent/;
const SUMMARY = /create a detailed summary|Your task is to create|summary of the conversation/i;
export const SUMMARY_TEXT = "SCRIPTED-SUMMARY: a rename was asked for.";

/** `say` sets the replies of the coming step; requests beyond them get a closing word. */
export async function startModel() {
  /** @type {Kept[]} */
  const requests = [];
  const problems = [];
  let replies = [];
  let step = -1;
  let next = 0;

  const planned = (body) => {
    const kind = kindOf(body);
    if (kind === "summary") return { kind, content: [text(`<summary>${SUMMARY_TEXT}</summary>`)] };
    if (kind === "aside") return { kind, content: [text("Nothing to add.")] };
    const reply = replies[next++] ?? { text: "Done." };
    if (!("tool" in reply)) return { kind, content: [text(reply.text)] };
    const name = toolNamed(body, reply.tool);
    if (name === null) {
      problems.push(`step ${step}: no tool ${reply.tool} is offered`);
      return { kind, content: [text(`No tool ${reply.tool}.`)] };
    }
    return { kind, content: [{ type: "tool_use", id: mint("toolu"), name, input: reply.input }] };
  };

  const server = createServer(async (request, response) => {
    const body = await readJson(request);
    const path = new URL(request.url ?? "/", "http://model").pathname;
    if (path.endsWith("/count_tokens")) return sendJson(response, { input_tokens: 1000 });
    if (!path.endsWith("/messages") || body === null) return sendJson(response, NOT_FOUND, 404);
    const reply = next;
    const { kind, content } = planned(body);
    requests.push({ step, reply, kind, body, text: JSON.stringify(body.messages) });
    const message = messageOf(body, content);
    if (body.stream === true) stream(response, message);
    else sendJson(response, message);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    requests,
    problems,
    say: (/** @type {Reply[]} */ said) => {
      replies = said;
      step += 1;
      next = 0;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const NOT_FOUND = { type: "error", error: { type: "not_found_error", message: "not scripted" } };

function kindOf(body) {
  const last = (body.messages ?? []).findLast(({ role }) => role === "user");
  if (SUMMARY.test(JSON.stringify(last ?? ""))) return "summary";
  if ((body.tools ?? []).length === 0 || ERRAND.test(JSON.stringify(body.system ?? ""))) {
    return "aside";
  }
  return "turn";
}

/** By its full name, or by the last part of an MCP tool's. */
function toolNamed(body, wanted) {
  const names = (body.tools ?? []).map(({ name }) => name);
  return names.find((name) => name === wanted || name.endsWith(`__${wanted}`)) ?? null;
}

function text(said) {
  return { type: "text", text: said };
}

function mint(prefix) {
  return `${prefix}_${randomUUID().replaceAll("-", "").slice(0, 24)}`;
}

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

async function readJson(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return null;
  }
}

function sendJson(response, value, status = 200) {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

/** The same message as server-sent events: start, one block after the other, end. */
function stream(response, message) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (type, fields) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
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
