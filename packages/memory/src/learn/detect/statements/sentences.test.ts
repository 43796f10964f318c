/** Tests that sentences are extracted without markup and that the names in them stay unchanged. */
import { expect, test } from "vitest";
import { sentences } from "./sentences.ts";

test.each([
  ["The **cache** is stale.", ["The cache is stale."]],
  ["The __cache__ is stale.", ["The cache is stale."]],
  ["The hook never sees `mcp__files__read`.", ["The hook never sees `mcp__files__read`."]],
  ["All of src/**/*.ts is read.", ["All of src/**/*.ts is read."]],
  ["Only `__init__` registers it.", ["Only `__init__` registers it."]],
  ["- First it is built.\n- Then it is shipped.", ["First it is built.", "Then it is shipped."]],
])("%j", (text, found) => {
  expect(sentences(text)).toEqual(found);
});
