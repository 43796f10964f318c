/**
 * Merges findings about the same command into one memory: that it fixes an error, that it fixes another error, and that
 * sessions use it repeatedly. The memory states the fix and is found by each of them. Memories that a person edited, of
 * different branches, or that wait for review are never merged.
 */
import { type RedactOptions, redactDeep } from "@tacit-memory/redact";
import type { Database } from "@tacit-memory/sqlite";
import type { Candidate } from "../../domain/candidate.ts";
import { isRefuted, isUntouched, type Memory } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { advisedCommand, curingCommand } from "../../domain/text/advised-command.ts";
import { candidatesOf } from "../../store/memories/candidates.ts";
import { changeMemory, getMemories } from "../../store/memories/memories.ts";
import { listMemories } from "../../store/memories/memory-lists.ts";
import { PROMOTE } from "./limits.ts";
import { type NewMemory, unique } from "./new-memory.ts";
import { MAX_TRIGGERS, reinforce } from "./reinforce.ts";

/** Confirmation flags, which do not change what a command runs. */
const ASSENT = /\s(?:-y|--yes|--assume-yes)\b(?!-)/g;
/** The beginning of an error, up to a star. */
const PLAIN = /^[^*]{0,120}(?![^\s*])/;

/**
 * Returns a memory that says to run the same command; null when there is none, or when a person or another branch is
 * involved.
 */
export async function findSameCommand(
  db: Database,
  candidate: Candidate,
  { isStaged = false, branch = null }: Pick<NewMemory, "isStaged" | "branch">,
  isVisible: (memory: Memory) => boolean = () => true,
): Promise<Memory | null> {
  const command = commandOf(candidate);
  if (command === null) return null;
  const { projectId } = candidate;
  const lists = await Promise.all(
    (isFix(candidate) ? ["fix", "command"] : ["fix"]).map((tag) =>
      listMemories(db, { projectId, tag }),
    ),
  );
  // Their wording may be merged, so both must be staged on the same branch, or neither.
  const isOfSameStage = (memory: Memory) =>
    memory.isStaged === isStaged && (!isStaged || memory.branch === branch);
  const isMatch = (memory: Memory) =>
    memory.projectId === projectId &&
    isOurs(memory) &&
    // A memory that waits for review keeps its subject.
    !memory.needsReview &&
    isOfSameStage(memory) &&
    isVisible(memory) &&
    commandOf(memory) === command &&
    isFoundBy(memory, candidate);
  for (const memory of lists.flat().filter(isMatch))
    if (await hasFindingWording(db, memory)) return memory;
  return null;
}

/** Whether Tacit alone is responsible for the wording: not edited by a person, not shared, not marked as wrong. */
function isOurs(memory: Memory): boolean {
  return isUntouched(memory) && memory.visibility === "personal" && !isRefuted(memory);
}

/**
 * Whether a candidate's error can still be found after the merge. A second error that could not be found becomes a memory of
 * its own.
 */
function isFoundBy(memory: Memory, candidate: Candidate): boolean {
  if (!isFix(memory) || !isFix(candidate)) return true;
  if (memory.errorFingerprint === candidate.errorFingerprint) return true;
  const [error] = plainError(candidate.payload);
  if (error === undefined) return false;
  return memory.triggers.includes(error) || memory.triggers.length < MAX_TRIGGERS;
}

/**
 * Whether the memory still has the wording, title and type of its findings: neither edited by a person nor reverted to what
 * it said before the fix.
 */
async function hasFindingWording(db: Database, memory: Memory): Promise<boolean> {
  const seen = await candidatesOf(db, memory.id);
  const fixesOf = seen.filter(isFix);
  return (fixesOf.length > 0 ? fixesOf : seen).some((candidate) => isWordedAs(memory, candidate));
}

function isWordedAs(memory: Memory, { type, title, content }: Candidate): boolean {
  return type === memory.type && title === memory.title && memory.content === content;
}

/**
 * Merges a finding about the same command. A recipe becomes the fix that is found now; a fix stays, and is also found by the
 * second error.
 */
export async function joinCommand(
  db: Database,
  memory: Memory,
  input: NewMemory,
  moment: Moment,
  isVisible?: (memory: Memory) => boolean,
): Promise<Memory> {
  const { payload = {}, title = memory.title, type = memory.type, triggers = [] } = input;
  const isSecond = isFix({ payload }) && isFix(memory);
  const speaks = isFix({ payload }) && !isFix(memory);
  const error = isSecond ? plainError(payload) : [];
  const merged = { ...input, content: memory.content, triggers: [...error, ...triggers] };
  const before = await reinforce(db, memory, merged, moment, isVisible);
  const { content, errorFingerprint = null } = input;
  const after: Memory = {
    ...before,
    tags: unique([...before.tags, ...(input.tags ?? [])]),
    ...(speaks ? { type, title, content, payload, errorFingerprint } : {}),
  };
  if (JSON.stringify(after) === JSON.stringify(before)) return before;
  return changeMemory(db, before, after, "says the same command", moment);
}

/**
 * Removes a finding that is no longer shown from its memory, which then states what other findings show about the command.
 * False when there are none, or when the wording is not Tacit's own.
 */
export async function transferToOtherFindings(
  db: Database,
  gone: Extract<Candidate, { state: "promoted" }>,
  redaction: RedactOptions,
  moment: Moment,
): Promise<boolean> {
  const command = commandOf(gone);
  if (command === null) return false;
  const others = (await candidatesOf(db, gone.memoryId)).filter(
    (candidate) =>
      candidate.subject !== gone.subject &&
      candidate.sessions.length > 0 &&
      commandOf(candidate) === command,
  );
  const heir = others.find(isFix) ?? others[0];
  const [memory] = await getMemories(db, [gone.memoryId]);
  if (heir === undefined || memory === undefined || !isOurs(memory)) return false;
  const { type, title, content, payload, errorFingerprint } = heir;
  const fields = { type, title, content, payload, errorFingerprint };
  const words = redactDeep(fields, redaction).value as typeof fields;
  const errors = plainError(gone.payload);
  const after: Memory = {
    ...memory,
    triggers: memory.triggers.filter((trigger) => !errors.includes(trigger)),
    ...(isWordedAs(memory, gone) ? words : {}),
  };
  if (JSON.stringify(after) !== JSON.stringify(memory))
    await changeMemory(db, memory, after, "its session shows it no longer", moment);
  return true;
}

/**
 * Returns the command that a finding or memory advises, to compare. Null when it applies to one folder only or replaces a
 * command that does not work, because these are separate findings.
 */
export function commandOf({ type, payload, tags }: Candidate | Memory): string | null {
  const isOne = isFix({ payload }) || tags.includes("command");
  const isPlain = payload.folder === undefined && payload.refused === undefined;
  const command = isOne && isPlain ? advisedCommand({ type, payload }) : null;
  return command === null ? null : ` ${command}`.replace(ASSENT, "").trim();
}

function isFix({ payload }: Pick<Memory, "payload">): boolean {
  return curingCommand(payload) !== undefined;
}

/**
 * Returns the plain text of a second error, usable as a trigger: without place and program, up to the end of a word, and
 * without a star, which would make it a path pattern. Empty when too little is left.
 */
function plainError({ error }: Memory["payload"]): string[] {
  if (typeof error !== "string") return [];
  const message = error.split(/\d+: /).at(-1)?.trim() ?? "";
  const plain = PLAIN.exec(message)?.[0].trim() ?? "";
  return plain.length < PROMOTE.secondErrorChars ? [] : [plain];
}
