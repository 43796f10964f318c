/**
 * Scripted model that serves its client's API on the loopback interface, streaming or not, and stores every request for
 * inspection. A real host sends it what a real model would read.
 */
import { createServer } from "node:http";
import { isOurTool, sendJson } from "./wire.mjs";

/**
 * @typedef {({text: string} | {tool: string, input: Record<string, unknown>} | {isKill: true}) & {isFull?: boolean}} ScriptedReply
 * @typedef {{name: string, call: Record<string, string>}} Callable  `call`: what names it in an answer
 * @typedef {{isModelCall: (path: string) => boolean, aside: (path: string) => object | null,
 *   kindOf: (body: any) => "turn" | "aside" | "summary", toolsOf: (body: any) => Callable[],
 *   textOf: (body: any) => string,
 *   send: (response: any, body: any, reply: ({text: string} | {call: Record<string, string>, input: object})
 *     & {isFull?: boolean}) => void}} Wire  `isFull`: the answer reports that hardly any room is left
 * @typedef {{step: number, reply: number, kind: "turn" | "aside" | "summary", tools: string[], body: any,
 *   text: string}} Kept
 */

export const SUMMARY_TEXT = "SCRIPTED-SUMMARY: a rename was asked for.";
const NOT_FOUND = { type: "error", error: { type: "not_found_error", message: "not scripted" } };

/**
 * `say` sets the replies of the coming step; requests beyond them get a closing word.
 * @param {Wire} wire
 */
export async function startModel(wire) {
  /** @type {Kept[]} */
  const requests = [];
  const problems = [];
  let replies = [];
  let step = -1;
  let next = 0;
  /** @type {(() => void) | undefined} */
  let onKill;

  const planned = (kind, tools) => {
    if (kind === "summary") return { text: `<summary>${SUMMARY_TEXT}</summary>` };
    if (kind === "aside") return { text: "Nothing to add." };
    const reply = replies[next++] ?? { text: "Done." };
    if (!("tool" in reply)) return reply;
    const found = tools.find(({ name }) => name === reply.tool || isOurTool(name, reply.tool));
    if (found !== undefined) return { ...reply, call: found.call };
    problems.push(`step ${step}: no tool ${reply.tool} is offered`);
    return { text: `No tool ${reply.tool}.` };
  };

  const server = createServer(async (request, response) => {
    const body = await readJson(request);
    const path = new URL(request.url ?? "/", "http://model").pathname;
    const aside = wire.aside(path);
    if (aside !== null) return sendJson(response, aside);
    if (!wire.isModelCall(path) || body === null) return sendJson(response, NOT_FOUND, 404);
    const reply = next;
    const kind = wire.kindOf(body);
    const tools = wire.toolsOf(body);
    const text = wire.textOf(body);
    const answer = withShownId(planned(kind, tools), text);
    const names = tools.map(({ name }) => name);
    requests.push({ step, reply, kind, tools: names, body, text });
    if ("isKill" in answer) onKill?.();
    else wire.send(response, body, answer);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    requests,
    problems,
    /** Sets the replies of a step. `at`: the step's number. `kill` ends the asking program, which gets no answer. */
    say: (
      /** @type {ScriptedReply[]} */ script,
      at = step + 1,
      /** @type {(() => void) | undefined} */ kill = undefined,
    ) => {
      replies = script;
      onKill = kill;
      step = at;
      next = 0;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Replaces `{{memory TITLE}}` in a reply with the id that the request shows before a title that starts with TITLE. */
function withShownId(reply, text) {
  if (!("input" in reply)) return reply;
  const input = JSON.stringify(reply.input).replace(
    /\{\{memory ([^}]*)\}\}/g,
    (_all, title) => new RegExp(`\\[(mem:[0-9a-f]{8})\\] ${title}`).exec(text)?.[1] ?? "",
  );
  return { ...reply, input: JSON.parse(input) };
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
