/**
 * Filters everything shown to a session through its ledger. A memory is shown in full only if it was not shown in full
 * recently and fits the session's budget. Memories and passages are pointed to once per session, unless the memory's trust
 * has changed since, and never if they were shown in full. After a compaction the ledger starts anew. At the command, error
 * or file for which a memory is stored, it is shown also if the start block contained it, which may be long ago.
 */

import { MemoryError } from "../domain/errors.ts";
import type { Hit } from "../domain/hit.ts";
import { chooseLevels, type Offer } from "../recall/shown/choose-levels.ts";
import type { Pointer } from "../recall/shown/pointer.ts";
import { INJECT } from "../recall/shown/tuning.ts";
import { recordInjections, shownTo, tokensSpent } from "../store/sessions/injections.ts";
import { ignoreUnavailableStore, type Workspace } from "../workspace.ts";
import {
  type BlockBudget,
  type ContextBlock,
  EMPTY_BLOCK,
  packBlock,
  packPointers,
} from "./block.ts";
import type { Recipient } from "./recipient.ts";
import { withdrawnFrom } from "./withdrawn.ts";

/** Shows a block through the ledger. */
export async function showOnce(
  workspace: Workspace,
  recipient: Recipient,
  offer: Offer,
  budget: BlockBudget,
): Promise<ContextBlock> {
  const { full, pointers = [], passages = [], lines = [] } = offer;
  const isEmpty = full.length + pointers.length + passages.length + lines.length === 0;
  if (isEmpty && recipient.point !== "prompt") return EMPTY_BLOCK;
  const withdrawn = await withdrawnFrom(workspace, recipient);
  if (isEmpty && withdrawn.lines.length === 0) return EMPTY_BLOCK;
  const isNews = ({ memory }: Hit) => !withdrawn.stated.has(memory.id);
  const whole = {
    ...offer,
    full: full.filter(isNews),
    pointers: pointers.filter(isNews),
    lines: [...withdrawn.lines, ...lines],
  };
  // Read and recorded in one transaction: tools run concurrently, and two hooks must not show the same memory.
  return workspace.db
    .transaction(async (tx) => {
      const block = await notYetShown({ ...workspace, db: tx }, recipient, whole, budget);
      // The block has room for some of the lines; the others are reported with the next block.
      const shown = [...block.shown, ...withdrawn.shown.slice(0, block.lineCount).flat()];
      await record({ ...workspace, db: tx }, recipient, { ...block, shown });
      return block;
    })
    .catch((error: unknown) => {
      ignoreUnavailableStore(error);
      // While another process writes, showing twice is better than not at all. If the store is never writable, only prompts
      // repeat memories.
      if (!MemoryError.is(error, "store_busy") && recipient.point !== "prompt") throw error;
      return notYetShown(workspace, recipient, whole, budget);
    });
}

async function notYetShown(
  workspace: Workspace,
  recipient: Recipient,
  offer: Offer,
  budget: BlockBudget,
): Promise<ContextBlock> {
  const { nowMs } = workspace.moment();
  const { whole, sinceStart } = await ledgerOf(workspace, recipient.session);
  const isMoment = recipient.point === "tool";
  const hits = [...offer.full, ...(offer.pointers ?? [])];
  const timely = new Set<string>(
    hits
      .filter((hit) => isMoment && isStoredForThis(hit, budget.isAtFiles === true))
      .map(({ memory }) => memory.id),
  );
  const ledgerFor = (id: string) => (timely.has(id) ? sinceStart : whole);
  const sinceMs = nowMs - INJECT.ledgerTtlMinutes * 60_000;
  const fresh = offer.full.filter(({ memory: { id } }) => !ledgerFor(id).wasShown(id, sinceMs));
  const { inFull, pointed } = chooseLevels(
    { ...offer, full: fresh },
    budget.memories,
    (pointer) => !ledgerFor(pointer.id).wasPointedTo(pointer),
  );
  const { lines = [] } = offer;
  if (inFull.length + pointed.length + lines.length === 0) return EMPTY_BLOCK;
  const left =
    INJECT.sessionTokens -
    (await tokensSpent(workspace.db, workspace.projectId, recipient.session));
  const tokens = Math.min(budget.tokens, left);
  if (inFull.length + lines.length === 0) {
    const block = packPointers(pointed);
    return block.tokens <= tokens ? block : EMPTY_BLOCK;
  }
  const sections = [
    { heading: "", memories: inFull, lines },
    { heading: POINTERS_HEADING, memories: [], pointers: pointed },
  ];
  return packBlock(aboutLine(workspace), sections, { ...budget, tokens }, nowMs);
}

/**
 * Whether the memory's trigger or error fingerprint matches the call. A hypothesis at a file is the user's rule about this file
 * (tool-blocks.ts).
 */
function isStoredForThis({ memory, explanation: { ranks } }: Hit, isAtFiles: boolean): boolean {
  const isFilesRule = isAtFiles && memory.standing === "hypothesis";
  return isFilesRule || ranks.trigger !== undefined || ranks.fingerprint !== undefined;
}

const POINTERS_HEADING = "Also possibly useful; read one with the `get` tool:";

/** Returns what the session was shown since its last compaction: all of it, and without the start block. */
export async function ledgerOf({ db, projectId }: Workspace, session: string) {
  const rows = await shownTo(db, projectId, session);
  const later = rows.flatMap((row) =>
    row.sinceStartMs === null ? [] : { ...row, atMs: row.sinceStartMs },
  );
  return { whole: readLedger(rows), sinceStart: readLedger(later) };
}

function readLedger(rows: Awaited<ReturnType<typeof shownTo>>) {
  const lastMs = new Map(rows.map(({ id, pointedAs, atMs }) => [`${id} ${pointedAs ?? ""}`, atMs]));
  const fullMs = new Map(
    rows.flatMap(({ id, pointedAs, atMs }) => (pointedAs === null ? [[id, atMs]] : [])),
  );
  return {
    /** Whether the memory was shown in full, or written by the session itself, since `sinceMs`. */
    wasShown: (id: string, sinceMs = 0) => (fullMs.get(id) ?? -1) >= sinceMs,
    /** Whether the memory was shown in full, or as a pointer with the same trust. */
    wasPointedTo: ({ id, pointedAs }: Pick<Pointer, "id" | "pointedAs">) =>
      fullMs.has(id) || lastMs.has(`${id} ${pointedAs}`),
  };
}

export async function record(
  workspace: Workspace,
  recipient: Recipient,
  block: ContextBlock,
): Promise<void> {
  const where = {
    projectId: workspace.projectId,
    sessionId: recipient.session,
    point: recipient.point,
  };
  await recordInjections(workspace.db, where, block.shown, workspace.moment().nowMs, block.tokens);
}

export function aboutLine(workspace: Workspace): string {
  return `Notes from earlier sessions on ${workspace.identity.name}.`;
}
