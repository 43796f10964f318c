/** What supports a memory and what happened to it: evidence, code, relations, where it was shown, versions. */
import type { MemoryDetail } from "@tacit-memory/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { changeCode } from "../../i18n/change-code.ts";
import { useWords } from "../../i18n/words.ts";
import { CodeChange } from "../../parts/code-change.tsx";
import { Evidence } from "../../parts/evidence.tsx";
import { Cited } from "../../parts/links/cited.tsx";
import { FileLink } from "../../parts/links/file-link.tsx";
import { SessionLink } from "../../parts/links/session-link.tsx";
import { Effects, Time } from "../../parts/marks.tsx";
import { WordDifference } from "./word-difference.tsx";

export function EvidencePart({ evidence }: Pick<MemoryDetail, "evidence">) {
  const { t } = useWords();
  return (
    <Part
      title={t("memory.evidence")}
      none={t("memory.evidenceNone")}
      isEmpty={evidence.length === 0}
    >
      <Evidence evidence={evidence} />
    </Part>
  );
}

export function Code({ detail }: { readonly detail: MemoryDetail }) {
  const { t, word } = useWords();
  const { anchors, memory } = detail;
  const loose = memory.files.filter((file) => !anchors.some(({ path }) => path === file));
  return (
    <Part
      title={t("memory.code")}
      none={t("memory.codeNone")}
      isEmpty={anchors.length + loose.length === 0}
    >
      <ul className="event-list">
        {anchors.map(({ path, symbol, freshness, commitsSince, movedTo, line, code }) => (
          <li key={`${path} ${symbol}`}>
            <span className="event-head">
              <FileLink path={path} line={line} symbol={symbol} />
              <span className={`mark-fresh fresh-${freshness}`}>
                {word("freshness", freshness)}
              </span>
            </span>
            <span className="meta">
              {commitsSince === null || commitsSince === 0 ? null : (
                <span>{t("memory.commits", { count: commitsSince })}</span>
              )}
              {movedTo === null ? null : <span>{t("memory.movedTo", { path: movedTo })}</span>}
            </span>
            {code === null ? null : <CodeChange path={path} code={code} />}
          </li>
        ))}
        {loose.map((file) => (
          <li key={file}>
            <FileLink path={file} />
          </li>
        ))}
      </ul>
      <Link to="/graph" search={{ focus: `memory:${memory.id}` }} className="more">
        {t("graph.show")}
      </Link>
    </Part>
  );
}

const BACKWARDS: Readonly<Record<string, "supersededBy" | "source_of">> = {
  supersedes: "supersededBy",
  derived_from: "source_of",
};

export function Relations({ relations }: Pick<MemoryDetail, "relations">) {
  const { t } = useWords();
  if (relations.length === 0) return null;
  const name = (type: string, isOutgoing: boolean) =>
    t(`relation.${((isOutgoing ? undefined : BACKWARDS[type]) ?? type) as "relates_to"}`);
  return (
    <Part title={t("memory.relations")} none="" isEmpty={false}>
      <ul className="event-list">
        {relations.map(({ type, isOutgoing, otherId, otherTitle }) => (
          <li key={`${type} ${isOutgoing} ${otherId}`}>
            <span className="meta">{name(type, isOutgoing)}</span>
            {otherTitle === null ? (
              <span className="muted">{t("today.forgotten")}</span>
            ) : (
              <Link to="/memories/$id" params={{ id: otherId }}>
                <Cited text={otherTitle} isInLink />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

export function ShownTo({ shown }: Pick<MemoryDetail, "shown">) {
  const { t, word } = useWords();
  return (
    <Part title={t("memory.shown")} none={t("memory.shownNone")} isEmpty={shown.length === 0}>
      <ul className="event-list">
        {shown.map(({ sessionId, point, isPointer, atMs, effects }) => (
          <li key={`${sessionId} ${point} ${atMs}`}>
            <span className="event-head">
              <strong>{word("point", point)}</strong>
              <Time atMs={atMs} />
            </span>
            <span className="meta">
              <SessionLink id={sessionId} atMs={atMs} />
              {isPointer ? <span>{t("today.pointer")}</span> : null}
              <Effects effects={effects} />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

interface VersionsProps extends Pick<MemoryDetail, "versions"> {
  readonly now: string;
}

export function Versions({ versions, now }: VersionsProps) {
  const { t, word } = useWords();
  return (
    <Part
      title={t("memory.versions")}
      none={t("memory.versionsNone")}
      isEmpty={versions.length === 0}
    >
      <ul className="event-list">
        {stepsOf(versions, now).map(({ version, code, atMs, times, before, after }) => (
          <li key={version}>
            <span className="event-head">
              <strong>{word("change", code, t("change.other"))}</strong>
              {times > 1 ? (
                <span className="meta">{t("memory.times", { count: times })}</span>
              ) : null}
              <Time atMs={atMs} />
            </span>
            {before === after ? null : <WordDifference before={before} after={after} />}
          </li>
        ))}
      </ul>
    </Part>
  );
}

interface Step {
  readonly version: number;
  readonly code: string;
  readonly atMs: number;
  readonly times: number;
  readonly before: string;
  readonly after: string;
}

/** Joins changes of one kind that followed each other and left the text as it was: a memory is observed dozens of times. */
export function stepsOf(versions: MemoryDetail["versions"], now: string): readonly Step[] {
  const steps: Step[] = [];
  let after = now;
  for (const { version, change, atMs, content: before } of versions) {
    const code = changeCode(change);
    const last = steps.at(-1);
    if (last?.code === code && last.before === last.after && before === after)
      steps[steps.length - 1] = { ...last, times: last.times + 1 };
    else steps.push({ version, code, atMs, times: 1, before, after });
    after = before;
  }
  return steps;
}

interface PartProps {
  readonly title: string;
  readonly none: string;
  readonly isEmpty: boolean;
  readonly children: ReactNode;
}

function Part({ title, none, isEmpty, children }: PartProps) {
  return (
    <section className="section">
      <h2>{title}</h2>
      {isEmpty ? <p className="muted">{none}</p> : children}
    </section>
  );
}
