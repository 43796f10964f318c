/** The graph of memories and files: one place with its neighbours, which a press expands. */
import type { GraphPart } from "@tacit-memory/protocol";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { call } from "../../data/api.ts";
import { number, useWords } from "../../i18n/words.ts";
import { Button } from "../../parts/button.tsx";
import { Empty, Loaded } from "../../parts/empty.tsx";
import { MAX_DRAWN, NOTHING_DRAWN, withPart } from "./drawn-graph.ts";
import { GraphCanvas } from "./graph-canvas.tsx";
import { NeighbourList } from "./neighbour-list.tsx";

export function GraphView() {
  const { t } = useWords();
  const { focus } = useSearch({ from: "/graph" });
  const query = useQuery({
    queryKey: ["graph", focus ?? ""],
    queryFn: ({ signal }) =>
      call("GET /api/graph", focus === undefined ? {} : { focus }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <article className="view">
      <header className="view-head">
        <h1>{t("nav.graph")}</h1>
        <p className="lead">{t("graph.lead")}</p>
      </header>
      <Loaded query={query} lines={8}>
        {(part) =>
          part.nodes.length === 0 ? (
            <Empty title={t("graph.none")} text={t("graph.noneText")} />
          ) : (
            <Explorer part={part} />
          )
        }
      </Loaded>
    </article>
  );
}

function Explorer({ part }: { readonly part: GraphPart }) {
  const { t, language } = useWords();
  const navigate = useNavigate({ from: "/graph" });
  const [drawn, setDrawn] = useState(NOTHING_DRAWN);
  useEffect(() => setDrawn((before) => withPart(before, part)), [part]);
  const choose = (key: string) => void navigate({ search: { focus: key } });
  const startOver = () => {
    setDrawn(withPart(NOTHING_DRAWN, part));
    if (part.focus === null) return;
    void navigate({ search: { focus: part.focus }, replace: true });
  };
  return (
    <div className="graph">
      <div>
        <GraphCanvas drawn={drawn} focus={part.focus} choose={choose} />
        <Legend />
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

function Legend() {
  const { t } = useWords();
  return (
    <ul className="graph-keys" aria-label={t("graph.legend")}>
      {LEGEND.map((item) => (
        <li key={item}>
          <span className={`key-mark key-${item}`} aria-hidden="true" />
          {t(`legend.${item}`)}
        </li>
      ))}
    </ul>
  );
}
