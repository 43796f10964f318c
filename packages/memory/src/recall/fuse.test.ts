/** Tests that ranked lists are merged by the formula, and that the gate opens only for memories that may be shown. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_TRUST } from "../config/trust.ts";
import type { Hit, ListPath, RankedList } from "../domain/hit.ts";
import type { MemoryId } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import { FIXED_TIME, someMemory } from "../testing/testing-life.ts";
import { fuse } from "./fuse.ts";
import { gate } from "./gate.ts";
import { clampPrior } from "./priors.ts";
import type { TextScore } from "./text/relevance.ts";
import { matches } from "./triggers.ts";
import { PATH_WEIGHTS } from "./tuning.ts";

const PATHS = ["lexical", "dense", "anchor", "graph", "fingerprint", "trigger"] as const;
const EVEN = {
  lexical: 0.5,
  dense: 0.5,
  anchor: 0.5,
  graph: 0.5,
  edge: 0,
  fingerprint: 0.5,
  trigger: 0.5,
  learned: 0.5,
};

function list(path: ListPath, ids: string): RankedList {
  return { path, ids: [...ids] as MemoryId[] };
}

/** Scores as in the lists: the first of a list of n scores 1, the last 1/n. */
function texts(lists: readonly RankedList[]): TextScore[] {
  const scores = new Map<MemoryId, number>();
  for (const { path, ids } of lists) {
    if (path !== "lexical" && path !== "dense") continue;
    ids.forEach((id, i) => {
      scores.set(id, Math.max(scores.get(id) ?? 0, (ids.length - i) / ids.length));
    });
  }
  return [...scores].map(([id, relevance]) => ({ id, words: relevance, cosine: null, relevance }));
}

const fused = (lists: readonly RankedList[], weights: Readonly<Record<ListPath, number>>) =>
  fuse(texts(lists), lists, weights);

describe("fusion", () => {
  test.each([
    ["a hit in both lists beats a first place in one", "ax", "bx", "xab"],
    ["an empty list changes nothing", "abc", "", "abc"],
    ["ties go by id", "b", "a", "ab"],
    ["nothing from nothing", "", "", ""],
  ])("%s", (_name, lexical, anchor, expected) => {
    const hits = fused([list("lexical", lexical), list("anchor", anchor)], EVEN);
    expect(hits.map((hit) => hit.id).join("")).toBe(expected);
  });

  test("applies the formula with its weights", () => {
    const lists = [list("lexical", "x"), list("anchor", "yx")];
    const scored = [{ id: "x" as MemoryId, words: 0.3, cosine: 0.2, relevance: 0.25 }];
    const hit = fuse(scored, lists, PATH_WEIGHTS.structural, 60).find(({ id }) => id === "x");
    expect(hit).toMatchObject({ ranks: { lexical: 1, anchor: 2 } });
    expect(hit?.score).toBeCloseTo((0.25 * 1 + (0.6 * 61) / 62) / 0.85, 12);
  });

  const lists = fc
    .uniqueArray(fc.constantFrom(...PATHS), { minLength: 1 })
    .chain((paths) =>
      fc.tuple(
        ...paths.map((path) =>
          fc
            .uniqueArray(fc.constantFrom(..."abcdefgh"), { maxLength: 6 })
            .map((ids) => list(path, ids.join(""))),
        ),
      ),
    );

  test("property: renormalises over the paths that ran, so that an empty path changes nothing", () => {
    fc.assert(
      fc.property(lists, (input) => {
        const ran = input.filter((rankedList) => rankedList.ids.length > 0);
        const whole = fused(input, PATH_WEIGHTS.semantic);
        expect(fused(ran, PATH_WEIGHTS.semantic)).toEqual(whole);
        for (const hit of whole) {
          expect(hit.score).toBeGreaterThan(0);
          expect(hit.score).toBeLessThanOrEqual(1 + 1e-12);
        }
        const first = ran.map((rankedList) => rankedList.ids[0]);
        if (first.length > 0 && new Set(first).size === 1) {
          expect(whole[0]?.score).toBeCloseTo(1, 12);
        }
      }),
    );
  });

  test("property: gives the same result for any order of the lists", () => {
    fc.assert(
      fc.property(lists, (ran) => {
        const ids = (input: readonly RankedList[]) =>
          fused(input, PATH_WEIGHTS.semantic).map((hit) => [hit.id, hit.score.toFixed(12)]);
        expect(ids([...ran].reverse()).sort()).toEqual(ids(ran).sort());
      }),
    );
  });
});

test.each([
  [{}, 1],
  [{ a: 2 }, 1.2],
  [{ a: 0.1 }, 0.85],
  [{ a: 1.1, b: 0.95 }, 1.045],
])("clamps priors %j to %f", (priors, expected) =>
  expect(clampPrior(priors)).toBeCloseTo(expected),
);

describe("the gate", () => {
  function hit(
    memory: Partial<Memory> = {},
    overrides: Partial<Hit> = {},
    why: Partial<Hit["explanation"]> = {},
  ): Hit {
    return {
      memory: { ...someMemory(FIXED_TIME, { content: "Something worth telling." }), ...memory },
      rank: 1,
      score: 1,
      confidence: 0.8,
      freshness: "intact",
      explanation: {
        ranks: { lexical: 1 },
        fused: 1,
        priors: {},
        prior: 1,
        coverage: 0.7,
        matched: ["worth", "telling"],
        words: 0.5,
        cosine: null,
        relevance: 0.5,
        ...why,
      },
      ...overrides,
    };
  }

  test.each([
    ["enough of the question's rare words", hit(), true],
    ["too little of the question", hit({}, {}, { coverage: 0.4 }), false],
    ["one word only", hit({}, {}, { matched: ["worth"] }), false],
    [
      "one word only, but its very error",
      hit({}, {}, { coverage: 0, matched: [], ranks: { fingerprint: 1 } }),
      true,
    ],
    ["its trigger", hit({}, {}, { coverage: 0, matched: [], ranks: { trigger: 1 } }), true],
    ["tainted and unreviewed", hit({ isTainted: true, needsReview: true }), false],
    ["tainted, reviewed since", hit({ isTainted: true }), true],
    ["a handoff", hit({ type: "handoff" }), false],
    ["an episode", hit({ type: "episode" }), false],
    ["what the host reads itself", hit({ tags: ["rule-file"] }), false],
    ["its file is gone", hit({}, { freshness: "gone" }), false],
    ["its file has changed", hit({}, { freshness: "changed" }), true],
    ["hardly believed any more", hit({}, { confidence: 0.29 }), false],
  ])("%s: %#", (_name, item, expected) =>
    expect(gate([item], DEFAULT_TRUST).length === 1).toBe(expected),
  );

  test("what answers far less than the best one is silent", () => {
    const [best, good, weak] = [0.99, 0.7, 0.55].map((coverage) => hit({}, {}, { coverage }));
    expect(gate([best, good, weak] as Hit[], DEFAULT_TRUST)).toEqual([best, good]);
  });

  test.each([
    ["near, and in the question's words", { cosine: 0.55, words: 0.4, coverage: 0.5 }, true],
    ["only a little near", { cosine: 0.3, words: 0, coverage: 0, matched: [] }, false],
    ["one stray word", { cosine: 0.2, words: 0.1, coverage: 0.15, matched: ["run"] }, false],
    ["the question itself", { cosine: 1, words: 0.9, coverage: 1, matched: ["a", "b", "c"] }, true],
  ])("with meaning searched: %s", (_name, why, expected) =>
    expect(gate([hit({}, {}, why)], DEFAULT_TRUST).length === 1).toBe(expected),
  );

  const anchored = { ranks: { anchor: 1 } };
  const alike = { cosine: 0.5, words: 0.1, coverage: 0.25, matched: ["a", "b", "c"] };
  test.each([
    ["says nothing of it", { ...anchored, cosine: 0.2, words: 0, coverage: 0.1 }, "intact", false],
    ["says a little of it, too", { ...anchored, ...alike }, "intact", true],
    ["says as little of it, and no file is named", alike, "intact", false],
    ["is tied to nothing that is there", { ...anchored, ...alike }, "unanchored", false],
    ["was not asked for its meaning", { ...anchored, coverage: 0, matched: [] }, "intact", true],
  ] as const)(
    "for a file named in the question, handles a memory that %s",
    (_name, why, freshness, expected) =>
      expect(gate([hit({}, { freshness }, why)], DEFAULT_TRUST).length === 1).toBe(expected),
  );

  test("ignores hits that may not be shown when it sets the standard", () => {
    const tainted = hit({ isTainted: true, needsReview: true }, {}, { coverage: 1 });
    expect(gate([tainted, hit({}, {}, { coverage: 0.55 })], DEFAULT_TRUST)).toHaveLength(1);
  });
});

describe("triggers", () => {
  test.each([
    ["a literal, as a word", "deploy", "how do we deploy this?", [], true],
    ["inside another word", "deploy", "redeployed", [], false],
    ["in another case", "Deploy.SH", "run deploy.sh now", [], true],
    ["found at the second place", "log", "catalog and log", [], true],
    ["too short to mean anything", "ab", "ab", [], false],
    ["a file by its whole path", "src/a.ts", "", ["src/a.ts"], true],
    ["a glob in a folder", "src/*.ts", "", ["src/a.ts"], true],
    ["a star does not cross a slash", "src/*.ts", "", ["src/b/a.ts"], false],
    ["two stars do", "src/**.ts", "", ["src/b/c/a.ts"], true],
    ["two stars between slashes", "src/**/a.ts", "", ["src/b/c/a.ts"], true],
    ["a star may stand for nothing", "src/a*.ts", "", ["src/a.ts"], true],
    ["a glob without a slash is about the name", "*.sql", "", ["db/up/01.sql"], true],
    ["and only the name", "*.sql", "", ["db.sql/readme.md"], false],
    ["a dot is a dot", "src/a.*", "", ["src/abts"], false],
    ["a glob is not looked for in words", "src/*.ts", "src/a.ts", [], false],
    ["brackets are brackets", "a[b]*", "", ["a[b]c"], true],
  ])("%s", (_name, trigger, text, files, expected) =>
    expect(matches(trigger, text, files)).toBe(expected),
  );

  test.each([
    ["many stars", `${"*a".repeat(50)}*b`],
    ["many double stars", `${"**a".repeat(50)}**b`],
    ["both", `${"*a**a".repeat(30)}b`],
  ])("matches a hostile glob in time linear in its length: %s", (_name, glob) => {
    const startedMs = performance.now();
    expect(matches(glob, "", ["a".repeat(4000)])).toBe(false);
    expect(performance.now() - startedMs).toBeLessThan(1500);
  });

  test("property: a path matches itself with any part replaced by two stars", () => {
    const paths = fc.stringMatching(/^[a-z]{1,5}(\/[a-z.]{1,6}){1,4}$/);
    fc.assert(
      fc.property(paths, fc.nat(30), fc.nat(30), (path, x, y) => {
        const [from, to] = [Math.min(x, y, path.length), Math.min(Math.max(x, y), path.length)];
        const glob = `${path.slice(0, from)}**${path.slice(to)}`;
        fc.pre(glob.length >= 3 && glob.includes("/"));
        expect(matches(glob, "", [path])).toBe(true);
      }),
    );
  });
});
