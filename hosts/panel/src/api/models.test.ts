/** Tests the choice of models in the panel, against servers on this machine. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startPanel } from "../testing-panel.ts";

/** Starts a server that answers each chat with this text. */
async function chatServer(reply: string): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      response.setHeader("content-type", "application/json");
      response.setHeader("connection", "close");
      response.end(
        JSON.stringify({ choices: [{ message: { role: "assistant", content: reply } }] }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/v1`;
}

const roleIn = async (at: Awaited<ReturnType<typeof startPanel>>, role: string) =>
  (await at.call("GET /api/models", {})).roles.find((one) => one.role === role);

test("a writer is chosen when it answers, another connection uses it, and the previous one is restored", async () => {
  const at = await startPanel({ MY_KEY: "sk-not-for-a-browser" });
  const url = await chatServer("NONE");
  const request = { name: "openai-compatible", url, model: "m", keyName: "MY_KEY" };
  const { before } = await at.call("POST /api/models/:role", request, { role: "writer" });
  expect(before).toEqual({ name: "none" });
  const writer = await roleIn(at, "writer");
  expect(writer).toMatchObject({ chosen: request, calls: { today: 1, most: 40 } });
  expect(JSON.stringify(writer)).not.toContain("sk-not");
  const [listed] = await (await at.other.admin.writers()).list();
  expect(listed).toMatchObject({ name: "m", isChosen: true });
  await at.call("POST /api/models/:role", before, { role: "writer" });
  expect(await (await at.other.admin.writers()).list()).toEqual([]);
});

/** Returns the address of a port that was free a moment ago. */
async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/v1`;
}

test("a model that cannot be reached is not chosen, and the answer names what is wrong", async () => {
  const at = await startPanel();
  const url = await closedAddress();
  const send = (name: string, role: string) =>
    at.fetch(`/api/models/${role}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name, url, model: "m" }),
    });
  const response = await send("openai-compatible", "encoder");
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    error: {
      code: "encoder_failed",
      values: { what: "unreachable" },
      reason: { sentence: { code: "nothing_answers" } },
    },
  });
  expect((await roleIn(at, "encoder"))?.chosen).toEqual({ name: "built-in" });
  expect((await send("openai-compatible", "poet")).status).toBe(400);
});

test("an option that takes precedence over a choice is named", async () => {
  const at = await startPanel({ TACIT_RERANKER: "off" });
  expect(await roleIn(at, "reranker")).toMatchObject({
    override: "off",
    chosen: { name: "turns" },
  });
  await at.call("POST /api/models/:role", { name: "late" }, { role: "reranker" });
  expect(await roleIn(at, "reranker")).toMatchObject({ override: "off", chosen: { name: "late" } });
});
