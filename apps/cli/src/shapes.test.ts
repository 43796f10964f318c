/** `--json` prints exactly the fields that docs/cli.md documents. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "./testing-machine.ts";

const DOCS = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "cli.md"), "utf8");

let machine: TestMachine;
beforeEach(async () => {
  machine = testMachine();
  await machine.json(["remember", "The dev server listens on port 8081", "--file", "src/a.ts"]);
});
afterEach(() => machine.remove());

/** Returns the top-level names of the shape that follows `before` in the document. */
function documented(before: string): string[] {
  const at = DOCS.indexOf("{", DOCS.indexOf(before));
  let [depth, text] = [0, ""];
  for (const char of DOCS.slice(at)) {
    if (char === "}" || char === "]") depth--;
    if (depth === 1) text += char;
    if (char === "{" || char === "[") depth++;
    if (depth === 0) break;
  }
  return text.split(",").map((field) => field.split(":")[0]?.trim() ?? "");
}

const fields = (value: unknown) => Object.keys(value as object).sort();

test.each<[string, string, readonly string[]]>([
  ["a memory", "A **memory** is", ["list"]],
  ["a hit", "A **hit** is", ["recall", "port"]],
  ["an answer", "`tacit recall --json` is", ["recall", "port"]],
  ["a gap", "| `gaps` ", ["gaps"]],
  ["a check of models", "| `models check` ", ["models", "check"]],
  ["a choice", "| `models use` ", ["models", "use", "built-in"]],
  ["vectors made", "| `models embed` ", ["models", "embed"]],
  ["a block of context", "| `context` ", ["context", "--task", "port"]],
])("%s has exactly the documented fields", async (what, before, words) => {
  if (what === "a gap") await machine.json(["recall", "zyzzyva quokka"]);
  const output = (await machine.json([...words])) as { hits?: unknown[] };
  const item = what === "a hit" ? output.hits?.[0] : Array.isArray(output) ? output[0] : output;
  expect(fields(item)).toEqual(documented(before).sort());
});
