/** What marks memories that a rule file of the project says: whoever tells memories need not know how such files are read. */
export const RULE_FILE_TAG = "rule-file";

/** Who such a session is of. */
export const HISTORY_AGENT = "git";
