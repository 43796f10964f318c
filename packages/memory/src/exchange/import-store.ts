/**
 * Imports another program's memories: each once through the normal write path, with its time and place. What that program
 * changed since is changed here too, unless a person has changed it here.
 */
import { createHash } from "node:crypto";
import { isAbsolute } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { link } from "../anchors/link/link.ts";
import { pathsInProject } from "../anchors/project-paths.ts";
import { edit } from "../curate/revise/revise.ts";
import type { Rejection } from "../domain/candidate.ts";
import { MemoryError } from "../domain/errors.ts";
import type { Memory } from "../domain/memory.ts";
import { stripContextBlocks } from "../domain/text/injected-text.ts";
import { normaliseText } from "../domain/text/text.ts";
import { admit, screen } from "../learn/promote/admit.ts";
import { awaitReview } from "../learn/promote/await-review.ts";
import { type ComparedWords, createComparedWords } from "../learn/promote/compared-words.ts";
import { SOURCE_CONFIDENCE } from "../learn/promote/limits.ts";
import type { NewMemory } from "../learn/promote/new-memory.ts";
import { findDuplicate } from "../learn/promote/similar.ts";
import { findExternal, getMemories } from "../store/memories/memories.ts";
import { listProjects, type ProjectRow } from "../store/projects.ts";
import { readLedger, writeLedger } from "../store/sessions/ledger.ts";
import type { Workspace } from "../workspace.ts";
import type { ImportTrust } from "./rules/as-stated-elsewhere.ts";
import type { ForeignMemory, StoreItem, StoreKind } from "./stores/foreign-memory.ts";
import { locateStore, type StoreRequest } from "./stores/locate-store.ts";
import { type NamedProject, namedAs } from "./stores/project-names.ts";

export interface StoreImport extends ImportTrust {
  /** The program that wrote the store; "auto": detected from its content. */
  readonly from: StoreRequest;
  /** If true, nothing is written. */
  readonly isDryRun?: boolean | undefined;
  /** If true, new memories wait for a person's review. */
  readonly isReviewed?: boolean | undefined;
  /** Only memories of this project, as the store names it; "all": of every project. If left out: of the open project. */
  readonly of?: string | undefined;
  /** Called with the number of records read so far. */
  readonly onProgress?: ((read: number) => void) | undefined;
}

export interface StoreReport {
  readonly from: StoreKind;
  /** Records with a memory, of any project. */
  read: number;
  imported: number;
  /** Already stored as a memory. */
  merged: number;
  /** Changed in the source since and updated here. */
  corrected: number;
  rejected: number;
  /** New memories that wait for a person's review. */
  waiting: number;
  /** Of other projects, or deleted in the source. */
  skipped: number;
  /** Rejections and unreadable records; the first thousand. */
  readonly errors: { readonly place: string; readonly reason: string }[];
  /** The projects in the store, and whether their memories were imported. */
  readonly projects: readonly {
    readonly name: string;
    readonly memories: number;
    readonly isTaken: boolean;
    /** Projects known here with the same name, because of which nothing of it was imported. */
    readonly namesakes?: readonly string[];
  }[];
}

/** Memories per transaction. */
const BATCH = 50;
/** Memories read before the words of all memories are, because a short import is done sooner without. */
const FEW = 500;
/**
 * Milliseconds between transactions, so that hooks and other imports get their turn: a process waiting for a lock checks ten
 * times a second and would otherwise always find it taken.
 */
const TURN_MS = 25;
/** Attempts per transaction. Each waits for the store's busy timeout: five seconds by default. */
const MAX_ATTEMPTS = 24;
const MAX_ERRORS = 1000;

/**
 * Throws "input_missing", "input_too_large", "source_unknown", "source_newer" and "source_unreadable", and "usage" for
 * Tacit's own store.
 */
export async function importStore(
  workspace: Workspace,
  path: string,
  request: StoreImport,
): Promise<StoreReport> {
  const reader = await locateStore(path, request.from);
  if (reader.kind === "tacit") {
    const reason =
      "that is a store of Tacit's own: `tacit export` there, then `tacit import export`";
    throw new MemoryError("usage", { path, reason });
  }
  const others = (await listProjects(workspace.db)).filter(({ id }) => id !== workspace.projectId);
  const importer = new StoreImporter(workspace, reader.kind, request, others);
  let batch: ForeignMemory[] = [];
  const flush = async () => {
    const now = batch;
    batch = [];
    await importer.importAll(now);
    request.onProgress?.(importer.report.read);
    if (request.isDryRun !== true) await pause(TURN_MS);
  };
  for await (const item of reader.read()) {
    const memory = importer.checkItem(item);
    if (memory === null) continue;
    batch.push(memory);
    if (batch.length >= BATCH) await flush();
  }
  if (batch.length > 0) await flush();
  return importer.finish();
}

type Outcome = "imported" | "merged" | "corrected" | "waiting" | { readonly refused: Rejection };

class StoreImporter {
  readonly report: Omit<StoreReport, "projects"> & { projects: StoreReport["projects"] };
  readonly #workspace: Workspace;
  readonly #kind: StoreKind;
  readonly #request: StoreImport;
  readonly #others: readonly NamedProject[];
  readonly #byName = new Map<string, string[]>();
  readonly #projects = new Map<string, number>();
  #words: ComparedWords | undefined;
  /** What a dry run would have written. */
  readonly #wouldWrite = new Set<string>();

  constructor(
    workspace: Workspace,
    kind: StoreKind,
    request: StoreImport,
    others: readonly ProjectRow[],
  ) {
    this.#workspace = workspace;
    this.#kind = kind;
    this.#request = request;
    this.#others = others.map((other) => ({ ...other, root: other.root ?? "" }));
    this.report = {
      from: kind,
      read: 0,
      imported: 0,
      merged: 0,
      corrected: 0,
      rejected: 0,
      waiting: 0,
      skipped: 0,
      errors: [],
      projects: [],
    };
  }

  /** Returns the memory to import; null if it is skipped. */
  checkItem(item: StoreItem): ForeignMemory | null {
    if ("problem" in item) {
      this.#addError(item.place, item.problem);
      return null;
    }
    const { memory } = item;
    this.report.read++;
    if (memory.project !== null)
      this.#projects.set(memory.project, (this.#projects.get(memory.project) ?? 0) + 1);
    if (!memory.isGone && this.#isWanted(memory)) return memory;
    this.report.skipped++;
    return null;
  }

  async importAll(memories: readonly ForeignMemory[]): Promise<void> {
    if (memories.length === 0) return;
    if (this.#request.isDryRun === true) {
      for (const memory of memories) this.#count(memory, await this.#outcomeOfDryRun(memory));
      return;
    }
    const outcomes = await patiently(() => {
      if (this.report.read > FEW) this.#words ??= createComparedWords();
      return this.#workspace.db
        .transaction(async (tx) => {
          const workspace = { ...this.#workspace, db: tx };
          const done: [ForeignMemory, Outcome][] = [];
          for (const memory of memories)
            done.push([memory, await this.#importOne(workspace, memory)]);
          return done;
        })
        .catch((error: unknown) => {
          // They include what was not stored.
          this.#words = undefined;
          throw error;
        });
    });
    // Counted after the commit: a rejected transaction has stored nothing.
    for (const [memory, outcome] of outcomes) this.#count(memory, outcome);
  }

  finish(): StoreReport {
    this.report.projects = [...this.#projects]
      .map(([name, memories]) => {
        const namesakes = this.#namesakes(name);
        const extra = namesakes.length === 0 ? {} : { namesakes };
        return { name, memories, isTaken: this.#isOf(name), ...extra };
      })
      .sort((a, b) => b.memories - a.memories || (a.name < b.name ? -1 : 1));
    return this.report;
  }

  #isWanted({ place, project, isGlobal, files }: ForeignMemory): boolean {
    if (project === null || isGlobal) return true;
    if (!this.#isOf(project)) return false;
    if (!this.#isElsewhere(project, files)) return true;
    this.#addError(place, "of another folder of that name");
    return false;
  }

  #isOf(project: string): boolean {
    const { of } = this.#request;
    if (of !== undefined) return of === "all" || of === project;
    return (
      namedAs(this.#workspace.identity, project) !== null && this.#namesakes(project).length === 0
    );
  }

  /** Returns projects with the same folder name: the name alone does not identify this project. */
  #namesakes(project: string): string[] {
    if (this.#request.of !== undefined || namedAs(this.#workspace.identity, project) !== "by_name")
      return [];
    const cached = this.#byName.get(project);
    if (cached !== undefined) return cached;
    const named = this.#others.filter((other) => namedAs(other, project) !== null);
    const found = named.map(({ canonical }) => canonical).sort();
    this.#byName.set(project, found);
    return found;
  }

  /**
   * Returns whether its files are in another folder of that name, so that it belongs to another project that only shares the
   * name.
   */
  #isElsewhere(project: string, files: readonly string[]): boolean {
    if (this.#request.of !== undefined || namedAs(this.#workspace.identity, project) !== "by_name")
      return false;
    const name = project.toLowerCase();
    const isBelowOne = (file: string) =>
      isAbsolute(file) && file.toLowerCase().split(/[\\/]/).slice(0, -1).includes(name);
    return files.some(isBelowOne) && pathsInProject(this.#workspace, files).length === 0;
  }

  #count({ place }: ForeignMemory, outcome: Outcome): void {
    if (typeof outcome === "string") this.report[outcome]++;
    else {
      this.report.rejected++;
      this.#addError(place, outcome.refused);
    }
  }

  #addError(place: string, reason: string): void {
    if (this.report.errors.length < MAX_ERRORS) this.report.errors.push({ place, reason });
  }

  async #outcomeOfDryRun(memory: ForeignMemory): Promise<Outcome> {
    const { db, redaction, projectId } = this.#workspace;
    const input = this.#asNew(this.#workspace, memory);
    const { content, reason } = screen(input, { redaction });
    if (reason !== null) return { refused: reason };
    const isKnown =
      this.#wouldWrite.has(normaliseText(content)) ||
      (await findExternal(db, input.scope === "global" ? null : projectId, input.externalId)) !==
        null ||
      (await findDuplicate(db, projectId, content)) !== null;
    this.#wouldWrite.add(normaliseText(content));
    if (isKnown) return "merged";
    return this.#request.isReviewed === true ? "waiting" : "imported";
  }

  async #importOne(workspace: Workspace, memory: ForeignMemory): Promise<Outcome> {
    const input = this.#asNew(workspace, memory);
    const key = {
      projectId: workspace.projectId,
      sourceType: `store:${this.#kind}`,
      sourceKey: memory.id,
    };
    const contentHash = hashOf([input.content, input.type, input.files]);
    const before = await readLedger(workspace.db, key);
    if (before?.contentHash === contentHash) return "merged";
    const remembered = async (outcome: Outcome, text: string) => {
      const entry = { contentHash, outcome: hashOf(text) };
      await writeLedger(workspace.db, key, entry, workspace.moment().nowMs);
      return outcome;
    };
    if (before !== undefined) {
      const changed = await this.#change(workspace, input, before.outcome);
      if (changed !== null) return remembered(changed.outcome, changed.text);
    }
    const { redaction } = workspace;
    if (this.#request.isReviewed === true) {
      const waiting = await awaitReview(
        workspace.db,
        workspace.projectId,
        input,
        { redaction },
        workspace.moment(),
      );
      if (waiting.state === "refused") return { refused: waiting.reason };
      return remembered(waiting.state === "waits" ? "waiting" : "merged", "");
    }
    const admission = await admit(
      workspace.db,
      workspace.projectId,
      input,
      { redaction, words: this.#words },
      workspace.moment(),
    );
    const [stored] = admission.id === null ? [] : await getMemories(workspace.db, [admission.id]);
    if (stored === undefined) return { refused: admission.reason ?? "low_quality" };
    if (admission.mergedInto !== null) return remembered("merged", stored.content);
    await tie(workspace, stored);
    return remembered("imported", stored.content);
  }

  /**
   * Returns the change to an existing memory; null if the memory is new. `lastHash` is the hash of its text when it was imported.
   */
  async #change(
    workspace: Workspace,
    input: NewMemory & { readonly externalId: string },
    lastHash: string,
  ): Promise<{ outcome: Outcome; text: string } | null> {
    const owner = input.scope === "global" ? null : workspace.projectId;
    const existing = await findExternal(workspace.db, owner, input.externalId);
    if (existing === null) return null;
    const isUntouched =
      existing.state === "active" &&
      existing.supersededBy === null &&
      hashOf(existing.content) === lastHash;
    if (!isUntouched) return { outcome: "merged", text: existing.content };
    const { content, type, reason } = screen(input, { redaction: workspace.redaction });
    if (reason !== null) return { outcome: { refused: reason }, text: existing.content };
    if (existing.content === content) return { outcome: "merged", text: content };
    const change = { content, type, files: input.files };
    const edited = await edit(
      workspace.db,
      existing,
      change,
      workspace.projectId,
      workspace.moment(),
    );
    await tie(workspace, edited);
    return { outcome: "corrected", text: edited.content };
  }

  /** Returns whether memories may become global: a person reviews each or vouches for all. */
  #mayBeGlobal(): boolean {
    return this.#request.isTrusted === true || this.#request.isReviewed === true;
  }

  #asNew(workspace: Workspace, memory: ForeignMemory): NewMemory & { readonly externalId: string } {
    const maxConfidence = SOURCE_CONFIDENCE.imported;
    return {
      content: stripContextBlocks(memory.content),
      source: "imported",
      type: memory.type,
      scope: memory.isGlobal && this.#mayBeGlobal() ? "global" : "project",
      files: pathsInProject(workspace, memory.files).slice(0, 24),
      tags: [...memory.tags.slice(0, 12), `imported:${this.#kind}`],
      externalId: `${this.#kind}:${memory.id}`,
      sessions: memory.session === undefined ? [] : [memory.session],
      branch: memory.branch,
      commit: memory.commit,
      // Another program's confidence in its memory is limited to that of an import.
      confidence: Math.min(memory.confidence ?? maxConfidence, maxConfidence),
      createdAtMs: memory.createdAtMs,
    };
  }
}

/** Retries while other processes hold the lock: an import has time and waits as long as its transactions may conflict. */
async function patiently<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act();
    } catch (error) {
      if (!MemoryError.is(error, "store_busy") || attempt >= MAX_ATTEMPTS) throw error;
    }
  }
}

async function tie(workspace: Workspace, memory: Memory): Promise<void> {
  await link(workspace.db, memory, workspace.identity.root, workspace.identity.commit);
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);
}
