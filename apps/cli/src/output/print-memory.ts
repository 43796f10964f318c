/** Output of every command that changes one memory: the memory in its new state. */
import { type Memory, shortId, type Tacit } from "@tacit-memory/memory";
import type { CommandContext } from "../command-context.ts";
import { differences, differenceText } from "./difference.ts";
import { clipped, printable } from "./layout.ts";
import { memoryJson } from "./memory-json.ts";
import { memoryLines } from "./memory-text.ts";

const SHOWN_OF_OTHER = 60;

export async function printMemory(
  context: CommandContext,
  memory: Memory,
  notice = "",
): Promise<void> {
  const nowMs = context.machine.nowMs();
  if (notice !== "") context.out.text(notice);
  context.out.result(memoryJson(memory, nowMs), () => memoryLines(memory, context.out, nowMs));
}

/** With what the change changed; the document has it as `differences`. A new title is printed in place of the content. */
export function printChanged(context: CommandContext, before: Memory, memory: Memory): void {
  const nowMs = context.machine.nowMs();
  const isRetitled = memory.title !== before.title && memory.content === before.content;
  const shown = isRetitled ? { ...memory, content: memory.title } : memory;
  const document = { ...memoryJson(memory, nowMs), differences: differences(before, memory) };
  context.out.result(document, () =>
    [memoryLines(shown, context.out, nowMs), differenceText(before, memory, context.out)]
      .filter(Boolean)
      .join("\n"),
  );
}

/** Prints a reworded memory and the memories it now contradicts, which the user may not have intended. */
export async function printReworded(
  context: CommandContext,
  tacit: Tacit,
  memory: Memory,
  { notice = "", before }: { readonly notice?: string; readonly before?: Memory } = {},
): Promise<void> {
  if (before === undefined) await printMemory(context, memory, notice);
  else {
    if (notice !== "") context.out.text(notice);
    printChanged(context, before, memory);
  }
  for (const line of await contradictions(tacit, memory))
    context.out.text(`${line}, see \`tacit review\``);
}

/** Returns a line for each active memory that a disputed memory contradicts. */
export async function contradictions(tacit: Tacit, memory: Memory): Promise<string[]> {
  return memory.isDisputed ? (await othersOf(tacit, memory)).map(contradictsLine) : [];
}

/** Returns a line for each active memory that an accepted memory contradicts: it still waits, or was accepted too. */
export async function otherSides(tacit: Tacit, memory: Memory): Promise<string[]> {
  return (await othersOf(tacit, memory)).map((other) => {
    const archive = `to archive it, run \`tacit review reject ${shortId(other.id)}\``;
    const state = other.isDisputed ? "which still waits for review" : "which counts as true, too";
    return `${contradictsLine(other)}, ${state}; ${archive}`;
  });
}

function contradictsLine(other: Memory): string {
  const quoted = clipped(printable(other.content).replace(/\s+/g, " "), SHOWN_OF_OTHER);
  return `contradicts ${shortId(other.id)} (${quoted})`;
}

async function othersOf(tacit: Tacit, { id }: Memory): Promise<Memory[]> {
  const { edges } = await tacit.memories.story(id);
  const ids = edges.flatMap(({ type, fromId, toId }) =>
    type === "contradicts" ? [fromId === id ? toId : fromId] : [],
  );
  const others = await Promise.all(ids.map((other) => tacit.memories.get(other)));
  return others.filter(({ state, supersededBy }) => state === "active" && supersededBy === null);
}
