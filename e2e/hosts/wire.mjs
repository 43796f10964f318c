/** What the wires of all model APIs need: ids, JSON, and server-sent events. */
import { randomUUID } from "node:crypto";

export function mint(prefix) {
  return `${prefix}_${randomUUID().replaceAll("-", "").slice(0, 24)}`;
}

export function sendJson(response, value, status = 200) {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

/** Sends one event of a type at a time. */
export function openStream(response) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  return (type, fields) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
}

/** Some hosts escape what hooks tell; a model reads through that. */
export function unescaped(text) {
  const plain = text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&#39;", "'");
  return plain.replaceAll("&quot;", "'").replaceAll("&amp;", "&");
}

/** A tool of our MCP server, in the name that the host gives it: `mcp__tacit__recall`, `tacit_recall`, `tacit-recall`. */
export function isOurTool(name, tool) {
  return new RegExp(`(?:^|_)tacit(?:__|[_-])${tool}$`).test(name);
}
