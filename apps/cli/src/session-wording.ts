/** After sessions were learned from: the model that a person chose words what they taught. Where nobody chose, nothing. */
import type { Memory, Tacit, WordedSession } from "@tacit-memory/memory";
import { withInterrupt } from "./interrupt.ts";
import { plural } from "./layout.ts";
import type { World } from "./world.ts";

/** `due`: also sessions of this project that were over before and are not worded yet. */
export async function wordWhatWasLearned(
  world: World,
  tacit: Tacit,
  rids: readonly number[],
  how: { readonly isFinal?: boolean; readonly due?: boolean } = {},
): Promise<WordedSession[]> {
  const [writer] = await (await tacit.writers()).list();
  if (writer === undefined) return [];
  world.out.progress(`${writer.name} words what was learned`);
  const { isFinal } = how;
  const told = await withInterrupt(world, async (signal) => [
    ...(await tacit.wordSessions(rids, { signal, isFinal })),
    ...(how.due === true ? await tacit.wordDue({ signal }) : []),
  ]);
  world.out.endProgress();
  return told;
}

/** As they are worded now. */
export async function asWorded(
  tacit: Tacit,
  promoted: Memory[],
  told: readonly WordedSession[],
): Promise<Memory[]> {
  if (told.every(({ worded }) => worded === 0)) return promoted;
  return Promise.all(promoted.map(({ id }) => tacit.get(id)));
}

/** A line; "" where nobody was asked. */
export function wordingText(told: readonly WordedSession[]): string {
  const [first] = told;
  if (first === undefined) return "";
  const sum = (of: (one: WordedSession) => number) => told.reduce((all, one) => all + of(one), 0);
  const made = sum(({ summaries }) => summaries);
  const problem = told.find((one) => one.problem !== null)?.problem ?? null;
  return [
    `${first.by} was asked about ${plural(told.length, "session")}: ${plural(
      sum(({ worded }) => worded),
      "memory worded",
      "memories worded",
    )}`,
    ...(made === 0 ? [] : [plural(made, "summary", "summaries")]),
    `${sum(({ dropped }) => dropped)} dropped`,
    ...(problem === null ? [] : [problem]),
  ].join(", ");
}
