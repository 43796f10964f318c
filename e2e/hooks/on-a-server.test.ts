/** A store on a libSQL server is shared by commands, hooks and MCP, and a server that hangs does not block an agent. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { openDatabase } from "@tacit-memory/sqlite";
import { afterAll, expect, test } from "vitest";
import { makeFolders } from "../store/processes.ts";
import { contextOf, hookHost, REAL_CLOCK } from "./hook-process.ts";

const SERVER = join(import.meta.dirname, "..", "..", "tools", "sqld.mjs");
const RULE = "Always deploy with the blue pipeline of the staging cluster.";

const server = spawn(process.execPath, [SERVER], { stdio: ["pipe", "pipe", "inherit"] });
const [line] = (await once(server.stdout, "data")) as [Buffer];
const connection = JSON.parse(line.toString()) as
  | { readonly url: string }
  | { readonly unavailable: string };

afterAll(async () => {
  server.stdin.end();
  if (server.exitCode === null) await once(server, "exit");
});

if ("unavailable" in connection) {
  const title = `SKIPPED: no libSQL server here (${connection.unavailable})`;
  process.stderr.write(`${title}\n`);
  test(title, () => expect(connection.unavailable).not.toBe(""));
} else {
  const { url } = connection;
  test("shows memories from the server in a hook, and sends observed events there", async () => {
    const { home, project } = makeFolders();
    const open = () => openTacit({ home, cwd: project, url });
    const tacit = await open();
    await tacit.memories.remember({ content: RULE, source: "user_taught" });
    await tacit.close();
    const host = hookHost(home, project, { TACIT_URL: url });
    let shown = contextOf(await host.tell("SessionStart", "s", { source: "startup" }));
    shown += contextOf(await host.tell("UserPromptSubmit", "s", { prompt: "Deploy it." }));
    expect(shown).toContain(RULE);
    await host.tell("SessionEnd", "s", { reason: "exit" });
    const again = await open();
    await again.sessions.drain();
    expect(await again.sessions.recent()).toMatchObject([{ id: "s" }]);
    await again.close();
    expect(existsSync(join(home, "memory.db"))).toBe(false);
  });

  test("changes files only in checkouts that were opened with the same home folder", async () => {
    const [mine, others] = [makeFolders(), makeFolders()];
    const topic = (project: string) => join(project, ".tacit", "memory", "facts.md");
    for (const { project } of [mine, others])
      writeFileSync(join(project, ".tacit.json"), '{ "projectId": "shared-with-others" }');
    const theirs = await openTacit({ home: others.home, cwd: others.project, url });
    const content = "The beta flag is called beta7.";
    const { id } = await theirs.memories.remember({ content, type: "fact", source: "user_taught" });
    await theirs.exchange.refreshMemoryFiles();
    const ours = await openTacit({ home: mine.home, cwd: mine.project, url });
    expect(ours.projectId).toBe(theirs.projectId);
    await ours.exchange.refreshMemoryFiles();
    expect((await ours.exchange.checkouts()).map(({ root }) => root)).toEqual([mine.project]);
    await ours.memories.forget([id ?? ""]);
    expect(existsSync(topic(mine.project))).toBe(false);
    expect(readFileSync(topic(others.project), "utf8")).toContain("beta7");
    await theirs.exchange.cleanMemoryFiles();
    expect(existsSync(topic(others.project))).toBe(false);
    await ours.close();
    await theirs.close();
  });

  test("refuses a backup, and states what to do instead", async () => {
    const { home, project } = makeFolders();
    const tacit = await openTacit({ home, cwd: project, url });
    const backups = await tacit.admin.backups();
    await expect(backups.make()).rejects.toMatchObject({
      code: "usage",
      facts: { reason: expect.stringMatching(/back it up on the server, or .*tacit export/) },
    });
    const checks = await tacit.admin.examine();
    expect(checks.find(({ name }) => name === "backups")).toMatchObject({
      ok: true,
      detail: "the store is on a server: back it up on the server",
    });
    await tacit.close();
  });

  test("keeps the full-text index sound when a memory is corrected", async () => {
    const { home, project } = makeFolders();
    const tacit = await openTacit({ home, cwd: project, url });
    const { memories, admin } = tacit;
    const failed = async () =>
      (await admin.examine()).filter(({ ok }) => !ok).map(({ name }) => name);
    const port = "The mail service listens on port 2525.";
    const taught = await memories.remember({ content: port, source: "user_taught" });
    let id = taught.id ?? "";
    const correct = async (text: string) => {
      id = (await memories.correct(id, { kind: "replace", text })).id;
    };
    const correctTwice = async (day: string) => {
      await correct(`The mail service listens on port 2526 since ${day}.`);
      await correct(`The mail service listens on port 2527 since ${day}.`);
    };
    await correctTwice("Monday");
    expect(await failed()).toEqual([]);
    // An earlier version made stores with this setting.
    const db = await openDatabase({ url });
    await db.run("INSERT INTO memory_fts(memory_fts, rank) VALUES ('secure-delete', 1)");
    await db.run("INSERT INTO memory_fts(memory_fts) VALUES ('rebuild')");
    await db.close();
    await correctTwice("Tuesday");
    expect(await failed()).toContain("store integrity");
    await admin.repairIndex();
    await correctTwice("Wednesday");
    expect(await failed()).toEqual([]);
    await tacit.close();
  });
}

test("gives up on a server that never answers in time, and events wait", async () => {
  const hanging = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(hanging, "listening");
  const { port } = hanging.address() as AddressInfo;
  const { home, project } = makeFolders();
  const host = hookHost(home, project, {
    ...REAL_CLOCK,
    TACIT_URL: `http://127.0.0.1:${port}`,
  });
  await host.tell("UserPromptSubmit", "s", { prompt: "Deploy it." });
  const run = await host.tell("SessionEnd", "s", { reason: "exit" });
  hanging.closeAllConnections();
  hanging.close();
  expect(run).toMatchObject({ status: 0, stdout: "" });
  // The request's limit or the hook's own ends first, depending on how fast the process started.
  expect(host.log().at(-1)).toMatch(/the server did not answer in time|no answer within 1000 ms/);
  const tacit = await openTacit({ home, cwd: project });
  expect(await tacit.sessions.drain()).toMatchObject({ events: 2 });
  await tacit.close();
});

test("names an unknown driver in the log without stopping the agent", async () => {
  const { home, project } = makeFolders();
  const host = hookHost(home, project, { TACIT_DRIVER: "nodesqlite" });
  const run = await host.tell("SessionStart", "s", { source: "startup" });
  expect(run).toMatchObject({ status: 0, stdout: "" });
  expect(host.log().at(-1)).toContain("nodesqlite");
});
