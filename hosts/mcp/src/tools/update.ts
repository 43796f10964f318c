/** `update`: changes a memory after its use or a user's statement. */
import { type Memory, MemoryError, shortId, VERDICTS } from "@tacit-memory/memory";
import { requireReadable } from "../readable.ts";
import { type ToolContext, tool } from "../tool.ts";
import { memoryId } from "./memory-id.ts";
import { type ACTIONS, UPDATE_INPUT } from "./tool-inputs.schema.ts";

type Action = (typeof ACTIONS)[number];
type Input = ReturnType<typeof UPDATE_INPUT.read>;

export const UPDATE = tool({
  name: "update",
  title: "Confirm, correct, pin or forget a memory",
  description:
    "Change a memory by id. confirm: it is correct. correct: it is wrong or outdated. pin, unpin: show at every session start. link: to files or another memory. restore: from the archive, or a version. forget: delete permanently, only if the user asks. Keywords: memory, edit, delete, outdated, wrong.",
  effect: "changes",
  isAlwaysLoaded: false,
  input: UPDATE_INPUT,
  work: async (context, input) => {
    requireParts(input);
    const id = await readableId(context, input.id);
    const to = input.to === undefined ? undefined : await readableId(context, input.to);
    return ACTION_HANDLERS[input.action](context, id, { ...input, to });
  },
});

/**
 * Returns the id. Throws "memory_not_found" if the caller may not read the memory, because the answer would show parts of it.
 */
async function readableId(context: ToolContext, input: string): Promise<string> {
  const id = memoryId(input);
  requireReadable(context, id, await context.tacit.memories.get(id));
  return id;
}

const ACTION_HANDLERS: Readonly<
  Record<Action, (context: ToolContext, id: string, input: Input) => Promise<string>>
> = {
  confirm: async ({ tacit, caller }, id) => {
    const memory = await tacit.memories.confirm(id, {
      kind: "agent",
      name: caller.agent ?? "an agent",
    });
    return `${named(memory)} is confirmed: ${memory.standing}.`;
  },
  correct,
  pin: async ({ tacit }, id) => {
    const memory = await tacit.memories.askToPin(id);
    if (memory.isPinned)
      return `${named(memory)} is pinned and shown at the start of every session.`;
    return `${named(memory)} is not pinned yet: a person must accept this with \`tacit review\`. Until then it is shown as before.`;
  },
  unpin: async ({ tacit }, id) => {
    const memory = await tacit.memories.edit(id, { isPinned: false });
    return `${named(memory)} is no longer pinned.`;
  },
  forget: async ({ tacit }, id) => {
    await tacit.memories.forget([id]);
    return `[mem:${id}] is forgotten; its text was deleted from the store.`;
  },
  tag: async ({ tacit }, id, { tags = [], untag = [] }) => {
    const memory = await tacit.memories.edit(id, { addTags: tags, removeTags: untag });
    return `${named(memory)} has the tags: ${memory.tags.join(", ") || "none"}.`;
  },
  link: async ({ tacit }, id, { files, to }) => {
    const memory = await tacit.memories.link(id, {
      ...(files === undefined ? {} : { files }),
      ...(to === undefined ? {} : { memory: to }),
    });
    const other = to === undefined ? "" : ` It is related to [mem:${to}].`;
    return `${named(memory)} is about: ${memory.files.join(", ") || "no file"}.${other}`;
  },
  restore: async ({ tacit }, id, { version }) => {
    const memory = await tacit.memories.restore(id, version);
    return `${named(memory)} is ${memory.state} again, at version ${memory.version}.`;
  },
  feedback: async ({ tacit, caller }, id, { as, text }) => {
    const verdict = VERDICTS.find((item) => item === as) ?? "useful";
    const by = { kind: "agent" as const, name: caller.agent ?? "an agent" };
    const because = text === undefined ? {} : { because: text };
    const before = await tacit.memories.get(id);
    const memory = await tacit.memories.feedback(id, verdict, { by, ...because });
    const review = memory.needsReview ? "; it needs review by a person" : "";
    const confidence = `${before.confidence.toFixed(2)} → ${memory.confidence.toFixed(2)}`;
    return `${named(memory)} is rated ${verdict}: ${memory.state}, confidence ${confidence}${review}.`;
  },
  undo: async ({ tacit }, id) => {
    const { entries, memories } = await tacit.memories.undo(id);
    if (entries.length === 0) return "Nothing was undone, because every field changed again since.";
    const states = memories.map(({ after }) => `${named(after)} is ${after.state}`).join(", ");
    return `The change "${entries[0]?.what ?? ""}" is undone: ${states}.`;
  },
};

async function correct({ tacit, caller }: ToolContext, id: string, input: Input): Promise<string> {
  if (input.text !== undefined) {
    const replacement = await tacit.memories.correct(
      id,
      { kind: "replace", text: input.text },
      caller,
    );
    return `[mem:${id}] is replaced by ${named(replacement)}.`;
  }
  const kind = input.as === "wrong" ? "wrong" : "outdated";
  const memory = await tacit.memories.correct(id, { kind });
  return `${named(memory)} is archived as ${kind}; to undo this, use the action \`restore\`.`;
}

/** Throws "input_malformed" if the action lacks a required part. */
function requireParts({ action, as, files, tags = [], text, to, untag = [] }: Input): void {
  const reason = {
    correct:
      text === undefined &&
      !(as === "outdated" || as === "wrong") &&
      "add `text`, or `as` (outdated, wrong)",
    feedback:
      !VERDICTS.some((item) => item === as) && "add `as`: useful, not-useful, flag, or reject",
    link: files === undefined && to === undefined && "add `files`, `to`, or both",
    tag: tags.length + untag.length === 0 && "add `tags`, `untag`, or both",
  }[action as string];
  if (typeof reason === "string") throw new MemoryError("input_malformed", { action, reason });
}

function named(memory: Memory): string {
  return `[mem:${shortId(memory.id)}]`;
}
