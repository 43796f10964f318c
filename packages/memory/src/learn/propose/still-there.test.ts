/** What a history says of files that are gone. */
import { expect, test } from "vitest";
import { draft } from "../../domain/draft.ts";
import type { Signal } from "../../domain/signal.ts";
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

const TEXTS: Readonly<Record<string, string>> = {
  "src/list.ts": 'import { NoEval } from "./rules/no-eval"; export { maxDepth, NoVar };',
  "src/hub.ts": "nothing of them",
};
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  "src/rules": ["no-eval.ts", "max-depth.ts", "no-var.ts", "index.ts"],
  docs: ["no-eval.md", "max-depth.md", "no-var.md"],
  other: ["story.md"],
};
const TREE = {
  isKnown: true,
  isThere: (path: string) => !path.startsWith("gone"),
  read: (path: string) => TEXTS[path] ?? null,
  list: (folder: string) => FOLDERS[folder] ?? [],
};

test("files that are gone are left out, and what is only of them is not said", () => {
  expect(stillThere([saying(["gone.ts", "a.ts"])], TREE)[0]?.draft?.files).toEqual(["a.ts"]);
  expect(stillThere([saying(["gone.ts"])], TREE)).toEqual([]);
  expect(stillThere([saying([])], TREE)).toHaveLength(1);
});

test("nor what is said of a folder that is gone", () => {
  expect(stillThere([saying(["a.ts"], { folder: "gone/rules" })], TREE)).toEqual([]);
  expect(stillThere([saying(["a.ts"], { folder: "src/rules" })], TREE)).toHaveLength(1);
});

test("nor of a place that is there again", () => {
  expect(stillThere([saying([], { gone: "src/old" })], TREE)).toEqual([]);
  expect(stillThere([saying([], { gone: "gone/old" })], TREE)).toHaveLength(1);
});

test("what was seen in a session stays as it is", () => {
  const seen: Signal = { ...saying(["gone.ts"]), type: "dead_end" };
  expect(stillThere([seen], TREE)).toEqual([seen]);
});

test("nor of what only some of is left", () => {
  const release = saying(["gone.ts", "a.ts"], { whole: ["gone.ts", "a.ts"] });
  expect(stillThere([release], TREE)).toEqual([]);
});

test("nor anything where the code is gone", () => {
  const files = Array.from({ length: 30 }, (_, i) => `gone/${i}.ts`);
  const changed: Signal = { ...saying(files), type: "co_access", draft: null };
  expect(stillThere([changed, saying([])], TREE)).toEqual([changed]);
  const remaining: Signal = {
    ...changed,
    files: [...files, ...files.map((file) => `src/${file}`)],
  };
  expect(stillThere([remaining, saying([])], TREE)).toHaveLength(2);
});

test("what goes with a new file is said of lists that name what is there, and of folders that have the same", () => {
  const companions = ["src/list.ts", "src/hub.ts", "docs/", "other/"].map((path) => ({
    ...{ path, count: 5 },
  }));
  const signalsFor = (folder: string) =>
    stillThere([saying(["src/list.ts", "src/hub.ts"], { folder, of: 6, companions })], TREE);
  expect(signalsFor("src/rules")[0]?.draft).toMatchObject({
    content:
      "When you add a file to `src/rules/`, also change `src/list.ts` (5 of 6 commits did) and add a file to `docs/` (5 of 6 commits did).",
    files: ["src/list.ts"],
  });
  expect(signalsFor("other")).toEqual([]);
});
