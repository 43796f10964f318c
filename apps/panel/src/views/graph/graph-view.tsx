/** The graph of memories and files: all as a map, or one place with its neighbours, which a press expands. */
import type { GraphPart } from "@tacit-memory/protocol";
import {
  keepPreviousData,
  queryOptions,
  type UseQueryResult,
  useQueries,
  useQuery,
} from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { CallFailed, call } from "../../data/api.ts";
import { number, useWords } from "../../i18n/words.ts";
import { Button } from "../../parts/button.tsx";
import { Empty, Loaded } from "../../parts/empty.tsx";
import { ViewHead } from "../../parts/heading.tsx";
import { drawnGraph, MAX_DRAWN, withOpened } from "./drawn-graph.ts";
import { GraphCanvas } from "./graph-canvas.tsx";
import { Legend } from "./legend.tsx";
import { MapView } from "./map-view.tsx";
import { NeighbourList } from "./neighbour-list.tsx";

export function GraphView() {
  const { t } = useWords();
  const { focus = "" } = useSearch({ from: "/graph" });
  return (
    <article className="view">
      <ViewHead title={t("nav.graph")} lead={focus === "" ? t("graph.mapLead") : t("graph.lead")} />
      {focus === "" ? <MapView /> : <Around focus={focus} />}
    </article>
  );
}

function Around({ focus }: { readonly focus: string }) {
  const { t } = useWords();
  const [opened, setOpened] = useState<readonly string[]>([focus]);
  // A new drawing is laid out and brought into view as a whole.
  const [drawing, setDrawing] = useState(0);
  // During rendering, so that the new place is among those that are loaded below.
  if (opened.at(-1) !== focus) setOpened(withOpened(opened, focus));
  const query = useQuery({ ...partQuery(focus), placeholderData: keepPreviousData });
  const parts = useQueries({ queries: opened.map(partQuery), combine: loadedParts });
  return (
    <Loaded query={isGone(query.error) ? { ...query, data: undefined } : query} lines={8}>
      {(part) =>
        part.nodes.length === 0 ? (
          <Empty title={t("graph.none")} text={t("graph.noneText")} />
        ) : (
          <Explorer
            part={part}
            parts={parts}
            drawing={drawing}
            startOver={() => {
              setOpened([focus]);
              setDrawing(drawing + 1);
            }}
          />
        )
      }
    </Loaded>
  );
}

/** Loads the part around a place. */
function partQuery(focus: string) {
  return queryOptions({
    queryKey: ["graph", focus],
    queryFn: ({ signal }) => call("GET /api/graph", { focus }, { signal }),
  });
}

/** Leaves out a part whose place cannot be loaded again, such as that of a forgotten memory. */
function loadedParts(results: readonly UseQueryResult<GraphPart>[]): readonly GraphPart[] {
  return results.flatMap(({ data, error }) => (data === undefined || isGone(error) ? [] : [data]));
}

/** Returns whether the server answered that the place does not exist: its previous part must not stay. */
function isGone(error: Error | null): boolean {
  return error instanceof CallFailed && error.status === 404;
}

interface ExplorerProps {
  readonly part: GraphPart;
  /** The parts of the opened places, the last opened at the end. */
  readonly parts: readonly GraphPart[];
  /** Number of the drawing, which is another one after starting over. */
  readonly drawing: number;
  readonly startOver: () => void;
}

function Explorer({ part, parts, drawing, startOver }: ExplorerProps) {
  const { t, language } = useWords();
  const navigate = useNavigate({ from: "/graph" });
  const drawn = useMemo(() => drawnGraph(parts), [parts]);
  const choose = (key: string) => void navigate({ search: { focus: key } });
  return (
    <div className="graph">
      <div>
        <GraphCanvas key={drawing} drawn={drawn} focus={part.focus} choose={choose} />
        <Legend items={LEGEND} />
        <p className="meta" role="status">
          <span>
            {t("graph.drawn", {
              count: drawn.nodes.length,
              number: number(drawn.nodes.length, language),
              most: number(MAX_DRAWN, language),
            })}{" "}
            {part.files === null
              ? t("graph.noGraph")
              : t("graph.ofFiles", { count: part.files, number: number(part.files, language) })}
          </span>
          {drawn.nodes.length > part.nodes.length ? (
            <Button onClick={startOver}>{t("graph.startOver")}</Button>
          ) : null}
        </p>
      </div>
      <NeighbourList part={part} />
    </div>
  );
}

const LEGEND = ["memory", "file", "about", "depends", "replaces", "contradicts"] as const;
