/** Tests facts that were measured with real MCP clients, for every answer: README.md of hosts/hooks lists the facts. */
import { afterEach, expect, test } from "vitest";
import { INSTRUCTIONS } from "./instructions.ts";
import { connectClient, type TestingClient } from "./testing-client.ts";

const open: TestingClient[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

async function client(): Promise<TestingClient> {
  const made = await connectClient();
  open.push(made);
  return made;
}

test("fact 2: every tool answers with text only, for success and failure, so that every client shows the same", async () => {
  const at = await client();
  const { tools } = (await at.request("tools/list")) as { tools: { name: string }[] };
  const inputs: Readonly<Record<string, object>> = {
    recall: { query: "staging" },
    remember: { content: "Deployments to staging need the flag --no-cdn.", type: "gotcha" },
    impact: { target: "src/app.ts" },
  };
  for (const { name } of tools) {
    for (const input of [inputs[name] ?? {}, { nonsense: 1, id: "zz", ids: ["zz"] }]) {
      const result = await at.request("tools/call", { name, arguments: input });
      expect([name, Object.keys(result)]).toEqual([
        name,
        expect.not.arrayContaining(["structuredContent"]),
      ]);
      expect(result["content"]).toEqual([{ type: "text", text: expect.stringMatching(/\S/) }]);
    }
  }
});

test("fact 13: tool descriptions repeat the instructions, because two clients never show those to the model", async () => {
  const at = await client();
  const protocolVersion = "2025-06-18";
  const clientInfo = { name: "probe", version: "1" };
  const result = await at.request("initialize", { protocolVersion, capabilities: {}, clientInfo });
  expect(result["instructions"]).toBe(INSTRUCTIONS);
  const { tools } = (await at.request("tools/list")) as {
    tools: { name: string; description: string }[];
  };
  const described = (name: string) => tools.find((tool) => tool.name === name)?.description;
  for (const text of [INSTRUCTIONS, described("recall")])
    expect(text).toContain("before work in an unfamiliar area and when an error appears");
  expect(described("remember")).toContain("Do not save facts that the code shows");
});

test("fact 6: a search finds each hidden tool by the words people use", async () => {
  const at = await client();
  const { tools } = (await at.request("tools/list")) as { tools: { description: string }[] };
  for (const { description } of tools) expect(description).toMatch(/Keywords: memory/);
});
