/** Asks about the items of the review queue one by one: yes, no, edit, skip, quit. Another key shows the keys. */
import {
  type Candidate,
  type Memory,
  MemoryError,
  type ShownProposal,
  type Tacit,
} from "@tacit-memory/memory";
import type { CommandContext } from "../command-context.ts";
import { failureOf } from "../failure.ts";
import { askOrEnd } from "../input/ask.ts";
import { editText } from "../input/edit-text.ts";
import { candidateLines, type ReviewReasons, reviewLines } from "../output/memory-text.ts";
import { proposalLines } from "../output/proposal-text.ts";
import { acceptById, rejectById } from "./review-decisions.ts";

interface Item {
  readonly id: string;
  readonly text: string;
  /** Text that can be edited; null for a proposal, which has no text of its own. */
  readonly content: string | null;
}

interface Tally {
  accepted: number;
  rejected: number;
  skipped: number;
}

export async function reviewAtTerminal(
  context: CommandContext,
  tacit: Tacit,
  waiting: {
    readonly memories: readonly Memory[];
    readonly reasons: ReviewReasons;
    readonly candidates: readonly Candidate[];
    readonly proposals: readonly ShownProposal[];
  },
): Promise<void> {
  const { memories, reasons, candidates, proposals } = waiting;
  const nowMs = context.machine.nowMs();
  const items: Item[] = [
    ...memories.map((memory) => ({
      id: memory.id,
      content: memory.content,
      text: reviewLines(memory, context.out, nowMs, reasons),
    })),
    ...candidates.map((candidate) => ({
      id: candidate.id,
      content: candidate.content,
      text: candidateLines(candidate, context.out),
    })),
    ...proposals.map((proposal) => ({
      id: proposal.id,
      content: null,
      text: proposalLines(proposal, context.out),
    })),
  ];
  const tally: Tally = { accepted: 0, rejected: 0, skipped: 0 };
  for (const [i, item] of items.entries()) {
    if (item.content === null && !(await isOpen(tacit, item.id))) continue;
    context.out.text(`\n${item.text}\n`);
    const answer = await answerTo(context, item, `${i + 1}/${items.length}`);
    if (answer === null || /^q/i.test(answer)) break;
    try {
      await decide(context, tacit, item, answer, tally);
    } catch (error) {
      if (!MemoryError.is(error, "usage")) throw error;
      context.out.text(failureOf(error).message);
      tally.skipped++;
    }
  }
  context.out.text(
    `\n${tally.accepted} accepted, ${tally.rejected} rejected, ${tally.skipped} skipped`,
  );
}

/** Asks until the answer is one of the keys. Returns null at the end of input or after Ctrl-C. */
async function answerTo(
  context: CommandContext,
  { content }: Item,
  position: string,
): Promise<string | null> {
  const edit = content === null ? "" : "[e]dit ";
  const question = `${position}  accept? [y]es [n]o ${edit}[s]kip [q]uit `;
  for (;;) {
    const answer = await askOrEnd(context, question);
    const isKey = content === null ? /^[ynsq]/i : /^[ynesq]/i;
    if (answer === null || answer === "" || isKey.test(answer)) return answer;
    context.out.text(content === null ? KEYS : `${KEYS}, e: edit the text and accept it`);
  }
}

const KEYS = "y: accept, n: reject, s or Enter: decide later, q or Ctrl-C: end the review";

/** Whether a proposal still waits: an earlier answer may have merged or archived one of its memories. */
async function isOpen(tacit: Tacit, id: string): Promise<boolean> {
  return (await tacit.memories.proposals()).some((proposal) => proposal.id === id);
}

async function decide(
  context: CommandContext,
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
  } else if (/^e/i.test(answer) && item.content !== null) {
    const content = editText(context, item.content);
    const { memory } = await acceptById(tacit, item.id);
    if (memory !== null && content !== "" && content !== item.content) {
      await tacit.memories.edit(memory.id, { content });
    }
    tally.accepted++;
  } else tally.skipped++;
}
