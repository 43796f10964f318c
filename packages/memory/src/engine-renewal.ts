/**
 * A line imported again: what its source says otherwise now is changed here, with the text before it kept, unless a
 * person has changed it here; what it says as before changes nothing.
 */
import { createHash } from "node:crypto";
import type { ImportLine } from "@tacit-memory/protocol";
import { isRefuted, type Memory } from "./domain/memory.ts";
import type { Life } from "./life.ts";
import { link } from "./link/link.ts";
import { disputeAnew, redactDetails } from "./promote/admit.ts";
import type { NewMemory } from "./promote/new-memory.ts";
import { edit, restore } from "./revise/revise.ts";
import { readLedger, writeLedger } from "./store/ledger.ts";
import { getMemories, getMemory, listVersions } from "./store/memories.ts";

/** In the history of a memory: the change that its source made. */
const AT_ITS_SOURCE = "changed at its source";

/** Whether it says now what `told` says: not where a person has changed, corrected or set it right here. */
export async function renew(life: Life, id: Memory["id"], told: NewMemory): Promise<boolean> {
  const moment = life.moment();
  const known = await getMemory(life.db, id);
  if (isRefuted(known) || known.content !== (await lastToldBySource(life, known))) return false;
  const { type, files, tags, errorFingerprint, validFromMs, validToMs } = redactDetails(told, {
    ...life.redaction,
  });
  const { content } = told;
  const change = { content, type, files, addTags: tags, errorFingerprint, validFromMs, validToMs };
  const edited = await edit(life.db, known, change, life.projectId, moment, AT_ITS_SOURCE);
  // Set aside for its age as it was; what it says now is new.
  const living =
    edited.state === "active" ? edited : await restore(life.db, edited, undefined, moment);
  await disputeAnew(life.db, living, moment);
  await link(life.db, living, life.identity.root, life.identity.commit);
  return true;
}

async function lastToldBySource(life: Life, memory: Memory): Promise<string> {
  const versions = await listVersions(life.db, memory.id);
  const after = (at: number) => (versions[at]?.before ?? memory).content;
  return after(versions.findLastIndex(({ change }) => change === AT_ITS_SOURCE) + 1);
}

/**
 * Lines whose memory does not go by their external id: merged into one that was there before, or without such an id.
 * Imported again they would be counted as seen again.
 */
export async function isTakenIn(life: Life, line: ImportLine): Promise<boolean> {
  const entry = await readLedger(life.db, keyOf(life, line));
  if (entry === undefined) return false;
  return (await getMemories(life.db, [entry.outcome as Memory["id"]])).length > 0;
}

export async function noteTakenIn(life: Life, line: ImportLine, id: Memory["id"]): Promise<void> {
  const key = keyOf(life, line);
  const entry = { contentHash: key.sourceKey, outcome: id };
  await writeLedger(life.db, key, entry, life.moment().nowMs);
}

function keyOf({ projectId }: Life, line: ImportLine) {
  const sourceKey = createHash("sha256").update(JSON.stringify(line)).digest("hex").slice(0, 32);
  return { projectId, sourceType: "jsonl", sourceKey };
}
