/** The symbols of a file, indented by their containers. Each leads to its own users and uses. */
import type { CodeFileDetail, CodeSymbolRow } from "@tacit-memory/protocol";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { number, useWords } from "../../i18n/words.ts";

/** Symbols shown at first; the others follow at the press of a button. */
const FIRST = 40;
/** Levels of indentation. */
const MAX_DEPTH = 3;

export function SymbolList({ file }: { readonly file: CodeFileDetail }) {
  const { t, language } = useWords();
  const [isOpen, setOpen] = useState(false);
  const { symbols, symbolCount } = file;
  if (file.state !== "read") return null;
  const shown = isOpen ? symbols : symbols.slice(0, FIRST);
  return (
    <section className="section">
      <h2>{t("code.symbolsTitle")}</h2>
      {symbols.length === 0 ? <p className="muted">{t("code.symbolsNone")}</p> : null}
      <ul className="symbols">
        {shown.map((symbol, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: in a file of one line, several symbols have the same line and name
          <SymbolRow key={`${index} ${symbol.name}`} symbol={symbol} file={file} />
        ))}
      </ul>
      {shown.length < symbols.length ? (
        <button type="button" className="more" onClick={() => setOpen(true)}>
          {t("code.allSymbols", { number: number(symbols.length, language) })}
        </button>
      ) : null}
      {isOpen && symbolCount > symbols.length ? (
        <p className="muted">{t("code.moreSymbols", { count: symbolCount - symbols.length })}</p>
      ) : null}
    </section>
  );
}

interface SymbolRowProps {
  readonly symbol: CodeSymbolRow;
  readonly file: CodeFileDetail;
}

function SymbolRow({ symbol: { name, kind, line, isExported }, file }: SymbolRowProps) {
  const { word } = useWords();
  const parts = name.split(".");
  const depth = Math.min(parts.length - 1, MAX_DEPTH);
  return (
    <li className={`symbol symbol-depth-${depth}`}>
      <Link
        to="/code/file"
        search={{ path: file.path, symbol: name }}
        className={isExported && depth === 0 ? "symbol-name symbol-exported" : "symbol-name"}
        aria-current={file.symbol === name ? "true" : undefined}
        title={name}
      >
        {parts.at(-1)}
      </Link>
      <span className="symbol-kind">{word("symbolKind", kind)}</span>
      <span className="symbol-line">{line}</span>
    </li>
  );
}
