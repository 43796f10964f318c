/** Review view: shows one decision at a time; each answer has its own key. */
import type { ReviewItem, ReviewQueue } from "@tacit-memory/protocol";
import { useQuery } from "@tanstack/react-query";
import { Check, Clock, Pencil, X } from "lucide-react";
import { useState } from "react";
import { call } from "../../data/api.ts";
import { useAct, useUndo } from "../../data/changes.ts";
import { useShortcuts } from "../../data/shortcuts.ts";
import { useWords } from "../../i18n/words.ts";
import { Button } from "../../parts/button.tsx";
import { TextDialog } from "../../parts/dialogs.tsx";
import { Empty, Loaded } from "../../parts/empty.tsx";
import { ItemCard } from "./item-card.tsx";

export function ReviewView() {
  const { t } = useWords();
  const queue = useQuery({
    queryKey: ["review"],
    queryFn: ({ signal }) => call("GET /api/review", {}, { signal }),
  });
  return (
    <article className="view view-narrow">
      <h1>{t("nav.review")}</h1>
      <Loaded query={queue} lines={5}>
        {(data) => <Queue queue={data} />}
      </Loaded>
    </article>
  );
}

function Queue({ queue: { items, total } }: { readonly queue: ReviewQueue }) {
  const { t } = useWords();
  const [later, setLater] = useState<ReadonlySet<string>>(new Set());
  useUndoKey();
  const open = items.filter(({ id }) => !later.has(id));
  const [item] = open;
  if (item === undefined) return <Done left={later.size} again={() => setLater(new Set())} />;
  return (
    <>
      <p className="lead" role="status">
        {t("review.progress", { at: items.length - open.length + 1, total })}
      </p>
      <Decision key={item.id} item={item} postpone={() => setLater(new Set([...later, item.id]))} />
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

interface DecisionProps {
  readonly item: ReviewItem;
  readonly postpone: () => void;
}

function Decision({ item, postpone }: DecisionProps) {
  const { t } = useWords();
  const { decide, isDeciding } = useDecision(item);
  const [isEditing, setEditing] = useState(false);
  const content = contentOf(item);
  useShortcuts(
    {
      a: () => void decide("accept"),
      r: () => void decide("reject"),
      l: postpone,
      ...(content === null ? {} : { e: () => setEditing(true) }),
    },
    !isDeciding,
  );
  return (
    <>
      <ItemCard item={item} />
      <div className="decisions">
        <Button
          look="primary"
          icon={<Check size={17} />}
          shortcut="a"
          disabled={isDeciding}
          onClick={() => void decide("accept")}
        >
          {item.kind === "proposal"
            ? t(`proposalAccept.${item.change}`)
            : t(item.kind === "memory" ? "review.keep" : "review.accept")}
        </Button>
        {content === null ? null : (
          <Button
            icon={<Pencil size={17} />}
            shortcut="e"
            disabled={isDeciding}
            onClick={() => setEditing(true)}
          >
            {t("action.edit")}
          </Button>
        )}
        <Button
          look="danger"
          icon={<X size={17} />}
          shortcut="r"
          disabled={isDeciding}
          onClick={() => void decide("reject")}
        >
          {t(item.kind === "memory" ? "review.wrong" : "review.reject")}
        </Button>
        <Button
          look="quiet"
          icon={<Clock size={17} />}
          shortcut="l"
          disabled={isDeciding}
          onClick={postpone}
        >
          {t("review.later")}
        </Button>
      </div>
      <p className="keys">{t(content === null ? "review.keysProposal" : "review.keys")}</p>
      {isEditing && content !== null ? (
        <TextDialog
          title={t("edit.title")}
          label={t("edit.label")}
          initial={content}
          isLong
          submitLabel={t("review.saveAccept")}
          onSubmit={(edited) => {
            setEditing(false);
            void decide("accept", edited);
          }}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </>
  );
}

/** Returns the text that a person may edit before accepting it; null for a proposal. */
function contentOf(item: ReviewItem): string | null {
  if (item.kind === "proposal") return null;
  return item.kind === "memory" ? item.memory.content : item.content;
}

/** Changes of the last decision. Kept outside the components, which are replaced with each item. */
let lastChanges: readonly string[] = [];

/** Undoes the last decision with `z`, also when nothing is left to decide. */
function useUndoKey(): void {
  const undo = useUndo();
  useShortcuts({
    z: () => {
      const changes = lastChanges;
      lastChanges = [];
      if (changes.length > 0) void undo(changes);
    },
  });
}

function useDecision({ id, kind }: ReviewItem) {
  const { t } = useWords();
  const act = useAct();
  const [isDeciding, setDeciding] = useState(false);
  const decide = async (verdict: "accept" | "reject", content?: string) => {
    setDeciding(true);
    await act(async () => {
      const input = { kind, verdict, content };
      const { changes } = await call("POST /api/review/:id", input, { params: { id } });
      lastChanges = changes;
      return { text: t(`done.${verdict}`), changes };
    });
    setDeciding(false);
  };
  return { decide, isDeciding };
}
