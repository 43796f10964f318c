/** The facts of a memory, shown beside its text. */
import type { MemoryDetail } from "@tacit-memory/protocol";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useChange } from "../../data/changes.ts";
import { useAgentName } from "../../data/project.ts";
import { dateTime, number, useWords } from "../../i18n/words.ts";
import { Time } from "../../parts/marks.tsx";

export function Facts({ detail: { memory, facts } }: { readonly detail: MemoryDetail }) {
  const { t, word, language } = useWords();
  const agentName = useAgentName();
  const date = (atMs: number | null) => (atMs === null ? null : dateTime(atMs, language));
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t("memory.confidence"), <Confidence key="confidence" value={memory.confidence} />],
    [t("memory.source"), word("source", facts.source)],
    [t("memory.agent"), memory.agent === null ? null : agentName(memory.agent)],
    [t("memory.observed"), t("memory.times", { count: facts.observations })],
    [t("memory.created"), date(memory.createdAtMs)],
    [t("memory.confirmed"), <Time key="confirmed" atMs={memory.confirmedAtMs} />],
    [t("memory.validFrom"), date(facts.validFromMs)],
    [t("memory.validTo"), date(facts.validToMs)],
    [t("memory.scope"), word("scope", facts.scope)],
    [t("memory.visibility"), word("visibility", facts.visibility)],
    [t("memory.branch"), facts.branch],
    [t("memory.triggers"), listed(facts.triggers)],
    [t("memory.invalidWhen"), listed(facts.invalidWhen)],
    [
      t("memory.sessions"),
      facts.sessions.length === 0 ? null : number(facts.sessions.length, language),
    ],
    [t("memory.learnedFrom"), facts.learnedFrom && <Origin key="origin" {...facts.learnedFrom} />],
    ["ID", <code key="id">{memory.id.slice(-8)}</code>],
  ];
  return (
    <aside className="facts" aria-label={t("memory.facts")}>
      <Tags id={memory.id} tags={memory.tags} />
      <dl>
        {rows
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </aside>
  );
}

function Origin({ session }: { readonly session: string }) {
  const { t } = useWords();
  return (
    <Link to="/sessions/$id" params={{ id: session }}>
      {t("ask.session")}
    </Link>
  );
}

function listed(values: readonly string[]): ReactNode {
  return values.length === 0 ? null : values.map((value) => <code key={value}>{value}</code>);
}

function Confidence({ value }: { readonly value: number }) {
  const { language } = useWords();
  const percent = new Intl.NumberFormat(language, { style: "percent" }).format(value);
  return (
    <span className="confidence">
      <meter min={0} max={1} value={value} aria-label={percent} />
      {percent}
    </span>
  );
}

interface TagsProps {
  readonly id: string;
  readonly tags: readonly string[];
}

function Tags({ id, tags }: TagsProps) {
  const { t } = useWords();
  const change = useChange();
  if (tags.length === 0) return null;
  return (
    <ul className="tags" aria-label={t("memory.tags")}>
      {tags.map((tag) => (
        <li key={tag} className="tag">
          <Link to="/memories" search={{ tag }}>
            #{tag}
          </Link>
          <button
            type="button"
            aria-label={t("memory.removeTag", { tag })}
            onClick={() => void change({ action: "remove_tag", ids: [id], tag })}
          >
            <X size={13} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
