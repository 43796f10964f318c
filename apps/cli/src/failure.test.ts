/** Exit statuses of file system errors. */
import { expect, test } from "vitest";
import { failureOf } from "./failure.ts";

test.each([
  ["ENOENT", "input_missing", 66],
  ["EACCES", "not_allowed", 77],
  ["EPERM", "not_allowed", 77],
  ["EROFS", "store_unwritable", 73],
  ["ENOSPC", "store_full", 74],
  ["EISDIR", "input_malformed", 65],
  ["EWHATEVER", "internal", 70],
])("%s becomes %s, exit %i", (code, name, exit) => {
  const error = Object.assign(new Error(`${code}: it failed, open '/x'`), { code });
  expect(failureOf(error)).toMatchObject({ code: name, exit });
});
