/** Tests the type and the title of a note. */
import { expect, test } from "vitest";
import { noteTitle, noteType } from "./note-wording.ts";

test.each([
  ["Retries were tried and did not help against the lock.", "dead_end"],
  ["We chose polling, the API has no events.", "decision"],
  ["Every migration must have a way back.", "convention"],
  ["reset() silently deletes ignored folders.", "gotcha"],
  ["Port 4173 belongs to the preview server of this project.", "fact"],
])("classifies %s as a %s", (text, type) => {
  expect(noteType(text)).toBe(type);
});

test.each([
  ["reset() deletes ignored folders; use clean().", "reset() deletes ignored folders"],
  [
    "When two hooks fire at once the second one finds the lock of the first in readLock().",
    "When two hooks fire at once the second one finds the lock…",
  ],
  [
    "The second of two hooks that fire at the same moment finds the lock in readLock().",
    "readLock: the second of two hooks that fire at the same moment…",
  ],
  [
    "Two separate `toIssue` functions, in `src/shared/remediation/engine.ts` and `src/api/routes/remediation.ts`, copy issue fields one by one.",
    "Two separate `toIssue` functions, in `engine.ts` and `remediation.ts`…",
  ],
  [
    "The hook checks the working tree with TypeScript, so unstaged and unrelated edits block a commit: one in `src/api/routes/remediation.ts` did.",
    "remediation.ts: the hook checks the working tree with TypeScript…",
  ],
  [
    "`lint:fix` does not remove unused imports, although Biome reports them as FIXABLE: that needs `--unsafe`.",
    "`lint:fix` does not remove unused imports…",
  ],
  [
    "Imports that are unused stay after a fix of the whole tree, although Biome reports them as FIXABLE.",
    "Imports that are unused stay after a fix of the whole tree…",
  ],
])("builds the title of %s", (text, title) => {
  expect(noteTitle(text)).toBe(title);
});
