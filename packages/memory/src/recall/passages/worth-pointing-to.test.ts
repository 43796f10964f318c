/** Tests for which prompts past sessions are searched, and which passages are shown as pointers. */
import { expect, test } from "vitest";
import type { ProjectId } from "../../domain/ids.ts";
import type { PassageHit } from "./passage-hit.ts";
import { asksForPast, worthPointingTo } from "./worth-pointing-to.ts";

test.each([
  ["Why does the export skip archived customers", true],
  ["The export of archived customers fails since Monday", true],
  ["Is the export complete for archived customers?", true],
  ["Please address the review feedback on the export", false],
  ["Add a column for the region to the export", false],
  ["Why does it fail?", false],
])("detects whether %s asks for the past: %s", (prompt, isAsking) => {
  expect(asksForPast(prompt)).toBe(isAsking);
});

interface Evidence {
  readonly session?: string;
  readonly speaker?: "user" | "agent" | "summary";
  readonly isRetracted?: boolean;
  readonly isTainted?: boolean;
  readonly content?: string;
  readonly relevance?: number;
  readonly cosine?: number | null;
}

function hit({ relevance = 0.9, cosine = 0.9, ...more }: Evidence): PassageHit {
  const passage = {
    id: "ses:0000000000000001",
    projectId: "p" as ProjectId,
    session: "earlier",
    agent: null,
    seq: 1,
    speaker: "agent" as const,
    context: "",
    content: "long ".repeat(60),
    branch: null,
    atMs: 0,
    isRetracted: false,
    isTainted: false,
    rid: 1,
    sessionRid: 1,
    identifiers: "",
    embedding: null,
    ...more,
  };
  return { passage, relevance, words: 0.9, cosine, matched: [] };
}

test.each<readonly [string, readonly Evidence[], readonly string[]]>([
  ["one of an earlier session", [{}], ["earlier"]],
  ["none of the session that asks", [{ session: "asking" }], []],
  ["one of each session", [{}, {}, { session: "older" }], ["earlier", "older"]],
  ["two at most", [{}, { session: "b" }, { session: "c" }], ["earlier", "b"]],
  ["none that a user said", [{ speaker: "user" }], []],
  ["none that was taken back", [{ isRetracted: true }], []],
  ["none after outside text", [{ isTainted: true }], []],
  ["none that is short", [{ content: "Let me look." }], []],
  ["none that is hardly relevant", [{ relevance: 0.1 }], []],
  ["none that means something else", [{ cosine: 0.1 }], []],
  ["none without a meaning", [{ cosine: null }], []],
])("%s", (_name, hits, sessions) => {
  const found = worthPointingTo(hits.map(hit), "asking");
  expect(found.map(({ passage }) => passage.session)).toEqual(sessions);
});
