/**
 * One command, one memory. That a command mends an error, mends another one, and is used session after session are three
 * signals and one thing to know: the cure keeps the word, and is found by whatever showed it.
 */
import { advisedCommand, curingCommand } from "../domain/advised-command.ts";
import type { Candidate } from "../domain/candidate.ts";
import type { Memory } from "../domain/memory.ts";
import type { Moment } from "../domain/moment.ts";
import { clip } from "../domain/text.ts";
import type { Database } from "../store/drivers/driver.ts";
import { changeMemory } from "../store/memories.ts";
import { listMemories } from "../store/memory-lists.ts";
import { type NewMemory, unique } from "./new-memory.ts";
import { reinforce } from "./reinforce.ts";
import { PROMOTE } from "./tuning.ts";
import { isUntouched } from "./unseen.ts";

/** Says yes to what would be asked: it runs the same. */
const ASSENT = /\s(?:-y|--yes|--assume-yes)\b(?!-)/g;

/** What is known already and says to run the very command; null where there is none, or a person has made it theirs. */
export async function sayingSameCommand(
  db: Database,
  candidate: Candidate,
  isVisible: (memory: Memory) => boolean = () => true,
): Promise<Memory | null> {
  const wanted = commandOf(candidate);
  if (wanted === null) return null;
  const isCure = curingCommand(candidate.payload) !== undefined;
  const { projectId } = candidate;
  const lists = await Promise.all(
    (isCure ? ["fix", "command"] : ["fix"]).map((tag) => listMemories(db, { projectId, tag })),
  );
  const says = (memory: Memory) =>
    memory.projectId === projectId &&
    isUntouched(memory) &&
    isVisible(memory) &&
    commandOf(memory) === wanted;
  return lists.flat().find(says) ?? null;
}

/** Seen again, in another way. A recipe becomes the cure that is found now; a cure stays, and is found by a second error too. */
export async function joinCommand(
  db: Database,
  memory: Memory,
  input: NewMemory,
  moment: Moment,
  isVisible?: (memory: Memory) => boolean,
): Promise<Memory> {
  const { payload = {}, title = memory.title, type = memory.type } = input;
  const before = await reinforce(
    db,
    memory,
    { ...input, content: memory.content },
    moment,
    isVisible,
  );
  const isCureNow = curingCommand(payload) !== undefined;
  const speaks = isCureNow && curingCommand(memory.payload) === undefined;
  const { content, errorFingerprint = null } = input;
  const error = isCureNow && !speaks ? plainError(payload) : [];
  const after: Memory = {
    ...before,
    tags: unique([...before.tags, ...(input.tags ?? [])]),
    triggers: unique([...before.triggers, ...(input.triggers ?? []), ...error]),
    ...(speaks ? { type, title, content, payload, errorFingerprint } : {}),
  };
  if (JSON.stringify(after) === JSON.stringify(before)) return before;
  return changeMemory(db, before, after, "says the same command", moment);
}

/** In one folder alone it is another thing to know. */
function commandOf({ type, payload, tags }: Candidate | Memory): string | null {
  const isOne = curingCommand(payload) !== undefined || tags.includes("command");
  const command =
    isOne && payload["folder"] === undefined ? advisedCommand({ type, payload }) : null;
  return command === null ? null : ` ${command}`.replace(ASSENT, "").trim();
}

/** What a second error says after the place and the program it came from; nothing where that is next to nothing. */
function plainError({ error }: Memory["payload"]): string[] {
  if (typeof error !== "string") return [];
  const said = error.split(/\d+: /).at(-1)?.trim() ?? "";
  return said.length < PROMOTE.secondErrorChars.value ? [] : [clip(said, 120)];
}
