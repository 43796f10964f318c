/**
 * Tests that a statement about a module contains what its sessions have in common, and nothing that all sessions have in
 * common.
 */
import { expect, test } from "vitest";
import type { FileUse, SeenError } from "../../domain/session/session-digest.ts";
import type { PastVisit } from "../../store/sessions/session-digests.ts";
import { isDue, moduleSignals } from "./module-insight.ts";

function visit(
  session: number,
  module: string,
  files: readonly FileUse[],
  errors: readonly SeenError[] = [],
): PastVisit {
  const sum = (of: "reads" | "edits") => files.reduce((total, file) => total + file[of], 0);
  return {
    session: `s${session}`,
    steps: 10,
    fromMs: session,
    toMs: session + 1,
    outcome: null,
    module,
    reads: sum("reads"),
    edits: sum("edits"),
    tokens: 100,
    files,
    errors,
  };
}

const changed = (path: string): FileUse => ({ path, reads: 1, edits: 1, fromMs: 0, toMs: 1 });
const read = (path: string): FileUse => ({ path, reads: 1, edits: 0, fromMs: 0, toMs: 0 });
const ten = Array.from({ length: 10 }, (_one, n) => n);
const OWN = ["src/api/routes.ts", "src/api/auth.ts", "src/api/limits.ts"];
/** Ten sessions elsewhere, as a baseline from which the module can stand out. */
const elsewhere = ten.map((n) => visit(100 + n, "docs", [changed(`docs/page${n}.md`)]));

const sessions = (beside: (n: number) => PastVisit[]) => [
  ...elsewhere,
  ...ten.flatMap((n) => [visit(n, "src/api", [changed(OWN[n % 3] ?? "")]), ...beside(n)]),
];
const signalsFor = (visits: readonly PastVisit[], isThere = (_path: string) => true) =>
  moduleSignals("src/api", visits, isThere, 0);

test("states files of other modules that most sessions needed", () => {
  const visits = sessions((n) => [
    visit(n, "web", [
      ...(n < 8 ? [changed("web/client.ts")] : []),
      ...(n < 7 ? [read("web/types.ts")] : []),
      ...(n < 5 ? [changed("web/menu.ts")] : []),
    ]),
  ]);
  const signals = signalsFor(visits);
  expect(signals).toHaveLength(10);
  expect(signals[0]).toMatchObject({
    subject: "module:src/api",
    minSessions: 10,
    isRevision: true,
    files: ["web/client.ts", "web/types.ts"],
    draft: {
      type: "module_insight",
      content:
        "When you change `src/api`, also open `web/client.ts` (opened by 8 of 10 sessions, changed by 8; by 0 of 10 other sessions) and `web/types.ts` (opened by 7 of 10 sessions; by 0 of 10 other sessions).",
    },
  });
  expect(signalsFor(visits, (path) => path !== "web/client.ts")[0]?.files).toEqual([
    "web/types.ts",
  ]);
  expect(signalsFor(visits, () => false)).toEqual([]);
});

test("states how many sessions changed a file next to how many opened it", () => {
  const signals = signalsFor(
    sessions((n) => [
      visit(n, "web", n < 8 ? [n < 5 ? changed("web/client.ts") : read("web/client.ts")] : []),
    ]),
  );
  expect(signals[0]?.draft?.content).toBe(
    "When you change `src/api`, also open `web/client.ts` (opened by 8 of 10 sessions, changed by 5; by 0 of 10 other sessions).",
  );
});

test("states a file that goes with one file of the module when it is only read", () => {
  const ofOne = (use: FileUse) => [
    ...elsewhere,
    ...ten.flatMap((n) => [
      visit(n, "src/api", [changed("src/api/routes.ts")]),
      visit(n, "web", [use]),
    ]),
  ];
  expect(signalsFor(ofOne(changed("web/client.ts")))).toEqual([]);
  expect(signalsFor(ofOne(read("web/client.ts")))[0]?.files).toEqual(["web/client.ts"]);
});

test.each<[string, readonly PastVisit[]]>([
  [
    "all sessions use it",
    [
      ...sessions((n) => [visit(n, "web", [changed("web/app.ts")])]),
      ...ten.map((n) => visit(100 + n, "web", [changed("web/app.ts")])),
    ],
  ],
  [
    "chance would do it",
    [
      ...sessions((n) => [visit(n, "web", n < 7 ? [changed("web/app.ts")] : [])]),
      ...ten.slice(0, 2).map((n) => visit(100 + n, "web", [changed("web/app.ts")])),
    ],
  ],
  ["the list of changes", sessions((n) => [visit(n, "docs2", [changed("docs2/CHANGELOG.md")])])],
  [
    "too few sessions",
    sessions((n) => [visit(n, "web", [changed("web/client.ts")])]).filter(({ session }) =>
      /^s([0-3]|1\d\d)$/.test(session),
    ),
  ],
  ["only its own files", sessions(() => [])],
])("states nothing: %s", (_name, visits) => expect(signalsFor(visits)).toEqual([]));

test("states errors that recur in sessions of the module", () => {
  const error = { fingerprint: "f1", line: "TypeError: db is not open" };
  const once = { fingerprint: "f2", line: "x is not defined" };
  const visits = [
    ...elsewhere,
    ...ten.map((n) =>
      visit(n, "src/api", [changed("src/api/routes.ts")], n < 3 ? [error] : n === 4 ? [once] : []),
    ),
  ];
  expect(signalsFor(visits)[0]?.draft?.content).toBe(
    "Recurring error in `src/api`: “TypeError: db is not open”.",
  );
});

test("ignores the top folder and analyses a module five times", () => {
  const visits = ten.map((n) => visit(n, ".", [changed("a.ts")]));
  expect(moduleSignals(".", visits, () => true, 0)).toEqual([]);
  expect(Array.from({ length: 200 }, (_one, n) => n).filter(isDue)).toEqual([5, 10, 20, 50, 100]);
});
