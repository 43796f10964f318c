/** Tests that a copy of a database in use is of one moment, whatever happens between copying its two files. */
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { inTemporaryFolder, write } from "../testing-transcripts.ts";
import { isDatabase, withDatabaseCopy } from "./database-copy.ts";

const TWO = "SELECT (SELECT count(*) FROM left) AS l, (SELECT count(*) FROM right) AS r";

/** Makes a database in which each row of one table belongs to a row of another. */
async function inPairs<T>(
  act: (path: string, addPair: () => void, fold: () => void) => Promise<T>,
) {
  return inTemporaryFolder(async (folder) => {
    const path = join(folder, "live.db");
    const db = new DatabaseSync(path);
    db.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
    db.exec("CREATE TABLE left (data text); CREATE TABLE right (data text)");
    const addPair = () =>
      db.exec(
        "BEGIN; INSERT INTO left VALUES (randomblob(9000)); INSERT INTO right VALUES (randomblob(9000)); COMMIT",
      );
    try {
      addPair();
      return await act(path, addPair, () => db.exec("PRAGMA wal_checkpoint(TRUNCATE)"));
    } finally {
      db.close();
    }
  });
}

async function counts(path: string, copy: typeof copyFile = copyFile) {
  const rows: unknown[] = [];
  for await (const row of withDatabaseCopy(path, (db) => db.prepare(TWO).all(), copy))
    rows.push(row);
  return rows;
}

/** Returns a copy function that calls `happens` each time after the main file was copied. */
function interrupted(happens: (time: number) => void): typeof copyFile {
  let time = 0;
  return async (from, to, mode) => {
    await copyFile(from, to, mode);
    if (!String(from).endsWith("-wal")) happens(++time);
  };
}

test("copies a log that grows meanwhile as far as it goes", async () => {
  await inPairs(async (path, addPair) => {
    expect(await counts(path, interrupted(addPair))).toEqual([{ l: 2, r: 2 }]);
  });
});

test("copies again if the log is written back meanwhile", async () => {
  await inPairs(async (path, addPair, fold) => {
    let copies = 0;
    const once = interrupted((time) => {
      copies = time;
      if (time > 1) return;
      fold();
      addPair();
    });
    expect(await counts(path, once)).toEqual([{ l: 2, r: 2 }]);
    expect(copies).toBe(2);
  });
});

test("reports that no copy is possible if the log is written back every time", async () => {
  await inPairs(async (path, addPair, fold) => {
    const always = interrupted(() => {
      addPair();
      fold();
    });
    await expect(counts(path, always)).rejects.toMatchObject({
      code: "BUSY_DATABASE",
      message: expect.stringContaining("written to without a pause"),
    });
  });
});

test("recognises a database by its first bytes", async () => {
  await inPairs(async (path) => expect(await isDatabase(path)).toBe(true));
  await inTemporaryFolder(async (folder) => {
    expect(await isDatabase(await write(folder, "x.db", "SQLite format 3"))).toBe(false);
    expect(await isDatabase(await write(folder, "y.db", ""))).toBe(false);
    await expect(isDatabase(join(folder, "no.db"))).rejects.toThrow("ENOENT");
  });
});
