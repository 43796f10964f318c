/** The answer of every command that changes one memory: the memory as it is now. */
import { type Memory, shortId, type Tacit } from "@tacit-memory/memory";
import type { CommandContext } from "../command-context.ts";
import { differences, differenceText } from "./difference.ts";
import { clipped, printable } from "./layout.ts";
import { memoryJson } from "./memory-json.ts";
import { memoryLines } from "./memory-text.ts";

const SHOWN_OF_OTHER = 60;

export async function printMemory(world: CommandContext, memory: Memory, said = ""): Promise<void> {
  const nowMs = world.machine.nowMs();
  if (said !== "") world.out.text(said);
  world.out.result(memoryJson(memory, nowMs), () => memoryLines(memory, world.out, nowMs));
}

/** With what the change changed; the document has it as `differences`. */
export function printChanged(world: CommandContext, before: Memory, memory: Memory): void {
  const nowMs = world.machine.nowMs();
  const document = { ...memoryJson(memory, nowMs), differences: differences(before, memory) };
  world.out.result(document, () =>
    [memoryLines(memory, world.out, nowMs), differenceText(before, memory, world.out)]
      .filter(Boolean)
      .join("\n"),
  );
}

/** After a change of what it says: with whom it is at odds now, which its user may not have meant. */
export async function printReworded(
  world: CommandContext,
  tacit: Tacit,
  memory: Memory,
  { said = "", before }: { readonly said?: string; readonly before?: Memory } = {},
): Promise<void> {
  if (before === undefined) await printMemory(world, memory, said);
  else {
    if (said !== "") world.out.text(said);
    printChanged(world, before, memory);
  }
  if (!memory.isDisputed) return;
  const { edges } = await tacit.memories.story(memory.id);
  for (const { type, fromId, toId } of edges) {
    if (type !== "contradicts") continue;
    const other = await tacit.memories.get(fromId === memory.id ? toId : fromId);
    if (other.state !== "active" || other.supersededBy !== null) continue;
    const quoted = clipped(printable(other.content).replace(/\s+/g, " "), SHOWN_OF_OTHER);
    world.out.text(`contradicts ${shortId(other.id)} (${quoted}), see \`tacit review\``);
  }
}
