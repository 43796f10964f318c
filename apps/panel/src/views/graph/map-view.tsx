/** The whole graph as a map of modules, with the same modules and their nodes as a list beside it. */
import type { GraphMap } from "@tacit-memory/protocol";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { call } from "../../data/api.ts";
import { number, useWords } from "../../i18n/words.ts";
import { Empty, Loaded } from "../../parts/empty.tsx";
import { Legend } from "./legend.tsx";
import { MapCanvas } from "./map-canvas.tsx";
import { type MapDisc, placedMap } from "./map-layout.ts";
import { Nodes } from "./neighbour-list.tsx";

/** Nodes of a module in the list; the map has all. */
const MAX_LISTED = 40;

export function MapView() {
  const { t } = useWords();
  const query = useQuery({
    queryKey: ["graph", "map"],
    queryFn: ({ signal }) => call("GET /api/graph/map", {}, { signal }),
  });
  return (
    <Loaded query={query} lines={8}>
      {(map) =>
        map.nodes.length === 0 ? (
          <Empty title={t("graph.none")} text={t("graph.noneText")} />
        ) : (
          <MapExplorer map={map} />
        )
      }
    </Loaded>
  );
}

function MapExplorer({ map }: { readonly map: GraphMap }) {
  const { t, language } = useWords();
  const navigate = useNavigate({ from: "/graph" });
  const [module, setModule] = useState<OpenModule>();
  const discs = useMemo(
    () => placedMap(map, 1).discs.toSorted((a, b) => b.nodes.length - a.nodes.length),
    [map],
  );
  const { nodes, total } = map;
  return (
    <div className="graph">
      <div>
        <MapCanvas
          map={map}
          module={module}
          chooseModule={setModule}
          choose={(key) => void navigate({ search: { focus: key } })}
        />
        <Legend items={LEGEND} />
        <p className="meta" role="status">
          {nodes.length < total
            ? t("graph.mapCut", {
                number: number(nodes.length, language),
                total: number(total, language),
              })
            : t("graph.mapAll", { count: total, number: number(total, language) })}
        </p>
      </div>
      <aside className="graph-side" aria-label={t("graph.modules")}>
        <h2>{t("graph.modules")}</h2>
        <ul className="graph-nodes">
          {discs.map((disc) => (
            <li key={disc.module} className="map-module">
              <Module map={map} disc={disc} isOpen={disc.module === module} open={setModule} />
            </li>
          ))}
        </ul>
      </aside>
    </div>
  );
}

/** Null: the nodes without a module. */
type OpenModule = number | null | undefined;

interface ModuleProps {
  readonly map: GraphMap;
  readonly disc: MapDisc;
  readonly isOpen: boolean;
  readonly open: (module: OpenModule) => void;
}

function Module({ map, disc: { module, name, nodes }, isOpen, open }: ModuleProps) {
  const { t, language } = useWords();
  // The memories of a large module must not be cut off behind its files.
  const own = nodes
    .flatMap((at) => map.nodes[at] ?? [])
    .toSorted((a, b) => Number(b.kind === "memory") - Number(a.kind === "memory"));
  const root = name === "" ? t("graph.root") : name;
  const title = module === null ? t("graph.noModule") : root;
  return (
    <>
      <button
        type="button"
        className="map-module-name"
        aria-expanded={isOpen}
        onClick={() => open(isOpen ? undefined : module)}
      >
        <span className="path">{title}</span>
        <span className="muted">{number(own.length, language)}</span>
      </button>
      {isOpen ? (
        <>
          <Nodes nodes={own.slice(0, MAX_LISTED)} />
          {own.length > MAX_LISTED ? (
            <p className="limits">
              {t("graph.moreInModule", { number: number(own.length - MAX_LISTED, language) })}
            </p>
          ) : null}
        </>
      ) : null}
    </>
  );
}

const LEGEND = ["memory", "remembered", "unremembered"] as const;
