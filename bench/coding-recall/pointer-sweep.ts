/**
 * Reports what other pointer thresholds would show and cost. Prompts only; over all projects, and over all but one in turn.
 */
import { round } from "../statistics.ts";
import type { Outcome } from "./sets.ts";

/** Tokens of the frame around pointers and tokens of one pointer. */
const [FRAME_TOKENS, POINTER_TOKENS] = [24, 22];
const POINTERS = 3;
const THRESHOLDS = [-0.5, -1, -1.25, -1.5, -1.75, -2, -2.5] as const;

export function sweepPointers(outcomes: readonly Outcome[]) {
  const prompts = outcomes.filter(({ one: item }) => item.kind === "prompt");
  const projects = [...new Set(prompts.map(({ one: item }) => item.project))];
  const rowFor = (threshold: number, some: readonly Outcome[]) => {
    const pointed = some.map(({ one: item, shown, evidence }) => {
      const others = evidence.filter(
        (hit) => !shown.full.includes(hit.id) && (hit.evidence ?? -99) >= threshold,
      );
      const ids = others.slice(0, POINTERS).map(({ id }) => id);
      const isHit = [...shown.full, ...ids].some((id) => item.relevant[id] !== undefined);
      const frame = shown.full.length === 0 && ids.length > 0 ? FRAME_TOKENS : 0;
      const isEmpty = Object.keys(item.relevant).length === 0;
      return { isEmpty, isHit, tokens: frame + ids.length * POINTER_TOKENS };
    });
    const withSome = pointed.filter(({ isEmpty }) => !isEmpty);
    const empty = pointed.filter(({ isEmpty }) => isEmpty);
    return {
      relevantShown: round(
        withSome.filter(({ isHit }) => isHit).length / Math.max(1, withSome.length),
        3,
      ),
      pointerTokensWhenEmpty: round(
        empty.reduce((sum, { tokens }) => sum + tokens, 0) / Math.max(1, empty.length),
        1,
      ),
    };
  };
  return THRESHOLDS.flatMap((threshold) => [
    { threshold, without: null, ...rowFor(threshold, prompts) },
    ...projects.map((project) => ({
      threshold,
      without: project,
      ...rowFor(
        threshold,
        prompts.filter(({ one: item }) => item.project !== project),
      ),
    })),
  ]);
}
