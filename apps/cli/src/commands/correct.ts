/** `tacit correct`: the user says how a memory is wrong. */
import { type Correction, MemoryError, SCOPES, shortId } from "@tacit-memory/memory";
import type { Command, Given } from "../command.ts";
import { argument, choice, flag, sentence, text } from "../given.ts";
import { withTacit } from "../open.ts";
import { printReworded } from "../print-memory.ts";

export const correct: Command = {
  name: "correct",
  summary: "say how a memory is wrong: what is right instead, outdated, or simply wrong",
  arguments: [
    { name: "id", text: "an id, or its last digits" },
    { name: "text", text: "what is right instead", isOptional: true, isVariadic: true },
  ],
  options: [
    { flags: "--outdated", text: "it was right once; set it aside" },
    { flags: "--wrong", text: "it never was; set it aside" },
    { flags: "--scope <scope>", text: "it is right, but belongs elsewhere", choices: SCOPES },
    { flags: "--owner <name>", text: "with --scope: a host, a session's id, or a branch" },
  ],
  examples: [
    'tacit correct 4f3a91c2 "The port is 8081 since the proxy moved"',
    "tacit correct 4f3a91c2 --outdated",
    "tacit correct 4f3a91c2 --scope agent --owner claude-code",
  ],
  run: async (given, world) => {
    const correction = correctionOf(given);
    await withTacit(world, async (tacit) => {
      const before = await tacit.get(argument(given, 0));
      const memory = await tacit.correct(before.id, correction);
      const said = memory.id === before.id ? "" : `${shortId(before.id)} is superseded by`;
      await printReworded(world, tacit, memory, said);
    });
  },
};

/** Exactly one of the four. Throws "usage". */
function correctionOf(given: Given): Correction {
  const replacement = sentence(given, 1).trim();
  const scope = choice(given, "scope", SCOPES);
  const owner = text(given, "owner");
  if (owner !== undefined && scope === undefined)
    throw new MemoryError("usage", { reason: "--owner goes with --scope" });
  const ownership = owner === undefined ? {} : { scopeOwner: owner };
  const told: Correction[] = [
    ...(replacement === "" ? [] : [{ kind: "replace" as const, text: replacement }]),
    ...(flag(given, "outdated") ? [{ kind: "outdated" as const }] : []),
    ...(flag(given, "wrong") ? [{ kind: "wrong" as const }] : []),
    ...(scope === undefined ? [] : [{ kind: "scope" as const, scope, ...ownership }]),
  ];
  const [only] = told;
  if (only === undefined || told.length > 1) {
    throw new MemoryError("usage", { reason: "give one of: a text, --outdated, --wrong, --scope" });
  }
  return only;
}
