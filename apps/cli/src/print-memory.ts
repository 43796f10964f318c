/** The answer of every command that changes one memory: the memory as it is now. */
import type { Memory } from "@tacit-memory/memory";
import { memoryJson } from "./memory-json.ts";
import { memoryLines } from "./memory-text.ts";
import type { World } from "./world.ts";

export async function printMemory(world: World, memory: Memory, said = ""): Promise<void> {
  const nowMs = world.machine.nowMs();
  if (said !== "") world.out.text(said);
  world.out.result(memoryJson(memory, nowMs), () => memoryLines(memory, world.out, nowMs));
}
