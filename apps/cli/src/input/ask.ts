/** Asks a person at the terminal. Questions go to stderr, so that stdout contains only the answer. */
import { createInterface } from "node:readline/promises";
import type { CommandContext } from "../command-context.ts";

/** Returns the typed line, trimmed; "" at the end of input or after Ctrl-C. */
export async function ask(context: CommandContext, question: string): Promise<string> {
  return (await askOrEnd(context, question)) ?? "";
}

/** Returns the typed line, trimmed; null at the end of input or after Ctrl-C. */
export async function askOrEnd(context: CommandContext, question: string): Promise<string | null> {
  context.out.endProgress();
  const lines = createInterface({
    input: context.machine.stdin as NodeJS.ReadableStream,
    output: context.machine.stderr as unknown as NodeJS.WritableStream,
  });
  const closed = new Promise<null>((resolve) => {
    lines.once("close", () => resolve(null));
  });
  try {
    return (await Promise.race([lines.question(question), closed]))?.trim() ?? null;
  } finally {
    lines.close();
  }
}

export async function isAgreed(context: CommandContext, question: string): Promise<boolean> {
  return /^y(?:es)?$/i.test(await ask(context, `${question} [y/N] `));
}
