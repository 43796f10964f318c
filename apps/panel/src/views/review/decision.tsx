/**
 * One decision about a memory, a candidate or a proposal: accept, edit, reject or later, each with its own key, and undo. Of
 * memories that contradict each other, one side or both are accepted.
 */
import type { ReviewDecision } from "@tacit-memory/protocol";
import { Check, CheckCheck, Clock, Pencil, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "../../data/api.ts";
import { useAct, useUndo } from "../../data/changes.ts";
import { useShortcuts } from "../../data/shortcuts.ts";
import { useWords } from "../../i18n/words.ts";
import { Button } from "../../parts/button.tsx";
import { TextDialog } from "../../parts/dialogs.tsx";
import { KeyHints } from "../../parts/keys.tsx";

interface Subject {
  readonly id: string;
  readonly kind: ReviewDecision["kind"];
  /** Text that a person may edit before accepting it; null for none. */
  readonly content: string | null;
  /** Ids of the memories that contradict it; default: none. */
  readonly against?: readonly string[];
}

interface DecisionWords {
  /** Label of the button that accepts both sides of a contradiction. */
  readonly both?: string;
  readonly accept: string;
  readonly reject: string;
  /** Label of the button that accepts the edited text. */
  readonly save: string;
  /** Notices after a decision. */
  readonly accepted: string;
  readonly rejected: string;
}

type Verdict = ReviewDecision["verdict"];

interface DecisionProps {
  readonly subject: Subject;
  readonly words: DecisionWords;
  readonly view: "review" | "learned";
  readonly postpone: () => void;
  /** What the decision is about. */
  readonly children: ReactNode;
}

export function Decision({ subject, words, view, postpone, children }: DecisionProps) {
  const { t } = useWords();
  const { decide, isDeciding } = useDecision(subject, words);
  const [isEditing, setEditing] = useState(false);
  const { content, against = [] } = subject;
  const isContradicted = against.length > 0;
  const answer = (verdict: Verdict, ofOthers: Verdict) => () => {
    void decide(verdict, isContradicted ? { others: { ids: against, verdict: ofOthers } } : {});
  };
  const accept = answer("accept", "reject");
  const reject = answer("reject", "accept");
  const both = answer("accept", "accept");
  useShortcuts(
    {
      a: accept,
      r: reject,
      l: postpone,
      ...(isContradicted ? { b: both } : {}),
      ...(content === null ? {} : { e: () => setEditing(true) }),
    },
    !isDeciding,
  );
  return (
    <>
      {children}
      <div className="decisions">
        <Button
          look="primary"
          icon={<Check size={17} />}
          shortcut="a"
          disabled={isDeciding}
          onClick={accept}
        >
          {words.accept}
        </Button>
        {isContradicted ? (
          <>
            <Button icon={<Check size={17} />} shortcut="r" disabled={isDeciding} onClick={reject}>
              {words.reject}
            </Button>
            <Button
              icon={<CheckCheck size={17} />}
              shortcut="b"
              disabled={isDeciding}
              onClick={both}
            >
              {words.both}
            </Button>
          </>
        ) : null}
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
        {isContradicted ? null : (
          <Button
            look="danger"
            icon={<X size={17} />}
            shortcut="r"
            disabled={isDeciding}
            onClick={reject}
          >
            {words.reject}
          </Button>
        )}
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
      <KeyHints view={view} only="z" />
      {isEditing && content !== null ? (
        <TextDialog
          title={t("edit.title")}
          label={t("edit.label")}
          initial={content}
          isLong
          submitLabel={words.save}
          onSubmit={(edited) => {
            setEditing(false);
            void decide("accept", { content: edited });
          }}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </>
  );
}

/** Changes of the last decision. Kept outside the components, which are replaced with each item. */
let lastChanges: readonly string[] = [];

/** Undoes the last decision with `z`, also when nothing is left to decide. */
export function useUndoKey(): void {
  const undo = useUndo();
  useShortcuts({
    z: () => {
      const changes = lastChanges;
      lastChanges = [];
      if (changes.length > 0) void undo(changes);
    },
  });
}

function useDecision({ id, kind }: Subject, { accepted, rejected }: DecisionWords) {
  const act = useAct();
  const [isDeciding, setDeciding] = useState(false);
  const decide = async (
    verdict: Verdict,
    more: Pick<ReviewDecision, "content" | "others"> = {},
  ) => {
    setDeciding(true);
    await act(async () => {
      const input = { kind, verdict, ...more };
      const { changes } = await call("POST /api/review/:id", input, { params: { id } });
      lastChanges = changes;
      return { text: verdict === "accept" ? accepted : rejected, changes };
    });
    setDeciding(false);
  };
  return { decide, isDeciding };
}
