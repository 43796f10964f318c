/** `tacit edit`: changes a memory and stores the previous version. */
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
import { opened } from "../../open.ts";
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
  run: opened(async (tacit, context, input) => {
    const memory = await tacit.memories.get(argument(input, 0));
    const contentInput = text(input, "content");
    const change = {
      content: contentInput === "-" ? (await inputText(context, "-")).trim() : contentInput,
      title: text(input, "title"),
      type: choice(input, "type", MEMORY_TYPES),
      scope: choice(input, "scope", SCOPES),
      scopeOwner: text(input, "owner"),
      visibility: choice(input, "visibility", VISIBILITIES),
      files: listed(input, "file"),
      triggers: listed(input, "trigger"),
      error: text(input, "error"),
      invalidWhen: listed(input, "invalidWhen"),
      isDurable: flag(input, "durable") ? true : undefined,
      ...validityIn(input, context),
    };
    const isEmpty = Object.values(change).every((value) => value === undefined);
    if (isEmpty && !isInteractive(context)) {
      throw new MemoryError("usage", {
        reason: "no change requested; add at least one option, for example --content TEXT",
      });
    }
    const content = isEmpty ? editText(context, memory.content) : change.content;
    if (content !== undefined && content.trim() === "") {
      throw new MemoryError("usage", {
        reason: "the text is empty; to delete a memory, run `tacit forget ID`",
      });
    }
    await printReworded(
      context,
      tacit,
      await tacit.memories.edit(memory.id, { ...change, content }),
      { before: memory },
    );
  }),
};

/** Returns the new validity; an empty time removes the stored one. Throws "time_unknown". */
function validityIn(
  input: ParsedArgs,
  context: CommandContext,
): {
  readonly validFromMs?: number | null;
  readonly validToMs?: number | null;
} {
  const [from, until] = [text(input, "validFrom"), text(input, "validUntil")];
  const nowMs = context.machine.nowMs();
  return {
    ...validBetween({ from: from || undefined, until: until || undefined }, nowMs),
    ...(from === "" ? { validFromMs: null } : {}),
    ...(until === "" ? { validToMs: null } : {}),
  };
}

/** Returns the values of an option: undefined (no change) if not passed, an empty list (remove all) for an empty value. */
function listed(input: ParsedArgs, name: string): readonly string[] | undefined {
  const values = texts(input, name);
  return values.length === 0 ? undefined : values.filter((value) => value.trim() !== "");
}
