/** The neighbours of the focus as a list, by their relation to it. The canvas may also show places that were opened before. */
import type { GraphNode, GraphPart } from "@tacit-memory/protocol";
import { Link } from "@tanstack/react-router";
import { number, useWords } from "../../i18n/words.ts";
import { Commands } from "../../parts/empty.tsx";
import { TypeMark } from "../../parts/marks.tsx";

export function NeighbourList({ part }: { readonly part: GraphPart }) {
  const { t, language } = useWords();
  const focus = part.nodes.find(({ key }) => key === part.focus);
  if (focus === undefined) return null;
  const groups = grouped(part, focus.key);
  const shown = part.nodes.length - 1;
  return (
    <aside className="graph-side" aria-label={t("graph.neighbours")}>
      <p className="graph-focus">
        <Label node={focus} />
      </p>
      <p className="meta">
        <Open node={focus} />
        <Link to="/graph" search={{}}>
          {t("graph.back")}
        </Link>
      </p>
      {shown === 0 ? <p className="muted">{t("graph.alone")}</p> : null}
      {part.total > shown ? (
        <p className="limits">
          {t("graph.cut", { number: number(shown, language), total: number(part.total, language) })}
        </p>
      ) : null}
      {[...groups].map(([relation, nodes]) => (
        <section key={relation}>
          <h2>
            {t(`graphRelation.${relation as "about"}`)}{" "}
            <span className="muted">{number(nodes.length, language)}</span>
          </h2>
          <Nodes nodes={nodes} />
        </section>
      ))}
    </aside>
  );
}

/** Relations that mean the same in both directions. */
const MUTUAL: ReadonlySet<string> = new Set(["contradicts", "relates_to"]);

/** Groups the neighbours by edge type and direction: `depends` is outgoing, `dependsBack` incoming. */
export function grouped({ nodes, edges }: GraphPart, focus: string): Map<string, GraphNode[]> {
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const groups = new Map<string, GraphNode[]>();
  for (const { from, to, type } of edges) {
    if (from !== focus && to !== focus) continue;
    const node = byKey.get(from === focus ? to : from);
    const name = from === focus || MUTUAL.has(type) ? type : `${type}Back`;
    const group = groups.get(name) ?? [];
    if (node !== undefined && !group.includes(node)) groups.set(name, [...group, node]);
  }
  return groups;
}

export function Nodes({ nodes }: { readonly nodes: readonly GraphNode[] }) {
  return (
    <ul className="graph-nodes">
      {nodes.map((node) => (
        <li key={node.key}>
          <Link to="/graph" search={{ focus: node.key }} className="graph-node">
            {node.type === null ? null : <TypeMark type={node.type} />}
            <Label node={node} />
          </Link>
          <Open node={node} />
        </li>
      ))}
    </ul>
  );
}

function Label({ node: { kind, label } }: { readonly node: GraphNode }) {
  if (kind === "memory") return <Commands text={label} />;
  const cut = label.lastIndexOf("/") + 1;
  return (
    <span className="path">
      <span className="path-folder">{label.slice(0, cut)}</span>
      <span className="path-name">{label.slice(cut)}</span>
    </span>
  );
}

/** Links to the view of the memory or file. */
function Open({ node: { key, kind, label } }: { readonly node: GraphNode }) {
  const { t } = useWords();
  const name = key.slice(key.indexOf(":") + 1);
  const text = (
    <>
      {t("graph.open")}
      <span className="sr-only"> {label}</span>
    </>
  );
  return kind === "memory" ? (
    <Link to="/memories/$id" params={{ id: name }} className="graph-open">
      {text}
    </Link>
  ) : (
    <Link to="/code/file" search={{ path: name }} className="graph-open">
      {text}
    </Link>
  );
}
