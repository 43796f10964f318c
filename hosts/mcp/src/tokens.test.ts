/** Tests what the announced tools cost every session, and that unannounced input is accepted. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectClient, type TestingClient } from "./testing-client.ts";
import { RECALL_INPUT, REMEMBER_INPUT, UPDATE_INPUT } from "./tools/tool-inputs.schema.ts";

/**
 * Maximum tokens of all seven tools, with everything that is sent of them. Tokenizers give 4 to 4.5 characters a token for
 * such text.
 */
const MAX_TOKENS = 1500;
const CHARS_PER_TOKEN = 4;

let client: TestingClient;
beforeAll(async () => {
  client = await connectClient();
});
afterAll(() => client.close());

interface Announced {
  readonly name: string;
  readonly inputSchema: { readonly properties: Readonly<Record<string, { enum?: string[] }>> };
}

async function announced(): Promise<readonly Announced[]> {
  const { tools } = (await client.request("tools/list")) as { tools: Announced[] };
  return tools;
}

test("all seven tools together stay within the limit", async () => {
  const tools = await announced();
  const tokens = (value: unknown) => JSON.stringify(value).length / CHARS_PER_TOKEN;
  expect(tools).toHaveLength(7);
  expect(tokens(tools)).toBeLessThanOrEqual(MAX_TOKENS);
  for (const { name, inputSchema } of tools)
    expect([name, tokens(inputSchema) < 210]).toEqual([name, true]);
});

test("announces what every agent needs", async () => {
  const tools = await announced();
  const named = (tool: string) =>
    Object.keys(tools.find(({ name }) => name === tool)?.inputSchema.properties ?? {});
  expect(named("recall")).toEqual(["query", "files", "types", "limit", "in", "since"]);
  const remember = ["content", "type", "files", "tags", "error", "scope", "pinned", "relation"];
  expect(named("remember")).toEqual(remember);
  const types = tools.find(({ name }) => name === "remember")?.inputSchema.properties["type"];
  expect(types?.enum?.length).toBeLessThan(10);
});

test.each([
  [RECALL_INPUT, { phase: "implement", until: "3d", at: "2026-08", before: "x", after: "y" }],
  [RECALL_INPUT, { allBranches: true, types: ["episode", "handoff"] }],
  [REMEMBER_INPUT, { content: "long enough", symbols: ["f"], triggers: ["*.ts"], durable: true }],
  [REMEMBER_INPUT, { content: "long enough", validFrom: "2020", validUntil: "2021" }],
  [REMEMBER_INPUT, { content: "long enough", scope: "task" }],
  [REMEMBER_INPUT, { content: "long enough", invalidWhen: ["path:x gone"] }],
  [REMEMBER_INPUT, { content: "why", relation: { from: "a", to: "b:c", kind: "documents" } }],
  [UPDATE_INPUT, { action: "tag", id: "ab12cd34", untag: ["old"] }],
])("accepts input that is not announced: %#", (form, input) => {
  expect(form.read(input)).toEqual(input);
});
