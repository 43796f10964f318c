/** A list of files. Only the visible rows are rendered. */
import type { CodeFileRow } from "@tacit-memory/protocol";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { rowHeight } from "../../data/row-height.ts";
import { number, useWords } from "../../i18n/words.ts";
import { FileLink } from "../../parts/links/file-link.tsx";
import { rowAfter } from "../../parts/row-keys.ts";

interface FileRowsProps {
  readonly files: readonly CodeFileRow[];
  /** Whether each row names its module, as in a list across modules. */
  readonly hasModules: boolean;
}

/** Height of `.file-row` in code.css. */
const ROW_REM = 3.75;

export function FileRows({ files, hasModules }: FileRowsProps) {
  const { t, language } = useWords();
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const height = rowHeight(ROW_REM);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  const virtual = useWindowVirtualizer({
    count: files.length,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: top,
  });
  const pressed = (event: KeyboardEvent) => {
    const row = rowAfter(event, files.length);
    if (row === null) return;
    virtual.scrollToIndex(row);
    requestAnimationFrame(() =>
      list.current
        ?.querySelector<HTMLElement>(`[data-row='${row}'] a`)
        ?.focus({ preventScroll: true }),
    );
  };
  return (
    <ul
      ref={list}
      className="rows"
      aria-label={t("code.fileList")}
      onKeyDown={pressed}
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map(({ index, start }) => {
        const file = files[index];
        return file === undefined ? null : (
          <li
            key={file.path}
            data-row={index}
            className="file-row"
            style={{ transform: `translateY(${start - top}px)` }}
            aria-setsize={files.length}
            aria-posinset={index + 1}
          >
            <FileLink path={file.path} />
            <span className="meta">
              {file.memories === 0 ? null : (
                <span className="mark-flag flag-pinned">
                  {t("code.memories", { count: file.memories })}
                </span>
              )}
              {file.dependents === 0 ? null : (
                <span>{t("code.dependents", { count: file.dependents })}</span>
              )}
              {file.symbols === 0 ? null : (
                <span>
                  {t("code.symbols", {
                    count: file.symbols,
                    number: number(file.symbols, language),
                  })}
                </span>
              )}
              {hasModules ? <span className="clip">{file.module}</span> : null}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
