/** The memories view: search while typing through recall, filters, and bulk changes. */
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { call } from "../../data/api.ts";
import { type Shortcuts, useShortcuts } from "../../data/shortcuts.ts";
import { number, useWords } from "../../i18n/words.ts";
import { Button } from "../../parts/button.tsx";
import { Empty, Loaded } from "../../parts/empty.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { compacted, type Filters } from "./filters.ts";
import { MemoryRows } from "./memory-rows.tsx";

const NONE: ReadonlySet<string> = new Set();

export function MemoriesView() {
  const { t } = useWords();
  const { filters, setFilters, writeAddress } = useFilters();
  const [selected, setSelected] = useState<ReadonlySet<string>>(NONE);
  const field = useRef<HTMLInputElement>(null);
  const pages = useMemories(filters);
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  const change = (changed: { readonly [Name in keyof Filters]?: Filters[Name] | undefined }) => {
    setSelected(NONE);
    setFilters(compacted({ ...filters, ...changed }));
    if (!("query" in changed)) writeAddress();
  };
  const shortcuts: Shortcuts = {
    "/": () => field.current?.focus(),
    ["Escape"]: () => setSelected(NONE),
  };
  useShortcuts(shortcuts);
  return (
    <article className="view view-list">
      <header className="view-head">
        <h1>{t("nav.memories")}</h1>
        <Summary pages={pages.data?.pages ?? []} isSearch={filters.query !== undefined} />
      </header>
      <FilterBar filters={filters} change={change} leave={writeAddress} field={field} />
      <Loaded query={pages} lines={8}>
        {() =>
          rows.length === 0 ? (
            <Nothing filters={filters} clear={() => setFilters({})} />
          ) : (
            <MemoryRows
              rows={rows}
              selected={selected}
              setSelected={setSelected}
              more={
                pages.hasNextPage && !pages.isFetching ? () => void pages.fetchNextPage() : null
              }
            />
          )
        }
      </Loaded>
      <BulkBar rows={rows} selected={selected} clear={() => setSelected(NONE)} />
    </article>
  );
}

/** Milliseconds after the last key until the address follows. */
const TYPED_MS = 300;

/**
 * The filters of the address. A new filter takes effect at once. Typed words are written to the address when the person pauses,
 * because a navigation renders the whole page and would delay the search for each key.
 */
function useFilters() {
  const address = useSearch({ from: "/memories" });
  const navigate = useNavigate({ from: "/memories" });
  const [filters, setShown] = useState<Filters>(address);
  const unwritten = useRef<{ readonly filters: Filters; readonly timer: Timer } | null>(null);
  useEffect(() => {
    // While a person types, the address is older than the filters.
    if (unwritten.current === null) setShown(address);
  }, [address]);
  const writeAddress = () => {
    if (unwritten.current === null) return;
    const { filters: search, timer } = unwritten.current;
    clearTimeout(timer);
    unwritten.current = null;
    void navigate({ search, replace: true });
  };
  const setFilters = (next: Filters) => {
    if (unwritten.current !== null) clearTimeout(unwritten.current.timer);
    unwritten.current = { filters: next, timer: setTimeout(writeAddress, TYPED_MS) };
    setShown(next);
  };
  useEffect(() => () => clearTimeout(unwritten.current?.timer), []);
  return { filters, setFilters, writeAddress };
}

type Timer = ReturnType<typeof setTimeout>;

function useMemories(filters: Filters) {
  return useInfiniteQuery({
    queryKey: ["memories", filters],
    queryFn: ({ pageParam, signal }) =>
      call("GET /api/memories", { ...filters, ...pageParam }, { signal }),
    initialPageParam: {} as { readonly after?: string },
    getNextPageParam: ({ next }) => (next === null ? null : { after: next }),
    // Keeps the previous rows until the next ones are loaded, so that nothing flickers while typing.
    placeholderData: keepPreviousData,
  });
}

interface SummaryProps {
  readonly pages: readonly {
    readonly rows: readonly unknown[];
    readonly next: string | null;
    readonly tookMs: number;
  }[];
  readonly isSearch: boolean;
}

function Summary({ pages, isSearch }: SummaryProps) {
  const { t, language } = useWords();
  const last = pages.at(-1);
  if (last === undefined) return <p className="lead">&nbsp;</p>;
  const count = pages.reduce((sum, { rows }) => sum + rows.length, 0);
  if (isSearch) {
    const ms = number(Math.max(1, Math.round(last.tookMs)), language);
    return (
      <p className="lead" role="status">
        {t("memories.found", { count })} {t("memories.took", { ms })}
      </p>
    );
  }
  const key = last.next === null ? "memories.count" : "memories.more";
  return (
    <p className="lead" role="status">
      {t(key, { count })}
    </p>
  );
}

function Nothing({ filters, clear }: { readonly filters: Filters; readonly clear: () => void }) {
  const { t } = useWords();
  if (Object.keys(filters).length === 0)
    return <Empty title={t("memories.empty")} text={t("memories.emptyText")} />;
  return (
    <Empty title={t("memories.none")} text={t("memories.noneText")}>
      <Button onClick={clear}>{t("memories.clear")}</Button>
    </Empty>
  );
}
