/** The cards of the first run: what was learned, one memory at a time, to keep, edit or drop. */
import type { LearnedItem } from "@tacit-memory/protocol";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { call } from "../../data/api.ts";
import { dealt, NEW_DECK, placeOf, postpone, takeUp } from "../../data/deck.ts";
import { useAgentName } from "../../data/project.ts";
import { useWords } from "../../i18n/words.ts";
import { Button } from "../../parts/button.tsx";
import { Empty, Loaded, ToStart } from "../../parts/empty.tsx";
import { Evidence } from "../../parts/evidence.tsx";
import { ViewHead } from "../../parts/heading.tsx";
import { Decision, useUndoKey } from "../review/decision.tsx";
import { Card } from "../review/item-card.tsx";

/** Cards to ask for beyond the postponed ones. */
const AHEAD = 50;

export function LearnedView() {
  const { t } = useWords();
  return (
    <article className="view view-narrow">
      <Link to="/start" className="back">
        <ArrowLeft size={16} aria-hidden="true" />
        {t("start.title")}
      </Link>
      <ViewHead title={t("learned.title")} lead={t("learned.lead")} />
      <Cards />
    </article>
  );
}

function Cards() {
  const { t } = useWords();
  const [before, setDeck] = useState(NEW_DECK);
  // Postponed cards stay in the queue; without them in the count, those behind them could not be reached.
  const limit = String(AHEAD + before.postponed.size);
  const query = useQuery({
    queryKey: ["learned", limit],
    queryFn: ({ signal }) => call("GET /api/learned", { limit }, { signal }),
    placeholderData: keepPreviousData,
  });
  useUndoKey();
  const ids = query.data?.items.map(({ memory }) => memory.id) ?? [];
  const deck = dealt(before, ids);
  if (deck !== before) setDeck(deck);
  return (
    <Loaded query={query} lines={5}>
      {({ items, total }) => {
        const item = items.find(({ memory }) => memory.id === deck.current);
        if (item === undefined)
          return (
            <Done left={total} hasSeen={deck.seen.size > 0} again={() => setDeck(takeUp(deck))} />
          );
        const { at, of } = placeOf(deck, ids, total);
        return (
          <LearnedCard
            key={item.memory.id}
            item={item}
            place={t("learned.progress", { at, total: of })}
            postpone={() => setDeck(postpone(deck))}
          />
        );
      }}
    </Loaded>
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
  const { t } = useWords();
  const agentName = useAgentName();
  const words = {
    accept: t("learned.keep"),
    reject: t("learned.drop"),
    save: t("learned.saveKeep"),
    accepted: t("learned.kept"),
    rejected: t("learned.dropped"),
  };
  return (
    <Decision
      subject={{ id: memory.id, kind: "memory", content: memory.content }}
      words={words}
      view="learned"
      postpone={postpone}
    >
      <p className="learned-place" role="status">
        <strong>{place}</strong>
        {memory.agent === null ? null : <span>{agentName(memory.agent)}</span>}
        {sessions.length === 0 ? null : (
          <span>{t("learned.seenIn", { count: sessions.length })}</span>
        )}
      </p>
      <Card memory={memory} />
      <Evidence evidence={evidence} />
    </Decision>
  );
}

interface DoneProps {
  readonly left: number;
  /** Whether a card was on the screen. */
  readonly hasSeen: boolean;
  readonly again: () => void;
}

function Done({ left, hasSeen, again }: DoneProps) {
  const { t } = useWords();
  if (left === 0 && !hasSeen)
    return (
      <Empty title={t("learned.none")} text={t("learned.noneText")}>
        <ToStart />
      </Empty>
    );
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
