/** Describes what happened to the code of a memory: "`parse` in src/a.ts changed, 3 commits since". */
import type { AnchorVerdict } from "../../domain/anchors/anchor.ts";

/** Returns the note about changed code or a met condition; null if the code is unchanged. */
export function noteOf(verdicts: readonly AnchorVerdict[], met: string | null): string | null {
  const described = [
    ...(met === null ? [] : [`no longer holds: ${met}`]),
    ...ofKind(verdicts, "gone"),
    ...ofKind(verdicts, "changed"),
    ...ofKind(verdicts, "moved"),
  ];
  if (described.length === 0) return null;
  const more = described.length > 2 ? `, and ${described.length - 2} more` : "";
  return `${described.slice(0, 2).join("; ")}${more}`;
}

function ofKind(verdicts: readonly AnchorVerdict[], kind: AnchorVerdict["freshness"]): string[] {
  return verdicts.filter(({ freshness }) => freshness === kind).map(verdictWords);
}

export function verdictWords(verdict: AnchorVerdict): string {
  const { path, symbol, freshness, movedTo, line } = verdict;
  const name = nameOf({ path, symbol });
  const to = movedTo === null ? "" : `${movedTo}${line === null ? "" : `:${line}`}`;
  if (freshness === "gone") return goneWords({ path, symbol });
  if (freshness === "unanchored") return `${name} has no anchor`;
  if (freshness === "moved") return `${name} moved to ${to}`;
  if (freshness !== "changed") return `${name} is ${freshness}`;
  if (to !== "") return `${name} moved to ${to} and changed`;
  return `${name} changed${sinceWords(verdict.commitsSince)}`;
}

type Place = Pick<AnchorVerdict, "path" | "symbol">;

function goneWords(place: Place): string {
  return `${nameOf(place)} is gone`;
}

/** Returns whether a note of `noteOf`, which a review entry keeps, states that this place is gone. */
export function notesGone(note: string, place: Place): boolean {
  return note
    .replace(/, and \d+ more$/, "")
    .split("; ")
    .includes(goneWords(place));
}

function nameOf({ path, symbol }: Place): string {
  return symbol === null ? path : `\`${symbol}\` in ${path}`;
}

function sinceWords(commits: number | null): string {
  if (commits === null) return "";
  if (commits === 0) return ", not committed";
  return commits === 1 ? ", 1 commit since" : `, ${commits} commits since`;
}
