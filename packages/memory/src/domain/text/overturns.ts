/** Recognises a statement that says itself that something stated earlier is no longer right. Pure. */

const EARLIER = "(?:the |an? |my )?(?:earlier|previous|older|old|former)";
const STATED = "(?:note|memory|statement|claim|rule|entry|assumption|finding)s?";
const WRONG = "(?:wrong|incorrect|outdated|obsolete|superseded|not (?:true|right|correct))";

/** Such words at the beginning, which mean nothing to a reader who does not know the earlier statement. */
const LEAD = new RegExp(
  `^(?:correction(?: of|to)? )?${EARLIER} ${STATED}(?: that [^:]{3,60}| about [^:]{3,60})? (?:was|were|is|are) (?:now )?${WRONG}\\s*[:;,.—–-]+\\s*`,
  "i",
);
const ENDED = new RegExp(
  `\\bno longer\\b|\\bany ?more\\b|\\bany longer\\b|\\b${EARLIER} ${STATED} (?:was|were|is|are) (?:now )?${WRONG}|\\bcontrary to ${EARLIER} ${STATED}\\b`,
  "i",
);

export function saysEarlierIsWrong(text: string): boolean {
  return LEAD.test(text) || ENDED.test(text);
}

/** Returns the statement without the remark that an earlier one was wrong. */
export function withoutRemark(text: string): string {
  return text.replace(LEAD, "");
}
