/** The memories view: search while typing through recall, filters, and bulk changes. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { filled } from "../../data/addresses.ts";
import { call } from "../../data/api.ts";
import { type Shortcuts, useShortcuts } from "../../data/shortcuts.ts";
import { todayQuery } from "../../data/today.ts";
import { number, useWords } from "../../i18n/words.ts";
import { Button } from "../../parts/button.tsx";
import { Empty, Loaded, ToStart } from "../../parts/empty.tsx";
import { useFilters } from "../../parts/filters/use-filters.ts";
import { Heading } from "../../parts/heading.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { FilterBar } from "./filter-bar.tsx";
import type { Filters } from "./filters.ts";
import { MemoryRows } from "./memory-rows.tsx";

const NONE: ReadonlySet<string> = new Set();

export function MemoriesView() {
  const { t } = useWords();
  const navigate = useNavigate({ from: "/memories" });
  const { filters, setFilters, writeAddress } = useFilters<Filters>(
    useSearch({ from: "/memories" }),
    (search) => void navigate({ search, replace: true }),
  );
  const [selected, setSelected] = useState<ReadonlySet<string>>(NONE);
  const field = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const pages = useInfiniteQuery({
    ...memoriesQuery(filters),
    // Keeps the previous rows until the next ones are loaded, so that nothing flickers while typing.
    placeholderData: keepPreviousData,
  });
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  const change = (changed: { readonly [Name in keyof Filters]?: Filters[Name] | undefined }) => {
    const next = filled<Filters>({ ...filters, ...changed });
    // The request leaves before the page renders the new state.
    void queries.prefetchInfiniteQuery(memoriesQuery(next));
    setSelected(NONE);
    setFilters(next);
    if (!("query" in changed)) writeAddress();
  };
  const shortcuts: Shortcuts = {
    "/": () => field.current?.focus(),
    ["Escape"]: () => setSelected(NONE),
  };
  useShortcuts(shortcuts);
  return (
    <article className="view">
      <header className="view-head">
        <Heading text={t("nav.memories")} />
        <Summary pages={pages.data?.pages ?? []} filters={filters} />
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

function memoriesQuery(filters: Filters) {
  return infiniteQueryOptions({
    queryKey: ["memories", filters],
    queryFn: ({ pageParam, signal }) =>
      call("GET /api/memories", { ...filters, ...pageParam }, { signal }),
    initialPageParam: {} as { readonly after?: string },
    getNextPageParam: ({ next }) => (next === null ? null : { after: next }),
  });
}

interface SummaryProps {
  readonly pages: readonly {
    readonly rows: readonly unknown[];
    readonly next: string | null;
    readonly tookMs: number;
    readonly corrected?: string;
  }[];
  readonly filters: Filters;
}

function Summary({ pages, filters }: SummaryProps) {
  const { t, language } = useWords();
  const { data: today } = useQuery(todayQuery);
  const last = pages.at(-1);
  if (last === undefined) return <p className="lead">&nbsp;</p>;
  const count = pages.reduce((sum, { rows }) => sum + rows.length, 0);
  if (filters.query !== undefined) {
    const ms = number(Math.max(1, Math.round(last.tookMs)), language);
    return (
      <p className="lead" role="status">
        {t("memories.found", { count })}
        {last.corrected === undefined ? null : (
          <> {t("memories.corrected", { words: last.corrected })}</>
        )}{" "}
        {t("memories.took", { ms })}
      </p>
    );
  }
  const isAll = Object.keys(filters).length === 0;
  const total = last.next === null ? count : isAll ? today?.counts.memories : undefined;
  return (
    <p className="lead" role="status">
      {t(total === undefined ? "memories.more" : "memories.count", {
        count: total ?? count,
        number: number(total ?? count, language),
      })}
    </p>
  );
}

function Nothing({ filters, clear }: { readonly filters: Filters; readonly clear: () => void }) {
  const { t } = useWords();
  if (Object.keys(filters).length === 0)
    return (
      <Empty title={t("memories.empty")} text={t("memories.emptyText")}>
        <ToStart />
      </Empty>
    );
  return (
    <Empty title={t("memories.none")} text={t("memories.noneText")}>
      <Button onClick={clear}>{t("memories.clear")}</Button>
    </Empty>
  );
}
