/** Proposals as the observer makes them, decided on in a separate store. */
import type { Candidate } from "../domain/candidate.ts";
import { draft } from "../domain/draft.ts";
import type { CandidateId } from "../domain/ids.ts";
import { type PromotionContext, type ProposalFacts, promote } from "../learn/promote/promote.ts";
import { openTestStore, PROJECT } from "./testing-life.ts";

export const CONTENT =
  "Run `npm run build` before the end-to-end tests, otherwise they use old bundles.";

export const SESSION: PromotionContext["session"] = {
  id: "s1",
  kind: null,
  outcome: "success",
  agent: null,
  branch: null,
  commit: null,
  isStaged: false,
  endedAtMs: 1000,
};

export async function promoting() {
  const { db, place } = await openTestStore();
  const propose = (
    overrides: Partial<Candidate> = {},
    facts: Partial<ProposalFacts> = {},
  ): ProposalFacts => ({
    candidate: {
      ...draft({ type: "gotcha", title: "Build first", content: CONTENT }),
      id: place.moment().newId() as CandidateId,
      projectId: PROJECT,
      signals: ["error_retry"],
      subject: "error:1",
      sessions: ["s1"],
      score: 0.8,
      standing: "believed",
      isTainted: false,
      evidence: [],
      createdAtMs: 0,
      state: "proposed",
      reason: null,
      ...overrides,
    } as Candidate,
    minSessions: 1,
    survivesFailure: false,
    revises: null,
    ...facts,
  });
  const decide = (
    proposals: readonly ProposalFacts[],
    session: Partial<PromotionContext["session"]> = {},
    more: Partial<PromotionContext> = {},
  ) =>
    promote(
      db,
      proposals,
      {
        session: { ...SESSION, ...session },
        mode: "automatic",
        admission: { redaction: {} },
        ...more,
      },
      place.moment(),
    );
  return { db, place, propose, decide };
}
