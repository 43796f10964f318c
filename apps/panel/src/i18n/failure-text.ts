/** Says in the reader's language why a call failed. */
import type { Failure } from "@tacit-memory/protocol";
import type { TFunction } from "i18next";
import { CallFailed } from "../data/api.ts";
import { en } from "./en.ts";
import { wordedReason } from "./worded.ts";

export function failureText(error: unknown, t: TFunction): string {
  return error instanceof CallFailed ? failureSentence(error.failure, t) : t("error.unreachable");
}

/** Whether an observation that the person accepted was refused. */
export function isRefused({ values: { candidate } }: Failure): boolean {
  return candidate !== undefined;
}

/** A failure whose code this version of the page does not know has only the server's own words. */
export function failureSentence(failure: Failure, t: TFunction): string {
  const { code, message, values, reason } = failure;
  const { what = "" } = values;
  if (reason !== null && isRefused(failure) && reason.text in en.refused)
    return t(`refused.${reason.text as "forgotten"}`);
  const isFault = what in en.fault;
  if (!isFault && !(code in en.error)) return message;
  const { install = "", file = "" } = values;
  const sentence = isFault
    ? t(`fault.${what as "unreachable"}`)
    : t(`error.${code as "encoder_missing"}`, { install, file });
  if (reason === null) return sentence;
  return `${sentence} ${wordedReason(reason, t)}`;
}
