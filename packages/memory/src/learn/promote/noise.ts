/**
 * The noise gate: rejects what can be read from the code or the log, or what says nothing. Every rejection has its reason.
 */
import type { Rejection } from "../../domain/candidate.ts";
import { identifiers, words } from "../../domain/text/text.ts";
import { PROMOTE } from "./limits.ts";

const DIFF = /^(diff --git|index [0-9a-f]{7}|@@ -\d+|\+\+\+ |--- a\/)/m;
const STACK = /(^\s*at .+\(.+:\d+:\d+\)\s*$[\s\S]*){3}|(^\s*File ".+", line \d+[\s\S]*){3}/m;
const LOG = /^(commit [0-9a-f]{40}|Author: .+<.+>)$/m;
const LOW_VALUE =
  /^(all )?(tests?|checks?|lint(ing)?|builds?) (now )?(all )?(pass(ed|es)?|succeed(ed|s)?|green)\W*$|^(done|fixed|completed?|finished|ok(ay)?|success(ful(ly)?)?|task (is )?(complete|done)|completed successfully|works( now)?|looks good|lgtm)\W*$|^\d+ tokens? used|^session (started|ended)/i;
const CAUSAL =
  /\b(because|since|so that|otherwise|unless|instead|must|never|always|fails?|breaks?|requires?|needs?|only|before|after|when|avoid|use|do not|don't|prefers?)\b/i;

/** Returns the reason for a rejection; null when the content passes. `isStated`: a person stated exactly this. */
export function noiseReason(content: string, isStated = false): Rejection | null {
  const text = content.trim();
  if (text.length < PROMOTE.minContentChars) return "too_short";
  if (text.length > PROMOTE.maxContentChars) return "too_long";
  if (DIFF.test(text) || STACK.test(text) || LOG.test(text) || isFileList(text))
    return "code_derivable";
  if (LOW_VALUE.test(text)) return "low_value";
  const minQuality = isStated ? PROMOTE.minStatedQuality : PROMOTE.minQuality;
  return qualityOf(text) < minQuality ? "low_quality" : null;
}

function isFileList(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const paths = lines.filter((line) =>
    /^\s*[-*]?\s*`?[\w@./-]+\/[\w@.-]+\.\w{1,6}`?\s*$/.test(line),
  );
  return lines.length >= 3 && paths.length / lines.length >= 0.8;
}

/** Returns a quality in [0, 1]: enough distinct words, something specific, and a cause or a rule. */
function qualityOf(text: string): number {
  const distinct = new Set(words(text)).size;
  const breadth = Math.min(distinct / 12, 1) * 0.4;
  const specific = Math.min(identifiers(text).length, 2) * 0.15 + (/\d/.test(text) ? 0.1 : 0);
  const causal = CAUSAL.test(text) ? 0.2 : 0;
  return breadth + specific + causal;
}
