/** Asks a person at the terminal. Questions go to stderr, so that stdout contains only the answer. */
import { createInterface } from "node:readline/promises";
import type { CommandContext } from "../command-context.ts";

/** Returns the typed line, trimmed; "" at the end of input. */
export async function ask(context: CommandContext, question: string): Promise<string> {
  context.out.endProgress();
  const lines = createInterface({
    input: context.machine.stdin as NodeJS.ReadableStream,
    output: context.machine.stderr as unknown as NodeJS.WritableStream,
  });
  const closed = new Promise<string>((resolve) => {
    lines.once("close", () => resolve(""));
  });
  try {
    return (await Promise.race([lines.question(question), closed])).trim();
  } finally {
    lines.close();
  }
}

export async function isAgreed(context: CommandContext, question: string): Promise<boolean> {
  return /^y(?:es)?$/i.test(await ask(context, `${question} [y/N] `));
}
