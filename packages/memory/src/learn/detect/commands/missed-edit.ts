/**
 * Detects an edit that did not find its text, where a later edit found the same text with other whitespace. Hosts print a prefix
 * before each line that hides one tab, so agents write one tab too few. The whole project has one such memory, not each file.
 */

import { draft } from "../../../domain/draft.ts";
import { sentenceOf } from "../../../domain/sentences/sentences.ts";
import type { Signal } from "../../../domain/signal.ts";
import { errorFingerprint } from "../../../domain/text/error-fingerprint.ts";
import { clip } from "../../../domain/text/text.ts";
import { signalFrom } from "../detector.ts";
import type { Step, Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";

const NOT_FOUND =
  /\b(?:string|text|old_?string|search block|context)\b.{0,40}\bnot (?:be )?found\b|\bdid not (?:match|appear)\b|\bno match(?:es)? found\b/i;
const MIN_TEXT = 12;

/** At most one signal per session: the first edit that failed only because of whitespace, with the edit that succeeded. */
export function missedEdits(trace: Trace, steps: readonly Step[]): Signal[] {
  for (const [i, missed] of steps.entries()) {
    if (missed.isOk || missed.edit === null || !NOT_FOUND.test(missed.output.slice(0, 400)))
      continue;
    const window = steps.slice(i + 1, i + 1 + DETECT.retryWindow);
    const hit = window.find((step) => isSameButSpace(missed, step));
    if (hit !== undefined) return [toSignal(trace, missed, hit)];
  }
  return [];
}

function isSameButSpace(missed: Step, hit: Step): boolean {
  if (!hit.isOk || hit.edit === null || hit.files[0] !== missed.files[0]) return false;
  const [gave, found] = [missed.edit?.before ?? "", hit.edit.before];
  const squeezed = gave.replace(/\s+/g, "");
  return squeezed.length >= MIN_TEXT && gave !== found && squeezed === found.replace(/\s+/g, "");
}

function toSignal(trace: Trace, missed: Step, hit: Step): Signal {
  const [file] = missed.files;
  const example = file === undefined ? "" : `, for example in \`${clip(file, 120)}\``;
  const difference = differenceOf(missed.edit?.before ?? "", hit.edit?.before ?? "");
  return signalFrom(trace, {
    type: "error_retry",
    subject: `edit-miss:${difference.key}`,
    score: DETECT.errorRetryScore,
    minSessions: DETECT.editMissMinSessions.value,
    files: file === undefined ? [] : [file],
    from: [missed, hit],
    isTainted: false,
    evidence: {
      kind: "reobserved",
      detail:
        file === undefined
          ? sentenceOf("outside_edit_failed", {})
          : sentenceOf("edit_failed", { file: clip(file, 100) }),
    },
    draft: draft({
      type: "error_pattern",
      title: "When a multi-line edit fails: copy the indentation from the file",
      content: `When you edit several lines at once, copy the indentation from the file. Edits in this project failed only because of whitespace: ${difference.cause}${example}.`,
      payload: { error: "the text to replace was not found", fix: difference.words },
      tags: ["error", "edit"],
      // Every failed edit counts as the same error, whatever text it did not find.
      errorFingerprint: errorFingerprint(missed.output),
    }),
  });
}

function differenceOf(
  gave: string,
  found: string,
): {
  readonly key: string;
  /** The text in the payload. It never changes, because stored memories have it. */
  readonly words: string;
  readonly cause: string;
} {
  const [a, b] = [indentOf(gave), indentOf(found)];
  if (gave.includes("\t") !== found.includes("\t"))
    return found.includes("\t")
      ? {
          key: "tabs",
          words: sentenceOf("tabs_expected", {}),
          cause: "the file uses tabs, and the edit used spaces",
        }
      : {
          key: "spaces",
          words: sentenceOf("spaces_expected", {}),
          cause: "the file uses spaces, and the edit used tabs",
        };
  if (a === b - 1)
    return {
      key: "one-less",
      words: sentenceOf("one_tab_missing", {}),
      cause: "the edit had one tab too few",
    };
  return {
    key: "other",
    words: sentenceOf("other_indentation", {}),
    cause: "the edit had a different indentation",
  };
}

/** The deepest indentation, in tabs. */
function indentOf(text: string): number {
  return text
    .split("\n")
    .reduce((deepest, line) => Math.max(deepest, /^\t*/.exec(line)?.[0].length ?? 0), 0);
}
