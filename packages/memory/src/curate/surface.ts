/** `tacit.memories`: what people and agents ask of memories, and do to them on purpose. */
import { MAY_LOOK, standingsHere } from "../anchors/branches/branches-here.ts";
import {
  keepReviewQueue,
  recheck,
  reviewReasons,
  standingOf,
} from "../anchors/freshness/check-memories.ts";
import { listed } from "../anchors/places.ts";
import type { Candidate } from "../domain/candidate.ts";
import type { Memory } from "../domain/memory.ts";
import type { Recalled, RecallWish } from "../recall/answer-question.ts";
import type { WordsCondition } from "../search/words-in-memory.ts";
import { listCandidates } from "../store/memories/candidates.ts";
import { getMemory } from "../store/memories/memories.ts";
import type { ListFilter } from "../store/memories/memory-lists.ts";
import { dropReportFiles } from "../store/report-files.ts";
import type { Workspace, Writes } from "../workspace.ts";
import type * as Memories from "./memories.ts";
import type { Witness } from "./revise/revise.ts";
import type { Tie } from "./ties.ts";

const memories = () => import("./memories.ts");
const candidates = () => import("./decide-candidate.ts");
const ties = () => import("./ties.ts");
const questions = () => import("../recall/open-questions.ts");

/** The index of words in memory, where this process keeps one. */
export interface WordsInMemory {
  readonly index: () => Promise<RecallWish["lexical"]>;
  /** Resolves when the words are in memory, or cannot be. */
  readonly ready: () => Promise<WordsCondition | undefined>;
}

export function memoriesSurface(workspace: Workspace, writes: Writes, words: WordsInMemory) {
  const { db, home, projectId } = workspace;
  const { written, marked, touch } = writes;
  return {
    remember: async (teaching: Memories.Teaching) => {
      await touch();
      return written((await memories()).remember(workspace, teaching));
    },
    /** Throws "memory_not_found". */
    get: (id: string) => getMemory(db, id),
    list: (filter: Omit<ListFilter, "projectId"> = {}) => listed(workspace, filter),
    confirm: async (id: string, by: Witness = { kind: "user", name: "the user" }) =>
      written((await memories()).confirmMemory(workspace, id, by)),
    correct: async (id: string, correction: Memories.Correction, by?: Memories.Speaker) =>
      written((await memories()).correctMemory(workspace, id, correction, by)),
    askToPin: async (id: string) => written((await memories()).askToPin(workspace, id)),
    edit: async (id: string, change: Parameters<typeof Memories.editMemory>[2]) =>
      written((await memories()).editMemory(workspace, id, change)),
    restore: async (id: string, version?: number) =>
      written((await memories()).restoreMemory(workspace, id, version)),
    archive: async (id: string) => marked(await (await memories()).archiveMemory(workspace, id)),
    forget: async (ids: readonly string[]) => {
      const { forgetMemories } = await import("./forget-memories.ts");
      const forgotten = await forgetMemories(workspace, ids);
      await workspace.meaning.forget();
      dropReportFiles(home);
      return marked(forgotten);
    },
    link: async (id: string, to: Tie) => written((await ties()).linkMemory(workspace, id, to)),
    unlink: async (id: string, from: Tie) =>
      written((await ties()).unlinkMemory(workspace, id, from)),
    story: async (id: string) => (await memories()).storyOf(workspace, id),
    timeline: async (id: string, n?: number) => (await memories()).timelineOf(workspace, id, n),
    candidates: (filter: { state?: Candidate["state"]; limit?: number } = {}) =>
      listCandidates(db, { projectId, limit: 1000, ...filter }),
    accept: async (id: string) => written((await candidates()).acceptCandidate(workspace, id)),
    reject: async (id: string) => (await candidates()).rejectCandidate(workspace, id),

    recall: async (wish: RecallWish): Promise<Recalled> =>
      (await questions()).recallAndNote(workspace, wish, await words.index()),
    /** Questions that found no relevant memory. Questions that a memory answers by now are closed first. */
    gaps: async (filter?: { readonly withClosed?: boolean }) =>
      (await questions()).gapsOf(workspace, filter),
    forgetGaps: async (gids: readonly number[] | null) =>
      (await questions()).forgetGaps(workspace, gids),
    /** Where the process is long-lived: resolves when the words are in memory, or cannot be. */
    warmUp: words.ready,

    /** What the code says of one memory now. */
    freshnessOf: async (id: string) => {
      const memory = await getMemory(db, id);
      const freshness = await standingOf(workspace, [memory], {
        mayAskGit: true,
        isExplained: true,
      });
      await keepReviewQueue(workspace, freshness);
      return freshness.get(memory.id);
    },
    /** Whether the branch of one memory is merged, seen from what is checked out; null: the memory holds everywhere. */
    branchStanding: async (id: string) =>
      (await standingsHere(workspace, MAY_LOOK)).of(await getMemory(db, id)),
    /** Looks at the branches and at the code under every memory, and updates the review queue. */
    recheck: async () => {
      await standingsHere(workspace, MAY_LOOK);
      await recheck(workspace, { mayAskGit: true });
    },
    reviewReasons: (ids: readonly Memory["id"][]) => reviewReasons(workspace, ids),
  };
}
