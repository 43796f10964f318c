/** The cards of the first run: what was learned, one memory at a time, to keep, edit or drop. */
import type { LearnedItem, LearnedQueue } from "@tacit-memory/protocol";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { call } from "../../data/api.ts";
import { useWords } from "../../i18n/words.ts";
import { Button } from "../../parts/button.tsx";
import { Empty, Loaded } from "../../parts/empty.tsx";
import { Decision, useUndoKey } from "../review/decision.tsx";
import { Card, Evidence } from "../review/item-card.tsx";

export function LearnedView() {
  const { t } = useWords();
  const query = useQuery({
    queryKey: ["learned"],
    queryFn: ({ signal }) => call("GET /api/learned", {}, { signal }),
  });
  return (
    <article className="view view-narrow">
      <Link to="/start" className="back">
        <ArrowLeft size={16} aria-hidden="true" />
        {t("start.title")}
      </Link>
      <header className="view-head">
        <h1>{t("learned.title")}</h1>
        <p className="lead">{t("learned.lead")}</p>
      </header>
      <Loaded query={query} lines={5}>
        {(queue) => <Cards queue={queue} />}
      </Loaded>
    </article>
  );
}

function Cards({ queue: { items, total } }: { readonly queue: LearnedQueue }) {
  const { t } = useWords();
  const [later, setLater] = useState<ReadonlySet<string>>(new Set());
  const [most, setMost] = useState(total);
  useUndoKey();
  if (total > most) setMost(total);
  const open = items.filter(({ memory }) => !later.has(memory.id));
  const [item] = open;
  if (item === undefined) return <Done left={later.size} again={() => setLater(new Set())} />;
  const { id } = item.memory;
  const decided = most - total + later.size;
  return (
    <LearnedCard
      key={id}
      item={item}
      place={t("learned.progress", { at: decided + 1, total: most })}
      postpone={() => setLater(new Set([...later, id]))}
    />
  );
}

interface LearnedCardProps {
  readonly item: LearnedItem;
  /** Which of how many cards it is. */
  readonly place: string;
  readonly postpone: () => void;
}

function LearnedCard({ item, place, postpone }: LearnedCardProps) {
  const { memory, evidence, sessions } = item;
  const { t, word } = useWords();
  const words = {
    accept: t("learned.keep"),
    reject: t("learned.drop"),
    save: t("learned.saveKeep"),
    keys: t("learned.keys"),
    accepted: t("learned.kept"),
    rejected: t("learned.dropped"),
  };
  return (
    <Decision
      subject={{ id: memory.id, kind: "memory", content: memory.content }}
      words={words}
      postpone={postpone}
    >
      <p className="learned-place" role="status">
        <strong>{place}</strong>
        {memory.agent === null ? null : <span>{word("agent", memory.agent)}</span>}
        {sessions.length === 0 ? null : (
          <span>{t("learned.seenIn", { count: sessions.length })}</span>
        )}
      </p>
      <Card memory={memory} />
      <Evidence evidence={evidence} />
    </Decision>
  );
}

function Done({ left, again }: { readonly left: number; readonly again: () => void }) {
  const { t } = useWords();
  return (
    <Empty
      title={t("learned.done")}
      text={left === 0 ? t("learned.doneText") : t("review.rest", { count: left })}
    >
      {left === 0 ? (
        <Link to="/memories" className="button button-primary">
          {t("learned.toMemories")}
        </Link>
      ) : (
        <Button onClick={again}>{t("review.again")}</Button>
      )}
    </Empty>
  );
}
