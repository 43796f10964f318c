/** Sums the verdicts on edges and references that were judged by reading. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { round } from "../statistics.ts";

interface Group {
  readonly language: string;
  readonly measure: "precision" | "recall";
  readonly repository: string;
  readonly labels: readonly { readonly verdict: string }[];
}

/** Returns a row for each repository and measure. Of recall, references outside of the repository are not counted. */
export function sumJudged(folder: string, say: (line: string) => void) {
  const text = readFileSync(join(folder, "new-languages.json"), "utf8");
  return (JSON.parse(text) as readonly Group[]).map(({ language, measure, repository, labels }) => {
    const count = (verdict: string) => labels.filter((label) => label.verdict === verdict).length;
    const good = count(measure === "precision" ? "right" : "found");
    const judged = good + count(measure === "precision" ? "wrong" : "missed");
    const row = { language, repository, measure, judged, good, share: round(good / judged) };
    say(JSON.stringify(row));
    return row;
  });
}
