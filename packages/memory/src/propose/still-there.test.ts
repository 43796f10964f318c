/** What a history says of files that are gone. */
import { expect, test } from "vitest";
import { draft } from "../domain/draft.ts";
import type { Signal } from "../domain/signal.ts";
import { stillThere } from "./still-there.ts";

function saying(files: readonly string[], payload: Readonly<Record<string, unknown>> = {}): Signal {
  return {
    type: "commit",
    session: "git:x",
    agentId: null,
    subject: "history:x",
    score: 1,
    minSessions: 1,
    files,
    seqs: [],
    isTainted: false,
    survivesFailure: true,
    evidence: [],
    draft: draft({ type: "convention", title: "t", content: "c", files, payload }),
  };
}

const isThere = (path: string) => !path.startsWith("gone");

test("files that are gone are left out, and what is only of them is not said", () => {
  expect(stillThere([saying(["gone.ts", "a.ts"])], isThere)[0]?.draft?.files).toEqual(["a.ts"]);
  expect(stillThere([saying(["gone.ts"])], isThere)).toEqual([]);
  expect(stillThere([saying([])], isThere)).toHaveLength(1);
});

test("nor what is said of a folder that is gone", () => {
  expect(stillThere([saying(["a.ts"], { folder: "gone/rules" })], isThere)).toEqual([]);
  expect(stillThere([saying(["a.ts"], { folder: "src/rules" })], isThere)).toHaveLength(1);
});

test("nor of a place that is there again", () => {
  expect(stillThere([saying([], { gone: "src/old" })], isThere)).toEqual([]);
  expect(stillThere([saying([], { gone: "gone/old" })], isThere)).toHaveLength(1);
});

test("what was seen in a session stays as it is", () => {
  const seen: Signal = { ...saying(["gone.ts"]), type: "dead_end" };
  expect(stillThere([seen], isThere)).toEqual([seen]);
});
