/** `remember`: keeps one insight, recallable at once. */
import { type Rejection, shortId, validBetween } from "@tacit-memory/memory";
import { tool } from "../tool.ts";
import { REMEMBER_INPUT } from "./tool-inputs.schema.ts";

export const REMEMBER = tool({
  name: "remember",
  title: "Remember an insight",
  description:
    "Save one insight about this codebase for future sessions: a decision and its reason, a convention, a gotcha, an error and its fix, a dead end, a user preference, a command that works. One insight per call, with the files it is about and, for a fix, the `error` it mends. Duplicates are merged; secrets are removed before anything is stored. What the code itself says need not be saved. Keywords: memory, save, store, note, learn.",
  effect: "adds",
  isAlwaysLoaded: true,
  input: REMEMBER_INPUT,
  work: async ({ tacit, caller, nowMs }, input) => {
    const { pinned, durable, validFrom, validUntil, ...told } = input;
    const admission = await tacit.remember({
      ...told,
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
      return `Not kept: ${reason}. ${ADVICE[reason] ?? "Nothing was stored."}`;
    }
    const name = `[mem:${shortId(admission.id)}]`;
    const lines = [
      admission.mergedInto === null
        ? `Kept as ${name}.`
        : `Already known as ${name}; nothing was kept twice.`,
    ];
    if (admission.isSessionNote) {
      lines.push(
        "It is a note of this session: `recall` finds it now, and other sessions are shown it once this session has ended and nothing in it has overtaken the note.",
      );
    }
    if (pinned === true || told.scope === "global") {
      lines.push(
        "Pinning, or validity in every project, takes effect only after a person accepts it with `tacit review`. Until then the memory is not shown unasked.",
      );
    }
    if (admission.redactions.length > 0) {
      const rules = [...new Set(admission.redactions.map(({ rule }) => rule))];
      lines.push(`Secrets were removed before it was stored: ${rules.join(", ")}.`);
    }
    if (admission.contradicts !== null) {
      const other = `[mem:${shortId(admission.contradicts)}]`;
      lines.push(
        `It contradicts ${other}; both are marked as disputed. \`update\` with action correct on ${other} settles it.`,
      );
    }
    if (admission.outside.length > 0) {
      lines.push(`Not tied to what is no file of this project: ${admission.outside.join(", ")}.`);
    }
    if (admission.absent.length > 0) {
      lines.push(`There is no such file now: ${admission.absent.join(", ")}.`);
    }
    if (admission.left.length > 0) {
      lines.push(
        `It keeps the ${admission.left.join(" and the ")} it had, not what was given now. If that matters, remember it in words of its own.`,
      );
    }
    return lines.join("\n");
  },
});

const ADVICE: Readonly<Partial<Record<Rejection, string>>> = {
  too_short: "A memory is 10 to 1000 characters of prose.",
  too_long: "A memory is 10 to 1000 characters; split it into one insight each.",
  code_derivable:
    "Diffs, stack traces, logs and file lists can be read again where they come from; say what was learned from them.",
  low_value: "It says nothing a later session could use.",
  low_quality: "Say what is so, why, and name the file, setting or command it is about.",
  all_secret: "It consists of secrets, which are never stored.",
  private: "It was marked as private.",
};
