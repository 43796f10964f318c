/** Tests that every fault of a model server has a name, and that no secret is revealed. */
import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { callJson, type JsonCall } from "./json-call.ts";
import { encoderErrors, faultOf } from "./model-fault.ts";
import { type Answer, closedServer, sendJson, testServer } from "./testing-server.ts";

const KEY = "made-up-key-0123456789";

function callOf(url: string, more: Partial<JsonCall> = {}): JsonCall {
  return {
    fail: encoderErrors("test"),
    url,
    body: { input: ["a"] },
    timeoutMs: 5000,
    retries: 0,
    key: KEY,
    ...more,
  };
}

async function failure(call: JsonCall): Promise<Error> {
  return callJson(call).then(
    (value) => {
      throw new Error(`no failure but ${JSON.stringify(value)}`);
    },
    (error: unknown) => error as Error,
  );
}

const raw =
  (status: number, text: string, headers: Record<string, string> = {}): Answer =>
  (_asked, response) => {
    response.writeHead(status, headers);
    response.end(text);
  };

/** A server that announces a length and sends less. */
const cutOff: Answer = (_asked, response) => {
  response.writeHead(200, { "content-length": "500" });
  response.write('{"embeddings": [[0.1,', () => response.destroy());
};
const hangs: Answer = () => undefined;
const dribbles: Answer = (_asked, response) => {
  response.writeHead(200);
  response.write("{");
};

describe("a name for each bad answer", () => {
  test.each<[string, Answer, string]>([
    ["a web page with 200", raw(200, "<!doctype html><p>Sign in</p>"), "not_json"],
    ["plain text with 200", raw(200, "pong"), "not_json"],
    ["nothing at all with 200", raw(200, ""), "not_json"],
    ["JSON that breaks off", raw(200, '{"embeddings": [[0.1, 0.2'), "truncated"],
    ["a NaN, which is no JSON", raw(200, '{"embeddings": [[0.1, NaN]]}\n'), "not_finite"],
    ["a connection that breaks off", cutOff, "truncated"],
    ["no key", raw(401, '{"error": "invalid api key"}'), "unauthorised"],
    ["not allowed", raw(403, "forbidden"), "unauthorised"],
    ["no such model", raw(404, '{"error": "model not found"}'), "not_there"],
    ["too many requests", raw(429, "slow down"), "rate_limited"],
    ["a crash", raw(500, "oops"), "server_error"],
    ["a text it does not take", raw(400, '{"error": "too long"}'), "refused_input"],
    ["a text that is too long", raw(413, "too long"), "refused_input"],
    ["no money left", raw(402, "pay first"), "unauthorised"],
    ["a refusal that is not about the text", raw(418, "I am a teapot"), "server_error"],
    ["sent to another host", raw(307, "", { location: "http://127.0.0.1:1/x" }), "redirected"],
    ["sent in a circle", raw(307, "", { location: "/again" }), "redirected"],
  ])("%s", async (_name, answer, fault) => {
    const server = await testServer(answer);
    const error = await failure(callOf(`${server.url}/v1/embeddings`));
    expect(faultOf(error)).toBe(fault);
  });

  test.each([
    ["to nowhere", {}],
    ["to no address", { location: "http://[" }],
  ])("does not send the texts again when redirected %s", async (_name, headers) => {
    const server = await testServer(raw(302, "", headers));
    const error = await failure(callOf(server.url, { retries: 3 }));
    expect([faultOf(error), server.requests.length]).toEqual(["redirected", 1]);
  });

  test.each<[string, Partial<JsonCall>]>([
    ["a bearer token", {}],
    ["a key in a header of its own", { keyHeader: "x-api-key" }],
    ["headers besides", { key: undefined, headers: { cookie: KEY } }],
    ["a question", { body: undefined }],
  ])("sends %s to another path of the server but never to another port", async (_name, more) => {
    const other = await testServer((_asked, response) => sendJson(response, { ok: true }));
    const server = await testServer((request, response) => {
      if (request.path === "/moved") raw(307, "", { location: other.url })(request, response);
      else raw(308, "", { location: "/moved" })(request, response);
    });
    const error = await failure(callOf(`${server.url}/v1`, { retries: 2, ...more }));
    expect(faultOf(error)).toBe("redirected");
    expect(error.message).not.toContain(KEY);
    expect(other.requests).toEqual([]);
    expect(server.requests.map(({ headers }) => JSON.stringify(headers).includes(KEY))).toEqual([
      true,
      true,
    ]);
  });

  test.each<[string, Answer]>([
    ["an answer that never comes", hangs],
    ["an answer that never ends", dribbles],
  ])("%s", async (_name, answer) => {
    const server = await testServer(answer);
    const error = await failure(callOf(server.url, { timeoutMs: 100, retries: 3 }));
    expect(faultOf(error)).toBe("timeout");
    // After such a wait there is no second attempt.
    expect(server.requests).toHaveLength(1);
  });

  test("reports a server that is not running", async () => {
    const url = await closedServer();
    const error = await failure(callOf(`${url}/v1`, { retries: 5 }));
    expect(faultOf(error)).toBe("unreachable");
    expect(error.message).toContain(`nothing answers at ${url} (ECONNREFUSED)`);
  });

  test("gives up on an endless answer", async () => {
    const chunk = Buffer.alloc(4_000_000, 0x20);
    const pour = (response: ServerResponse): void => {
      if (!response.destroyed) response.write(chunk, () => pour(response));
    };
    const server = await testServer((_asked, response) => pour(response.writeHead(200)));
    expect(faultOf(await failure(callOf(server.url)))).toBe("too_large");
  });

  test("can be cancelled before and during a call", async () => {
    const server = await testServer(hangs);
    const signal = AbortSignal.abort();
    expect(faultOf(await failure(callOf(server.url, { signal })))).toBe("aborted");
    expect(server.requests).toEqual([]);
    const controller = new AbortController();
    const waiting = await testServer(() => controller.abort());
    const error = await failure(callOf(waiting.url, { signal: controller.signal, retries: 3 }));
    expect(faultOf(error)).toBe("aborted");
    expect(waiting.requests).toHaveLength(1);
  });
});

test('throws "timeout", not "aborted", when the caller\'s time is over', async () => {
  const server = await testServer(hangs);
  const error = await failure(callOf(server.url, { signal: AbortSignal.timeout(50) }));
  expect(faultOf(error)).toBe("timeout");
});

test("reports a port that must not be called", async () => {
  const error = await failure(callOf("http://127.0.0.1:1/v1"));
  expect(error.message).toContain("bad port");
});

describe("retries", () => {
  async function tries(statuses: readonly number[], headers: Record<string, string> = {}) {
    const waited: number[] = [];
    let at = 0;
    const server = await testServer((_asked, response) => {
      const status = statuses[Math.min(at++, statuses.length - 1)] ?? 200;
      if (status === 200) sendJson(response, { ok: true });
      else raw(status, "wait", headers)(_asked, response);
    });
    const outcome = await callJson(
      callOf(server.url, {
        retries: 3,
        pause: async (ms) => {
          waited.push(ms);
        },
      }),
    ).catch((error: unknown) => faultOf(error));
    return { outcome, waited, calls: server.requests.length };
  }

  test.each<[string, number[], Record<string, string>, unknown, number[]]>([
    ["what passes, at our pace", [503, 502, 200], {}, { ok: true }, [500, 1000]],
    ["what the server asks for", [429, 200], { "retry-after": "2" }, { ok: true }, [2000]],
    [
      "a date, by the server's own clock",
      [503, 200],
      { "retry-after": "Tue, 01 Sep 2026 09:00:03 GMT", date: "Tue, 01 Sep 2026 09:00:00 GMT" },
      { ok: true },
      [3000],
    ],
    ["not longer than sensible", [429, 200], { "retry-after": "3600" }, "rate_limited", []],
    ["not for ever", [500, 500, 500, 500, 500], {}, "server_error", [500, 1000, 2000]],
    ["not what stays wrong", [401, 200], {}, "unauthorised", []],
    ["not a text it refuses", [400, 200], {}, "refused_input", []],
  ])("%s", async (_name, statuses, headers, outcome, waited) => {
    const result = await tries(statuses, headers);
    expect(result).toEqual({ outcome, waited, calls: waited.length + 1 });
  });
});

test("follow a redirect of the same server to another path, with method and key", async () => {
  const server = await testServer(({ path }, response) => {
    if (path === "/new") sendJson(response, { ok: true });
    else raw(308, "", { location: "/new" })({} as never, response);
  });
  expect(await callJson(callOf(`${server.url}/old`))).toEqual({ ok: true });
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /old",
    "POST /new",
  ]);
  expect(server.requests[1]?.headers.authorization).toBe(`Bearer ${KEY}`);
});

test("shows the start of a server error with millions of characters", async () => {
  const server = await testServer((_asked, response) =>
    sendJson(response, { error: `out of memory ${"x".repeat(20_000_000)}` }, 500),
  );
  const error = await failure(callOf(server.url));
  expect(faultOf(error)).toBe("server_error");
  expect(error.message).toContain("the server answers 500");
  expect(error.message).toContain("out of memory");
  expect(error.message.length).toBeLessThan(400);
});

test("shows the server's error on one line, truncated, without the key", async () => {
  const message = `Incorrect API key ${KEY}\n\u001b[31m${"x".repeat(5000)}`;
  const server = await testServer((_asked, response) =>
    sendJson(response, { error: { message } }, 401),
  );
  const error = await failure(callOf(server.url));
  expect(error.message).toContain("Incorrect API key [key]");
  expect(error.message.length).toBeLessThan(400);
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    expect(`${at.message}${at.stack}`).not.toContain(KEY);
  }
});
