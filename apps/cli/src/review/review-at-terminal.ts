/** The review queue one by one: yes, no, edit, skip, quit. */
import type { Candidate, Memory, Tacit } from "@tacit-memory/memory";
import type { CommandContext } from "../command-context.ts";
import { ask } from "../input/ask.ts";
import { editText } from "../input/edit-text.ts";
import { candidateLines, type ReviewReasons, reviewLines } from "../output/memory-text.ts";
import { acceptById, rejectById } from "./review-decisions.ts";

interface Item {
  readonly id: string;
  readonly text: string;
  readonly content: string;
}

interface Tally {
  accepted: number;
  rejected: number;
  skipped: number;
}

export async function reviewAtTerminal(
  world: CommandContext,
  tacit: Tacit,
  waiting: {
    readonly memories: readonly Memory[];
    readonly reasons: ReviewReasons;
    readonly candidates: readonly Candidate[];
  },
): Promise<void> {
  const { memories, reasons, candidates } = waiting;
  const nowMs = world.machine.nowMs();
  const items: Item[] = [
    ...memories.map((one) => ({
      id: one.id,
      content: one.content,
      text: reviewLines(one, world.out, nowMs, reasons),
    })),
    ...candidates.map((one) => ({
      id: one.id,
      content: one.content,
      text: candidateLines(one, world.out),
    })),
  ];
  const tally: Tally = { accepted: 0, rejected: 0, skipped: 0 };
  for (const [i, item] of items.entries()) {
    world.out.text(`\n${item.text}\n`);
    const answer = await ask(
      world,
      `${i + 1}/${items.length}  accept? [y]es [n]o [e]dit [s]kip [q]uit `,
    );
    if (/^q/i.test(answer)) break;
    await decide(world, tacit, item, answer, tally);
  }
  world.out.text(
    `\n${tally.accepted} accepted, ${tally.rejected} rejected, ${tally.skipped} skipped`,
  );
}

async function decide(
  world: CommandContext,
  tacit: Tacit,
  item: Item,
  answer: string,
  tally: Tally,
): Promise<void> {
  if (/^y/i.test(answer)) {
    await acceptById(tacit, item.id);
    tally.accepted++;
  } else if (/^n/i.test(answer)) {
    await rejectById(tacit, item.id);
    tally.rejected++;
  } else if (/^e/i.test(answer)) {
    const content = editText(world, item.content);
    const { memory } = await acceptById(tacit, item.id);
    if (memory !== null && content !== "" && content !== item.content) {
      await tacit.memories.edit(memory.id, { content });
    }
    tally.accepted++;
  } else tally.skipped++;
}
