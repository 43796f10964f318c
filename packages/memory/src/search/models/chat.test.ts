/** Tests that each protocol sends what its server expects, and that every wrong answer has its fault. */
import { describe, expect, test } from "vitest";
import { ANTHROPIC_CHAT } from "./anthropic.ts";
import { askChat, type ChatProtocol } from "./chat.ts";
import { modelFaultOf } from "./model-fault.ts";
import { OLLAMA_CHAT } from "./ollama.ts";
import { OPENAI_CHAT } from "./openai.ts";
import { type Answer, sendJson, testServer } from "./testing-server.ts";

const KEY = "made-up-key-0123456789";
const QUESTION = { system: "Be brief.", user: "Which port?" };
const MESSAGES = [
  { role: "system", content: QUESTION.system },
  { role: "user", content: QUESTION.user },
];

async function ask(protocol: ChatProtocol, answer: Answer, more = {}) {
  const server = await testServer(answer);
  const chat = { url: server.url, model: "m", keyName: "THE_KEY", allowHttp: false };
  const call = { id: "test", env: { THE_KEY: KEY }, timeoutMs: 5000, ...more };
  const outcome = await askChat(protocol, chat, QUESTION, call).catch((error: unknown) => error);
  return { outcome, requests: server.requests };
}

const openAi = (content: string | null) => ({ choices: [{ message: { content } }] });
const ollama = (content: string) => ({ message: { content } });
const anthropic = (text: string) => ({ content: [{ type: "thinking" }, { type: "text", text }] });

describe("requests and answers", () => {
  test.each([
    {
      protocol: OPENAI_CHAT,
      path: "/v1/chat/completions",
      key: { authorization: `Bearer ${KEY}` },
      body: { model: "m", messages: MESSAGES },
      answer: { ...openAi("8080"), usage: { prompt_tokens: 7, completion_tokens: 2 } },
    },
    {
      protocol: OLLAMA_CHAT,
      path: "/api/chat",
      key: { authorization: `Bearer ${KEY}` },
      body: {
        model: "m",
        stream: false,
        options: { num_predict: 4000, temperature: 0 },
        messages: MESSAGES,
      },
      answer: { ...ollama("8080"), prompt_eval_count: 7, eval_count: 2 },
    },
    {
      protocol: ANTHROPIC_CHAT,
      path: "/v1/messages",
      key: { "x-api-key": KEY, "anthropic-version": "2023-06-01" },
      body: { model: "m", max_tokens: 4000, system: QUESTION.system, messages: [MESSAGES[1]] },
      answer: { ...anthropic("8080"), usage: { input_tokens: 7, output_tokens: 2 } },
    },
  ])("sends and reads $protocol.name", async ({ protocol, path, key, body, answer }) => {
    const headers = { "x-tacit-request": "lessons" };
    const { outcome, requests } = await ask(protocol, (_, res) => sendJson(res, answer), {
      headers,
    });
    expect(outcome).toEqual({ text: "8080", inputTokens: 7, outputTokens: 2 });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      method: "POST",
      path,
      body,
      headers: { ...key, ...headers },
    });
    expect(requests[0]?.body).toEqual(body);
  });
});

describe("faults, without a second attempt", () => {
  test.each<[string, ChatProtocol, Answer, string]>([
    ["no text, OpenAI", OPENAI_CHAT, (_, res) => sendJson(res, openAi(null)), "unexpected_shape"],
    ["blank text", OPENAI_CHAT, (_, res) => sendJson(res, openAi(" \n")), "unexpected_shape"],
    ["blank, Ollama", OLLAMA_CHAT, (_, res) => sendJson(res, ollama("")), "unexpected_shape"],
    [
      "blank, Anthropic",
      ANTHROPIC_CHAT,
      (_, res) => sendJson(res, anthropic("")),
      "unexpected_shape",
    ],
    [
      "another shape",
      ANTHROPIC_CHAT,
      (_, res) => sendJson(res, openAi("8080")),
      "unexpected_shape",
    ],
    ["a refused key", OLLAMA_CHAT, (_, res) => sendJson(res, {}, 401), "unauthorised"],
    ["a busy server", OPENAI_CHAT, (_, res) => sendJson(res, {}, 429), "rate_limited"],
    [
      "a huge answer",
      OPENAI_CHAT,
      (_, res) => sendJson(res, openAi("x".repeat(2000))),
      "too_large",
    ],
  ])("%s", async (_name, protocol, answer, fault) => {
    const { outcome, requests } = await ask(protocol, answer, { maxBytes: 1000 });
    expect(modelFaultOf(outcome)).toBe(fault);
    expect(String(outcome)).not.toContain(KEY);
    expect(requests).toHaveLength(1);
  });

  test("sends nothing without a key", async () => {
    const answer: Answer = (_, res) => sendJson(res, openAi("8080"));
    const { outcome, requests } = await ask(OPENAI_CHAT, answer, { env: {} });
    expect([modelFaultOf(outcome), requests.length]).toEqual(["unauthorised", 0]);
  });
});
