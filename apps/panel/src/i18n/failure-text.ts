/** Says in the reader's language why a call failed. */
import type { TFunction } from "i18next";
import { CallFailed } from "../data/api.ts";
import { en } from "./en.ts";

/** Codes whose sentence needs the server's own words: only they name the part that is wrong. */
const WITH_MESSAGE: readonly string[] = [
  "usage",
  "not_allowed",
  "encoder_missing",
  "model_not_found",
  "model_mismatch",
];

/**
 * Returns a sentence for the failure. An input or a model that was refused also has the server's own words; a failure whose
 * code this version of the page does not know has only these.
 */
export function failureText(error: unknown, t: TFunction): string {
  if (!(error instanceof CallFailed)) return t("error.unreachable");
  return failureSentence(error, t);
}

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly fault?: string | null;
  readonly refused?: string | null;
}

export function failureSentence(failure: Failure, t: TFunction): string {
  const { code, message, fault = null, refused = null } = failure;
  if (refused !== null && refused in en.refused) return t(`refused.${refused as "forgotten"}`);
  if (fault !== null && fault in en.fault)
    return `${t(`fault.${fault as "unreachable"}`)} (${message})`;
  if (!(code in en.error)) return message;
  const sentence = t(`error.${code as "usage"}`);
  return WITH_MESSAGE.includes(code) ? `${sentence} (${message})` : sentence;
}
