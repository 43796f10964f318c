/**
 * Tests what commands and the MCP server report, and what still works, while another process holds the write lock for long.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../packages/memory/src/store/open-database.ts";
import { startServer } from "../mcp/spawned-server.ts";
import { makeProgram } from "../models/tacit-process.ts";

const LOCKED = /another process holds the write lock.*SQLITE_BUSY/;
const NEXT = /wait a moment and try again/;

async function whileLocked(body: (place: ReturnType<typeof makeProgram>) => Promise<void>) {
  const place = makeProgram();
  mkdirSync(place.home, { recursive: true, mode: 0o700 });
  const tacit = await openTacit({ home: place.home, cwd: join(place.base, "project") });
  await tacit.memories.remember({
    content: "The shop listens on port 4001",
    source: "user_taught",
  });
  await tacit.close();
  const db = await openDatabase({ path: join(place.home, "memory.db") });
  // Close the database before the folder is removed.
  onTestFinished(() => db.close());
  await db.transaction(async (tx) => {
    await tx.run("UPDATE memory SET title = title");
    await body(place);
  });
}

interface Case {
  readonly words: readonly string[];
  readonly status: number;
  /** Printed on stdout when the command succeeds or reports checks, else on stderr. */
  readonly prints: readonly RegExp[];
}

test.each<Case>([
  { words: ["remember", "The bar listens on port 4002"], status: 75, prints: [LOCKED, NEXT] },
  { words: ["import", "git"], status: 75, prints: [LOCKED, NEXT] },
  { words: ["recall", "shop port"], status: 0, prints: [/port 4001/] },
  { words: ["list"], status: 0, prints: [/port 4001/] },
  { words: ["status"], status: 0, prints: [/1 fact/] },
  {
    words: ["doctor"],
    status: 69,
    prints: [
      /FAIL +a memory can be written, found and forgotten +another process.*try again/,
      /FAIL +full-text index +another process/,
    ],
  },
])("$words", async ({ words, status, prints }) => {
  await whileLocked(async ({ run }) => {
    const ran = await run(words);
    expect(ran.status).toBe(status);
    for (const pattern of prints) expect(ran.stdout + ran.stderr).toMatch(pattern);
    expect(ran.stdout + ran.stderr).not.toMatch(/internal error in Tacit|--repair|at .*\.mjs:/);
  });
});

test("the MCP server reports the lock, continues, and stores once the lock is released", async () => {
  let server: ReturnType<typeof startServer> | undefined;
  const call = async (name: string, args: object) =>
    (await server?.ask("tools/call", { name, arguments: args }))?.result;
  await whileLocked(async ({ base, home }) => {
    server = startServer({ home, project: join(base, "project") });
    const clientInfo = { name: "test", version: "1" };
    await server.ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    server.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    const refused = await call("remember", { content: "The bar listens on port 4002" });
    expect(refused.isError).toBe(true);
    expect(refused.content[0].text).toMatch(/^error: store_busy\n/);
    expect(refused.content[0].text).toMatch(NEXT);
    expect((await call("recall", { query: "shop port" })).content[0].text).toContain("4001");
  });
  const stored = await call("remember", { content: "The bar listens on port 4002" });
  expect(stored.content[0].text).toMatch(/^Stored as /);
  await server?.end("stdin");
});
