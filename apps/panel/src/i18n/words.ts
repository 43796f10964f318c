/** Formats the library's codes as words, and times as readable text. */
import { useTranslation } from "react-i18next";

type Worded =
  | "scope"
  | "visibility"
  | "change"
  | "moment"
  | "type"
  | "source"
  | "evidence"
  | "point"
  | "freshness"
  | "flag"
  | "standing"
  | "outcome"
  | "step"
  | "fix"
  | "because"
  | "effect"
  | "speaker"
  | "coverage"
  | "symbolKind"
  | "via"
  | "usedVia"
  | "mode"
  | "modeText"
  | "optionSource"
  | "refused"
  | "option"
  | "optionName"
  | "optionValue"
  | "optionDefault"
  | "stillToDo"
  | "keyName"
  | "modelKind"
  | "modelText";

/**
 * Returns functions for texts and words. A code without a word in this version of the page is shown as `otherwise`, by default
 * the code with spaces for underscores.
 */
export function useWords() {
  const { t, i18n } = useTranslation();
  const word = (kind: Worded, code: string, otherwise = code.replaceAll("_", " ")): string => {
    const key = `${kind}.${code}`;
    return i18n.exists(key) ? t(key as "type.fact") : otherwise;
  };
  return { t, word, language: formatLanguage(i18n.language) };
}

/** Returns the reader's own variety of a language, for dates and numbers: "en-GB" for "en". */
function formatLanguage(language: string): string {
  return navigator.languages.find((one) => one.split("-")[0] === language) ?? language;
}

/** Making a formatter takes as long as rendering a row, and every row of a list needs several. */
const formatters = new Map<string, unknown>();

/** Returns what `make` makes, made once for this key. */
function once<T>(key: string, make: () => T): T {
  if (!formatters.has(key)) formatters.set(key, make());
  return formatters.get(key) as T;
}

function dateFormat(language: string, options: Intl.DateTimeFormatOptions) {
  const key = `date ${language} ${JSON.stringify(options)}`;
  return once(key, () => new Intl.DateTimeFormat(language, options));
}

function numberFormat(language: string, options: Intl.NumberFormatOptions = {}) {
  const key = `number ${language} ${JSON.stringify(options)}`;
  return once(key, () => new Intl.NumberFormat(language, options));
}

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** Milliseconds after which a date is more useful than a relative time. */
const LONG_AGO = 14 * 86_400_000;

/** Formats a relative time: "3 days ago", "il y a 3 jours". Under a minute it is "now"; after two weeks it is the date. */
export function ago(atMs: number, language: string, nowMs: number = Date.now()): string {
  const passed = atMs - nowMs;
  if (Math.abs(passed) > LONG_AGO)
    return dateText(dateFormat(language, { dateStyle: "medium" }), atMs, language);
  const options = { numeric: "auto", style: "short" } as const;
  const format = once(`ago ${language}`, () => new Intl.RelativeTimeFormat(language, options));
  for (const [unit, ms] of UNITS)
    if (Math.abs(passed) >= ms) return format.format(Math.trunc(passed / ms), unit);
  return format.format(0, "second");
}

/** Formats a date. French writes the first of a month as an ordinal, which the platform's formatter does not. */
export function dateText(format: Intl.DateTimeFormat, atMs: number, language: string): string {
  if (!language.startsWith("fr")) return format.format(atMs);
  const parts = format.formatToParts(atMs);
  return parts.map(({ type, value }) => (type === "day" && value === "1" ? "1er" : value)).join("");
}

export function dateTime(atMs: number, language: string): string {
  const format = dateFormat(language, { dateStyle: "medium", timeStyle: "short" });
  return dateText(format, atMs, language);
}

export function number(value: number, language: string): string {
  return numberFormat(language).format(value);
}

export function percent(share: number, language: string): string {
  return numberFormat(language, { style: "percent" }).format(share);
}

export function compact(value: number, language: string): string {
  const options = { notation: "compact", maximumFractionDigits: 1 } as const;
  return numberFormat(language, options).format(value);
}

/** Formats a duration: "1 hr 5 min". A duration under a minute is given in seconds. */
export function duration(ms: number, language: string): string {
  const minutes = Math.round(ms / 60_000);
  const part = (value: number, unit: "hour" | "minute" | "second") =>
    numberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(value);
  if (minutes === 0) return part(Math.round(ms / 1000), "second");
  const hours = Math.floor(minutes / 60);
  const rest = part(minutes % 60, "minute");
  return hours === 0 ? rest : `${part(hours, "hour")} ${rest}`;
}

/** Formats a size. A file that is not empty has at least 1 kB. */
export function bytes(count: number, language: string): string {
  const isSmall = count < 1e6;
  const unit = isSmall ? "kilobyte" : "megabyte";
  const style = { style: "unit", unit, maximumFractionDigits: isSmall ? 0 : 1 } as const;
  const least = count === 0 ? 0 : 1;
  return numberFormat(language, style).format(isSmall ? Math.max(least, count / 1e3) : count / 1e6);
}
