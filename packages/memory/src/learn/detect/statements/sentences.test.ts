/** Tests that sentences are extracted without markup and that the names in them stay unchanged. */
import { expect, test } from "vitest";
import { sentences } from "./sentences.ts";

test.each([
  ["The **cache** is stale.", ["The cache is stale."]],
  ["The __whole cache__ is stale.", ["The whole cache is stale."]],
  ["**Always**: run it (**never** twice).", ["Always: run it (never twice)."]],
  ["[redacted:private] Never edit generated files.", ["Never edit generated files."]],
  ["Always use [redacted:private] for deploys to staging.", []],
  ...[
    "Never use __dirname in this repository.",
    "Import through __init__.py, never from __main__.py.",
    "Snapshots are in src/__snapshots__ and src/__tests__!",
    "The variable is NEXT_PUBLIC__KEY__ in production.",
    "Always write 2**10 instead of 1024 or 4**5.",
  ].map((text): [string, string[]] => [text, [text]]),
  ["The hook never sees `mcp__files__read`.", ["The hook never sees `mcp__files__read`."]],
  ["All of src/**/*.ts is read.", ["All of src/**/*.ts is read."]],
  ["Only `__init__` registers it.", ["Only `__init__` registers it."]],
  [
    "We never ignore errors, see errors.md . summarize the state e.g. of the build",
    ["We never ignore errors, see errors.md .", "summarize the state e.g. of the build"],
  ],
  [
    "DO NOT TOUCH THE FILE AGAIN. but I see this",
    ["DO NOT TOUCH THE FILE AGAIN.", "but I see this"],
  ],
  ["- First it is built.\n- Then it is shipped.", ["First it is built.", "Then it is shipped."]],
])("%j", (text, found) => {
  expect(sentences(text)).toEqual(found);
});
