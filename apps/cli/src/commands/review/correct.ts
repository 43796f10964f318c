/** `tacit correct`: records how a memory is wrong according to the user. */
import { type Correction, MemoryError, SCOPES, shortId } from "@tacit-memory/memory";
import type { Command, ParsedArgs } from "../../command.ts";
import { withTacit } from "../../open.ts";
import { printReworded } from "../../output/print-memory.ts";
import { argument, choice, flag, sentence, text } from "../../parsed-args.ts";

export const correct: Command = {
  name: "correct",
  summary: "correct a memory: replace its text, or mark it as outdated or wrong",
  arguments: [
    { name: "id", text: "memory id, or its last digits" },
    { name: "text", text: "the correct text", isOptional: true, isVariadic: true },
  ],
  options: [
    { flags: "--outdated", text: "the memory was correct once; archive it" },
    {
      flags: "--wrong",
      text: "the memory was never correct; archive it and store a correction; a text is the reason",
    },
    {
      flags: "--scope <scope>",
      text: "the memory is correct, but has another scope",
      choices: SCOPES,
    },
    { flags: "--owner <name>", text: "with --scope: an agent, a session id, or a branch" },
  ],
  examples: [
    'tacit correct 4f3a91c2 "The port is 8081 since the proxy moved"',
    "tacit correct 4f3a91c2 --outdated",
    'tacit correct 4f3a91c2 --wrong "The port was never fixed"',
    "tacit correct 4f3a91c2 --scope agent --owner claude-code",
  ],
  run: async (input, context) => {
    const correction = correctionOf(input);
    await withTacit(context, async (tacit) => {
      const before = await tacit.memories.get(argument(input, 0));
      const memory = await tacit.memories.correct(before.id, correction);
      const notice =
        memory.id === before.id ? "" : `${shortId(before.id)} is superseded by this memory:`;
      await printReworded(context, tacit, memory, { notice, before });
      if (correction.kind === "wrong" && memory.supersededBy !== null)
        context.out.text(`stored as a correction: ${shortId(memory.supersededBy)}`);
    });
  },
};

/** Returns exactly one of the four corrections. Throws "usage". */
function correctionOf(input: ParsedArgs): Correction {
  const replacement = sentence(input, 1).trim();
  const scope = choice(input, "scope", SCOPES);
  const owner = text(input, "owner");
  if (owner !== undefined && scope === undefined)
    throw new MemoryError("usage", { reason: "--owner requires --scope" });
  const isWrong = flag(input, "wrong");
  const ownership = owner === undefined ? {} : { scopeOwner: owner };
  const choices: Correction[] = [
    ...(replacement === "" || isWrong ? [] : [{ kind: "replace" as const, text: replacement }]),
    ...(flag(input, "outdated") ? [{ kind: "outdated" as const }] : []),
    ...(isWrong ? [{ kind: "wrong" as const, because: replacement || undefined }] : []),
    ...(scope === undefined ? [] : [{ kind: "scope" as const, scope, ...ownership }]),
  ];
  const [only] = choices;
  if (only === undefined || choices.length > 1) {
    throw new MemoryError("usage", { reason: "add one of: a text, --outdated, --wrong, --scope" });
  }
  return only;
}
