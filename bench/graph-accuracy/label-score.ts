/**
 * Scores Tacit's answers against labels that people wrote after reading the code: per language, per half, with and without
 * name-only matches.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { round } from "../statistics.ts";

export interface Label {
  readonly repository: string;
  readonly commit: string;
  readonly path: string;
  /** Position of the callee's last name: line from 1, column from 0 in UTF-16 units. */
  readonly line: number;
  readonly column: number;
  readonly callee: string;
  /** `path#Container.name:line`, or `external`, or `local`. */
  readonly target: string;
  /** Equally correct targets: an implementation of the target, or the class of a constructor. */
  readonly accept?: readonly string[];
  readonly note?: string;
  readonly split: "dev" | "test";
}

/** Tacit's answer for a labelled site: `path:line` of the target's name; absent without an answer. */
export interface Answer {
  readonly answer: string | undefined;
  readonly tier: string | undefined;
}

export type Verdict = "right" | "wrong" | "missed" | "silent";

export interface Rates {
  readonly sites: number;
  /** Sites whose target is a symbol of the repository. */
  readonly inside: number;
  readonly precision: number;
  readonly recall: number;
  /** Wilson intervals at 95 %. */
  readonly precisionRange: readonly [number, number];
  readonly recallRange: readonly [number, number];
}

/** Reads the labels by language. Throws SyntaxError on a line that is not JSON. */
export function readLabels(folder: string): Map<string, Label[]> {
  const found = new Map<string, Label[]>();
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith(".jsonl")) continue;
    const lines = readFileSync(join(folder, name), "utf8").split("\n");
    found.set(
      name.replace(/\.jsonl$/, ""),
      lines.filter((line) => line !== "").map((line): Label => JSON.parse(line)),
    );
  }
  return found;
}

export function isInside({ target }: Label): boolean {
  return target !== "external" && target !== "local";
}

/** Converts `path#name:line` to `path:line`; the line distinguishes several symbols with the same name. */
export function placeOf(target: string): string {
  return target.replace(/#.*:(\d+)$/, ":$1");
}

export function verdictOf(label: Label, { answer, tier }: Answer, withUnique: boolean): Verdict {
  const isStated = answer !== undefined && (withUnique || tier !== "unique");
  if (!isStated) return isInside(label) ? "missed" : "silent";
  const right = [label.target, ...(label.accept ?? [])].map(placeOf);
  return right.includes(answer) ? "right" : "wrong";
}

export function ratesOf(
  judged: readonly { readonly label: Label; readonly answer: Answer }[],
  withUnique: boolean,
): Rates {
  const verdicts = judged.map(({ label, answer }) => verdictOf(label, answer, withUnique));
  const right = verdicts.filter((verdict) => verdict === "right").length;
  const wrong = verdicts.filter((verdict) => verdict === "wrong").length;
  const inside = judged.filter(({ label }) => isInside(label)).length;
  return {
    sites: judged.length,
    inside,
    precision: share(right, right + wrong),
    recall: share(right, inside),
    precisionRange: wilson(right, right + wrong),
    recallRange: wilson(right, inside),
  };
}

function share(count: number, of: number): number {
  return of === 0 ? 0 : round(count / of, 3);
}

function wilson(count: number, of: number): [number, number] {
  if (of === 0) return [0, 1];
  const z = 1.96;
  const p = count / of;
  const middle = p + z ** 2 / (2 * of);
  const reach = z * Math.sqrt((p * (1 - p)) / of + z ** 2 / (4 * of ** 2));
  const whole = 1 + z ** 2 / of;
  return [round((middle - reach) / whole, 3), round((middle + reach) / whole, 3)];
}
