/** `tacit scrub`: shows what redaction removes from a text; nothing is stored. */
import {
  MemoryError,
  type RedactOptions,
  readOwnPrivacy,
  redact,
  resolveProjectSync,
  secretValuesOf,
} from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { inputLines, inputText } from "../../input/input-lines.ts";
import { projectFolder } from "../../open.ts";
import { text } from "../../parsed-args.ts";

export const scrub: Command = {
  name: "scrub",
  summary: "redact secrets in text from standard input, as Tacit does before it stores text",
  arguments: [],
  options: [{ flags: "--batch <file>", text: "JSON lines {id, text} → lines {id, findings}" }],
  examples: ["cat server.log | tacit scrub", "tacit scrub --json < .env.example"],
  run: async (input, context) => {
    const { home } = context.place;
    const { root } = resolveProjectSync(await projectFolder(context), { home });
    const { patterns, problems } = readOwnPrivacy(home, root);
    for (const problem of problems) context.out.say(problem);
    const options = { secretValues: secretValuesOf(context.machine.env), patterns };
    const batch = text(input, "batch");
    if (batch !== undefined) {
      await scrubLines(context, batch, options);
      return;
    }
    const { text: scrubbed, findings } = redact(await inputText(context, "-"), options);
    if (context.out.isJson) context.out.result({ text: scrubbed, findings }, () => "");
    else context.out.raw(scrubbed);
  },
};

async function scrubLines(
  context: CommandContext,
  path: string,
  options: RedactOptions,
): Promise<void> {
  let number = 0;
  for await (const line of inputLines(context, path)) {
    number++;
    if (line.trim() === "") continue;
    const { id, text: input } = parse(line, number);
    context.out.jsonLine({ id, findings: redact(input, options).findings });
  }
}

function parse(line: string, number: number): { readonly id: unknown; readonly text: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new MemoryError("input_malformed", { line: number, reason: "not JSON", cause });
  }
  const record = (typeof value === "object" && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  const { id, text: input } = record;
  if (typeof input !== "string" || id === undefined) {
    throw new MemoryError("input_malformed", { line: number, expected: "{id, text}" });
  }
  return { id, text: input };
}
