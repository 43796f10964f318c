/** `tacit edit`: changes a memory; the version before is kept. */
import {
  MEMORY_TYPES,
  MemoryError,
  SCOPES,
  VISIBILITIES,
  validBetween,
} from "@tacit-memory/memory";
import type { Command, Given } from "../command.ts";
import { editText } from "../edit-text.ts";
import { argument, choice, flag, text, texts } from "../given.ts";
import { inputText } from "../input-lines.ts";
import { withTacit } from "../open.ts";
import { printReworded } from "../print-memory.ts";
import { isInteractive, type World } from "../world.ts";

export const edit: Command = {
  name: "edit",
  summary: "change a memory; `tacit history` keeps what it was",
  arguments: [{ name: "id", text: "an id, or its last digits" }],
  options: [
    { flags: "--content <text>", text: "the new text; - reads it from standard input" },
    { flags: "--title <text>", text: "the new title" },
    { flags: "--type <type>", text: "the new type", choices: MEMORY_TYPES },
    { flags: "--scope <scope>", text: "the new scope", choices: SCOPES },
    { flags: "--owner <name>", text: "whose it is then: a host, a session's id, or a branch" },
    { flags: "--visibility <who>", text: "who may see it", choices: VISIBILITIES },
    {
      flags: "--file <path>",
      text: 'the files or folders it is about, instead of those it has; "" takes them off',
      isRepeatable: true,
    },
    {
      flags: "--trigger <pattern>",
      text: 'its triggers, instead of those it has; "" takes them off',
      isRepeatable: true,
    },
    { flags: "--error <text>", text: 'the error that brings it up; "" takes it off' },
    { flags: "--valid-from <when>", text: 'true since then; "" takes it off' },
    {
      flags: "--valid-until <when>",
      text: 'true until then, that day or month included; "" takes it off',
    },
    { flags: "--durable", text: "it holds on every branch from now on" },
    {
      flags: "--invalid-when <condition>",
      text: 'when it no longer holds, instead of what was said; "" takes it off',
      isRepeatable: true,
    },
  ],
  details:
    "On a terminal and without an option, your editor (VISUAL or EDITOR) opens with the text.",
  examples: [
    'tacit edit 4f3a91c2 --content "Use pnpm 10, not npm, in packages/"',
    "tacit edit 4f3a91c2 --visibility secret",
    "tacit edit 4f3a91c2 --durable",
  ],
  run: async (given, world) => {
    await withTacit(world, async (tacit) => {
      const memory = await tacit.get(argument(given, 0));
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
        throw new MemoryError("usage", { reason: "nothing to change was named" });
      }
      const content = isEmpty ? editText(world, memory.content) : change.content;
      if (content !== undefined && content.trim() === "") {
        throw new MemoryError("usage", {
          reason: "the text is empty; `tacit forget` removes a memory",
        });
      }
      await printReworded(world, tacit, await tacit.edit(memory.id, { ...change, content }));
    });
  },
};

/** An empty time takes off what was said. Throws "time_unknown". */
function validityIn(
  given: Given,
  world: World,
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
function listed(given: Given, name: string): readonly string[] | undefined {
  const values = texts(given, name);
  return values.length === 0 ? undefined : values.filter((one) => one.trim() !== "");
}
