/** Tests that a real libSQL server fulfils the driver contract. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
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
  ]) {
    const error: unknown = await openDatabase({ url }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "usage", facts: { url: expect.anything() } });
    expect(JSON.stringify(error)).not.toContain("s3cret");
  }
});

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
      });
      await expect(keeping).rejects.toMatchObject({ code: "store_busy" });
      expect(await other.all("SELECT word FROM item")).toEqual([{ word: "other" }]);
      await slow.close();
      await other.close();
    });
  });
}
