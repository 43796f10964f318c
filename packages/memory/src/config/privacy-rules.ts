/** Which globs and patterns of a user can be used, so that a file is read and an option is set by the same rules. */
import { compileOwnPattern } from "@tacit-memory/redact";

export type PrivacyList = "ignore" | "secrets";

/** Maximum number of rules: each is tried on every text or path. */
export const MAX_RULES: Readonly<Record<PrivacyList, number>> = { ignore: 500, secrets: 50 };

const MAX_GLOB_CHARS = 300;

/** Returns why a rule cannot be used; null if it can. */
export function problemOfRule(list: PrivacyList, text: string): string | null {
  if (list === "secrets") {
    const compiled = compileOwnPattern(text);
    return "problem" in compiled ? compiled.problem : null;
  }
  if (text.trim() === "") return "is an empty glob";
  return text.length > MAX_GLOB_CHARS ? `is longer than ${MAX_GLOB_CHARS} characters` : null;
}

/** Returns why a list cannot be used as it is; null if it can. */
export function problemOfRules(list: PrivacyList, texts: readonly string[]): string | null {
  const maxRules = MAX_RULES[list];
  if (texts.length > maxRules) return `${texts.length} rules are more than ${maxRules}`;
  for (const text of texts) {
    const problem = problemOfRule(list, text);
    if (problem !== null) return `"${text.slice(0, 60)}" ${problem}`;
  }
  return null;
}
