/**
 * Words in memory for recall: the index next to the store, built in the background of a long-lived process from its first
 * recall on. Until it is ready, and whenever there are more changes than a recall should wait for, the store's full-text
 * index answers. Failures here never break a recall: they are stored as a sentence, and full-text search continues.
 */
import { setImmediate } from "node:timers/promises";
import { wordFileIn } from "../store/index-file-paths.ts";
import { changesSince, memoryStamp } from "../store/memories/memory-changes.ts";
import type { Workspace } from "../workspace.ts";
import { COLUMN_WEIGHTS } from "./column-weights.ts";
import { openWordIndex, type WordIndex } from "./indexes/words/word-index.ts";
import type { Lexical } from "./lexical.ts";

export interface WordsCondition {
  readonly state: "ready" | "in_the_making" | "failed";
  /** Number of memories in the index; `bytes` is the size of its arrays. */
  readonly memories: number;
  readonly bytes: number;
  /** Why it was rebuilt and the last error; null when there was none. */
  readonly reason: string | null;
  readonly problem: string | null;
}

export interface Words {
  /** Returns the index; undefined while it cannot answer. Never throws, never waits for long. */
  readonly lexical: () => Promise<Lexical | undefined>;
  /** Waits until the index can answer or has failed. */
  readonly ready: () => Promise<WordsCondition>;
  readonly close: () => Promise<void>;
}

const { title, content, tags, files, symbols, identifiers } = COLUMN_WEIGHTS;
const WEIGHTS = [title, content, tags, files, symbols, identifiers];

type Store = Pick<Workspace, "db" | "home">;

export function createWords(store: Store): Words {
  let index: WordIndex | null = null;
  let problem: string | null = null;
  let opening: Promise<void> | null = null;
  /** Set to abandon a running build, because the store it reads is about to close. */
  let isGivingUp = false;

  const failed = (error: unknown): void => {
    problem = error instanceof Error ? error.message : String(error);
    index = null;
  };
  const breathe = async (): Promise<void> => {
    await setImmediate();
    if (isGivingUp) throw new Error("the store was closed meanwhile");
  };
  const open = async (): Promise<void> => {
    try {
      await breathe();
      index = await openIndex(store, breathe);
    } catch (error) {
      failed(error);
    }
  };
  const begin = (): Promise<void> => {
    opening ??= open();
    return opening;
  };
  const refreshed = async (): Promise<WordIndex | null> => {
    try {
      return index !== null && (await index.refresh()) ? index : null;
    } catch (error) {
      failed(error);
      return null;
    }
  };

  return {
    lexical: async () => {
      void begin();
      const current = await refreshed();
      return current === null ? undefined : lexicalOf(current);
    },
    ready: async () => {
      await begin();
      await index?.settled().catch(failed);
      return conditionOf(await refreshed(), problem);
    },
    close: async () => {
      isGivingUp = true;
      await opening;
      await index?.settled().catch(failed);
      isGivingUp = false;
      await index?.close();
    },
  };
}

/** Opens the index next to the store. `breathe` is awaited between the steps of a build, and may end it by an error. */
function openIndex({ db, home }: Store, breathe: () => Promise<void>): Promise<WordIndex> {
  return openWordIndex({
    path: wordFileIn(home),
    rows: {
      since: (seq, limit) => changesSince(db, seq, limit),
      stamp: () => memoryStamp(db),
    },
    weights: WEIGHTS,
    breathe,
  });
}

function conditionOf(index: WordIndex | null, problem: string | null): WordsCondition {
  return {
    state: problem !== null ? "failed" : index === null ? "in_the_making" : "ready",
    memories: index?.size ?? 0,
    bytes: index?.bytes ?? 0,
    reason: index?.reason ?? null,
    problem: problem ?? index?.unwritten ?? null,
  };
}

function lexicalOf(index: WordIndex): Lexical {
  return {
    documents: async () => index.size,
    frequencyOf: async (term) => index.frequencyOf(term),
    search: async (terms, { projectId, ...filter }, limit) =>
      index.search(terms, { projectIds: [projectId], ...filter }, limit),
    matching: async (term, ids) => index.matching(term, ids),
  };
}
