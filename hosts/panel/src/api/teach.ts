/** Teaching by a person: previews what would be stored, and stores it. */
import type { TeachResult } from "@tacit-memory/protocol";
import { changesMade } from "./changes.ts";
import type { TeachInput } from "./requests.schema.ts";
import { type At, rowOf } from "./rows.ts";

const MAX_SIMILAR = 3;
/** Minimum relevance of a similar memory. A text that says the same and more has 0.2, an unrelated text 0. */
const SIMILAR = 0.15;
/** Minimum share of the words of one text that the other contains. Texts about the same topic share fewer. */
const MIN_SHARE = 0.5;

export async function teach(at: At, input: TeachInput): Promise<TeachResult> {
  const { content, redactions } = await at.tacit.memories.screen(input);
  const seen = { content, redactions: [...new Set(redactions.map(({ rule }) => rule))] };
  const nothing = { similar: [], memoryId: null, mergedInto: null, refused: null, changes: [] };
  if (input.isPreview) return { ...nothing, ...seen, similar: await similarTo(at, content) };
  return { ...nothing, ...seen, ...(await stored(at, input)) };
}

async function similarTo({ tacit, nowMs }: At, query: string): Promise<TeachResult["similar"]> {
  const { hits } = await tacit.memories.recall({ query, in: "memories", limit: MAX_SIMILAR });
  return hits
    .filter(
      ({ memory, explanation }) =>
        explanation.relevance >= SIMILAR && shareOfWords(query, memory.content) >= MIN_SHARE,
    )
    .map(({ memory, explanation }) => ({
      ...rowOf(memory, nowMs),
      matched: explanation.matched,
    }));
}

/** Share of the words of the shorter text that the other contains. Words of three letters and fewer do not count. */
function shareOfWords(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  return few.size === 0 ? 0 : [...few].filter((word) => many.has(word)).length / few.size;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu));
}

async function stored({ tacit: { memories } }: At, { content, files = [], type }: TeachInput) {
  const ids: string[] = [];
  let mergedInto: string | null = null;
  let refused: string | null = null;
  const changes = await changesMade(memories, ids, async () => {
    const source = "user_taught" as const;
    const kind = type === undefined ? {} : { type };
    const admission = await memories.remember({ content, files, source, ...kind });
    if (admission.id !== null) ids.push(admission.id);
    mergedInto = admission.mergedInto;
    refused = admission.reason;
  });
  return { memoryId: ids[0] ?? null, mergedInto, refused, changes };
}
