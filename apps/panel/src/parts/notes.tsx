/** What works only in part, in the reader's language. The words of a program or a server stay in theirs. */
import type { Note } from "@tacit-memory/protocol";
import { wordedReason } from "../i18n/worded.ts";
import { number, useWords } from "../i18n/words.ts";
import { Commands } from "./empty.tsx";

export function Notes({ notes }: { readonly notes: readonly Note[] }) {
  return (
    <ul className="plain-list notes">
      {notes.map((note) => (
        <li key={JSON.stringify(note)}>
          <NoteLine note={note} />
        </li>
      ))}
    </ul>
  );
}

function NoteLine({ note: { code, values, problem } }: { readonly note: Note }) {
  const { t, language } = useWords();
  const formatted = Object.entries(values).map(([name, value]) => [
    name === "count" ? "number" : name,
    typeof value === "number" ? number(value, language) : value,
  ]);
  const { count } = values;
  const plural = typeof count === "number" ? { count } : {};
  return (
    <>
      <Commands
        text={t(`note.${code as "hooks_off"}`, { ...Object.fromEntries(formatted), ...plural })}
      />
      {problem === null ? null : (
        <span className="note-problem">
          <Commands text={wordedReason(problem, t)} />
        </span>
      )}
    </>
  );
}
