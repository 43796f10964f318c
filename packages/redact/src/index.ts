/** Finds secrets in text and replaces them, in time linear in the text. */
export { secretValuesOf } from "./environment.ts";
export { compileOwnPattern } from "./own-pattern.ts";
export { isGitIgnored, parseIgnoreRules, type RuleFile } from "./paths/git-ignore.ts";
export { DEFAULT_IGNORE, isIgnoredPath } from "./paths/ignored-path.ts";
export { homeless } from "./paths/without-home.ts";
export {
  isEntirelySecret,
  type RedactOptions,
  redact,
  redactDeep,
  redactTogether,
} from "./redact.ts";
