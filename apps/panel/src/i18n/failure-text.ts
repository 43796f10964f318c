/** Says in the reader's language why a call failed. */
import type { TFunction } from "i18next";
import { CallFailed } from "../data/api.ts";
import { en } from "./en.ts";

/**
 * Returns a sentence for the failure. An input that was refused also has the server's own words, because only they name the
 * part that is wrong; so has a failure whose code this version of the page does not know.
 */
export function failureText(error: unknown, t: TFunction): string {
  if (!(error instanceof CallFailed)) return t("error.unreachable");
  const { code, message } = error;
  if (!(code in en.error)) return message;
  const sentence = t(`error.${code as "usage"}`);
  return code === "usage" ? `${sentence} (${message})` : sentence;
}
