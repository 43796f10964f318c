/**
 * Removes from a message what its author did not word: lines of a log, and what a line introduces as the text of a program or
 * of another person. Such lines are local, so they hold nothing back (pasted-text.ts has what does), but they are no rules.
 */

/** A line of a log, a stack, a chat or code, or one that is only a quotation. */
const NOT_TYPED =
  /^\s*(?:\/\/|\/\*|\[?\d{4}-\d\d-\d\d[T ]|\[?\d\d:\d\d:\d\d|\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE)\b|[<@]\w[\w.-]*[>:]|at \S+ ?\(|File "|Thread \d|\S+: (?:error|warning|fatal|panic): |["“].*["”][.,]?\s*$)/;
const TEXT_OF_ANOTHER =
  "(?:logs?|crash\\w*|stack ?\\w*|trace\\w*|outputs?|errors?|warnings?|console|stderr|stdout|response|says?|said|wrote|reads?|prints?|shows?|(?:i|we) (?:get|got|see)|thread|wiki|slack|reviews?|comments?|e?mails?|tickets?|docs|bot|messages?)";
/** The line before a text of another, up to a blank line. */
const INTRODUCES = new RegExp(`\\b${TEXT_OF_ANOTHER}\\b[^\\n]{0,80}:\\s*$`, "i");
/** The same text on the same line: "I see this in the console: Warning: …". */
const ON_SAME_LINE =
  /\b(?:console|logs?|output|stderr|errors?|warnings?|prints?|shows?|(?:it|ci|bot|page|docs?|tool|compiler|linter|terminal|eslint|tsc|npm|pip|cargo|git|pytest) says?)\s?:\s+\S.*$/i;

/** A text to work on, on the same line: "translate this text: …", "corrige la phrase : …". */
const TO_WORK_ON =
  /(?<=\b(?:translate|rephrase|reword|proofread|summari[sz]e|traduis|traduire|traduisez|reformule[rz]?|corrige[rz]?|relis|r[ée]sume[rz]?|traduce|traducir|traduci|tradurre|riassumi|[üu]bersetzen?|formuliere|fasse) [^:\n]{0,40}\b(?:text|texte?|testo|texto|sentence|phrase|frase|satz|paragraph\w*|message|mail|e-?mail|english|anglais|fran[çc]ais|french|ingl[ée]se?s?|englische|german|allemand)\b[^:\n]{0,20})\s?:\s+\S.*$/i;

/** Returns the text without those lines; the others keep their order. */
export function ownProse(text: string): string {
  const own: string[] = [];
  let isQuoting = false;
  for (const line of text.split("\n")) {
    if (line.trim() === "") isQuoting = false;
    if (isQuoting || NOT_TYPED.test(line)) continue;
    own.push(line.replace(ON_SAME_LINE, "").replace(TO_WORK_ON, ""));
    isQuoting = INTRODUCES.test(line);
  }
  return own.join("\n");
}
