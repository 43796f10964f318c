/** Tests that every engine's errors are mapped to the same codes. */
import { expect, test } from "vitest";
import { DatabaseError } from "./database-error.ts";
import { engineCode, isBusy, translated } from "./engine-error.ts";

const failure = (facts: object) => Object.assign(new Error("no"), facts);

test.each<[string, object, string | undefined]>([
  ["node: a busy snapshot", { code: "ERR_SQLITE_ERROR", errcode: 517 }, "store_busy"],
  ["node: a locked table", { code: "ERR_SQLITE_ERROR", errcode: 6 }, "store_busy"],
  ["node: a full disk", { code: "ERR_SQLITE_ERROR", errcode: 13 }, "store_full"],
  ["node: a read-only folder", { code: "ERR_SQLITE_ERROR", errcode: 1544 }, "store_unwritable"],
  ["node: a damaged index", { code: "ERR_SQLITE_ERROR", errcode: 779 }, "store_corrupt"],
  ["node: a constraint", { code: "ERR_SQLITE_ERROR", errcode: 2067 }, undefined],
  ["libsql: by raw code", { code: "SQLITE_UNKNOWN", rawCode: 26 }, "store_corrupt"],
  ["libsql: by extended name", { code: "SQLITE_IOERR_WRITE" }, "store_unwritable"],
  ["client: a stolen lock", { code: "TRANSACTION_TIMEOUT" }, "store_busy"],
  ["client: a stream that the server ended", { code: "STREAM_EXPIRED" }, "server_unreachable"],
  ["client: no server", { cause: failure({ code: "ECONNREFUSED" }) }, "server_unreachable"],
  ["system: no right", { code: "EACCES" }, "store_unwritable"],
  ["system: no room", { code: "ENOSPC" }, "store_full"],
  ["a mistake of ours", {}, undefined],
])("%s", (_name, facts, code) => {
  const error = failure(facts);
  const result = translated(error, "/somewhere.db");
  if (code === undefined) return expect(result).toBe(error);
  expect(result).toMatchObject({ code, facts: { path: "/somewhere.db" } });
  expect((result as Error).cause).toBe(error);
  expect(isBusy(result)).toBe(code === "store_busy");
  return expect(translated(result, "/elsewhere.db")).toBe(result);
});

test("a value that is no error has no code", () => {
  expect(engineCode("SQLITE_BUSY")).toBeUndefined();
  expect(translated("SQLITE_BUSY", "x")).toBe("SQLITE_BUSY");
  expect(isBusy(new DatabaseError("usage"))).toBe(false);
});
