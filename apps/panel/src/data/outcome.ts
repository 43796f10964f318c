/** The notice about a change: what was changed, what was not, and which changes can be undone. */
import type { ChangeResult, PanelAction, UndoResult } from "@tacit-memory/protocol";
import type { TFunction } from "i18next";
import { failureSentence } from "../i18n/failure-text.ts";

export interface Outcome {
  readonly text: string;
  readonly detail?: string;
  readonly isFailure?: boolean;
  /** Ids of the changes, newest first; empty or absent if nothing can be undone. */
  readonly changes?: readonly string[];
}

interface Changed {
  readonly action: PanelAction;
  readonly tag?: string | undefined;
}

export function changeOutcome(
  { action, tag = "" }: Changed,
  { changed, failed, changes, memoryFileStays }: ChangeResult,
  t: TFunction,
): Outcome {
  const [problem] = failed;
  const reason =
    (problem === undefined ? undefined : failureSentence(problem, t)) ??
    (memoryFileStays ? t("done.memoryFileStays") : undefined);
  const detail = reason === undefined ? {} : { detail: reason };
  if (changed.length === 0) return { text: t("failure.change"), ...detail, isFailure: true };
  const text = t(`done.${DONE[action]}`, { count: changed.length, tag });
  return { text, ...detail, changes };
}

const DONE = {
  confirm: "confirm",
  archive: "archive",
  restore: "restore",
  forget: "forget",
  pin: "pin",
  unpin: "unpin",
  add_tag: "addTag",
  remove_tag: "removeTag",
} as const satisfies Readonly<Record<PanelAction, string>>;

export function undoOutcome({ undone, failed }: UndoResult, t: TFunction): Outcome {
  const problem = t("failure.undo", { count: failed });
  if (undone === 0) return { text: problem, isFailure: true };
  // One decision can make several changes, so a number is only of use if some of them stay.
  if (failed === 0) return { text: t("done.undo", { count: 1 }) };
  return { text: t("done.undo", { count: undone }), detail: problem };
}
