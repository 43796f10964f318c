/** The code of the project as memories cover it: its modules, and the files of a module or with a name. */
import type { CodeNumbers } from "@tacit-memory/protocol";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useRef } from "react";
import { filled } from "../../data/addresses.ts";
import { call } from "../../data/api.ts";
import { type Shortcuts, useShortcuts } from "../../data/shortcuts.ts";
import { number, useWords } from "../../i18n/words.ts";
import { Empty, Loaded } from "../../parts/empty.tsx";
import { SearchField } from "../../parts/filters/search-field.tsx";
import { useFilters } from "../../parts/filters/use-filters.ts";
import { useTitle } from "../../parts/heading.tsx";
import { KeyHints } from "../../parts/keys.tsx";
import { type CodeFilters, MAX_QUERY_CHARS } from "./addresses.ts";
import { FileRows } from "./file-rows.tsx";
import { GraphLimits } from "./graph-limits.tsx";
import { Coverage, ModuleTable } from "./module-table.tsx";

/** Milliseconds between two looks for a graph that a command may be making. */
const LOOK_AGAIN_MS = 3000;

export function CodeView() {
  const { t } = useWords();
  const { module, folder } = useSearch({ from: "/code" });
  const opened = folder ?? module;
  const query = useQuery({
    queryKey: ["code"],
    queryFn: ({ signal }) => call("GET /api/code", {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === "no_graph" ? LOOK_AGAIN_MS : false),
  });
  useTitle(opened ?? t("nav.code"));
  return (
    <article className="view">
      {opened === undefined ? null : (
        <Link to="/code" className="back">
          <ArrowLeft size={16} aria-hidden="true" />
          {t("code.back")}
        </Link>
      )}
      <header className="view-head">
        <h1 className="module-title">{opened ?? t("nav.code")}</h1>
        <p className="lead">{opened === undefined ? t("code.lead") : t("code.moduleLead")}</p>
      </header>
      <Loaded query={query} lines={8}>
        {(code) =>
          code.state === "no_graph" ? (
            <Empty title={t("code.noGraph")} text={t("code.noGraphText")} />
          ) : (
            <Browser code={code} />
          )
        }
      </Loaded>
    </article>
  );
}

function Browser({ code }: { readonly code: CodeNumbers }) {
  const { t } = useWords();
  const navigate = useNavigate({ from: "/code" });
  const { filters, setFilters, writeAddress } = useFilters<CodeFilters>(
    useSearch({ from: "/code" }),
    (search) => void navigate({ search, replace: true }),
  );
  const field = useRef<HTMLInputElement>(null);
  const shortcuts: Shortcuts = { "/": () => field.current?.focus() };
  useShortcuts(shortcuts);
  const { query, module, folder } = filters;
  const isList = (query ?? module ?? folder) !== undefined;
  return (
    <>
      <search className="filters">
        <SearchField
          query={query ?? ""}
          change={(words) => setFilters(filled<CodeFilters>({ ...filters, query: words }))}
          leave={writeAddress}
          field={field}
          label={t("code.search")}
          placeholder={t("code.search")}
          maxLength={MAX_QUERY_CHARS}
        />
      </search>
      {isList ? <Files filters={filters} code={code} /> : <Modules code={code} />}
      <KeyHints view="code" />
    </>
  );
}

function Modules({ code }: { readonly code: CodeNumbers }) {
  const { t, language } = useWords();
  const modules = code.modules.length;
  if (code.files === 0) return <Empty title={t("code.noFiles")} text={t("code.noFilesText")} />;
  return (
    <>
      <p className="lead" role="status">
        {t("code.summary", {
          files: t("code.files", { count: code.files, number: number(code.files, language) }),
          modules: t("code.moduleCount", { count: modules, number: number(modules, language) }),
          symbols: t("code.symbols", {
            count: code.symbols,
            number: number(code.symbols, language),
          }),
        })}
      </p>
      <GraphLimits code={code} />
      <ModuleTable modules={code.modules} />
    </>
  );
}

interface FilesProps {
  readonly filters: CodeFilters;
  readonly code: CodeNumbers;
}

function Files({ filters, code }: FilesProps) {
  const { t, language } = useWords();
  const query = useQuery({
    queryKey: ["code", "files", filters],
    queryFn: ({ signal }) => call("GET /api/code/files", filters, { signal }),
    // Keeps the previous rows until the next ones are loaded, so that nothing flickers while typing.
    placeholderData: keepPreviousData,
  });
  const module = code.modules.find(({ name }) => name === filters.module);
  return (
    <>
      {module === undefined ? null : (
        <div className="module-coverage">
          <Coverage module={module} />
        </div>
      )}
      <Loaded query={query} lines={8}>
        {({ files, total }) => (
          <>
            <p className="lead" role="status">
              {t("code.files", { count: total, number: number(total, language) })}
              {total > files.length
                ? ` ${t("code.firstFiles", { number: number(files.length, language) })}`
                : null}
            </p>
            {total === 0 ? (
              <NoFiles filters={filters} />
            ) : (
              <FileRows files={files} hasModules={filters.module === undefined} />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

function NoFiles({ filters: { query, folder } }: { readonly filters: CodeFilters }) {
  const { t } = useWords();
  return query === undefined && folder === undefined ? (
    <Empty title={t("code.noModule")} />
  ) : (
    <Empty title={t("memories.none")} text={t("code.noneText")} />
  );
}
