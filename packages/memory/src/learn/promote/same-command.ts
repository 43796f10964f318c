/**
 * One command, one memory. That a command mends an error, mends another one, and is used session after session are three
 * signals and one thing to know: the cure keeps the word, and is found by whatever showed it. What a person, a branch or a
 * review has to do with is never joined.
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

/** Says yes to what would be asked: it runs the same. */
const ASSENT = /\s(?:-y|--yes|--assume-yes)\b(?!-)/g;
/** The first words of an error without a star. */
const PLAIN = /^[^*]{0,120}(?![^\s*])/;

/** What is known already and says to run the very command; null where there is none, or others have a say in it. */
export async function sayingSameCommand(
  db: Database,
  candidate: Candidate,
  { isStaged = false, branch = null }: Pick<NewMemory, "isStaged" | "branch">,
  isVisible: (memory: Memory) => boolean = () => true,
): Promise<Memory | null> {
  const wanted = commandOf(candidate);
  if (wanted === null) return null;
  const { projectId } = candidate;
  const lists = await Promise.all(
    (isFix(candidate) ? ["fix", "command"] : ["fix"]).map((tag) =>
      listMemories(db, { projectId, tag }),
    ),
  );
  // Its words may become those of the other: of one branch alone both or neither.
  const isOfSameStage = (memory: Memory) =>
    memory.isStaged === isStaged && (!isStaged || memory.branch === branch);
  const says = (memory: Memory) =>
    memory.projectId === projectId &&
    isOurs(memory) &&
    // What waits for a person keeps what it is about.
    !memory.needsReview &&
    isOfSameStage(memory) &&
    isVisible(memory) &&
    commandOf(memory) === wanted &&
    isFoundBy(memory, candidate);
  for (const memory of lists.flat().filter(says))
    if (await saysWhatWasSeen(db, memory)) return memory;
  return null;
}

/** Whether its words are nobody's but ours: what was shared says what was shared, and what was wrong stays what it was. */
function isOurs(memory: Memory): boolean {
  return isUntouched(memory) && memory.visibility === "personal" && !isRefuted(memory);
}

/** A second error that would leave nothing to find it by is a memory of its own. */
function isFoundBy(memory: Memory, candidate: Candidate): boolean {
  if (!isFix(memory) || !isFix(candidate)) return true;
  if (memory.errorFingerprint === candidate.errorFingerprint) return true;
  const [error] = plainError(candidate.payload);
  if (error === undefined) return false;
  return memory.triggers.includes(error) || memory.triggers.length < MAX_TRIGGERS;
}

/** Nobody has worded, titled or typed it since, nor gone back to what it said before it was a cure. */
async function saysWhatWasSeen(db: Database, memory: Memory): Promise<boolean> {
  const seen = await candidatesOf(db, memory.id);
  const fixesOf = seen.filter(isFix);
  return (fixesOf.length > 0 ? fixesOf : seen).some((candidate) => isWordedAs(memory, candidate));
}

function isWordedAs(memory: Memory, { type, title, content }: Candidate): boolean {
  return type === memory.type && title === memory.title && memory.content === content;
}

/** Seen again, in another way. A recipe becomes the cure that is found now; a cure stays, and is found by a second error too. */
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
 * What is no longer shown is taken out of its memory, which says from now on what others have shown of the command.
 * False where there are none, or its words are not ours.
 */
export async function leaveToOthers(
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

/** In one folder alone it is another thing to know, and so is what does not work in its place. */
export function commandOf({ type, payload, tags }: Candidate | Memory): string | null {
  const isOne = isFix({ payload }) || tags.includes("command");
  const isPlain = payload["folder"] === undefined && payload["refused"] === undefined;
  const command = isOne && isPlain ? advisedCommand({ type, payload }) : null;
  return command === null ? null : ` ${command}`.replace(ASSENT, "").trim();
}

function isFix({ payload }: Pick<Memory, "payload">): boolean {
  return curingCommand(payload) !== undefined;
}

/**
 * What a second error says after the place and the program it came from, to be found as it stands: up to the end of a
 * word, and without a star, which would make it a pattern for paths. Nothing where that is next to nothing.
 */
function plainError({ error }: Memory["payload"]): string[] {
  if (typeof error !== "string") return [];
  const message = error.split(/\d+: /).at(-1)?.trim() ?? "";
  const plain = PLAIN.exec(message)?.[0].trim() ?? "";
  return plain.length < PROMOTE.secondErrorChars ? [] : [plain];
}
