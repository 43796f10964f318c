/** Formats numbers and the facts of errors for people. */

/**
 * Formats 1234567.891 as "1,234,567.891". Equals `toLocaleString("en-US")`, whose first call takes 12 ms to load a language.
 */
export function grouped(value: number): string {
  const shown = Number.isInteger(value) ? value : Math.round(value * 1000) / 1000;
  const [whole = "", rest] = String(shown).split(".");
  const parts = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return rest === undefined ? parts : `${parts}.${rest}`;
}

/** Returns a fact of an error for people; a list of texts without brackets and quotes. */
export function wordOfFact(value: unknown): string {
  if (typeof value === "string") return value;
  const isTexts = Array.isArray(value) && value.every((item) => typeof item === "string");
  return isTexts ? value.join(", ") : JSON.stringify(value);
}
