/** Places that use a file, or that it uses, by file; and why the list may be incomplete. */
import type { CodePlace, CodeUses } from "@tacit-memory/protocol";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { number, useWords } from "../../i18n/words.ts";
import { FileLink } from "../../parts/links/file-link.tsx";
import { Gaps } from "./gaps.tsx";

/** Files shown at first; the others follow at the press of a button. */
const FIRST = 12;
/** Places and lines shown of each file. */
const MAX_PLACES = 8;
const MAX_LINES = 6;

interface UsesProps {
  readonly uses: CodeUses;
  readonly title: string;
  readonly none: string;
  /** Words for the edges: seen from the user, or from what is used. */
  readonly via: "via" | "usedVia";
  /** Path of the viewed file. */
  readonly own: string;
}

export function Uses({ uses, title, none, via, own }: UsesProps) {
  const { t, language } = useWords();
  const [isOpen, setOpen] = useState(false);
  const files = byFile(uses.places);
  const shown = isOpen ? files : files.slice(0, FIRST);
  return (
    <section className="section">
      <h2 className="uses-title">
        {title}
        {files.length === 0 ? null : (
          <span className="muted">
            {t("code.files", { count: files.length, number: number(files.length, language) })}
          </span>
        )}
      </h2>
      {uses.isComplete ? null : <Gaps gaps={uses.gaps} via={via} />}
      {files.length === 0 ? <p className="muted">{none}</p> : null}
      <ul className="place-list">
        {shown.map(([path, places]) => (
          <li key={path}>
            {path === own ? (
              <span className="muted">{t("code.inThisFile")}</span>
            ) : (
              <FileLink path={path} />
            )}
            <Places places={places} words={via} />
          </li>
        ))}
      </ul>
      {shown.length < files.length ? (
        <button type="button" className="more" onClick={() => setOpen(true)}>
          {t("code.allFiles", { number: number(files.length, language) })}
        </button>
      ) : null}
    </section>
  );
}

function byFile(places: readonly CodePlace[]): [string, CodePlace[]][] {
  const files = new Map<string, CodePlace[]>();
  for (const place of places) {
    const existing = files.get(place.path);
    if (existing === undefined) files.set(place.path, [place]);
    else existing.push(place);
  }
  return [...files];
}

interface PlacesProps {
  readonly places: readonly CodePlace[];
  readonly words: UsesProps["via"];
}

function Places({ places, words }: PlacesProps) {
  const { t, word } = useWords();
  return (
    <ul className="places">
      {places.slice(0, MAX_PLACES).map(({ path, symbol, lines, via }) => (
        <li key={symbol ?? ""} className="use">
          {symbol === null ? (
            <span className="muted">{t("code.atTop")}</span>
          ) : (
            <Link to="/code/file" search={{ path, symbol }} className="place-symbol">
              {symbol}
            </Link>
          )}
          <span className="place-via">
            {words === "via" ? word("via", via) : word("usedVia", via)}
          </span>
          {lines.length === 0 ? null : <Lines lines={lines} />}
        </li>
      ))}
      {places.length > MAX_PLACES ? (
        <li className="muted">{t("citation.more", { count: places.length - MAX_PLACES })}</li>
      ) : null}
    </ul>
  );
}

function Lines({ lines }: { readonly lines: readonly number[] }) {
  const { t } = useWords();
  const shown = lines.slice(0, MAX_LINES).join(", ");
  const numbers = lines.length > MAX_LINES ? `${shown}, …` : shown;
  return <span className="place-lines">{t("code.lines", { count: lines.length, numbers })}</span>;
}
