/** `tacit edit`: changes a memory; the version before is kept. */
import {
  COMMON_TYPES,
  MEMORY_TYPES,
  MemoryError,
  SCOPES,
  VISIBILITIES,
  validBetween,
} from "@tacit-memory/memory";
import type { Command, ParsedArgs } from "../../command.ts";
import { type CommandContext, isInteractive } from "../../command-context.ts";
import { editText } from "../../input/edit-text.ts";
import { inputText } from "../../input/input-lines.ts";
import { withTacit } from "../../open.ts";
import { printReworded } from "../../output/print-memory.ts";
import { argument, choice, flag, text, texts } from "../../parsed-args.ts";

export const edit: Command = {
  name: "edit",
  summary: "edit a memory; `tacit history` shows earlier versions",
  arguments: [{ name: "id", text: "memory id, or its last digits" }],
  options: [
    { flags: "--content <text>", text: "the new text; - reads standard input" },
    { flags: "--title <text>", text: "the new title" },
    { flags: "--type <type>", text: "the new type", choices: COMMON_TYPES, unlisted: MEMORY_TYPES },
    { flags: "--scope <scope>", text: "the new scope", choices: SCOPES },
    { flags: "--owner <name>", text: "owner of that scope: an agent, a session id, or a branch" },
    { flags: "--visibility <who>", text: "the new visibility", choices: VISIBILITIES },
    {
      flags: "--file <path>",
      text: 'files or folders of the memory; replaces the current files; "" removes them',
      isRepeatable: true,
    },
    {
      flags: "--trigger <pattern>",
      text: 'triggers of the memory; replaces the current triggers; "" removes them',
      isRepeatable: true,
    },
    { flags: "--error <text>", text: 'error message that triggers the memory; "" removes it' },
    { flags: "--valid-from <when>", text: 'start of validity; "" removes it' },
    {
      flags: "--valid-until <when>",
      text: 'end of validity, that day or month included; "" removes it',
    },
    { flags: "--durable", text: "make the memory valid on every branch" },
    {
      flags: "--invalid-when <condition>",
      text: 'condition that ends its validity; replaces the current condition; "" removes it',
      isRepeatable: true,
    },
  ],
  details:
    "On a terminal and without options, the command opens the text in your editor (VISUAL or EDITOR).",
  examples: [
    'tacit edit 4f3a91c2 --content "Use pnpm 10, not npm, in packages/"',
    "tacit edit 4f3a91c2 --visibility secret",
    "tacit edit 4f3a91c2 --durable",
  ],
  run: async (given, world) => {
    await withTacit(world, async (tacit) => {
      const memory = await tacit.memories.get(argument(given, 0));
      const told = text(given, "content");
      const change = {
        content: told === "-" ? (await inputText(world, "-")).trim() : told,
        title: text(given, "title"),
        type: choice(given, "type", MEMORY_TYPES),
        scope: choice(given, "scope", SCOPES),
        scopeOwner: text(given, "owner"),
        visibility: choice(given, "visibility", VISIBILITIES),
        files: listed(given, "file"),
        triggers: listed(given, "trigger"),
        error: text(given, "error"),
        invalidWhen: listed(given, "invalidWhen"),
        isDurable: flag(given, "durable") ? true : undefined,
        ...validityIn(given, world),
      };
      const isEmpty = Object.values(change).every((value) => value === undefined);
      if (isEmpty && !isInteractive(world)) {
        throw new MemoryError("usage", {
          reason: "no change requested; add at least one option, for example --content TEXT",
        });
      }
      const content = isEmpty ? editText(world, memory.content) : change.content;
      if (content !== undefined && content.trim() === "") {
        throw new MemoryError("usage", {
          reason: "the text is empty; to delete a memory, run `tacit forget ID`",
        });
      }
      await printReworded(
        world,
        tacit,
        await tacit.memories.edit(memory.id, { ...change, content }),
        { before: memory },
      );
    });
  },
};

/** An empty time takes off what was said. Throws "time_unknown". */
function validityIn(
  given: ParsedArgs,
  world: CommandContext,
): {
  readonly validFromMs?: number | null;
  readonly validToMs?: number | null;
} {
  const [from, until] = [text(given, "validFrom"), text(given, "validUntil")];
  const nowMs = world.machine.nowMs();
  return {
    ...validBetween({ from: from || undefined, until: until || undefined }, nowMs),
    ...(from === "" ? { validFromMs: null } : {}),
    ...(until === "" ? { validToMs: null } : {}),
  };
}

/** An option that was not named changes nothing; an empty one takes off what there is. */
function listed(given: ParsedArgs, name: string): readonly string[] | undefined {
  const values = texts(given, name);
  return values.length === 0 ? undefined : values.filter((one) => one.trim() !== "");
}
