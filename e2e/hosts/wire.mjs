/** Parts that all model APIs need: ids, JSON and server-sent events. */
import { randomUUID } from "node:crypto";

export function mint(prefix) {
  return `${prefix}_${randomUUID().replaceAll("-", "").slice(0, 24)}`;
}

export function sendJson(response, value, status = 200) {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

/** Returns a function that sends an event of a given type. */
export function openStream(response) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  return (type, fields) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
}

/** Undoes the escaping that some hosts apply to hook output; a model understands the escaped text. */
export function unescaped(text) {
  const plain = text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&#39;", "'");
  return plain.replaceAll("&quot;", "'").replaceAll("&amp;", "&");
}

/**
 * Returns whether a name is a tool of our MCP server, in the name that the host gives it: `mcp__tacit__recall`,
 * `tacit_recall`, `tacit-recall`.
 */
export function isOurTool(name, tool) {
  return new RegExp(`(?:^|_)tacit(?:__|[_-])${tool}$`).test(name);
}
