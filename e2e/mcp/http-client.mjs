/**
 * Minimal HTTP client: sends any header and any body and returns the response as text; reads a stream up to its first
 * message.
 */
import { request } from "node:http";

export const ACCEPT = "application/json, text/event-stream";

/**
 * @typedef {{status: number, headers: import("node:http").IncomingHttpHeaders, text: string, message: any}} Answer
 * `status` 0: no answer in time, -1: the connection broke. `message`: the JSON-RPC message in it.
 */

/**
 * @param {string} url
 * @param {{method?: string, headers?: Record<string, string | undefined>, body?: unknown, limitMs?: number}} [what]
 * @returns {Promise<Answer>}
 */
export function ask(url, { method = "POST", headers = {}, body, limitMs = 8000 } = {}) {
  const target = new URL(url);
  const sent = Object.fromEntries(
    Object.entries(headers).filter(([, value]) => value !== undefined),
  );
  return new Promise((resolve) => {
    const none = (status, text) => resolve({ status, headers: {}, text, message: null });
    const asking = request(
      {
        host: target.hostname,
        port: target.port,
        path: target.pathname,
        method,
        headers: {
          accept: ACCEPT,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...sent,
        },
        setHost: sent["host"] === undefined,
      },
      (answer) => {
        let text = "";
        const { statusCode: status = 0, headers: got } = answer;
        const done = () => resolve({ status, headers: got, text, message: messageIn(text) });
        answer.setEncoding("utf8").on("data", (chunk) => {
          text += chunk;
          if (isStream(got) && messageIn(text) !== null) {
            done();
            asking.destroy();
          }
        });
        answer.once("end", done);
        answer.once("error", done);
      },
    );
    asking.setTimeout(limitMs, () => {
      none(0, "no answer in time");
      asking.destroy();
    });
    asking.once("error", (error) => none(-1, String(error)));
    asking.end(typeof body === "string" || body === undefined ? body : JSON.stringify(body));
  });
}

function isStream(headers) {
  return String(headers["content-type"]).includes("text/event-stream");
}

function messageIn(text) {
  const data = /^data: (\{.*\})\r?$/m.exec(text)?.[1];
  try {
    return JSON.parse(data ?? text);
  } catch {
    return null;
  }
}
