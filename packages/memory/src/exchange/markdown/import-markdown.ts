/** Imports a Markdown document of `tacit export`, on request with what a person changed and added in it. */

import { redact } from "@tacit-memory/redact";
import { editMemory, remember } from "../../curate/memories.ts";
import { recordChange } from "../../curate/undo/record-change.ts";
import { MemoryError } from "../../domain/errors.ts";
import type { MemoryId } from "../../domain/ids.ts";
import type { Memory, Source } from "../../domain/memory.ts";
import { dedupeKey, getMemories } from "../../store/memories/memories.ts";
import { listMemories } from "../../store/memories/memory-lists.ts";
import type { Workspace } from "../../workspace.ts";
import { isImported, recordImport } from "../renew-line.ts";
import type { ImportTrust } from "../rules/as-stated-elsewhere.ts";
import { type ExportReport, importExport } from "../transfer.ts";
import { type AddedSection, type MarkdownDocument, readMarkdown } from "./read-markdown.ts";

type Changed = MarkdownDocument["changed"][number];
type Wording = Pick<Memory, "title" | "content">;

export interface MarkdownReport extends ExportReport {
  /** Canonical id of the project that the document was exported from; null if unknown. */
  readonly project: string | null;
  /** Number of texts changed in the document, sections added, and lines outside the sections, applied or not. */
  readonly edits: number;
  /** Memories changed to the document's wording. */
  readonly changed: readonly MemoryId[];
  /** Memories created from added sections. */
  readonly added: readonly MemoryId[];
  /** Memories that already stated what an added section states. */
  readonly confirmed: readonly MemoryId[];
  /** Changed both in the document and in the store since the export; the store's wording stays. */
  readonly conflicts: readonly MemoryId[];
  /** Edits that the store refused, with the reason. */
  readonly refused: readonly { readonly title: string; readonly reason: string }[];
}

/**
 * Imports the memories of a document, or of several that belong together, like `importExport`. With `withEdits`, then applies the changed texts and added sections as one
 * change that can be undone. Added sections are the user's word only if the document is trusted, because another person may have
 * written them. Throws "input_malformed".
 */
export async function importMarkdown(
  workspace: Workspace,
  texts: string | readonly string[],
  { withEdits = false, ...trust }: ImportTrust & { readonly withEdits?: boolean } = {},
): Promise<MarkdownReport> {
  const whole = asOne([texts].flat().map(readOrThrow));
  const { document, project } = whole;
  const report = await importExport(workspace, document, trust);
  const pending = await pendingEdits(workspace, whole);
  const edits = pending.count;
  const applied = { changed: [], added: [], confirmed: [], conflicts: [], refused: [] };
  if (!withEdits || edits === 0) return { ...report, project, edits, ...applied };
  const source = trust.isTrusted === true ? "user_taught" : "imported";
  const outcome = await recordChange(workspace, { what: "import export" }, (recorded) =>
    applyEdits(recorded, pending, source),
  );
  return { ...report, project, edits, ...outcome };
}

function readOrThrow(text: string): MarkdownDocument {
  const read = readMarkdown(text);
  if (read.ok) return read.value;
  throw new MemoryError("input_malformed", { expected: "a Markdown export", at: read.at });
}

/** Joins documents, so that an empty store accepts the claims of all and one `tacit undo` reverts the edits. */
function asOne(documents: readonly MarkdownDocument[]): MarkdownDocument {
  const [first] = documents;
  if (first === undefined)
    throw new MemoryError("input_malformed", { expected: "a Markdown export" });
  return {
    project: first.project,
    document: {
      ...first.document,
      memories: documents.flatMap(({ document }) => document.memories),
      edges: documents.flatMap(({ document }) => document.edges),
    },
    changed: documents.flatMap(({ changed }) => changed),
    added: documents.flatMap(({ added }) => added),
    loose: documents.flatMap(({ loose }) => loose),
  };
}

export interface PendingEdits {
  readonly changed: readonly Changed[];
  readonly added: readonly AddedSection[];
  readonly loose: readonly string[];
  readonly count: number;
}

/** Returns what a person changed and added in a document and the store does not have. */
export async function pendingEdits(
  workspace: Workspace,
  { changed: allChanged, added: allAdded, loose }: Omit<MarkdownDocument, "document" | "project">,
): Promise<PendingEdits> {
  const changed = await stillPending(workspace, allChanged);
  const added = await stillMissing(workspace, allAdded);
  return { changed, added, loose, count: changed.length + added.length + loose.length };
}

/** Returns the changes of memories that exist and do not have the document's wording yet. */
async function stillPending(
  { db, redaction }: Workspace,
  changed: readonly Changed[],
): Promise<readonly Changed[]> {
  const stored = await storedBy(db, changed);
  return changed.filter(({ before, title, content }) => {
    const memory = stored.get(before.id);
    if (memory === undefined) return false;
    return (
      (content !== null && memory.content.trim() !== redact(content, redaction).text) ||
      (title !== null && memory.title !== redact(title, redaction).text)
    );
  });
}

/** Returns the sections that no active memory states in these words and that no earlier import has merged: a file may be imported twice. */
async function stillMissing(
  workspace: Workspace,
  sections: readonly AddedSection[],
): Promise<readonly AddedSection[]> {
  if (sections.length === 0) return [];
  const { db, projectId, redaction } = workspace;
  const memories = await listMemories(db, { projectId, state: "active" });
  const stored = new Set(memories.map(({ content }) => dedupeKey(content)));
  const missing: AddedSection[] = [];
  for (const section of sections) {
    const isStored = stored.has(dedupeKey(redact(section.content, redaction).text));
    if (!isStored && !(await isImported(workspace, section))) missing.push(section);
  }
  return missing;
}

async function storedBy(db: Workspace["db"], changed: readonly Changed[]) {
  const memories = await getMemories(
    db,
    changed.map(({ before }) => before.id),
  );
  return new Map(memories.map((memory) => [memory.id, memory]));
}

interface Outcome {
  readonly changed: MemoryId[];
  readonly added: MemoryId[];
  readonly confirmed: MemoryId[];
  readonly conflicts: MemoryId[];
  readonly refused: { readonly title: string; readonly reason: string }[];
}

async function applyEdits(
  workspace: Workspace,
  { changed, added, loose }: PendingEdits,
  source: Source,
): Promise<Outcome> {
  const outcome: Outcome = { changed: [], added: [], confirmed: [], conflicts: [], refused: [] };
  const stored = await storedBy(workspace.db, changed);
  for (const change of changed) {
    const memory = stored.get(change.before.id);
    const isSame = memory !== undefined && haveSameWording(memory, change.before);
    if (isSame) await applyChange(workspace, change, outcome);
    else outcome.conflicts.push(change.before.id);
  }
  for (const section of added) await addSection(workspace, { ...section, source }, outcome);
  for (const line of loose)
    outcome.refused.push({
      title: line.trim(),
      reason: "the text has no heading that begins with ###",
    });
  return outcome;
}

async function applyChange(
  workspace: Workspace,
  { before, title, content }: Changed,
  outcome: Outcome,
): Promise<void> {
  const change = { title: title ?? undefined, content: content ?? undefined };
  const reason = await refusalOf(async () => editMemory(workspace, before.id, change));
  if (reason === null) outcome.changed.push(before.id);
  else outcome.refused.push({ title: before.title, reason });
}

async function addSection(
  workspace: Workspace,
  { source, ...section }: AddedSection & { readonly source: Source },
  outcome: Outcome,
): Promise<void> {
  // Verbatim: a person wrote it, and its paragraphs must stay.
  const teaching = { ...section, source, title: section.title ?? undefined, isVerbatim: true };
  const { id, mergedInto, reason } = await remember(workspace, teaching);
  if (mergedInto !== null) {
    await recordImport(workspace, section, mergedInto);
    outcome.confirmed.push(mergedInto);
  } else if (id !== null) outcome.added.push(id);
  else
    outcome.refused.push({ title: section.title ?? section.content, reason: reason ?? "refused" });
}

function haveSameWording(a: Wording, b: Wording): boolean {
  return a.content === b.content && a.title === b.title;
}

/** Runs an edit and returns why the store refused it; null if it did not. Throws other errors. */
async function refusalOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!MemoryError.is(error, "usage")) throw error;
    return String(error.facts["reason"] ?? error.message);
  }
}
