/** Positions of secrets in a text, and how they are merged and replaced. */

/** Offsets are UTF-16 positions in the text that was searched; `end` is exclusive. */
export interface Finding {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

/** Called by a detector for each secret it finds, in any order, overlaps allowed. */
export type Report = (rule: string, start: number, end: number) => void;

const PLACEHOLDER = /\[redacted:[a-z0-9-]{1,40}\]/g;

export function placeholder(rule: string): string {
  return `[redacted:${rule}]`;
}

/** Returns the text without the marks that redaction leaves. */
export function withoutPlaceholders(text: string): string {
  return text.replace(PLACEHOLDER, " ");
}

/** Returns the findings in ascending order without overlaps: overlapping findings become one, named by the first. */
export function mergeFindings(found: readonly Finding[]): Finding[] {
  const sorted = [...found].sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Finding[] = [];
  for (const finding of sorted) {
    const last = merged.at(-1);
    if (last === undefined || finding.start >= last.end) merged.push(finding);
    else if (finding.end > last.end) merged[merged.length - 1] = { ...last, end: finding.end };
  }
  return merged;
}

/** Replaces the findings, which must be ascending and disjoint. */
export function replaceFindings(text: string, findings: readonly Finding[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { rule, start, end } of findings) {
    parts.push(text.slice(at, start), placeholder(rule));
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join("");
}

/**
 * Converts findings in the replaced text to offsets in the text before `earlier` was replaced. A finding that touches a
 * placeholder covers everything that the placeholder replaced.
 */
export function toInputOffsets(
  later: readonly Finding[],
  earlier: readonly Finding[],
): readonly Finding[] {
  const marks = marksOf(earlier);
  return later.map(({ rule, start, end }) => ({
    rule,
    start: carryStart(marks, start),
    end: carryEnd(marks, end),
  }));
}

interface Mark {
  readonly finding: Finding;
  readonly outStart: number;
  readonly outEnd: number;
}

function marksOf(findings: readonly Finding[]): Mark[] {
  let shift = 0;
  return findings.map((finding) => {
    const outStart = finding.start - shift;
    const outEnd = outStart + placeholder(finding.rule).length;
    shift = finding.end - outEnd;
    return { finding, outStart, outEnd };
  });
}

function carryStart(marks: readonly Mark[], position: number): number {
  const mark = lastMark(marks, (candidate) => candidate.outStart <= position);
  if (mark === undefined) return position;
  return position < mark.outEnd ? mark.finding.start : position + mark.finding.end - mark.outEnd;
}

function carryEnd(marks: readonly Mark[], position: number): number {
  const mark = lastMark(marks, (candidate) => candidate.outStart < position);
  if (mark === undefined) return position;
  return position <= mark.outEnd ? mark.finding.end : position + mark.finding.end - mark.outEnd;
}

/** Finds the last mark by binary search: `holds` is true for a first part of the marks and false for the rest. */
function lastMark(marks: readonly Mark[], holds: (mark: Mark) => boolean): Mark | undefined {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const mark = marks[middle];
    if (mark !== undefined && holds(mark)) low = middle + 1;
    else high = middle;
  }
  return marks[low - 1];
}
