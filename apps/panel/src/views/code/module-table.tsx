/** The modules of the project as a table that can be sorted. */
import type { CodeModuleRow } from "@tacit-memory/protocol";
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, useRef, useState } from "react";
import { number, useWords } from "../../i18n/words.ts";
import { rowAfter } from "../../parts/row-keys.ts";

type Column = "name" | "files" | "memories" | "coverage";

const COLUMNS: readonly Column[] = ["name", "files", "memories", "coverage"];

interface Sorting {
  readonly column: Column;
  readonly isDescending: boolean;
}

export function ModuleTable({ modules }: { readonly modules: readonly CodeModuleRow[] }) {
  const { t } = useWords();
  const table = useRef<HTMLTableElement>(null);
  const [sorting, setSorting] = useState<Sorting>({ column: "files", isDescending: true });
  const rows = sorted(modules, sorting);
  const pressed = (event: KeyboardEvent) => {
    const row = rowAfter(event, rows.length);
    if (row !== null) table.current?.querySelector<HTMLElement>(`[data-row='${row}'] a`)?.focus();
  };
  const sortBy = (column: Column) =>
    setSorting({
      column,
      // Numbers are most useful with the largest first.
      isDescending: sorting.column === column ? !sorting.isDescending : column !== "name",
    });
  return (
    <table ref={table} className="modules" onKeyDown={pressed}>
      <caption className="sr-only">{t("code.modules")}</caption>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th
              key={column}
              scope="col"
              className={`column-${column}`}
              aria-sort={sortOf(column, sorting)}
            >
              <button type="button" onClick={() => sortBy(column)}>
                {t(`codeColumn.${column}`)}
                <span aria-hidden="true" className="sort-mark">
                  {sorting.column !== column ? "" : sorting.isDescending ? "↓" : "↑"}
                </span>
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((module, index) => (
          <ModuleRow key={module.name} module={module} index={index} />
        ))}
      </tbody>
    </table>
  );
}

interface ModuleRowProps {
  readonly module: CodeModuleRow;
  readonly index: number;
}

function ModuleRow({ module, index }: ModuleRowProps) {
  const { t, language } = useWords();
  const { name, files, memories } = module;
  return (
    <tr data-row={index}>
      <th scope="row">
        <Link to="/code" search={{ module: name }}>
          {name}
        </Link>
        <span className="meta module-meta">
          <span>{t("code.files", { count: files, number: number(files, language) })}</span>
          <span>{t("code.memories", { count: memories })}</span>
        </span>
      </th>
      <td className="column-files">{number(files, language)}</td>
      <td className="column-memories">{memories === 0 ? "" : number(memories, language)}</td>
      <td className="column-coverage">
        <Coverage module={module} />
      </td>
    </tr>
  );
}

/** Shows how much memories know of a module. The bar is the share of its files that a memory is about. */
export function Coverage({ module }: { readonly module: CodeModuleRow }) {
  const { t, word, language } = useWords();
  const { files, covered, coverage } = module;
  return (
    <span className="coverage">
      <span className={`coverage-bar coverage-${coverage}`} aria-hidden="true">
        <span style={{ width: `${(100 * covered) / Math.max(1, files)}%` }} />
      </span>
      <span className="coverage-word">{word("coverage", coverage)}</span>
      <span className="coverage-files">
        {t("code.covered", {
          count: files,
          covered: number(covered, language),
          files: number(files, language),
        })}
      </span>
    </span>
  );
}

function sortOf(column: Column, sorting: Sorting): "ascending" | "descending" | "none" {
  if (sorting.column !== column) return "none";
  return sorting.isDescending ? "descending" : "ascending";
}

function sorted(
  modules: readonly CodeModuleRow[],
  { column, isDescending }: Sorting,
): readonly CodeModuleRow[] {
  const sign = isDescending ? -1 : 1;
  const sortValue = (module: CodeModuleRow) =>
    column === "coverage"
      ? module.covered / Math.max(1, module.files)
      : Number(module[column === "name" ? "files" : column]);
  return modules.toSorted((a, b) => {
    const byName = a.name < b.name ? -1 : 1;
    return column === "name" ? sign * byName : sign * (sortValue(a) - sortValue(b)) || byName;
  });
}
