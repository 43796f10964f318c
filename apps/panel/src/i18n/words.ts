/** Codes of the library as words, and times as people say them. */
import { useTranslation } from "react-i18next";

/** A code that this version of the page has no words for is shown as it is, in words. */
export function useWords() {
  const { t, i18n } = useTranslation();
  const word = (
    kind: "type" | "source" | "evidence" | "point" | "freshness" | "flag" | "standing",
    code: string,
  ): string => {
    const key = `${kind}.${code}`;
    return i18n.exists(key) ? t(key as "type.fact") : code.replaceAll("_", " ");
  };
  return { t, word, language: i18n.language };
}

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 86_400_000],
  ["month", 30 * 86_400_000],
  ["week", 7 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** "3 days ago", "il y a 3 jours"; under a minute "now". */
export function ago(atMs: number, language: string, nowMs: number = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });
  const passed = atMs - nowMs;
  for (const [unit, ms] of UNITS)
    if (Math.abs(passed) >= ms) return format.format(Math.trunc(passed / ms), unit);
  return format.format(0, "second");
}

export function dateTime(atMs: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(
    atMs,
  );
}

export function number(value: number, language: string): string {
  return new Intl.NumberFormat(language).format(value);
}

export function compact(value: number, language: string): string {
  return new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 }).format(
    value,
  );
}
