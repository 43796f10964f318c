/** Review view: shows one decision at a time; each answer has its own key. */
import type { ReviewItem, ReviewQueue } from "@tacit-memory/protocol";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../data/api.ts";
import { dealt, NEW_DECK, postpone, takeUp } from "../../data/deck.ts";
import { useWords } from "../../i18n/words.ts";
import { Button } from "../../parts/button.tsx";
import { Empty, Loaded } from "../../parts/empty.tsx";
import { Heading } from "../../parts/heading.tsx";
import { Decision, useUndoKey } from "./decision.tsx";
import { ItemCard } from "./item-card.tsx";

export function ReviewView() {
  const { t } = useWords();
  const queue = useQuery({
    queryKey: ["review"],
    queryFn: ({ signal }) => call("GET /api/review", {}, { signal }),
  });
  return (
    <article className="view view-narrow">
      <Heading text={t("nav.review")} />
      <Loaded query={queue} lines={5}>
        {(data) => <Queue queue={data} />}
      </Loaded>
    </article>
  );
}

function Queue({ queue: { items, total } }: { readonly queue: ReviewQueue }) {
  const { t } = useWords();
  const [before, setDeck] = useState(NEW_DECK);
  useUndoKey();
  const ids = items.map(({ id }) => id);
  const deck = dealt(before, ids);
  if (deck !== before) setDeck(deck);
  const item = items.find(({ id }) => id === deck.current);
  if (item === undefined) return <Done left={total} again={() => setDeck(takeUp(deck))} />;
  const postponed = ids.filter((id) => deck.postponed.has(id)).length;
  return (
    <>
      <p className="lead" role="status">
        {t("review.progress", { at: postponed + 1, total })}
      </p>
      <ItemDecision
        key={item.id}
        item={item}
        postpone={() => setDeck(postpone(deck, againstOf(item)))}
      />
    </>
  );
}

function Done({ left, again }: { readonly left: number; readonly again: () => void }) {
  const { t } = useWords();
  if (left === 0) return <Empty title={t("review.done")} text={t("review.doneText")} />;
  return (
    <Empty title={t("review.done")} text={t("review.rest", { count: left })}>
      <Button onClick={again}>{t("review.again")}</Button>
    </Empty>
  );
}

interface ItemDecisionProps {
  readonly item: ReviewItem;
  readonly postpone: () => void;
}

function ItemDecision({ item, postpone }: ItemDecisionProps) {
  const { t } = useWords();
  const isMemory = item.kind === "memory";
  const accept = isMemory ? t("review.keep") : t("review.accept");
  const against = againstOf(item);
  const count = against.length;
  const words = {
    accept: item.kind === "proposal" ? t(`proposalAccept.${item.change}`) : accept,
    reject: isMemory ? t("review.wrong") : t("review.reject"),
    save: t("review.saveAccept"),
    accepted: t("done.accept"),
    rejected: t("done.reject"),
    ...(count === 0
      ? {}
      : {
          accept: t("review.keepThis"),
          reject: t("review.keepOther", { count }),
          both: t("review.keepAll", { count }),
          accepted: t("done.settled"),
          rejected: t("done.settled"),
        }),
  };
  return (
    <Decision
      subject={{ id: item.id, kind: item.kind, content: contentOf(item), against }}
      words={words}
      view="review"
      postpone={postpone}
    >
      <ItemCard item={item} />
    </Decision>
  );
}

/** Returns the ids of the memories that contradict an item. */
function againstOf(item: ReviewItem): readonly string[] {
  return item.kind === "memory" ? item.against.map(({ id }) => id) : [];
}

/** Returns the text that a person may edit before accepting it; null for a proposal. */
function contentOf(item: ReviewItem): string | null {
  if (item.kind === "proposal") return null;
  return item.kind === "memory" ? item.memory.content : item.content;
}
