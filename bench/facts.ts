/** Facts that a reader listed from past sessions, with the questions that people would ask weeks later. */

export interface Fact {
  readonly id: string;
  readonly session: string;
  /** 2: important. */
  readonly grade: number;
  /** A text states the fact when it contains one alternative of every group. */
  readonly terms: readonly (readonly string[])[];
  readonly q_symptom: string;
  readonly q_file: string;
}

export const QUESTIONS = ["q_symptom", "q_file"] as const;

export function states(text: string, { terms }: Pick<Fact, "terms">): boolean {
  const lower = text.toLowerCase();
  return terms.every((group) => group.some((term) => lower.includes(term.toLowerCase())));
}

/** Parses a text with one JSON document per line. */
export function jsonLines<T>(text: string): T[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as T);
}
