/** Converts a request of node:http to fetch's, and sends a response of fetch. */
import type { IncomingMessage, ServerResponse } from "node:http";

const WITHOUT_BODY = new Set(["GET", "HEAD", "DELETE", "OPTIONS"]);

/**
 * Returns the body, or null if it is larger than `maxBytes`. The rest is then read and dropped, so that the client, which is
 * still sending, receives the response and not a broken connection. Rejects when the client leaves.
 */
export async function readBody(
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = Number(incoming.headers["content-length"] ?? 0) > maxBytes ? maxBytes + 1 : 0;
  if (bytes > maxBytes) return dropped(incoming);
  return new Promise((resolve, reject) => {
    incoming.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else {
        incoming.removeAllListeners("data");
        resolve(dropped(incoming));
      }
    });
    incoming.once("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    incoming.once("error", reject);
    incoming.once("close", () => reject(new Error("the client disconnected")));
  });
}

function dropped(incoming: IncomingMessage): null {
  incoming.resume();
  return null;
}

/** Throws a TypeError for what fetch does not accept, such as the method TRACE. */
export function webRequest(incoming: IncomingMessage, body: string, signal: AbortSignal): Request {
  const { method = "GET", rawHeaders } = incoming;
  const headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    headers.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "");
  }
  return new Request(`http://${incoming.headers.host}${targetOf(incoming)}`, {
    method,
    headers,
    signal,
    ...(WITHOUT_BODY.has(method) ? {} : { body }),
  });
}

/** Returns the path without the query; "" for a target that is not a path. */
export function pathOf(incoming: IncomingMessage): string {
  return targetOf(incoming).split("?")[0] ?? "";
}

/** Returns the target as the client sent it: nothing is decoded, and `..` is not resolved. */
function targetOf({ url = "" }: IncomingMessage): string {
  return url.startsWith("/") ? url : "";
}

/** Resolves when the whole response is sent or the client has left. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) return ended(outgoing);
  // A stream may begin without data; the client must still learn that it is open.
  outgoing.flushHeaders();
  const reader = response.body.getReader();
  outgoing.once("close", () => void reader.cancel().catch(() => undefined));
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!outgoing.write(value) && !outgoing.destroyed) await drained(outgoing);
  }
  return ended(outgoing);
}

function ended(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (outgoing.destroyed) resolve();
    outgoing.once("close", resolve);
    outgoing.end(() => resolve());
  });
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    outgoing.once("drain", resolve);
    outgoing.once("close", resolve);
  });
}
