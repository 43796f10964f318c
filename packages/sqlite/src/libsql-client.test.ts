/** Tests that a real libSQL server fulfils the driver contract. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener, request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { describeDriver } from "./driver.contract.ts";
import { openDatabase } from "./open-database.ts";

const SERVER = fileURLToPath(new URL("../../../tools/sqld.mjs", import.meta.url));

type Reply = { readonly url: string } | { readonly unavailable: string };

const server = spawn(process.execPath, [SERVER], { stdio: ["pipe", "pipe", "inherit"] });
const [line] = (await once(server.stdout, "data")) as [Buffer];
const serverInfo = JSON.parse(line.toString()) as Reply;

afterAll(async () => {
  server.stdin.end();
  if (server.exitCode === null) await once(server, "exit");
});

if ("unavailable" in serverInfo) {
  const title = `SKIPPED: no libSQL server here (${serverInfo.unavailable})`;
  process.stderr.write(`${title}\n`);
  test(title, () => expect(serverInfo.unavailable).not.toBe(""));
} else {
  describeServer(serverInfo.url);
}

test("opening fails if no server listens", async () => {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  await expect(openDatabase({ url: `http://127.0.0.1:${port}` })).rejects.toMatchObject({
    code: "server_unreachable",
    facts: { engineCode: "ECONNREFUSED" },
  });
});

test("opening fails if the address names a file", async () => {
  await expect(openDatabase({ url: "file:///nowhere.db" })).rejects.toMatchObject({
    code: "usage",
  });
});

test("an error contains no token and no password of the address", async () => {
  for (const url of [
    "file://user:s3cret@x/nowhere.db",
    "file://user:p@s3cret@x/nowhere.db",
    "nowhere?authToken=s3cret",
    "http://user:s3cret@127.0.0.1:1",
    "http://127.0.0.1:1?authToken=s3cret",
    "http://127.0.0.1:1#s3cret",
    "http://127.0.0.1:1?tls=s3cret",
  ]) {
    const error: unknown = await openDatabase({ url }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "usage", facts: { url: expect.anything() } });
    expect(JSON.stringify(error)).not.toContain("s3cret");
  }
});

test.each([401, 403])("a refused token is reported as such (%i)", async (status) => {
  const port = await listen((asked, answer) => {
    answer.writeHead(status, { "content-type": "text/plain" });
    answer.end(`bad ${asked.headers.authorization}`);
  });
  const url = `http://127.0.0.1:${port}`;
  const error: unknown = await openDatabase({ url, authToken: "s3cret" }).catch((e: unknown) => e);
  expect(error).toMatchObject({ code: "server_refused", facts: { path: url, status } });
  expect(String(error) + JSON.stringify(error)).not.toContain("s3cret");
  expect(error).not.toHaveProperty("cause");
});

test.each(["libsql", "https"])("a server without TLS is reported as such (%s)", async (scheme) => {
  const port = await listen((_asked, answer) => answer.end());
  await expect(openDatabase({ url: `${scheme}://127.0.0.1:${port}` })).rejects.toMatchObject({
    code: "server_unreachable",
    facts: { why: expect.stringContaining("does not use TLS") },
  });
});

test.each(["http", "ws"])(
  "a server that never answers is given up after ten seconds (%s)",
  async (scheme) => {
    const port = await listen(() => undefined);
    const limits = shortLimits();
    await expect(openDatabase({ url: `${scheme}://127.0.0.1:${port}` })).rejects.toMatchObject({
      code: "server_unreachable",
      facts: { why: "the server did not answer in time" },
    });
    expect(limits).toEqual([10_000]);
  },
);

/** Serves HTTP on this machine until the test ends. Returns the port. */
async function listen(answer: RequestListener): Promise<number> {
  const local = createHttpServer(answer).listen(0, "127.0.0.1");
  onTestFinished(() => {
    local.closeAllConnections();
    local.close();
  });
  // A request for a WebSocket is not answered either.
  local.on("upgrade", () => undefined);
  await once(local, "listening");
  return (local.address() as AddressInfo).port;
}

/** Shortens each limit of a request to a hundredth. Returns the limits that are set from now on. */
function shortLimits(): number[] {
  const limits: number[] = [];
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const spy = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    limits.push(ms);
    return timeout(ms / 100);
  });
  onTestFinished(() => spy.mockRestore());
  return limits;
}

function describeServer(url: string): void {
  const open = (options = {}) => openDatabase({ url, ...options });

  async function reset(): Promise<void> {
    const db = await open();
    const tables = await db.all<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
         AND name NOT LIKE '%\\_fts\\_%' ESCAPE '\\' ORDER BY name LIKE '%child%' DESC`,
    );
    for (const { name } of tables) await db.exec(`DROP TABLE "${name}"`);
    await db.close();
  }

  describeDriver({ driver: "libsql-client", reset, open });

  describe("a server", () => {
    test("reports its engine, and a remote journal", async () => {
      await reset();
      const db = await open();
      expect(db.driver).toBe("libsql-client");
      expect(db.engineVersion).toMatch(/^3\./);
      expect(db.journalMode).toBe("remote");
      await db.close();
    });

    test("takes the lock from a transaction that holds it for five seconds, which gets an error", async () => {
      await reset();
      const [slow, other] = [await open(), await open()];
      await slow.exec("CREATE TABLE item (word TEXT)");
      const keeping = slow.transaction(async (tx) => {
        await tx.run("INSERT INTO item VALUES ('slow')");
        await other.run("INSERT INTO item VALUES ('other')");
        await tx.run("INSERT INTO item VALUES ('late')");
      });
      await expect(keeping).rejects.toMatchObject({ code: "store_busy" });
      expect(await other.all("SELECT word FROM item")).toEqual([{ word: "other" }]);
      await slow.close();
      await other.close();
    });

    test("gives up when it stops answering within a transaction", async () => {
      await reset();
      let isHanging = false;
      const port = await listen((asked, answer) => {
        if (isHanging) return;
        const { method, headers } = asked;
        const passed = request(`${url}${asked.url}`, { method, headers }, (got) => {
          answer.writeHead(got.statusCode ?? 500, got.headers);
          got.pipe(answer);
        });
        asked.pipe(passed);
      });
      const db = await open({ url: `http://127.0.0.1:${port}` });
      await db.exec("CREATE TABLE item (word TEXT)");
      const hanging = db.transaction(async (tx) => {
        await tx.run("INSERT INTO item VALUES ('first')");
        isHanging = true;
        shortLimits();
        await tx.run("INSERT INTO item VALUES ('second')");
      });
      await expect(hanging).rejects.toMatchObject({ code: "server_unreachable" });
      isHanging = false;
      await db.close();
    });

    test("says that the server is unreachable when it no longer has the transaction", async () => {
      const db = await open();
      const ended = db.transaction((tx) => tx.exec("ROLLBACK"));
      await expect(ended).rejects.toMatchObject({
        code: "server_unreachable",
        facts: { why: "the server ended the transaction before it was complete" },
      });
      await db.close();
    });
  });
}
