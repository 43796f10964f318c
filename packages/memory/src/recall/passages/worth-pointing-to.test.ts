/** Tests which passage of a past session is shown as a pointer. */
import { expect, test } from "vitest";
import type { ProjectId } from "../../domain/ids.ts";
import type { PassageHit } from "./passage-hit.ts";
import { worthPointingTo } from "./worth-pointing-to.ts";

interface Evidence {
  readonly session?: string;
  readonly speaker?: "user" | "agent" | "summary";
  readonly isRetracted?: boolean;
  readonly isTainted?: boolean;
  readonly content?: string;
  readonly relevance?: number;
  readonly cosine?: number | null;
  readonly evidence?: number;
}

const STATED =
  "The export skips archived customers because the query joins the active ones. The job runs before the archive is closed. ";

function hit({ relevance = 0.9, cosine = 0.9, evidence = 20, ...more }: Evidence): PassageHit {
  const passage = {
    id: "ses:0000000000000001",
    projectId: "p" as ProjectId,
    session: "earlier",
    agent: null,
    seq: 1,
    speaker: "agent" as const,
    context: "",
    content: STATED.repeat(3),
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
  return { passage, relevance, words: 0.9, cosine, matched: [], evidence };
}

test.each<readonly [string, readonly Evidence[], string | undefined]>([
  ["the best of other sessions", [{}, { session: "older" }], "earlier"],
  ["none of the session that asks", [{ session: "asking" }], undefined],
  ["the next if the best is the session's own", [{ session: "asking" }, {}], "earlier"],
  ["none that a user said", [{ speaker: "user" }], undefined],
  ["none that summarises a session", [{ speaker: "summary" }], undefined],
  ["none that was taken back", [{ isRetracted: true }], undefined],
  ["none after outside text", [{ isTainted: true }], undefined],
  ["none that is short", [{ content: "Let me look." }], undefined],
  [
    "none that announces actions",
    [{ content: "I'll check the output of the last command first. ".repeat(8) }],
    undefined,
  ],
  [
    "none that is a block of code",
    [{ content: `\`\`\`ts\n${STATED.repeat(4)}\n\`\`\`` }],
    undefined,
  ],
  [
    "none that is a difference of files",
    [{ content: STATED.repeat(3).replaceAll(". ", ".\n+ return active(customers);\n") }],
    undefined,
  ],
  ["none that shares only common words", [{ evidence: 4 }], undefined],
  ["none that is hardly relevant", [{ relevance: 0.1 }], undefined],
  ["none that means something else", [{ cosine: 0.1 }], undefined],
  ["none without a meaning", [{ cosine: null }], undefined],
])("%s", (_name, hits, session) => {
  expect(worthPointingTo(hits.map(hit), "asking")?.passage.session).toBe(session);
});
