/** The list of memories. Only the visible rows are rendered, however many memories exist. */
import type { FoundMemory } from "@tacit-memory/protocol";
import { Link } from "@tanstack/react-router";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import {
  type Dispatch,
  type KeyboardEvent,
  memo,
  type SetStateAction,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { rowHeight } from "../../data/row-height.ts";
import { useWords } from "../../i18n/words.ts";
import { KeyHints } from "../../parts/keys.tsx";
import { Cited } from "../../parts/links/cited.tsx";
import { FlagMarks, StandingMark, Time, TypeMark } from "../../parts/marks.tsx";
import { rowAfter, rowOf } from "../../parts/row-keys.ts";

interface RowsProps {
  readonly rows: readonly FoundMemory[];
  readonly selected: ReadonlySet<string>;
  readonly setSelected: Dispatch<SetStateAction<ReadonlySet<string>>>;
  /** Null if no more rows exist or the next page is loading. */
  readonly more: (() => void) | null;
}

/** Height of `.row` in memories.css. */
const ROW_REM = 5.25;
/** Rows rendered above and below the visible ones: four hundred pixels of scrolling. Each costs time at every key. */
const OVERSCAN = 4;
/** Number of rows before the end at which the next page is requested. */
const AHEAD = 30;

export function MemoryRows({ rows, selected, setSelected, more }: RowsProps) {
  const { t } = useWords();
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const height = rowHeight(ROW_REM);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more !== null && last >= rows.length - AHEAD) more();
  }, [more, last, rows.length]);
  const toggle = useCallback(
    (id: string) =>
      setSelected((before) => {
        const changed = new Set(before);
        if (!changed.delete(id)) changed.add(id);
        return changed;
      }),
    [setSelected],
  );
  const focusRow = (index: number) => {
    virtual.scrollToIndex(index);
    requestAnimationFrame(() =>
      list.current
        ?.querySelector<HTMLElement>(`[data-row='${index}'] a`)
        ?.focus({ preventScroll: true }),
    );
  };
  const pressed = (event: KeyboardEvent) => {
    const next = rowAfter(event, rows.length);
    if (next !== null) focusRow(next);
    const row = rows[rowOf(event) ?? -1];
    if (event.key === "x" && row !== undefined) toggle(row.id);
  };
  const isAll = rows.every(({ id }) => selected.has(id));
  return (
    <>
      <label className="select-all">
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => setSelected(isAll ? new Set() : new Set(rows.map(({ id }) => id)))}
        />
        {t("memories.selectAll", { count: rows.length })}
      </label>
      <ul
        ref={list}
        className="rows"
        aria-label={t("memories.list")}
        onKeyDown={pressed}
        style={{ height: virtual.getTotalSize() }}
      >
        {items.map(({ index, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <li
              key={row.id}
              data-row={index}
              className={selected.has(row.id) ? "row row-selected" : "row"}
              style={{ transform: `translateY(${start - top}px)` }}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
            >
              <Row row={row} isSelected={selected.has(row.id)} toggle={toggle} />
            </li>
          );
        })}
      </ul>
      <KeyHints view="memories" />
    </>
  );
}

interface RowProps {
  readonly row: FoundMemory;
  readonly isSelected: boolean;
  readonly toggle: (id: string) => void;
}

/** Rendered again only for another row or selection: the list renders several times for each key that a person types. */
const Row = memo(function Row({ row, isSelected, toggle }: RowProps) {
  const { t } = useWords();
  return (
    <>
      <label className="row-check">
        <input
          type="checkbox"
          checked={isSelected}
          onChange={() => toggle(row.id)}
          aria-label={t("memories.select", { title: row.title })}
        />
      </label>
      <Link to="/memories/$id" params={{ id: row.id }} className="row-link">
        <span className="row-text">
          <Marked text={row.content} words={row.matched} />
        </span>
        <span className="meta">
          <TypeMark type={row.type} />
          <StandingMark standing={row.standing} />
          <FlagMarks flags={row.flags} state={row.state} />
          {row.files[0] === undefined ? null : <code className="row-file">{row.files[0]}</code>}
          <Time atMs={row.createdAtMs} />
        </span>
      </Link>
    </>
  );
});

/** Letters. */
const MIN_STEM = 4;
const MAX_ENDING = 2;

/** Highlights the words of the question in a text. */
function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  if (words.length === 0) return <Cited text={text} isInLink />;
  // Words match by their stem, so other endings of the question's words are highlighted too.
  const stems = words.map((word) => word.slice(0, Math.max(MIN_STEM, word.length - MAX_ENDING)));
  const escaped = stems.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`((?<![\\p{L}\\p{N}])(?:${escaped.join("|")})[\\p{L}\\p{N}]*)`, "giu");
  const marked = (plain: string) =>
    plain.split(pattern).map((part, i) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      i % 2 === 1 ? <mark key={i}>{part}</mark> : part,
    );
  // A highlight can split a code span, so backticks are removed here.
  return <Cited text={text.replace(/```[\w-]*|`/g, "")} isInLink plain={marked} />;
}
