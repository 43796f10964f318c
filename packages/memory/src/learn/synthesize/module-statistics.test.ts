/** Tests the statistics of what sessions did in each module. */
import { expect, test } from "vitest";
import type { PastDigest, PastVisit } from "../../store/sessions/session-digests.ts";
import { moduleStatistics } from "./module-statistics.ts";

const span = { fromMs: 0, toMs: 1 };

function visit(session: string, module: string, path: string, edits: number): PastVisit {
  const files = [{ path, reads: 1, edits, ...span }];
  const errors = [{ fingerprint: "f", line: "it broke" }];
  return {
    session,
    steps: 3,
    ...span,
    outcome: null,
    module,
    reads: 1,
    edits,
    tokens: 50,
    files,
    errors,
  };
}

function digest(session: string, ...names: readonly string[]): PastDigest {
  const actions = [
    names.map((name) => ({ name: name.replace("!", ""), isOk: !name.endsWith("!") })),
  ];
  return { session, rid: 1, kind: "other", steps: 3, tokens: 0, ...span, outcome: null, actions };
}

test("sums values and counts files, commands and errors by session", () => {
  const found = moduleStatistics(
    [
      digest("a", "edit code", "npm test", "npm test"),
      digest("b", "npm run lint!"),
      digest("c", "npm test"),
    ],
    [
      visit("a", "src", "src/x.ts", 2),
      visit("a", "web", "web/y.ts", 1),
      visit("b", "src", "src/x.ts", 0),
      visit("c", "src", "src/z.ts", 1),
    ],
  );
  expect(found).toEqual([
    {
      module: "src",
      sessions: 3,
      changing: 2,
      reads: 3,
      edits: 3,
      tokens: 150,
      files: [
        { name: "src/x.ts", sessions: 2 },
        { name: "src/z.ts", sessions: 1 },
      ],
      beside: [{ name: "web/y.ts", sessions: 1 }],
      prefetch: { always: [], often: [] },
      commands: [{ name: "npm test", sessions: 2 }],
      errors: [{ name: "it broke", sessions: 3 }],
    },
    expect.objectContaining({
      module: "web",
      sessions: 1,
      beside: [{ name: "src/x.ts", sessions: 1 }],
    }),
  ]);
  expect(moduleStatistics([], [])).toEqual([]);
});

test.each<[number, number, string[], string[]]>([
  [4, 4, [], []],
  [5, 5, ["src/x.ts", "web/y.ts"], []],
  [6, 5, ["src/x.ts", "web/y.ts"], []],
  [5, 4, ["src/x.ts"], ["web/y.ts"]],
  [10, 6, ["src/x.ts"], ["web/y.ts"]],
  [10, 5, ["src/x.ts"], []],
])(
  "of %i sessions that changed a module, prefetches files that %i opened",
  (all, some, always, often) => {
    const sessions = Array.from({ length: all }, (_, i) => `s${i}`);
    const visits = sessions.flatMap((session, i) => [
      visit(session, "src", "src/x.ts", 1),
      ...(i < some ? [visit(session, "web", "web/y.ts", 0)] : []),
    ]);
    // Sessions that only read do not count.
    const looked = Array.from({ length: 20 }, (_, i) => visit(`l${i}`, "src", "src/other.ts", 0));
    const [src] = moduleStatistics([], [...visits, ...looked]);
    const names = (files: readonly { readonly name: string }[] = []) =>
      files.map(({ name }) => name);
    expect(names(src?.prefetch.always)).toEqual(always);
    expect(names(src?.prefetch.often)).toEqual(often);
  },
);
