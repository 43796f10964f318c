/** Tests every protocol of a writer: the request, and what a server may return instead of an answer. */
import { describe, expect, test } from "vitest";
import { OWN_REQUEST } from "../../domain/text/own-request.ts";
import { modelFaultOf } from "../../search/models/model-fault.ts";
import {
  type Answer,
  closedServer,
  sendJson,
  testServer,
} from "../../search/models/testing-server.ts";
import { openTestStore } from "../../testing/testing-life.ts";
import { openWriter } from "./open-writer.ts";
import {
  answerAsAnthropic,
  answerAsChatWriter,
  answerAsOllamaWriter,
  type Say,
} from "./testing-writers.ts";
import type { ServerChoice } from "./writer-choice.schema.ts";
import { readChosenWriter, writeChosenWriter } from "./writer-settings.ts";

const KEY = "made-up-key-0123456789";
const QUESTION = { system: `${OWN_REQUEST}\nwrite`, user: `${OWN_REQUEST}\n[1] user: hello` };
const LIMITS = { budgetMs: 5000 };

const writer = (kind: ServerChoice["kind"], url: string, keyName: string | null = null) =>
  openWriter(
    { kind, url, model: "m", keyName, allowHttp: false, callsADay: 5, sinceMs: 0 },
    { MY_KEY: KEY },
  );

const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

const PROTOCOLS: readonly [ServerChoice["kind"], (say: Say) => Answer, string][] = [
  ["chat", answerAsChatWriter, "authorization"],
  ["ollama", answerAsOllamaWriter, "authorization"],
  ["anthropic", answerAsAnthropic, "x-api-key"],
];

describe.each(PROTOCOLS)("%s", (kind, answering, keyHeader) => {
  test("sends both texts, the request header and the key, and returns the cost", async () => {
    const { url, requests } = await testServer(answering(() => "NONE"));
    const answered = await writer(kind, url, "MY_KEY").ask(QUESTION, LIMITS);
    expect(answered).toEqual({ text: "NONE", inputTokens: 321, outputTokens: 45 });
    const [only] = requests;
    expect(only?.headers[keyHeader]).toContain(KEY);
    expect(only?.headers["x-tacit-request"]).toBe("lessons");
    expect(JSON.stringify(only?.body)).toContain(JSON.stringify(QUESTION.system));
    expect(JSON.stringify(only?.body)).toContain(JSON.stringify(QUESTION.user));
  });

  test.each<[string, Answer, string]>([
    ["a web page", (_asked, response) => response.end("<html>hello</html>"), "not_json"],
    ["half a JSON", (_asked, response) => response.end('{"message": {"con'), "truncated"],
    ["another shape", (_asked, response) => sendJson(response, { data: [] }), "unexpected_shape"],
    ["NaN", (_asked, response) => response.end('{"choices": NaN}'), "not_json"],
    ["no key", (_asked, response) => sendJson(response, {}, 401), "unauthorised"],
    ["too busy", (_asked, response) => sendJson(response, {}, 429), "rate_limited"],
    ["its own fault", (_asked, response) => sendJson(response, {}, 500), "server_error"],
    [
      "ten megabytes",
      (_asked, response) => sendJson(response, { pad: "x".repeat(10_000_000) }),
      "too_large",
    ],
    [
      "a way to somebody else",
      (_asked, response) => response.writeHead(302, { location: "http://example.org/" }).end(),
      "redirected",
    ],
  ])("fails on an answer that is %s", async (_name, answer, fault) => {
    const { url } = await testServer(answer);
    expect(modelFaultOf(await failure(writer(kind, url).ask(QUESTION, LIMITS)))).toBe(fault);
  });

  test("gives up on a hanging server at the end of the budget and reports an unreachable one", async () => {
    const { url } = await testServer(() => undefined);
    const hung = await failure(writer(kind, url).ask(QUESTION, { budgetMs: 30 }));
    expect(modelFaultOf(hung)).toBe("timeout");
    const gone = writer(kind, await closedServer()).ask(QUESTION, LIMITS);
    expect(modelFaultOf(await failure(gone))).toBe("unreachable");
  });
});

test("ignores a cost that is not a number", async () => {
  const { url } = await testServer((_asked, response) =>
    sendJson(response, {
      choices: [{ message: { content: "{}" } }],
      usage: { prompt_tokens: "many", completion_tokens: -1 },
    }),
  );
  expect(await writer("chat", url).ask(QUESTION, LIMITS)).toMatchObject({
    inputTokens: null,
    outputTokens: null,
  });
});

test.each([{ callsADay: 2_000_000 }, { model: "" }])(
  "does not store a writer with %j, which could not be read again",
  async (wrong) => {
    const { db } = await openTestStore();
    const url = "http://127.0.0.1:8080";
    const fields = { url, model: "m", keyName: null, allowHttp: false, callsADay: 5, sinceMs: 0 };
    await expect(writeChosenWriter(db, { kind: "chat", ...fields, ...wrong })).rejects.toThrow(
      expect.objectContaining({ code: "usage" }),
    );
    expect(await readChosenWriter(db)).toBeNull();
  },
);
