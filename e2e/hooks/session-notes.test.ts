/** What an agent stores with the tool `remember` while hooks observe its session is a note of that session until it ends. */
import { expect, test } from "vitest";
import { startServer } from "../mcp/spawned-server.ts";
import { makeFolders } from "../store/processes.ts";
import { contextOf, hookHost } from "./hook-process.ts";
import { workerEnd } from "./worker-end.ts";

const NOTE =
  "readBody() in src/server.ts consumes the request stream, so a caller must not read it again; cloning was rejected because it doubles memory.";
const QUESTION =
  "Why must a caller of readBody in src/server.ts not read the request stream again?";

const HOSTS = [
  ["a host that tells its session", { CLAUDE_CODE_SESSION_ID: "first" }],
  ["a host that does not tell it", {}],
] as const;

test.each(HOSTS)("%s", async (_name, env) => {
  const { home, project } = makeFolders();
  const host = hookHost(home, project);
  await host.tell("SessionStart", "first", { source: "startup" });
  await host.tell("UserPromptSubmit", "first", { prompt: "Make the server tests pass." });

  const server = startServer({ home, project }, env);
  const clientInfo = { name: "claude-code", version: "2" };
  await server.ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  const call = (name: string, args: object) => server.ask("tools/call", { name, arguments: args });
  const answer = await call("remember", { content: NOTE });
  expect(answer.result.content[0].text).toMatch(/^Stored as .*note of this session/s);
  const found = await call("recall", { query: QUESTION });
  expect(found.result.content[0].text).toContain("cloning was rejected");
  await server.end("stdin");

  const during = await host.tell("UserPromptSubmit", "second", { prompt: QUESTION });
  expect(during.stdout).not.toContain("cloning was rejected");
  await host.tell("Stop", "first", { last_assistant_message: "The tests pass." });
  await host.tell("SessionEnd", "first", { reason: "other" });
  await workerEnd(home);
  const after = contextOf(await host.tell("UserPromptSubmit", "third", { prompt: QUESTION }));
  expect(after).toContain("cloning was rejected");
  expect(host.log()).toEqual([]);
});
