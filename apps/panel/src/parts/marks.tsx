/** Marks for the type, standing, flags and time of a memory. A colour never appears without its word. */
import type { MemoryRow } from "@tacit-memory/protocol";
import { ago, dateTime, useWords } from "../i18n/words.ts";

export function TypeMark({ type }: { readonly type: string }) {
  const { word } = useWords();
  return <span className="mark-type">{word("type", type)}</span>;
}

export function StandingMark({ standing }: Pick<MemoryRow, "standing">) {
  const { word } = useWords();
  return (
    <span className={`mark-standing standing-${standing}`}>
      <span className="dot" aria-hidden="true" />
      {word("standing", standing)}
    </span>
  );
}

export function FlagMarks({ flags, state }: Pick<MemoryRow, "flags" | "state">) {
  const { word } = useWords();
  // What is disputed is in doubt, so one mark says both.
  const distinct = flags.filter((flag) => flag !== "needs_review" || !flags.includes("disputed"));
  const all = state === "archived" ? ["archived", ...distinct] : distinct;
  return all.map((flag) => (
    <span key={flag} className={`mark-flag flag-${flag}`}>
      {word("flag", flag)}
    </span>
  ));
}

export function Time({ atMs }: { readonly atMs: number }) {
  const { language } = useWords();
  return (
    <time dateTime={new Date(atMs).toISOString()} title={dateTime(atMs, language)}>
      {ago(atMs, language)}
    </time>
  );
}

/** What followed after a memory was shown. */
export function Effects({ effects }: { readonly effects: readonly string[] }) {
  const { word } = useWords();
  return effects.map((effect) => (
    <span
      key={effect}
      className={`mark-flag ${effect === "error_again" ? "flag-needs_review" : "fresh-intact"}`}
    >
      {word("effect", effect)}
    </span>
  ));
}
