/** `tacit scrub`: shows what redaction takes out of a text; nothing is stored. */
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
  run: async (given, world) => {
    const { home } = world.place;
    const { root } = resolveProjectSync(await projectFolder(world), { home });
    const { patterns, problems } = readOwnPrivacy(home, root);
    for (const problem of problems) world.out.say(problem);
    const options = { secretValues: secretValuesOf(world.machine.env), patterns };
    const batch = text(given, "batch");
    if (batch !== undefined) {
      await scrubLines(world, batch, options);
      return;
    }
    const { text: scrubbed, findings } = redact(await inputText(world, "-"), options);
    if (world.out.isJson) world.out.result({ text: scrubbed, findings }, () => "");
    else world.out.raw(scrubbed);
  },
};

async function scrubLines(
  world: CommandContext,
  path: string,
  options: RedactOptions,
): Promise<void> {
  let number = 0;
  for await (const line of inputLines(world, path)) {
    number++;
    if (line.trim() === "") continue;
    const { id, text: given } = parse(line, number);
    world.out.jsonLine({ id, findings: redact(given, options).findings });
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
  const { id, text: given } = record;
  if (typeof given !== "string" || id === undefined) {
    throw new MemoryError("input_malformed", { line: number, expected: "{id, text}" });
  }
  return { id, text: given };
}
