/** Builds a signal of a repository history about files, some of which no longer exist. */
import { expect, test } from "vitest";
import { draft } from "../../domain/draft.ts";
import type { Signal } from "../../domain/signal.ts";
import { stillThere } from "./still-there.ts";

function signal(files: readonly string[], payload: Readonly<Record<string, unknown>> = {}): Signal {
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

test("leaves out removed files and drops a statement about removed files only", () => {
  expect(stillThere([signal(["gone.ts", "a.ts"])], TREE)[0]?.draft?.files).toEqual(["a.ts"]);
  expect(stillThere([signal(["gone.ts"])], TREE)).toEqual([]);
  expect(stillThere([signal([])], TREE)).toHaveLength(1);
});

test("drops a statement about a removed folder", () => {
  expect(stillThere([signal(["a.ts"], { folder: "gone/rules" })], TREE)).toEqual([]);
  expect(stillThere([signal(["a.ts"], { folder: "src/rules" })], TREE)).toHaveLength(1);
});

test("drops a statement about a missing place that exists again", () => {
  expect(stillThere([signal([], { gone: "src/old" })], TREE)).toEqual([]);
  expect(stillThere([signal([], { gone: "gone/old" })], TREE)).toHaveLength(1);
});

test("leaves what a session showed unchanged", () => {
  const seen: Signal = { ...signal(["gone.ts"]), type: "dead_end" };
  expect(stillThere([seen], TREE)).toEqual([seen]);
});

test("drops a statement that needs all its files when some are removed", () => {
  const release = signal(["gone.ts", "a.ts"], { whole: ["gone.ts", "a.ts"] });
  expect(stillThere([release], TREE)).toEqual([]);
});

test("drops all statements of a history whose code is removed", () => {
  const files = Array.from({ length: 30 }, (_, i) => `gone/${i}.ts`);
  const changed: Signal = { ...signal(files), type: "co_access", draft: null };
  expect(stillThere([changed, signal([])], TREE)).toEqual([changed]);
  const remaining: Signal = {
    ...changed,
    files: [...files, ...files.map((file) => `src/${file}`)],
  };
  expect(stillThere([remaining, signal([])], TREE)).toHaveLength(2);
});

test("states what goes with a new file only for lists that name the existing files and folders with the same names", () => {
  const companions = ["src/list.ts", "src/hub.ts", "docs/", "other/"].map((path) => ({
    ...{ path, count: 5 },
  }));
  const signalsFor = (folder: string) =>
    stillThere([signal(["src/list.ts", "src/hub.ts"], { folder, of: 6, companions })], TREE);
  expect(signalsFor("src/rules")[0]?.draft).toMatchObject({
    content:
      "When you add a file to `src/rules/`, also change `src/list.ts` (5 of 6 commits did) and add a file to `docs/` (5 of 6 commits did).",
    files: ["src/list.ts"],
  });
  expect(signalsFor("other")).toEqual([]);
});
