/** `tacit.memories`: queries and deliberate changes of memories by people and agents. */
import { currentBranchStates, GIT_LIMIT_MS } from "../anchors/branches/current-branches.ts";
import {
  keepReviewQueue,
  recheck,
  reviewReasons,
  stateOf,
} from "../anchors/freshness/check-memories.ts";
import { listMemoriesByPath } from "../anchors/project-paths.ts";
import type { AnchorVerdict } from "../domain/anchors/anchor.ts";
import type { Candidate } from "../domain/candidate.ts";
import type { Memory } from "../domain/memory.ts";
import type { QuestionRequest, Recalled } from "../recall/answer-question.ts";
import type { WordsCondition } from "../search/words-in-memory.ts";
import { listCandidates } from "../store/memories/candidates.ts";
import { getMemory } from "../store/memories/memories.ts";
import type { ListFilter } from "../store/memories/memory-lists.ts";
import type { Workspace, Writes } from "../workspace.ts";
import type { Correction } from "./correct-memory.ts";
import type { DreamOptions } from "./dream/dream.ts";
import type * as Memories from "./memories.ts";
import type { LinkTarget } from "./memory-links.ts";
import type { Verdict } from "./revise/feedback.ts";
import type { Witness } from "./revise/revise.ts";
import type { Teaching } from "./teaching.ts";
import type { Note } from "./undo/record-change.ts";

const memories = () => import("./memories.ts");
const candidates = () => import("./decide-candidate.ts");
const ties = () => import("./memory-links.ts");
const questions = () => import("../recall/open-questions.ts");

const THE_USER: Witness = { kind: "user", name: "the user" };

/** The in-memory word index, if this process has one. */
export interface WordsInMemory {
  readonly index: () => Promise<QuestionRequest["lexical"]>;
  /** Resolves when the index is loaded or cannot be. */
  readonly ready: () => Promise<WordsCondition | undefined>;
}

export function memoriesApi(workspace: Workspace, writes: Writes, words: WordsInMemory) {
  const { db, projectId } = workspace;
  const { written, removing, touch } = writes;
  /** Runs a change with its follow-up work and records it as a single undoable change. */
  const changed = <T>(what: string, work: (recorded: Workspace, note: Note) => Promise<T>) =>
    written(recordedChange(what, work));
  const recordedChange = async <T>(
    what: string,
    work: (recorded: Workspace, note: Note) => Promise<T>,
  ): Promise<T> => {
    // The change may concern a memory of another project or of all projects, and be the first one from this project.
    await touch();
    const { recordChange } = await import("./undo/record-change.ts");
    return recordChange(workspace, { what }, work);
  };
  return {
    remember: async (teaching: Teaching) => {
      const { remember } = await memories();
      return changed("remember", (recorded) => remember(recorded, teaching));
    },
    /** Throws "memory_not_found". */
    get: (id: string) => getMemory(db, id),
    list: (filter: Omit<ListFilter, "projectId"> = {}) => listMemoriesByPath(workspace, filter),
    confirm: async (id: string, by: Witness = THE_USER) => {
      const { confirmMemory } = await memories();
      return changed("confirm", (recorded) => confirmMemory(recorded, id, by));
    },
    /** Rates a memory as useful or not, doubtful ("flag"), or wrong ("reject"). */
    feedback: async (
      id: string,
      verdict: Verdict,
      { by = THE_USER, because }: { readonly by?: Witness; readonly because?: string } = {},
    ) => {
      const { rateMemory } = await import("./correct-memory.ts");
      const what = `feedback ${verdict}`;
      return changed(what, (recorded) => rateMemory(recorded, id, { verdict, by, because }));
    },
    correct: async (id: string, correction: Correction, by?: Memories.Speaker) => {
      const { correctMemory } = await import("./correct-memory.ts");
      return changed("correct", (recorded) => correctMemory(recorded, id, correction, by));
    },
    askToPin: async (id: string) => {
      const { askToPin } = await memories();
      return changed("pin", (recorded) => askToPin(recorded, id));
    },
    /** Returns a text as it would be stored, with the secrets that would be removed. Stores nothing. */
    screen: async (teaching: Pick<Teaching, "content" | "type">) => {
      const { screen } = await import("../learn/promote/admit.ts");
      return screen(teaching, { redaction: workspace.redaction, isStrict: workspace.isStrict });
    },
    edit: async (id: string, change: Parameters<typeof Memories.editMemory>[2]) => {
      const { editMemory } = await memories();
      return changed("edit", (recorded) => editMemory(recorded, id, change));
    },
    restore: async (id: string, version?: number) => {
      const { restoreMemory } = await memories();
      return changed("restore", (recorded) => restoreMemory(recorded, id, version));
    },
    archive: async (id: string) => {
      const { archiveMemory } = await memories();
      return changed("archive", (recorded) => archiveMemory(recorded, id));
    },
    /** Undoes the last change, the one with this id, all of this run, or the last one of this memory. Throws "usage". */
    undo: async (id?: string) => {
      const { undoChange } = await import("./undo/undo.ts");
      return written(undoChange(workspace, id));
    },
    /** Lists changes that can be undone or were, newest first. */
    changes: async (limit = 20) => (await import("./undo/undo.ts")).listChanges(workspace, limit),
    /** Merges what says the same. Throws "dream_running" where another process does it. */
    dream: async (options: DreamOptions = {}) => {
      const { dream } = await import("./dream/dream.ts");
      if (options.isDry === true) return dream(workspace, options);
      await touch();
      return written(dream(workspace, options));
    },
    /** Lists the open proposals of consolidation for a person, highest score first. */
    proposals: async () => (await import("./dream/decide-proposal.ts")).openProposals(workspace),
    /** Returns null if no open proposal has an id with this ending. */
    acceptProposal: async (id: string) => {
      const { acceptProposal } = await import("./dream/decide-proposal.ts");
      return changed("review accept", (recorded, note) => acceptProposal(recorded, id, note));
    },
    /** Rejects a proposal, which is never made again. Returns null if no open proposal has an id with this ending. */
    rejectProposal: async (id: string) => {
      const { rejectProposal } = await import("./dream/decide-proposal.ts");
      return changed("review reject", (recorded, note) => rejectProposal(recorded, id, note));
    },
    forget: async (ids: readonly string[]) => {
      const { forgetSelected } = await import("./forget-selected.ts");
      return removing(async () => (await forgetSelected(workspace, { memories: ids })).memories);
    },
    link: async (id: string, to: LinkTarget) => {
      const { linkMemory } = await ties();
      return changed("link", (recorded) => linkMemory(recorded, id, to));
    },
    unlink: async (id: string, from: LinkTarget) => {
      const { unlinkMemory } = await ties();
      return changed("unlink", (recorded) => unlinkMemory(recorded, id, from));
    },
    story: async (id: string) => (await memories()).storyOf(workspace, id),
    /** Returns what brought text from outside into the sessions of a memory before it was learned. */
    outsideOrigins: async (memory: Memory) =>
      (await import("./outside-origins.ts")).outsideOriginsOf(workspace, memory),
    timeline: async (id: string, n?: number) => (await memories()).timelineOf(workspace, id, n),
    candidates: (filter: { state?: Candidate["state"]; limit?: number } = {}) =>
      listCandidates(db, { projectId, limit: 1000, ...filter }),
    accept: async (id: string) => {
      const { acceptCandidate } = await candidates();
      return changed("review accept", (recorded, note) => acceptCandidate(recorded, id, note));
    },
    reject: async (id: string) => {
      const { rejectCandidate } = await candidates();
      return changed("review reject", (recorded, note) => rejectCandidate(recorded, id, note));
    },

    recall: async (request: QuestionRequest): Promise<Recalled> =>
      (await questions()).recallAndNote(workspace, request, await words.index()),
    /** Lists queries that found no relevant memory. Those that a memory answers by now are closed first. */
    gaps: async (filter?: { readonly withClosed?: boolean }) =>
      (await questions()).gapsOf(workspace, filter),
    forgetGaps: async (gids: readonly number[] | null) =>
      (await import("./forget-gaps.ts")).forgetGaps(workspace, gids),
    /** In a long-lived process: resolves when words and vectors are in memory or cannot be. */
    warmUp: async () => {
      const condition = await words.ready();
      if (condition !== undefined) await workspace.meaning.warmUp();
      return condition;
    },

    /** Returns the freshness of one memory. */
    freshnessOf: async (id: string) => {
      const memory = await getMemory(db, id);
      const freshness = await stateOf(workspace, [memory], {
        mayAskGit: true,
        isExplained: true,
      });
      await keepReviewQueue(workspace, freshness);
      return freshness.get(memory.id);
    },
    /** Returns the code of one memory as it was and as it is. `verdicts`: those of `freshnessOf`. */
    anchoredCode: async (id: string, verdicts: readonly AnchorVerdict[]) => {
      const { anchoredCode } = await import("../anchors/freshness/anchored-code.ts");
      return anchoredCode(workspace, await getMemory(db, id), verdicts);
    },
    /**
     * Returns whether the branch of one memory is merged, as seen from the current checkout; null: the memory applies
     * everywhere.
     */
    branchStanding: async (id: string) =>
      (await currentBranchStates(workspace, GIT_LIMIT_MS)).of(await getMemory(db, id)),
    /**
     * Checks the branches and the code of every memory and updates the review queue. Returns the state of the code of each
     * memory that was checked.
     */
    recheck: async () => {
      await currentBranchStates(workspace, GIT_LIMIT_MS);
      return recheck(workspace, { mayAskGit: true });
    },
    reviewReasons: (ids: readonly Memory["id"][]) => reviewReasons(workspace, ids),
  };
}
