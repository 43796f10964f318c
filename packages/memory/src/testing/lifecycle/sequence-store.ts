/** Runs the real side of a sequence: a store in its own folder, with a clock that only the sequence moves. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Event } from "@tacit-memory/protocol";
import { MemoryError } from "../../domain/errors.ts";
import type { Memory } from "../../domain/memory.ts";
import { openTacit, type Tacit } from "../../open.ts";

export type Document = Awaited<ReturnType<Tacit["exchange"]["exportAll"]>>;

export interface SequenceStore {
  readonly tacit: Tacit;
  readonly clock: { nowMs: number };
  /** The export, as `tacit export` writes it. */
  readonly document: () => Promise<Document>;
  /** All memories, including archived, superseded and secret ones. */
  readonly all: () => Promise<Memory[]>;
  /** Imports the document into an empty store and returns the export of that store. */
  readonly importedElsewhere: (document: Document) => Promise<Document>;
  /** Ingests events of a session, one second apart. */
  readonly observe: (
    session: string,
    kinds: readonly ("prompt" | "session_end")[],
  ) => Promise<number[]>;
  readonly close: () => Promise<void>;
}

/** Folder for the stores of sequences. An empty store is created once and copied for each sequence. */
export interface SequenceFolder {
  readonly open: (startMs: number) => Promise<SequenceStore>;
  readonly remove: () => void;
}

export interface StoreChoice {
  /** Also searches by meaning, which is slower. */
  readonly hasEncoder?: boolean | undefined;
}

export async function makeSequenceFolder({
  hasEncoder = false,
}: StoreChoice = {}): Promise<SequenceFolder> {
  const folder = mkdtempSync(join(tmpdir(), "tacit-sequences-"));
  const [empty, root] = [join(folder, "empty"), join(folder, "project")];
  mkdirSync(root);
  const env = hasEncoder ? {} : { TACIT_ENCODER: "off", TACIT_RERANKER: "off" };
  const openIn = (home: string, clock: { nowMs: number }) =>
    openTacit({ home, cwd: root, clock: () => clock.nowMs, env });
  await (await openIn(empty, { nowMs: 0 })).close();
  let count = 0;
  const copy = (): string => {
    const home = join(folder, `home-${count++}`);
    cpSync(empty, home, { recursive: true });
    return home;
  };
  return {
    open: async (startMs) => {
      const home = copy();
      const clock = { nowMs: startMs };
      const tacit = await openIn(home, clock);
      return {
        ...{ tacit, clock },
        document: () => tacit.exchange.exportAll(),
        all: () => tacit.memories.list({ state: null, withSuperseded: true }),
        importedElsewhere: async (document) => {
          const other = copy();
          const second = await openIn(other, clock);
          try {
            await second.exchange.importExport(document);
            return await second.exchange.exportAll();
          } finally {
            await second.close();
            rmSync(other, { recursive: true });
          }
        },
        observe: async (session, kinds) => {
          const events = kinds.map((kind, i) => eventOf(session, kind, clock.nowMs + i * 1000));
          return [...(await tacit.sessions.ingest(events, "live")).sessions];
        },
        close: async () => {
          await tacit.close();
          rmSync(home, { recursive: true });
        },
      };
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

function eventOf(session: string, kind: "prompt" | "session_end", atMs: number): Event {
  const envelope = { v: 1 as const, session, agent: "codex", ts: new Date(atMs).toISOString() };
  return kind === "prompt"
    ? { ...envelope, kind, text: "Go on." }
    : { ...envelope, kind, outcome: "success" };
}

/** Returns the result, or the code of the error with which the store refused. */
export async function outcomeOf<T>(
  work: Promise<T>,
): Promise<{ readonly value: T } | { readonly code: string }> {
  try {
    return { value: await work };
  } catch (error) {
    if (MemoryError.is(error)) return { code: error.code };
    throw error;
  }
}
