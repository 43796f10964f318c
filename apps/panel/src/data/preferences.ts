/** What this browser stores: theme, language, use of keys, and the time of the last visit. It stores nothing about memories. */
import { useSyncExternalStore } from "react";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const LANGUAGES = ["en", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Preferences {
  readonly theme: Theme;
  readonly language: Language;
  /** Whether single keys do something outside fields and lists. */
  readonly hasShortcuts: boolean;
}

const KEY = "tacit.preferences";
const listeners = new Set<() => void>();
let current: Preferences = read();

function read(): Preferences {
  const language = navigator.language.startsWith("fr") ? "fr" : "en";
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Preferences>;
    return {
      theme: THEMES.find((item) => item === stored.theme) ?? "system",
      language: LANGUAGES.find((item) => item === stored.language) ?? language,
      hasShortcuts: stored.hasShortcuts !== false,
    };
  } catch {
    return { theme: "system", language, hasShortcuts: true };
  }
}

export function preferences(): Preferences {
  return current;
}

export function setPreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  localStorage.setItem(KEY, JSON.stringify(current));
  applyPreferences();
  for (const listener of listeners) listener();
}

/** Calls the listener after each change. Returns a function that removes it. */
export function onPreferences(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(onPreferences, preferences);
}

export function applyPreferences(): void {
  const { theme, language } = current;
  document.documentElement.dataset["theme"] = theme;
  document.documentElement.lang = language;
}

const LAST_VISIT_KEY = "tacit.looked";
/** A visit continues when the page is reloaded. */
const VISIT = "tacit.visit";

/** Returns the time of the previous visit, which stays the same during this visit. Undefined on the first visit. */
export function lastLookedMs(): number | undefined {
  const ofVisit = sessionStorage.getItem(VISIT);
  const before = ofVisit ?? localStorage.getItem(LAST_VISIT_KEY) ?? "";
  sessionStorage.setItem(VISIT, before);
  localStorage.setItem(LAST_VISIT_KEY, String(Date.now()));
  return before === "" ? undefined : Number(before);
}
