/** `remember`: stores one insight, which can be recalled at once. */
import {
  type ErrorCode,
  type Memory,
  MemoryError,
  type Rejection,
  shortId,
  type Tacit,
  validBetween,
} from "@tacit-memory/memory";
import { tool } from "../tool.ts";
import { REMEMBER_INPUT } from "./tool-inputs.schema.ts";

export const REMEMBER = tool({
  name: "remember",
  title: "Remember an insight",
  description:
    "Save one insight about this codebase for future sessions: a decision and its reason, a convention, a gotcha, an error and its fix, a dead end, a user preference, a command that works. One insight per call, with its files and the `error` it solves. Duplicates merge; secrets are removed. Do not save facts that the code shows. Keywords: memory, store, note, learn.",
  effect: "adds",
  isAlwaysLoaded: true,
  input: REMEMBER_INPUT,
  work: async ({ tacit, caller, nowMs }, input) => {
    const { pinned, durable, validFrom, validUntil, relation, ...fields } = input;
    const note = fields.content;
    const { registered, problem } = await registeredRelation(tacit, relation, note);
    const admission = await tacit.memories.remember({
      ...fields,
      ...(registered && withRelation(fields, registered)),
      ...validBetween({ from: validFrom, until: validUntil }, nowMs),
      source: "agent_explicit",
      session: caller.session,
      agent: caller.agent,
      isNote: true,
      isPinned: pinned,
      isDurable: durable,
    });
    if (admission.id === null) {
      const reason = admission.reason ?? "low_value";
      return `Not stored: ${reason}. ${ADVICE[reason] ?? "Nothing was stored."}`;
    }
    const name = `[mem:${shortId(admission.id)}]`;
    const lines = [
      admission.mergedInto === null
        ? `Stored as ${name}.`
        : `Already stored as ${name}; no duplicate was created.`,
      ...(problem === undefined ? [] : [`The relation was not registered: ${problem}.`]),
    ];
    lines.push(...sessionLines(admission, fields.scope), ...(await reviewLines(tacit, admission)));
    if (pinned === true || fields.scope === "global") {
      lines.push(
        "Pinning, or validity in every project, takes effect only after a person accepts it with `tacit review`. Until then the memory is not shown automatically.",
      );
    }
    if (admission.redactions.length > 0) {
      const rules = [...new Set(admission.redactions.map(({ rule }) => rule))];
      lines.push(`Secrets were removed before storing: ${rules.join(", ")}.`);
    }
    if (admission.contradicts !== null) {
      const own = await tacit.memories.get(admission.id ?? admission.contradicts);
      lines.push(contradictionLine(own, await tacit.memories.get(admission.contradicts)));
    }
    if (admission.outside.length > 0) {
      lines.push(`Ignored paths outside this project: ${admission.outside.join(", ")}.`);
    }
    if (admission.absent.length > 0) {
      lines.push(`These files do not exist now: ${admission.absent.join(", ")}.`);
    }
    if (admission.left.length > 0) {
      lines.push(
        `The existing memory's ${admission.left.join(" and ")} did not change. To store a different value, save a separate memory.`,
      );
    }
    return lines.join("\n");
  },
});

type Admitted = Awaited<ReturnType<Tacit["memories"]["remember"]>>;

/** States which sessions see the memory, if not all do. */
function sessionLines(
  { isSessionNote, mergedInto }: Pick<Admitted, "isSessionNote" | "mergedInto">,
  scope: string | undefined,
): string[] {
  return [
    ...(isSessionNote
      ? [
          "This is a note of this session: `recall` finds it now. Other sessions see it after this session has ended, unless a later event of this session contradicts it.",
        ]
      : []),
    ...(scope === "session" && mergedInto === null ? ["Only this session sees it."] : []),
  ];
}

/** In the mode "review", a person decides on every new memory. */
async function reviewLines(
  { admin }: Tacit,
  { mergedInto }: Pick<Admitted, "mergedInto">,
): Promise<string[]> {
  if (mergedInto !== null || (await admin.mode()) !== "review") return [];
  return ["The user reviews every memory of this project; until then it is not shown."];
}

function contradictionLine(own: Memory, { id, isDisputed }: Memory): string {
  const other = `[mem:${shortId(id)}]`;
  if (!own.isDisputed)
    return `It contradicts ${other}, which belongs to another branch. The two are compared when the branches are merged.`;
  return isDisputed
    ? `It contradicts ${other}; both are marked as disputed. To resolve this, call \`update\` with action \`correct\` on the wrong memory.`
    : `It contradicts ${other}, which the user verified and which stays in use. This memory is marked as disputed until a person decides with \`tacit review\`.`;
}

type Fields = Pick<ReturnType<typeof REMEMBER_INPUT.read>, "type" | "files" | "symbols">;
type Registered = Awaited<ReturnType<Tacit["code"]["relation"]>>;

const UNUSABLE: readonly ErrorCode[] = ["symbol_not_found", "symbol_ambiguous", "usage"];

/** Returns the relation, or why it cannot be registered: the insight itself is stored in any case. */
async function registeredRelation(
  { code }: Tacit,
  relation: ReturnType<typeof REMEMBER_INPUT.read>["relation"],
  note: string,
): Promise<{ readonly registered?: Registered; readonly problem?: string }> {
  if (relation === undefined) return {};
  try {
    return { registered: await code.relation({ ...relation, note }) };
  } catch (error) {
    if (!MemoryError.is(error) || !UNUSABLE.includes(error.code)) throw error;
    return { problem: error.message };
  }
}

/** Adds the places of the relation to what the agent named. The agent's type takes precedence. */
function withRelation({ type, files, symbols }: Fields, registered: Registered) {
  return {
    ...registered,
    type: type ?? registered.type,
    files: [...(registered.files ?? []), ...(files ?? [])],
    symbols: [...(registered.symbols ?? []), ...(symbols ?? [])],
  };
}

const ADVICE: Readonly<Partial<Record<Rejection, string>>> = {
  too_short: "A memory is 10 to 1000 characters of prose.",
  too_long: "A memory is 10 to 1000 characters; split the text into one insight per memory.",
  code_derivable:
    "Diffs, stack traces, logs and file lists are available at their source; state the lesson from them instead.",
  low_value: "The text contains nothing that a later session can use.",
  low_quality: "State the fact and its reason, and name the file, setting or command.",
  all_secret: "The text contains only secrets, which are never stored.",
  private: "The text is marked as private.",
  capture_off: "The user turned off storing for this project. Do not try again.",
};
