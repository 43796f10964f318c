/**
 * Words in memory behind the stage that uses them: the index beside the store, made in a process that lives long,
 * beside its work, from its first recall on. Until it is there, and whenever it has more to take in than a recall
 * should wait for, the store's full-text index answers. Nothing here may break a recall: what goes wrong is kept as
 * a sentence for whoever asks, and full-text search goes on.
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
  /** Memories in it, and bytes of its arrays. */
  readonly memories: number;
  readonly bytes: number;
  /** Why it was made anew, and what went wrong last; null when nothing did. */
  readonly reason: string | null;
  readonly problem: string | null;
}

export interface Words {
  /** Undefined while it cannot answer. Never throws, never waits for more than a moment. */
  readonly lexical: () => Promise<Lexical | undefined>;
  /** Waits until it can answer, or cannot at all. */
  readonly ready: () => Promise<WordsCondition>;
  readonly close: () => Promise<void>;
}

const { title, content, tags, files, symbols, identifiers } = COLUMN_WEIGHTS;
const WEIGHTS = [title, content, tags, files, symbols, identifiers];

export function createWords({ db, home }: Pick<Workspace, "db" | "home">): Words {
  let index: WordIndex | null = null;
  let problem: string | null = null;
  let opening: Promise<void> | null = null;
  /** What is being made is given up; the store it reads is about to close. */
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
      index = await openWordIndex({
        path: wordFileIn(home),
        rows: {
          since: (seq, limit) => changesSince(db, seq, limit),
          stamp: () => memoryStamp(db),
        },
        weights: WEIGHTS,
        breathe,
      });
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
      const current = await refreshed();
      const state = problem !== null ? "failed" : current === null ? "in_the_making" : "ready";
      return {
        state,
        memories: current?.size ?? 0,
        bytes: current?.bytes ?? 0,
        reason: current?.reason ?? null,
        problem: problem ?? current?.unwritten ?? null,
      };
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

function lexicalOf(index: WordIndex): Lexical {
  return {
    documents: async () => index.size,
    frequencyOf: async (term) => index.frequencyOf(term),
    search: async (terms, { projectId, ...filter }, limit) =>
      index.search(terms, { projectIds: [projectId], ...filter }, limit),
    matching: async (term, ids) => index.matching(term, ids),
  };
}
