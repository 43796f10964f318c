/**
 * Tag of memories from a rule file of the project, so that code that shows memories need not know how such files are read.
 */
export const RULE_FILE_TAG = "rule-file";

/** Agent name of sessions made from git history. */
export const HISTORY_AGENT = "git";
